//! Photographs as small files, and how much two of them differ.
//!
//! Decides how a photograph is kept (few colours), and from where on a page counts as another
//! one: fonts differ a little from machine to machine, pages do not.

use std::collections::HashMap;
use std::fmt;

use png::{ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::Pixmap;

/// An opaque picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photograph {
    pub width: usize,
    pub height: usize,
    /// Red, green and blue, row by row.
    pub pixels: Vec<[u8; 3]>,
}

/// Where something is on a photograph, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    /// Of its four numbers: where it begins, and how large it is.
    pub fn of(mut number: impl FnMut(usize) -> Option<usize>) -> Option<Self> {
        Some(Self {
            x: number(0)?,
            y: number(1)?,
            width: number(2)?,
            height: number(3)?,
        })
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Area {
            x,
            y,
            width,
            height,
        } = self;
        write!(f, "{x} {y} {width} {height}")
    }
}

/// How many colours a kept photograph has.
const MOST_COLOURS: usize = 96;
/// The edge of the squares that are compared; within one, letters may be drawn a little differently.
const SQUARE: usize = 12;
/// By how much a square may differ, of 255, to count as the same.
const SAME: u32 = 28;
/// The most squares of a page that may differ, in percent.
const MOST_SQUARES: f64 = 4.0;
/// The most by which a page may be higher or lower, in percent.
const MOST_HEIGHT: f64 = 3.0;

impl Photograph {
    pub fn of_png(bytes: &[u8]) -> Result<Self, String> {
        let pixels = Pixmap::decode_png(bytes).map_err(|error| error.to_string())?;
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let pixels = pixels.pixels().iter();
        let pixels = pixels.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        Ok(Self {
            width,
            height,
            pixels: pixels.collect(),
        })
    }

    /// Photographs of one size beside each other, so many in a row, and where each is.
    pub fn beside(shots: &[Photograph], columns: usize) -> (Self, Vec<Area>) {
        const GAP: usize = 8;
        let (width, height) = shots.first().map_or((0, 0), |one| (one.width, one.height));
        let (across, down) = (columns.min(shots.len()), shots.len().div_ceil(columns));
        let mut whole = Self {
            width: across * (width + GAP),
            height: down * (height + GAP),
            pixels: Vec::new(),
        };
        whole.pixels = vec![[128; 3]; whole.width * whole.height];
        let mut areas = Vec::new();
        for (at, shot) in shots.iter().enumerate() {
            let (x, y) = (at % columns * (width + GAP), at / columns * (height + GAP));
            for (row, pixels) in shot.pixels.chunks(width).enumerate() {
                let from = (y + row) * whole.width + x;
                whole.pixels[from..from + width].copy_from_slice(pixels);
            }
            areas.push(Area {
                x,
                y,
                width,
                height,
            });
        }
        (whole, areas)
    }

    /// The photograph as a PNG of at most [`MOST_COLOURS`].
    pub fn to_png(&self) -> Vec<u8> {
        let palette = palette(&self.pixels);
        let mut nearest = HashMap::new();
        let mut place = |pixel: &[u8; 3]| {
            let nearest = nearest.entry(*pixel);
            *nearest.or_insert_with(|| closest(&palette, *pixel))
        };
        let places: Vec<u8> = self.pixels.iter().map(&mut place).collect();
        let mut kept = Vec::new();
        let mut png = Encoder::new(&mut kept, self.width as u32, self.height as u32);
        png.set_color(ColorType::Indexed);
        png.set_palette(palette.concat());
        png.set_compression(Compression::High);
        png.set_filter(Filter::NoFilter);
        let written = png
            .write_header()
            .and_then(|mut png| png.write_image_data(&places));
        written.expect("memory takes it");
        kept
    }

    /// The mean colour of a square of an area; its place is counted in squares.
    fn mean(&self, area: Area, column: usize, row: usize) -> [u32; 3] {
        // A plain loop: a debug build spends most of its time here.
        let mut sum = [0; 3];
        let mut count = 0;
        let end = |from: usize, most: usize| (from + SQUARE).min(most);
        let columns = column * SQUARE..end(column * SQUARE, area.width);
        for y in row * SQUARE..end(row * SQUARE, area.height) {
            let from = (area.y + y) * self.width + area.x;
            let line = self.pixels.get(from + columns.start..from + columns.end);
            for pixel in line.unwrap_or_default() {
                sum[0] += u32::from(pixel[0]);
                sum[1] += u32::from(pixel[1]);
                sum[2] += u32::from(pixel[2]);
                count += 1;
            }
        }
        sum.map(|sum| sum / count.max(1))
    }
}

/// The most frequent colours, then those of letters, similar ones taken together.
fn palette(pixels: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let mut exact: HashMap<[u8; 3], u32> = HashMap::new();
    for pixel in pixels {
        *exact.entry(*pixel).or_default() += 1;
    }
    let mut surfaces: Vec<_> = exact
        .iter()
        .map(|(colour, count)| (*count, *colour))
        .collect();
    surfaces.sort_unstable_by(|a, b| b.cmp(a));
    let surfaces: Vec<[u8; 3]> = surfaces
        .into_iter()
        .take(MOST_COLOURS / 3)
        .map(|found| found.1)
        .collect();
    let mut cells: HashMap<[u8; 3], ([u8; 3], u32, u32)> = HashMap::new();
    for (colour, count) in exact {
        let cell = cells.entry(colour.map(|part| part >> 4)).or_default();
        // The most frequent of a cell stands for it.
        if (count, colour) > (cell.1, cell.0) {
            (cell.0, cell.1) = (colour, count);
        }
        cell.2 += count;
    }
    let mut frequent: Vec<(u32, [u8; 3])> = cells.values().map(|cell| (cell.2, cell.0)).collect();
    frequent.sort_unstable_by(|a, b| b.cmp(a));
    let letters = frequent.into_iter().map(|(_, colour)| colour);
    let letters = letters.filter(|colour| !surfaces.contains(colour));
    let letters: Vec<[u8; 3]> = letters.take(MOST_COLOURS - surfaces.len()).collect();
    [surfaces, letters].concat()
}

fn closest(palette: &[[u8; 3]], pixel: [u8; 3]) -> u8 {
    let far = |colour: &[u8; 3]| -> u32 {
        let parts = colour.iter().zip(&pixel);
        parts.map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let nearest = (0..palette.len()).min_by_key(|at| far(&palette[*at]));
    nearest.unwrap_or(0) as u8
}

/// What is different between a page as it was and as it is; `None` if it counts as the same.
pub fn difference(was: &Photograph, then: Area, is: &Photograph, now: Area) -> Option<String> {
    let grown = (now.height as f64 - then.height as f64) / then.height.max(1) as f64 * 100.0;
    if now.width != then.width || grown.abs() > MOST_HEIGHT {
        return Some(format!(
            "{} × {} pixels instead of {} × {}",
            now.width, now.height, then.width, then.height
        ));
    }
    let columns = now.width.div_ceil(SQUARE);
    let rows = now.height.min(then.height) / SQUARE;
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let other = squares.filter(|(column, row)| {
        let parts = was
            .mean(then, *column, *row)
            .into_iter()
            .zip(is.mean(now, *column, *row));
        parts.map(|(a, b)| a.abs_diff(b)).max() > Some(SAME)
    });
    let share = other.count() as f64 / (columns * rows).max(1) as f64 * 100.0;
    (share > MOST_SQUARES).then(|| format!("{share:.1} % of it looks different"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 240;
    const HEIGHT: usize = 480;

    /// A page of dark lines of text on white, with a coloured button below them.
    fn page(lines: usize, button: [u8; 3], shift: usize) -> Photograph {
        let pixel = |x: usize, y: usize| {
            let (x, y) = (x + shift, y);
            let line = y / 24;
            match (line < lines, y % 24) {
                (true, 6..=18) if x % 7 < 3 => [40; 3],
                (false, _) if line == 18 => button,
                _ => [255; 3],
            }
        };
        let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| pixel(x, y)));
        Photograph {
            width: WIDTH,
            height: HEIGHT,
            pixels: pixels.collect(),
        }
    }

    fn whole(height: usize) -> Area {
        Area {
            x: 0,
            y: 0,
            width: WIDTH,
            height,
        }
    }

    /// Whether a page counts as the one that it was.
    fn check(is: &Photograph, height: usize, same: bool) {
        let was = page(12, [88, 101, 242], 0);
        let told = difference(&was, whole(HEIGHT), is, whole(height));
        assert_eq!(told.is_none(), same, "{told:?}");
    }

    #[test]
    fn letters_may_be_drawn_a_little_differently_but_no_page_may_be_another() {
        check(&page(12, [88, 101, 242], 0), HEIGHT, true);
        check(&page(12, [88, 101, 242], 1), HEIGHT, true);
        check(&page(12, [90, 99, 240], 2), HEIGHT + 10, true);
        check(&page(14, [88, 101, 242], 0), HEIGHT, false);
        check(&page(12, [218, 55, 60], 0), HEIGHT, false);
        check(&page(12, [88, 101, 242], 0), HEIGHT + 24, false);
    }

    #[test]
    fn a_photograph_is_kept_with_its_frequent_colours() {
        let kept = page(9, [36, 128, 70], 0);
        let png = kept.to_png();
        assert_eq!(Photograph::of_png(&png), Ok(kept));
        assert!(png.len() < 4_000, "{} bytes", png.len());
    }
}
