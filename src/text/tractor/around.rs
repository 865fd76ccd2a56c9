//! The trick as it lies around the table, for faces whose characters are all equally wide.
//!
//! Decides where each play is drawn: the viewer's own seat at the bottom, the next one on the right.

use unicode_width::UnicodeWidthStr as _;

use super::phrases::Table;
use super::{options, trick};
use crate::game::Seat;
use crate::text::context::{Face, RenderContext};
use crate::text::markup::{Span, escape, spans};
use crate::text::table::{is_viewer, plain_who};
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::seating;
use crate::tractor::trump::Trump;
use crate::tractor::view::{PhaseView, TrickView, View};

/// The columns of the table.
const COLUMNS: usize = 58;
/// The columns of a card.
const CARD: usize = 4;

/// The trick so far for the hand: around the table where characters stay in place, else in one line.
pub fn on_table(view: &Table, game: &View, cx: &RenderContext) -> Vec<String> {
    let around = match &game.phase {
        PhaseView::Playing { trick: on, .. } if !on.plays.is_empty() => {
            lines(view, options::trump(game), on, cx)
        }
        _ => None,
    };
    around.unwrap_or_else(|| trick::line(view, game, cx).into_iter().collect())
}

/// The lines of the table; `None` where they would not stay in place, or a play is too wide.
fn lines(view: &Table, trump: Trump, on: &TrickView, cx: &RenderContext) -> Option<Vec<String>> {
    let flat = cx.face != Face::Terminal || cx.faces.is_none();
    // What is taken back of a failed throw needs words.
    if flat || on.failed_throw.is_some() {
        return None;
    }
    let own = view.seat().unwrap_or(seating::Wind::South.seat());
    let [bottom, right, top, left] =
        seats_from(own).map(|seat| Spot::of(seat, view, trump, on, cx));
    let side = left.width().max(right.width());
    let widest = top.width().max(bottom.width());
    if 2 * side + 1 > COLUMNS || widest > COLUMNS {
        return None;
    }
    let points = (on.points > 0).then(|| say!(cx, "trick-points", points = on.points));
    let points = points.filter(|points| 2 * side + width(points) + 2 <= COLUMNS);
    Some(vec![
        middle(&top.name),
        middle(&top.cards),
        apart(
            &left.name,
            points.as_deref().unwrap_or_default(),
            &right.name,
        ),
        apart(&left.cards, "", &right.cards),
        middle(&bottom.cards),
        middle(&bottom.name),
    ])
}

/// The four seats in turn order, this one first.
fn seats_from(own: Seat) -> [Seat; 4] {
    let right = seating::next(own);
    let top = seating::next(right);
    [own, right, top, seating::next(top)]
}

/// A seat with what lies before it.
struct Spot {
    name: String,
    cards: String,
}

impl Spot {
    fn of(seat: Seat, view: &Table, trump: Trump, on: &TrickView, cx: &RenderContext) -> Self {
        let who = match is_viewer(view, seat) {
            true => say!(cx, "trick-you"),
            false => plain_who(view, seat, cx),
        };
        let wind = Tractor::seat_name(seat, cx);
        let lead = if on.leader == seat { "▸ " } else { "" };
        let winning = match on.winning == Some(seat) {
            true => " ◂",
            false => "",
        };
        let play = seats_from(on.leader).into_iter().zip(&on.plays);
        let play = play.into_iter().find(|(at, _)| *at == seat);
        Self {
            name: format!("{lead}{wind} {who}{winning}"),
            cards: play.map_or_else(|| escape("·"), |(_, play)| trick::shown(trump, play, cx)),
        }
    }

    fn width(&self) -> usize {
        width(&self.name).max(width(&self.cards))
    }
}

/// The columns that a line of markup takes.
fn width(line: &str) -> usize {
    let widths = spans(line).into_iter().map(|span| match span {
        Span::Icon(_) => CARD,
        Span::Plain(text) | Span::Bold(text) | Span::Code(text) => text.width(),
    });
    widths.sum()
}

fn middle(line: &str) -> String {
    let before = COLUMNS.saturating_sub(width(line)) / 2;
    format!("{}{line}", " ".repeat(before))
}

/// The first at the left, the second in the middle, the third at the right.
fn apart(left: &str, center: &str, right: &str) -> String {
    let (a, b, c) = (width(left), width(center), width(right));
    let before = ((COLUMNS.saturating_sub(b)) / 2).saturating_sub(a);
    let after = COLUMNS.saturating_sub(a + before + b + c);
    format!(
        "{left}{}{center}{}{right}",
        " ".repeat(before),
        " ".repeat(after)
    )
}
