//! What processes over the same data tell each other: words that wake, and no more.
//!
//! All of it may be lost or repeated; the journals are the truth. Knows not what the words mean. A store that only one
//! process can open has none of it.

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::table::{Position, TableId};

/// How many words a slow listener is kept.
pub(super) const MOST_WORDS: usize = 4_096;

/// Something that another process told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A word about something.
    Word {
        /// What it is about: a word without spaces.
        topic: String,
        /// The rest, as the topic has it: a line.
        body: String,
    },
    /// Words may have been missed: whatever is remembered of what others do has to be looked up.
    Missed,
}

impl Notice {
    /// The line of a word.
    pub(super) fn line(topic: &str, body: &str) -> String {
        format!("{topic} {body}").replace('\n', " ")
    }

    /// The word of a line.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let (topic, body) = line.split_once(' ')?;
        Some(Notice::Word {
            topic: topic.to_owned(),
            body: body.to_owned(),
        })
    }
}

/// The other processes over the same data.
pub trait Notices: Send + Sync {
    /// Hears what is told from now on.
    fn hear(&self) -> broadcast::Receiver<Notice>;

    /// Tells all others, without waiting for them.
    fn tell(&self, topic: &str, body: &str);
}

/// The topic of words about journals.
pub const JOURNAL: &str = "journal";

/// That a journal has an entry, or its header, at this position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalNotice {
    /// Whose.
    pub table: TableId,
    /// Where.
    pub position: Position,
    /// Whether everybody who keeps the table reads it at once: people came or went, or it was opened or closed.
    pub at_once: bool,
}

impl JournalNotice {
    /// As the rest of a word.
    pub fn body(self) -> String {
        serde_json::to_string(&self).expect("numbers can be written")
    }

    /// What the rest of a word says.
    pub fn of_body(body: &str) -> Option<Self> {
        serde_json::from_str(body).ok()
    }
}
