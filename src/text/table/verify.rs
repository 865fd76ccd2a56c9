//! What the shuffle of a round can be checked with.

use std::fmt::Display;

use super::people::who;
use crate::game::Seat;
use crate::table::TableView;
use crate::text::context::RenderContext;
use crate::text::markup;
use crate::text::page::Page;
use crate::text::voice::Voice;

/// The seal of a round that is over, its secret, and by seat what was mixed in.
pub fn verify_page<'a, G: Voice>(
    round: u32,
    (seal, secret): (&impl Display, &str),
    mixed: impl IntoIterator<Item = Option<&'a str>>,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(say!(cx, "verify-title", round = round));
    page.push(say!(cx, "verify-seal", seal = seal.to_string()));
    page.push(say!(cx, "verify-secret", secret = secret));
    for (seat, words) in (0..).map(Seat::new).zip(mixed) {
        if let Some(words) = words {
            let (who, words) = (who(view, seat, cx), markup::quoted(words));
            page.push(say!(cx, "verify-mixed", who = who, words = words));
        }
    }
    page
}
