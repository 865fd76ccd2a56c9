//! Hands: private messages with the cards of one person, kept up to date for as long as Discord allows edits.
//!
//! Decides how often a hand is drawn and when its reader is told to ask for it again. There is one hand per person
//! and table, in the newest message; it has one task, and one writer at a time: the task, or the press that is being
//! answered ([`HandTurn`]). So what a message shows is never older than what it showed before.

mod open;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use serenity::all::MessageId;
use tokio::time::{Instant, sleep, sleep_until};

use super::boards::posted::{self, HandPost};
use super::outbox::answers::{Failure, Pauses, Remedy};
use super::outbox::edits::Spot;
use super::outbox::letter::{Letter, Visibility};
use super::outbox::queue::{QueueRank, Urgency};
use super::outbox::wire::TokenMessage;
use super::watched::{TableUpdate, Updates, Watched};
use super::{Bot, render};
use crate::desk::{AskedFrom, Who};
use crate::host::spawn;
use crate::store::Scope;
use crate::table::{Moment, StageView, TableKey};
use crate::text::page::Page;
pub use open::{DrawnHand, HandTurn, Hands};
use open::{Hand, Screen, Ticket};

/// The least time between two edits of a hand while cards are dealt.
const EVERY: Duration = Duration::from_secs(2);
/// The same in direct messages, whose edits count against the bot's global rate limit.
const EVERY_DIRECT: Duration = Duration::from_secs(5);
/// How long before its end a hand says that it will no longer be updated.
const NOTICE: Duration = Duration::from_secs(40);
/// How long a note above a hand, such as why a play was refused, outlives what happens at the table.
const NOTE_LIFE: Duration = Duration::from_secs(15);
/// How long a hand in direct messages is kept up to date.
const DIRECT_LIFE: Duration = Duration::from_secs(50 * 60);
/// The pause after no answer from Discord.
const REST: Duration = Duration::from_secs(15);

/// How long after the deal begins hands are sent to people who used the bot lately. By then a hand
/// that they asked for is there.
const HAND_OUT_AFTER: Duration = Duration::from_millis(1_200);

/// Keeps the hand of a table that was just shown at `spot` up to date; it replaces an older message. Changes since it was
/// drawn are caught up on. Whoever had its turn gives it.
pub async fn open(
    bot: &Bot,
    key: TableKey,
    (who, place): (Who, AskedFrom),
    (spot, shown): (Spot, Option<DrawnHand>),
    turn: Option<HandTurn>,
) {
    let Some(table) = bot.desk.host().get(key).map(Watched) else {
        return;
    };
    // Without hidden cards, the board in the same channel already shows everything.
    let shown_here = bot.desk.places().of(key).at(place.channel).is_some();
    if shown_here && !table.manner().has_hands {
        return;
    }
    let until = match &spot {
        Spot::By(message) => message.until,
        Spot::Channel(_, message) => Instant::now() + left_of(*message),
    };
    let direct = match spot {
        Spot::Channel(channel, message) => Some(HandPost {
            table: table.id(),
            channel,
            message,
        }),
        Spot::By(_) => None,
    };
    let person = who.person;
    let hand = bot.hands.of(key, person);
    // What was waited for in vain may have covered what is shown now.
    let is_covered = turn.as_ref().is_some_and(|turn| turn.screen.is_none());
    let mut screen = match turn.and_then(|turn| turn.screen) {
        Some(screen) => screen,
        None => hand.write_first().await,
    };
    let older = screen.as_ref().filter(|older| older.table == table.id());
    // Who uses a hand further up in direct messages finds the one at the bottom up to date all the same; and of two
    // answers given at the same moment the later one may get here first. What was just posted is below all.
    let is_above = older.is_some_and(|older| match (&older.spot, &spot) {
        (Spot::Channel(_, older), Spot::Channel(_, new)) => older > new,
        (Spot::By(_), Spot::By(new)) => new.follow_up.is_none() && older.until > until,
        _ => false,
    });
    if is_above {
        return;
    }
    let drawn = shown.as_ref().and_then(|shown| shown.at);
    let note = shown.as_ref().and_then(|shown| shown.note.clone());
    let is_kept = older.is_some();
    *screen = Some(Screen {
        table: table.id(),
        played: has_begun(&table, drawn),
        who,
        place,
        spot,
        until,
        shown: shown.filter(|_| !is_covered).map(|shown| shown.hand),
        at: drawn,
        note: note.map(|note| (note, Instant::now() + NOTE_LIFE)),
    });
    hand.is_open.store(true, Ordering::Release);
    drop(screen);
    hand.changed.notify_one();
    if !is_kept {
        let task = HandTask {
            bot: bot.clone(),
            table,
            hand,
            refused: Pauses::default(),
        };
        spawn(task.keep());
    }
    if direct.is_some() {
        posted::note(bot, Scope::Person(person), &(), direct.as_ref()).await;
    }
}

/// Resumes the hands in direct messages that an earlier process showed at this table. Others cannot
/// be edited any more: their tokens are never stored.
pub async fn resume(bot: Bot, table: Watched) {
    for seat in table.seen().seats {
        let Some(person) = seat.occupant.person() else {
            continue;
        };
        let noted = posted::recall::<HandPost>(&bot, Scope::Person(person), &()).await;
        let Some(post) = noted.filter(|post| post.table == table.id()) else {
            continue;
        };
        if left_of(post.message) <= NOTICE || bot.hands.is_open(table.key(), person) {
            continue;
        }
        let who = Who::new(person, seat.name.unwrap_or_default());
        let place = AskedFrom::new(post.channel.get(), None);
        let spot = Spot::Channel(post.channel, post.message);
        open(&bot, table.key(), (who, place), (spot, None), None).await;
    }
}

/// Shows their hand to everybody at a table who has none open and can be reached in this channel.
pub async fn hand_out(bot: Bot, table: Watched, channel: u64) {
    sleep(HAND_OUT_AFTER).await;
    let key = table.key();
    let view = table.seen();
    if view.stage != StageView::Playing(()) {
        return;
    }
    for person in view.people() {
        if !bot.desk.places().of(key).tells(person, channel) {
            continue;
        }
        // Who asked for it meanwhile has it, or gets it.
        let turn = bot.hands.turn_at_once(key, person);
        let is_free = turn.screen.as_deref().is_some_and(Option::is_none);
        let ticket = match is_free {
            true => bot.hands.tickets.lock().remove(&(channel, person)),
            false => None,
        };
        let lasts = |(.., by): &Ticket| by.until > Instant::now() + NOTICE;
        let Some((who, place, by)) = ticket.filter(lasts) else {
            continue;
        };
        let at = Some(table.moment());
        let hand = render::letter(&table.hand_page(&bot.desk, &who, &place).await);
        let shown = DrawnHand {
            at,
            hand,
            note: None,
        };
        let to_one = Visibility::ByOne;
        match bot.outbox.follow_up(&by.token, &shown.hand, to_one).await {
            Ok(message) => {
                let follow_up = Some(message);
                let spot = Spot::By(TokenMessage { follow_up, ..by });
                open(&bot, key, (who, place), (spot, Some(shown)), Some(turn)).await;
            }
            Err(failure) => tracing::warn!(%failure, "a hand was not handed out"),
        }
    }
}

/// Whether a hand of a match is shown: one is played, or was over before the message came for a hand that was `drawn`
/// in it.
fn has_begun(table: &Watched, drawn: Option<Moment>) -> bool {
    let view = table.seen();
    match view.stage {
        StageView::Playing(_) => true,
        StageView::Over(_) | StageView::Closed => drawn.is_some(),
        // The match was ended since: this lobby began later than the hand was drawn.
        StageView::Lobby => drawn.is_some_and(|at| at.position < view.turn_started),
    }
}

/// How long a hand in direct messages is still kept up to date.
fn left_of(message: MessageId) -> Duration {
    let posted = u64::try_from(message.created_at().unix_timestamp()).unwrap_or_default();
    let since = SystemTime::UNIX_EPOCH + Duration::from_secs(posted);
    let age = SystemTime::now().duration_since(since).unwrap_or_default();
    DIRECT_LIFE.saturating_sub(age)
}

impl Screen {
    const fn is_direct(&self) -> bool {
        matches!(self.spot, Spot::Channel(..))
    }

    /// The hand in a match, and how it ended; before a match the message is left unchanged.
    async fn page(&mut self, bot: &Bot, table: &Watched) -> Option<Page> {
        let seated = table.seats(self.who.person);
        self.played |= seated && table.is_playing();
        let view = table.seen();
        match (self.played, seated) {
            (false, _) => None,
            (true, true) if view.stage != StageView::Lobby => {
                Some(table.hand_page(&bot.desk, &self.who, &self.place).await)
            }
            (true, seated) => {
                let cx = bot.desk.front.context(&self.who, &self.place).await;
                Some(Page::line(match seated {
                    true => say!(cx, "hand-match-off"),
                    false if view.barred.contains(&self.who.person) => say!(cx, "hand-kicked"),
                    false => say!(cx, "desk-left"),
                }))
            }
        }
    }

    /// The hand below the note that is still to be read.
    fn noted(&self, mut hand: Letter) -> Letter {
        let note = self.note.as_ref();
        let note = note.filter(|(_, until)| Instant::now() < *until);
        if let Some((note, _)) = note.filter(|_| hand.content.is_empty()) {
            hand.content.clone_from(note);
        }
        hand
    }
}

/// The task of a hand.
struct HandTask {
    bot: Bot,
    table: Watched,
    hand: Arc<Hand>,
    refused: Pauses,
}

/// What is to be drawn next.
struct Due {
    at: Option<Instant>,
    urgency: Urgency,
    /// Since when something is not shown.
    since: Instant,
    /// When it was drawn last.
    drawn: Instant,
    /// After a refusal, not before.
    not_before: Instant,
    is_direct: bool,
    ends: Instant,
}

/// What became of a drawing.
enum Drawn {
    Done(Moment),
    /// It was not sent: somebody else is to write, or something happened.
    Waits(Option<TableUpdate>),
    After(Duration),
    /// The message cannot be edited any more, or another task keeps it.
    Gone,
}

impl HandTask {
    async fn keep(mut self) {
        let mut updates = self.table.listen(Some(self.hand.person));
        let now = Instant::now();
        let mut due = Due {
            at: None,
            urgency: Urgency::Urgent,
            since: now,
            drawn: now,
            not_before: now,
            is_direct: false,
            ends: now,
        };
        // Listening starts here, so later changes are not missed.
        self.look(&mut due).await;
        loop {
            tokio::select! {
                () = self.hand.changed.notified() => self.look(&mut due).await,
                told = updates.next() => match told {
                    Some(told) => self.hear(told.is_progress, &mut due),
                    None => {
                        self.ends(true).await;
                        return;
                    }
                },
                () = sleep_until(due.at.unwrap_or(due.ends)), if due.at.is_some() => {
                    due.at = None;
                    let rank = QueueRank { since: due.since, ..due.urgency.into() };
                    match self.draw(rank, updates.as_mut()).await {
                        Drawn::Done(at) => {
                            due.drawn = Instant::now();
                            // What came while it was sent may have been heard already.
                            if at != self.table.moment() {
                                self.hear(true, &mut due);
                            }
                        }
                        Drawn::Waits(told) => {
                            due.at = Some(due.not_before.max(Instant::now()));
                            if let Some(told) = told {
                                self.hear(told.is_progress, &mut due);
                            }
                        }
                        Drawn::After(pause) => {
                            due.not_before = Instant::now() + pause;
                            due.at = Some(due.not_before);
                        }
                        Drawn::Gone => return,
                    }
                }
                () = sleep_until(due.ends) => if self.ends(false).await {
                    return;
                },
            }
        }
    }

    fn is_own(&self, screen: &Screen) -> bool {
        screen.table == self.table.id()
    }

    /// Looks at a message that is new, or was written by an answer.
    async fn look(&self, due: &mut Due) {
        let screen = self.hand.write().await;
        let Some(screen) = screen.as_ref().filter(|screen| self.is_own(screen)) else {
            due.ends = Instant::now();
            return;
        };
        due.is_direct = screen.is_direct();
        due.ends = screen.until - NOTICE;
        due.not_before = Instant::now();
        if screen.shown.is_none() || screen.at != Some(self.table.moment()) {
            due.urgency = Urgency::Urgent;
            due.is_due(Instant::now());
        }
    }

    /// Takes notice of an update, which may be no more than progress: says when it is drawn, and how urgent that is.
    fn hear(&self, is_progress: bool, due: &mut Due) {
        let own_turn = self.table.awaits(self.hand.person);
        // In direct messages its edits count, and what others do is on the board too.
        due.urgency = match due.is_direct && !own_turn {
            true => Urgency::Cosmetic,
            false => Urgency::Urgent,
        };
        due.is_due(match due.is_direct {
            true if !own_turn => due.drawn + EVERY_DIRECT,
            false if is_progress => due.drawn + EVERY,
            true | false => Instant::now(),
        });
    }

    /// Shows the newest state, unless a press or something new comes before it is on its way.
    async fn draw(&mut self, rank: QueueRank, updates: &mut dyn Updates) -> Drawn {
        let mut screen = self.hand.write().await;
        let own = screen.as_mut().filter(|screen| self.is_own(screen));
        let Some(shows) = own else {
            return Drawn::Gone;
        };
        let at = self.table.moment();
        // It may say more than a drawing would: why something was advised.
        if shows.shown.is_some() && shows.at == Some(at) {
            return Drawn::Done(at);
        }
        let Some(page) = shows.page(&self.bot, &self.table).await else {
            return Drawn::Done(at);
        };
        let hand = render::within(&page, true);
        if shows.shown.as_ref() == Some(&hand) {
            shows.at = Some(at);
            return Drawn::Done(at);
        }
        let letter = shows.noted(hand.clone());
        let mut told = None;
        let given_up = async {
            tokio::select! {
                () = self.hand.is_wanted() => {}
                news = news(updates) => told = news,
            }
        };
        let outbox = &self.bot.outbox;
        let sent = outbox.edit_unless(given_up, &shows.spot, &letter, rank);
        let failure = match sent.await {
            Ok(true) => {
                self.refused = Pauses::default();
                (shows.shown, shows.at) = (Some(hand), Some(at));
                return Drawn::Done(at);
            }
            Ok(false) => return Drawn::Waits(told),
            Err(failure) => failure,
        };
        let by_token = !shows.is_direct();
        match failure.remedy() {
            Some(Remedy::Anew | Remedy::Ends | Remedy::Below) => {}
            Some(_) => return Drawn::After(self.refused.longer()),
            None if by_token && failure == Failure::Late => {}
            None => {
                tracing::warn!(%failure, "a hand could not be brought up to date");
                return Drawn::After(REST);
            }
        }
        self.close(&mut screen).await;
        Drawn::Gone
    }

    /// Shows the last state: of a table that is gone, or that the message will not be updated any more. Whether there is no
    /// newer one. A table that was closed plays no more; one whose process only stops goes on.
    async fn ends(&self, is_gone: bool) -> bool {
        let mut screen = self.hand.write().await;
        let own = screen.as_mut().filter(|screen| self.is_own(screen));
        let Some(shows) = own else {
            return true;
        };
        if !is_gone && shows.until - NOTICE > Instant::now() {
            return false;
        }
        if (!is_gone || self.table.seen().stage == StageView::Closed)
            && let Some(page) = shows.page(&self.bot, &self.table).await
        {
            let mut letter = render::within(&page, true);
            if !is_gone {
                let cx = self.bot.desk.front.context(&shows.who, &shows.place).await;
                letter.content = say!(cx, "discord-panel-ends");
            }
            let sent = self.bot.outbox.edit(&shows.spot, &letter, Urgency::Urgent);
            if shows.shown.as_ref() != Some(&letter)
                && let Err(failure) = sent.await
            {
                tracing::debug!(%failure, "the last state of a hand was not shown");
            }
        }
        self.close(&mut screen).await;
        true
    }

    /// Nothing is shown there any more.
    async fn close(&self, screen: &mut Option<Screen>) {
        let closed = screen.take();
        self.hand.is_open.store(false, Ordering::Release);
        // If the bot is only stopping, its next process resumes the hand.
        if closed.is_some_and(|closed| closed.is_direct()) && !self.table.is_playing() {
            let scope = Scope::Person(self.hand.person);
            posted::note::<HandPost>(&self.bot, scope, &(), None).await;
        }
    }
}

impl Due {
    /// By then at the latest.
    fn is_due(&mut self, at: Instant) {
        if self.at.is_none() {
            self.since = Instant::now();
        }
        let at = at.max(self.not_before);
        self.at = Some(self.at.map_or(at, |due| due.min(at)));
    }
}

/// Waits for an update that is more than progress; the last one if the table is gone.
async fn news(updates: &mut dyn Updates) -> Option<TableUpdate> {
    loop {
        match updates.next().await {
            Some(told) if told.is_progress => {}
            told => return told,
        }
    }
}
