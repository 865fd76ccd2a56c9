//! The reasons for which an action is refused, with the facts needed to explain them.

use serde::Serialize;

use super::card::{Card, Color};
use crate::game::Seat;

/// Why an action was refused; the game is then unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{self:?}")]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The match is over.
    MatchOver,
    /// No round is being played yet.
    NotDealt,
    /// The round is being played already.
    Dealt,
    /// This seat does not play (any more).
    NotPlaying {
        /// The seat.
        seat: Seat,
    },
    /// It is somebody else's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// First a colour has to be named.
    NameColorFirst,
    /// First a player to exchange hands with has to be chosen.
    ChooseHandFirst,
    /// There is no wild card waiting for a colour.
    NoColorToName,
    /// There is no 7 waiting for a player to exchange hands with.
    NoHandToSwap,
    /// Hands cannot be exchanged with this player.
    CannotSwapWith {
        /// Who was chosen.
        seat: Seat,
    },
    /// The player has no such card.
    NotHeld {
        /// The card.
        card: Card,
    },
    /// The card does not go on the top card.
    DoesNotFit {
        /// The card.
        card: Card,
        /// The top card.
        top: Card,
        /// The colour in force.
        color: Option<Color>,
    },
    /// Cards are owed, and this card does not hand them on.
    OwesCards {
        /// The card.
        card: Card,
        /// How many.
        owed: u16,
    },
    /// After drawing, the drawn card alone may be laid.
    OnlyDrawnCard {
        /// The card drawn.
        drawn: Card,
    },
    /// A Wild Draw Four would be a bluff, which the house rules forbid.
    WouldBeBluff,
    /// The last card may not be a wild card.
    NotAsLastCard {
        /// The card.
        card: Card,
    },
    /// A card that can be laid has to be.
    MustPlay,
    /// A card was drawn already in this turn.
    DrawnAlready,
    /// Nothing is left to draw.
    NothingToDraw,
    /// One has to draw before one may pass.
    DrawFirst,
    /// Passing is not allowed: one goes on drawing until a card is laid.
    DrawOn,
    /// There is no Wild Draw Four whose bluff could be called.
    NothingToCall,
    /// There is nothing to say UNO for.
    NoUno,
    /// Nobody can be caught: nobody has one card, or the house rules know no catching.
    NobodyToCatch,
    /// Nobody catches themselves.
    CatchesSelf,
}
