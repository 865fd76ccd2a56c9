//! Where the tables of the desk are shown: what people and channels change about it as they come and
//! go.
//!
//! Decides when a table leaves a channel, and what the key of one is that has no channel of its own.
//! What is remembered of it is kept by [`super::places`].

use super::places::{OWN, Places, Showing};
use super::{AskedFrom, At, Desk, Served, Who, at_any_table};
use crate::game::Viewer;
use crate::host::{AnyTable, Handle};
use crate::table::{StageView, TableKey};

impl Desk {
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Reads the places of all tables that are shown elsewhere than in their own channel.
    pub async fn recall_places(&self) {
        self.places.recall_all().await;
    }

    pub(super) fn own_table(&self, place: &AskedFrom) -> Option<AnyTable> {
        let key = TableKey(place.channel);
        let table = self.host.get(key)?;
        (!self.places.is_elsewhere(key)).then_some(table)
    }

    /// In a room: notes where the requester sits from now.
    pub(super) async fn settle_here<G: Served>(&self, at: &At<'_, G>) {
        let key = at.handle.key();
        if self.places.is_room(key) {
            let here = self.showing_here(at);
            self.places.settle(key, at.who.person, here).await;
            self.host.announce(key);
        }
    }

    /// How a room would be shown where the requester is.
    pub(super) fn showing_here<G: Served>(&self, at: &At<'_, G>) -> Showing {
        let here = Showing::of(at.place);
        match at.place.guild {
            Some(_) => here,
            // The requester is the reader of direct messages.
            None => Showing {
                language: Some(at.cx.locale.tag().to_owned()),
                ..here
            },
        }
    }

    /// In an open room: removes places from which nobody sits there any more.
    pub async fn leave_places<G: Served>(&self, handle: &Handle<G>) {
        let (key, view) = (handle.key(), handle.view(Viewer::Public));
        let open = !matches!(view.stage, StageView::Closed);
        if open && self.places.is_room(key) {
            let sits = |person| view.expects(person);
            self.places.keep_only(key, sits).await;
            self.host.announce(key);
        }
    }

    /// Handles a deleted channel: tables shown only there are closed, others continue elsewhere.
    pub async fn desert(&self, channel: u64) {
        let own = TableKey(channel);
        let mut keys = self.places.shown_at(channel);
        if !self.places.is_elsewhere(own) {
            keys.push(own);
        }
        for key in keys {
            let Some(table) = self.host.get(key) else {
                continue;
            };
            if self.places.leave_channel(key, channel).await {
                self.host.announce(key);
                continue;
            }
            let closed = at_any_table!(&table, handle => handle.desert().await.is_ok());
            tracing::info!(channel, closed, "a table's channel is gone");
        }
    }

    /// All channels where tables are shown.
    pub fn channels(&self) -> Vec<u64> {
        let tables = self.host.list();
        let shown = tables.iter().map(|table| self.places.of(table.key()));
        let mut channels: Vec<u64> = shown
            .flat_map(|shown| shown.places)
            .map(|place| place.channel)
            .collect();
        channels.sort_unstable();
        channels.dedup();
        channels
    }

    /// A key for a table beside the channel's own (`is_beside`), made from the request's id, or else of chance:
    /// nobody guesses it, as they would the time.
    pub fn key_beside(&self, who: &Who) -> TableKey {
        let now = self.host.now().0;
        let by_chance = || {
            let mut chance = (self.secrets)().ok()?.derive("beside", now).chance();
            Some((0..4).fold(0, |number, _| {
                number << 16 | u64::from(chance.below(1 << 16))
            }))
        };
        let number = who.nonce.or_else(by_chance).unwrap_or(now);
        TableKey(number & (OWN - 1) | OWN)
    }
}

#[cfg(test)]
mod tests;
