//! Windows that another face opens in its channels, with tables in them: who comes in, and what they find there.

use std::pin::Pin;

use serde::Serialize;

use super::answer::{Done, refuse};
use super::{Answer, AskedFrom, Command, Desk, Who};
use crate::command::Name;
use crate::game::GameKind;
use crate::table::TableKey;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::table::window_button;

/// A face that opens windows in its channels: it knows who is there.
pub trait Doorkeeper: Send + Sync {
    /// Who came with this code into this window, and in which channel that is.
    fn admit<'a>(&'a self, code: &'a str, window: &'a str) -> Admitting<'a>;
}

/// What comes of asking who somebody is.
pub type Admitting<'a> =
    Pin<Box<dyn Future<Output = Result<(Who, AskedFrom), Unknown>> + Send + 'a>>;

/// Why nobody is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unknown {
    /// The code is nobody's, or was used before.
    Code,
    /// There is no such window.
    Window,
    /// They are not in that window.
    Absent,
    /// It cannot be found out now.
    Unreachable,
}

impl Desk {
    /// The same desk, whose tables can be opened in windows of Discord.
    pub const fn with_windows(mut self) -> Self {
        self.opens_windows = true;
        self
    }

    /// How the channel's table is opened in a window, with the button that does.
    pub(super) fn about_window(cx: &RenderContext) -> Done {
        if !cx.opens_activity {
            return refuse(say!(cx, "activity-none"));
        }
        let mut page = Page::line(say!(cx, "activity-opens"));
        page.row(vec![window_button(cx)]);
        Ok(Answer::shown(page).for_everybody())
    }

    /// The table that somebody means who comes into a window in a channel. Where there is none it is opened, as by the
    /// command that joins.
    pub async fn enter(&self, who: &Who, place: &AskedFrom) -> (TableKey, Answer) {
        self.until_back(place, None).await;
        match self.table_at(who.person, place) {
            Some(table) => (table.key(), Answer::done(Page::default())),
            None => {
                let opened = self.join_in_window(who, place).await;
                (opened.table.unwrap_or(TableKey(place.channel)), opened)
            }
        }
    }

    /// Sits somebody down at the table of their window, or opens it.
    pub async fn join_in_window(&self, who: &Who, place: &AskedFrom) -> Answer {
        let join = Command::new(Name::Open(GameKind::USUAL), "");
        self.run(who, place, join).await
    }
}
