//! Cards of the terminal: each three columns wide and one apart, dark or coloured on white, as they lie on a table.
//!
//! Decides how an icon looks in a terminal with colours, and which terminals have them. What a card
//! means is said by its rank and suit alone; nobody needs the colours to tell two cards apart.
//!
//! Text for terminals that show ASCII alone: letters for suits, plain marks for others, nothing for emojis.
//!
//! Decides what stands for which sign. Letters of any script are left as they are: who chose a language, or a name,
//! wants it.

use std::collections::HashMap;
use std::iter::Peekable;
use std::sync::{Arc, LazyLock};

use crate::art::{Icon, SuitColors};
use crate::text::faces::{Emoji, Faces};
use crate::text::uno::cards::mark;
use crate::tractor::card::{Card, Suit};
use crate::uno;

/// The columns of a card, without the one that parts it from the next.
const WIDTH: usize = 3;

const WHITE: &str = "48;5;255";
const BLACK: &str = "38;5;16";
const RED: &str = "38;5;160";
const BLUE: &str = "38;5;26";
const GREEN: &str = "38;5;28";

/// All icons by their names in lines.
static ICONS: LazyLock<HashMap<String, Icon>> =
    LazyLock::new(|| Icon::all().map(|icon| (icon.name(), icon)).collect());

/// The faces of cards that lines of a terminal may carry.
pub(super) fn faces() -> Faces {
    let faces = ICONS.iter().map(|(name, icon)| {
        let name = Arc::from(name.as_str());
        (*icon, Emoji { name, id: 0 })
    });
    Faces::new(faces)
}

/// The card of this name, with its colours; any other name as it is.
pub(super) fn painted(name: &str) -> String {
    let Some(icon) = ICONS.get(name) else {
        return name.to_owned();
    };
    let (ink, ground) = colours(*icon);
    // No line breaks within a card.
    let padded = format!("{:<WIDTH$}", sign(*icon)).replace(' ', "\u{a0}");
    format!("\x1b[1;{ink};{ground}m{padded}\x1b[0m ")
}

/// What stands on a card.
fn sign(icon: Icon) -> String {
    match icon {
        Icon::Card(card, _) => match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) => format!("{}{}", suit.symbol(), rank.name()),
            _ => card.to_string(),
        },
        Icon::Back | Icon::UnoBack => "░░░".to_owned(),
        Icon::Color(color) => color.letter().to_string(),
        Icon::Uno(card) => {
            let color = card.color().map(uno::Color::letter);
            color.map(String::from).unwrap_or_default() + &mark(card.face())
        }
    }
}

/// The colours of ink and ground.
fn colours(icon: Icon) -> (&'static str, &'static str) {
    let ground = |color| match color {
        uno::Color::Red => "48;5;160",
        uno::Color::Green => "48;5;28",
        uno::Color::Blue => "48;5;26",
        uno::Color::Yellow => "48;5;220",
    };
    let on = |color| match color {
        uno::Color::Yellow => BLACK,
        uno::Color::Red | uno::Color::Green | uno::Color::Blue => "38;5;255",
    };
    match icon {
        Icon::Card(Card::BIG_JOKER, _) => (RED, WHITE),
        Icon::Card(card, colors) => match (card.suit(), colors) {
            (Some(Suit::Hearts), _) | (Some(Suit::Diamonds), SuitColors::Two) => (RED, WHITE),
            (Some(Suit::Diamonds), SuitColors::Four) => (BLUE, WHITE),
            (Some(Suit::Clubs), SuitColors::Four) => (GREEN, WHITE),
            (Some(Suit::Spades | Suit::Clubs) | None, _) => (BLACK, WHITE),
        },
        Icon::Back | Icon::UnoBack => ("38;5;67", WHITE),
        Icon::Color(color) => (on(color), ground(color)),
        Icon::Uno(card) => match card.color() {
            Some(color) => (on(color), ground(color)),
            None => ("38;5;255", "48;5;16"),
        },
    }
}

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
    use unicode_width::UnicodeWidthStr as _;

    use super::*;

    #[test]
    fn every_card_is_as_wide_as_any_other_and_looks_like_no_other() {
        let mut signs: Vec<String> = Vec::new();
        for icon in Icon::all() {
            assert!(sign(icon).width() <= WIDTH, "{icon:?}");
            let is_face = !matches!(icon, Icon::Back | Icon::UnoBack);
            if is_face && !matches!(icon, Icon::Card(_, SuitColors::Four)) {
                signs.push(sign(icon));
            }
        }
        let all = signs.len();
        signs.sort();
        signs.dedup();
        assert_eq!(signs.len(), all, "told apart without colours");
    }

    #[test]
    fn a_name_in_a_line_becomes_a_card() {
        let king: Card = "KS".parse().expect("a card");
        let name = Icon::card(king, SuitColors::Two).name();
        assert_eq!(painted(&name), "\x1b[1;38;5;16;48;5;255m♠K\u{a0}\x1b[0m ");
        assert_eq!(painted("party"), "party");
    }

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
