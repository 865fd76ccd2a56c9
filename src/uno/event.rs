//! What happens in a match: events, hidden cards included, and notices as one viewer may know them.
//!
//! Decides what each viewer may learn from an event. Phrases nothing.

use serde::{Deserialize, Serialize};

use super::card::{Card, Color};
use super::hand::Hand;
use super::score::RoundResult;
use crate::chance::Commitment;
use crate::game::{Seat, Viewer};

/// Which way the turn goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

/// What happened before everybody's eyes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenEvent {
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
        /// Whether the same player plays again, since there are two.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
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
        /// Whether they had not said it, but it was too late to catch them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
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

/// What happened, `H` being what is told of cards that not everybody may see. No heap but where a
/// round ends: the core tells events in its hot path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happened<H> {
    /// Cards were drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// How many; fewer than owed if there were no more.
        count: u16,
        /// Which, for whoever drew them.
        cards: H,
        /// Why.
        why: DrawnFor,
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
        hand: H,
    },
    /// Something of which nothing is hidden.
    #[serde(untagged)]
    Open(OpenEvent),
}

/// What happened, hidden cards included.
pub type Event = Happened<Hand>;

/// What happened, as one viewer may know it: cards that are not theirs to see are absent.
pub type Notice = Happened<Option<Vec<Card>>>;

impl<H> From<OpenEvent> for Happened<H> {
    fn from(event: OpenEvent) -> Self {
        Happened::Open(event)
    }
}

impl Event {
    /// The event as `viewer` may know it.
    pub fn notice(&self, viewer: Viewer) -> Notice {
        let shown_to = |seats: &[Seat], hand: &Hand| {
            let may = matches!(viewer, Viewer::Seat(seat) if seats.contains(&seat));
            may.then(|| hand.cards().collect())
        };
        match self {
            Event::Drew {
                seat,
                count,
                cards,
                why,
            } => Notice::Drew {
                seat: *seat,
                count: *count,
                cards: shown_to(&[*seat], cards),
                why: *why,
            },
            Event::Called {
                caller,
                accused,
                guilty,
                hand,
            } => Notice::Called {
                caller: *caller,
                accused: *accused,
                guilty: *guilty,
                hand: shown_to(&[*caller, *accused], hand),
            },
            Event::Open(event) => Notice::Open(event.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uno::card::cards;

    #[test]
    fn notices_are_written_alike_and_hide_what_is_drawn() {
        let seat = Seat::new(1);
        let passed: Event = OpenEvent::Passed { seat }.into();
        let hand: Hand = cards("R5 W").expect("cards").into_iter().collect();
        let drew = Event::Drew {
            seat,
            count: hand.len(),
            cards: hand,
            why: DrawnFor::Choice,
        };
        let own = r#"{"drew":{"seat":1,"count":2,"cards":["R5","W"],"why":"choice"}}"#;
        for (event, viewer, written) in [
            (&passed, Viewer::Public, r#"{"passed":{"seat":1}}"#),
            (&drew, Viewer::Seat(seat), own),
            (
                &drew,
                Viewer::Public,
                r#"{"drew":{"seat":1,"count":2,"cards":null,"why":"choice"}}"#,
            ),
        ] {
            let kept = serde_json::to_string(&event.notice(viewer)).expect("a notice");
            assert_eq!(kept, written);
        }
    }
}
