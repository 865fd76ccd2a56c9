//! Drawings: how icons and pictures become SVG and PNG.

use std::collections::HashMap;
use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

use super::icon::Icon;
use super::picture::Picture;
use super::{card, course, levels, raster, round, trick};

static NAMES: LazyLock<HashMap<Icon, String>> = LazyLock::new(|| {
    let named = |icon: Icon| {
        let digest = Sha256::digest(icon.svg().as_bytes());
        let version = hex::encode(&digest[..2]);
        (icon, format!("{}{}_{version}", Icon::PREFIX, icon.stem()))
    };
    Icon::all().map(named).collect()
});

impl Icon {
    /// The name: [`Self::PREFIX`], the stem and a version made of the drawing, e.g. `t_SK_3fa9`. At
    /// most 32 letters, digits and underscores.
    pub fn name(self) -> String {
        NAMES.get(&self).cloned().unwrap_or_default()
    }

    /// The drawing: 128 units square, without text and without anything outside of itself.
    pub fn svg(self) -> String {
        let drawn = match self {
            Icon::Card(shown, colors) => card::french(shown, colors),
            Icon::Back => card::tractor_back(),
            Icon::Uno(shown) => card::uno(shown),
            Icon::Color(color) => card::color(color),
            Icon::UnoBack => card::uno_back(),
        };
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{drawn}</svg>"#)
    }

    /// The drawing as a PNG of [`Self::SIZE`] pixels.
    pub fn png(self) -> Vec<u8> {
        raster::png(&self.svg(), Self::SIZE)
    }
}

impl Picture {
    /// The width of a picture in pixels.
    pub const WIDTH: u32 = 800;

    /// The drawing, without text and without anything outside of itself.
    pub fn svg(&self) -> String {
        match self {
            Picture::Levels(course) => levels::svg(course),
            Picture::Round(end) => round::svg(end),
            Picture::Trick(shown) => trick::svg(shown),
            Picture::Course(results) => course::svg(results),
        }
    }

    /// The drawing as a PNG of [`Self::WIDTH`] pixels.
    pub fn png(&self) -> Vec<u8> {
        raster::png(&self.svg(), Self::WIDTH)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::art::SuitColors;
    use crate::art::picture::{Course, Levels, Round, Trick, Winds};
    use crate::chance::{Chance, Seed};
    use crate::game::Seat;
    use crate::tractor::card::{Card, Rank};
    use crate::tractor::seating::Team;
    use crate::tractor::trump::Trump;

    /// The most bytes of a picture.
    const MOST: usize = 60_000;

    fn hand(chance: &mut Chance, most: usize) -> Vec<Card> {
        let count = chance.below(most as u32 + 1) as usize;
        let cards = (0..count).map(|_| chance.below(Card::KINDS as u32) as usize);
        cards.filter_map(Card::from_index).collect()
    }

    fn rank(chance: &mut Chance) -> Rank {
        Rank::from_index(chance.below(13) as usize).expect("there are thirteen")
    }

    fn trick(chance: &mut Chance, most: usize) -> Trick {
        let seat = |n: u32| Seat::new(n as u8);
        let open = chance.below(2) == 0;
        Trick {
            trump: Trump::no_trump(rank(chance)),
            leader: seat(chance.below(4)),
            plays: std::array::from_fn(|_| hand(chance, most)),
            winner: (chance.below(2) == 0).then(|| seat(chance.below(4))),
            dealer: (chance.below(2) == 0).then(|| seat(chance.below(4))),
            hands: open.then(|| std::array::from_fn(|_| hand(chance, 33))),
            colors: SuitColors::Four,
            winds: Winds::Chinese,
        }
    }

    /// Any picture, also of what a game would never show.
    fn any(chance: &mut Chance) -> Picture {
        let team = |n: u32| Team::ALL[n as usize];
        match chance.below(4) {
            0 => Picture::Trick(trick(chance, 25)),
            1 => {
                let most = [0, 1, 5, 99][chance.below(4) as usize];
                let levels = (0..=most).map(|_| [rank(chance), rank(chance)]).collect();
                Picture::Levels(Levels {
                    levels,
                    winners: (0..most).map(|_| team(chance.below(2))).collect(),
                    to: rank(chance),
                    winds: Winds::Latin,
                })
            }
            2 => {
                let most = [0, 1, 12, 200][chance.below(4) as usize];
                let spans = (0..most).map(|_| (chance.below(50), chance.below(60)));
                Picture::Course(Course {
                    spans: spans.collect(),
                })
            }
            _ => Picture::Round(Round {
                trick: (chance.below(2) == 0).then(|| Trick {
                    hands: None,
                    ..trick(chance, 25)
                }),
                kitty: hand(chance, 33),
                points: (chance.below(400) as i32 - 50, chance.below(120) as i32),
                winner: team(chance.below(2)),
                declarers: team(chance.below(2)),
                levels: std::array::from_fn(|_| [rank(chance), rank(chance)]),
                to: rank(chance),
                colors: SuitColors::Two,
                winds: Winds::Chinese,
            }),
        }
    }

    #[test]
    fn every_picture_is_drawn_in_few_bytes() {
        for number in 0..24 {
            let picture = any(&mut Seed::from_number(number).chance());
            let file = picture.png();
            assert!(file.len() <= MOST, "{} bytes: {picture:?}", file.len());
            let width = u32::from_be_bytes(file[16..20].try_into().expect("four bytes"));
            assert_eq!(width, Picture::WIDTH);
            assert!(!picture.svg().contains("<text"), "no font is asked for");
        }
    }

    #[test]
    fn icons_are_small_squares() {
        for icon in Icon::all().step_by(7) {
            let file = icon.png();
            let [width, height] = [16, 20]
                .map(|at| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes")));
            assert_eq!([width, height], [Icon::SIZE; 2], "{icon:?}");
            assert!(file.len() < 8_000, "{icon:?}: {}", file.len());
        }
    }

    #[test]
    fn every_icon_has_a_name_of_its_own_that_discord_takes() {
        let names: Vec<String> = Icon::all().map(Icon::name).collect();
        let distinct: HashSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), 55 + 26 + 54 + 4 + 1);
        assert_eq!(names.len(), distinct.len());
        for name in names {
            let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
            assert!(
                (2..=32).contains(&name.len()) && name.chars().all(fine),
                "{name}"
            );
        }
    }
}
