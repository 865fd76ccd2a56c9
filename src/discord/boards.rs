//! Boards: the public message of a table in each channel where it is shown, edited in place and
//! posted anew with each round.
//!
//! Decides when a board is drawn. It shows nobody's hand: it has only the public view. Boards are
//! found again after a restart (`posted`) and ring those whose turn it is (`ring`). The desk
//! decides where a table is shown; a board exists exactly there.

mod fates;
mod open;
pub mod posted;
mod rest;
mod ring;
mod tell;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, MessageId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::delivery::gate::Urgency;
use super::delivery::letter::Letter;
use super::delivery::live_message::{LiveMessage, Posting, Spot};
use super::panels;
use super::pictures::Shown;
use super::rhythm::{Beginning, begins, is_progress};
use super::{Bot, render};
use crate::desk::places::Showing;
use crate::desk::{Place, Served, at_any_table};
use crate::game::Viewer;
use crate::host::{Handle, Heard};
use crate::table::{Away, News, Ping, Position, StageView, TableId, TableKey};
use crate::text::page::{Control, Page};
use crate::text::press::{Sheet, Tap};
use crate::text::table::awaited;
pub use open::Boards;
use open::Stir;
use posted::Post;
pub use rest::rest;
use ring::{Bell, user};

/// The least time between two edits while cards are dealt.
const EVERY: Duration = Duration::from_secs(3);
/// A match that starts with the last seat taken starts within this time.
const SETTLES: Duration = Duration::from_millis(500);
/// The tap that starts a match deals within this time.
const DEALS: Duration = Duration::from_millis(150);
/// A board from before the start waits so long for its server to be told, and with it the language.
const LEARNS_WITHIN: Duration = Duration::from_secs(20);
/// A table whose channel is gone, and that could not be closed, tries again after this time.
const CLOSES_AGAIN: Duration = Duration::from_secs(15);
/// A board that somebody has deleted comes back after this time ...
const COMES_BACK: Duration = Duration::from_secs(2);
/// ... and by itself not more often than this: somebody may want the channel empty.
const COMES_BACK_EVERY: Duration = Duration::from_secs(60);
/// After so many messages of others, the board is posted anew when the turn changes.
const MOST_BELOW: u32 = 12;

/// Keeps boards for all tables, open ones and future ones.
pub async fn keep_all(bot: Bot) {
    let mut openings = bot.desk.host().openings();
    let host = bot.desk.host();
    for key in host.fates() {
        fates::tell(&bot, key).await;
    }
    for table in host.list() {
        begin(&bot, table.key()).await;
    }
    loop {
        match openings.recv().await {
            Ok(key) => {
                fates::tell(&bot, key).await;
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
    for showing in shown.places {
        let Some(stir) = bot.boards.begin(table.id(), showing.channel) else {
            continue;
        };
        let bot = bot.clone();
        at_any_table!(table.clone(), handle => {
            tokio::spawn(async move { Board::find(bot, handle, showing, stir).await.keep().await });
        });
    }
}

/// How an update is posted: a match replaces its lobby; the result of a round stays readable during
/// the next.
const fn posting_of<G: Served>(beginning: Beginning) -> Posting {
    match beginning {
        Beginning::Match if G::POSTED_ANEW => Posting::Below,
        Beginning::Round if G::POSTED_ANEW => Posting::Anew,
        Beginning::Match | Beginning::Round | Beginning::Nothing => Posting::Same,
    }
}

/// How urgent it is to show an update on the board.
const fn class_of<G: Served>(heard: &Heard<G>) -> Urgency {
    match heard {
        Heard::Update(update) if update.by.is_none() => Urgency::Automatic,
        Heard::Update(_) | Heard::Missed => Urgency::Played,
    }
}

struct Board<G: Served> {
    bot: Bot,
    handle: Handle<G>,
    channel: ChannelId,
    /// Where the table was shown when the board began.
    showing: Showing,
    stir: Arc<Stir>,
    message: LiveMessage,
    /// Where the message was when that was last written down.
    noted: Option<MessageId>,
    picture: Shown,
    /// What was heard of the table is up to here.
    heard: Position,
    turn: Option<Position>,
    bell: Bell,
    /// A match has begun whose players were not told yet.
    begun: bool,
    /// The message is older than this process: hands from then are no longer updated.
    resumed: bool,
    /// The process is about to stop, and this is the board's place in the row of those that say so.
    resting: Option<Instant>,
}

impl<G: Served> Board<G> {
    /// The board of a table in a channel: the message posted there before, if there is one.
    async fn find(bot: Bot, handle: Handle<G>, showing: Showing, stir: Arc<Stir>) -> Self {
        let TableId { key, opening } = handle.id();
        let channel = ChannelId::new(showing.channel.max(1));
        let known = Post::Board.recall(&bot, key, channel).await;
        let known = known.filter(|(of, _)| *of == opening);
        let resumed = known.is_some();
        if resumed {
            tokio::spawn(panels::resume(bot.clone(), handle.clone()));
        }
        let noted = known.map(|(_, message)| message);
        let spot = Spot::Channel(channel, noted);
        let message = LiveMessage::new(bot.delivery.clone(), spot, None, EVERY);
        let (turn, rung) = Post::Ring.recall(&bot, key, channel).await.unzip();
        let bell = Bell::new(bot.clone(), channel, key, rung);
        Self {
            bot,
            handle,
            channel,
            showing,
            stir,
            message,
            noted,
            picture: Shown::default(),
            heard: Position::default(),
            turn,
            bell,
            begun: false,
            resumed,
            resting: None,
        }
    }

    async fn keep(mut self) {
        let mut listener = self.handle.listen();
        self.heard = self.handle.moment().position;
        // Whoever opens a table sits down right after: the first drawing waits for that.
        let untouched = self.heard == self.handle.id().opening;
        let mut due = (!untouched).then(|| self.begins_at());
        if !untouched {
            // Whoever opened it may have sat down before this was listened to.
            self.tell().await;
        }
        let mut drawn: Option<Instant> = None;
        let mut came_back: Option<Instant> = None;
        // When the table is to be closed, as its channel is gone.
        let mut deserted: Option<Instant> = None;
        let mut posting = Posting::Same;
        // A match began since the last drawing: what is shown is still its lobby.
        let mut begun = false;
        let mut urgency = match self.resumed {
            true => Urgency::Automatic,
            false => Urgency::Played,
        };
        let channel = self.channel.get();
        loop {
            let ring_at = self.bell.due();
            let (next_draw, next_ring) = (due, ring_at);
            tokio::select! {
                biased;
                () = self.stir.gone.notified() => return self.leave().await,
                () = self.stir.rest.notified() => return self.rest(posting).await,
                heard = listener.next() => {
                    let Some(heard) = heard else {
                        break;
                    };
                    let beginning = begins(&heard);
                    posting = match posting_of::<G>(beginning) {
                        Posting::Anew if begun => Posting::Below,
                        new => posting.max(new),
                    };
                    if beginning == Beginning::Match {
                        begun = true;
                        // The new match takes the seats of people who were absent before.
                        self.bot.desk.leave_places(&self.handle).await;
                    }
                    self.resumed &= beginning == Beginning::Nothing;
                    if beginning == Beginning::Round {
                        tokio::spawn(panels::hand_out(self.bot.clone(), self.handle.clone(), channel));
                    }
                    self.hear(&heard).await;
                    if tell::may_free(&heard) {
                        self.tell().await;
                    }
                    let at = match is_progress(&heard, Viewer::Public) {
                        true => drawn.map_or_else(Instant::now, |drawn| drawn + EVERY),
                        false => {
                            urgency = urgency.min(class_of(&heard));
                            Instant::now() + self.settling(beginning)
                        }
                    };
                    due = Some(due.map_or(at, |due| due.min(at)));
                }
                () = self.stir.anew.notified() => {
                    posting = posting.max(Posting::Below);
                    urgency = Urgency::Urgent;
                    due = Some(Instant::now());
                }
                () = self.stir.permitted.notified() => self.message.retry(),
                () = self.stir.learned.notified() => {
                    self.message.doubt();
                    due = Some(Instant::now());
                }
                () = self.message.ended(), if deserted.is_none() => deserted = Some(Instant::now()),
                () = until(deserted), if deserted.is_some() => {
                    deserted = Some(Instant::now() + CLOSES_AGAIN);
                    self.bot.desert(channel).await;
                }
                () = self.stir.missing.notified() => if self.is_deleted() {
                    self.message.doubt();
                    let next = came_back.map(|at| at + COMES_BACK_EVERY);
                    let at = next.max(Some(Instant::now() + COMES_BACK));
                    due = due.min(at).or(at);
                    came_back = at;
                },
                () = until(next_draw), if next_draw.is_some() => {
                    if !self.draw(posting, urgency).await {
                        continue;
                    }
                    (due, posting, urgency) = (None, Posting::Same, Urgency::Cosmetic);
                    begun = false;
                    drawn = Some(Instant::now());
                }
                ready = self.picture.drawn(&self.bot.delivery, self.message.message()) => if ready {
                    urgency = urgency.min(Urgency::Automatic);
                    due = Some(Instant::now());
                },
                () = until(next_ring), if next_ring.is_some() => self.ring().await,
                message = self.message.posted() => self.note(message).await,
            }
        }
        if self.handle.is_let_go() {
            return self.hand_over().await;
        }
        self.heard = self.handle.moment().position;
        let last = self.handle.view(Viewer::Public);
        let erased = G::is_erased(&last);
        if !erased {
            self.draw(Posting::Same, Urgency::Played).await;
        }
        let key = self.handle.key();
        let closed = matches!(last.stage, StageView::Closed);
        // If the bot is only stopping, its next process finds the mention and rings for nobody again.
        if closed {
            self.bell.stop();
        }
        // A channel's next table continues there; other table names are not used again.
        if closed && key.0 != channel {
            Post::Board.note(&self.bot, key, self.channel, None).await;
            self.bot.desk.places().forget(key).await;
        }
        self.bot.boards.end(self.handle.id(), channel);
        match erased {
            true => self.message.erase(),
            false => self.message.finish(),
        }
    }

    /// Tells those who wait for a seat here.
    async fn tell(&self) {
        let (bot, handle) = (self.bot.clone(), self.handle.clone());
        let place = self.place().await;
        tokio::spawn(tell::tell(bot, handle, self.channel, place));
    }

    /// When a table is drawn that something has happened at before.
    fn begins_at(&self) -> Instant {
        let knows = self.bot.boards.knows(self.channel.get());
        match self.resumed && !knows {
            true => Instant::now() + LEARNS_WITHIN,
            false => Instant::now(),
        }
    }

    /// Whether the message is among those that were deleted in the channel.
    fn is_deleted(&self) -> bool {
        let deleted = std::mem::take(&mut *self.stir.deleted.lock());
        self.message
            .message()
            .is_some_and(|own| deleted.contains(&own))
    }

    /// Writes down where the message is, so that whoever goes on with the table finds it.
    async fn note(&mut self, message: MessageId) {
        let TableId { key, opening } = self.handle.id();
        let post = Some((opening, message));
        Post::Board.note(&self.bot, key, self.channel, post).await;
        self.noted = Some(message);
    }

    /// Another process goes on with the table: it draws the message from now on, wherever that was noted.
    async fn hand_over(self) {
        let TableId { key, opening } = self.handle.id();
        self.bot.boards.end(self.handle.id(), self.channel.get());
        let stays = self.message.abandon();
        // Posted, and not yet noted.
        if let Some(message) = stays.filter(|message| self.noted != Some(*message)) {
            let post = Some((opening, message));
            Post::Board.note(&self.bot, key, self.channel, post).await;
        }
    }

    /// How long to wait with drawing, because the match is about to start, or to be dealt.
    fn settling(&self, beginning: Beginning) -> Duration {
        if beginning == Beginning::Match {
            return DEALS;
        }
        let view = self.handle.view(Viewer::Public);
        let full = view.seated() == view.seats.len() && matches!(view.stage, StageView::Lobby);
        match G::STARTS_WHEN_FULL && full {
            true => SETTLES,
            false => Duration::ZERO,
        }
    }

    async fn place(&self) -> Place {
        let shown = self.bot.desk.places().of(self.handle.key());
        let showing = shown.at(self.channel.get()).unwrap_or(&self.showing);
        let mut place = self.bot.boards.place(showing);
        // Direct messages are in the language of their one reader.
        if let (None, [person]) = (place.guild, &showing.people[..]) {
            let chosen = self.bot.desk.settings().person(*person).await.language;
            place.locale = chosen.or(place.locale);
        }
        place
    }

    /// The table is no longer shown here: says so, and leaves the message unchanged from then on.
    async fn leave(mut self) {
        self.bell.stop();
        let place = self.place().await;
        let cx = self.bot.desk.public_context(&place).await;
        let key = self.handle.key();
        let command = cx.command(&format!("room join {}", key.0));
        let word = say!(
            cx,
            "discord-room-left",
            n = key.0.to_string(),
            command = command
        );
        self.message.show(Letter::text(word), Urgency::Played);
        self.message.finish();
        Post::Board.note(&self.bot, key, self.channel, None).await;
        self.bot.boards.end(self.handle.id(), self.channel.get());
        // Somebody may have come back meanwhile.
        self.bot.desk.host().announce(key);
    }

    /// Shows the table as it is; `false` if that is not to be shown yet: what is still to be heard may begin
    /// a match or a round, which has a message of its own.
    async fn draw(&mut self, mut posting: Posting, urgency: Urgency) -> bool {
        let place = self.place().await;
        let (desk, handle) = (&self.bot.desk, &self.handle);
        let mut page = match self.resting {
            Some(_) => desk.page_at_rest(handle, &place).await,
            None => desk.public_page(handle, &place).await,
        };
        self.add_notes(&place, &mut page).await;
        if self.is_behind() {
            return false;
        }
        let view = self.handle.view(Viewer::Public);
        let turn = view.turn_started;
        let turn_changed = self.turn != Some(turn);
        let mut letter = match self.showing.guild.or(place.guild) {
            Some(_) => render::letter(&page),
            None => render::shared(&page),
        };
        letter.image = self.picture.of(&self.bot.pictures, &page);
        let mut called = page.ping;
        if let (Some(invited), StageView::Lobby) = (&view.invited, &view.stage) {
            // The challenge itself pings, once: edits ping nobody.
            let who = format!("<@{}>", invited.person.0);
            letter.content = say!(
                self.bot.desk.public_context(&place).await,
                "discord-challenged",
                who = who
            );
            letter.pings = std::mem::take(&mut called).into_iter().map(user).collect();
        }
        if turn_changed {
            self.turn = Some(turn);
            self.bell.begin_turn(called);
            if std::mem::take(&mut self.begun) && view.limits.ping == Ping::On {
                let players = view.seats.iter();
                let players = players.filter_map(|seat| seat.occupant.person()).collect();
                let cx = self.bot.desk.public_context(&place).await;
                let begins = self.bell.begin_match(turn, players, G::IS_SHORT, &cx);
                begins.await;
            }
        }
        let buried = turn_changed && self.stir.below.load(Ordering::Relaxed) >= MOST_BELOW;
        if buried {
            posting = posting.max(Posting::Below);
        }
        if posting != Posting::Same {
            self.stir.below.store(0, Ordering::Relaxed);
        }
        let since = self.resting.filter(|_| posting == Posting::Same);
        let since = since.unwrap_or_else(Instant::now);
        self.message.put(letter, urgency, posting, since);
        true
    }

    /// Whether something is still to be heard of the open table.
    fn is_behind(&self) -> bool {
        self.resting.is_none() && self.handle.moment().position > self.heard
    }

    /// Mentions those whose turn it still is, if it is time.
    async fn ring(&mut self) {
        let passed = self.turn != Some(self.handle.turn_started());
        let view = self.handle.view(Viewer::Public);
        if passed || self.message.is_barred() || view.limits.ping == Ping::Off {
            return self.bell.forget();
        }
        let place = self.place().await;
        let cx = self.bot.desk.public_context(&place).await;
        self.bell.check(self.turn, &awaited(&view), &cx).await;
    }

    /// Mentions whoever has to know of what happened.
    async fn hear(&mut self, heard: &Heard<G>) {
        *self.stir.active.lock() = Instant::now();
        let Heard::Update(update) = heard else {
            self.heard = self.handle.moment().position;
            return;
        };
        self.heard = self.heard.max(update.moment.position);
        for news in update.notices(Viewer::Public) {
            let person = match news {
                News::Started { .. } => {
                    self.begun = true;
                    continue;
                }
                News::Returned { person, .. } => {
                    self.bell.returned(person);
                    continue;
                }
                News::Warned { seat, .. } => {
                    let view = self.handle.view(Viewer::Public);
                    view.place(seat).and_then(|place| place.occupant.person())
                }
                News::Substituted {
                    person,
                    away: Away::Absent,
                    ..
                } => Some(person),
                _ => None,
            };
            let Some(person) = person.filter(|_| self.handle.limits().ping == Ping::On) else {
                continue;
            };
            let place = self.place().await;
            let cx = self.bot.desk.public_context(&place).await;
            match news {
                News::Warned { seconds, .. } => {
                    let turn = self.handle.turn_started();
                    self.bell.warn(turn, person, seconds, &cx).await;
                }
                _ => self.bell.replaced(person, &cx).await,
            }
        }
    }

    /// Adds that the process stops, or that hands from before a restart are not updated.
    async fn add_notes(&self, place: &Place, page: &mut Page) {
        if self.resting.is_some() {
            let cx = self.bot.desk.public_context(place).await;
            return page.lines.insert(0, say!(cx, "discord-resting"));
        }
        let is_hand = |control: &Control| match control {
            Control::Button { press, .. } => press.tap == Tap::Show(Sheet::Hand),
            Control::Menu { .. } => false,
        };
        if self.resumed && page.controls.iter().flatten().any(is_hand) {
            let cx = self.bot.desk.public_context(place).await;
            page.push(say!(cx, "discord-resumed"));
        }
    }
}

async fn until(at: Option<Instant>) {
    sleep_until(at.unwrap_or_else(Instant::now)).await;
}
