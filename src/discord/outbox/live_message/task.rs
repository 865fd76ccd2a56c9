//! The task of a live message: it sends one state after the other, as long as the message lives.
//!
//! Decides when the next one is due, what becomes of a state that was not sent when a newer one comes, and how to
//! go on after a failure.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::discord::outbox::answers::{Failure, Meaning, Pauses, Remedy};
use crate::discord::outbox::guests::GuestPost;
use crate::discord::outbox::letter::{Draft, Form, Letter, Newest, Visibility};
use crate::discord::outbox::queue::{QueueRank, Urgency};
use crate::discord::outbox::tokens::until;
use crate::discord::outbox::wire::{Address, Reply};
use crate::discord::outbox::{Outbox, POST_WITHIN, id_of};
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

/// What a live message is to show next, and what is known of it: shared by those who have states to show and the
/// task that sends them.
#[derive(Default)]
pub(super) struct Slot {
    pub(super) due: Mutex<Option<DueUpdate>>,
    pub(super) message: Mutex<Option<MessageId>>,
    pub(super) changed: Notify,
    pub(super) posted: Notify,
    pub(super) finished: AtomicBool,
    pub(super) erased: AtomicBool,
    /// Another process shows the message from now on.
    pub(super) abandoned: AtomicBool,
    pub(super) dead: watch::Sender<bool>,
    /// The message may not show what was sent last.
    pub(super) doubted: AtomicBool,
    /// The bot could not write there when it last tried.
    pub(super) barred: AtomicBool,
    /// Ends a rest early: what was in the way may be gone.
    pub(super) retry: Notify,
    /// Something more urgent became due.
    pub(super) hurry: Notify,
}

#[derive(Clone)]
pub(super) struct DueUpdate {
    pub(super) letter: Letter,
    pub(super) urgency: Urgency,
    /// Since when something is due that is not shown yet.
    pub(super) since: Instant,
    pub(super) posting: Posting,
    /// What the old message shows in the end, if this state is posted anew.
    pub(super) farewell: Option<Letter>,
}

impl DueUpdate {
    /// Whether it can be sent: where only tokens lead, in whichever message they do.
    fn reach(&mut self, outbox: &Outbox, spot: (ChannelId, Option<MessageId>)) -> bool {
        let Some(posting) = outbox.reaching(spot, self.posting) else {
            return false;
        };
        if posting != Posting::Anew {
            self.farewell = None;
        }
        self.posting = posting;
        true
    }
}

/// Which message shows a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Posting {
    /// The existing one.
    Same,
    /// A new one; the old one is deleted.
    Below,
    /// A new one; the old one stays, without its controls.
    Anew,
}

impl Slot {
    /// Waits until something is due that is more urgent than what waits at a gate, or nothing is to be sent any more: for ever
    /// once it `leaves`.
    async fn overtakes(&self, waiting: Urgency, leaves: &AtomicBool) {
        let is_urgent = || {
            let due = self.due.lock();
            due.as_ref().is_some_and(|due| due.urgency < waiting)
        };
        let holds = || {
            let waits = !leaves.load(Ordering::Relaxed);
            waits && (self.abandoned.load(Ordering::Acquire) || is_urgent())
        };
        until(&self.hurry, holds).await;
    }

    /// Makes a failed state due again unless a newer one is.
    fn put_back(&self, older: DueUpdate) {
        let mut slot = self.due.lock();
        match slot.as_mut() {
            Some(newer) => {
                if newer.posting == Posting::Anew && older.posting != Posting::Anew {
                    newer.farewell.get_or_insert(older.letter);
                }
                newer.posting = newer.posting.max(older.posting);
                newer.since = newer.since.min(older.since);
            }
            None => *slot = Some(older),
        }
    }

    /// Makes a state due in a new message, as the old one cannot be edited; it goes then.
    fn put_below(&self, older: DueUpdate) {
        let mut slot = self.due.lock();
        let due = slot.get_or_insert(older);
        due.farewell = None;
        due.posting = due.posting.max(Posting::Below);
    }
}

pub(super) struct MessageTask {
    pub(super) outbox: Outbox,
    pub(super) channel: ChannelId,
    /// `None` before it is posted.
    pub(super) message: Option<MessageId>,
    pub(super) every: Duration,
    pub(super) slot: Arc<Slot>,
    pub(super) shown: Option<Letter>,
    pub(super) last: Option<Instant>,
    pub(super) nonce: Option<String>,
    pub(super) refused: Pauses,
}

/// How to go on.
enum Next {
    AtOnce,
    After(Duration),
    /// The same, or sooner if something else is due by then.
    Otherwise(Duration),
    Never,
}

impl MessageTask {
    pub(super) async fn run(mut self) {
        while let Some(due) = self.next_due().await {
            let next = self.send(due).await;
            let pause = match next {
                Next::AtOnce => continue,
                Next::Never => break,
                Next::After(pause) | Next::Otherwise(pause) => pause,
            };
            if self.slot.finished.load(Ordering::Acquire) {
                break;
            }
            tokio::select! {
                () = sleep(pause) => {}
                () = self.slot.retry.notified() => self.refused = Pauses::default(),
                () = self.otherwise(pause), if matches!(next, Next::Otherwise(_)) => {}
            }
        }
        self.slot.dead.send_replace(true);
        if self.slot.abandoned.load(Ordering::Acquire) {
            self.look_for_lost_post().await;
        }
        if self.slot.erased.load(Ordering::Acquire)
            && let Some(message) = self.message
        {
            let deleted = self.outbox.delete(self.channel, message, Urgency::Urgent);
            if let Err(failure) = deleted.await {
                tracing::warn!(%failure, "a message that was to go stays");
            }
        }
    }

    /// Waits until something else is due than what was refused, but for a while in any case.
    async fn otherwise(&self, pause: Duration) {
        sleep(pause.min(OTHER_STATE)).await;
        self.slot.changed.notified().await;
    }

    /// Waits until a state is to be sent now; `None` once no more will come.
    async fn next_due(&mut self) -> Option<DueUpdate> {
        loop {
            if self.slot.doubted.swap(false, Ordering::AcqRel) {
                self.shown = None;
            }
            let spot = (self.channel, self.message);
            // Set while what is due waits for a token.
            let mut unreached = None;
            let wake = {
                let finished = self.slot.finished.load(Ordering::Acquire);
                let mut slot = self.slot.due.lock();
                let is_same = |due: &mut DueUpdate| {
                    due.posting == Posting::Same && self.shown.as_ref() == Some(&due.letter)
                };
                slot.take_if(is_same);
                match slot.as_mut() {
                    None if finished => return None,
                    None => None,
                    Some(due) => {
                        let reached = due.reach(&self.outbox, spot);
                        match self.earliest(due.urgency) {
                            _ if !reached && finished => return None,
                            _ if !reached => {
                                unreached = Some(due.posting);
                                None
                            }
                            Some(at) if !finished => Some(at),
                            Some(_) | None => return self.take(&mut slot),
                        }
                    }
                }
            };
            tokio::select! {
                () = self.slot.changed.notified() => {}
                () = self.outbox.reached(spot, unreached.unwrap_or(Posting::Same)),
                    if unreached.is_some() => {}
                () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {}
            }
        }
    }

    /// Takes what is due; for one that is posted anew, first the final state of the old message.
    fn take(&self, slot: &mut Option<DueUpdate>) -> Option<DueUpdate> {
        let farewell = slot
            .as_mut()
            .filter(|due| due.posting == Posting::Anew && self.message.is_some());
        let farewell = farewell.and_then(|due| Some((due.farewell.take()?, due.since)));
        match farewell.filter(|(letter, _)| self.shown.as_ref() != Some(letter)) {
            Some((letter, since)) => Some(DueUpdate {
                letter,
                urgency: Urgency::Played,
                since,
                posting: Posting::Same,
                farewell: None,
            }),
            None => slot.take(),
        }
    }

    /// The earliest time for a state of this urgency, if it is in the future.
    fn earliest(&self, urgency: Urgency) -> Option<Instant> {
        match urgency {
            Urgency::Urgent | Urgency::Played | Urgency::Automatic => None,
            Urgency::Cosmetic => self
                .last
                .map(|last| last + self.every)
                .filter(|at| *at > Instant::now()),
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
            let mut slot = self.slot.due.lock();
            if let Some(newer) = slot.take_if(|newer| newer.posting == Posting::Same) {
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
                return outbox
                    .carry_edit((channel, message), rank, until, &edit)
                    .await;
            }
            if outbox.is_guest(channel) {
                let post = (GuestPost::Board, &answer as Newest<'_>);
                return outbox.post_as_guest(channel, rank, until, post).await;
            }
            match self.message {
                // What stays above can be answered; a retry may have been posted already.
                Some(old) if posting == Posting::Anew && self.nonce.is_none() => {
                    let bodies = (&answer as Newest<'_>, &post as Newest<'_>);
                    let spot = (channel, old);
                    outbox.carry_below(spot, rank, until, bodies).await
                }
                _ => {
                    let address = Address::post(channel);
                    outbox.carry(&address, rank, until, &post).await
                }
            }
        };
        let outcome = tokio::select! {
            biased;
            outcome = carried => outcome,
            () = self.slot.overtakes(urgency, &leaves) => {
                if self.slot.abandoned.load(Ordering::Acquire) {
                    return Next::Never;
                }
                self.slot.put_back(sending.into_inner().0);
                return Next::AtOnce;
            }
        };
        let (due, tries) = sending.into_inner();
        self.sent(outcome, due, nonce, tries).await
    }

    /// What was sent with so many tries had this outcome.
    async fn sent(
        &mut self,
        outcome: Result<Reply, Failure>,
        due: DueUpdate,
        nonce: Option<String>,
        tries: u32,
    ) -> Next {
        let retried = self.nonce.take().is_some();
        // The interval counts from here, even if this attempt failed.
        self.last = Some(Instant::now());
        let outcome = match (outcome, &nonce) {
            (Ok(reply), Some(_)) => match id_of(&reply).map(MessageId::new) {
                Ok(id) if !self.posted(id, due.posting) => {
                    self.take_back(id).await;
                    return Next::Never;
                }
                id => id.map(drop),
            },
            (Ok(_), None) => Ok(()),
            (Err(failure), _) => Err(failure),
        };
        let barred = |failure: &Failure| failure.meaning() == Meaning::Forbidden;
        let barred = outcome.as_ref().is_err_and(barred);
        self.slot.barred.store(barred, Ordering::Relaxed);
        match outcome {
            // The message may come from an attempt whose answer was lost, with an older state.
            Ok(()) if nonce.is_some() && (tries > 1 || retried) => {
                self.slot.put_back(DueUpdate {
                    posting: Posting::Same,
                    ..due
                });
                Next::AtOnce
            }
            Ok(()) => {
                self.refused = Pauses::default();
                self.shown = Some(due.letter);
                Next::AtOnce
            }
            Err(failure) => self.failed(failure, due, nonce),
        }
    }

    /// Deletes a message beside which another process shows one.
    async fn take_back(&self, id: MessageId) {
        let deleted = self.outbox.delete(self.channel, id, Urgency::Played).await;
        if let Err(failure) = deleted {
            tracing::warn!(%failure, "a message that another process shows is there twice");
        }
    }

    /// Takes back what may have been posted although no answer came: under the same nonce Discord gives the
    /// message that is there.
    async fn look_for_lost_post(&mut self) {
        let (nonce, due) = (self.nonce.take(), self.slot.due.lock().take());
        let (Some(nonce), Some(due)) = (nonce, due) else {
            return;
        };
        // It knows the nonce for some minutes.
        for pause in &RETIRES_AGAIN[..2] {
            sleep(*pause).await;
            let letter = &due.letter;
            let posted = self
                .outbox
                .post_as(&nonce, self.channel, letter, None, Urgency::Played);
            if let Ok(id) = posted.await {
                return self.take_back(id).await;
            }
        }
    }

    /// Notes that a message was posted; `false` if it is not wanted any more.
    fn posted(&mut self, id: MessageId, posting: Posting) -> bool {
        {
            let mut message = self.slot.message.lock();
            if self.slot.abandoned.load(Ordering::Acquire) {
                return false;
            }
            *message = Some(id);
        }
        if let Some(old) = self.message.replace(id) {
            spawn(retire(self.outbox.clone(), self.channel, old, posting));
        }
        self.slot.posted.notify_one();
        true
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
                self.slot.put_back(due);
                match remedy {
                    Remedy::OtherState => Next::Otherwise(pause),
                    _ => Next::After(pause),
                }
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
                Next::After(REST)
            }
        }
    }
}

/// Deletes an old message, or takes its controls, as it was posted anew; tries again if that fails.
async fn retire(outbox: Outbox, channel: ChannelId, old: MessageId, posting: Posting) {
    for pause in RETIRES_AGAIN.map(Some).into_iter().chain([None]) {
        let done = match posting {
            Posting::Anew => outbox.disarm(channel, old).await,
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
