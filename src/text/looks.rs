//! How a reader likes things to be shown: a matter of taste and of eyes.
//!
//! Decides which looks there are and what they are called in settings. What a card looks like is
//! for [`super::uno::cards`].

use crate::uno::Color;

/// What a reader, or a server for what everybody reads, has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// How cards of UNO are shown.
    pub cards: CardStyle,
    /// Whether the sign of a colour has its letter beside it. A style without signs keeps its
    /// letters or words in any case.
    pub letters: bool,
    /// Whether the plays of a round are numbered.
    pub play_numbers: bool,
}

impl Default for Looks {
    fn default() -> Self {
        Self {
            cards: CardStyle::default(),
            letters: true,
            play_numbers: false,
        }
    }
}

/// How cards of UNO are shown.
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
    /// All styles, the usual one first.
    pub const ALL: [CardStyle; 5] = [
        CardStyle::Circle,
        CardStyle::Short,
        CardStyle::Emoji,
        CardStyle::Heart,
        CardStyle::Long,
    ];

    /// The word in settings.
    pub const fn word(self) -> &'static str {
        match self {
            CardStyle::Circle => "circle",
            CardStyle::Short => "short",
            CardStyle::Emoji => "emoji",
            CardStyle::Heart => "heart",
            CardStyle::Long => "long",
        }
    }

    /// The style of a word.
    pub fn of(word: &str) -> Option<CardStyle> {
        let same = |style: &CardStyle| style.word().eq_ignore_ascii_case(word.trim());
        CardStyle::ALL.into_iter().find(same)
    }

    /// The sign of a colour; the short and the long style have none.
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
