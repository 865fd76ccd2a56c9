//! The hands that are open, who may write them, and the interactions through which hands can be shown.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Mutex as Turns, Notify, OwnedMutexGuard, watch};
use tokio::time::{Instant, timeout};

use crate::desk::{Answer, AskedFrom, Who};
use crate::discord::outbox::edits::Spot;
use crate::discord::outbox::letter::Letter;
use crate::discord::outbox::wire::TokenMessage;
use crate::discord::render;
use crate::table::{Moment, PersonId, TableId, TableKey};

/// How long a press waits for what is on its way to its message, before it is answered all the same.
const LANDS: Duration = Duration::from_millis(500);
/// From this count on expired tickets, and hands that are shown nowhere, are dropped.
const MOST: usize = 10_000;
/// The most characters of a reason that is kept.
const MOST_REASON: usize = 1_900;

#[derive(Default)]
pub struct Hands {
    known: Mutex<HashMap<(TableKey, PersonId), Arc<Hand>>>,
    /// By channel and person.
    pub(super) tickets: Mutex<HashMap<(u64, PersonId), Ticket>>,
    /// Who was told in this round not to show hidden cards.
    hushed: Mutex<HashSet<(TableKey, PersonId)>>,
    /// Why something was refused that could not be told privately.
    reasons: Mutex<HashMap<(TableKey, PersonId), String>>,
}

/// The hand of a person at a table.
pub(super) struct Hand {
    pub(super) person: PersonId,
    /// Where it is shown, if anywhere. Whoever holds this writes the message.
    screen: Arc<Turns<Option<Screen>>>,
    /// How many wait to write it who are ahead of what is drawn.
    wanted: watch::Sender<usize>,
    /// It is shown in another message, or an answer has shown it.
    pub(super) changed: Notify,
    pub(super) is_open: AtomicBool,
}

/// A message that shows a hand.
pub(super) struct Screen {
    pub(super) table: TableId,
    pub(super) who: Who,
    pub(super) place: AskedFrom,
    pub(super) spot: Spot,
    pub(super) until: Instant,
    /// What it shows, without the note above; `None` if that is not certain.
    pub(super) shown: Option<Letter>,
    /// Of which state.
    pub(super) at: Option<Moment>,
    /// The note that it showed above the hand, and until when it is drawn there again.
    pub(super) note: Option<(String, Instant)>,
    /// Whether it has shown a hand of a match: then it also shows that the match is over.
    pub(super) played: bool,
}

/// The turn of whoever answers a press, until it is dropped: nobody else writes the message meanwhile. Without a screen it
/// was waited for in vain.
pub struct HandTurn {
    pub(super) screen: Option<OwnedMutexGuard<Option<Screen>>>,
}

impl HandTurn {
    /// Whether it was waited for in vain.
    pub fn is_missing(&self) -> bool {
        self.screen.is_none()
    }

    /// Whether the message shows a later state than this.
    pub fn shows_newer(&self, drawn: Option<Moment>) -> bool {
        let screen = self.screen.as_ref().and_then(|screen| screen.as_ref());
        screen.is_some_and(|screen| drawn.is_some() && screen.at > drawn)
    }
}

/// A hand as it was sent.
#[derive(Default)]
pub struct DrawnHand {
    pub hand: Letter,
    /// The note that stood above it, which stays until the next update.
    pub note: Option<String>,
    /// The state that the hand was drawn of; of the same state a drawing would be equal.
    pub at: Option<Moment>,
}

impl DrawnHand {
    /// An answer as it is shown with this note, in a message that is laid out, which it stays, or is not.
    pub fn of(answer: &Answer, laid_out: bool, note: Option<String>) -> Self {
        Self {
            hand: render::answer(answer, laid_out),
            note,
            at: answer.drawn_at,
        }
    }

    /// What is sent.
    pub fn letter(&self) -> Letter {
        let mut letter = self.hand.clone();
        if let Some(note) = &self.note {
            letter.content.clone_from(note);
        }
        letter
    }
}

/// Somebody, where they used something, and the token by which something can still be shown to them.
pub(super) type Ticket = (Who, AskedFrom, TokenMessage);

impl Hand {
    fn new(person: PersonId) -> Self {
        Self {
            person,
            screen: Arc::default(),
            wanted: watch::Sender::new(0),
            changed: Notify::new(),
            is_open: AtomicBool::new(false),
        }
    }

    /// Waits until nobody else writes the message.
    pub(super) async fn write(&self) -> OwnedMutexGuard<Option<Screen>> {
        Arc::clone(&self.screen).lock_owned().await
    }

    /// The same, ahead of what is drawn and not yet on its way.
    pub(super) async fn write_first(&self) -> OwnedMutexGuard<Option<Screen>> {
        self.wanted.send_modify(|count| *count += 1);
        let _wanted = Wanted(&self.wanted);
        self.write().await
    }

    /// Waits until somebody wants to write the message.
    pub(super) async fn is_wanted(&self) {
        let mut wanted = self.wanted.subscribe();
        // It cannot fail: the other end is here.
        wanted.wait_for(|count| *count > 0).await.ok();
    }

    /// Whether anybody has it, or is to have it.
    fn is_used(self: &Arc<Self>) -> bool {
        let held = Arc::strong_count(self) > 1 || Arc::strong_count(&self.screen) > 1;
        held || self.is_open.load(Ordering::Acquire)
    }
}

/// Somebody wants to write a message, until this is dropped.
struct Wanted<'a>(&'a watch::Sender<usize>);

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl Hands {
    pub(super) fn of(&self, key: TableKey, person: PersonId) -> Arc<Hand> {
        let mut known = self.known.lock();
        if known.len() >= MOST {
            known.retain(|_, hand| hand.is_used());
        }
        let hand = || Arc::new(Hand::new(person));
        Arc::clone(known.entry((key, person)).or_insert_with(hand))
    }

    /// Waits for the turn to answer somebody's press on their hand, but not for long: earlier presses are answered, and what is on
    /// its way to the message is there.
    pub async fn turn(&self, key: TableKey, person: PersonId) -> HandTurn {
        let hand = self.of(key, person);
        let screen = timeout(LANDS, hand.write_first()).await.ok();
        HandTurn { screen }
    }

    /// The same without waiting. While it is held, the person is handed no other.
    pub fn turn_at_once(&self, key: TableKey, person: PersonId) -> HandTurn {
        let hand = self.of(key, person);
        let screen = Arc::clone(&hand.screen).try_lock_owned().ok();
        HandTurn { screen }
    }

    /// Whether a message shows the hand.
    pub fn is_open(&self, key: TableKey, person: PersonId) -> bool {
        let known = self.known.lock();
        let hand = known.get(&(key, person));
        hand.is_some_and(|hand| hand.is_open.load(Ordering::Acquire))
    }

    /// Keeps an answered interaction, to show the person a hand through it later.
    pub fn keep_ticket(&self, (who, place): (Who, AskedFrom), by: TokenMessage) {
        let mut tickets = self.tickets.lock();
        if tickets.len() >= MOST {
            let now = Instant::now();
            tickets.retain(|_, (.., by)| by.until > now);
        }
        tickets.insert((place.channel, who.person), (who, place, by));
    }

    /// Keeps why something was refused, to be told with the person's next hand at the table.
    pub fn keep_reason(&self, key: TableKey, person: PersonId, reason: String) {
        let mut reasons = self.reasons.lock();
        if reasons.len() >= MOST {
            reasons.clear();
        }
        let reason = reason.chars().take(MOST_REASON).collect();
        reasons.insert((key, person), reason);
    }

    /// Takes the reason that was kept.
    pub fn take_reason(&self, key: TableKey, person: PersonId) -> Option<String> {
        self.reasons.lock().remove(&(key, person))
    }

    /// Whether somebody is to be told not to show hidden cards: once a round.
    pub fn is_to_be_hushed(&self, key: TableKey, person: PersonId) -> bool {
        let mut hushed = self.hushed.lock();
        if hushed.len() >= MOST {
            hushed.clear();
        }
        hushed.insert((key, person))
    }

    /// A round begins at a table.
    pub fn begin_round(&self, key: TableKey) {
        self.hushed.lock().retain(|(of, _)| *of != key);
    }
}
