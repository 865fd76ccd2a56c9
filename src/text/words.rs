//! Normalisation of input before any game parses it, and the parse errors. [`super::trouble`] puts
//! them into words.

use super::*;

/// The most characters of any input; longer input is refused unread.
pub const MOST_INPUT: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{self:?}")]
#[serde(rename_all = "snake_case")]
pub enum ParseError {
    /// Longer than [`MOST_INPUT`] characters.
    TooLong,
    TooManyCards {
        /// The most cards possible.
        most: usize,
    },
    /// The piece, shortened and escaped.
    UnknownCard(String),
    /// Suits without a rank.
    /// The words, shortened and escaped.
    OnlySuit(String),
    /// The command needs a card of UNO.
    NoUno,
    /// The command needs a colour of UNO.
    NoColor,
    /// The piece, shortened and escaped.
    UnknownUno(String),
    /// The piece, shortened and escaped; empty if there were no words.
    UnknownCall(String),
    UnknownSeat {
        /// The piece, shortened and escaped.
        piece: String,
        example: &'static str,
    },
    /// The piece, shortened and escaped.
    UnknownPlayer(String),
    /// A house rule without a value, or a value without a rule.
    NoSetting {
        /// The words, shortened and escaped.
        piece: String,
        /// A correct command, such as `rules hand=5`.
        example: String,
    },
    /// The command needs a cell of the board.
    NoCell,
    /// The piece, shortened and escaped.
    UnknownCell(String),
    /// The command needs words to mix in.
    NoContribution,
    /// A contribution to the shuffle that is too long.
    LongContribution {
        /// The most bytes.
        most: usize,
    },
    NoSuchMove {
        #[serde(skip)]
        verb: Verb,
    },
    /// The move is not possible now, and the game has no reason of its own.
    NotNow {
        #[serde(skip)]
        verb: Verb,
    },
}

/// Input with full-width characters converted and invisible ones removed.
///
/// # Errors
/// [`ParseError::TooLong`], without reading further than [`MOST_INPUT`].
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

/// A number from 1 in figures, in full width too; no sign before it makes one: `+4` is a card.
pub fn number(word: &str) -> Option<usize> {
    let figures = clean(word.trim()).ok()?;
    let plain = figures.bytes().all(|sign| sign.is_ascii_digit());
    figures.parse().ok().filter(|number| plain && *number > 0)
}

/// How long the longest notation is with which a text begins, in any case, and what it means; the notations of one
/// thing have a stroke between them.
pub fn notation<'n, T: Copy>(
    text: &str,
    notations: impl IntoIterator<Item = (T, &'n str)>,
) -> Option<(usize, T)> {
    let all = notations
        .into_iter()
        .flat_map(|(meaning, written)| written.split('|').map(move |written| (written, meaning)));
    let fitting = all.filter(|(written, _)| {
        let start = text.get(..written.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(written))
    });
    let longest = fitting.max_by_key(|(written, _)| written.len());
    longest.map(|(written, meaning)| (written.len(), meaning))
}

/// What a line begins with instead of the `usual` prefix where the keyboard is set to Chinese: the same
/// signs in full width, for `$` also the signs of the yuan and a full stop before a word.
pub fn same_prefix<'a>(usual: &str, line: &'a str) -> Option<&'a str> {
    let wide = |sign: char| match sign {
        '!'..='~' => char::from_u32(u32::from(sign) + 0xFEE0).unwrap_or(sign),
        sign => sign,
    };
    let widened: String = usual.chars().map(wide).collect();
    if let Some(prefix) = line.get(..widened.len()).filter(|start| *start == widened) {
        return Some(prefix);
    }
    let first = line.chars().next().filter(|_| usual == "$")?;
    let (prefix, rest) = line.split_at(first.len_utf8());
    // A full stop and a space begin what is said to the others of a room.
    let speaks = rest.starts_with(char::is_whitespace);
    (matches!(first, '￥' | '¥') || (first == '。' && !speaks)).then_some(prefix)
}

/// The name and value of a house rule: `name=value`, `name value`, `name: value`; `None` without a
/// value. `example` is a correct command.
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
    Ok((!value.is_empty()).then_some((name.to_lowercase(), value.to_owned())))
}

/// Several settings of the form `name=value`, separated by spaces; `None` if the words are not
/// several.
///
/// # Errors
/// [`ParseError::NoSetting`] if one of them is no name with a value, [`ParseError::TooLong`].
pub fn parse_settings(
    words: &str,
    example: impl FnOnce() -> String,
) -> Result<Option<Vec<(String, String)>>, ParseError> {
    let text = clean(words)?;
    if text.matches('=').count() < 2 {
        return Ok(None);
    }
    let text = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let read = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let whole = !name.is_empty() && !value.is_empty() && !value.contains('=');
        whole.then(|| (name.to_lowercase(), value.to_owned()))
    };
    let mut settings = Vec::new();
    for pair in text
        .split([' ', ',', ';', '\n', '\t'])
        .filter(|pair| !pair.is_empty())
    {
        match read(pair) {
            Some(setting) => settings.push(setting),
            None => {
                let (piece, example) = (quotable(pair), example());
                return Err(ParseError::NoSetting { piece, example });
            }
        }
    }
    Ok(Some(settings))
}

/// A piece of input made safe for quoting: at most 12 characters, without markup, line breaks and
/// invisible characters.
pub fn quotable(piece: &str) -> String {
    let mut quoted: String = piece
        .trim()
        .chars()
        .take(60)
        .filter(|c: &char| !markup::is_treacherous(*c) && *c != '`')
        .take(12)
        .collect();
    if piece.trim().chars().nth(12).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Whether the sentence of this key lists the word in some language.
pub fn means(word: &str, key: &str) -> bool {
    let word = word.trim().to_lowercase();
    let listed = |locale| Sentences::of(locale).part(key, None, &[]);
    let mut listed = Locale::all().filter_map(listed);
    listed.any(|words| words.split('|').any(|one| one.trim() == word))
}

/// Whether the words confirm what was asked: `yes`, `sure`, …
pub fn is_yes(words: &str) -> bool {
    means(words, "word-yes")
}

/// Whether the words take something back: `off`, `no`, `undo`, `withdraw`, …
pub fn is_no(words: &str) -> bool {
    means(words, "word-no")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    #[test]
    fn a_setting_is_a_name_and_a_value() {
        for (words, expected) in cases("settings/one") {
            let read = parse_setting(&words, String::new).expect("a name");
            let told = read.map_or_else(String::new, |(name, value)| format!("{name}={value}"));
            assert_eq!(told, expected, "{words:?}");
        }
        assert!(parse_setting("=5", String::new).is_err());
    }

    #[test]
    fn several_settings_are_pairs() {
        for (words, expected) in cases("settings/several") {
            let told = match parse_settings(&words, String::new) {
                Ok(None) => "one".to_owned(),
                Ok(Some(pairs)) => {
                    let pairs = pairs.iter().map(|(name, value)| format!("{name}={value}"));
                    pairs.collect::<Vec<_>>().join(" ")
                }
                Err(_) => "refused".to_owned(),
            };
            assert_eq!(told, expected, "{words:?}");
        }
    }

    #[test]
    fn quoted_pieces_are_short_and_harmless() {
        assert_eq!(quotable(" a`b\n\u{202E}c "), "abc");
        assert_eq!(quotable("0123456789abc"), "0123456789ab…");
    }

    #[test]
    fn a_number_has_figures_alone() {
        for (word, expected) in cases("settings/numbers") {
            let read = number(&word).map_or_else(String::new, |number| number.to_string());
            assert_eq!(read, expected, "{word}");
        }
    }

    #[test]
    fn a_chinese_keyboard_types_the_prefix_too() {
        for (words, prefix) in cases("settings/prefixes") {
            let (usual, line) = words.split_once(' ').expect("the usual prefix and a line");
            assert_eq!(
                same_prefix(usual, line).unwrap_or_default(),
                prefix,
                "{words}"
            );
        }
    }
}
