//! Telling people that a seat is free: they ask once, in a channel, are told once, and are forgotten.
//!
//! Decides who is remembered, how many, and when they are told. How somebody is told, the faces decide.

use serde::{Deserialize, Serialize};

use super::answer::{Done, Request, refuse};
use super::{Answer, Desk, Served, at_any_table};
use crate::game::Viewer;
use crate::host::Handle;
use crate::store::{Scope, StoreError, Stored, StoredRow, setting_of};
use crate::table::{
    Away, Occupant, PersonId, SeatView, StageView, TableKey, TableView, UnixMillis,
};
use crate::text::words::{is_no, means};

/// The most people who wait in a channel.
const MOST_PEOPLE: usize = 20;
const MOST_CHANNELS: usize = 5;

/// Somebody who is to be told: kept in the scope of the channel where they wait, under their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    pub person: PersonId,
    /// Whether by a mention in the channel, and not by a direct message.
    pub here: bool,
    /// Since when: who waits first is told first.
    since: UnixMillis,
}

impl Stored for Waiting {
    const NAME: &'static str = "waiting ";
    type Key = PersonId;
}

impl Desk {
    /// Notes that somebody wants to be told as soon as they can sit down in this channel: `here` by a
    /// mention, `off` not any more.
    pub(super) async fn tell_me(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let person = who.person;
        let shown = |line| Ok(Answer::shown(line).for_them_alone());
        let off = is_no(words);
        if let Some(table) = self.own_table(place).filter(|_| !off) {
            let view = at_any_table!(&table, handle => {
                let view = handle.view(Viewer::Public);
                (view.expects(person), has_seat_for(&view, person))
            });
            match view {
                (true, _) => return shown(say!(cx, "tell-seated")),
                (false, true) => return shown(say!(cx, "tell-free")),
                (false, false) => {}
            }
        }
        let here = means(words, "word-here");
        let noted = self.note_waiting(place.channel, person, (!off).then_some(here));
        match asked.written(noted.await)? {
            true if off => shown(say!(cx, "tell-off")),
            true => shown(say!(cx, "tell-noted")),
            false => refuse(say!(cx, "tell-too-many")),
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
        let is_due = |one: &Waiting| sits(one) || has_seat_for(&view, one.person);
        let due: Vec<Waiting> = waiting.into_iter().filter(is_due).collect();
        let gone = due
            .iter()
            .map(|one| setting_of::<Waiting>(&one.person, None));
        let scope = Scope::Channel(TableKey(channel));
        let gone = self.settings.store().set_settings(scope, gone.collect());
        if let Err(error) = gone.await {
            // They are told when it can be noted that they were: otherwise they would be told again.
            tracing::warn!(%error, "who was told of a seat could not be written");
            return Vec::new();
        }
        due.into_iter().filter(|one| !sits(one)).collect()
    }

    /// Forgets everywhere that this person waits; `false` if the store failed.
    pub(super) async fn tell_nothing(&self, person: PersonId) -> bool {
        let store = self.settings.store();
        let gone = async {
            for row in self.waits_of(person).await? {
                store.store::<Waiting>(row.scope, &row.key, None).await?;
            }
            Ok::<(), StoreError>(())
        };
        gone.await.is_ok()
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
        let scope = Scope::Channel(TableKey(channel));
        if here.is_some() {
            let here = self.waiting(channel).await?.into_iter();
            let others = here.filter(|other| other.person != person).count();
            let mut elsewhere = self.waits_of(person).await?;
            elsewhere.retain(|row| row.scope != scope);
            if others >= MOST_PEOPLE || elsewhere.len() >= MOST_CHANNELS {
                return Ok(false);
            }
        }
        let since = self.host.now();
        let waiting = here.map(|here| Waiting {
            person,
            here,
            since,
        });
        let store = self.settings.store();
        store.store(scope, &person, waiting.as_ref()).await?;
        Ok(true)
    }

    /// Who waits in a channel, the first of them first.
    async fn waiting(&self, channel: u64) -> Result<Vec<Waiting>, StoreError> {
        let scope = Scope::Channel(TableKey(channel));
        let kept = self.settings.store().all_stored(Some(scope)).await?;
        let mut waiting: Vec<Waiting> = kept.into_iter().map(|row| row.value).collect();
        waiting.sort_by_key(|one| one.since);
        Ok(waiting)
    }

    /// Where somebody waits.
    async fn waits_of(&self, person: PersonId) -> Result<Vec<StoredRow<Waiting>>, StoreError> {
        let mut waits = self.settings.store().all_stored::<Waiting>(None).await?;
        waits.retain(|row| row.key == person);
        Ok(waits)
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
