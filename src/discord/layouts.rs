//! Whether Discord takes messages that are laid out, which have room for a button a card.
//!
//! It may not everywhere: a server or a proxy between can be older. A refusal is remembered for an hour; until
//! then hands have menus. A message that is there keeps its kind.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::delivery::failure::{Failure, Meaning};
use super::delivery::letter::Letter;

/// How long after a refusal none is tried again.
const NONE_FOR: Duration = Duration::from_secs(60 * 60);

#[derive(Default)]
pub struct Layouts {
    refused: Mutex<Option<Instant>>,
}

impl Layouts {
    /// Whether new messages may be laid out.
    pub fn are_taken(&self) -> bool {
        let refused = *self.refused.lock();
        refused.is_none_or(|at| at.elapsed() >= NONE_FOR)
    }

    /// Whether a new message was refused for being laid out; from then on none is.
    pub fn note(&self, failure: &Failure, letter: &Letter) -> bool {
        let refused = matches!(
            failure,
            Failure::Refused {
                status: 400..500,
                ..
            }
        );
        let it_is = letter.layout.is_some() && refused && failure.meaning() == Meaning::Other;
        if it_is {
            tracing::warn!(%failure, "hands have menus for an hour: a message with a button for every card was refused");
            *self.refused.lock() = Some(Instant::now());
        }
        it_is
    }
}
