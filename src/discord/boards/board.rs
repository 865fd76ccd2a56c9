//! A board: one message of a table.
//!
//! Decides when it is drawn, how it is posted, and who is told of what happened. It shows nobody's hand: it has only
//! the public view.

use std::time::Duration;

use ::serenity::all as serenity;
use serenity::{ChannelId, MessageId};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::Signal;
use super::pings::{Pings, tell_of_seat, user};
use super::posted::{BoardPost, RingPost, go_on_below, note_at, note_guest, recall_at};
use crate::desk::AskedFrom;
use crate::desk::places::Showing;
use crate::discord::outbox::letter::Posting;
use crate::discord::outbox::live_message::LiveMessage;
use crate::discord::outbox::queue::Urgency;
use crate::discord::pictures::ShownPicture;
use crate::discord::watched::{Beginning, MentionKind, TableUpdate, Watched};
use crate::discord::{Bot, hands, render};
use crate::host::spawn;
use crate::table::{Ping, Position, StageView, TableId};
use crate::text::context::RenderContext;
use crate::text::page::{Control, Page};

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
/// Where only tokens lead, the message says so long before its last one ends that nobody presses any more.
const FADES: Duration = Duration::from_secs(60);
/// After so many messages of others, the board is posted anew when the turn changes.
const MOST_BELOW: u32 = 12;

/// What is drawn next, and how.
struct NextDrawing {
    at: Option<Instant>,
    posting: Posting,
    urgency: Urgency,
    /// A match began since the last drawing: what is shown is still its lobby.
    is_lobby: bool,
}

impl NextDrawing {
    const fn new(urgency: Urgency) -> Self {
        Self {
            at: None,
            posting: Posting::Same,
            urgency,
            is_lobby: false,
        }
    }

    /// By then at the latest.
    fn is_due(&mut self, at: Instant) {
        self.at = Some(self.at.map_or(at, |due| due.min(at)));
    }
}

pub(super) struct Board {
    bot: Bot,
    table: Watched,
    channel: ChannelId,
    /// Where the table was shown when the board began.
    showing: Showing,
    /// Messages in the channel since it was posted.
    below: u32,
    /// When something happened at the table last.
    active: Instant,
    message: LiveMessage,
    /// Where the message was when that was last written down.
    noted: Option<MessageId>,
    /// Whether the message is laid out: it stays so.
    laid_out: bool,
    picture: ShownPicture,
    next: NextDrawing,
    /// When it was drawn last.
    drawn: Option<Instant>,
    /// Where only tokens lead: the last one ends soon, and the message says so.
    asleep: bool,
    /// The end of the last token that was looked at.
    fades: Option<Instant>,
    /// When it came back last, after somebody deleted it.
    came_back: Option<Instant>,
    /// When the table is to be closed, as its channel is gone.
    deserted: Option<Instant>,
    /// What was heard of the table is up to here.
    heard: Position,
    turn: Option<Position>,
    pings: Pings,
    /// A match has begun whose players were not told yet.
    begun: bool,
    /// The message is older than this process: hands from then are no longer updated.
    resumed: bool,
    /// The process is about to stop.
    resting: bool,
}

impl Board {
    /// The board of a table in a channel: the message posted there before, if there is one.
    pub(super) async fn find(bot: Bot, table: Watched, showing: Showing) -> Self {
        let TableId { key, opening } = table.id();
        let channel = ChannelId::new(showing.channel.max(1));
        let known: Option<BoardPost> = recall_at(&bot, (key, channel)).await;
        let mut known = known.filter(|known| known.opening == opening);
        note_guest(&bot, channel).await;
        let resumed = known.is_some();
        if resumed {
            spawn(hands::resume(bot.clone(), table.clone()));
        }
        if let Some(known) = &mut known
            && let Some(next) = known.next.take()
        {
            known.message = go_on_below(&bot, (channel, key), known.message, next).await;
            note_at(&bot, (key, channel), Some(&*known)).await;
        }
        let noted = known.map(|known| known.message);
        let laid_out = known.is_some_and(|known| known.laid_out);
        let message = LiveMessage::new(bot.outbox.clone(), (channel, noted), EVERY);
        let rung: Option<RingPost> = recall_at(&bot, (key, channel)).await;
        let turn = rung.map(|rung| rung.turn);
        let pings = Pings::new(bot.clone(), channel, key, rung.map(|rung| rung.message));
        Self {
            bot,
            table,
            channel,
            showing,
            below: 0,
            active: Instant::now(),
            message,
            noted,
            laid_out,
            picture: ShownPicture::default(),
            next: NextDrawing::new(match resumed {
                true => Urgency::Automatic,
                false => Urgency::Played,
            }),
            drawn: None,
            asleep: false,
            fades: None,
            came_back: None,
            deserted: None,
            heard: Position::default(),
            turn,
            pings,
            begun: false,
            resumed,
            resting: false,
        }
    }

    pub(super) async fn keep(mut self, mut signals: mpsc::UnboundedReceiver<Signal>) {
        let mut updates = self.table.listen(None);
        self.heard = self.table.moment().position;
        // Whoever opens a table sits down right after: the first drawing waits for that.
        if self.heard != self.table.id().opening {
            let knows = self.bot.boards.knows(self.channel.get());
            let waits = self.resumed && !knows;
            let pause = if waits { LEARNS_WITHIN } else { Duration::ZERO };
            self.next.at = Some(Instant::now() + pause);
            // Whoever opened it may have sat down before this was listened to.
            self.tell_of_seat().await;
        }
        loop {
            let (next_draw, next_ring, deserted) = (self.next.at, self.pings.next, self.deserted);
            let fading = self.fading();
            tokio::select! {
                biased;
                Some(signal) = signals.recv() => match signal {
                    Signal::Gone => return self.leave().await,
                    Signal::Rest(_said) => return self.rest().await,
                    Signal::Anew => {
                        self.next.posting = self.next.posting.max(Posting::Below);
                        self.next.urgency = Urgency::Urgent;
                        self.next.at = Some(Instant::now());
                    }
                    Signal::Used if self.asleep => self.next.at = Some(Instant::now()),
                    Signal::Used => {}
                    Signal::Said => self.below += 1,
                    Signal::Permitted => self.message.retry(),
                    Signal::Learned => {
                        self.message.doubt();
                        // That it may write there again may not have been heard.
                        self.message.retry();
                        self.next.at = Some(Instant::now());
                    }
                    Signal::Deleted(messages) => self.come_back(&messages),
                },
                told = updates.next() => match told {
                    Some(told) => self.hear(told).await,
                    None => return self.end().await,
                },
                () = self.message.ended(), if deserted.is_none() => {
                    self.deserted = Some(Instant::now());
                }
                () = until(deserted), if deserted.is_some() => {
                    self.deserted = Some(Instant::now() + CLOSES_AGAIN);
                    self.bot.desert(self.channel.get()).await;
                }
                () = until(next_draw), if next_draw.is_some() => self.draw_next().await,
                ready = self.picture.drawn(&self.bot.outbox, self.message.message()) => if ready {
                    self.next.urgency = self.next.urgency.min(Urgency::Automatic);
                    self.next.at = Some(Instant::now());
                },
                () = until(fading), if fading.is_some() => self.fade(),
                () = until(next_ring), if next_ring.is_some() => self.ring().await,
                message = self.message.posted(self.noted) => {
                    self.noted = Some(message);
                    self.note(message, None).await;
                }
            }
        }
    }

    /// Takes notice of an update: says when and how it is drawn, and mentions whoever has to know of it.
    async fn hear(&mut self, told: TableUpdate) {
        let manner = self.table.manner();
        // A match replaces its lobby; the result of a round stays readable during the next.
        let new = match told.beginning {
            Beginning::Match if manner.posted_anew => Posting::Below,
            Beginning::Round if manner.posted_anew => Posting::Anew,
            Beginning::Match | Beginning::Round | Beginning::Nothing => Posting::Same,
        };
        self.next.posting = match new {
            Posting::Anew if self.next.is_lobby => Posting::Below,
            new => self.next.posting.max(new),
        };
        if told.beginning == Beginning::Match {
            self.next.is_lobby = true;
            // The new match takes the seats of people who were absent before.
            self.table.leave_places(&self.bot.desk).await;
        }
        self.resumed &= told.beginning == Beginning::Nothing;
        if told.beginning != Beginning::Nothing {
            self.bot.hands.begin_round(self.table.key());
        }
        if told.beginning == Beginning::Round {
            let (bot, table) = (self.bot.clone(), self.table.clone());
            spawn(hands::hand_out(bot, table, self.channel.get()));
        }
        self.active = Instant::now();
        self.heard = self.heard.max(told.position);
        for call in told.calls {
            self.call(call).await;
        }
        if told.may_free {
            self.tell_of_seat().await;
        }
        let at = match told.is_progress {
            true => self.drawn.map_or_else(Instant::now, |drawn| drawn + EVERY),
            false => {
                self.next.urgency = self.next.urgency.min(told.urgency);
                // The match is about to start, or to be dealt.
                let starts = manner.starts_when_full && self.table.seen().is_full_lobby();
                Instant::now()
                    + match told.beginning {
                        Beginning::Match => DEALS,
                        _ if starts => SETTLES,
                        _ => Duration::ZERO,
                    }
            }
        };
        self.next.is_due(at);
    }

    /// Draws again in a while if the message is among those that were deleted.
    fn come_back(&mut self, deleted: &[MessageId]) {
        let own = self.message.message();
        if own.is_none_or(|own| !deleted.contains(&own)) {
            return;
        }
        self.message.doubt();
        let at = Instant::now() + COMES_BACK;
        let next = self.came_back.map(|before| before + COMES_BACK_EVERY);
        let at = next.map_or(at, |next| next.max(at));
        self.next.is_due(at);
        self.came_back = Some(at);
    }

    /// Where only tokens lead: until when the last one of the message lasts.
    fn lasts(&self) -> Option<Instant> {
        let outbox = &self.bot.outbox;
        let is_guest = outbox.guests().has(self.channel);
        let message = self.message.message().filter(|_| is_guest)?;
        outbox.tokens().last(message)
    }

    /// When the last token of the message ends soon, unless that was looked at.
    fn fading(&self) -> Option<Instant> {
        let lasts = self.lasts()?;
        (self.fades != Some(lasts)).then(|| lasts - FADES)
    }

    /// The last token of the message ends soon: another one posts it anew, or it says so.
    fn fade(&mut self) {
        self.fades = self.lasts();
        self.next.urgency = self.next.urgency.min(Urgency::Played);
        self.next.is_due(Instant::now());
    }

    async fn draw_next(&mut self) {
        // Where only tokens lead: whether the message falls asleep, or goes on in a new one.
        let lasts = self.lasts();
        let soon = lasts.is_some_and(|until| until <= Instant::now() + FADES);
        let anew = soon && self.bot.outbox.guests().may_post_board(self.channel);
        self.asleep = soon && !anew;
        if anew {
            self.next.posting = self.next.posting.max(Posting::Below);
        }
        if self.draw(self.next.posting, self.next.urgency).await {
            self.drawn = Some(Instant::now());
            self.next = NextDrawing::new(Urgency::Cosmetic);
        }
    }

    /// The table is closed, or the bot stops.
    async fn end(mut self) {
        self.heard = self.table.moment().position;
        let last = self.table.seen();
        if !last.is_erased {
            self.draw(Posting::Same, Urgency::Played).await;
        }
        let key = self.table.key();
        let closed = last.stage == StageView::Closed;
        // If the bot is only stopping, its next process finds the mention and rings for nobody again.
        if closed {
            self.pings.stop();
        }
        // A channel's next table continues there; other table names are not used again.
        if closed && key.0 != self.channel.get() {
            self.forget_post().await;
            self.bot.desk.places().forget(key).await;
        }
        self.bot.boards.end(self.table.id(), self.channel.get());
        match last.is_erased {
            true => self.message.erase(),
            false => self.message.finish(),
        }
    }

    /// Tells those who wait for a seat here.
    async fn tell_of_seat(&self) {
        let (bot, table) = (self.bot.clone(), self.table.clone());
        let place = self.place().await;
        spawn(tell_of_seat(bot, table, self.channel, place));
    }

    /// Writes down where the message is, and how it is about to go on, so that whoever goes on with the table finds it.
    async fn note(&self, message: MessageId, next: Option<Posting>) {
        let TableId { key, opening } = self.table.id();
        let post = BoardPost {
            opening,
            message,
            laid_out: self.laid_out,
            next,
        };
        note_at(&self.bot, (key, self.channel), Some(&post)).await;
    }

    async fn forget_post(&self) {
        let place = (self.table.key(), self.channel);
        note_at::<BoardPost>(&self.bot, place, None).await;
    }

    async fn place(&self) -> AskedFrom {
        let shown = self.bot.desk.places().of(self.table.key());
        let showing = shown.at(self.channel.get()).unwrap_or(&self.showing);
        let mut place = self.bot.boards.place(showing);
        place.as_guest = self.bot.outbox.guests().has(self.channel);
        // Direct messages are in the language of their one reader.
        if let (true, [person]) = (place.is_direct(), &showing.people[..]) {
            let chosen = self.bot.desk.settings().person(*person).await.language();
            place.locale = chosen.or(place.locale);
        }
        place
    }

    /// How sentences are said here.
    async fn cx(&self) -> RenderContext {
        self.bot
            .desk
            .front
            .public_context(&self.place().await)
            .await
    }

    /// The table is no longer shown here: says so, and leaves the message unchanged from then on.
    async fn leave(mut self) {
        self.pings.stop();
        let cx = self.cx().await;
        let key = self.table.key();
        let command = cx.command(&format!("room join {}", key.0));
        let word = say!(
            cx,
            "discord-room-left",
            n = key.0.to_string(),
            command = command
        );
        let letter = render::within(&Page::line(word), self.laid_out);
        let now = Instant::now();
        self.message
            .put(letter, Urgency::Played, Posting::Same, now);
        self.forget_post().await;
        self.message.finish();
        self.bot.boards.end(self.table.id(), self.channel.get());
        // Somebody may have come back meanwhile.
        self.bot.desk.host().announce(key);
    }

    /// Shows the table as it is; `false` if that is not to be shown yet: what is still to be heard may begin
    /// a match or a round, which has a message of its own.
    async fn draw(&mut self, mut posting: Posting, urgency: Urgency) -> bool {
        let place = self.place().await;
        let page = self.table.public_page(&self.bot.desk, &place, self.resting);
        let mut page = page.await;
        let cx = self.bot.desk.front.public_context(&place).await;
        self.add_notes(place.as_guest, &mut page, &cx);
        // Something is still to be heard of the open table.
        if !self.resting && self.table.moment().position > self.heard {
            return false;
        }
        let view = self.table.seen();
        let turn = view.turn_started;
        let turn_changed = self.turn != Some(turn);
        let guild = self.showing.guild.or(place.guild);
        let embeds = self.bot.desk.settings().guild(guild).await.is_on("embeds");
        let mut letter = render::board(&page, !embeds, guild.is_none());
        if embeds && self.laid_out && self.message.message().is_some() {
            posting = posting.max(Posting::Below);
        }
        let was_laid_out = std::mem::replace(&mut self.laid_out, !embeds);
        letter.image = self.picture.of(&self.bot.pictures, &page);
        let mut called = page.ping;
        if let (Some(invited), StageView::Lobby) = (&view.invited, &view.stage) {
            // The challenge itself pings, once: edits ping nobody.
            let who = format!("<@{}>", invited.person.0);
            letter.content = say!(cx, "discord-challenged", who);
            letter.pings = std::mem::take(&mut called).into_iter().map(user).collect();
        }
        if turn_changed {
            self.turn = Some(turn);
            self.pings.begin_turn(called);
            if std::mem::take(&mut self.begun) && view.limits.ping == Ping::On {
                let players = view.people().collect();
                let short = self.table.manner().is_short;
                let begins = self.pings.begin_match(turn, players, short, &cx);
                begins.await;
            }
        }
        if turn_changed && self.below >= MOST_BELOW {
            posting = posting.max(Posting::Below);
        }
        let mut since = Instant::now();
        if posting != Posting::Same {
            self.below = 0;
            // A process that ends before it hears where it was posted leaves word that there is one.
            if let Some(old) = self.message.message() {
                self.note(old, Some(posting)).await;
            }
        } else if self.resting {
            since = place_in_row(self.active);
        }
        if let (Some(message), true) = (self.noted, self.laid_out && !was_laid_out) {
            self.note(message, None).await;
        }
        self.message.put(letter, urgency, posting, since);
        true
    }

    /// Mentions those whose turn it still is, if it is time.
    async fn ring(&mut self) {
        let view = self.table.seen();
        if self.turn != Some(view.turn_started)
            || self.message.is_barred()
            || view.limits.ping == Ping::Off
        {
            return self.pings.forget();
        }
        let cx = self.cx().await;
        self.pings.check(self.turn, &view.awaited, &cx).await;
    }

    /// Mentions whoever has to know of what happened.
    async fn call(&mut self, call: MentionKind) {
        self.begun |= matches!(call, MentionKind::Started);
        let view = self.table.seen();
        if view.limits.ping == Ping::On || matches!(call, MentionKind::Returned(_)) {
            let cx = self.cx().await;
            self.pings.tell(call, view.turn_started, &cx).await;
        }
    }

    /// Says that the bot is about to stop; what was to be posted is. A table that has no message yet
    /// gets none for that.
    async fn rest(mut self) {
        self.message.retry();
        self.resting = true;
        if self.message.message().is_some() {
            self.draw(self.next.posting, Urgency::Played).await;
        }
        let message = self.message.finished().await;
        // Posted at last, and not yet noted.
        if let Some(message) = message.filter(|message| self.noted != Some(*message)) {
            self.note(message, None).await;
        }
        self.bot.boards.end(self.table.id(), self.channel.get());
    }

    /// Adds that the process stops, or that hands from before a restart are not updated.
    fn add_notes(&self, as_guest: bool, page: &mut Page, cx: &RenderContext) {
        if self.resting {
            return page.lines.insert(0, say!(cx, "discord-resting"));
        }
        if self.asleep {
            return page.lines.insert(0, say!(cx, "discord-asleep"));
        }
        if as_guest && self.table.seen().stage == StageView::Lobby {
            page.push(say!(cx, "discord-as-guest"));
        }
        let is_hand = |control: &Control| match control {
            Control::Button { press, .. } => press.line == "hand",
            Control::Menu { .. } => false,
        };
        if self.resumed && page.controls.iter().flatten().any(is_hand) {
            page.push(say!(cx, "discord-resumed"));
        }
    }
}

/// Since when it counts that a board is to say that the bot stops: those are first where something happened last.
fn place_in_row(active: Instant) -> Instant {
    Instant::now() + active.elapsed() / 1_000_000
}

async fn until(at: Option<Instant>) {
    sleep_until(at.unwrap_or_else(Instant::now)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn boards_where_something_happened_last_say_first_that_the_bot_stops() {
        let first = Instant::now();
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(place_in_row(first) > place_in_row(Instant::now()));
    }
}
