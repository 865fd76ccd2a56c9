//! Boards: the public message of a table in each channel where it is shown, edited in place and
//! posted anew with each round.
//!
//! Decides which boards there are: the desk decides where a table is shown, and a board exists exactly there, in the process
//! that serves the server.
//! Each is drawn by itself (`board`), is found again after a restart (`posted`) and mentions those whose turn it is
//! (`pings`). While the bot is away they say that it comes back; the next process draws them as they should be.

mod board;
mod pings;
pub mod posted;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::{ChannelId, Guild, MessageId};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::Bot;
use super::outbox::answers::report;
use super::outbox::letter::Letter;
use super::outbox::queue::Urgency;
use super::watched::Watched;
use crate::desk::places::{Showing, ShownPlaces};
use crate::desk::{AskedFrom, at_any_table};
use crate::host::{AnyTable, spawn};
use crate::table::{TableId, TableKey};
use crate::text::locale::Locale;
use crate::text::table::fate_line;
use board::Board;

/// How long a process that stops waits until its boards have said so. What stops it leaves ten seconds or
/// more, and journals need some of them.
const RESTS_WITHIN: Duration = Duration::from_secs(4);

/// Keeps boards for all tables, open ones and future ones.
pub async fn keep_all(bot: Bot) {
    let mut openings = bot.desk.host().openings();
    let host = bot.desk.host();
    for key in host.fates() {
        tell_fate(&bot, key).await;
    }
    for table in host.list() {
        begin(&bot, table.key()).await;
    }
    loop {
        match openings.recv().await {
            Ok(key) => {
                tell_fate(&bot, key).await;
                begin(&bot, key).await;
            }
            Err(RecvError::Lagged(_)) => {
                for table in bot.desk.host().list() {
                    begin(&bot, table.key()).await;
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Begins a board wherever a table is shown, and ends those elsewhere.
async fn begin(bot: &Bot, key: TableKey) {
    let Some(table) = bot.desk.host().get(key) else {
        return;
    };
    bot.desk.places().recall(key).await;
    let shown = bot.desk.places().of(key);
    bot.boards.end_others(key, &shown);
    if shown.unposted {
        return;
    }
    for showing in shown.places {
        if !is_ours(bot, &table, &showing) {
            continue;
        }
        let Some(signals) = bot.boards.begin(table.id(), showing.channel) else {
            continue;
        };
        let (bot, table) = (bot.clone(), Watched(table.clone()));
        spawn(async move {
            Board::find(bot, table, showing).await.keep(signals).await;
        });
    }
}

/// Whether a table is drawn by this process where it is shown so.
fn is_ours(bot: &Bot, table: &AnyTable, showing: &Showing) -> bool {
    let own = showing.channel == table.key().0;
    match showing
        .guild
        .or_else(|| bot.boards.guild_of(showing.channel))
    {
        None if own => at_any_table!(table, handle => handle.is_served()),
        guild => bot.serves(guild),
    }
}

/// Tells the players of a table that could not simply go on after a restart what has become of it, in every channel
/// where it was shown; nothing if there is nothing to say.
async fn tell_fate(bot: &Bot, key: TableKey) {
    let Some((guild, fate)) = bot.desk.host().take_fate(key) else {
        return;
    };
    bot.desk.places().recall(key).await;
    let guild = Some(guild.0).filter(|guild| *guild != 0);
    for showing in bot.desk.places().of(key).places {
        let place = bot.boards.place(&showing);
        let place = AskedFrom {
            guild: place.guild.or(guild),
            ..place
        };
        let cx = bot.desk.front.public_context(&place).await;
        let letter = Letter::text(fate_line(fate, &cx));
        let channel = ChannelId::new(showing.channel.max(1));
        posted::note_guest(bot, channel).await;
        let posted = bot.outbox.post(channel, &letter, None, Urgency::Urgent);
        report(posted.await, "what became of a table");
    }
}

/// Has all boards say that the bot is about to stop, and waits for that, and for answers that are on their
/// way, but not for long.
pub async fn rest(bot: &Bot) {
    let mut said = bot.boards.rest();
    let all = async {
        // Nothing is sent: it ends when the last board has dropped its end.
        said.recv().await;
        bot.underway.closed().await;
    };
    if timeout(RESTS_WITHIN, all).await.is_err() {
        tracing::info!("not every table could be told that the bot stops");
    }
}

/// The most channels whose server is remembered.
const MOST_PLACES: usize = 50_000;

/// What a board is told from outside its table.
#[derive(Clone)]
pub enum Signal {
    /// The table is no longer shown here.
    Gone,
    /// The process is about to stop. Who waits for the board to say so: dropped when it was said.
    Rest(mpsc::Sender<()>),
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
    pub fn learn(&self, guild: &Guild) {
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
        self.tell_where(|channel| self.guild_of(channel) == id, &Signal::Learned);
    }

    /// Tells the boards of a channel.
    pub fn tell(&self, channel: u64, signal: &Signal) {
        let here = (channel, TableKey(0))..=(channel, TableKey(u64::MAX));
        for (_, (_, board)) in self.open.lock().range(here) {
            // One that has ended hears nothing.
            board.send(signal.clone()).ok();
        }
    }

    /// Tells the boards of the channels concerned.
    pub fn tell_where(&self, concerned: impl Fn(u64) -> bool, signal: &Signal) {
        for ((channel, _), (_, board)) in self.open.lock().iter() {
            if concerned(*channel) {
                board.send(signal.clone()).ok();
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
    fn place(&self, showing: &Showing) -> AskedFrom {
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
    fn begin(&self, table: TableId, channel: u64) -> Option<mpsc::UnboundedReceiver<Signal>> {
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
    fn rest(&self) -> mpsc::Receiver<()> {
        self.stopping.store(true, Ordering::Release);
        let (said, done) = mpsc::channel(1);
        self.tell_where(|_| true, &Signal::Rest(said));
        done
    }

    /// Ends the boards of a table in channels where it is no longer shown.
    fn end_others(&self, key: TableKey, shown: &ShownPlaces) {
        for ((channel, of), (_, board)) in self.open.lock().iter() {
            if *of == key && shown.at(*channel).is_none() {
                board.send(Signal::Gone).ok();
            }
        }
    }

    fn end(&self, table: TableId, channel: u64) {
        let (mut open, at) = (self.open.lock(), (channel, table.key));
        if open.get(&at).is_some_and(|(known, _)| *known == table) {
            open.remove(&at);
        }
    }
}
