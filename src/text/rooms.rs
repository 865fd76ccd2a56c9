//! Pages of rooms: how they are opened, found and left, and chat across them.
//!
//! A room is named only by its number: pages say nothing of the servers and channels from where
//! others sit there.

use super::chat;
use super::context::RenderContext;
use super::page::Page;
use super::table::game_name;
use super::trouble::ListedStage;
use crate::game::GameKind;
use crate::table::TableKey;

/// The data of a room's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// Its number.
    pub key: TableKey,
    pub game: GameKind,
    pub seated: usize,
    pub seats: usize,
    pub stage: ListedStage,
    /// The number of places from where people sit there.
    pub places: usize,
}

impl Room {
    /// The page for somebody who sits there: its state, how to invite, talk and leave.
    pub fn page(&self, cx: &RenderContext) -> Page {
        let mut page = Page::titled(say!(cx, "room-title", n = number(self.key)));
        page.push(self.state(cx));
        page.push(say!(cx, "room-invite", command = join(self.key, cx)));
        page.push(say!(
            cx,
            "room-talk",
            command = cx.command("chat hello"),
            dot = "`. hello`"
        ));
        page.push(say!(cx, "room-go", command = cx.command("room leave")));
        page
    }

    /// The page for somebody who does not sit there.
    pub fn invitation(&self, cx: &RenderContext) -> Page {
        let mut page = Page::titled(say!(cx, "room-title", n = number(self.key)));
        page.push(self.state(cx));
        page.push(say!(cx, "room-sit-down", command = join(self.key, cx)));
        page
    }

    fn state(&self, cx: &RenderContext) -> String {
        let stage = match self.stage {
            ListedStage::Lobby => say!(cx, "list-lobby"),
            ListedStage::Playing => say!(cx, "list-playing"),
            ListedStage::Over => say!(cx, "list-over"),
        };
        say!(
            cx,
            "room-state",
            game = game_name(self.game.name(), cx),
            stage = stage,
            seated = self.seated,
            seats = self.seats,
            places = self.places,
        )
    }
}

/// The line below a table with the room's number and how others join.
pub fn line(key: TableKey, cx: &RenderContext) -> String {
    say!(cx, "room-line", n = number(key), command = join(key, cx))
}

/// The name of a room in a list.
pub fn called(key: TableKey, cx: &RenderContext) -> String {
    say!(cx, "room-called", n = number(key))
}

/// A chat message, as the others read it.
pub fn said(name: &str, text: &str, cx: &RenderContext) -> Page {
    let who = cx.name(name);
    Page::line(say!(cx, "chat-line", who = who, text = text))
}

/// The number as a name, without thousands separators.
fn number(key: TableKey) -> String {
    key.0.to_string()
}

fn join(key: TableKey, cx: &RenderContext) -> String {
    cx.command(&format!("room join {}", key.0))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoomTrouble {
    /// The words after `room` are not understood.
    Unclear,
    NoGame(String),
    /// No open room has this number.
    Unknown(String),
    /// Too many wrong numbers; seconds until the next try.
    Guessing(u32),
    /// Too many wrong numbers on the server, or everywhere; seconds until the next try.
    GuessedHere(u32),
    /// The asker sits in another room.
    Elsewhere(TableKey),
    /// The asker sits in no room.
    Nowhere,
    /// The terminal has no rooms.
    Terminal,
    /// The message has nothing that can be repeated.
    Silent,
    /// The message is too long; its characters.
    Long(usize),
    /// Too many messages; seconds until the next one.
    Fast(u32),
    /// Everybody in the room is here.
    Alone(TableKey),
    /// The asker sits at a channel's own table, where everybody reads the channel.
    InChannel,
}

impl RoomTrouble {
    /// The refusal, with what would be right.
    pub fn page(&self, cx: &RenderContext) -> Page {
        let new = || cx.command("room new uno");
        Page::line(match self {
            RoomTrouble::Unclear => say!(
                cx,
                "room-unclear",
                new = new(),
                join = cx.command("room join 4711"),
                leave = cx.command("room leave")
            ),
            RoomTrouble::NoGame(word) => {
                let word = format!("`{word}`");
                let games = GameKind::ALL.map(|game| format!("`{}`", game.name()));
                let games = cx.list(games);
                say!(cx, "room-no-game", word = word, list = games, new = new())
            }
            RoomTrouble::Unknown(word) => {
                let word = format!("`{word}`");
                say!(cx, "room-unknown", word = word, new = new())
            }
            RoomTrouble::Guessing(seconds) => say!(cx, "room-guessing", n = *seconds),
            RoomTrouble::GuessedHere(seconds) => {
                say!(cx, "room-guessed", n = seconds.div_ceil(60))
            }
            RoomTrouble::Elsewhere(key) => {
                let leave = cx.command("room leave");
                say!(cx, "room-elsewhere", n = number(*key), leave = leave)
            }
            RoomTrouble::Nowhere => {
                let join = cx.command("room join 4711");
                say!(cx, "room-nowhere", new = new(), join = join)
            }
            RoomTrouble::Terminal => say!(cx, "room-terminal"),
            RoomTrouble::Silent => {
                say!(cx, "chat-silent", example = cx.command("chat good luck"))
            }
            RoomTrouble::Long(long) => say!(cx, "chat-long", n = *long, most = chat::MOST),
            RoomTrouble::Fast(seconds) => say!(cx, "chat-fast", n = *seconds),
            RoomTrouble::Alone(key) => {
                let command = join(*key, cx);
                say!(cx, "chat-alone", n = number(*key), command = command)
            }
            RoomTrouble::InChannel => say!(cx, "chat-in-channel", new = new()),
        })
    }
}
