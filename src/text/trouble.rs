//! What the desk has to say when no table answers: nothing open, not saved, not understood.

use super::help;
use super::page::Page;
use super::speech::Speech;
use super::table::{game_name, skill_name};
use super::words::quotable;
use crate::game::GameKind;
use crate::table::{PersonId, Skill};

/// Why a command did not get as far as a table, or did not come back from there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The channel has no table.
    NoTable,
    /// Another game is played in the channel.
    Busy,
    /// The journal could not be written.
    NotSaved,
    /// There are as many tables as the host allows.
    TooManyTables,
    /// No command has this name.
    UnknownCommand(String),
    /// No computer player has this name; these exist.
    UnknownSkill(String, &'static [Skill]),
    /// No game has this name.
    UnknownGame(String),
    /// Only the host or a moderator may do this.
    NotModerator,
    /// The command makes no sense here.
    NotHere,
    /// A kitty was typed where everybody can read it.
    KittyInPublic,
    /// This person takes no direct messages; their name as they wrote it.
    ClosedMessages(PersonId, String),
}

impl Trouble {
    /// The trouble in words, with what to do about it.
    pub fn page(&self, cx: &Speech) -> Page {
        let mut page = Page::line(self.say(cx));
        if let Trouble::ClosedMessages(person, _) = self {
            page.ping.push(*person);
        }
        page
    }

    fn say(&self, cx: &Speech) -> String {
        let join = cx.command("join");
        match self {
            Trouble::NoTable => say!(cx, "trouble-no-table", join = join),
            Trouble::Busy => {
                say!(
                    cx,
                    "trouble-busy",
                    leave = cx.command("leave"),
                    end = cx.command("end")
                )
            }
            Trouble::NotSaved => say!(cx, "trouble-not-saved"),
            Trouble::TooManyTables => say!(cx, "trouble-too-many-tables"),
            Trouble::UnknownCommand(word) => unknown_command(word, cx),
            Trouble::UnknownSkill(word, skills) => {
                let skills = skills
                    .iter()
                    .map(|s| format!("`{s}` ({})", skill_name(*s, cx)));
                say!(
                    cx,
                    "trouble-unknown-skill",
                    piece = quotable(word),
                    skills = cx.list(skills)
                )
            }
            Trouble::UnknownGame(word) => {
                let games = GameKind::ALL
                    .iter()
                    .map(|game| format!("`{}` ({})", game.name(), game_name(game.name(), cx)));
                say!(
                    cx,
                    "trouble-unknown-game",
                    piece = quotable(word),
                    games = cx.list(games)
                )
            }
            Trouble::NotModerator => say!(cx, "trouble-not-moderator"),
            Trouble::NotHere => say!(cx, "trouble-not-here", help = cx.command("help")),
            Trouble::KittyInPublic => say!(cx, "trouble-kitty-in-public"),
            Trouble::ClosedMessages(_, name) => {
                say!(cx, "trouble-closed-messages", who = cx.name(name))
            }
        }
    }
}

fn unknown_command(word: &str, cx: &Speech) -> String {
    let command = cx.command(&quotable(word));
    match help::nearest(word) {
        Some(like) => {
            say!(
                cx,
                "trouble-unknown-command-like",
                command = command,
                like = cx.command(like)
            )
        }
        None => say!(
            cx,
            "trouble-unknown-command",
            command = command,
            help = cx.command("help")
        ),
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

/// The open tables.
pub fn tables_page(tables: &[Listed], cx: &Speech) -> Page {
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
