//! What Discord holds, compared with what is drawn.
//!
//! Decides which emojis are missing, which of ours are stale, which belong to somebody else, and
//! which can be shown: those of a set that is complete. Sends nothing.

use std::collections::{HashMap, HashSet};

use serenity::model::id::EmojiId;

use crate::art::{Icon, SuitColors};
use crate::discord::outbox::ListedEmoji;
use crate::text::faces::{Emoji, Faces};

/// The most emojis that Discord keeps for a bot.
pub const MOST: usize = 2_000;

/// An icon with its name, which takes a drawing to make.
pub type DrawnIcon = (Icon, String);

/// Every icon with its name, in the order in which they are needed.
pub fn drawn() -> Vec<DrawnIcon> {
    Icon::all().map(|icon| (icon, icon.name())).collect()
}

/// Icons that are shown together or not at all, so that no page mixes emojis and text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Set {
    /// The cards of tractor in two colours, and their back.
    Cards,
    /// The other colours of diamonds and clubs.
    FourColors,
    Uno,
}

impl Set {
    pub const fn of(icon: Icon) -> Self {
        match icon {
            Icon::Card(_, SuitColors::Two) | Icon::Back => Set::Cards,
            Icon::Card(_, SuitColors::Four) => Set::FourColors,
            Icon::Uno(_) | Icon::Color(_) | Icon::UnoBack => Set::Uno,
        }
    }

    /// The set without which it cannot be shown.
    const fn needs(self) -> Option<Self> {
        match self {
            Set::FourColors => Some(Set::Cards),
            Set::Cards | Set::Uno => None,
        }
    }
}

/// What Discord holds, as far as it concerns us.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    pub there: Vec<(Icon, Emoji)>,
    /// Icons that Discord does not have yet.
    pub missing: Vec<DrawnIcon>,
    /// Emojis of ours that are not shown any more: of older drawings, or twice there.
    pub stale: Vec<ListedEmoji>,
    /// The number of emojis that are not ours.
    pub others: usize,
}

impl Inventory {
    /// Compares what is drawn with what Discord lists.
    pub fn new(drawn: &[DrawnIcon], listed: Vec<ListedEmoji>) -> Self {
        let current: HashMap<&str, Icon> = names(drawn).collect();
        let stems: HashSet<String> = drawn.iter().map(|(icon, _)| icon.stem()).collect();
        let mut inventory = Self::default();
        let mut seen = HashSet::new();
        for emoji in listed {
            match current.get(emoji.name.as_str()) {
                Some(icon) if seen.insert(*icon) => inventory.there.push((*icon, known(&emoji))),
                Some(_) => inventory.stale.push(emoji),
                None if is_ours(&emoji.name, &stems) => inventory.stale.push(emoji),
                None => inventory.others += 1,
            }
        }
        let missing = drawn.iter().filter(|(icon, _)| !seen.contains(icon));
        inventory.missing = missing.cloned().collect();
        inventory
    }

    /// An icon that was missing has this emoji now.
    pub fn found(&mut self, icon: Icon, id: EmojiId) {
        let Some(at) = self.missing.iter().position(|(other, _)| *other == icon) else {
            return;
        };
        let (_, name) = self.missing.remove(at);
        self.there.push((icon, known(&ListedEmoji { id, name })));
    }

    /// Whether all of a set is there, and what it needs.
    pub fn is_complete(&self, set: Set) -> bool {
        let lacks = |set| self.missing.iter().any(|(icon, _)| Set::of(*icon) == set);
        !lacks(set) && !set.needs().is_some_and(lacks)
    }

    /// The emojis of the sets that are complete; `None` if none is.
    pub fn faces(&self) -> Option<Faces> {
        let shown = self.there.iter();
        let shown = shown.filter(|(icon, _)| self.is_complete(Set::of(*icon)));
        let shown: Vec<_> = shown.cloned().collect();
        (!shown.is_empty()).then(|| Faces::new(shown))
    }

    /// How many emojis Discord would still take.
    pub fn room(&self) -> usize {
        MOST.saturating_sub(self.there.len() + self.stale.len() + self.others)
    }

    /// The missing icons for which there is room: whole sets, as a part of one is of no use.
    pub fn fitting(&self) -> Vec<DrawnIcon> {
        let of_set = |set| {
            self.missing
                .iter()
                .filter(move |drawn| Set::of(drawn.0) == set)
        };
        let (mut room, mut fitting) = (self.room(), Vec::new());
        for set in [Set::Cards, Set::FourColors, Set::Uno] {
            let size = of_set(set).count();
            if size <= room {
                fitting.extend(of_set(set).cloned());
                room -= size;
            }
        }
        fitting
    }
}

fn names(drawn: &[DrawnIcon]) -> impl Iterator<Item = (&str, Icon)> {
    drawn.iter().map(|(icon, name)| (name.as_str(), *icon))
}

fn known(emoji: &ListedEmoji) -> Emoji {
    Emoji {
        name: emoji.name.as_str().into(),
        id: emoji.id.get(),
    }
}

/// Whether a name is one that [`Icon::name`] gave to some drawing of one of our icons: somebody
/// else's emoji is never touched, be it that its name begins alike.
fn is_ours(name: &str, stems: &HashSet<String>) -> bool {
    let Some((stem, version)) = name
        .strip_prefix(Icon::PREFIX)
        .and_then(|name| name.rsplit_once('_'))
    else {
        return false;
    };
    let hex = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
    (4..=8).contains(&version.len()) && version.bytes().all(hex) && stems.contains(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<ListedEmoji> {
        let emoji = |(id, name): (u64, &str)| ListedEmoji {
            id: EmojiId::new(id),
            name: name.to_owned(),
        };
        (1..).zip(names).map(emoji).collect()
    }

    fn of_set(drawn: &[DrawnIcon], set: Set) -> Vec<&str> {
        let of_set = drawn.iter().filter(|(icon, _)| Set::of(*icon) == set);
        of_set.map(|(_, name)| name.as_str()).collect()
    }

    #[test]
    fn only_what_is_ours_and_not_current_is_stale() {
        let drawn = drawn();
        let current = drawn[0].1.as_str();
        let old = format!("{}{}_00ff", Icon::PREFIX, drawn[0].0.stem());
        let foreign = ["t_rex_cafe", "party", "t_", "t_SK", "t_SK_final", "SK_00ff"];
        let names = [current, &old, current].into_iter().chain(foreign);
        let inventory = Inventory::new(&drawn, listed(names));
        assert_eq!(inventory.there.len(), 1);
        let stale: Vec<u64> = inventory.stale.iter().map(|emoji| emoji.id.get()).collect();
        // The second of a name is too many.
        assert_eq!(stale, [2, 3]);
        assert_eq!(inventory.others, foreign.len());
        assert_eq!(inventory.missing.len(), drawn.len() - 1);
        assert_eq!(inventory.faces(), None);
    }

    #[test]
    fn a_set_is_shown_when_it_is_complete() {
        let drawn = drawn();
        let (cards, four, uno) = (
            of_set(&drawn, Set::Cards),
            of_set(&drawn, Set::FourColors),
            of_set(&drawn, Set::Uno),
        );
        let shown = |names: &[&[&str]]| {
            let names = names.iter().copied().flatten().copied();
            let faces = Inventory::new(&drawn, listed(names)).faces();
            let faces = faces.unwrap_or_default();
            let shown = Icon::all().filter(|icon| {
                // What stands in for four colours is not counted.
                faces.emoji(*icon).is_some_and(|emoji| {
                    drawn
                        .iter()
                        .any(|(own, name)| own == icon && **name == *emoji.name)
                })
            });
            shown.count()
        };
        assert_eq!(cards.len(), 55);
        assert_eq!(shown(&[&cards[1..]]), 0);
        assert_eq!(shown(&[&cards]), cards.len());
        assert_eq!(shown(&[&four]), 0);
        assert_eq!(shown(&[&cards, &four[1..]]), cards.len());
        assert_eq!(shown(&[&cards, &four]), cards.len() + four.len());
        assert_eq!(shown(&[&uno, &four, &cards[1..]]), uno.len());
        assert_eq!(shown(&[&cards, &four, &uno]), drawn.len());
    }

    #[test]
    fn the_page_for_operators_gives_their_numbers() {
        let page = include_str!("../operating.md").replace('\n', " ");
        let drawn = drawn();
        let uno = of_set(&drawn, Set::Uno).len();
        let (all, tractor) = (drawn.len(), drawn.len() - uno);
        for words in [
            format!("{all} drawings of its own"),
            format!("{tractor} for tractor"),
            format!("{uno} for UNO"),
            "Discord keeps 2,000 for a bot".to_owned(),
        ] {
            assert!(page.contains(&words), "{words}");
        }
        assert_eq!(MOST, 2_000);
    }

    #[test]
    fn what_does_not_fit_is_left_out_by_whole_sets() {
        let drawn = drawn();
        let four = of_set(&drawn, Set::FourColors).len();
        for (room, fitting) in [
            (drawn.len(), drawn.len()),
            (drawn.len() - 1, 55 + four),
            (55 + four - 1, 55),
            (four - 1, 0),
        ] {
            let others: Vec<String> = (room..MOST).map(|n| format!("other_{n}")).collect();
            let others = others.iter().map(String::as_str);
            let inventory = Inventory::new(&drawn, listed(others));
            assert_eq!(inventory.room(), room);
            assert_eq!(inventory.fitting().len(), fitting, "{room}");
        }
    }
}
