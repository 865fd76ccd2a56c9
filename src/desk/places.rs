//! Where tables are shown: most in the channel that they are named after, others where people asked
//! for them.
//!
//! Remembers it across restarts, and what people and channels change about it as they come and go. Decides when a
//! table leaves a channel. A table without an entry here is its channel's own. What is shown there and how, the faces
//! decide.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::{AskedFrom, Served, at_any_table};
use crate::game::Viewer;
use crate::host::{AnyTable, Handle, Host, Lock};
use crate::store::{Db, Scope, Stored};
use crate::table::{PersonId, StageView, TableKey};
use crate::text::locale::Locale;

impl Stored for ShownPlaces {
    const NAME: &'static str = "shown";
    type Key = ();
}

/// The topic of words about where a table is shown; the rest is its key.
pub(super) const PLACES: &str = "places";

/// Set in keys of tables that are not named after a channel, so that none equals the id of a
/// thread: Discord names a thread after the message that opened it. Ids reach this bit in 2049.
pub(super) const OWN: u64 = 1 << 62;

/// Of so many closed tables it is known where they were shown.
const MOST_CLOSED: usize = 256;

/// Whether a table is played beside the channel's own.
pub(super) const fn is_beside(key: TableKey) -> bool {
    key.0 & OWN != 0
}

/// The numbers of rooms, which are their keys: from here to before there. All are far below Discord's ids.
pub(super) const ROOM_NUMBERS: std::ops::Range<u64> = 1_000..1_000_000;

pub(super) fn is_room_number(key: TableKey) -> bool {
    ROOM_NUMBERS.contains(&key.0)
}

/// The places of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPlaces {
    /// Whether it is a room: people sit there from several places, and each sees it in their own.
    #[serde(default)]
    pub room: bool,
    /// Whether nothing of it is posted there: who plays sees their hand alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unposted: bool,
    /// The places, in the order of adding. Never empty while the table is open.
    pub places: Vec<Showing>,
}

/// One place of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Showing {
    pub channel: u64,
    /// Its server; `None` for direct messages and the terminal.
    pub guild: Option<u64>,
    /// In a room: the people who sit there from here.
    #[serde(default)]
    pub people: Vec<PersonId>,
    /// In a room: whether somebody here wants to talk to people from other servers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub talks: bool,
    /// Whether they were asked to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// The language of the place, as far as known when it was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl ShownPlaces {
    /// This channel alone.
    pub fn here(place: &AskedFrom) -> Self {
        Self {
            places: vec![Showing::of(place)],
            ..Self::default()
        }
    }

    /// The channel that the table is named after.
    pub(super) fn own(key: TableKey) -> Self {
        let showing = Showing {
            channel: key.0,
            ..Showing::default()
        };
        Self {
            places: vec![showing],
            ..Self::default()
        }
    }

    fn is_somewhere(&self) -> bool {
        !self.places.is_empty()
    }

    pub fn at(&self, channel: u64) -> Option<&Showing> {
        self.places.iter().find(|place| place.channel == channel)
    }

    /// Whether the table is shown where somebody is: in their channel, and on their server if that was
    /// noted.
    pub(super) fn is_at(&self, place: &AskedFrom) -> bool {
        let here = self.at(place.channel);
        here.is_some_and(|here| here.guild.is_none() || here.guild == place.guild)
    }

    /// In a room: from where a person sits there.
    pub(super) fn home(&self, person: PersonId) -> Option<&Showing> {
        let mut places = self.places.iter();
        places.find(|place| place.people.contains(&person))
    }

    /// Whether people sit there with whom those of a place do not talk unless both want to.
    pub(super) fn has_strangers_to(&self, here: &Showing) -> bool {
        self.places.iter().any(|other| !here.is_beside(other))
    }

    /// Whether a person is notified about the table in this channel: in a room only where they sit
    /// from, otherwise wherever it is shown.
    pub fn tells(&self, person: PersonId, channel: u64) -> bool {
        match self.home(person).or(self.places.first()) {
            Some(place) if self.room => place.channel == channel,
            Some(_) | None => true,
        }
    }

    /// In a room: this person sits there from `here` from now on, and from nowhere else.
    fn settle(&mut self, person: PersonId, here: Showing) {
        let mut places = self.places.iter();
        let talks = places.any(|place| place.talks && place.is_beside(&here));
        for place in &mut self.places {
            place.people.retain(|other| *other != person);
        }
        let mut places = self.places.iter_mut();
        match places.find(|place| place.channel == here.channel) {
            Some(place) => place.people.push(person),
            None => {
                let people = vec![person];
                self.places.push(Showing {
                    people,
                    talks,
                    ..here
                });
            }
        }
        self.drop_deserted();
    }

    /// Removes places from which nobody sits there, but always keeps one.
    fn drop_deserted(&mut self) {
        let first = self.places.first().cloned();
        self.places.retain(|place| !place.people.is_empty());
        if self.places.is_empty() {
            self.places.extend(first);
        }
    }
}

impl Showing {
    pub fn of(place: &AskedFrom) -> Self {
        Self {
            channel: place.channel,
            guild: place.guild,
            language: place.locale.map(|locale| locale.tag().to_owned()),
            ..Self::default()
        }
    }

    /// Whether two places are of one server, or the same: nobody asks whether people there may talk.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        let same_guild = self.guild.is_some() && self.guild == other.guild;
        same_guild || self.channel == other.channel
    }

    /// Whether what is said in one of two places may be read in the other.
    pub(super) fn talks_to(&self, other: &Self) -> bool {
        self.is_beside(other) || self.talks && other.talks
    }

    /// The language of the place, as far as known when it was added.
    pub fn locale(&self) -> Option<Locale> {
        self.language.as_deref().and_then(Locale::of)
    }
}

/// The tables that are shown elsewhere than in a channel of their own.
pub struct Places {
    host: Host,
    store: Arc<Db>,
    kept: Mutex<BTreeMap<TableKey, ShownPlaces>>,
    /// Closed tables and the channels where they were shown, the latest last.
    closed: Mutex<VecDeque<(TableKey, u64)>>,
    /// Held while something is changed or read anew.
    changing: Lock,
}

impl Places {
    pub(super) fn new(host: Host, store: Arc<Db>) -> Self {
        let (kept, closed, changing) = Default::default();
        Self {
            host,
            store,
            kept,
            closed,
            changing,
        }
    }

    pub fn of(&self, key: TableKey) -> ShownPlaces {
        let shown = self.kept.lock().get(&key).cloned();
        shown.unwrap_or_else(|| ShownPlaces::own(key))
    }

    /// Whether a table is not named after a channel.
    pub fn is_elsewhere(&self, key: TableKey) -> bool {
        self.kept.lock().contains_key(&key)
    }

    pub fn is_room(&self, key: TableKey) -> bool {
        self.kept.lock().get(&key).is_some_and(|shown| shown.room)
    }

    pub(super) fn rooms(&self) -> Vec<TableKey> {
        let kept = self.kept.lock();
        let rooms = kept.iter().filter(|(_, shown)| shown.room);
        rooms.map(|(key, _)| *key).collect()
    }

    /// Reserves a key for a table about to be opened; `false` if it is taken.
    pub(super) fn reserve(&self, key: TableKey, shown: ShownPlaces) -> bool {
        match self.kept.lock().entry(key) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(shown);
                true
            }
        }
    }

    /// Removes a table from a channel; `false` if that is its only one.
    pub(super) async fn leave_channel(&self, key: TableKey, channel: u64) -> bool {
        let others = |place: &Showing| place.channel != channel;
        if !self.of(key).places.iter().any(others) {
            return false;
        }
        self.edit(key, |shown| shown.places.retain(others)).await;
        self.host.announce(key);
        true
    }

    /// The tables with an entry that are shown in a channel.
    pub(super) fn shown_at(&self, channel: u64) -> Vec<TableKey> {
        let kept = self.kept.lock();
        let here = kept.iter().filter(|(_, shown)| shown.at(channel).is_some());
        here.map(|(key, _)| *key).collect()
    }

    /// Changes where a table is shown, here and in the store; `false` if that failed. `None` stands for a table that is
    /// shown in its own channel alone. Where another process was faster, its change is changed.
    pub(super) async fn change(
        &self,
        key: TableKey,
        change: impl Fn(Option<ShownPlaces>) -> Option<ShownPlaces>,
    ) -> bool {
        let _alone = self.changing.enter().await;
        // Shown at once: the table may be drawn before it is written.
        let before = self.kept.lock().get(&key).cloned();
        self.keep(key, change(before));
        let scope = Scope::Channel(key);
        let change = |before: Option<ShownPlaces>| {
            let shown = change(before.filter(ShownPlaces::is_somewhere));
            (shown.clone(), shown)
        };
        match self.store.change_stored(scope, &(), change).await {
            Ok(shown) => {
                self.keep(key, shown);
                self.store.tell(PLACES, &key.0);
                true
            }
            Err(error) => {
                tracing::error!(%error, "where a table is shown could not be written");
                false
            }
        }
    }

    /// The same for a table that is shown elsewhere than in its own channel; no other is changed.
    async fn edit(&self, key: TableKey, edit: impl Fn(&mut ShownPlaces)) -> bool {
        let change = |before: Option<ShownPlaces>| {
            let mut shown = before?;
            edit(&mut shown);
            Some(shown)
        };
        self.change(key, change).await
    }

    fn keep(&self, key: TableKey, shown: Option<ShownPlaces>) {
        let mut kept = self.kept.lock();
        match shown {
            Some(shown) => kept.insert(key, shown),
            None => kept.remove(&key),
        };
    }

    /// Another process changed where this table is shown, or may have.
    pub(super) async fn look_again(&self, key: TableKey) {
        let _alone = self.changing.enter().await;
        match self.store.stored(Scope::Channel(key), &()).await {
            Ok(shown) => self.keep(key, shown.filter(ShownPlaces::is_somewhere)),
            Err(error) => tracing::warn!(%error, "where a table is shown could not be read"),
        }
    }

    /// In a room: this person sits there from `here` from now on, and from nowhere else.
    pub(super) async fn settle(&self, key: TableKey, person: PersonId, here: Showing) {
        self.edit(key, |shown| shown.settle(person, here.clone()))
            .await;
        self.host.announce(key);
    }

    /// In a room: whether those of this place and of others on its server want to talk to people from elsewhere, who are
    /// asked if so.
    pub(super) async fn let_talk(&self, key: TableKey, here: &Showing, talks: bool) -> bool {
        let edit = |shown: &mut ShownPlaces| {
            for place in &mut shown.places {
                match place.is_beside(here) {
                    true => place.talks = talks,
                    false => place.asked |= talks,
                }
            }
        };
        self.edit(key, edit).await
    }

    /// Reads the places of all tables that are shown elsewhere than in their own channel.
    pub async fn recall_all(&self) {
        match self.store.all_stored::<ShownPlaces>(None).await {
            Ok(all) => {
                let mut kept = self.kept.lock();
                for row in all {
                    if let (Scope::Channel(key), true) = (row.scope, row.value.is_somewhere()) {
                        kept.entry(key).or_insert(row.value);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "where tables are shown could not be read"),
        }
    }

    /// Reads the places of a restored table.
    pub async fn recall(&self, key: TableKey) {
        if !self.is_elsewhere(key) {
            self.look_again(key).await;
        }
    }

    /// Forgets the places of a closed table, all but where people may still ask about it.
    pub async fn forget(&self, key: TableKey) {
        if !self.is_elsewhere(key) {
            return;
        }
        let shown = self.of(key);
        {
            let mut closed = self.closed.lock();
            closed.extend(shown.places.iter().map(|place| (key, place.channel)));
            let more = closed.len().saturating_sub(MOST_CLOSED);
            closed.drain(..more);
        }
        self.change(key, |_| None).await;
    }

    /// Whether a table that is closed was shown in a channel.
    pub(super) fn was_at(&self, key: TableKey, channel: u64) -> bool {
        self.closed.lock().contains(&(key, channel))
    }

    /// Whether people sit in a room with whom those of a channel do not talk unless both want to.
    pub(super) fn has_strangers(&self, room: TableKey, channel: u64) -> bool {
        let shown = self.of(room);
        let own = shown.at(channel);
        own.is_some_and(|own| shown.has_strangers_to(own))
    }

    /// The room where somebody sits.
    pub(super) fn room_of(&self, person: PersonId) -> Option<AnyTable> {
        let tables = self.rooms().into_iter();
        let mut tables = tables.filter_map(|key| self.host.get(key));
        tables.find(|table| {
            at_any_table!(table, handle => {
                handle.view(Viewer::Public).expects(person)
            })
        })
    }

    /// Reads anew where a table is shown, which is then drawn there.
    pub(super) async fn replace(&self, key: TableKey) {
        self.look_again(key).await;
        self.host.announce(key);
    }

    pub(super) fn own_table(&self, place: &AskedFrom) -> Option<AnyTable> {
        let key = TableKey(place.channel);
        let table = self.host.get(key)?;
        (!self.is_elsewhere(key)).then_some(table)
    }

    /// In an open room: removes people who no longer sit there, and places without people.
    pub async fn drop_left<G: Served>(&self, handle: &Handle<G>) {
        let (key, view) = (handle.key(), handle.view(Viewer::Public));
        if matches!(view.stage, StageView::Closed) || !self.is_room(key) {
            return;
        }
        let keep = |shown: &mut ShownPlaces| {
            for place in &mut shown.places {
                place.people.retain(|person| view.expects(*person));
            }
            shown.drop_deserted();
        };
        self.edit(key, keep).await;
        self.host.announce(key);
    }

    /// Handles a deleted channel: tables shown only there are closed, others continue elsewhere.
    pub async fn desert(&self, channel: u64) {
        let own = TableKey(channel);
        let mut keys = self.shown_at(channel);
        if !self.is_elsewhere(own) {
            keys.push(own);
        }
        for key in keys {
            let Some(table) = self.host.get(key) else {
                continue;
            };
            if self.leave_channel(key, channel).await {
                continue;
            }
            let closed = at_any_table!(&table, handle => handle.desert().await.is_ok());
            tracing::info!(channel, closed, "a table's channel is gone");
        }
    }

    /// All channels where tables are shown.
    pub fn channels(&self) -> Vec<u64> {
        let tables = self.host.list();
        let shown = tables.iter().map(|table| self.of(table.key()));
        let places = shown.flat_map(|shown| shown.places);
        let mut channels: Vec<u64> = places.map(|place| place.channel).collect();
        channels.sort_unstable();
        channels.dedup();
        channels
    }
}

#[cfg(test)]
mod tests;
