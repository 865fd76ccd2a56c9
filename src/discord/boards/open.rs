//! Which tables have a board in which channel, and the signals that boards get from outside.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;

use poise::serenity_prelude as serenity;
use tokio::sync::Notify;

use crate::desk::Place;
use crate::desk::places::{Showing, Shown};
use crate::table::{TableId, TableKey};
use crate::text::locale::Locale;

/// The most channels whose server is remembered.
const MOST_PLACES: usize = 50_000;

/// The signals to a board from outside its table.
#[derive(Default)]
pub(super) struct Stir {
    /// The board is to be posted anew.
    pub(super) anew: Notify,
    /// The table is no longer shown here.
    pub(super) gone: Notify,
    /// The bot's permissions in the channel have changed.
    pub(super) permitted: Notify,
    /// Messages in the channel since the board was posted.
    pub(super) below: AtomicU32,
}

/// The tables that are shown in a channel.
type Open = HashMap<TableKey, (TableId, Arc<Stir>)>;

/// The open boards.
#[derive(Default)]
pub struct Boards {
    /// By channel.
    open: Mutex<HashMap<u64, Open>>,
    places: Mutex<HashMap<u64, Place>>,
}

impl Boards {
    /// Remembers the server of a channel.
    pub fn learn_place(&self, place: &Place) {
        let mut places = self.places.lock();
        if places.len() >= MOST_PLACES {
            places.clear();
        }
        places.insert(place.channel, place.clone());
    }

    /// Remembers a server's channels.
    pub fn learn(&self, guild: &serenity::Guild) {
        let locale = Locale::of(&guild.preferred_locale);
        for channel in guild.channels.keys() {
            let channel = channel.get();
            let channels = vec![channel];
            self.learn_place(&Place {
                channel,
                guild: Some(guild.id.get()),
                locale,
                channels,
            });
        }
    }

    /// The place where a table is shown, as far as known.
    pub(super) fn place(&self, showing: &Showing) -> Place {
        let channel = showing.channel;
        let known = self.places.lock().get(&channel).cloned();
        let mut place = known.unwrap_or(Place {
            channel,
            guild: showing.guild,
            locale: None,
            channels: vec![channel],
        });
        place.locale = place.locale.or(showing.locale());
        place
    }

    /// Posts a table anew in a channel; `false` if it is not shown there.
    pub fn post_anew(&self, key: TableKey, channel: u64) -> bool {
        let open = self.open.lock();
        let board = open.get(&channel).and_then(|here| here.get(&key));
        if let Some((_, stir)) = board {
            stir.anew.notify_one();
        }
        board.is_some()
    }

    /// The server of a channel, as far as known.
    pub fn guild_of(&self, channel: u64) -> Option<u64> {
        self.places.lock().get(&channel)?.guild
    }

    /// Retries the boards of the channels concerned: the bot's permissions there have changed.
    pub fn retry(&self, concerned: impl Fn(u64) -> bool) {
        let open = self.open.lock().clone();
        let here = open.into_iter().filter(|(channel, _)| concerned(*channel));
        for (_, stir) in here.flat_map(|(_, tables)| tables.into_values()) {
            stir.permitted.notify_one();
        }
    }

    /// Counts a message below the boards of a channel.
    pub fn count_message(&self, channel: u64) {
        for (_, stir) in self
            .open
            .lock()
            .get(&channel)
            .into_iter()
            .flat_map(HashMap::values)
        {
            stir.below.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Registers the board of a table in a channel; `None` if it has one there.
    pub(super) fn begin(&self, table: TableId, channel: u64) -> Option<Arc<Stir>> {
        let mut open = self.open.lock();
        let here = open.entry(channel).or_default();
        if here
            .get(&table.key)
            .is_some_and(|(known, _)| *known == table)
        {
            return None;
        }
        let stir = Arc::new(Stir::default());
        here.insert(table.key, (table, Arc::clone(&stir)));
        Some(stir)
    }

    /// Ends the boards of a table in channels where it is no longer shown.
    pub(super) fn end_others(&self, key: TableKey, shown: &Shown) {
        for (channel, here) in self.open.lock().iter() {
            if let (Some((_, stir)), None) = (here.get(&key), shown.at(*channel)) {
                stir.gone.notify_one();
            }
        }
    }

    pub(super) fn end(&self, table: TableId, channel: u64) {
        let mut open = self.open.lock();
        let Some(here) = open.get_mut(&channel) else {
            return;
        };
        if here
            .get(&table.key)
            .is_some_and(|(known, _)| *known == table)
        {
            here.remove(&table.key);
        }
        if here.is_empty() {
            open.remove(&channel);
        }
    }
}
