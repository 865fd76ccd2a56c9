//! Who asks, where and what, and the answer to them.
//!
//! Decides which command a typed line is. Its words are interpreted where the command is carried
//! out, and only there.

use std::fmt;
use std::net::IpAddr;

use serde::Serialize;

use crate::command::Name;
use crate::store::StoreError;
use crate::table::{Moment, PersonId, TableKey};
use crate::text::context::RenderContext;
use crate::text::cups::NoThreads;
use crate::text::locale::Locale;
use crate::text::page::Page;
use crate::text::trouble::Trouble;
use crate::text::uno;
use crate::text::words::{clean, quotable};

/// Who asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Who {
    pub person: PersonId,
    /// Their display name where they ask; not escaped.
    pub name: String,
    /// The language of their client, if known.
    pub locale: Option<Locale>,
    /// Whether they may end other people's tables here.
    pub moderator: bool,
    /// The id of the request, so that it is carried out once.
    pub nonce: Option<u64>,
}

/// One request: who asks, from where, and how they are answered.
pub struct Request<'a> {
    pub(super) who: &'a Who,
    pub(super) place: &'a AskedFrom,
    pub(super) cx: RenderContext,
}

/// What comes of a request or of a part of it; otherwise the answer why nothing does.
pub(super) type Done<T = Answer> = Result<T, Box<Answer>>;

/// A request comes to nothing, as this page says.
pub(super) fn refuse<T>(page: impl Into<Page>) -> Done<T> {
    Err(Box::new(Answer::refused(page)))
}

impl Request<'_> {
    /// What was read of the store.
    pub(super) fn read<T>(&self, read: Result<T, StoreError>) -> Done<T> {
        read.or_else(|error| {
            if matches!(error, StoreError::Pruned { .. }) {
                return refuse(say!(self.cx, "replay-pruned"));
            }
            tracing::error!(%error, "what was asked for could not be read");
            refuse(Trouble::NotRead.page(&self.cx))
        })
    }

    /// What was written to the store, or was made to be.
    pub(super) fn written<T, E: fmt::Display>(&self, written: Result<T, E>) -> Done<T> {
        written.or_else(|error| {
            tracing::error!(%error, "what was asked for could not be written");
            self.not_saved()
        })
    }

    /// Refuses unless it is saved.
    pub(super) fn saved(&self, saved: bool) -> Done<()> {
        if saved { Ok(()) } else { self.not_saved() }
    }

    pub(super) fn not_saved<T>(&self) -> Done<T> {
        refuse(Trouble::NotSaved.page(&self.cx))
    }
}

/// Where they ask.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AskedFrom {
    pub channel: u64,
    /// The server; `None` in direct messages and in the terminal.
    pub guild: Option<u64>,
    /// The server's language, if known.
    pub locale: Option<Locale>,
    /// The channels whose tables the requester may see listed, this one included.
    pub channels: Vec<u64>,
    /// Whether the bot is only a guest there, in a chat of people who installed it themselves or on such a server:
    /// it hears and says nothing but in answer to commands and buttons.
    pub as_guest: bool,
    /// Why no threads can be opened there, if that is known.
    pub no_threads: Option<NoThreads>,
    /// The only table that can be meant, where the requester sees one alone.
    pub table: Option<TableKey>,
    /// The machines from which they ask, where the face knows no servers.
    pub client: Option<IpAddr>,
}

impl Who {
    /// Somebody who does not moderate, with a request that may be carried out again.
    pub fn new(person: PersonId, name: impl Into<String>) -> Self {
        Self {
            person,
            name: name.into(),
            ..Self::default()
        }
    }
}

impl AskedFrom {
    /// A channel from which no other is seen.
    pub fn new(channel: u64, guild: Option<u64>) -> Self {
        Self {
            channel,
            guild,
            channels: vec![channel],
            ..Self::default()
        }
    }

    /// Whether nobody else is there: direct messages with the bot.
    pub const fn is_direct(&self) -> bool {
        self.guild.is_none() && !self.as_guest
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Audience {
    /// The requester alone: it may show their hand.
    #[default]
    Private,
    /// The requester; it holds no secret, so it may be posted in the channel where a private answer is
    /// not possible.
    Personal,
    /// Everybody in the channel.
    Public,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// It was carried out; the page only confirms it, and the table's public message shows it.
    #[default]
    Done,
    /// The page is what was asked for.
    Shown,
    /// It waits for the yes of others, or for the next round; the page says for what.
    Asked,
    /// It was refused without any change; the page says why and what would be right.
    Refused,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    pub outcome: Effect,
    pub audience: Audience,
    pub page: Page,
    /// What may be said in the channel where a private page cannot be delivered: nothing of it is
    /// secret. `None` if nothing can be said but that there is something to read.
    pub aloud: Option<Page>,
    pub attachment: Option<Attachment>,
    /// The table it is about.
    pub table: Option<TableKey>,
    /// The state that the page was drawn of, if it is the requester's hand.
    pub drawn_at: Option<Moment>,
    /// Pages to be posted in other channels.
    pub said: Vec<Announcement>,
    /// It was refused because the same request came before: whoever carried that out answers it.
    pub repeated: bool,
}

/// A page to be posted in another channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    pub channel: u64,
    pub page: Page,
}

/// A text file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Attachment {
    pub name: String,
    pub text: String,
}

impl Announcement {
    pub fn new(channel: u64, page: impl Into<Page>) -> Self {
        let page = page.into();
        Self { channel, page }
    }
}

impl Answer {
    fn new(outcome: Effect, audience: Audience, page: Page) -> Self {
        Self {
            outcome,
            audience,
            page,
            ..Self::default()
        }
    }

    /// It was carried out. The page is for the requester.
    pub fn done(page: impl Into<Page>) -> Self {
        Self::new(Effect::Done, Audience::Private, page.into())
    }

    /// A page without secrets for the requester.
    pub fn shown(page: impl Into<Page>) -> Self {
        Self::new(Effect::Shown, Audience::Personal, page.into())
    }

    pub fn refused(page: impl Into<Page>) -> Self {
        Self::new(Effect::Refused, Audience::Personal, page.into())
    }

    /// It waits for the yes of others, or for the next round.
    pub fn asked(page: impl Into<Page>) -> Self {
        Self::new(Effect::Asked, Audience::Personal, page.into())
    }

    pub fn for_them_alone(mut self) -> Self {
        self.audience = Audience::Private;
        self
    }

    pub fn for_everybody(mut self) -> Self {
        self.audience = Audience::Public;
        self
    }

    /// For who asked alone, if that is so.
    pub fn alone_if(self, alone: bool) -> Self {
        if alone { self.for_them_alone() } else { self }
    }

    /// Tells others this beside it.
    pub fn saying(mut self, said: Vec<Announcement>) -> Self {
        self.said = said;
        self
    }

    /// The same answer, with what may be said in the channel instead.
    pub fn or_aloud(self, aloud: Option<Page>) -> Self {
        Self { aloud, ..self }
    }

    pub fn with(mut self, attachment: Attachment) -> Self {
        self.attachment = Some(attachment);
        self
    }

    pub fn about(mut self, table: TableKey) -> Self {
        self.table = Some(table);
        self
    }

    pub fn is_refusal(&self) -> bool {
        self.outcome == Effect::Refused
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub name: Name,
    /// The rest of the line, trimmed.
    pub words: String,
    /// The accounts mentioned in it, as far as the face knows.
    pub people: Vec<Mentioned>,
}

/// An account mentioned in a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mentioned {
    pub person: PersonId,
    /// Its display name; not escaped.
    pub name: String,
    pub being: Being,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Being {
    Person,
    /// This bot.
    Myself,
    /// Another bot.
    Bot,
}

/// A line that does not begin with a known command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown command {word:?}")]
pub struct UnknownCommand {
    /// The first word, shortened and escaped.
    pub word: String,
    /// The likely intended command.
    pub meant: Option<Name>,
}

impl Command {
    pub fn new(name: Name, words: impl AsRef<str>) -> Self {
        Self {
            name,
            words: words.as_ref().trim().to_owned(),
            people: Vec::new(),
        }
    }

    pub fn mentioning(self, people: Vec<Mentioned>) -> Self {
        Self { people, ..self }
    }

    /// Reads a line without its prefix: a command word, then its words. Cards may follow a Chinese word
    /// at once, unless all of it names a card: `反转红` is a Reverse.
    ///
    /// # Errors
    /// The first word and a similar command, if it is no command.
    pub fn parse(line: &str) -> Result<Self, UnknownCommand> {
        let line = line.trim();
        let (word, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // Signs in full width are the same word.
        let word = clean(word).unwrap_or_else(|_| word.to_owned());
        let attached = || Name::before_cards(line).filter(|_| uno::cards::read(line).is_err());
        match (Name::meant(&word, words.trim().is_empty()), attached()) {
            (Some((name, before)), _) => Ok(Self::new(name, format!("{before} {words}"))),
            (None, Some((name, cards))) => Ok(Self::new(name, cards)),
            (None, None) => Err(UnknownCommand {
                word: quotable(&word),
                meant: Name::nearest(&word),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::COMMANDS;
    use crate::text::cases;

    #[test]
    fn lines_are_read_as_a_command_and_its_words() {
        for (line, expected) in cases("lines/read") {
            let read = Command::parse(&line).expect("a command");
            let told = format!("{} {}", read.name.word(), read.words);
            assert_eq!(told.trim(), expected, "{line:?}");
        }
    }

    #[test]
    fn every_word_and_every_example_is_read_as_its_command() {
        for row in COMMANDS {
            let example = Command::parse(row.example).expect(row.example);
            assert_eq!(example.name, row.name, "{}", row.example);
            for word in row.words {
                assert_eq!(
                    Command::parse(word),
                    Ok(Command::new(row.name, "")),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        for (line, expected) in cases("lines/slips") {
            let error = Command::parse(&line).expect_err("it is no command");
            assert_eq!(error.meant.map_or("", Name::word), expected, "{line:?}");
        }
    }
}
