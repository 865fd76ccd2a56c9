//! Looks: a reader's preferences for how things are shown.
//!
//! Decides which looks exist and their names in settings. [`super::faces`] and [`super::uno::cards`]
//! show cards by them.

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
        }
    }
}

/// An enum of values that have a name in settings, the usual one first.
macro_rules! named_values {
    ($($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum $name {
            $($(#[$of])* $variant),+
        }

        impl $name {
            /// All of them, the usual one first.
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$variant),+];

            /// The name in settings.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }

            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.word().eq_ignore_ascii_case(word.trim()))
            }
        })+
    };
}
pub(crate) use named_values;

named_values! {
    /// What stands for a card in text.
    CardLook {
        /// A small picture of it; signs where there is none.
        #[default]
        Faces = "faces",
        /// Signs: `♠8`, `🔵B9`.
        Symbols = "symbols",
        /// Letters and words, for those who are read to: `8S`, `big joker`, `blue 9`.
        Letters = "letters",
    }

    /// The style of UNO cards.
    CardStyle {
        /// `🔵B9`
        #[default]
        Circle = "circle",
        /// `B9`
        Short = "short",
        /// `🟦B9`
        Emoji = "emoji",
        /// `💙B9`
        Heart = "heart",
        /// `blue 9`
        Long = "long",
    }
}

/// The number of colours of this name in settings.
pub fn suits_of(word: &str) -> Option<SuitColors> {
    match word {
        "two" => Some(SuitColors::Two),
        "four" => Some(SuitColors::Four),
        _ => None,
    }
}

impl CardStyle {
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
