//! A live message: it shows a state, and in the end always the newest one.
//!
//! Decides when a state is sent (urgent ones at once, cosmetic ones at intervals), skips outdated
//! states, and posts a message that is gone or too old anew. Does not know what it shows. `task` sends
//! what is due.

mod task;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::host::spawn;

use super::Outbox;
use super::answers::Pauses;
use super::letter::{Letter, Posting};
use super::queue::Urgency;
use super::tokens::until;
use task::MessageTask;

/// Keeps one message up to date for as long as it lives.
pub struct LiveMessage(Arc<Slot>);

/// Shared by those who have states to show and the task that sends them.
#[derive(Default)]
struct Slot {
    state: Mutex<SlotState>,
    changed: Notify,
}

/// What a live message is to show next, and what is known of it.
#[derive(Default)]
struct SlotState {
    due: Option<DueUpdate>,
    message: Option<MessageId>,
    /// Nothing more is to be shown,
    finished: bool,
    /// and the message goes.
    erased: bool,
    /// The task has ended.
    dead: bool,
    /// The message may not show what was sent last.
    doubted: bool,
    /// The bot could not write there when it last tried.
    barred: bool,
    /// What was in the way may be gone: the next pause, or this one, ends at once.
    retries: bool,
}

#[derive(Clone)]
struct DueUpdate {
    letter: Letter,
    urgency: Urgency,
    /// Since when something is due that is not shown yet.
    since: Instant,
    posting: Posting,
    /// What the old message shows in the end, if this state is posted anew.
    farewell: Option<Letter>,
}

impl DueUpdate {
    /// Shows also in the new message what an older state was to be shown in.
    fn takes_over(&mut self, older: Self) {
        self.since = self.since.min(older.since);
        if self.farewell.is_none() {
            self.farewell = match older.posting {
                Posting::Anew => older.farewell,
                _ if self.posting == Posting::Anew => Some(older.letter),
                _ => None,
            };
        }
        self.posting = self.posting.max(older.posting);
    }
}

impl Slot {
    /// Changes what is known, and has those look who wait for it.
    fn change<T>(&self, change: impl FnOnce(&mut SlotState) -> T) -> T {
        let changed = change(&mut self.state.lock());
        self.changed.notify_waiters();
        changed
    }

    async fn wait_for(&self, holds: impl Fn(&SlotState) -> bool) {
        until(&self.changed, || holds(&self.state.lock())).await;
    }
}

impl LiveMessage {
    /// A message in a channel, which is posted when first shown if it is not there; cosmetic states are at least
    /// `every` apart.
    pub fn new(
        outbox: Outbox,
        (channel, message): (ChannelId, Option<MessageId>),
        every: Duration,
    ) -> Self {
        let slot = Arc::<Slot>::default();
        slot.state.lock().message = message;
        let task = MessageTask {
            outbox,
            channel,
            message,
            every,
            slot: Arc::clone(&slot),
            shown: None,
            last: None,
            nonce: None,
            refused: Pauses::default(),
        };
        spawn(task.run());
        Self(slot)
    }

    pub fn show(&self, letter: Letter, urgency: Urgency) {
        self.put(letter, urgency, Posting::Same, Instant::now());
    }

    /// Shows this state in the message that it is `posting` for, in its turn among those that became due at
    /// other times.
    pub fn put(&self, letter: Letter, urgency: Urgency, posting: Posting, since: Instant) {
        let mut due = DueUpdate {
            letter,
            urgency,
            since,
            posting,
            farewell: None,
        };
        self.0.change(|state| {
            if let Some(older) = state.due.take() {
                due.urgency = due.urgency.min(older.urgency);
                due.takes_over(older);
            }
            state.due = Some(due);
        });
    }

    /// The message in the channel, once it is posted.
    pub fn message(&self) -> Option<MessageId> {
        self.0.state.lock().message
    }

    /// Waits until there is another message in the channel than this one.
    pub async fn posted(&self, known: Option<MessageId>) -> MessageId {
        loop {
            self.0.wait_for(|state| state.message != known).await;
            if let Some(message) = self.message() {
                return message;
            }
        }
    }

    /// Ends after the last state is sent; dropping it ends at once.
    pub fn finish(self) {
        self.0.change(|state| state.finished = true);
    }

    /// The same, and waits for that; gives the message in the channel, if there is one by then.
    pub async fn finished(self) -> Option<MessageId> {
        self.0.change(|state| state.finished = true);
        self.ended().await;
        self.message()
    }

    /// Waits until it has ended by itself: a message in a channel does when the channel is gone.
    pub async fn ended(&self) {
        self.0.wait_for(|state| state.dead).await;
    }

    /// Ends a pause, or the one that a request under way brings about, and tries again.
    pub fn retry(&self) {
        self.0.change(|state| state.retries = true);
    }

    /// Whether the bot was not allowed to write there when it last tried.
    pub fn is_barred(&self) -> bool {
        self.0.state.lock().barred
    }

    /// Ends and deletes the message.
    pub fn erase(self) {
        self.0.change(|state| {
            (state.due, state.erased) = (None, true);
            state.finished = true;
        });
    }

    /// The message may not show what was sent last: the next state is sent even if it is the same.
    pub fn doubt(&self) {
        self.0.change(|state| state.doubted = true);
    }
}

impl Drop for LiveMessage {
    fn drop(&mut self) {
        self.0.change(|state| {
            if !state.finished {
                (state.due, state.finished) = (None, true);
            }
        });
    }
}
