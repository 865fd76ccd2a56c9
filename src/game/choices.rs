//! The values that a house rule may take, and how numbers among them are written.
//!
//! Knows no rule.

use std::fmt;
use std::ops::RangeInclusive;

/// The values that a rule may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choices {
    /// One of these words. The default is the first, except where they are off and on.
    Words(&'static [&'static str]),
    /// A number from `least` to `most`, both as written in commands.
    Number {
        /// Smallest value.
        least: u32,
        /// Largest value.
        most: u32,
        /// How the number is written, and in what it is kept.
        unit: RuleUnit,
        /// Values worth offering in a menu, as written.
        suggested: &'static [&'static str],
    },
}

/// How the number of a rule is written, and in what it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleUnit {
    /// A whole number, kept as it is.
    One,
    /// Whole seconds, kept as such; an `s` may follow.
    Seconds,
    /// Seconds with up to three decimals, kept in milliseconds; an `s` may follow.
    Milliseconds,
}

impl Choices {
    /// A whole number in this range.
    pub const fn number(range: RangeInclusive<u32>, suggested: &'static [&'static str]) -> Self {
        Self::within(range, RuleUnit::One, suggested)
    }

    /// A number in this range, which is in the unit as it is written.
    pub const fn within(
        range: RangeInclusive<u32>,
        unit: RuleUnit,
        suggested: &'static [&'static str],
    ) -> Self {
        let (least, most) = (*range.start(), *range.end());
        Self::Number {
            least,
            most,
            unit,
            suggested,
        }
    }

    /// The values worth offering in a menu.
    pub const fn offered(self) -> &'static [&'static str] {
        match self {
            Choices::Words(words) => words,
            Choices::Number { suggested, .. } => suggested,
        }
    }

    /// The number that the text stands for, as it is kept; `None` if it is out of range or none.
    pub(super) fn read_number(self, text: &str) -> Option<u32> {
        let Choices::Number {
            least, most, unit, ..
        } = self
        else {
            return None;
        };
        let bare = text.strip_suffix('s').unwrap_or(text).trim_end();
        let (number, scale) = match unit {
            RuleUnit::One => (text.parse().ok(), 1),
            RuleUnit::Seconds => (bare.parse().ok(), 1),
            RuleUnit::Milliseconds => (milliseconds(bare), 1_000),
        };
        number.filter(|number| (least * scale..=most * scale).contains(number))
    }

    /// A number as it is written in commands.
    pub(super) fn written(self, number: u32) -> String {
        match self {
            Choices::Number {
                unit: RuleUnit::Milliseconds,
                ..
            } => {
                let text = format!("{}.{:03}", number / 1_000, number % 1_000);
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            _ => number.to_string(),
        }
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choices::Words(words) => write!(f, "one of {}", words.join(", ")),
            Choices::Number { least, most, .. } => write!(f, "a number from {least} to {most}"),
        }
    }
}

/// Reads seconds with up to three decimals.
fn milliseconds(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|sign| sign.is_ascii_digit());
    if decimals.len() > 3 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let thousandths: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole
        .parse::<u32>()
        .ok()?
        .checked_mul(1_000)?
        .checked_add(thousandths)
}
