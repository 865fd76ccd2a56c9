//! Events of a match, and notices: events as one viewer may know them.

use serde::Serialize;

use super::action::{Call, Contribution, RoundResult, TrumpSource};
use super::card::{Card, Rank};
use super::seating::Team;
use super::trump::Trump;
use crate::chance::Commitment;
use crate::game::{Seat, Viewer};

/// Something that happened. Only [`Event::Dealt`], [`Event::TookKitty`] and [`Event::Buried`] hold
/// anything hidden: cards that one seat may know.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round is about to be dealt.
    RoundReady {
        /// The round, counted from 1.
        round: u32,
        /// The commitment to the secret of the shuffle.
        commitment: Commitment,
    },
    /// A player mixed words into the next shuffle.
    Contributed {
        /// Who.
        seat: Seat,
        /// The words.
        contribution: Contribution,
    },
    /// Dealing began.
    DealStarted {
        /// The round, counted from 1.
        round: u32,
        /// Who draws first.
        first: Seat,
    },
    /// A card was dealt (the card itself for its owner alone).
    Dealt {
        /// Who drew it.
        seat: Seat,
        /// The card.
        card: Card,
        /// Cards out now, 1–100.
        dealt: u8,
    },
    /// Somebody called; in the first round the first call also makes the dealer.
    Called {
        /// The caller.
        seat: Seat,
        /// The call.
        call: Call,
        /// The dealer of the round as far as known now.
        dealer: Option<Seat>,
    },
    /// Somebody took back their call; the one before stands again.
    CallTakenBack {
        /// Who.
        seat: Seat,
        /// The call that stands no more.
        call: Call,
        /// The dealer of the round as far as known now.
        dealer: Option<Seat>,
    },
    /// All cards are out, the call window is open.
    CallWindowOpened,
    /// A player will not call any more, unless somebody else does.
    CallPassed {
        /// Who.
        seat: Seat,
    },
    /// Nobody called: cards of the kitty were turned over in this order.
    KittyFlipped {
        /// The cards, the deciding one included.
        cards: Vec<Card>,
    },
    /// Nobody called: the round is dealt again, with a new shuffle.
    Redealt {
        /// The round, counted from 1.
        round: u32,
        /// The attempt at dealing it that begins, counted from 0.
        attempt: u32,
        /// The revealed secret of the shuffle that is given up, in hexadecimal digits.
        secret: String,
        /// The commitment to the secret of the new shuffle.
        commitment: Commitment,
    },
    /// Trump and dealer are fixed.
    TrumpFixed {
        /// What is trump.
        trump: Trump,
        /// How it was found.
        source: TrumpSource,
        /// Who deals.
        dealer: Seat,
    },
    /// A call has taken the kitty over: trump is another, the dealer the same.
    TakenOver {
        /// The caller.
        seat: Seat,
        /// What is trump now.
        trump: Trump,
    },
    /// The dealer took up the kitty, or who has taken it over (the cards for them alone).
    TookKitty {
        /// Who took it.
        dealer: Seat,
        /// The eight cards.
        cards: Vec<Card>,
    },
    /// Who took the kitty buried eight cards (the cards for them alone).
    Buried {
        /// Who buried.
        dealer: Seat,
        /// The eight cards.
        cards: Vec<Card>,
    },
    /// Somebody led or followed. After a failed throw: with what is played of it.
    Played {
        /// Who.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
        /// Whether it is the lead of a trick.
        lead: bool,
    },
    /// Somebody took back their play, and with it the end of its trick.
    PlayTakenBack {
        /// Who.
        seat: Seat,
        /// The cards, which are in the hand again.
        cards: Vec<Card>,
    },
    /// A throw failed: somebody can beat `played`, which is led; the rest goes back.
    ThrowFailed {
        /// Who tried it.
        seat: Seat,
        /// All cards that were tried.
        tried: Vec<Card>,
        /// The unit that has to be led.
        played: Vec<Card>,
        /// The cards that go back to the hand.
        taken_back: Vec<Card>,
        /// The first player in turn order who can beat what is played; `None` if the house does not
        /// tell.
        stopped_by: Option<Seat>,
        /// Points that it costs, to the other side.
        penalty: u16,
    },
    /// A trick is complete.
    TrickWon {
        /// Who won it and leads next.
        seat: Seat,
        /// The points in it; `None` where they are hidden until the end of the round.
        points: Option<u16>,
    },
    /// A player offers to surrender.
    SurrenderOffered {
        /// Who.
        seat: Seat,
    },
    /// The offer to surrender is off.
    SurrenderOff {
        /// Who took it back or declined it.
        seat: Seat,
    },
    /// The people at the table agreed on levels or a dealer.
    StandingSet {
        /// The levels now, that of North + South first.
        levels: [Rank; 2],
        /// Who deals next, unless a call makes the dealer; `None` where nobody is named yet.
        dealer: Option<Seat>,
    },
    /// The round is over.
    RoundOver(Box<RoundResult>),
    /// The match is over.
    MatchOver {
        /// The team that won it.
        winner: Team,
    },
}

/// An event as one viewer may know it: hidden cards are absent, not blanked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// Everything about the event may be known.
    Open(Event),
    /// Somebody else got a card.
    CardDealt {
        /// Who drew it.
        seat: Seat,
        /// Cards out now, 1–100.
        dealt: u8,
    },
    /// Somebody took up the kitty.
    KittyTaken {
        /// Who.
        dealer: Seat,
    },
    /// Somebody buried eight cards.
    KittyBuried {
        /// Who.
        dealer: Seat,
    },
}

impl Notice {
    /// What `viewer` may know of the event.
    ///
    /// ```
    /// use engine::game::Viewer;
    /// use engine::tractor::{card::Card, event::{Event, Notice}, seating::Wind};
    ///
    /// let (seat, card, dealt) = (Wind::North.seat(), Card::BIG_JOKER, 1);
    /// let event = Event::Dealt { seat, card, dealt };
    /// assert_eq!(Notice::of(&event, Viewer::Seat(seat)), Notice::Open(event.clone()));
    /// assert_eq!(Notice::of(&event, Viewer::Public), Notice::CardDealt { seat, dealt });
    /// ```
    pub fn of(event: &Event, viewer: Viewer) -> Notice {
        let own = |seat: &Seat| viewer == Viewer::Seat(*seat);
        match event {
            Event::Dealt { seat, dealt, .. } if !own(seat) => Notice::CardDealt {
                seat: *seat,
                dealt: *dealt,
            },
            Event::TookKitty { dealer, .. } if !own(dealer) => {
                Notice::KittyTaken { dealer: *dealer }
            }
            Event::Buried { dealer, .. } if !own(dealer) => Notice::KittyBuried { dealer: *dealer },
            event => Notice::Open(event.clone()),
        }
    }
}
