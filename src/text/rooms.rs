//! Rooms in words: how they are opened, found and left, and what is said across them.
//!
//! A room is named by its number alone: pages say nothing of the servers and channels from where
//! others sit there.

use super::chat;
use super::context::RenderContext;
use super::page::Page;
use super::table::game_name;
use super::trouble::ListedStage;
use crate::game::GameKind;
use crate::table::TableKey;

/// A room as it is told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// Its number.
    pub key: TableKey,
    /// Its game.
    pub game: GameKind,
    /// Seats taken.
    pub seated: usize,
    /// Seats in all.
    pub seats: usize,
    /// What is going on there.
    pub stage: ListedStage,
    /// From how many places people sit there.
    pub places: usize,
}

impl Room {
    /// The room for somebody who sits there: how it stands, how to invite, talk and leave.
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

    /// The room for somebody who does not sit there.
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

/// The line below a table that says which room it is and how others come there.
pub fn line(key: TableKey, cx: &RenderContext) -> String {
    say!(cx, "room-line", n = number(key), command = join(key, cx))
}

/// What a room is called in a list.
pub fn called(key: TableKey, cx: &RenderContext) -> String {
    say!(cx, "room-called", n = number(key))
}

/// What somebody said, as the others read it.
pub fn said(name: &str, text: &str, cx: &RenderContext) -> Page {
    let who = cx.name(name);
    Page::line(say!(cx, "chat-line", who = who, text = text))
}

/// Numbers of rooms are names: they have no thousands.
fn number(key: TableKey) -> String {
    key.0.to_string()
}

fn join(key: TableKey, cx: &RenderContext) -> String {
    cx.command(&format!("room join {}", key.0))
}

/// Why something about rooms is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoomTrouble {
    /// The words behind `room` mean nothing.
    Unclear,
    /// The word is no game.
    NoGame(String),
    /// No open room has this number.
    Unknown(String),
    /// They have tried too many numbers; seconds until they may try again.
    Guessing(u32),
    /// They sit in another room.
    Elsewhere(TableKey),
    /// They sit in none.
    Nowhere,
    /// Nobody can come to a terminal.
    Terminal,
    /// Nothing was said that can be repeated.
    Silent,
    /// It is too long: so many characters.
    Long(usize),
    /// They talk too fast; seconds until they may go on.
    Fast(u32),
    /// Everybody in the room is here.
    Alone(TableKey),
    /// They sit at a channel's own table, where everybody reads the channel.
    InChannel,
}

impl RoomTrouble {
    /// The trouble in words, with what would be right.
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
