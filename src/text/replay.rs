//! A finished round, page by page, with all hands open.
//!
//! Decides how to get from page to page. The game draws the pages; callers must ask for finished
//! rounds only.

use super::context::{Face, RenderContext};
use super::page::{Control, Page, Style};
use super::press::{Leaf, Press, Tap};
use super::voice::Voice;
use crate::game::{Seat, Turn, Viewer};
use crate::table::{MatchRecord, Position, StageView, TableKey, TableView};

/// The pages of a round of any game: after each move the `page` of the table with everybody's
/// `hand` below it, and at the end the round's result. Moves of the clock have no page. A record
/// that does not replay ends where it fails.
pub fn moves<G: Voice>(
    record: &MatchRecord<G>,
    round: u32,
    cx: &RenderContext,
    page: impl Fn(&TableView<G>, &G::View) -> Page,
    hand: impl Fn(&TableView<G>, Seat) -> Option<String>,
) -> Vec<Page> {
    // A game without rounds is one round.
    let in_round = |game: &G| matches!(game.round(), 0) || game.round() == round;
    let mut pages = Vec::new();
    let played = record.play(|before, after| {
        let over = after.turn() == Turn::Over || !in_round(after);
        let moved = before.turn_number() != after.turn_number();
        if before.turn() == Turn::Over || !in_round(before) || !(moved || over) {
            return;
        }
        let view = record.view(after, Viewer::Public);
        let StageView::Over(game) = &view.stage else {
            return;
        };
        let result = || G::round_page(round, &view, game, cx);
        let result = over.then(result).flatten();
        let mut page = result.unwrap_or_else(|| page(&view, game));
        page.controls.clear();
        page.ping.clear();
        for place in &view.seats {
            let own = record.view(after, Viewer::Seat(place.seat));
            page.lines.extend(hand(&own, place.seat));
        }
        pages.push(page);
    });
    if let Err(error) = played {
        tracing::warn!(%error, "a record cannot be played again");
    }
    pages
}

/// One of the pages, with its number and controls to the others.
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

/// A seat with its cards.
pub fn hand_line<G: Voice>(who: &str, seat: Seat, cards: &str, cx: &RenderContext) -> String {
    let cards = if cards.is_empty() { "–" } else { cards };
    format!("{} {who}: {cards}", G::seat_name(seat, cx))
}
