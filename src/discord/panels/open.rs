//! The open panels, and the interactions through which hands can be shown.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use serenity::model::id::MessageId;
use std::time::Duration;

use tokio::sync::{Mutex as Sequence, Notify, OwnedMutexGuard};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use crate::desk::{Answer, AskedFrom, Who};
use crate::discord::outbox::in_flight::{InFlight, until};
use crate::discord::outbox::letter::Letter;
use crate::discord::outbox::wire::Token;
use crate::table::{Moment, PersonId, TableKey};

/// How long an answer waits for edits that were sent before it.
const LANDS: Duration = Duration::from_millis(250);
/// How long a hand waits for the answer to a tap on it, before it is drawn all the same.
const ANSWERED: Duration = Duration::from_secs(1);
/// From this count on expired tickets are dropped.
const MOST_TICKETS: usize = 10_000;

/// From this count on those who wait for no answer are forgotten.
const MOST_ANSWERING: usize = 4_096;

/// The most characters of a reason that is kept.
const MOST_REASON: usize = 1_900;

/// Held by the tap that is being answered.
type TapOrder = Arc<Sequence<()>>;

#[derive(Default)]
pub struct Panels {
    pub(super) open: Mutex<HashMap<(TableKey, PersonId), HeldHand>>,
    /// By channel and person.
    pub(super) tickets: Mutex<HashMap<(u64, PersonId), Ticket>>,
    /// The hands that were asked for and are not shown yet, and how often.
    asked: Mutex<HashMap<(TableKey, PersonId), usize>>,
    /// One of them is shown, or not shown for good.
    answered: Notify,
    /// Whose taps are answered one after the other.
    answering: Mutex<HashMap<(TableKey, PersonId), TapOrder>>,
    /// Who was told in this round not to show hidden cards.
    hushed: Mutex<HashSet<(TableKey, PersonId)>>,
    /// Why something was refused that could not be told privately.
    reasons: Mutex<HashMap<(TableKey, PersonId), String>>,
}

#[derive(Default)]
pub struct DrawnHand {
    /// The hand alone.
    pub hand: Letter,
    /// What was sent: the hand, or the hand below a note that stays until the next update.
    pub sent: Letter,
    /// The state that the hand was drawn of; of the same state a drawing would be equal.
    pub at: Option<Moment>,
}

impl DrawnHand {
    /// The hand of an answer, sent as `letter`.
    pub fn of(letter: Letter, answer: &Answer) -> Self {
        Self {
            hand: letter.clone(),
            sent: letter,
            at: answer.drawn_at,
        }
    }

    /// The note above the hand, if there is one.
    pub fn note(&self) -> Option<String> {
        let note = &self.sent.content;
        (*note != self.hand.content && !note.is_empty()).then(|| note.clone())
    }
}

pub(super) struct HeldHand {
    pub(super) task: AbortHandle,
    /// The message, if the hand is in direct messages.
    pub(super) direct: Option<MessageId>,
    pub(super) lasts: Instant,
    /// Its in-flight edits, and those of the panels it replaced.
    pub(super) in_flight: Vec<Arc<InFlight>>,
}

/// An interaction whose token can still show something to one person.
pub(super) struct Ticket {
    pub(super) who: Who,
    pub(super) place: AskedFrom,
    pub(super) token: Token,
    pub(super) until: Instant,
}

/// Somebody asked for their hand, and it is not shown yet.
pub struct AskedHand<'a> {
    panels: &'a Panels,
    whose: (TableKey, PersonId),
}

impl Drop for AskedHand<'_> {
    fn drop(&mut self) {
        {
            let mut asked = self.panels.asked.lock();
            if let Some(times) = asked.get_mut(&self.whose) {
                *times -= 1;
                if *times == 0 {
                    asked.remove(&self.whose);
                }
            }
        }
        self.panels.answered.notify_waiters();
    }
}

impl Panels {
    /// Somebody asks for their hand at a table; until this is dropped they are handed no other.
    pub fn ask(&self, key: TableKey, person: PersonId) -> AskedHand<'_> {
        let whose = (key, person);
        *self.asked.lock().entry(whose).or_default() += 1;
        AskedHand {
            panels: self,
            whose,
        }
    }

    /// Waits until the earlier taps of somebody on their hand are answered, but not for long: of answers that
    /// overtake each other the message would show an older one.
    pub async fn answer_next(
        &self,
        key: TableKey,
        person: PersonId,
    ) -> Option<OwnedMutexGuard<()>> {
        let sequence = {
            let mut answering = self.answering.lock();
            if answering.len() >= MOST_ANSWERING {
                answering.retain(|_, sequence| Arc::strong_count(sequence) > 1);
            }
            Arc::clone(answering.entry((key, person)).or_default())
        };
        timeout(ANSWERED, sequence.lock_owned()).await.ok()
    }

    /// Whether somebody asked for their hand at a table, and it is not shown yet.
    pub(super) fn is_asked(&self, key: TableKey, person: PersonId) -> bool {
        self.asked.lock().contains_key(&(key, person))
    }

    /// Waits until a hand that the person asked for there is shown, but not for long.
    pub(super) async fn answered(&self, key: TableKey, person: PersonId) {
        let answered = until(&self.answered, || !self.is_asked(key, person));
        timeout(ANSWERED, answered).await.ok();
    }

    /// Waits briefly for in-flight edits of somebody's hand: they were drawn before the person's
    /// latest action, and should not arrive after the answer to it.
    pub async fn settled(&self, key: TableKey, person: PersonId) {
        let in_flight = {
            let open = self.open.lock();
            let held = open.get(&(key, person));
            held.map_or_else(Vec::new, |held| held.in_flight.clone())
        };
        let landed = async {
            for edit in &in_flight {
                edit.landed().await;
            }
        };
        // An edit that takes longer is drawn over when it arrives, and one that waits is not sent any
        // more once a newer hand is there.
        timeout(LANDS, landed).await.ok();
    }

    /// Keeps an answered interaction, to show the person a hand through it later.
    pub fn keep_ticket(&self, who: &Who, place: &AskedFrom, token: &Token, until: Instant) {
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

    /// Keeps why something was refused, to be told with the person's next hand at the table.
    pub fn keep_reason(&self, key: TableKey, person: PersonId, reason: String) {
        let mut reasons = self.reasons.lock();
        if reasons.len() >= MOST_TICKETS {
            reasons.clear();
        }
        let reason = reason.chars().take(MOST_REASON).collect();
        reasons.insert((key, person), reason);
    }

    /// Whether somebody is to be told not to show hidden cards: once a round.
    pub fn is_to_be_hushed(&self, key: TableKey, person: PersonId) -> bool {
        let mut hushed = self.hushed.lock();
        if hushed.len() >= MOST_TICKETS {
            hushed.clear();
        }
        hushed.insert((key, person))
    }

    /// A round begins at a table.
    pub fn begin_round(&self, key: TableKey) {
        self.hushed.lock().retain(|(of, _)| *of != key);
    }

    /// Takes the reason that was kept.
    pub fn take_reason(&self, key: TableKey, person: PersonId) -> Option<String> {
        self.reasons.lock().remove(&(key, person))
    }

    pub fn is_open(&self, key: TableKey, person: PersonId) -> bool {
        self.open
            .lock()
            .get(&(key, person))
            .is_some_and(|held| !held.task.is_finished())
    }
}
