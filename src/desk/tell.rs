//! Telling people that a seat is free: they ask once, in a channel, are told once, and are forgotten.
//!
//! Decides who is remembered, how many, and when they are told. Those who wait in a channel are a
//! setting of the channel; a setting of each person names the channels, so that all of it is found when
//! they ask to be forgotten. How somebody is told, the faces decide.

use serde::{Deserialize, Serialize};

use super::{Answer, AskedFrom, Desk, Served, Who, at_any_table};
use crate::game::Viewer;
use crate::host::Handle;
use crate::store::{Scope, StoreError};
use crate::table::{Away, Occupant, PersonId, SeatView, StageView, TableKey, TableView};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::trouble::Trouble;
use crate::text::words::{is_no, means};

/// The setting of a channel with those who wait there, and of a person with the channels.
const WAITING: &str = "waiting";
/// The most people who wait in a channel.
const MOST_PEOPLE: usize = 20;
const MOST_CHANNELS: usize = 5;

/// Somebody who is to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    pub person: PersonId,
    /// Whether by a mention in the channel, and not by a direct message.
    #[serde(default)]
    pub here: bool,
}

impl Desk {
    /// Notes that somebody wants to be told as soon as they can sit down in this channel: `here` by a
    /// mention, `off` not any more.
    pub(super) async fn tell_me(
        &self,
        who: &Who,
        place: &AskedFrom,
        words: &str,
        cx: &RenderContext,
    ) -> Answer {
        let person = who.person;
        let shown = |line| Answer::shown(Page::line(line)).for_them_alone();
        let off = is_no(words);
        if let Some(table) = self.own_table(place).filter(|_| !off) {
            let view = |seats: bool| match seats {
                true => say!(cx, "tell-seated"),
                false => say!(cx, "tell-free"),
            };
            let (seated, free) = at_any_table!(&table, handle => {
                let view = handle.view(Viewer::Public);
                (view.expects(person), has_seat_for(&view, person))
            });
            if seated || free {
                return shown(view(seated));
            }
        }
        let here = means(words, "word-here");
        let noted = self.note_waiting(place.channel, person, (!off).then_some(here));
        match noted.await {
            Ok(true) if off => shown(say!(cx, "tell-off")),
            Ok(true) => shown(say!(cx, "tell-noted")),
            Ok(false) => Answer::refused(say!(cx, "tell-too-many")),
            Err(error) => {
                tracing::error!(%error, "who waits for a seat could not be written");
                Answer::refused(Trouble::NotSaved.page(cx))
            }
        }
    }

    /// Those who are to be told that they can sit down at this table, which is shown in this channel:
    /// each once.
    pub async fn whom_to_tell<G: Served>(&self, handle: &Handle<G>, channel: u64) -> Vec<Waiting> {
        let _alone = self.telling.enter().await;
        let view = handle.view(Viewer::Public);
        let Ok(waiting) = self.waiting(channel).await else {
            return Vec::new();
        };
        let sits = |one: &Waiting| view.expects(one.person);
        let (due, rest): (Vec<Waiting>, Vec<Waiting>) = waiting
            .into_iter()
            .partition(|one| sits(one) || has_seat_for(&view, one.person));
        if due.is_empty() {
            return due;
        }
        if let Err(error) = self.keep_waiting(channel, &rest).await {
            // They are told when it can be noted that they were: otherwise they would be told again.
            tracing::warn!(%error, "who was told of a seat could not be written");
            return Vec::new();
        }
        for one in &due {
            self.drop_channel(one.person, channel).await.ok();
        }
        due.into_iter().filter(|one| !sits(one)).collect()
    }

    /// Forgets everywhere that this person waits; `false` if the store failed.
    pub(super) async fn tell_nothing(&self, person: PersonId) -> bool {
        let channels = self.channels_of(person).await;
        for channel in channels.unwrap_or_default() {
            if self.note_waiting(channel, person, None).await.is_err() {
                return false;
            }
        }
        true
    }

    /// Notes how somebody waits in a channel, or with `None` that they do not; `false` if there are too
    /// many.
    async fn note_waiting(
        &self,
        channel: u64,
        person: PersonId,
        here: Option<bool>,
    ) -> Result<bool, StoreError> {
        let _alone = self.telling.enter().await;
        let mut waiting = self.waiting(channel).await?;
        waiting.retain(|other| other.person != person);
        let mut channels = self.channels_of(person).await?;
        channels.retain(|other| *other != channel);
        if let Some(here) = here {
            if waiting.len() >= MOST_PEOPLE || channels.len() >= MOST_CHANNELS {
                return Ok(false);
            }
            waiting.push(Waiting { person, here });
            channels.push(channel);
        }
        // Where to look is noted first, so that nothing is left behind when they are forgotten.
        match here {
            Some(_) => {
                self.keep_channels(person, &channels).await?;
                self.keep_waiting(channel, &waiting).await?;
            }
            None => {
                self.keep_waiting(channel, &waiting).await?;
                self.keep_channels(person, &channels).await?;
            }
        }
        Ok(true)
    }

    async fn drop_channel(&self, person: PersonId, channel: u64) -> Result<(), StoreError> {
        let mut channels = self.channels_of(person).await?;
        channels.retain(|other| *other != channel);
        self.keep_channels(person, &channels).await
    }

    async fn waiting(&self, channel: u64) -> Result<Vec<Waiting>, StoreError> {
        let scope = Scope::Channel(TableKey(channel));
        let text = self.settings.store().setting(scope, WAITING).await?;
        Ok(text
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default())
    }

    async fn channels_of(&self, person: PersonId) -> Result<Vec<u64>, StoreError> {
        let scope = Scope::Person(person);
        let text = self.settings.store().setting(scope, WAITING).await?;
        Ok(text
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default())
    }

    async fn keep_waiting(&self, channel: u64, waiting: &[Waiting]) -> Result<(), StoreError> {
        let text = serde_json::to_string(waiting)
            .ok()
            .filter(|_| !waiting.is_empty());
        let scope = Scope::Channel(TableKey(channel));
        let store = self.settings.store();
        store.set_setting(scope, WAITING, text.as_deref()).await
    }

    async fn keep_channels(&self, person: PersonId, channels: &[u64]) -> Result<(), StoreError> {
        let text = serde_json::to_string(channels)
            .ok()
            .filter(|_| !channels.is_empty());
        let store = self.settings.store();
        store
            .set_setting(Scope::Person(person), WAITING, text.as_deref())
            .await
    }
}

/// Whether this person could sit down at the table, or come in later, now.
fn has_seat_for<G: Served>(view: &TableView<G>, person: PersonId) -> bool {
    let free = |place: &SeatView| match &view.stage {
        StageView::Lobby | StageView::Over(_) => place.occupant.person().is_none(),
        StageView::Playing(_) => match place.occupant {
            Occupant::Computer(_) => true,
            Occupant::Substitute { away, .. } => {
                matches!(away, Away::Left | Away::Gone) && !view.keeps(place.seat)
            }
            Occupant::Empty | Occupant::Person(_) => false,
        },
        StageView::Closed => false,
    };
    let kept = view.invited.is_some() || view.barred.contains(&person);
    !kept && (view.next_admission().is_some() || view.seats.iter().any(free))
}
