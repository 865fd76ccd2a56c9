//! What happens in a match: events with everything hidden, and notices as one viewer may know them.
//!
//! Decides what each viewer may learn from an event. Phrases nothing.

use serde::Serialize;

use super::card::{Card, Color};
use super::hand::Hand;
use super::score::RoundResult;
use crate::chance::Commitment;
use crate::game::{Seat, Viewer};

/// Which way the turn goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// In the order of play.
    Forward,
    /// Against it.
    Backward,
}

impl Direction {
    /// The other way.
    pub const fn turned(self) -> Self {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }
}

/// Why somebody draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawnFor {
    /// Instead of laying a card.
    Choice,
    /// The sum of the draw cards laid.
    DrawCards,
    /// Their bluff was called.
    Bluff,
    /// They called a bluff that was none.
    WrongCall,
    /// They forgot to say UNO and were caught.
    Caught,
    /// They caught somebody who had said UNO.
    FalseCatch,
}

/// What happened, hidden things included. No heap: the core tells events in its hot path.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A round can be dealt.
    Ready {
        /// The round, counted from 1.
        round: u32,
        /// Binds the bot to its shuffle.
        commitment: Commitment,
    },
    /// Somebody mixed words into the next shuffle.
    Contributed {
        /// Who.
        seat: Seat,
    },
    /// A round was dealt and its first card turned over.
    Dealt {
        /// The round, counted from 1.
        round: u32,
        /// The first card.
        start: Card,
    },
    /// A card was laid.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
        /// Whether out of turn.
        jumped_in: bool,
    },
    /// A wild card's colour was named.
    ColorNamed {
        /// By whom.
        seat: Seat,
        /// Which.
        color: Color,
    },
    /// Somebody was passed over by a Skip.
    Skipped {
        /// Who.
        seat: Seat,
    },
    /// The direction turned.
    Reversed {
        /// Which way it goes now.
        direction: Direction,
    },
    /// Two players exchanged hands.
    Swapped {
        /// Who chose to.
        seat: Seat,
        /// With whom.
        with: Seat,
    },
    /// All hands went one player on.
    HandedOn {
        /// Which way.
        direction: Direction,
    },
    /// Cards were drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// Which; fewer than owed if there were no more.
        cards: Hand,
        /// Why.
        why: DrawnFor,
    },
    /// The discards under the top card became the draw pile.
    Reshuffled {
        /// How many cards.
        cards: u16,
    },
    /// Somebody ended their turn without laying a card.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A bluff was called.
    Called {
        /// By whom.
        caller: Seat,
        /// Who laid the Wild Draw Four.
        accused: Seat,
        /// Whether it was a bluff.
        guilty: bool,
        /// The hand it was laid from, for the caller alone.
        hand: Hand,
    },
    /// UNO was said, by a player or by itself.
    SaidUno {
        /// Who has one card.
        seat: Seat,
    },
    /// Somebody who had forgotten to say UNO was caught.
    Caught {
        /// Who forgot.
        seat: Seat,
        /// Who caught them.
        by: Seat,
    },
    /// Somebody was caught who had said UNO.
    CaughtFalsely {
        /// Who had said it.
        seat: Seat,
        /// Who thought otherwise.
        by: Seat,
    },
    /// Somebody laid their last card.
    Out {
        /// Who.
        seat: Seat,
        /// Their place in this round, counted from 1.
        place: u8,
    },
    /// Somebody left; their cards went under the draw pile.
    Left {
        /// Who.
        seat: Seat,
    },
    /// Somebody's time is running out.
    Warned {
        /// Who.
        seat: Seat,
    },
    /// Somebody's time is up; what follows was played for them.
    TimedOut {
        /// Who.
        seat: Seat,
    },
    /// A round is over.
    RoundOver(Box<RoundResult>),
    /// The match is over.
    MatchOver {
        /// All who played to the end, the winner first.
        places: Vec<Seat>,
    },
}

/// What happened, as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// See [`Event::Ready`].
    Ready {
        /// The round, counted from 1.
        round: u32,
        /// Binds the bot to its shuffle.
        commitment: Commitment,
    },
    /// See [`Event::Contributed`].
    Contributed {
        /// Who.
        seat: Seat,
    },
    /// See [`Event::Dealt`].
    Dealt {
        /// The round, counted from 1.
        round: u32,
        /// The first card.
        start: Card,
    },
    /// See [`Event::Played`].
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
        /// Whether out of turn.
        jumped_in: bool,
    },
    /// See [`Event::ColorNamed`].
    ColorNamed {
        /// By whom.
        seat: Seat,
        /// Which.
        color: Color,
    },
    /// See [`Event::Skipped`].
    Skipped {
        /// Who.
        seat: Seat,
    },
    /// See [`Event::Reversed`].
    Reversed {
        /// Which way it goes now.
        direction: Direction,
    },
    /// See [`Event::Swapped`].
    Swapped {
        /// Who chose to.
        seat: Seat,
        /// With whom.
        with: Seat,
    },
    /// See [`Event::HandedOn`].
    HandedOn {
        /// Which way.
        direction: Direction,
    },
    /// Cards were drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// How many; fewer than owed if there were no more.
        count: u16,
        /// Which, for whoever drew them.
        cards: Option<Vec<Card>>,
        /// Why.
        why: DrawnFor,
    },
    /// See [`Event::Reshuffled`].
    Reshuffled {
        /// How many cards.
        cards: u16,
    },
    /// See [`Event::Passed`].
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A bluff was called.
    Called {
        /// By whom.
        caller: Seat,
        /// Who laid the Wild Draw Four.
        accused: Seat,
        /// Whether it was a bluff.
        guilty: bool,
        /// The hand it was laid from, for the caller (and the accused) alone.
        hand: Option<Vec<Card>>,
    },
    /// See [`Event::SaidUno`].
    SaidUno {
        /// Who has one card.
        seat: Seat,
    },
    /// See [`Event::Caught`].
    Caught {
        /// Who forgot.
        seat: Seat,
        /// Who caught them.
        by: Seat,
    },
    /// See [`Event::CaughtFalsely`].
    CaughtFalsely {
        /// Who had said it.
        seat: Seat,
        /// Who thought otherwise.
        by: Seat,
    },
    /// See [`Event::Out`].
    Out {
        /// Who.
        seat: Seat,
        /// Their place in this round, counted from 1.
        place: u8,
    },
    /// See [`Event::Left`].
    Left {
        /// Who.
        seat: Seat,
    },
    /// See [`Event::Warned`].
    Warned {
        /// Who.
        seat: Seat,
    },
    /// See [`Event::TimedOut`].
    TimedOut {
        /// Who.
        seat: Seat,
    },
    /// See [`Event::RoundOver`].
    RoundOver(Box<RoundResult>),
    /// See [`Event::MatchOver`].
    MatchOver {
        /// All who played to the end, the winner first.
        places: Vec<Seat>,
    },
}

impl Event {
    /// The event as `viewer` may know it.
    pub fn notice(&self, viewer: Viewer) -> Notice {
        let shown_to = |seats: &[Seat], hand: &Hand| {
            let may = matches!(viewer, Viewer::Seat(seat) if seats.contains(&seat));
            may.then(|| hand.cards().collect())
        };
        match self.clone() {
            Event::Ready { round, commitment } => Notice::Ready { round, commitment },
            Event::Contributed { seat } => Notice::Contributed { seat },
            Event::Dealt { round, start } => Notice::Dealt { round, start },
            Event::Played {
                seat,
                card,
                jumped_in,
            } => Notice::Played {
                seat,
                card,
                jumped_in,
            },
            Event::ColorNamed { seat, color } => Notice::ColorNamed { seat, color },
            Event::Skipped { seat } => Notice::Skipped { seat },
            Event::Reversed { direction } => Notice::Reversed { direction },
            Event::Swapped { seat, with } => Notice::Swapped { seat, with },
            Event::HandedOn { direction } => Notice::HandedOn { direction },
            Event::Drew { seat, cards, why } => Notice::Drew {
                seat,
                count: cards.len(),
                cards: shown_to(&[seat], &cards),
                why,
            },
            Event::Reshuffled { cards } => Notice::Reshuffled { cards },
            Event::Passed { seat } => Notice::Passed { seat },
            Event::Called {
                caller,
                accused,
                guilty,
                hand,
            } => Notice::Called {
                caller,
                accused,
                guilty,
                hand: shown_to(&[caller, accused], &hand),
            },
            Event::SaidUno { seat } => Notice::SaidUno { seat },
            Event::Caught { seat, by } => Notice::Caught { seat, by },
            Event::CaughtFalsely { seat, by } => Notice::CaughtFalsely { seat, by },
            Event::Out { seat, place } => Notice::Out { seat, place },
            Event::Left { seat } => Notice::Left { seat },
            Event::Warned { seat } => Notice::Warned { seat },
            Event::TimedOut { seat } => Notice::TimedOut { seat },
            Event::RoundOver(result) => Notice::RoundOver(result),
            Event::MatchOver { places } => Notice::MatchOver { places },
        }
    }
}
