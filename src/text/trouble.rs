//! Refusals without a table: unknown commands, and messages that must not be where they are or
//! cannot be delivered.

use serde::{Deserialize, Serialize};

use super::context::RenderContext;
use super::page::Page;
use super::table::game_name;
use super::words::quotable;
use crate::command::Name;
use crate::game::GameKind;
use crate::table::{PersonId, StageView};

/// Why a command did not reach a table, or its answer not the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    NoTable,
    /// Another game is played in the channel.
    Busy(GameKind),
    /// The journal could not be written, so nothing was done.
    NotSaved,
    /// The store could not be read.
    NotRead,
    NotModerator,
    UnknownCommand(String),
    KittyInPublic,
    /// This person accepts no direct messages; their name, not escaped.
    ClosedMessages(PersonId, String),
}

impl Trouble {
    /// The refusal, with what to do about it.
    pub fn page(&self, cx: &RenderContext) -> Page {
        match self {
            Trouble::NoTable => Page::line(say!(cx, "desk-no-table", command = cx.command("join"))),
            Trouble::Busy(game) => {
                let game = game_name(game.name(), cx);
                Page::line(say!(cx, "desk-other-game", game = game))
            }
            Trouble::NotSaved => Page::line(say!(cx, "desk-not-saved")),
            Trouble::NotRead => Page::line(say!(cx, "desk-not-read")),
            Trouble::NotModerator => Page::line(say!(cx, "settings-not-moderator")),
            Trouble::UnknownCommand(word) => Page::line(unknown_command(word, cx)),
            Trouble::KittyInPublic => Page::line(say!(cx, "trouble-kitty-in-public")),
            Trouble::ClosedMessages(person, name) => {
                let who = cx.name(name);
                let mut page = Page::line(say!(cx, "trouble-closed-messages", who = who));
                page.ping.push(*person);
                page
            }
        }
    }
}

fn unknown_command(word: &str, cx: &RenderContext) -> String {
    let shown = cx.command(&quotable(word));
    match Name::nearest(word) {
        Some(meant) => {
            let meant = cx.command(meant.word());
            say!(
                cx,
                "desk-unknown-command-meant",
                word = shown,
                meant = meant
            )
        }
        None => {
            let help = cx.command("help");
            say!(cx, "desk-unknown-command", word = shown, help = help)
        }
    }
}

/// A table in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Where it is, as the face writes it: a channel's mention or name.
    pub place: String,
    pub game: GameKind,
    pub seated: usize,
    pub seats: usize,
    pub stage: ListedStage,
    /// Who sits where.
    pub people: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListedStage {
    Lobby,
    Playing,
    Over,
}

impl ListedStage {
    pub const fn of<V>(stage: &StageView<V>) -> Self {
        match stage {
            StageView::Lobby => ListedStage::Lobby,
            StageView::Playing(_) => ListedStage::Playing,
            StageView::Over(_) | StageView::Closed => ListedStage::Over,
        }
    }
}

pub fn tables_page(tables: &[Listed], cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "list-title"));
    if tables.is_empty() {
        page.push(say!(cx, "list-none", join = cx.command("join")));
    }
    for table in tables {
        let stage = match table.stage {
            ListedStage::Lobby => say!(cx, "list-lobby"),
            ListedStage::Playing => say!(cx, "list-playing"),
            ListedStage::Over => say!(cx, "list-over"),
        };
        page.push(say!(
            cx,
            "list-line",
            place = table.place.as_str(),
            game = game_name(table.game.name(), cx),
            seated = table.seated,
            seats = table.seats,
            stage = stage,
        ));
        if table.seated > 0 {
            page.push(format!("▸ {}", table.people));
        }
    }
    page
}
