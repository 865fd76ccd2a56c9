//! A live message: it shows a state, and in the end always the newest one.
//!
//! Decides when a state is sent (urgent ones at once, cosmetic ones at intervals), skips outdated
//! states, and posts a message that is gone or too old anew. Does not know what it shows. `task` sends
//! what is due.

mod task;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serenity::model::id::{ChannelId, MessageId};
use tokio::time::Instant;

use crate::host::spawn;

use super::Outbox;
use super::answers::Pauses;
use super::letter::Letter;
use super::queue::Urgency;
pub use task::Posting;
use task::{DueUpdate, MessageTask, Slot};

/// Keeps one message up to date for as long as it lives.
pub struct LiveMessage {
    slot: Arc<Slot>,
}

impl LiveMessage {
    /// A message in a channel, which is posted when first shown if it is not there; cosmetic states are at least
    /// `every` apart.
    pub fn new(
        outbox: Outbox,
        (channel, message): (ChannelId, Option<MessageId>),
        every: Duration,
    ) -> Self {
        let slot = Arc::new(Slot::default());
        *slot.message.lock() = message;
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
        Self { slot }
    }

    pub fn show(&self, letter: Letter, urgency: Urgency) {
        self.put(letter, urgency, Posting::Same, Instant::now());
    }

    /// Shows this state in the message that it is `posting` for, in its turn among those that became due at
    /// other times.
    pub fn put(&self, letter: Letter, urgency: Urgency, posting: Posting, since: Instant) {
        let slot = &self.slot;
        let mut due = DueUpdate {
            letter,
            urgency,
            since,
            posting,
            farewell: None,
        };
        {
            let mut waiting = slot.due.lock();
            if let Some(older) = waiting.take() {
                due.urgency = due.urgency.min(older.urgency);
                due.since = due.since.min(older.since);
                due.farewell = older.farewell;
                if due.posting == Posting::Anew && older.posting != Posting::Anew {
                    due.farewell = Some(older.letter);
                }
                due.posting = due.posting.max(older.posting);
            }
            *waiting = Some(due);
        }
        slot.hurry.notify_waiters();
        slot.changed.notify_one();
    }

    /// The message in the channel, once it is posted.
    pub fn message(&self) -> Option<MessageId> {
        *self.slot.message.lock()
    }

    /// Waits until a message is posted in the channel that was not there before.
    pub async fn posted(&self) -> MessageId {
        loop {
            self.slot.posted.notified().await;
            if let Some(message) = self.message() {
                return message;
            }
        }
    }

    /// Ends after the last state is sent; dropping it ends at once.
    pub fn finish(self) {
        self.slot.finished.store(true, Ordering::Release);
        self.slot.changed.notify_one();
    }

    /// The same, and waits for that; gives the message in the channel, if there is one by then.
    pub async fn finished(self) -> Option<MessageId> {
        let slot = Arc::clone(&self.slot);
        self.finish();
        // It cannot fail: the slot is here.
        slot.dead.subscribe().wait_for(|dead| *dead).await.ok();
        *slot.message.lock()
    }

    /// Waits until it has ended by itself: a message in a channel does when the channel is gone.
    pub async fn ended(&self) {
        // It cannot fail: the slot is here.
        let mut dead = self.slot.dead.subscribe();
        dead.wait_for(|dead| *dead).await.ok();
    }

    /// Ends a pause, or the one that a request under way brings about, and tries again.
    pub fn retry(&self) {
        self.slot.retry.notify_one();
    }

    /// Whether the bot was not allowed to write there when it last tried.
    pub fn is_barred(&self) -> bool {
        self.slot.barred.load(Ordering::Relaxed)
    }

    /// Ends and deletes the message.
    pub fn erase(self) {
        *self.slot.due.lock() = None;
        self.slot.erased.store(true, Ordering::Release);
        self.finish();
    }

    /// Ends at once, because another process goes on with the message: it finds it where it was noted last.
    /// A message whose posting is on its way would be a second one, and is deleted again. Gives the message
    /// that stays.
    pub fn abandon(self) -> Option<MessageId> {
        *self.slot.due.lock() = None;
        let message = self.slot.message.lock();
        self.slot.abandoned.store(true, Ordering::Release);
        let stays = *message;
        drop(message);
        self.slot.hurry.notify_waiters();
        self.finish();
        stays
    }

    /// The message may not show what was sent last: the next state is sent even if it is the same.
    pub fn doubt(&self) {
        self.slot.doubted.store(true, Ordering::Release);
    }
}

impl Drop for LiveMessage {
    fn drop(&mut self) {
        if !self.slot.finished.swap(true, Ordering::AcqRel) {
            *self.slot.due.lock() = None;
        }
        self.slot.changed.notify_one();
    }
}
