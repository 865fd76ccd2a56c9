//! Faces of cards within text: the emojis that stand for icons where there are any.
//!
//! Decides how an icon is written in a line. Which emojis there are is the face's to say.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::art::Icon;

/// An emoji of the bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emoji {
    /// The name.
    pub name: Arc<str>,
    /// The id.
    pub id: u64,
}

/// As it is written in a line: `<:t_SK_3fa9:17>`.
impl fmt::Display for Emoji {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<:{}:{}>", self.name, self.id)
    }
}

/// The emojis of icons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    emojis: HashMap<Icon, Emoji>,
}

impl Faces {
    /// These emojis.
    pub fn new(emojis: impl IntoIterator<Item = (Icon, Emoji)>) -> Self {
        Self {
            emojis: emojis.into_iter().collect(),
        }
    }

    /// The emoji of an icon.
    pub fn emoji(&self, icon: Icon) -> Option<&Emoji> {
        self.emojis.get(&icon)
    }
}
