//! Duels: one round of tractor with the same cards for everybody who has its code.
//!
//! Decides how results stand beside one another, and how somebody is asked. Nothing in it tells a card.

use super::context::RenderContext;
use super::daily;
use super::duel_code::code;
use super::page::{Page, Style};
use super::press::Tap;
use crate::store::{DailyLeader, DailyScore};
use crate::table::{PersonId, TableKey};

/// How somebody did, and all who have played the same cards.
#[derive(Debug, Clone)]
pub struct DuelResult<'a> {
    pub number: u32,
    pub score: &'a DailyScore,
    /// Everybody with a result, the best first.
    pub all: &'a [DailyLeader],
    /// The points with which the opponents win.
    pub needed: u16,
    /// The table where it was played.
    pub table: TableKey,
}

pub fn result_page(result: &DuelResult<'_>, cx: &RenderContext) -> Page {
    let code = code(result.number);
    let mut page = Page::titled(say!(cx, "duel-title", code = code.as_str()));
    page.push(daily::score_line(result.score, result.needed, cx));
    page.push("");
    page.lines.extend(daily::leader_lines(result.all, cx));
    page.push("");
    let command = cx.command(&format!("duel {code} @"));
    page.push(say!(cx, "duel-next", command));
    let review = say!(cx, "button-review");
    page.row(vec![daily::button(
        review,
        result.table,
        Tap::Review,
        Style::Plain,
    )]);
    page
}

/// Tells those whom somebody asks to play the same cards, with a button for it.
pub fn invitation(
    number: u32,
    who: &str,
    asked: Vec<PersonId>,
    table: TableKey,
    cx: &RenderContext,
) -> Page {
    let command = cx.command(&format!("duel {}", code(number)));
    let mut page = Page::line(say!(cx, "duel-invitation", who, command));
    page.ping = asked;
    let (label, tap) = (say!(cx, "button-duel"), Tap::Duel(number));
    page.row(vec![daily::button(label, table, tap, Style::Good)]);
    page
}
