//! What a person has chosen in the menus of their hand and not submitted yet, on their turn or before it.

use std::collections::BTreeMap;

/// A draft: the values picked in each menu, and how the hand is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// The values picked in each menu. Without any menu nothing was touched yet; one with no values
    /// is one from which everything was taken out.
    pub picks: BTreeMap<u8, Vec<String>>,
    /// What a hint advised on this turn: the action as JSON.
    pub advised: Option<String>,
    /// Whether groups are sorted low to high.
    pub rising: bool,
    pub premove: Premove,
}

/// Whether what was chosen before the turn is played by itself when it comes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Premove {
    #[default]
    None,
    /// It is: the action as JSON.
    Sure(String),
    /// It would have been, but fits no more.
    Dropped,
}

/// What somebody chooses for who has still to play in a trick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    /// The cards that they hold.
    pub hand: String,
    /// What was led, if anything was.
    pub lead: Option<String>,
}

impl Draft {
    /// The picked words in the order of the menus. A `#` suffix of a value only tells equal cards
    /// apart.
    pub fn words(&self) -> String {
        let words = self.picks.values().flatten();
        let words = words.map(|value| value.split('#').next().unwrap_or_default());
        words.collect::<Vec<_>>().join(" ")
    }

    pub fn is_empty(&self) -> bool {
        self.picks.values().all(Vec::is_empty)
    }

    /// Takes everything out of the menus.
    pub fn clear(&mut self) {
        self.pick(BTreeMap::from([(0, Vec::new())]));
    }

    /// What is left of it when it fits no more.
    pub fn dropped(&self) -> Self {
        Self {
            rising: self.rising,
            premove: match self.premove {
                Premove::Sure(_) | Premove::Dropped => Premove::Dropped,
                Premove::None => Premove::None,
            },
            ..Self::default()
        }
    }

    /// Picks this instead of what was picked; then nothing is played by itself.
    pub fn pick(&mut self, picks: BTreeMap<u8, Vec<String>>) {
        (self.picks, self.premove) = (picks, Premove::None);
    }
}
