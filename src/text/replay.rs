//! A finished round, page by page, with all hands open.
//!
//! Decides how to get from page to page. The game draws the pages from what was seen of the round:
//! no rule is asked again.

use super::context::{Face, RenderContext};
use super::page::{Control, Page, Style};
use super::press::{Leaf, Press, Tap};
use super::voice::Voice;
use crate::game::Seat;
use crate::table::{Player, Position, TableKey};

/// The pages of a round, with nothing to tap.
pub fn pages<G: Voice>(replay: &G::Replay, players: &[Player], cx: &RenderContext) -> Vec<Page> {
    let mut pages = G::replay(replay, players, cx);
    for page in &mut pages {
        page.controls.clear();
        page.ping.clear();
    }
    pages
}

/// One of the pages, with its number and controls to the others.
pub fn leaf(pages: &[Page], key: TableKey, leaf: Leaf, cx: &RenderContext) -> Option<Page> {
    let count = pages.len();
    let last = u16::try_from(count.checked_sub(1)?).unwrap_or(u16::MAX);
    let at = leaf.page.min(last);
    let mut page = pages[usize::from(at)].clone();
    page.push("");
    page.push(say!(cx, "replay-page", n = at + 1, of = count));
    let button = |label: String, to: u16, enabled: bool| Control::Button {
        icon: None,
        label,
        press: Press {
            table: key,
            at: Position::default(),
            tap: Tap::Replay(Leaf { page: to, ..leaf }),
        },
        style: Style::Plain,
        enabled,
    };
    if last > 0 {
        let (back, on) = (at.checked_sub(1), (at < last).then_some(at + 1));
        page.row(vec![
            // Both ends link to themselves, so that no two buttons have the same press.
            button(
                say!(cx, "button-previous"),
                back.unwrap_or(at),
                back.is_some(),
            ),
            button(say!(cx, "button-next"), on.unwrap_or(at), on.is_some()),
        ]);
        if let (Face::Terminal, Some(next)) = (cx.face, on) {
            let command = cx.command(&format!("replay {} {}", leaf.round, next + 1));
            page.push(say!(cx, "replay-next", command = command));
        }
    }
    Some(page)
}

pub fn hand_line<G: Voice>(who: &str, seat: Seat, cards: &str, cx: &RenderContext) -> String {
    let cards = if cards.is_empty() { "–" } else { cards };
    format!("{} {who}: {cards}", G::seat_name(seat, cx))
}
