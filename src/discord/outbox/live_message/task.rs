//! The task of a live message: it sends one state after the other, as long as the message lives.
//!
//! Decides when the next one is due, what becomes of a state that was not sent when a newer one comes, and how to
//! go on after a failure.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, MessageId};
use tokio::time::{Instant, sleep, sleep_until};

use super::{DueUpdate, Slot, SlotState};
use crate::discord::outbox::answers::{Failure, Meaning, Pauses, Remedy};
use crate::discord::outbox::edits::unless;
use crate::discord::outbox::guests::GuestPost;
use crate::discord::outbox::letter::{Draft, Form, Letter, Newest, Posting, Visibility};
use crate::discord::outbox::queue::{QueueRank, Urgency};
use crate::discord::outbox::wire::Address;
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

impl Slot {
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
    /// Or sooner if something else is due by then than this state, which was refused.
    After(Duration, Option<Box<Letter>>),
    Never,
}

/// To be waited for: a time, and a token that reaches a message which is to be posted like this.
type Wait = (Option<Instant>, Option<Posting>);

impl MessageTask {
    pub(super) async fn run(mut self) {
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
        let reached = due.reach(&self.outbox, (self.channel, self.message));
        match self.earliest(due.urgency) {
            _ if !reached && finished => Ok(None),
            _ if !reached => Err((None, Some(due.posting))),
            Some(at) if !finished => Err((Some(at), None)),
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

    /// The earliest time for a state of this urgency, if it is in the future.
    fn earliest(&self, urgency: Urgency) -> Option<Instant> {
        let last = self.last.filter(|_| urgency == Urgency::Cosmetic)?;
        Some(last + self.every).filter(|at| *at > Instant::now())
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
