//! Which hands are open, and by which answers others can be shown.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use crate::desk::{Answer, Place, Who};
use crate::discord::delivery::in_flight::InFlightEdit;
use crate::discord::delivery::letter::Letter;
use crate::discord::delivery::wire::Token;
use crate::table::{PersonId, Position, TableKey};

/// How long an answer waits for what was sent before it.
const LANDS: Duration = Duration::from_millis(500);
/// From so many on, the expired ones are forgotten.
const MOST_TICKETS: usize = 10_000;

/// The hands that are open.
#[derive(Default)]
pub struct Panels {
    pub(super) open: Mutex<HashMap<(TableKey, PersonId), Held>>,
    /// By channel and person.
    pub(super) tickets: Mutex<HashMap<(u64, PersonId), Ticket>>,
}

/// A hand as a message shows it.
#[derive(Default)]
pub struct Drawn {
    /// The hand alone.
    pub hand: Letter,
    /// What was sent: a note may stand above the hand, and stays until something happens.
    pub sent: Letter,
    /// Where the table stood when the hand was drawn; while it stands there, drawing it again would
    /// show the same.
    pub at: Option<Position>,
}

impl Drawn {
    /// The hand of an answer, sent as it is.
    pub fn of(letter: Letter, answer: &Answer) -> Self {
        Self {
            hand: letter.clone(),
            sent: letter,
            at: answer.drawn_at,
        }
    }
}

/// A hand that is kept up to date.
pub(super) struct Held {
    pub(super) task: AbortHandle,
    pub(super) lasts: Instant,
    /// What it has on its way, and what those before it had.
    pub(super) in_flight: Vec<Arc<InFlightEdit>>,
}

/// A way to show something to a person alone, for as long as it lasts.
pub(super) struct Ticket {
    pub(super) who: Who,
    pub(super) place: Place,
    pub(super) token: Token,
    pub(super) until: Instant,
}

impl Panels {
    /// Waits for what is on its way to somebody's hand, though not for long: it was drawn before what
    /// they have just done, and is not to arrive after the answer to that.
    pub async fn settled(&self, key: TableKey, person: PersonId) {
        let in_flight = {
            let open = self.open.lock();
            let held = open.get(&(key, person));
            held.map_or_else(Vec::new, |held| held.in_flight.clone())
        };
        let landed = async {
            for edit in &in_flight {
                edit.completed().await;
            }
        };
        // What takes longer is drawn over when it is there.
        timeout(LANDS, landed).await.ok();
    }

    /// Keeps an answered interaction of a channel, to show the person a hand by it later.
    pub fn keep_ticket(&self, who: &Who, place: &Place, token: &Token, until: Instant) {
        let key = (place.channel, who.person);
        let (who, place, token) = (who.clone(), place.clone(), token.clone());
        let mut tickets = self.tickets.lock();
        if tickets.len() >= MOST_TICKETS {
            let now = Instant::now();
            tickets.retain(|_, ticket| ticket.until > now);
        }
        tickets.insert(
            key,
            Ticket {
                who,
                place,
                token,
                until,
            },
        );
    }

    /// Whether somebody has a hand open that follows what happens.
    pub fn is_open(&self, key: TableKey, person: PersonId) -> bool {
        self.open
            .lock()
            .get(&(key, person))
            .is_some_and(|held| !held.task.is_finished())
    }
}
