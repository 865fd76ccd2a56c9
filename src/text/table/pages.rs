//! The pages of a table that do not depend on its game.

use super::deeds::more_page;
use super::lobby::{closed_page, lobby_page};
use super::news::news_lines;
use super::rules::rules_page;
use crate::table::{News, StageView, TableNotice, TableView};
use crate::text::context::RenderContext;
use crate::text::help;
use crate::text::page::Page;
use crate::text::press::Sheet;
use crate::text::topic::Topic;
use crate::text::voice::Voice;

pub fn public_page<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Page {
    match &view.stage {
        StageView::Lobby => lobby_page(view, cx),
        StageView::Playing(game) | StageView::Over(game) => G::table_page(view, game, cx),
        StageView::Closed => G::closed_page(view, cx),
    }
}

/// The page of a closed table, with who or what closed it.
pub fn closing_page<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Page {
    let mut page = closed_page::<G>(cx);
    if let Some(by) = view.closing.as_ref().map(|closing| closing.by) {
        let why = news_lines(&News::Closed { by }, view, cx);
        page.lines.splice(0..0, why);
    }
    page
}

pub fn sheet_page<G: Voice>(sheet: Sheet, view: &TableView<G>, cx: &RenderContext) -> Page {
    match sheet {
        Sheet::Hand => G::hand_page(view, cx),
        Sheet::Rules => rules_page(view, cx),
        Sheet::Help(topic) => help::page(topic, cx),
        Sheet::More => more_page(view, cx),
        Sheet::Score | Sheet::LastTrick | Sheet::Verify | Sheet::Surrender => {
            G::game_sheet(sheet, view, cx)
        }
    }
}

/// The page of the help for what the viewer is doing at this table: for who does not play there, how
/// to sit down and start.
pub fn help_topic<G: Voice>(view: &TableView<G>) -> Topic {
    match &view.stage {
        StageView::Playing(game) | StageView::Over(game) if view.seat().is_some() => {
            G::help_topic(game)
        }
        _ => Topic::Game(G::KIND),
    }
}

/// The lines of a notice for the viewer; `None` if it has none.
pub fn notice_lines<G: Voice>(
    notice: &TableNotice<G>,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Option<Vec<String>> {
    let lines = match notice {
        News::Game(notice) => G::game_notice(notice, view, cx),
        news => news_lines(news, view, cx),
    };
    (!lines.is_empty()).then_some(lines)
}
