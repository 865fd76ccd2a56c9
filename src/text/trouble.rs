//! What has to be said where no table answers: commands that nobody knows, and messages that must
//! not be where they are or cannot go where they should.

use super::context::RenderContext;
use super::page::Page;
use super::table::game_name;
use super::words::quotable;
use crate::command::Name;
use crate::game::GameKind;
use crate::table::{PersonId, StageView};

/// Why a command did not get as far as a table, or its answer not to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The channel has no table.
    NoTable,
    /// Another game is played in the channel.
    Busy(GameKind),
    /// Something could not be written down, so nothing was done.
    NotSaved,
    /// Something could not be read just now.
    NotRead,
    /// Only moderators may do this.
    NotModerator,
    /// No command has this name.
    UnknownCommand(String),
    /// A kitty was typed where everybody can read it.
    KittyInPublic,
    /// This person takes no direct messages; their name as they wrote it.
    ClosedMessages(PersonId, String),
}

impl Trouble {
    /// The trouble in words, with what to do about it.
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
    /// Where it is, as the face says it: a channel's mention or name.
    pub place: String,
    /// Its game.
    pub game: GameKind,
    /// Seats taken.
    pub seated: usize,
    /// Seats in all.
    pub seats: usize,
    /// What is going on.
    pub stage: ListedStage,
}

/// What is going on at a listed table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedStage {
    /// People sit down.
    Lobby,
    /// A match is played.
    Playing,
    /// A match was played.
    Over,
}

impl ListedStage {
    /// What is going on at a table in this stage.
    pub const fn of<V>(stage: &StageView<V>) -> Self {
        match stage {
            StageView::Lobby => ListedStage::Lobby,
            StageView::Playing(_) => ListedStage::Playing,
            StageView::Over(_) | StageView::Closed => ListedStage::Over,
        }
    }
}

/// The open tables.
pub fn tables_page(tables: &[Listed], cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "list-title"));
    if tables.is_empty() {
        page.push(say!(cx, "list-none", join = cx.command("join")));
    }
    page.lines.extend(tables.iter().map(|table| {
        let stage = match table.stage {
            ListedStage::Lobby => say!(cx, "list-lobby"),
            ListedStage::Playing => say!(cx, "list-playing"),
            ListedStage::Over => say!(cx, "list-over"),
        };
        say!(
            cx,
            "list-line",
            place = table.place.as_str(),
            game = game_name(table.game.name(), cx),
            seated = table.seated,
            seats = table.seats,
            stage = stage,
        )
    }));
    page
}
