//! Which tables have a board in which channel, and the signals that boards get from outside.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use poise::serenity_prelude as serenity;
use serenity::MessageId;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

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
    /// The process is about to stop. The board's place in the row of boards that say so, and who waits for it:
    /// dropped when it was said.
    Rest(Instant, oneshot::Sender<()>),
    /// The board is to be posted anew.
    Anew,
    /// The server of the channel was told anew: events may have been missed before.
    Learned,
    /// Somebody has used something in a chat that only this reaches.
    Used,
    /// The bot's permissions in the channel have changed.
    Permitted,
    /// These messages were deleted in the channel.
    Deleted(Vec<MessageId>),
}

/// What a board shares with those outside its table.
pub(super) struct Signals {
    to_board: mpsc::UnboundedSender<Signal>,
    /// Messages in the channel since the board was posted.
    pub(super) below: AtomicU32,
    /// When something happened at the table last.
    pub(super) active: Mutex<Instant>,
}

impl Signals {
    fn new() -> (Arc<Self>, mpsc::UnboundedReceiver<Signal>) {
        let (to_board, received) = mpsc::unbounded_channel();
        let signals = Self {
            to_board,
            below: AtomicU32::new(0),
            active: Mutex::new(Instant::now()),
        };
        (Arc::new(signals), received)
    }

    /// Tells the board, unless it has ended.
    fn send(&self, signal: Signal) {
        self.to_board.send(signal).ok();
    }
}

/// The tables that are shown in a channel.
type OpenBoards = HashMap<TableKey, (TableId, Arc<Signals>)>;

#[derive(Default)]
pub struct Boards {
    /// By channel.
    open: Mutex<HashMap<u64, OpenBoards>>,
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
        self.each(channel, |board| board.send(Signal::Learned));
    }

    /// Tells the boards of a chat that only this reaches that somebody has used something there.
    pub fn used(&self, channel: u64) {
        self.each(channel, |board| board.send(Signal::Used));
    }

    /// Counts a message below the boards of a channel.
    pub fn count_message(&self, channel: u64) {
        self.each(channel, |board| {
            board.below.fetch_add(1, Ordering::Relaxed);
        });
    }

    /// Tells the boards of a channel that somebody has deleted messages there.
    pub fn deleted(&self, channel: u64, messages: &[MessageId]) {
        self.each(channel, |board| {
            board.send(Signal::Deleted(messages.to_vec()));
        });
    }

    /// Retries the boards of the channels concerned: the bot's permissions there have changed.
    pub fn retry(&self, concerned: impl Fn(u64) -> bool) {
        self.tell_where(concerned, || Signal::Permitted);
    }

    fn each(&self, channel: u64, tell: impl Fn(&Signals)) {
        let open = self.open.lock();
        let here = open.get(&channel).into_iter().flat_map(HashMap::values);
        here.for_each(|(_, board)| tell(board));
    }

    fn tell_where(&self, concerned: impl Fn(u64) -> bool, signal: impl Fn() -> Signal) {
        let open = self.open.lock();
        let here = open.iter().filter(|(channel, _)| concerned(**channel));
        for (_, board) in here.flat_map(|(_, tables)| tables.values()) {
            board.send(signal());
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
        let board = open.get(&channel).and_then(|here| here.get(&key));
        if let Some((_, signals)) = board {
            signals.send(Signal::Anew);
        }
        board.is_some()
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
    ) -> Option<(Arc<Signals>, mpsc::UnboundedReceiver<Signal>)> {
        let mut open = self.open.lock();
        if self.stopping.load(Ordering::Acquire) {
            return None;
        }
        let here = open.entry(channel).or_default();
        if here
            .get(&table.key)
            .is_some_and(|(known, _)| *known == table)
        {
            return None;
        }
        let (signals, received) = Signals::new();
        here.insert(table.key, (table, Arc::clone(&signals)));
        Some((signals, received))
    }

    /// Has every board say that the process stops, those first where something happened last; each
    /// drops its end when it has.
    pub(super) fn rest(&self) -> Vec<oneshot::Receiver<()>> {
        self.stopping.store(true, Ordering::Release);
        let open = self.open.lock();
        let all = open.values().flat_map(HashMap::values);
        let mut all: Vec<Arc<Signals>> = all.map(|(_, signals)| Arc::clone(signals)).collect();
        drop(open);
        all.sort_by_cached_key(|signals| Reverse(*signals.active.lock()));
        let row = all.into_iter().enumerate().map(|(at, signals)| {
            let place = Instant::now() + Duration::from_micros(at as u64);
            let (said, done) = oneshot::channel();
            signals.send(Signal::Rest(place, said));
            done
        });
        row.collect()
    }

    /// Ends the boards of a table in channels where it is no longer shown.
    pub(super) fn end_others(&self, key: TableKey, shown: &ShownPlaces) {
        for (channel, here) in self.open.lock().iter() {
            if let (Some((_, signals)), None) = (here.get(&key), shown.at(*channel)) {
                signals.send(Signal::Gone);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Position;

    #[tokio::test(start_paused = true)]
    async fn boards_where_something_happened_last_say_first_that_the_bot_stops() {
        let boards = Boards::default();
        let table = |key: u64| TableId {
            key: TableKey(key),
            opening: Position(1),
        };
        let begin = |key: u64| boards.begin(table(key), key).expect("it is new");
        let mut all = [1, 2, 3].map(begin);
        for at in [1, 2, 0] {
            tokio::time::advance(Duration::from_secs(1)).await;
            *all[at].0.active.lock() = Instant::now();
        }
        let said = boards.rest();
        assert!(boards.begin(table(4), 4).is_none(), "none is begun now");
        let taken = all.each_mut().map(|(_, received)| received.try_recv());
        let places = taken.each_ref().map(|taken| match taken {
            Ok(Signal::Rest(place, _)) => *place,
            _ => panic!("it was not asked"),
        });
        assert!(places[0] < places[2] && places[2] < places[1]);
        // Each is done when its board has said so, or is gone.
        drop((taken, all));
        for board in said {
            assert!(board.await.is_err());
        }
    }
}
