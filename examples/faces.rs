//! Writes sheets of all icons, as large as they are read, on dark and on light ground, and one of each
//! picture: `cargo run --example faces -- FOLDER`.

use std::fmt::Write as _;
use std::path::PathBuf;

use resvg::{tiny_skia, usvg};
use tractor_bot::art::picture::{Course, Levels, Round, Trick, Winds};
use tractor_bot::art::{Icon, Picture, SuitColors};
use tractor_bot::tractor::card::{Card, Rank, Suit};
use tractor_bot::tractor::seating::{Team, Wind};
use tractor_bot::tractor::trump::Trump;

/// A sheet of icons of this many pixels, on this ground.
fn sheet(size: usize, ground: &str, zoom: usize) -> String {
    let icons: Vec<Icon> = Icon::all().collect();
    let (columns, step) = (14, size + 4);
    let rows = icons.len().div_ceil(columns);
    let (width, height) = (columns * step + 4, rows * step + 4);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{}" height="{}"><rect width="{width}" height="{height}" fill="{ground}"/>"#,
        width * zoom,
        height * zoom
    );
    for (n, icon) in icons.iter().enumerate() {
        let (x, y) = (4 + n % columns * step, 4 + n / columns * step);
        let inner = icon.svg().replacen(
            "<svg ",
            &format!(r#"<svg x="{x}" y="{y}" width="{size}" height="{size}" "#),
            1,
        );
        let _ = write!(svg, "{inner}");
    }
    svg + "</svg>"
}

fn cards(text: &str) -> Vec<Card> {
    let cards = text.split(' ').filter_map(|word| word.parse().ok());
    cards.collect()
}

fn rank(index: usize) -> Rank {
    Rank::from_index(index.min(12)).unwrap_or(Rank::ACE)
}

/// A picture of each kind.
fn pictures() -> Vec<(&'static str, Picture)> {
    let hand: Vec<Card> = Card::all().step_by(2).take(25).collect();
    let trick = Trick {
        trump: Trump::suited(Rank::TWO, Suit::Hearts),
        leader: Wind::West.seat(),
        plays: [
            cards("KS KS"),
            cards("4S 4S"),
            cards("9S 10S"),
            cards("AS AS"),
        ],
        winner: Some(Wind::East.seat()),
        dealer: Some(Wind::North.seat()),
        hands: None,
        colors: SuitColors::Two,
        winds: Winds::Latin,
    };
    let open = Trick {
        hands: Some([hand.clone(), hand.clone(), hand[..7].to_vec(), hand]),
        winds: Winds::Chinese,
        colors: SuitColors::Four,
        ..trick.clone()
    };
    let round = Round {
        trick: Some(trick.clone()),
        kitty: cards("3C 4C 5D 9D 3S 6S JC 2D"),
        points: (120, 80),
        winner: Team::WestEast,
        declarers: Team::NorthSouth,
        levels: [[rank(5), rank(3)], [rank(5), rank(4)]],
        to: Rank::ACE,
        colors: SuitColors::Two,
        winds: Winds::Chinese,
    };
    let mut levels = vec![[rank(0), rank(0)]];
    let mut winners = Vec::new();
    for n in 0..24 {
        let [a, b] = levels[n].map(Rank::index);
        let first = n % 3 != 1;
        levels.push(match first {
            true => [rank(a + n % 2), rank(b)],
            false => [rank(a), rank(b + 2)],
        });
        winners.push(if first {
            Team::NorthSouth
        } else {
            Team::WestEast
        });
    }
    let course = Levels {
        levels,
        winners,
        to: Rank::ACE,
        winds: Winds::Latin,
    };
    let spans = (0..12).map(|n| (5 + n * 7 % 11, 2 + n * 5 % 4)).collect();
    vec![
        ("trick", Picture::Trick(trick)),
        ("hands", Picture::Trick(open)),
        ("round", Picture::Round(round)),
        ("levels", Picture::Levels(course)),
        ("course", Picture::Course(Course { spans })),
    ]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("a folder is missing")?);
    std::fs::create_dir_all(&folder)?;
    for (name, ground) in [("dark", "#313338"), ("light", "#ffffff")] {
        for size in [22, 48, 96] {
            let tree = usvg::Tree::from_str(&sheet(size, ground, 1), &usvg::Options::default())?;
            let (width, height) = (tree.size().width(), tree.size().height());
            let mut pixels =
                tiny_skia::Pixmap::new(width as u32, height as u32).ok_or("no icons")?;
            resvg::render(
                &tree,
                tiny_skia::Transform::identity(),
                &mut pixels.as_mut(),
            );
            let mut shown = pixels;
            // What is read small is looked at enlarged, pixel by pixel.
            if size == 22 {
                let (w, h) = (shown.width() * 3, shown.height() * 3);
                let mut large = tiny_skia::Pixmap::new(w, h).ok_or("no icons")?;
                let paint = tiny_skia::PixmapPaint::default();
                let by = tiny_skia::Transform::from_scale(3.0, 3.0);
                large.draw_pixmap(0, 0, shown.as_ref(), &paint, by, None);
                shown = large;
            }
            shown.save_png(folder.join(format!("icons-{size}-{name}.png")))?;
        }
    }
    for (name, picture) in pictures() {
        let png = picture.png();
        println!("{name}: {} bytes", png.len());
        std::fs::write(folder.join(format!("{name}.png")), png)?;
    }
    Ok(())
}
