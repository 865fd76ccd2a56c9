//! Looks: a reader's preferences for how things are shown.
//!
//! Decides which looks exist and their names in settings. [`super::faces`] and [`super::uno::cards`]
//! show cards by them.

use super::words::means;
use crate::art::SuitColors;
use crate::uno::Color;

/// The looks chosen by a reader, or by a server for public messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// What stands for a card.
    pub cards: CardLook,
    /// How many colours the suits have on faces.
    pub suits: SuitColors,
    /// The style of UNO cards where they are no faces.
    pub style: CardStyle,
    /// Whether a colour's sign is followed by its letter. A style without signs always has letters
    /// or words.
    pub letters: bool,
    pub play_numbers: bool,
    /// Whether a play is put together by one tap and sent by another.
    pub confirm: bool,
    /// Whether what a computer player would do is marked without being asked for.
    pub suggestions: bool,
    pub hand: HandLook,
}

impl Default for Looks {
    fn default() -> Self {
        Self {
            cards: CardLook::default(),
            suits: SuitColors::default(),
            style: CardStyle::default(),
            letters: true,
            play_numbers: false,
            confirm: false,
            suggestions: false,
            hand: HandLook::default(),
        }
    }
}

/// How a hand is chosen from, where its message has room for either.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HandLook {
    /// A button for every card.
    #[default]
    Cards,
    /// Buttons for whole plays, and a menu for each suit.
    Menus,
}

impl HandLook {
    pub const ALL: [HandLook; 2] = [HandLook::Cards, HandLook::Menus];

    /// The name in settings.
    pub const fn word(self) -> &'static str {
        match self {
            HandLook::Cards => "cards",
            HandLook::Menus => "menus",
        }
    }

    pub fn of(word: &str) -> Option<HandLook> {
        let keys = ["word-hand-cards", "word-hand-menus"];
        let mut looks = keys.into_iter().zip(HandLook::ALL);
        looks
            .find(|(key, _)| means(word, key))
            .map(|(_, look)| look)
    }
}

/// What stands for a card in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CardLook {
    /// A small picture of it; signs where there is none.
    #[default]
    Faces,
    /// Signs: `♠8`, `🔵B9`.
    Symbols,
    /// Letters and words, for those who are read to: `8S`, `big joker`, `blue 9`.
    Letters,
}

impl CardLook {
    /// All of them, the default first.
    pub const ALL: [CardLook; 3] = [CardLook::Faces, CardLook::Symbols, CardLook::Letters];

    /// The name in settings.
    pub const fn word(self) -> &'static str {
        match self {
            CardLook::Faces => "faces",
            CardLook::Symbols => "symbols",
            CardLook::Letters => "letters",
        }
    }

    pub fn of(word: &str) -> Option<CardLook> {
        let keys = ["word-faces", "word-symbols", "word-letters"];
        let mut looks = keys.into_iter().zip(CardLook::ALL);
        looks
            .find(|(key, _)| means(word, key))
            .map(|(_, look)| look)
    }
}

/// The numbers of colours that suits can have, the default first.
pub const SUIT_COLORS: [SuitColors; 2] = [SuitColors::Two, SuitColors::Four];

/// The name of a number of colours in settings.
pub const fn suits_word(colors: SuitColors) -> &'static str {
    match colors {
        SuitColors::Two => "two",
        SuitColors::Four => "four",
    }
}

pub fn suits_of(word: &str) -> Option<SuitColors> {
    let mut known = ["word-two-colors", "word-four-colors"]
        .into_iter()
        .zip(SUIT_COLORS);
    known
        .find(|(key, _)| means(word, key))
        .map(|(_, colors)| colors)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CardStyle {
    /// `🔵B9`
    #[default]
    Circle,
    /// `B9`
    Short,
    /// `🟦B9`
    Emoji,
    /// `💙B9`
    Heart,
    /// `blue 9`
    Long,
}

impl CardStyle {
    /// All styles, the default first.
    pub const ALL: [CardStyle; 5] = [
        CardStyle::Circle,
        CardStyle::Short,
        CardStyle::Emoji,
        CardStyle::Heart,
        CardStyle::Long,
    ];

    /// The name in settings.
    pub const fn word(self) -> &'static str {
        match self {
            CardStyle::Circle => "circle",
            CardStyle::Short => "short",
            CardStyle::Emoji => "emoji",
            CardStyle::Heart => "heart",
            CardStyle::Long => "long",
        }
    }

    pub fn of(word: &str) -> Option<CardStyle> {
        let same = |style: &CardStyle| style.word().eq_ignore_ascii_case(word.trim());
        CardStyle::ALL.into_iter().find(same)
    }

    /// The sign of a colour; empty in the short and the long style.
    pub const fn sign(self, color: Color) -> &'static str {
        let signs = match self {
            CardStyle::Circle => ["🔴", "🟢", "🔵", "🟡"],
            CardStyle::Emoji => ["🟥", "🟩", "🟦", "🟨"],
            CardStyle::Heart => ["❤️", "💚", "💙", "💛"],
            CardStyle::Short | CardStyle::Long => [""; 4],
        };
        signs[color.index()]
    }
}
