//! Drawings: how icons and pictures become SVG and PNG. The PNGs have a palette, which keeps pictures
//! of few colours small.

use super::picture::{Icon, Picture};
use super::*;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::sync::LazyLock;

static NAMES: LazyLock<HashMap<Icon, String>> = LazyLock::new(|| {
    let named = |icon: Icon| {
        let version = hex::encode(&Sha256::digest(icon.svg().as_bytes())[..2]);
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
            Icon::Back => card::back("#3b5fa8"),
            Icon::Uno(shown) => card::uno(shown),
            Icon::Color(color) => card::color(color),
            Icon::UnoBack => card::back("#3a3b40"),
        };
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{drawn}</svg>"#)
    }

    /// The drawing as a PNG of [`Self::SIZE`] pixels.
    pub fn png(self) -> Vec<u8> {
        png(&self.svg(), Self::SIZE)
    }
}

impl Picture {
    /// The width of a picture in pixels.
    pub const WIDTH: u32 = 800;

    /// The drawing, without text and without anything outside of itself.
    pub fn svg(&self) -> String {
        match self {
            Picture::Levels(course) => levels::svg(course),
            Picture::Round(end) => trick::round(end),
            Picture::Trick(shown) => trick::trick(shown),
            Picture::Course(spans) => course::svg(spans),
            Picture::Ratings(days) => course::ratings(days),
            Picture::Cup(pairs) => course::cup(pairs),
        }
    }

    /// The drawing as a PNG of [`Self::WIDTH`] pixels.
    pub fn png(&self) -> Vec<u8> {
        png(&self.svg(), Self::WIDTH)
    }
}

/// The most colours of a palette.
const MOST: usize = 256;

/// A drawing of ours as a PNG of this width.
pub(super) fn png(svg: &str, width: u32) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default()).expect("our own drawings are SVG");
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let pixels = Pixmap::new(width, height.max(1));
    let mut pixels = pixels.expect("a picture is neither empty nor huge");
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    packed(&pixels)
}

/// The pixels as a PNG with at most 256 colours.
fn packed(pixels: &Pixmap) -> Vec<u8> {
    // Most pixels are as the one before them.
    let runs: Vec<&[PremultipliedColorU8]> = pixels.pixels().chunk_by(|a, b| a == b).collect();
    let color = |run: &[PremultipliedColorU8]| {
        let plain = run[0].demultiply();
        [plain.red(), plain.green(), plain.blue(), plain.alpha()]
    };
    let mut counted: HashMap<[u8; 4], usize> = HashMap::new();
    for run in &runs {
        *counted.entry(color(run)).or_default() += run.len();
    }
    let (palette, places) = palette(&counted);
    let mut indices: Vec<u8> = Vec::with_capacity(pixels.pixels().len());
    for run in &runs {
        indices.extend(std::iter::repeat_n(places[&color(run)], run.len()));
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let (opaque, alpha): (Vec<[u8; 3]>, Vec<u8>) = palette
        .iter()
        .map(|[r, g, b, a]| ([*r, *g, *b], *a))
        .unzip();
    encoder.set_palette(opaque.concat());
    encoder.set_trns(alpha);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&indices));
    written.expect("pixels in memory can be packed");
    file
}

/// A palette for these colours, and the place of each in it: alike colours share one, the most
/// frequent of them.
fn palette(counted: &HashMap<[u8; 4], usize>) -> (Vec<[u8; 4]>, HashMap<[u8; 4], u8>) {
    let mut frequent: Vec<[u8; 4]> = counted.keys().copied().collect();
    frequent.sort_unstable_by_key(|color| (std::cmp::Reverse(counted[color]), *color));
    for bits in (1..=8).rev() {
        let alike = |color: &[u8; 4]| color.map(|channel| channel >> (8 - bits));
        let mut groups: HashMap<[u8; 4], usize> = HashMap::new();
        let mut palette = Vec::new();
        for color in &frequent {
            groups.entry(alike(color)).or_insert_with(|| {
                palette.push(*color);
                palette.len() - 1
            });
        }
        if palette.len() <= MOST {
            let place = |color: &[u8; 4]| groups[&alike(color)] as u8;
            let places = frequent.iter().map(|color| (*color, place(color)));
            return (palette, places.collect());
        }
    }
    unreachable!("one bit a channel leaves sixteen colours")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::SuitColors;
    use crate::art::picture::Levels;
    use crate::art::picture::RoundPicture;
    use crate::art::picture::TablePicture;
    use crate::art::picture::Winds;

    use crate::chance::Chance;
    use crate::chance::Seed;
    use crate::game::Seat;
    use crate::tractor::card::Card;
    use crate::tractor::card::Rank;
    use crate::tractor::seating::Team;
    use crate::tractor::view::TrickView;
    use std::collections::HashSet;

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

    fn trick(chance: &mut Chance, most: usize) -> TablePicture {
        let seat = |n: u32| Seat::new(n as u8);
        let trick = TrickView {
            leader: seat(chance.below(4)),
            plays: (0..4).map(|_| hand(chance, most)).collect(),
            winning: (chance.below(2) == 0).then(|| seat(chance.below(4))),
            points: 0,
            failed_throw: None,
        };
        TablePicture {
            trick,
            dealer: (chance.below(2) == 0).then(|| seat(chance.below(4))),
            colors: SuitColors::Four,
            winds: Winds::Chinese,
        }
    }

    /// Any picture, also of what a game would never show.
    fn any(chance: &mut Chance) -> Picture {
        let team = |n: u32| Team::ALL[n as usize];
        match chance.below(6) {
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
                Picture::Course(spans.collect())
            }
            3 => {
                let most = [0, 1, 12, 200][chance.below(4) as usize];
                let days = (0..most).map(|day| (day, chance.below(4_000) as i32 - 500));
                Picture::Ratings(days.collect())
            }
            4 => {
                let rounds = [0, 1, 4, 12][chance.below(4) as usize];
                let pairs = (1..=chance.below(9) as usize).map(|place| {
                    let points = (0..rounds).map(|_| i64::from(chance.below(1_200)));
                    (place, points.collect())
                });
                Picture::Cup(pairs.collect())
            }
            _ => Picture::Round(RoundPicture {
                trick: (chance.below(2) == 0).then(|| trick(chance, 25)),
                kitty: hand(chance, 33),
                points: (chance.below(400) as i32 - 50, chance.below(120) as i32),
                winner: team(chance.below(2)),
                declarers: team(chance.below(2)),
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

    #[test]
    fn few_colours_are_kept_and_many_share_the_most_frequent() {
        let few = HashMap::from([([1, 2, 3, 255], 5), ([1, 2, 4, 255], 9)]);
        let (kept, places) = palette(&few);
        assert_eq!(kept, [[1, 2, 4, 255], [1, 2, 3, 255]]);
        assert_eq!(places[&[1, 2, 3, 255]], 1);
        let many =
            (0..=255_u8).flat_map(|a| [([a, 0, 0, 255], 1 + usize::from(a)), ([a, 1, 0, 255], 1)]);
        let (kept, places) = palette(&many.collect());
        assert!(kept.len() <= MOST, "{}", kept.len());
        assert_eq!(kept[0], [255, 0, 0, 255]);
        assert_eq!(places[&[254, 1, 0, 255]], places[&[255, 0, 0, 255]]);
    }
}
