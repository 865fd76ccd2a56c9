//! Words before any game reads them: input made ordinary, and what
//! is not understood about it. How that is told is for [`super::misread`].

use super::markup;
use crate::command::Verb;

/// The most characters that are read of any input; more is refused without looking at it.
pub const MOST_INPUT: usize = 1_000;

/// Why words were not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Longer than [`MOST_INPUT`] characters.
    #[error("the input is too long")]
    TooLong,
    /// More cards than there are in any hand.
    #[error("more than {most} cards were named")]
    TooManyCards {
        /// The most that make sense.
        most: usize,
    },
    /// Not a card.
    #[error("{piece:?} is no card")]
    UnknownCard {
        /// The piece that is not understood, short and harmless.
        piece: String,
    },
    /// The command needs a card of UNO.
    #[error("no card was named")]
    NoUno,
    /// Not a card of UNO.
    #[error("{piece:?} is no card")]
    UnknownUno {
        /// The piece that is not understood, short and harmless.
        piece: String,
    },
    /// Not a call.
    #[error("{piece:?} is no call")]
    UnknownCall {
        /// The piece that is not understood, short and harmless; empty if there were no words.
        piece: String,
    },
    /// Not a seat.
    #[error("{piece:?} is no seat")]
    UnknownSeat {
        /// The piece that is not understood, short and harmless.
        piece: String,
        /// A seat of this game.
        example: &'static str,
    },
    /// Nobody of this name plays there.
    #[error("nobody at the table is called {piece:?}")]
    UnknownPlayer {
        /// The piece that is not understood, short and harmless.
        piece: String,
    },
    /// A house rule without its value or the other way round.
    #[error("{piece:?} is not name=value")]
    NoSetting {
        /// The words, short and harmless.
        piece: String,
        /// A right setting, such as `rules hand=5`.
        example: String,
    },
    /// The command needs a cell of the board.
    #[error("no cell was named")]
    NoCell,
    /// Not a cell of the board.
    #[error("{piece:?} is no cell")]
    UnknownCell {
        /// The piece that is not understood, short and harmless.
        piece: String,
    },
    /// Words to mix into the shuffle that are too long.
    #[error("more than {most} bytes to mix in")]
    LongContribution {
        /// The most bytes.
        most: usize,
    },
    /// The game has no such move.
    #[error("{verb:?} is not part of this game")]
    NoSuchMove {
        /// The command.
        verb: Verb,
    },
    /// The move makes no sense now, and the game would not say why.
    #[error("there is nothing to {verb:?} now")]
    NotNow {
        /// The command.
        verb: Verb,
    },
}

/// Full-width signs made ordinary, signs that show nothing left out.
///
/// # Errors
/// [`ParseError::TooLong`] without looking at more than it takes to see that.
pub fn clean(words: &str) -> Result<String, ParseError> {
    if words.chars().nth(MOST_INPUT).is_some() {
        return Err(ParseError::TooLong);
    }
    let shown = words.chars().filter(|c| {
        let selects_variation = matches!(c, '\u{FE00}'..='\u{FE0F}');
        !selects_variation && (*c == '\n' || *c == '\t' || !markup::is_treacherous(*c))
    });
    let ordinary = shown.map(|c| match c {
        '\u{3000}' => ' ',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    });
    Ok(ordinary.collect())
}

/// The name and value of a house rule: `name=value`, `name value`, `name: value`. `None` if there is
/// no value, which asks for the listing or about one rule. The `example` is a right command.
///
/// # Errors
/// [`ParseError::NoSetting`] if there is a value without a name, [`ParseError::TooLong`].
pub fn parse_setting(
    words: &str,
    example: impl FnOnce() -> String,
) -> Result<Option<(String, String)>, ParseError> {
    let parts = |c: char| matches!(c, '=' | ':') || c.is_whitespace();
    let text = clean(words)?;
    let Some((name, value)) = text.trim().split_once(parts) else {
        return Ok(None);
    };
    let value = value.trim_matches(parts);
    if name.is_empty() {
        let piece = quotable(&text);
        let example = example();
        return Err(ParseError::NoSetting { piece, example });
    }
    let setting = (name.to_lowercase(), value.to_owned());
    Ok((!value.is_empty()).then_some(setting))
}

/// A piece of input fit for quoting: at most 12 characters, no markup, no line breaks, nothing
/// invisible.
pub fn quotable(piece: &str) -> String {
    let harmless = |c: &char| !markup::is_treacherous(*c) && *c != '`';
    let mut quoted: String = piece
        .trim()
        .chars()
        .take(60)
        .filter(harmless)
        .take(12)
        .collect();
    if piece.trim().chars().nth(12).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Whether the words take something back: `off`, `no`, `undo`, `withdraw`, …
pub fn is_no(words: &str) -> bool {
    let word = words.trim().to_lowercase();
    matches!(
        word.as_str(),
        "off"
            | "no"
            | "n"
            | "undo"
            | "withdraw"
            | "back"
            | "cancel"
            | "remove"
            | "关"
            | "否"
            | "不"
            | "撤回"
            | "收回"
            | "取消"
            | "撤下"
    )
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_a_name_and_a_value() {
        let check = |words: &str, expected: Option<(&str, &str)>| {
            let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
            assert_eq!(parse_setting(words, String::new), Ok(expected), "{words:?}");
        };
        check("", None);
        check("throw_penalty", None);
        check("throw_penalty=", None);
        let set = Some(("throw_penalty", "ten_per_throw"));
        check("throw_penalty=ten_per_throw", set);
        check("Throw_Penalty ten_per_throw", set);
        check(" throw_penalty = ten_per_throw ", set);
        check("throw_penalty：ten_per_throw", set);
        assert!(parse_setting("=5", String::new).is_err());
    }

    #[test]
    fn quoted_pieces_are_short_and_harmless() {
        assert_eq!(quotable(" a`b\n\u{202E}c "), "abc");
        assert_eq!(quotable("0123456789abc"), "0123456789ab…");
    }
}
