//! Rows of faces, and pages with faces that have to fit a message.
//!
//! Decides when cards are faces and when they are signs. Knows no game.

use super::context::{Face, RenderContext};
use super::page::Page;
use crate::art::Icon;

/// The page that is made, without emojis if it is too long with them for a message.
pub fn fitting(cx: &RenderContext, make: impl Fn(&RenderContext) -> Page) -> Page {
    let page = make(cx);
    match cx.faces.is_none() || cx.face == Face::Terminal || page.fits() {
        true => page,
        false => make(&cx.without_faces()),
    }
}

/// Emojis side by side; `None` if one of them is missing, so that a row is of one kind.
pub fn row(icons: impl IntoIterator<Item = Icon>, cx: &RenderContext) -> Option<String> {
    let faces = icons
        .into_iter()
        .map(|icon| Some(cx.emoji(icon)?.to_string()));
    faces.collect()
}
