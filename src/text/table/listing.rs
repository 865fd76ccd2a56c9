//! The open tables as a list.

use super::super::page::Page;
use super::super::speech::{Face, Speech};
use super::super::voice::Voice;
use super::game_name;
use crate::game::GameKind;
use crate::table::{StageView, TableView};

/// A table in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableLine {
    channel: u64,
    game: GameKind,
    seated: usize,
    seats: usize,
    stage: StageView<()>,
}

impl TableLine {
    /// The line of the table in this channel.
    pub fn of<G: Voice>(view: &TableView<G>, channel: u64) -> Self {
        Self {
            channel,
            game: G::KIND,
            seated: view.seated(),
            seats: usize::from(*G::seats(&view.rules).end()),
            stage: match view.stage {
                StageView::Lobby => StageView::Lobby,
                StageView::Playing(_) => StageView::Playing(()),
                StageView::Over(_) => StageView::Over(()),
                StageView::Closed => StageView::Closed,
            },
        }
    }

    fn say(&self, cx: &Speech) -> String {
        let stage = match self.stage {
            StageView::Lobby => say!(cx, "list-lobby"),
            StageView::Playing(()) => say!(cx, "list-playing"),
            StageView::Over(()) | StageView::Closed => say!(cx, "list-over"),
        };
        let place = match cx.face {
            Face::Discord => format!("<#{}>", self.channel),
            Face::Terminal => format!("#{}", self.channel),
        };
        say!(
            cx,
            "list-line",
            place = place,
            game = game_name(self.game.name(), cx),
            seated = self.seated,
            seats = self.seats,
            stage = stage,
        )
    }
}

/// The open tables.
pub fn list_page(tables: &[TableLine], cx: &Speech) -> Page {
    let mut page = Page::titled(say!(cx, "list-title"));
    if tables.is_empty() {
        page.push(say!(cx, "list-none", join = cx.command("join")));
    }
    page.lines.extend(tables.iter().map(|table| table.say(cx)));
    page
}
