//! Tokens of what people use: with one, the message on which the pressed control was is edited outside the bot's rate
//! limit, and where people brought the bot themselves, so that it is a guest, nothing else reaches the chat.
//!
//! Decides which tokens are kept for a message and for how long. A press that is answered with an update
//! of its message, now or later, makes that message the original of the token for fifteen minutes; the
//! token edits no other public message but those that it posted itself. In a chat of guests it decides how a message that
//! is due gets there: as an edit, in a new message, or not before somebody uses something. A message that no living token
//! has brought forth, or was pressed on, stays as it is. Discord takes five follow-ups of each token: a board is posted by
//! one once, and the last follow-ups are left to those who wait for an answer.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use reqwest::Method;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::answers::Failure;
use super::edits::ends_token;
use super::letter::{Draft, Newest, Posting};
use super::queue::QueueRank;
use super::wire::{Address, Token, TokenMessage};
use super::{Outbox, id_of};

/// So many tokens are kept for a message: each has a rate window of its own.
const MOST_KEPT: usize = 4;
/// A token that ends within this time is not used any more; its end is set with a margin already.
const LEAST_LEFT: Duration = Duration::from_secs(10);
/// With a token that ends sooner no new message is posted: it could hardly be edited.
const LEAST_TO_POST: Duration = Duration::from_secs(60);
/// From this count of messages on, those without a valid token are dropped.
const MOST_MESSAGES: usize = 4_096;

/// The tokens of presses, by message.
#[derive(Default)]
pub struct Tokens(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    messages: HashMap<MessageId, Own>,
    /// How many there were after the last were dropped.
    left: usize,
}

/// The tokens of one message.
#[derive(Default)]
struct Own {
    /// The newest last.
    tokens: Vec<TokenMessage>,
    /// So many presses on the message are being answered.
    expected: usize,
    /// So many tokens were kept so far.
    all: u64,
    came: Arc<Notify>,
}

/// A press on a message is being answered.
pub struct Expected<'a> {
    tokens: &'a Tokens,
    message: MessageId,
}

impl Drop for Expected<'_> {
    fn drop(&mut self) {
        let mut kept = self.tokens.0.lock();
        if let Some(own) = kept.messages.get_mut(&self.message) {
            own.expected = own.expected.saturating_sub(1);
            own.came.notify_waiters();
        }
    }
}

impl Tokens {
    /// Until this is dropped, a press on a public message is being answered, which may bring a token.
    pub fn expect(&self, message: MessageId) -> Expected<'_> {
        let mut kept = self.0.lock();
        kept.tidy();
        kept.messages.entry(message).or_default().expected += 1;
        Expected {
            tokens: self,
            message,
        }
    }

    /// Waits until no press on the message is being answered.
    pub(super) async fn settled(&self, message: MessageId) {
        let own = |own: &Own| (own.expected, Arc::clone(&own.came));
        let expected = || self.0.lock().messages.get(&message).map(own);
        if let Some((_, came)) = expected() {
            until(&came, || {
                expected().is_none_or(|(expected, _)| expected == 0)
            })
            .await;
        }
    }

    /// Waits until a token of the message is kept.
    pub(super) async fn comes(&self, message: MessageId) {
        let own = |own: &Own| (own.all, Arc::clone(&own.came));
        let (known, came) = own(self.0.lock().messages.entry(message).or_default());
        let all = || Some(self.0.lock().messages.get(&message)?.all);
        until(&came, || all().is_some_and(|all| all != known)).await;
    }

    /// Keeps a token with which a message can be edited: that of a press on it which was answered with an update of
    /// that message, now or later, or the one that posted it.
    pub fn keep(&self, message: MessageId, pressed: TokenMessage) {
        let mut kept = self.0.lock();
        kept.tidy();
        let own = kept.messages.entry(message).or_default();
        own.tokens.retain(|known| known.token != pressed.token);
        own.tokens.push(pressed);
        own.all += 1;
        if own.tokens.len() > MOST_KEPT {
            own.tokens.remove(0);
        }
        own.came.notify_waiters();
    }

    /// Whether the message can be edited outside the bot's rate limit.
    pub fn reach(&self, message: MessageId) -> bool {
        self.of(message).is_some()
    }

    /// Until when.
    pub fn last(&self, message: MessageId) -> Option<Instant> {
        let (tokens, _) = self.of(message)?;
        tokens.iter().map(|pressed| pressed.until).max()
    }

    /// The valid tokens of a message, the newest first, and what tells that another came.
    pub(super) fn of(&self, message: MessageId) -> Option<(Vec<TokenMessage>, Arc<Notify>)> {
        let kept = self.0.lock();
        let own = kept.messages.get(&message)?;
        let now = Instant::now();
        let valid = own.tokens.iter().rev();
        let valid: Vec<_> = valid
            .filter(|pressed| pressed.is_valid(now))
            .cloned()
            .collect();
        (!valid.is_empty()).then(|| (valid, Arc::clone(&own.came)))
    }

    /// The newest token of a message, if a new one can be posted with it.
    pub(super) fn newest(&self, message: MessageId) -> Option<TokenMessage> {
        let kept = self.0.lock();
        let newest = kept.messages.get(&message)?.tokens.last()?;
        let lasts = Instant::now() + LEAST_TO_POST < newest.until;
        lasts.then(|| newest.clone())
    }

    /// Drops a token that Discord no longer takes.
    pub(super) fn drop_token(&self, message: MessageId, token: &Token) {
        let mut kept = self.0.lock();
        if let Some(own) = kept.messages.get_mut(&message) {
            own.tokens.retain(|pressed| pressed.token != *token);
        }
    }
}

impl Kept {
    /// Drops messages that no token edits any more, if there are many.
    fn tidy(&mut self) {
        if self.messages.len() >= MOST_MESSAGES.max(2 * self.left) {
            let now = Instant::now();
            let lives = |own: &Own| {
                own.expected > 0
                    || Arc::strong_count(&own.came) > 1
                    || own.tokens.iter().any(|pressed| pressed.is_valid(now))
            };
            self.messages.retain(|_, own| lives(own));
            self.left = self.messages.len();
        }
    }
}

/// Waits until something holds, which is asked again whenever those who wait are told that it has `changed`.
pub(super) async fn until(changed: &Notify, holds: impl Fn() -> bool) {
    loop {
        let changed = changed.notified();
        tokio::pin!(changed);
        changed.as_mut().enable();
        if holds() {
            return;
        }
        changed.await;
    }
}

impl TokenMessage {
    fn is_valid(&self, now: Instant) -> bool {
        now + LEAST_LEFT < self.until
    }
}

/// So many follow-ups Discord takes of a token.
const MOST_FOLLOW_UPS: u8 = 5;
/// So many are left to answers when something is posted that can be done without.
const LEFT_TO_ANSWERS: u8 = 2;
/// From this count of tokens on, those that have ended are dropped.
const MOST_TOKENS: usize = 4_096;
/// From this count of chats on, those that no token reaches are forgotten.
const MOST_CHATS: usize = 200_000;

/// What is posted in such a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GuestPost {
    Board,
    /// It can be done without.
    Aside,
}

#[derive(Default)]
pub struct Guests(Mutex<Chats>);

#[derive(Default)]
struct Chats {
    chats: HashMap<ChannelId, Chat>,
    of: HashMap<Token, ChannelId>,
    /// How many tokens there were after the last were dropped.
    left: usize,
}

#[derive(Default)]
struct Chat {
    /// The newest last.
    tokens: Vec<Lent>,
    came: Arc<Notify>,
}

/// A token, and what is left of it.
struct Lent {
    token: Token,
    until: Instant,
    follow_ups: u8,
    /// Whether it was answered: before, Discord takes a follow-up for the answer.
    answered: bool,
    shows_board: bool,
}

impl Lent {
    fn may_post(&self, post: GuestPost, now: Instant) -> bool {
        let left = match post {
            GuestPost::Board => self.follow_ups > 0 && !self.shows_board,
            GuestPost::Aside => self.follow_ups > LEFT_TO_ANSWERS,
        };
        self.answered && left && now + LEAST_TO_POST < self.until
    }
}

impl Chats {
    /// Drops what has ended, if there is much.
    fn tidy(&mut self) {
        let many = self.of.len() >= MOST_TOKENS.max(2 * self.left);
        if !many && self.chats.len() < MOST_CHATS {
            return;
        }
        let now = Instant::now();
        for chat in self.chats.values_mut() {
            chat.tokens.retain(|lent| lent.until > now);
        }
        if self.chats.len() >= MOST_CHATS {
            self.chats.retain(|_, chat| !chat.tokens.is_empty());
        }
        let tokens = self.chats.iter().flat_map(|(channel, chat)| {
            let tokens = chat.tokens.iter();
            tokens.map(|lent| (lent.token.clone(), *channel))
        });
        self.of = tokens.collect();
        self.left = self.of.len();
    }

    fn change<T>(&mut self, token: &Token, change: impl FnOnce(&mut Lent) -> T) -> Option<T> {
        let chat = self.chats.get_mut(self.of.get(token)?)?;
        let lent = chat.tokens.iter_mut().find(|lent| lent.token == *token);
        lent.map(change)
    }
}

impl Guests {
    /// The newest token that can post this there, and until when it lasts.
    fn newest(&self, channel: ChannelId, post: GuestPost) -> Option<(Token, Instant)> {
        let (now, chats) = (Instant::now(), self.0.lock());
        let tokens = &chats.chats.get(&channel)?.tokens;
        let newest = tokens.iter().rfind(|lent| lent.may_post(post, now))?;
        Some((newest.token.clone(), newest.until))
    }

    /// Whether a board can be posted in such a chat.
    pub fn may_post_board(&self, channel: ChannelId) -> bool {
        self.newest(channel, GuestPost::Board).is_some()
    }

    /// Whether nothing but tokens reaches a channel.
    pub fn has(&self, channel: ChannelId) -> bool {
        self.0.lock().chats.contains_key(&channel)
    }

    /// From now on a channel is known to be such a chat, or not to be one.
    pub fn note(&self, channel: ChannelId, is_guest: bool) {
        let mut chats = self.0.lock();
        if is_guest {
            chats.chats.entry(channel).or_default();
        } else if let Some(chat) = chats.chats.remove(&channel) {
            chats.of.retain(|_, of| *of != channel);
            chat.came.notify_waiters();
        }
    }

    /// Counts the follow-ups of a token that somebody's use of something in such a chat has brought.
    pub fn lend(&self, channel: ChannelId, token: &Token, until: Instant) {
        let mut chats = self.0.lock();
        chats.tidy();
        let chat = chats.chats.entry(channel).or_default();
        chat.tokens.push(Lent {
            token: token.clone(),
            until,
            follow_ups: MOST_FOLLOW_UPS,
            answered: false,
            shows_board: false,
        });
        chats.of.insert(token.clone(), channel);
    }

    /// The interaction was answered: its token can post there from now on, if that is such a chat.
    pub fn note_answered(&self, token: &Token) {
        let mut chats = self.0.lock();
        chats.change(token, |lent| lent.answered = true);
        let channel = chats.of.get(token).copied();
        if let Some(chat) = channel.and_then(|channel| chats.chats.get(&channel)) {
            chat.came.notify_waiters();
        }
    }

    /// Takes one of a token's follow-ups; `false` if it has none left.
    pub(super) fn take_follow_up(&self, to: &Address) -> bool {
        let Some(token) = to.follows_up() else {
            return true;
        };
        let take = |lent: &mut Lent| {
            let left = lent.follow_ups.checked_sub(1);
            lent.follow_ups = left.unwrap_or_default();
            left.is_some()
        };
        self.0.lock().change(token, take).unwrap_or(true)
    }

    /// The follow-up was not taken, as it came too soon.
    pub(super) fn give_back(&self, to: &Address) {
        if let Some(token) = to.follows_up() {
            self.0.lock().change(token, |lent| lent.follow_ups += 1);
        }
    }
}

impl Outbox {
    /// How a message is brought up to date that is to be posted like this; `None` while nothing reaches its channel.
    pub(super) fn reaching(
        &self,
        (channel, message): (ChannelId, Option<MessageId>),
        posting: Posting,
    ) -> Option<Posting> {
        if !self.0.guests.has(channel) {
            return Some(posting);
        }
        let edits = message.is_some_and(|message| self.0.tokens.reach(message));
        let posts = self.0.guests.may_post_board(channel);
        match (edits, posts) {
            (true, _) if posting == Posting::Same || !posts => Some(Posting::Same),
            (true, _) => Some(posting),
            // The old one cannot be changed any more.
            (false, true) => Some(Posting::Below),
            (false, false) => None,
        }
    }

    /// Waits until a token comes with which the message can be brought up to date.
    pub(super) async fn reached(&self, spot: (ChannelId, Option<MessageId>), posting: Posting) {
        let came = |chat: &Chat| Arc::clone(&chat.came);
        let came = self.0.guests.0.lock().chats.get(&spot.0).map(came);
        if let Some(came) = came {
            until(&came, || self.reaching(spot, posting).is_some()).await;
        }
    }

    /// Posts a message by a token, with which it is edited from then on. Of each follow-up there is one attempt:
    /// Discord does not recognize a second one.
    ///
    /// # Errors
    /// [`Failure::NoToken`] if there is none that could.
    pub(super) async fn post_as_guest(
        &self,
        channel: ChannelId,
        rank: QueueRank,
        until: Instant,
        (post, body): (GuestPost, Newest<'_>),
    ) -> Result<MessageId, Failure> {
        while let Some((token, ends)) = self.0.guests.newest(channel, post) {
            let address = Address::further_post(channel, &token);
            let sent = self.carry(&address, rank, ends.min(until), body);
            let change = |change: fn(&mut Lent)| self.0.guests.0.lock().change(&token, change);
            match sent.await {
                Ok(reply) => {
                    if post == GuestPost::Board {
                        change(|lent| lent.shows_board = true);
                    }
                    let message = id_of(&reply)?;
                    let posted = TokenMessage {
                        token,
                        until: ends,
                        follow_up: Some(message),
                    };
                    self.0.tokens.keep(message, posted);
                    return Ok(message);
                }
                Err(failure) if ends_token(&failure) && Instant::now() < until => {
                    tracing::debug!(%failure, %channel, "a token posts no longer");
                    change(|lent| lent.follow_ups = 0);
                }
                Err(failure) => return Err(failure),
            }
        }
        Err(Failure::NoToken)
    }

    /// Deletes a message by a token; what none reaches any more stays.
    pub(super) async fn withdraw(
        &self,
        message: MessageId,
        rank: QueueRank,
        until: Instant,
    ) -> Result<(), Failure> {
        let first = || self.0.tokens.of(message)?.0.into_iter().next();
        while let Some(newest) = first() {
            let address = Address::about(("pressed", Method::DELETE), &newest);
            match self.carry(&address, rank, until, &Draft::default).await {
                Err(failure) if ends_token(&failure) => {
                    self.0.tokens.drop_token(message, &newest.token);
                }
                outcome => return outcome.map(drop),
            }
        }
        Ok(())
    }
}
