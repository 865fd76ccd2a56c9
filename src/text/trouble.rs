//! What has to be said where no table answers: commands that nobody knows, and messages that must
//! not be where they are or cannot go where they should.

use super::help;
use super::page::Page;
use super::speech::Speech;
use super::words::quotable;
use crate::table::PersonId;

/// Why a command did not get as far as a table, or its answer not to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// No command has this name.
    UnknownCommand(String),
    /// A kitty was typed where everybody can read it.
    KittyInPublic,
    /// This person takes no direct messages; their name as they wrote it.
    ClosedMessages(PersonId, String),
}

impl Trouble {
    /// The trouble in words, with what to do about it.
    pub fn page(&self, cx: &Speech) -> Page {
        match self {
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

fn unknown_command(word: &str, cx: &Speech) -> String {
    let shown = cx.command(&quotable(word));
    match help::nearest(word) {
        Some(meant) => {
            let meant = cx.command(meant);
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
