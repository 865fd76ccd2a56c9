//! Honours: what a finished round shows that somebody did who played it.
//!
//! Decides which there are and how they are kept in the summary of a round. Each is found in what
//! everybody may see of the round once it is over, so that it can be awarded for rounds of the past, too; how is said
//! beside it.

mod tractor;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::game::{GameKind, Seat};
use crate::table::PersonId;
use crate::uno::score::RoundEnd;
use crate::{tictactoe, uno};

pub use tractor::honours as tractor_honours;
#[cfg(test)]
pub(super) use tractor::of_round;

/// Declares [`Honour`], with the names in the store.
macro_rules! honours {
    ($($game:ident { $($(#[$doc:meta])* $honour:ident = $name:literal,)+ })+) => {
        /// Something to be proud of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Honour {
            $($($(#[$doc])* $honour,)+)+
        }

        impl Honour {
            /// All of them.
            pub const ALL: &[Honour] = &[$($(Honour::$honour,)+)+];

            /// The name in the store, and in sentences.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Honour::$honour => $name,)+)+
                }
            }

            /// The game in which it is earned.
            pub const fn game(self) -> GameKind {
                match self {
                    $($(Honour::$honour)|+ => GameKind::$game,)+
                }
            }
        }
    };
}

honours! {
    Tractor {
        /// Led a throw of four cards or more that held.
        Throw = "throw",
        /// Led a throw of eight cards or more that held.
        LongThrow = "long_throw",
        /// Led a tractor of three pairs.
        TractorThree = "tractor_three",
        /// Led a tractor of four pairs or more.
        TractorFour = "tractor_four",
        /// Beat a tractor of a plain suit with one of trumps.
        TrumpTractor = "trump_tractor",
        /// Won a trick of 40 points or more.
        RichTrick = "rich_trick",
        /// Won tricks of 100 points or more by oneself.
        Hundred = "hundred",
        /// Won fifteen tricks or more by oneself.
        FifteenTricks = "fifteen_tricks",
        /// Captured a kitty with points, doubled.
        KittyCaptured = "kitty_captured",
        /// Captured one that counted four times or more.
        KittyFour = "kitty_four",
        /// Captured one that counted eight times or more.
        KittyEight = "kitty_eight",
        /// Kept the kitty as declarers by a joker in the last trick.
        JokerSaves = "joker_saves",
        /// Buried 25 points or more, and kept them.
        RichKitty = "rich_kitty",
        /// Won as declarers without any point of the others.
        Shutout = "shutout",
        /// Took 160 points or more as opponents.
        DoubleScore = "double_score",
        /// Took just the points that were needed.
        JustEnough = "just_enough",
        /// Won as declarers when five points were lacking to the others.
        HairsBreadth = "hairs_breadth",
        /// Won a round without a trump suit as declarers.
        NoTrump = "no_trump",
        /// Won a round in which the team had no joker.
        NoJoker = "no_joker",
        /// Was dealt all four jokers.
        FourJokers = "four_jokers",
        /// Won a round at level A as declarers.
        LastLevel = "last_level",
        /// Won a match.
        Match = "match",
    }
    Uno {
        /// Won a round worth 100 points or more.
        HundredGained = "hundred_gained",
        /// Won a round worth 200 points or more.
        TwoHundredGained = "two_hundred_gained",
        /// Won against five others or more.
        Crowd = "crowd",
        /// Won when another had one card left.
        Photo = "photo",
        /// Won when all others held five cards or more.
        FarAhead = "far_ahead",
        /// Won when another held fifteen cards or more.
        Packed = "packed",
    }
    TicTacToe {
        /// Won with as few marks as can be.
        Straight = "straight",
        /// Won without having begun.
        Second = "second",
        /// Won on a board of five squares a side or more.
        Wide = "wide",
    }
}

impl Honour {
    /// The honour of this name, if this version knows it.
    pub fn named(name: &str) -> Option<Honour> {
        let mut all = Honour::ALL.iter().copied();
        all.find(|honour| honour.name() == name)
    }
}

/// The honours by seat as they are written into the summary of a round; nothing if there are none.
pub fn written(honours: &[(Seat, Honour)]) -> Option<Value> {
    let mut by_seat = BTreeMap::<usize, Vec<&str>>::new();
    for (seat, honour) in honours {
        let earned = by_seat.entry(seat.index()).or_default();
        earned.push(honour.name());
    }
    (!by_seat.is_empty()).then(|| serde_json::to_value(by_seat).expect("names by numbers"))
}

/// An honour that somebody earned in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earned {
    /// On which seat.
    pub seat: Seat,
    /// Who.
    pub person: PersonId,
    /// What.
    pub honour: Honour,
}

/// The honours of people in the summary of a round. A computer that plays for somebody earns them none, nor does
/// a seat by which nothing is gained.
pub fn earned(summary: &str) -> Vec<Earned> {
    #[derive(Deserialize)]
    struct Summary {
        #[serde(default)]
        players: Vec<Option<Player>>,
        #[serde(default)]
        honours: BTreeMap<u8, Vec<String>>,
        #[serde(default)]
        no_gain: Vec<u8>,
    }
    #[derive(Deserialize)]
    struct Player {
        person: Option<PersonId>,
        computer: Option<String>,
    }
    let Ok(summary) = serde_json::from_str::<Summary>(summary) else {
        return Vec::new();
    };
    let mut earned = Vec::new();
    let gained = summary.honours.iter();
    for (seat, names) in gained.filter(|(seat, _)| !summary.no_gain.contains(seat)) {
        let player = summary.players.get(usize::from(*seat));
        let player = player.and_then(Option::as_ref);
        let person = player.filter(|player| player.computer.is_none());
        if let Some(person) = person.and_then(|player| player.person) {
            let honours = names.iter().filter_map(|name| Honour::named(name));
            let seat = Seat::new(*seat);
            earned.extend(honours.map(|honour| Earned {
                seat,
                person,
                honour,
            }));
        }
    }
    earned
}

/// What the winner of a finished game of tic-tac-toe earned.
pub fn tictactoe_honours(after: &tictactoe::View) -> Vec<(Seat, Honour)> {
    let Some(tictactoe::Ending::Won { seat: winner, line }) = &after.ending else {
        return Vec::new();
    };
    let own = |square: &tictactoe::Square| after.board.mark(*square) == Some(*winner);
    let marks = after.board.squares().filter(own);
    let earned = [
        (marks.count() == line.len(), Honour::Straight),
        (after.first != *winner, Honour::Second),
        (after.board.size() >= 5, Honour::Wide),
    ];
    won_by(*winner, &earned)
}

/// What the winner of a finished round of UNO earned.
pub fn uno_honours(after: &uno::View) -> Vec<(Seat, Honour)> {
    let Some(outcome) = after.history.last() else {
        return Vec::new();
    };
    let winner = outcome.places.first().copied();
    let Some(winner) = winner.filter(|_| outcome.end == RoundEnd::Out) else {
        return Vec::new();
    };
    let others = outcome.places.iter().filter(|seat| **seat != winner);
    let others: Vec<u16> = others
        .filter_map(|seat| Some(outcome.hands.get(seat.index())?.len()))
        .collect();
    let gained = outcome.gained.get(winner.index()).copied().unwrap_or(0);
    let earned = [
        (gained >= 100, Honour::HundredGained),
        (gained >= 200, Honour::TwoHundredGained),
        (others.len() >= 5, Honour::Crowd),
        (others.contains(&1), Honour::Photo),
        (
            others.iter().min().is_some_and(|least| *least >= 5),
            Honour::FarAhead,
        ),
        (others.iter().any(|cards| *cards >= 15), Honour::Packed),
    ];
    won_by(winner, &earned)
}

fn won_by(winner: Seat, earned: &[(bool, Honour)]) -> Vec<(Seat, Honour)> {
    let earned = earned.iter().filter(|(is, _)| *is);
    earned.map(|(_, honour)| (winner, *honour)).collect()
}
