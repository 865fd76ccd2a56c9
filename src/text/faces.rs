//! Cards as a reader sees them: faces, the emojis that stand for icons, where there are some, else signs;
//! and pages with faces that have to fit a message.
//!
//! Decides when cards are faces and when they are signs. Which emojis there are is the face's to say.
//! Knows no game: one whose deck has cards of its own says what they are called.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use parking_lot::RwLock;

use crate::art::{Icon, SuitColors};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emoji {
    pub name: Arc<str>,
    pub id: u64,
}

/// As it is written in a line: `<:t_SK_3fa9:17>`.
impl fmt::Display for Emoji {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<:{}:{}>", self.name, self.id)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    emojis: HashMap<Icon, Emoji>,
}

impl Faces {
    pub fn new(emojis: impl IntoIterator<Item = (Icon, Emoji)>) -> Self {
        Self {
            emojis: emojis.into_iter().collect(),
        }
    }

    /// The emoji of an icon. Where a card of four colours is missing, that of two colours stands in,
    /// so that no page mixes emojis and text.
    pub fn emoji(&self, icon: Icon) -> Option<&Emoji> {
        self.emojis.get(&icon).or_else(|| match icon {
            Icon::Card(card, SuitColors::Four) => {
                self.emojis.get(&Icon::Card(card, SuitColors::Two))
            }
            _ => None,
        })
    }

    /// A number that changes with the emojis, to tell pages apart that were made with others.
    pub fn mark(&self) -> u64 {
        let ids = self.emojis.values().map(|emoji| emoji.id);
        ids.fold(self.emojis.len() as u64, u64::wrapping_add)
    }
}

/// Where the emojis are to be read that there are at this moment; clones share it.
#[derive(Debug, Clone, Default)]
pub struct PublishedFaces {
    now: Arc<RwLock<Option<Arc<Faces>>>>,
}

impl PublishedFaces {
    /// From now on there are these, or none.
    pub fn publish(&self, faces: Option<Faces>) {
        *self.now.write() = faces.map(Arc::new);
    }

    /// The emojis that there are, if there are any.
    pub fn now(&self) -> Option<Arc<Faces>> {
        self.now.read().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_four_colors_two_stand_in() {
        let emoji = |id| Emoji {
            name: "t_x_0000".into(),
            id,
        };
        let club = |colors| Icon::Card("5C".parse().expect("a card"), colors);
        let two = Faces::new([(club(SuitColors::Two), emoji(2))]);
        assert_eq!(two.emoji(club(SuitColors::Four)), Some(&emoji(2)));
        let both = [
            (club(SuitColors::Two), emoji(2)),
            (club(SuitColors::Four), emoji(4)),
        ];
        let both = Faces::new(both);
        assert_eq!(both.emoji(club(SuitColors::Four)), Some(&emoji(4)));
        assert_eq!(both.emoji(Icon::Back), None);
    }
}
