//! A live message: it shows a state, and in the end always the newest one.
//!
//! Decides when a state is sent (urgent ones at once, cosmetic ones at intervals), what becomes of one that was not sent
//! when a newer one comes, and how to go on after a failure: a message that is gone or too old is posted anew. Does not
//! know what it shows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use super::answers::{Failure, Meaning, Pauses, Remedy};
use super::edits::unless;
use super::letter::{Draft, Form, Letter, Newest, Posting, Visibility};
use super::queue::{QueueRank, Urgency};
use super::tokens::{GuestPost, until};
use super::wire::Address;
use super::{Outbox, POST_WITHIN, id_of};
use crate::host::spawn;

/// The pause after no answer from Discord.
const REST: Duration = Duration::from_secs(15);
/// The pause after which another state is tried than one that was refused for what it says.
const OTHER_STATE: Duration = Duration::from_secs(4);
/// The pauses after which it is tried again to have an old message no longer look like the table's.
const RETIRES_AGAIN: [Duration; 4] = [
    REST,
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
];

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

    /// Waits until something is due that is more urgent than this.
    async fn overtakes(&self, waiting: Urgency) {
        let is_urgent = |due: &DueUpdate| due.urgency < waiting;
        self.wait_for(|state| state.due.as_ref().is_some_and(is_urgent))
            .await;
    }

    /// Waits until something else is due than what was refused, but for a while in any case.
    async fn otherwise(&self, pause: Duration, refused: Option<&Letter>) {
        sleep(pause.min(OTHER_STATE)).await;
        let is_other = |due: &DueUpdate| Some(&due.letter) != refused;
        self.wait_for(|state| state.finished || state.due.as_ref().is_some_and(is_other))
            .await;
    }

    /// Makes a failed state due again unless a newer one is.
    fn put_back(&self, older: DueUpdate) {
        self.change(|state| match &mut state.due {
            Some(newer) => newer.takes_over(older),
            none => *none = Some(older),
        });
    }

    /// Makes a state due in a new message, as the old one cannot be edited; it goes then.
    fn put_below(&self, older: DueUpdate) {
        self.change(|state| {
            let due = state.due.get_or_insert(older);
            due.farewell = None;
            due.posting = due.posting.max(Posting::Below);
        });
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

    #[cfg(test)]
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
    pub fn finish(&self) {
        self.0.change(|state| state.finished = true);
    }

    /// The same, and waits for that; gives the message in the channel, if there is one by then.
    pub async fn finished(&self) -> Option<MessageId> {
        self.finish();
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
    pub fn erase(&self) {
        self.0.change(|state| {
            (state.due, state.erased, state.finished) = (None, true, true);
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

/// The task of a live message: it sends one state after the other, as long as the message lives.
struct MessageTask {
    outbox: Outbox,
    channel: ChannelId,
    /// `None` before it is posted.
    message: Option<MessageId>,
    every: Duration,
    slot: Arc<Slot>,
    shown: Option<Letter>,
    last: Option<Instant>,
    nonce: Option<String>,
    refused: Pauses,
}

/// How to go on.
enum Next {
    AtOnce,
    /// Or sooner if something else is due by then than this state, which was refused.
    After(Duration, Option<Box<Letter>>),
    Never,
}

/// To be waited for: a time, and a token that reaches a message which is to be posted like this.
type Wait = (Option<Instant>, Option<Posting>);

impl MessageTask {
    async fn run(mut self) {
        while let Some(due) = self.next_due().await {
            let (pause, refused) = match self.send(due).await {
                Next::AtOnce => continue,
                Next::Never => break,
                Next::After(pause, refused) => (pause, refused),
            };
            let slot = &self.slot;
            if slot.state.lock().finished {
                break;
            }
            tokio::select! {
                () = sleep(pause) => {}
                () = slot.wait_for(|state| state.retries) => {
                    slot.state.lock().retries = false;
                    self.refused = Pauses::default();
                }
                () = slot.otherwise(pause, refused.as_deref()), if refused.is_some() => {}
            }
        }
        let erased = self.slot.change(|state| {
            state.dead = true;
            state.erased
        });
        if let Some(message) = self.message.filter(|_| erased) {
            let deleted = self.outbox.delete(self.channel, message, Urgency::Urgent);
            if let Err(failure) = deleted.await {
                tracing::warn!(%failure, "a message that was to go stays");
            }
        }
    }

    /// Waits until a state is to be sent now; `None` once no more will come.
    async fn next_due(&mut self) -> Option<DueUpdate> {
        let slot = Arc::clone(&self.slot);
        loop {
            let mut changed = std::pin::pin!(slot.changed.notified());
            changed.as_mut().enable();
            let spot = (self.channel, self.message);
            let looked = self.look(&mut slot.state.lock());
            let (wake, unreached) = match looked {
                Ok(due) => return due,
                Err(wait) => wait,
            };
            tokio::select! {
                () = changed => {}
                () = self.outbox.reached(spot, unreached.unwrap_or(Posting::Same)),
                    if unreached.is_some() => {}
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {}
            }
        }
    }

    /// The same now.
    fn look(&mut self, state: &mut SlotState) -> Result<Option<DueUpdate>, Wait> {
        if std::mem::take(&mut state.doubted) {
            self.shown = None;
        }
        let is_same = |due: &mut DueUpdate| {
            due.posting == Posting::Same && self.shown.as_ref() == Some(&due.letter)
        };
        state.due.take_if(is_same);
        let finished = state.finished;
        let Some(due) = &mut state.due else {
            return match finished {
                true => Ok(None),
                false => Err((None, None)),
            };
        };
        // Where only tokens lead, it is sent in whichever message they do.
        let spot = (self.channel, self.message);
        let Some(posting) = self.outbox.reaching(spot, due.posting) else {
            return match finished {
                true => Ok(None),
                false => Err((None, Some(due.posting))),
            };
        };
        if posting != Posting::Anew {
            due.farewell = None;
        }
        due.posting = posting;
        let last = self.last.filter(|_| due.urgency == Urgency::Cosmetic);
        match last.map(|last| last + self.every) {
            Some(at) if at > Instant::now() && !finished => Err((Some(at), None)),
            Some(_) | None => Ok(self.take(&mut state.due)),
        }
    }

    /// Takes what is due; for one that is posted anew, first the final state of the old message.
    fn take(&self, due: &mut Option<DueUpdate>) -> Option<DueUpdate> {
        let anew = due
            .as_mut()
            .filter(|due| due.posting == Posting::Anew && self.message.is_some());
        let farewell = anew.and_then(|due| Some((due.farewell.take()?, due.since)));
        match farewell.filter(|(letter, _)| self.shown.as_ref() != Some(letter)) {
            Some((letter, since)) => Some(DueUpdate {
                letter,
                urgency: Urgency::Played,
                since,
                posting: Posting::Same,
                farewell: None,
            }),
            None => due.take(),
        }
    }

    async fn send(&mut self, due: DueUpdate) -> Next {
        let DueUpdate {
            urgency,
            since,
            posting,
            ..
        } = due;
        let rank = QueueRank {
            urgency,
            since,
            source: None,
        };
        let sending = Mutex::new((due, 0_u32));
        let leaves = AtomicBool::new(false);
        // A newer state that comes while this one waits at the gate is sent instead.
        let newest = || {
            leaves.store(true, Ordering::Relaxed);
            let mut sending = sending.lock();
            let mut state = self.slot.state.lock();
            if let Some(newer) = state.due.take_if(|newer| newer.posting == Posting::Same) {
                sending.0.letter = newer.letter;
            }
            sending.1 += 1;
            sending.0.letter.clone()
        };
        let edited = self.message.filter(|_| posting == Posting::Same);
        let nonce = match edited {
            Some(_) => None,
            None => Some(self.nonce.clone().unwrap_or_else(|| self.outbox.nonce())),
        };
        let edit = || Draft::of(newest(), Form::Edit);
        let answer = || Draft::of(newest(), Form::Answer(Visibility::ByAll));
        let post = || {
            let nonce = nonce.clone().unwrap_or_default();
            let answers = None;
            Draft::of(newest(), Form::New { nonce, answers })
        };
        let (outbox, channel) = (&self.outbox, self.channel);
        let until = Instant::now() + POST_WITHIN;
        let carried = async {
            if let Some(message) = edited {
                let edited = outbox.carry_edit((channel, message), rank, until, &edit);
                return edited.await.map(|_| None);
            }
            let posted = match self.message {
                _ if outbox.guests().has(channel) => {
                    let post = (GuestPost::Board, &answer as Newest<'_>);
                    outbox.post_as_guest(channel, rank, until, post).await
                }
                // What stays above can be answered; a retry may have been posted already.
                Some(old) if posting == Posting::Anew && self.nonce.is_none() => {
                    let bodies = (&answer as Newest<'_>, &post as Newest<'_>);
                    let spot = (channel, old);
                    outbox.carry_below(spot, rank, until, bodies).await
                }
                _ => {
                    let address = Address::post(channel);
                    let reply = outbox.carry(&address, rank, until, &post).await;
                    reply.and_then(|reply| id_of(&reply))
                }
            };
            posted.map(Some)
        };
        let outcome = unless(self.slot.overtakes(urgency), &leaves, carried).await;
        let (due, tries) = sending.into_inner();
        match outcome {
            Some(outcome) => self.sent(outcome, due, nonce, tries),
            None => {
                self.slot.put_back(due);
                Next::AtOnce
            }
        }
    }

    /// What was sent with so many tries had this outcome.
    fn sent(
        &mut self,
        outcome: Result<Option<MessageId>, Failure>,
        due: DueUpdate,
        nonce: Option<String>,
        tries: u32,
    ) -> Next {
        let retried = self.nonce.take().is_some();
        // The interval counts from here, even if this attempt failed.
        self.last = Some(Instant::now());
        if let Ok(Some(posted)) = outcome {
            self.posted(posted, due.posting);
        }
        let barred = |failure: &Failure| failure.meaning() == Meaning::Forbidden;
        let barred = outcome.as_ref().is_err_and(barred);
        self.slot.state.lock().barred = barred;
        match outcome {
            // The message may come from an attempt whose answer was lost, with an older state.
            Ok(_) if nonce.is_some() && (tries > 1 || retried) => {
                self.slot.put_back(DueUpdate {
                    posting: Posting::Same,
                    ..due
                });
                Next::AtOnce
            }
            Ok(_) => {
                self.refused = Pauses::default();
                self.shown = Some(due.letter);
                Next::AtOnce
            }
            Err(failure) => self.failed(failure, due, nonce),
        }
    }

    fn posted(&mut self, id: MessageId, posting: Posting) {
        self.slot.change(|state| state.message = Some(id));
        let shown = self.shown.take();
        if let Some(old) = self.message.replace(id) {
            let spot = (self.channel, old);
            spawn(retire(self.outbox.clone(), spot, shown, posting));
        }
    }

    fn failed(&mut self, failure: Failure, due: DueUpdate, nonce: Option<String>) -> Next {
        let edited = nonce.is_none();
        match failure.remedy() {
            Some(Remedy::Anew) if edited => {
                (self.message, self.shown) = (None, None);
                self.slot.put_back(due);
                Next::AtOnce
            }
            Some(Remedy::Below) if edited => {
                self.shown = None;
                self.slot.put_below(due);
                Next::AtOnce
            }
            Some(Remedy::Ends) if failure.meaning() == Meaning::ChannelGone => Next::Never,
            Some(remedy) => {
                let pause = self.refused.longer();
                tracing::debug!(%failure, ?pause, "a message was refused");
                let refused = (remedy == Remedy::OtherState).then(|| Box::new(due.letter.clone()));
                self.slot.put_back(due);
                Next::After(pause, refused)
            }
            None if failure == Failure::NoToken => {
                self.slot.put_back(due);
                Next::AtOnce
            }
            None => {
                if failure != Failure::HeldBack {
                    tracing::warn!(%failure, "a message could not be brought up to date");
                }
                self.nonce = nonce;
                self.slot.put_back(due);
                Next::After(REST, None)
            }
        }
    }
}

/// Deletes an old message, or takes its controls, as it was posted anew; tries again if that fails.
async fn retire(
    outbox: Outbox,
    (channel, old): (ChannelId, MessageId),
    shown: Option<Letter>,
    posting: Posting,
) {
    for pause in RETIRES_AGAIN.map(Some).into_iter().chain([None]) {
        let done = match posting {
            Posting::Anew => outbox.disarm((channel, old), shown.as_ref()).await,
            Posting::Below => outbox.tidy(channel, old).await,
            Posting::Same => Ok(()),
        };
        match (done, pause) {
            (Err(failure), Some(pause)) if failure.meaning() != Meaning::ChannelGone => {
                tracing::debug!(%failure, "an old message stays for now");
                sleep(pause).await;
            }
            (Err(failure), _) => {
                tracing::warn!(%failure, "an old message stays as it was");
                return;
            }
            (Ok(()), _) => return,
        }
    }
}
