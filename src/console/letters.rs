//! Text for terminals that show ASCII alone: letters for suits, plain marks for others, nothing for emojis.
//!
//! Decides what stands for which sign. Letters of any script are left as they are: who chose a language, or a name,
//! wants it.

use std::iter::Peekable;

/// The text in signs that every terminal has; what steers it stays.
pub(super) fn in_letters(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match (suit(sign), plain(sign)) {
            (Some(letter), _) => {
                // As cards are typed: 10S.
                let is_rank = |c: &char| c.is_ascii_digit() || "JQKA".contains(*c);
                while let Some(rank) = signs.next_if(is_rank) {
                    written.push(rank);
                }
                written.push(letter);
            }
            (None, Some(plain)) => written.push_str(plain),
            (None, None) if is_emoji(sign) => skip(&mut signs, &written),
            (None, None) => written.push(sign),
        }
    }
    written
}

/// The space behind an emoji goes with it, where another one, or nothing, stands before it.
fn skip(signs: &mut Peekable<impl Iterator<Item = char>>, before: &str) {
    if before.is_empty() || before.ends_with([' ', '\n']) {
        signs.next_if_eq(&' ');
    }
}

const fn suit(sign: char) -> Option<char> {
    Some(match sign {
        '♠' | '♤' => 'S',
        '♥' | '♡' => 'H',
        '♣' | '♧' => 'C',
        '♦' | '♢' => 'D',
        _ => return None,
    })
}

const fn plain(sign: char) -> Option<&'static str> {
    Some(match sign {
        '·' | '–' | '—' | '−' | '─' => "-",
        '…' => "...",
        '’' | '‘' => "'",
        '“' | '”' => "\"",
        '▸' | '▶' => ">",
        '◂' | '◀' => "<",
        '→' => "->",
        '←' => "<-",
        '×' => "x",
        '±' => "+-",
        '•' => "*",
        '★' => "*",
        '✓' => "+",
        '✗' | '❌' => "X",
        '⭕' => "O",
        '⊘' => "S",
        '⇄' => "R",
        '░' | '▰' | '🟦' => "#",
        '▱' | '⬜' => ".",
        '🟩' => "+",
        '🟨' => "=",
        '🟥' => "-",
        '│' => "|",
        '🤖' => "[bot]",
        '\u{a0}' => " ",
        _ => return None,
    })
}

/// Signs that are pictures, and what only changes how they look.
fn is_emoji(sign: char) -> bool {
    matches!(sign, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{23e9}'..='\u{23fa}')
        || matches!(sign, '\u{fe0f}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_become_letters_and_emojis_nothing() {
        for (text, expected) in [
            ("♠K ♥10 · trump ♦", "KS 10H - trump D"),
            ("♠4433 – “a throw”…", "4433S - \"a throw\"..."),
            ("\u{1b}[31m♥10\u{1b}[0m", "\u{1b}[31m10H\u{1b}[0m"),
            ("🏆 Friday", "Friday"),
            ("Wen 🤖 leads", "Wen [bot] leads"),
            ("⏳ 12 s\n💬 Ana", "12 s\nAna"),
            ("该你出牌 ♣A", "该你出牌 AC"),
        ] {
            assert_eq!(in_letters(text), expected);
        }
    }
}
