//! What people type at a table of UNO.

use super::super::cards::clean;
use super::super::words::{ParseError, Verb, quotable};
use super::Table;
use super::cards::{self, Typed};
use crate::chance::Contribution;
use crate::game::Seat;
use crate::uno::view::Decision;
use crate::uno::{Action, Card, Color, Face, Move, Play, RoundView};

/// The seat that the words name: `3`, `seat 3`, `#3`, `3号`.
pub fn seat(words: &str) -> Result<Seat, ParseError> {
    let word = clean(words)?.to_lowercase();
    let digits = word
        .trim()
        .trim_start_matches("seat")
        .trim_start_matches('#');
    let digits = digits.trim_end_matches(['号', '位']).trim();
    let number = digits.parse::<u8>().ok().filter(|n| (1..=10).contains(n));
    let unknown = || ParseError::UnknownSeat {
        piece: quotable(&word),
        example: "2",
    };
    number.map(|n| Seat::new(n - 1)).ok_or_else(unknown)
}

/// The action that a command asks for.
pub fn action(verb: Verb, words: &str, view: &Table) -> Result<Action, ParseError> {
    let round = view.stage.game().and_then(|game| game.playing());
    Ok(match verb {
        Verb::Deal => return deal(words),
        Verb::Play => play(words, round)?.into(),
        Verb::Draw => Move::Draw.into(),
        Verb::Pass => Move::Pass.into(),
        Verb::Call => Move::Call.into(),
        Verb::Uno => Move::Uno.into(),
        Verb::Catch if words.trim().is_empty() => Move::Catch(None).into(),
        Verb::Catch => Move::Catch(Some(seat(words)?)).into(),
        Verb::Kitty | Verb::Surrender | Verb::PlayOn => {
            return Err(ParseError::NoSuchMove { verb });
        }
    })
}

/// Nothing deals; words are mixed into the shuffle.
fn deal(words: &str) -> Result<Action, ParseError> {
    let words = clean(words)?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        return Ok(Action::Deal);
    }
    let most = Contribution::MOST_BYTES;
    let contribution = Contribution::new(&words).ok_or(ParseError::LongContribution { most })?;
    Ok(Action::Contribute(contribution))
}

/// A card, or the colour or seat that a card laid before waits for.
fn play(words: &str, round: Option<&RoundView>) -> Result<Move, ParseError> {
    let swaps = round.is_some_and(|round| round.decision == Decision::Swap && round.may.swap);
    if swaps && let Ok(with) = seat(words) {
        return Ok(Move::Swap(with));
    }
    Ok(match cards::read(words)? {
        Typed::Color(color) => Move::Color(color),
        Typed::Seat(seat) => Move::Swap(seat),
        Typed::Card {
            face,
            color,
            with,
            uno,
        } => {
            let card = Card::new(color, face).or_else(|| only_one(face, round));
            let card = card.ok_or_else(|| ParseError::UnknownUno {
                piece: quotable(words),
            })?;
            Move::Play(Play {
                card,
                color: color.filter(|_| card.is_wild()),
                swap: with,
                uno,
            })
        }
    })
}

/// The only card with this face that the viewer may lay now.
fn only_one(face: Face, round: Option<&RoundView>) -> Option<Card> {
    let mut fitting = round?.playable.iter().filter(|card| card.face() == face);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}

/// A play as it is typed: the code of its button.
pub fn typed_play(card: Card, color: Option<Color>, uno: bool) -> String {
    let mut words = cards::typed(card);
    if let Some(color) = color {
        words.push(' ');
        words.push(color.letter().to_ascii_lowercase());
    }
    if uno {
        words.push_str(" uno");
    }
    words
}
