//! Who asks, where, and what they are answered.

use crate::table::{PersonId, Position, TableKey};
use crate::text::locale::Locale;
use crate::text::page::Page;

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// The person.
    pub person: PersonId,
    /// What they are called where they ask; not escaped.
    pub name: String,
    /// The language that their client speaks, if it said so.
    pub locale: Option<Locale>,
    /// Whether they may end other people's tables here.
    pub moderator: bool,
    /// Names the request, so that the same one is carried out once.
    pub nonce: Option<u64>,
}

/// Where they ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The channel.
    pub channel: u64,
    /// The server; `None` in direct messages and in the terminal.
    pub guild: Option<u64>,
    /// The server's language, if it said so.
    pub locale: Option<Locale>,
    /// The channels whose tables may be named to who asks, this one included.
    pub channels: Vec<u64>,
}

/// Who may see an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The one who asked alone: it may show their hand.
    Private,
    /// The one who asked; it holds no secret, so that the channel may see it where an answer to one
    /// person takes more than that.
    Personal,
    /// Everybody in the channel.
    Public,
}

/// What became of what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out; the page only confirms it, and the table shows it to all.
    Done,
    /// The page is what was asked for.
    Shown,
    /// It was refused; the page says why and what would be right. Nothing changed.
    Refused,
}

/// What somebody is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What became of it.
    pub outcome: Outcome,
    /// Who may see the page.
    pub audience: Audience,
    /// What is said.
    pub page: Page,
    /// A file that comes with it.
    pub attachment: Option<Attachment>,
    /// The table that it is about.
    pub table: Option<TableKey>,
    /// Where the table stood when the page was drawn, if the page is their hand there.
    pub drawn_at: Option<Position>,
    /// What is said to others because of it.
    pub said: Vec<Said>,
}

/// Something to be said in another place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The channel.
    pub channel: u64,
    /// What is said.
    pub page: Page,
}

/// A file to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl Answer {
    fn new(outcome: Outcome, audience: Audience, page: Page) -> Self {
        Self {
            outcome,
            audience,
            page,
            attachment: None,
            table: None,
            drawn_at: None,
            said: Vec::new(),
        }
    }

    /// It was carried out. The page is for the one who asked.
    pub fn done(page: Page) -> Self {
        Self::new(Outcome::Done, Audience::Private, page)
    }

    /// A page without secrets for the one who asked.
    pub fn shown(page: Page) -> Self {
        Self::new(Outcome::Shown, Audience::Personal, page)
    }

    /// It was refused, as the page or the line says.
    pub fn refused(page: impl Into<Page>) -> Self {
        Self::new(Outcome::Refused, Audience::Personal, page.into())
    }

    /// The same answer, for the one who asked alone.
    pub fn for_them_alone(self) -> Self {
        Self {
            audience: Audience::Private,
            ..self
        }
    }

    /// The same answer, for everybody in the channel.
    pub fn for_everybody(self) -> Self {
        Self {
            audience: Audience::Public,
            ..self
        }
    }

    /// The same answer with a file.
    pub fn with(self, attachment: Attachment) -> Self {
        Self {
            attachment: Some(attachment),
            ..self
        }
    }

    /// The same answer, about this table.
    pub fn about(self, table: TableKey) -> Self {
        Self {
            table: Some(table),
            ..self
        }
    }

    /// Whether nothing was done.
    pub fn is_refusal(&self) -> bool {
        self.outcome == Outcome::Refused
    }
}
