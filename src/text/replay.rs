//! A finished round, page by page, with all hands open.
//!
//! Decides how one gets from page to page. What a page shows is the game's; that nothing is shown
//! of a round that is still played is for whoever asks for the pages.

use super::context::{Face, RenderContext};
use super::page::{Control, Page, Style};
use super::press::{Leaf, Press, Tap};
use super::voice::Voice;
use crate::game::{Seat, Viewer};
use crate::table::{MatchRecord, Position, StageView, TableKey};

/// The pages of a round of any game: the table after each move, and what everybody holds then.
/// Moves of the clock make no page. A record that does not play again ends where it fails.
pub fn moves<G: Voice>(record: &MatchRecord<G>, round: u32, cx: &RenderContext) -> Vec<Page> {
    let mut pages = Vec::new();
    let played = record.play(|before, after| {
        if before.round() != round || before.turn_number() == after.turn_number() {
            return;
        }
        let view = record.view(after, Viewer::Public);
        let StageView::Over(game) = &view.stage else {
            return;
        };
        let mut page = G::record_page(&view, game, cx);
        page.controls.clear();
        page.ping.clear();
        for place in &view.seats {
            let own = record.view(after, Viewer::Seat(place.seat));
            page.lines.extend(G::open_hand(&own, place.seat, cx));
        }
        pages.push(page);
    });
    if let Err(error) = played {
        tracing::warn!(%error, "a record cannot be played again");
    }
    pages
}

/// One page of many: with its number, and a way to the others.
pub fn leaf(mut pages: Vec<Page>, key: TableKey, leaf: Leaf, cx: &RenderContext) -> Option<Page> {
    let count = pages.len();
    let last = u16::try_from(count.checked_sub(1)?).unwrap_or(u16::MAX);
    let at = leaf.page.min(last);
    let mut page = pages.swap_remove(usize::from(at));
    page.push("");
    page.push(say!(cx, "replay-page", n = at + 1, of = count));
    let button = |label: String, to: u16, enabled: bool| Control::Button {
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
            // Both ends lead to themselves, so that no two buttons mean the same.
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

/// A seat with the cards it holds.
pub fn hand_line<G: Voice>(who: &str, seat: Seat, cards: &str, cx: &RenderContext) -> String {
    let cards = if cards.is_empty() { "–" } else { cards };
    format!("{} {who}: {cards}", G::seat_name(seat, cx))
}
