//! Who asks, where, and the answer to them.

use serde::{Deserialize, Serialize};

use crate::table::{Moment, PersonId, TableKey};
use crate::text::locale::Locale;
use crate::text::page::Page;

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// Where they ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub channel: u64,
    /// The server; `None` in direct messages and in the terminal.
    pub guild: Option<u64>,
    /// The server's language, if known.
    pub locale: Option<Locale>,
    /// The channels whose tables the asker may see listed, this one included.
    pub channels: Vec<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The asker alone: it may show their hand.
    Private,
    /// The asker; it holds no secret, so it may be posted in the channel where a private answer is
    /// not possible.
    Personal,
    /// Everybody in the channel.
    Public,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out; the page only confirms it, and the table's public message shows it.
    Done,
    /// The page is what was asked for.
    Shown,
    /// It was refused without any change; the page says why and what would be right.
    Refused,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub outcome: Outcome,
    pub audience: Audience,
    pub page: Page,
    /// What may be said in the channel where a private page cannot be delivered: nothing of it is
    /// secret. `None` if nothing can be said but that there is something to read.
    pub aloud: Option<Page>,
    pub attachment: Option<Attachment>,
    /// The table it is about.
    pub table: Option<TableKey>,
    /// The state that the page was drawn of, if it is the asker's hand.
    pub drawn_at: Option<Moment>,
    /// Pages to be posted in other channels.
    pub said: Vec<Said>,
    /// Whether it is refused only because no table was found, or because it does not run here any more.
    pub missed: bool,
}

/// A page to be posted in another channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub channel: u64,
    pub page: Page,
}

/// A text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    pub text: String,
}

impl Answer {
    fn new(outcome: Outcome, audience: Audience, page: Page) -> Self {
        Self {
            outcome,
            audience,
            page,
            aloud: None,
            attachment: None,
            table: None,
            drawn_at: None,
            said: Vec::new(),
            missed: false,
        }
    }

    /// It was carried out. The page is for the asker.
    pub fn done(page: Page) -> Self {
        Self::new(Outcome::Done, Audience::Private, page)
    }

    /// A page without secrets for the asker.
    pub fn shown(page: Page) -> Self {
        Self::new(Outcome::Shown, Audience::Personal, page)
    }

    pub fn refused(page: impl Into<Page>) -> Self {
        Self::new(Outcome::Refused, Audience::Personal, page.into())
    }

    /// It was refused because there is no such table here, or not any more; another process may have it.
    pub fn missed(page: impl Into<Page>) -> Self {
        Self {
            missed: true,
            ..Self::refused(page)
        }
    }

    pub fn for_them_alone(self) -> Self {
        Self {
            audience: Audience::Private,
            ..self
        }
    }

    pub fn for_everybody(self) -> Self {
        Self {
            audience: Audience::Public,
            ..self
        }
    }

    /// The same answer, with what may be said in the channel instead.
    pub fn or_aloud(self, aloud: Option<Page>) -> Self {
        Self { aloud, ..self }
    }

    pub fn with(self, attachment: Attachment) -> Self {
        Self {
            attachment: Some(attachment),
            ..self
        }
    }

    pub fn about(self, table: TableKey) -> Self {
        Self {
            table: Some(table),
            ..self
        }
    }

    pub fn is_refusal(&self) -> bool {
        self.outcome == Outcome::Refused
    }
}
