//! Drawings as pixels.

/// A drawing of ours as a PNG of this width.
pub(super) fn png(svg: &str, width: u32) -> Vec<u8> {
    let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default());
    let tree = tree.expect("our own drawings are SVG");
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let pixels = resvg::tiny_skia::Pixmap::new(width, height.max(1));
    let mut pixels = pixels.expect("a picture is neither empty nor huge");
    let transform = resvg::tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().expect("pixels in memory can be packed")
}
