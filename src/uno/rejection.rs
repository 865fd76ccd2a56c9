//! The reasons for which an action is refused, with the facts needed to explain them.

use serde::Serialize;

use super::card::{Card, Color};
use crate::game::Seat;

/// Why an action was refused; the game is then unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// No round is being played yet.
    #[error("the cards are not dealt yet")]
    NotDealt,
    /// The round is being played already.
    #[error("the cards are dealt already")]
    Dealt,
    /// This seat does not play (any more).
    #[error("seat {} does not play", .seat.index())]
    NotPlaying {
        /// The seat.
        seat: Seat,
    },
    /// It is somebody else's turn.
    #[error("it is the turn of seat {}", .turn.index())]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// First a colour has to be named.
    #[error("a colour has to be named first")]
    NameColorFirst,
    /// First a player to exchange hands with has to be chosen.
    #[error("a hand has to be chosen first")]
    ChooseHandFirst,
    /// There is no wild card waiting for a colour.
    #[error("there is no colour to name")]
    NoColorToName,
    /// There is no 7 waiting for a player to exchange hands with.
    #[error("there is no hand to exchange")]
    NoHandToSwap,
    /// Hands cannot be exchanged with this player.
    #[error("hands cannot be exchanged with seat {}", .seat.index())]
    CannotSwapWith {
        /// Who was chosen.
        seat: Seat,
    },
    /// The player has no such card.
    #[error("{card} is not in the hand")]
    NotHeld {
        /// The card.
        card: Card,
    },
    /// The card does not go on the top card.
    #[error("{card} does not go on {top}")]
    DoesNotFit {
        /// The card.
        card: Card,
        /// The top card.
        top: Card,
        /// The colour in force.
        color: Option<Color>,
    },
    /// Cards are owed, and this card does not hand them on.
    #[error("{owed} cards are to be drawn, and {card} does not hand them on")]
    OwesCards {
        /// The card.
        card: Card,
        /// How many.
        owed: u16,
    },
    /// After drawing, the drawn card alone may be laid.
    #[error("after drawing, only {drawn} may be laid")]
    OnlyDrawnCard {
        /// The card drawn.
        drawn: Card,
    },
    /// A Wild Draw Four would be a bluff, which the house rules forbid.
    #[error("a wild draw four is not allowed as a bluff")]
    WouldBeBluff,
    /// The last card may not be a wild card.
    #[error("the last card may not be {card}")]
    NotAsLastCard {
        /// The card.
        card: Card,
    },
    /// A card that can be laid has to be.
    #[error("a card can be laid and has to be")]
    MustPlay,
    /// A card was drawn already in this turn.
    #[error("a card was drawn already")]
    DrawnAlready,
    /// Nothing is left to draw.
    #[error("nothing is left to draw")]
    NothingToDraw,
    /// One has to draw before one may pass.
    #[error("a card has to be drawn first")]
    DrawFirst,
    /// Passing is not allowed: one goes on drawing until a card is laid.
    #[error("one draws until a card is laid")]
    DrawOn,
    /// There is no Wild Draw Four whose bluff could be called.
    #[error("there is no bluff to call")]
    NothingToCall,
    /// There is nothing to say UNO for.
    #[error("there is no reason to say uno")]
    NoUno,
    /// Nobody can be caught: nobody has one card, or the house rules know no catching.
    #[error("there is nobody to catch")]
    NobodyToCatch,
    /// Nobody catches themselves.
    #[error("nobody catches themselves")]
    CatchesSelf,
}
