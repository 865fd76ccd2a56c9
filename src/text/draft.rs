//! What a person has chosen in the menus of their hand and not submitted yet.

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
        self.picks = BTreeMap::from([(0, Vec::new())]);
    }
}
