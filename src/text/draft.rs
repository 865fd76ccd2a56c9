//! What a person has chosen of their hand and not submitted yet, on their turn or before it.

/// A draft: what is put together, and how the hand is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// The words of what is put together: `5H 5H`. `None` as long as nothing was touched; empty where everything was
    /// taken out again.
    pub chosen: Option<String>,
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
    /// What is put together, in words.
    pub fn words(&self) -> &str {
        self.chosen.as_deref().unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.words().is_empty()
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

    /// Chooses this instead of what was chosen; then nothing is played by itself.
    pub fn choose(&mut self, words: String) {
        (self.chosen, self.premove) = (Some(words), Premove::None);
    }
}
