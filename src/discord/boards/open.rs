//! Which tables have a board in which channel, and the signals that boards get from outside.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use poise::serenity_prelude as serenity;
use serenity::MessageId;
use tokio::sync::{mpsc, oneshot};

use crate::desk::AskedFrom;
use crate::desk::places::{Showing, ShownPlaces};
use crate::table::{TableId, TableKey};
use crate::text::locale::Locale;

/// The most channels whose server is remembered.
const MOST_PLACES: usize = 50_000;

/// What a board is told from outside its table.
pub(super) enum Signal {
    /// The table is no longer shown here.
    Gone,
    /// The process is about to stop. Who waits for the board to say so: dropped when it was said.
    Rest(oneshot::Sender<()>),
    /// The board is to be posted anew.
    Anew,
    /// The server of the channel was told anew: events may have been missed before.
    Learned,
    /// Somebody has used something in a chat that only this reaches.
    Used,
    /// The bot's permissions in the channel have changed.
    Permitted,
    /// Something was said in the channel.
    Said,
    /// These messages were deleted in the channel.
    Deleted(Vec<MessageId>),
}

/// A board that is open: the table, and where its board hears.
type OpenBoard = (TableId, mpsc::UnboundedSender<Signal>);

#[derive(Default)]
pub struct Boards {
    /// By channel and table.
    open: Mutex<BTreeMap<(u64, TableKey), OpenBoard>>,
    places: Mutex<HashMap<u64, AskedFrom>>,
    /// The process is about to stop: no board is begun any more.
    stopping: AtomicBool,
}

impl Boards {
    pub fn learn_place(&self, place: &AskedFrom) {
        let mut places = self.places.lock();
        if places.len() >= MOST_PLACES {
            places.clear();
        }
        let known = places.get(&place.channel);
        // Where everybody brings a language of their own, that of the first stays.
        let locale = known
            .and_then(|known| known.locale)
            .filter(|_| place.as_guest);
        let locale = locale.or(place.locale);
        let place = place.clone();
        places.insert(place.channel, AskedFrom { locale, ..place });
    }

    /// Remembers a server's channels, and tells the boards there.
    pub fn learn(&self, guild: &serenity::Guild) {
        let locale = Locale::of(&guild.preferred_locale);
        let threads = guild.threads.iter().map(|thread| &thread.id);
        for channel in guild.channels.keys().chain(threads) {
            self.learn_place(&AskedFrom {
                locale,
                ..AskedFrom::new(channel.get(), Some(guild.id.get()))
            });
        }
        let id = Some(guild.id.get());
        // Channels that are not listed, too: they may be gone.
        self.tell_where(|channel| self.guild_of(channel) == id, || Signal::Learned);
    }

    /// All servers were told: what belongs to none of them is private.
    pub fn learn_that_is_all(&self) {
        self.tell_where(|channel| !self.knows(channel), || Signal::Learned);
    }

    /// Has the boards of a channel look whether they can still be seen there.
    pub fn look_again(&self, channel: u64) {
        self.tell(channel, || Signal::Learned);
    }

    /// Tells the boards of a chat that only this reaches that somebody has used something there.
    pub fn used(&self, channel: u64) {
        self.tell(channel, || Signal::Used);
    }

    /// Counts a message below the boards of a channel.
    pub fn count_message(&self, channel: u64) {
        self.tell(channel, || Signal::Said);
    }

    /// Tells the boards of a channel that somebody has deleted messages there.
    pub fn deleted(&self, channel: u64, messages: &[MessageId]) {
        self.tell(channel, || Signal::Deleted(messages.to_vec()));
    }

    /// Retries the boards of the channels concerned: the bot's permissions there have changed.
    pub fn retry(&self, concerned: impl Fn(u64) -> bool) {
        self.tell_where(concerned, || Signal::Permitted);
    }

    fn tell(&self, channel: u64, signal: impl Fn() -> Signal) {
        let here = (channel, TableKey(0))..=(channel, TableKey(u64::MAX));
        for (_, (_, board)) in self.open.lock().range(here) {
            // One that has ended hears nothing.
            board.send(signal()).ok();
        }
    }

    fn tell_where(&self, concerned: impl Fn(u64) -> bool, signal: impl Fn() -> Signal) {
        for ((channel, _), (_, board)) in self.open.lock().iter() {
            if concerned(*channel) {
                board.send(signal()).ok();
            }
        }
    }

    /// Whether it is known to which server a channel belongs.
    pub fn knows(&self, channel: u64) -> bool {
        self.places.lock().contains_key(&channel)
    }

    /// A channel of a server, as far as known.
    pub fn place_of(&self, channel: u64, guild: Option<u64>) -> AskedFrom {
        let known = self.places.lock().get(&channel).cloned();
        known.unwrap_or(AskedFrom::new(channel, guild))
    }

    /// The place where a table is shown, as far as known.
    pub(super) fn place(&self, showing: &Showing) -> AskedFrom {
        let mut place = self.place_of(showing.channel, showing.guild);
        place.locale = place.locale.or(showing.locale());
        place
    }

    /// Posts a table anew in a channel; `false` if it is not shown there.
    pub fn post_anew(&self, key: TableKey, channel: u64) -> bool {
        let open = self.open.lock();
        let board = open.get(&(channel, key));
        board.is_some_and(|(_, board)| board.send(Signal::Anew).is_ok())
    }

    /// The server of a channel, as far as known.
    pub fn guild_of(&self, channel: u64) -> Option<u64> {
        self.places.lock().get(&channel)?.guild
    }

    /// Registers the board of a table in a channel; `None` if it has one there.
    pub(super) fn begin(
        &self,
        table: TableId,
        channel: u64,
    ) -> Option<mpsc::UnboundedReceiver<Signal>> {
        let mut open = self.open.lock();
        if self.stopping.load(Ordering::Acquire) {
            return None;
        }
        let at = (channel, table.key);
        if open.get(&at).is_some_and(|(known, _)| *known == table) {
            return None;
        }
        let (board, signals) = mpsc::unbounded_channel();
        open.insert(at, (table, board));
        Some(signals)
    }

    /// Has every board say that the process stops; each drops its end when it has.
    pub(super) fn rest(&self) -> Vec<oneshot::Receiver<()>> {
        self.stopping.store(true, Ordering::Release);
        let open = self.open.lock();
        let asked = open.values().map(|(_, board)| {
            let (said, done) = oneshot::channel();
            board.send(Signal::Rest(said)).ok();
            done
        });
        asked.collect()
    }

    /// Ends the boards of a table in channels where it is no longer shown.
    pub(super) fn end_others(&self, key: TableKey, shown: &ShownPlaces) {
        for ((channel, of), (_, board)) in self.open.lock().iter() {
            if *of == key && shown.at(*channel).is_none() {
                board.send(Signal::Gone).ok();
            }
        }
    }

    pub(super) fn end(&self, table: TableId, channel: u64) {
        let (mut open, at) = (self.open.lock(), (channel, table.key));
        if open.get(&at).is_some_and(|(known, _)| *known == table) {
            open.remove(&at);
        }
    }
}
