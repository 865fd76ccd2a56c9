//! Drawings as pixels: PNG with a palette, which keeps pictures of few colours small.

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};

/// The most colours of a palette.
const MOST: usize = 256;

/// A drawing of ours as a PNG of this width.
pub(super) fn png(svg: &str, width: u32) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.expect("our own drawings are SVG");
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
