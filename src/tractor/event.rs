//! What happened in a match, and as whom one may know it.

use serde::Serialize;

use super::action::{Call, Contribution, RoundResult, TrumpSource};
use super::card::Card;
use super::seating::Team;
use super::trump::Trump;
use crate::chance::Commitment;
use crate::game::{Seat, Viewer};

/// Something that happened. What only one seat may know is in [`Event::Dealt`] and
/// [`Event::TookKitty`] and [`Event::Buried`] alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Event {
    /// A round is about to be dealt, with this commitment to its shuffle.
    RoundReady { round: u32, commitment: Commitment },
    /// A player mixed words into the next shuffle.
    Contributed { seat: Seat, contribution: Contribution },
    /// Dealing began.
    DealStarted { round: u32, first: Seat },
    /// A card was dealt (the card itself for its owner alone).
    Dealt { seat: Seat, card: Card, dealt: u8 },
    /// Somebody called; in the first round the first call also makes the dealer.
    Called { seat: Seat, call: Call },
    /// All cards are out, the call window is open.
    CallWindowOpened,
    /// A player will not call any more.
    CallPassed { seat: Seat },
    /// Nobody called: cards of the kitty were turned over in this order.
    KittyFlipped { cards: Vec<Card> },
    /// Nobody called: the round is dealt again.
    Redealt { round: u32, attempt: u32 },
    /// Trump and dealer are fixed.
    TrumpFixed { trump: Trump, source: TrumpSource, dealer: Seat },
    /// The dealer took up the kitty (the cards for the dealer alone).
    TookKitty { dealer: Seat, cards: Vec<Card> },
    /// The dealer buried eight cards (the cards for the dealer alone).
    Buried { dealer: Seat, cards: Vec<Card> },
    /// Somebody led or followed.
    Played { seat: Seat, cards: Vec<Card>, lead: bool },
    /// A throw failed: `stopped_by` can beat `played`, which is led; the rest goes back.
    ThrowFailed {
        seat: Seat,
        tried: Vec<Card>,
        played: Vec<Card>,
        taken_back: Vec<Card>,
        stopped_by: Seat,
        penalty: u16,
    },
    /// A trick is complete.
    TrickWon { seat: Seat, points: u16 },
    /// A player offers to surrender.
    SurrenderOffered { seat: Seat },
    /// The offer to surrender is off.
    SurrenderOff { seat: Seat },
    /// The round is over.
    RoundOver(Box<RoundResult>),
    /// The match is over.
    MatchOver { winner: Team },
}

/// An event as one viewer may know it: hidden cards are absent, not blanked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Notice {
    /// Everything about the event may be known.
    Open(Event),
    /// Somebody else got a card.
    CardDealt { seat: Seat, dealt: u8 },
    /// The dealer took up the kitty.
    KittyTaken { dealer: Seat },
    /// The dealer buried eight cards.
    KittyBuried { dealer: Seat },
}

impl Notice {
    /// What `viewer` may know of the event.
    pub fn of(event: &Event, viewer: Viewer) -> Notice {
        let own = |seat: &Seat| viewer == Viewer::Seat(*seat);
        match event {
            Event::Dealt { seat, dealt, .. } if !own(seat) => {
                Notice::CardDealt { seat: *seat, dealt: *dealt }
            }
            Event::TookKitty { dealer, .. } if !own(dealer) => Notice::KittyTaken { dealer: *dealer },
            Event::Buried { dealer, .. } if !own(dealer) => Notice::KittyBuried { dealer: *dealer },
            event => Notice::Open(event.clone()),
        }
    }
}
