//! Looks: a reader's preferences for how things are shown.
//!
//! Decides which looks exist and their names in settings. [`super::uno::cards`] draws cards.

use crate::uno::Color;

/// The looks chosen by a reader, or by a server for public messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// The style of UNO cards.
    pub cards: CardStyle,
    /// Whether a colour's sign is followed by its letter. A style without signs always has letters
    /// or words.
    pub letters: bool,
    /// Whether the plays of a round are numbered.
    pub play_numbers: bool,
    /// Whether a play is put together by one tap and sent by another.
    pub confirm: bool,
}

impl Default for Looks {
    fn default() -> Self {
        Self {
            cards: CardStyle::default(),
            letters: true,
            play_numbers: false,
            confirm: false,
        }
    }
}

/// The style of UNO cards.
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

    /// The style of this name.
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
