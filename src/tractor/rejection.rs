//! The reasons for which an action is refused, with the facts needed to explain them.

use serde::Serialize;

use super::action::Call;
use super::card::Card;
use super::follow::{Breach, Due};
use crate::game::Seat;

/// The phases of a match, for refusals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// Before a deal.
    Ready,
    /// Cards are being dealt.
    Dealing,
    /// The call window after the deal.
    CallWindow,
    /// The dealer, or who has taken it over, chooses the kitty.
    Burying,
    /// The others may take the kitty over.
    Overcalls,
    /// Tricks are played.
    Playing,
    /// The match is over.
    Over,
}

/// Why an action is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{self:?}")]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// Nobody sits there: tractor has four seats.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
    },
    /// This cannot be done in this phase.
    WrongPhase {
        /// What is going on instead.
        phase: PhaseName,
    },
    /// Somebody else's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// More copies of a card than the player holds.
    NotHeld {
        /// The first such card.
        card: Card,
        /// How many of it are held (0 or 1).
        held: u8,
    },
    /// No cards at all.
    NoCards,
    /// A follow of the wrong length.
    WrongCount {
        /// How many are due.
        due: u8,
        /// How many were named.
        given: u8,
        /// A legal play.
        example: Vec<Card>,
    },
    /// A lead of cards of several effective suits.
    MixedLead {
        /// A legal lead.
        example: Vec<Card>,
    },
    /// A follow that does not meet an obligation although the hand could.
    MustFollow {
        /// The obligation that is not met.
        breach: Breach,
        /// All obligations of the hand towards the lead.
        due: Due,
        /// A legal play.
        example: Vec<Card>,
    },
    /// Only the dealer buries the kitty, or whoever has taken it over.
    NotDealer {
        /// Who buries.
        dealer: Seat,
    },
    /// A kitty of the wrong size.
    KittyCount {
        /// How many were named.
        given: u8,
    },
    /// The call needs cards that are not held (yet).
    CallNotHeld {
        /// The call.
        call: Call,
        /// The card that is missing.
        card: Card,
    },
    /// An equal or higher call stands.
    CallTooLow {
        /// The call that stands.
        standing: Call,
        /// Its caller.
        by: Seat,
    },
    /// The caller's own call stands, and by house rule they may not make this one over it.
    OwnCallStands {
        /// The call that stands.
        standing: Call,
    },
    /// No-trump calls are off by house rule.
    NoTrumpCallsOff,
    /// The seat passed and nobody called since, or there are no calls in this round.
    CallsClosed,
    /// Nobody offered to surrender.
    NoOffer,
    /// The offer was made already and waits for the partner.
    OfferStands,
    /// Only the dealer of the round may start its deal, by house rule.
    DealIsFor {
        /// The dealer.
        dealer: Seat,
    },
    /// A play or a call stays.
    Stays {
        /// Why.
        why: Stay,
    },
}

/// Why a play or a call cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stay {
    /// Plays are not taken back by house rule.
    PlaysStand,
    /// Calls are not taken back by house rule.
    CallsStand,
    /// The last play or call is not theirs: somebody else has acted since, or they have not.
    NotTheirs,
    /// The last play was theirs, but the clock made it, or it was a throw: what became of it has told
    /// something about the other hands.
    Told,
    /// They have taken back a call in this deal already.
    Again,
}
