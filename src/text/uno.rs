//! How UNO is spoken: its pages, notices, refusals and words.

pub mod cards;
mod hand;
mod notices;
mod refusals;
mod score;
mod table;
mod words;

use super::context::RenderContext;
use super::page::Page;
use super::press::Sheet;
use super::replay::hand_line;
use super::voice::Voice;
use super::words::{ParseError, Verb};
use crate::game::Seat;
use crate::table::{Skill, TableView};
use crate::uno::{Action, Notice, PhaseView, Rejection, Uno, View};

/// A table of UNO for one viewer.
type Table = TableView<Uno>;

impl Voice for Uno {
    const OPENED_WITH: &'static str = "uno";
    const SEAT_EXAMPLE: &'static str = "2";
    const SKILLS: &'static [Skill] = &[Skill::Random, Skill::Heuristic];

    fn seat_name(seat: Seat, cx: &RenderContext) -> String {
        say!(cx, "seat-number", n = seat.index() + 1)
    }

    fn parse_seat(words: &str) -> Result<Seat, ParseError> {
        words::seat(words)
    }

    fn parse(verb: Verb, words: &str, view: &Table) -> Result<Action, ParseError> {
        words::action(verb, words, view)
    }

    fn lobby_lines(_: &Table, _: &RenderContext) -> Vec<String> {
        Vec::new()
    }

    fn table_page(view: &Table, game: &View, cx: &RenderContext) -> Page {
        table::page(view, game, cx)
    }

    fn hand_page(view: &Table, cx: &RenderContext) -> Page {
        hand::page(view, cx)
    }

    fn game_sheet(sheet: Sheet, view: &Table, cx: &RenderContext) -> Page {
        score::page(sheet, view, cx)
    }

    fn game_notice(notice: &Notice, view: &Table, cx: &RenderContext) -> Vec<String> {
        notices::lines(notice, view, cx)
    }

    fn open_hand(view: &Table, seat: Seat, cx: &RenderContext) -> Option<String> {
        match &view.stage.game()?.phase {
            PhaseView::Playing(round) => {
                let cards = cards::list(&round.hand, cx);
                let who = super::table::who(view, seat, cx);
                Some(hand_line::<Uno>(&who, seat, &cards, cx))
            }
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
        }
    }

    fn rejection(rejection: &Rejection, view: &Table, cx: &RenderContext) -> String {
        refusals::sentence(rejection, view, cx)
    }

    fn prompt(view: &Table, cx: &RenderContext) -> String {
        hand::prompt(view, cx)
    }

    fn hint(action: &Action, view: &Table, cx: &RenderContext) -> String {
        hand::hint(action, view, cx)
    }
}
