//! Panels: private messages with a hand, kept up to date for as long as Discord allows edits.
//!
//! Decides how often a hand is drawn and when its reader is told to ask for it again. There is one
//! panel per person and table: the newest.

mod open;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use poise::serenity_prelude::MessageId;
use tokio::time::{Instant, sleep, sleep_until};

use super::boards::posted::HandPost;
use super::outbox::answers::Failure;
use super::outbox::in_flight::InFlight;
use super::outbox::letter::{Letter, Visibility};
use super::outbox::live_message::{LiveMessage, MessageState};
use super::outbox::queue::Urgency;
use super::outbox::wire::TOKEN_LIFE;
use super::watched::Watched;
use super::{Bot, layouts, render};
use crate::desk::{Answer, AskedFrom, Who};
use crate::host::spawn;
use crate::table::{Moment, StageView, TableKey};
use crate::text::page::Page;
pub use open::{DrawnHand, Panels};
use open::{HeldHand, Ticket};

/// The least time between two edits of a hand while cards are dealt.
const EVERY: Duration = Duration::from_secs(2);
/// The same in direct messages, whose edits count against the bot's global rate limit.
const EVERY_DIRECT: Duration = Duration::from_secs(5);
/// How long before its end a panel says that it will no longer be updated.
const NOTICE: Duration = Duration::from_secs(40);
/// How long a note above a hand, such as why a play was refused, outlives what happens at the table.
const NOTE_LIFE: Duration = Duration::from_secs(15);
/// How long a hand in direct messages is kept up to date.
const DIRECT_LIFE: Duration = Duration::from_secs(50 * 60);

/// How long after the deal begins hands are sent to people who used the bot lately. By then a hand
/// that they asked for is there.
const HAND_OUT_AFTER: Duration = Duration::from_millis(1_200);

/// Keeps the hand of a table that was just shown at `spot` up to date; it replaces an older panel.
/// Changes since it was drawn are caught up on.
pub fn open(
    bot: &Bot,
    key: TableKey,
    requester: (Who, AskedFrom),
    spot: MessageState,
    shown: DrawnHand,
) {
    let newest = match spot {
        // It was posted a moment ago, below whatever there was.
        MessageState::Further(..) => Newest::This,
        MessageState::Answer(..) | MessageState::Channel(..) => Newest::ByToken,
    };
    let (who, place) = requester;
    let place = AskedFrom {
        lays_out: shown.sent.layout.is_some(),
        ..place
    };
    keep_open(bot, key, (who, place), (spot, newest), Some(shown));
}

/// Which of two panels of a person is the newest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Newest {
    /// The one whose token lasts longer.
    ByToken,
    /// This one: its message was just posted, by a token from before.
    This,
}

fn keep_open(
    bot: &Bot,
    key: TableKey,
    (who, place): (Who, AskedFrom),
    (spot, newest): (MessageState, Newest),
    shown: Option<DrawnHand>,
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
        MessageState::Answer(_, until) | MessageState::Further(_, _, until) => *until,
        MessageState::Channel(_, message) => Instant::now() + left_of(*message),
    };
    let direct = match spot {
        MessageState::Channel(channel, Some(message)) => Some(HandPost {
            table: table.id(),
            channel,
            message,
            laid_out: place.lays_out,
        }),
        MessageState::Channel(_, None) | MessageState::Answer(..) | MessageState::Further(..) => {
            None
        }
    };
    let person = who.person;
    let mut open = bot.panels.open.lock();
    let older = open.get(&(key, person));
    // Of two answers given at the same moment the later one may get here first.
    let newer = older.is_some_and(|held| !held.task.is_finished() && held.lasts > until);
    if newer && direct.is_none() && newest == Newest::ByToken {
        return;
    }
    // Who uses a hand further up in direct messages finds the one at the bottom up to date all the same.
    let direct_id = direct.map(|post| post.message);
    let above = older.is_some_and(|held| !held.task.is_finished() && held.direct > direct_id);
    if above && direct.is_some() {
        return;
    }
    let asked_at = until.checked_sub(TOKEN_LIFE).unwrap_or_else(Instant::now);
    let mut in_flight = older.map_or_else(Vec::new, |held| held.in_flight.clone());
    in_flight.iter().for_each(|edit| edit.cancel());
    in_flight.retain(|edit| edit.overlaps(asked_at));
    let hand = shown.as_ref().map(|shown| shown.hand.clone());
    let drawn = shown.as_ref().and_then(|shown| shown.at);
    let note = shown.as_ref().and_then(DrawnHand::note);
    let message = LiveMessage::new(bot.outbox.clone(), spot, hand, EVERY);
    let own = message.in_flight();
    let panel = Panel {
        direct,
        bot: bot.clone(),
        played: has_begun(&table, drawn),
        table,
        who,
        place,
        message,
        until,
        shown,
        note: note.map(|note| (note, Instant::now() + NOTE_LIFE)),
        overlapping: in_flight.clone(),
        asked_at,
    };
    // A hand in direct messages is replaced by one that was asked for anywhere else.
    let lasts = match direct {
        Some(_) => Instant::now(),
        None => until,
    };
    in_flight.push(own);
    let task = spawn(panel.keep());
    let held = HeldHand {
        task: task.abort_handle(),
        direct: direct_id,
        lasts,
        in_flight,
    };
    if let Some(older) = open.insert((key, person), held) {
        older.task.abort();
    }
    open.retain(|_, held| !held.task.is_finished());
}

/// Resumes the hands in direct messages that an earlier process showed at this table. Others cannot
/// be edited any more: their tokens are never stored.
pub async fn resume(bot: Bot, table: Watched) {
    for seat in table.seen().seats {
        let Some(person) = seat.occupant.person() else {
            continue;
        };
        let noted = HandPost::recall(&bot, person).await;
        let Some(post) = noted.filter(|post| post.table == table.id()) else {
            continue;
        };
        if left_of(Some(post.message)) <= NOTICE || bot.panels.is_open(table.key(), person) {
            continue;
        }
        let who = Who::new(person, seat.name.unwrap_or_default());
        let channel = post.channel.get();
        let place = AskedFrom {
            lays_out: post.laid_out,
            ..AskedFrom::new(channel, None)
        };
        let spot = MessageState::Channel(post.channel, Some(post.message));
        let requester = (who, place);
        keep_open(&bot, table.key(), requester, (spot, Newest::ByToken), None);
    }
}

/// Shows their hand to everybody at a table who has no panel open and can be reached in this
/// channel.
pub async fn hand_out(bot: Bot, table: Watched, channel: u64) {
    sleep(HAND_OUT_AFTER).await;
    let key = table.key();
    let view = table.seen();
    if view.stage != StageView::Playing(()) {
        return;
    }
    for person in view.people() {
        let elsewhere = !bot.desk.places().of(key).tells(person, channel);
        if elsewhere || bot.panels.is_open(key, person) {
            continue;
        }
        let ticket = bot.panels.tickets.lock().remove(&(channel, person));
        let Some(ticket) = ticket.filter(|ticket| ticket.until > Instant::now() + NOTICE) else {
            continue;
        };
        let at = Some(table.moment());
        let Ticket {
            who,
            mut place,
            token,
            until,
        } = ticket;
        place.lays_out = true;
        let hand = render::letter(&table.hand_page(&bot.desk, &who, &place).await);
        let sent = hand.clone();
        let mut shown = DrawnHand { hand, sent, at };
        // Who asked for it meanwhile has it, or gets it.
        if bot.panels.is_open(key, person) || bot.panels.is_asked(key, person) {
            continue;
        }
        let to_one = Visibility::ByOne;
        let mut posted = bot.outbox.follow_up(&token, &shown.sent, to_one).await;
        let asked = ((&who, &place), Some(key));
        if gives_way(&bot, asked, posted.as_ref().err(), &mut shown).await {
            posted = bot.outbox.follow_up(&token, &shown.sent, to_one).await;
        }
        if let Ok(message) = posted {
            let spot = MessageState::Further(token, message, until);
            open(&bot, key, (who, place), spot, shown);
        }
    }
}

/// Whether what was sent as a new message, and perhaps refused, is to be sent again: if it was for being laid out, `shown` is the hand
/// with menus now, or the same page in a frame.
pub async fn gives_way(
    bot: &Bot,
    ((who, place), table): ((&Who, &AskedFrom), Option<TableKey>),
    refused: Option<&Failure>,
    shown: &mut DrawnHand,
) -> bool {
    if !refused.is_some_and(|failure| layouts::may_be_why(failure, &shown.sent)) {
        return false;
    }
    let hand = match table {
        Some(table) => with_menus(bot, (who, place), table).await,
        None => None,
    };
    let Some(hand) = hand else {
        shown.sent = std::mem::take(&mut shown.sent).framed();
        return true;
    };
    let note = shown.note();
    *shown = DrawnHand::of(render::answer(&hand), &hand);
    if let Some(note) = note {
        shown.sent.content = note;
    }
    true
}

/// Somebody's hand as it is where nothing is laid out; `None` if they have none.
pub async fn with_menus(
    bot: &Bot,
    (who, place): (&Who, &AskedFrom),
    table: TableKey,
) -> Option<Answer> {
    let place = AskedFrom {
        lays_out: false,
        ..place.clone()
    };
    bot.desk.own_hand(who, &place, table).await
}

/// Whether a panel shows a hand of a match: one is played, or was over before the panel opened for a
/// hand that was `drawn` in it.
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
fn left_of(message: Option<MessageId>) -> Duration {
    let Some(message) = message else {
        return DIRECT_LIFE;
    };
    let posted = u64::try_from(message.created_at().unix_timestamp()).unwrap_or_default();
    let since = SystemTime::UNIX_EPOCH + Duration::from_secs(posted);
    let age = SystemTime::now().duration_since(since).unwrap_or_default();
    DIRECT_LIFE.saturating_sub(age)
}

struct Panel {
    /// The message, if the hand is in direct messages.
    direct: Option<HandPost>,
    bot: Bot,
    table: Watched,
    who: Who,
    place: AskedFrom,
    message: LiveMessage,
    until: Instant,
    /// What the message showed when the panel took it over.
    shown: Option<DrawnHand>,
    /// The note that it showed above the hand, and until when it is drawn there again.
    note: Option<(String, Instant)>,
    /// The edits that were in flight then.
    overlapping: Vec<Arc<InFlight>>,
    /// When its reader asked for it.
    asked_at: Instant,
    /// Whether it has shown a hand of a match: then it also shows that the match is over.
    played: bool,
}

impl Panel {
    async fn keep(self) {
        let (bot, table, person) = (self.bot.clone(), self.table.clone(), self.who.person);
        if let Some(post) = self.direct {
            HandPost::note(&bot, person, Some(post)).await;
        }
        let direct = self.direct.is_some();
        self.keep_drawn().await;
        // If the bot is only stopping, its next process resumes the hand.
        if direct && !table.is_playing() {
            HandPost::note(&bot, person, None).await;
        }
    }

    async fn keep_drawn(mut self) {
        let person = self.who.person;
        let mut updates = self.table.listen(Some(person));
        let overlapping = std::mem::take(&mut self.overlapping);
        let mut crossed = !overlapping.is_empty();
        let landed = async {
            for edit in &overlapping {
                edit.completed().await;
            }
        };
        tokio::pin!(landed);
        // Listening starts here, so later changes are not missed.
        let drawn_at = self.shown.as_ref().and_then(|shown| shown.at);
        let mut due = (drawn_at != Some(self.table.moment())).then(Instant::now);
        let mut drawn = Instant::now();
        let mut urgency = Urgency::Urgent;
        let last_call = self.until - NOTICE;
        while self.message.is_alive() {
            tokio::select! {
                told = updates.next() => {
                    let Some(told) = told else {
                        break;
                    };
                    let own_turn = self.table.awaits(person);
                    // In direct messages its edits count, and what others do is on the board too.
                    if self.direct.is_some() && !own_turn {
                        urgency = Urgency::Cosmetic;
                    } else {
                        urgency = Urgency::Urgent;
                    }
                    let at = match self.direct.is_some() {
                        true if !own_turn => drawn + EVERY_DIRECT,
                        false if told.is_progress => drawn + EVERY,
                        true | false => Instant::now(),
                    };
                    due = Some(due.map_or(at, |due| due.min(at)));
                }
                () = &mut landed, if crossed => {
                    crossed = false;
                    // Those that still waited were not sent.
                    if overlapping.iter().any(|edit| edit.overlaps(self.asked_at)) {
                        self.draw_again().await;
                    }
                }
                () = sleep_until(due.unwrap_or(last_call)), if due.is_some() => {
                    due = None;
                    drawn = Instant::now();
                    if let Some(page) = self.page_beside_answers().await {
                        let letter = self.noted(self.letter(&page));
                        self.message.show(letter, urgency);
                    }
                }
                () = sleep_until(last_call) => {
                    self.say_goodbye().await;
                    break;
                }
            }
        }
        // A table that was closed plays no more; one whose process only stops goes on.
        if self.table.seen().stage == StageView::Closed
            && let Some(page) = self.page().await
        {
            self.message.show(self.letter(&page), Urgency::Urgent);
        }
        self.message.finish();
    }

    /// The page as the message shows it.
    fn letter(&self, page: &Page) -> Letter {
        render::within(page, self.place.lays_out)
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

    /// Draws what the message should show, including a note that is still current.
    async fn draw_again(&mut self) {
        let Some(page) = self.page_beside_answers().await else {
            return;
        };
        let hand = self.letter(&page);
        let same = self.shown.take().filter(|shown| shown.hand == hand);
        self.message.doubt();
        let letter = same.map_or_else(|| self.noted(hand), |shown| shown.sent);
        self.message.show(letter, Urgency::Urgent);
    }

    /// The page, once no tap on the hand is being answered: the answer shows it too, and may say why the
    /// tap was refused, which would be drawn over.
    async fn page_beside_answers(&mut self) -> Option<Page> {
        let (bot, key, person) = (self.bot.clone(), self.table.key(), self.who.person);
        bot.panels.answered(key, person).await;
        let page = self.page().await?;
        if bot.panels.is_asked(key, person) {
            // While it was being made.
            bot.panels.answered(key, person).await;
            return self.page().await;
        }
        Some(page)
    }

    /// The hand in a match, and how it ended; before a match the message is left unchanged.
    async fn page(&mut self) -> Option<Page> {
        let seated = self.table.seats(self.who.person);
        self.played |= seated && self.table.is_playing();
        let view = self.table.seen();
        match (self.played, seated) {
            (false, _) => None,
            (true, true) if view.stage != StageView::Lobby => {
                let page = self.table.hand_page(&self.bot.desk, &self.who, &self.place);
                Some(page.await)
            }
            (true, seated) => {
                let cx = self.bot.desk.context(&self.who, &self.place).await;
                Some(Page::line(match seated {
                    true => say!(cx, "hand-match-off"),
                    false if view.barred.contains(&self.who.person) => say!(cx, "hand-kicked"),
                    false => say!(cx, "desk-left"),
                }))
            }
        }
    }

    async fn say_goodbye(&mut self) {
        let Some(page) = self.page().await else {
            return;
        };
        let mut letter = self.letter(&page);
        let cx = self.bot.desk.context(&self.who, &self.place).await;
        letter.content = say!(cx, "discord-panel-ends");
        self.message.show(letter, Urgency::Urgent);
    }
}
