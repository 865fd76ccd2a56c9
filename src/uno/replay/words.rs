//! The words in which a replay tells what happened: `lays 0 R5`, seats counted from 0.
//!
//! | words | what happened |
//! |---|---|
//! | `dealt R5` | the first card was turned over |
//! | `lays 0 R5`, `jumps 0 R5` | a card was laid, or out of turn |
//! | `color 0 red` | a colour was named |
//! | `skipped 1`, `passed 1`, `left 1`, `late 1` | passed over; ended their turn; left; time was up |
//! | `forward`, `backward` | the direction turned |
//! | `hands forward`, `hands backward` | all hands went one player on |
//! | `swaps 0 2` | two hands were exchanged |
//! | `shuffled 40` | so many discards became the draw pile |
//! | `drew 0 2 choice` | how many, and why: see [`WHY`] |
//! | `uno 0` | UNO was said |
//! | `caught 1 0`, `safe 1 0` | who, by whom; `safe` if wrongly |
//! | `called 1 0 guilty`, `called 1 0 innocent` | who called whose bluff |
//! | `out 0 1` | laid their last card, in which place |
//!
//! What is not understood is passed over, so that a later version can tell more.

use std::fmt::Write as _;
use std::str::SplitWhitespace;

use crate::game::Seat;
use crate::uno::event::{Direction, DrawnFor, Event, Notice, OpenEvent};
use crate::uno::round::MOST_PLAYERS;
use crate::uno::{Card, Color, Hand};

/// Why cards are drawn.
const WHY: [(DrawnFor, &str); 6] = [
    (DrawnFor::Choice, "choice"),
    (DrawnFor::DrawCards, "owed"),
    (DrawnFor::Bluff, "bluff"),
    (DrawnFor::WrongCall, "wrong_call"),
    (DrawnFor::Caught, "caught"),
    (DrawnFor::FalseCatch, "false_catch"),
];

/// The most cards of a hand that is read: all of ten decks are fewer of each kind.
const MOST_HELD: u16 = 250;

/// The words for an event; none for what is not told of a turn.
pub(super) fn told(event: &Event) -> Option<String> {
    Some(match event {
        Event::Drew {
            seat, count, why, ..
        } => {
            let known = WHY.iter().find(|(reason, _)| reason == why);
            let why = known.map_or("choice", |(_, word)| word);
            format!("drew {} {count} {why}", seat.index())
        }
        Event::Called {
            caller,
            accused,
            guilty,
            ..
        } => {
            let verdict = if *guilty { "guilty" } else { "innocent" };
            format!("called {} {} {verdict}", caller.index(), accused.index())
        }
        Event::Open(event) => return open(event),
    })
}

fn open(event: &OpenEvent) -> Option<String> {
    let one = |word: &str, seat: &Seat| format!("{word} {}", seat.index());
    let two = |word: &str, a: &Seat, b: &Seat| format!("{word} {} {}", a.index(), b.index());
    Some(match event {
        OpenEvent::Ready { .. }
        | OpenEvent::Contributed { .. }
        | OpenEvent::Warned { .. }
        | OpenEvent::RoundOver(_)
        | OpenEvent::MatchOver { .. } => return None,
        OpenEvent::Dealt { start, .. } => format!("dealt {start}"),
        OpenEvent::Played {
            seat,
            card,
            jumped_in,
        } => {
            let word = if *jumped_in { "jumps" } else { "lays" };
            format!("{word} {} {card}", seat.index())
        }
        OpenEvent::ColorNamed { seat, color } => {
            format!("color {} {}", seat.index(), color.letter())
        }
        OpenEvent::Skipped { seat } => one("skipped", seat),
        OpenEvent::Reversed { direction, again } => {
            let word = if *again { " again" } else { "" };
            format!("{}{word}", way(*direction))
        }
        OpenEvent::Swapped { seat, with } => two("swaps", seat, with),
        OpenEvent::HandedOn { direction } => format!("hands {}", way(*direction)),
        OpenEvent::Reshuffled { cards } => format!("shuffled {cards}"),
        OpenEvent::Passed { seat } => one("passed", seat),
        OpenEvent::SaidUno { seat } => one("uno", seat),
        OpenEvent::Caught { seat, by } => two("caught", seat, by),
        OpenEvent::CaughtFalsely { seat, by, late } => {
            let word = if *late { " late" } else { "" };
            format!("{}{word}", two("safe", seat, by))
        }
        OpenEvent::Out { seat, place } => format!("{} {place}", one("out", seat)),
        OpenEvent::Left { seat } => one("left", seat),
        OpenEvent::TimedOut { seat } => one("late", seat),
    })
}

const fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "forward",
        Direction::Backward => "backward",
    }
}

/// What the words tell, as everybody may know it. `round` is the number of the round.
pub(super) fn notice(words: &str, round: u32) -> Option<Notice> {
    let mut words = words.split_whitespace();
    let first = words.next()?;
    let rest = &mut words;
    Some(Notice::Open(match first {
        "drew" => {
            let (seat, count) = (seat(rest)?, rest.next()?.parse().ok()?);
            let why = rest.next()?;
            let known = WHY.iter().find(|(_, word)| *word == why);
            return Some(Notice::Drew {
                seat,
                count,
                cards: None,
                why: known.map_or(DrawnFor::Choice, |(reason, _)| *reason),
            });
        }
        "called" => {
            return Some(Notice::Called {
                caller: seat(rest)?,
                accused: seat(rest)?,
                guilty: rest.next()? == "guilty",
                hand: None,
            });
        }
        "dealt" => {
            let start = rest.next()?.parse().ok()?;
            OpenEvent::Dealt { round, start }
        }
        "lays" | "jumps" => OpenEvent::Played {
            seat: seat(rest)?,
            card: rest.next()?.parse().ok()?,
            jumped_in: first == "jumps",
        },
        "color" => {
            let seat = seat(rest)?;
            let color = Color::from_letter(rest.next()?.chars().next()?)?;
            OpenEvent::ColorNamed { seat, color }
        }
        "skipped" => OpenEvent::Skipped { seat: seat(rest)? },
        "forward" | "backward" => {
            let direction = direction(first)?;
            let again = rest.next() == Some("again");
            OpenEvent::Reversed { direction, again }
        }
        "hands" => {
            let direction = direction(rest.next()?)?;
            OpenEvent::HandedOn { direction }
        }
        "swaps" => OpenEvent::Swapped {
            seat: seat(rest)?,
            with: seat(rest)?,
        },
        "shuffled" => {
            let cards = rest.next()?.parse().ok()?;
            OpenEvent::Reshuffled { cards }
        }
        "passed" => OpenEvent::Passed { seat: seat(rest)? },
        "uno" => OpenEvent::SaidUno { seat: seat(rest)? },
        "caught" => OpenEvent::Caught {
            seat: seat(rest)?,
            by: seat(rest)?,
        },
        "safe" => OpenEvent::CaughtFalsely {
            seat: seat(rest)?,
            by: seat(rest)?,
            late: rest.next() == Some("late"),
        },
        "out" => OpenEvent::Out {
            seat: seat(rest)?,
            place: rest.next()?.parse().ok()?,
        },
        "left" => OpenEvent::Left { seat: seat(rest)? },
        "late" => OpenEvent::TimedOut { seat: seat(rest)? },
        _ => return None,
    }))
}

fn seat(words: &mut SplitWhitespace<'_>) -> Option<Seat> {
    let index: u8 = words.next()?.parse().ok()?;
    (usize::from(index) < MOST_PLAYERS).then(|| Seat::new(index))
}

fn direction(word: &str) -> Option<Direction> {
    let all = [Direction::Forward, Direction::Backward];
    all.into_iter().find(|direction| way(*direction) == word)
}

/// The cards of a hand in their notation; words that are no cards are passed over.
pub(super) fn hand(words: &str) -> Hand {
    let cards = words
        .split_whitespace()
        .filter_map(|word| word.parse().ok());
    let mut hand = Hand::EMPTY;
    for card in cards.take(usize::from(MOST_HELD)) {
        hand.insert(card);
    }
    hand
}

/// What left a hand and what came to it: `-R5 +G2`.
pub(super) fn difference(before: &Hand, after: &Hand) -> String {
    let mut words = String::new();
    for card in (before.kinds() | after.kinds()).iter() {
        let (had, has) = (before.count(card), after.count(card));
        for (sign, copies) in [
            ("-", had.saturating_sub(has)),
            ("+", has.saturating_sub(had)),
        ] {
            for _ in 0..copies {
                let gap = if words.is_empty() { "" } else { " " };
                // Writing to a string does not fail.
                let _ = write!(words, "{gap}{sign}{card}");
            }
        }
    }
    words
}

/// Carries out what [`difference`] says, as far as it can be.
pub(super) fn change(hand: &mut Hand, words: &str) {
    for word in words.split_whitespace() {
        let card = |text: &str| text.parse::<Card>().ok();
        if let Some(card) = word.strip_prefix('-').and_then(card) {
            hand.remove(card);
        } else if let Some(card) = word.strip_prefix('+').and_then(card)
            && hand.len() < MOST_HELD
        {
            hand.insert(card);
        }
    }
}
