//! Writes sheets of all icons, as large as they are read, on dark and on light ground, and one of each
//! picture: `cargo run --example faces -- FOLDER`.

mod pictures;

use std::fmt::Write as _;
use std::path::PathBuf;

use resvg::{tiny_skia, usvg};
use tractor_bot::art::Icon;

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
    for (name, picture) in pictures::of_each_kind() {
        let png = picture.png();
        println!("{name}: {} bytes", png.len());
        std::fs::write(folder.join(format!("{name}.png")), png)?;
    }
    Ok(())
}
