//! Chats where the bot is a guest: people brought it there themselves, so that nothing but the tokens of what they use
//! reaches such a chat.
//!
//! Decides how a message that is due gets there: as an edit, in a new message, or not before somebody uses something. A
//! message that no living token has brought forth, or was pressed on, stays as it is. Discord takes five follow-ups of
//! each token: a board is posted by one once, and the last follow-ups are left to those who wait for an answer.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use reqwest::Method;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::answers::Failure;
use super::edits::ends_token;
use super::letter::{Draft, Newest, Posting};
use super::queue::QueueRank;
use super::tokens::{LEAST_TO_POST, until};
use super::wire::{Address, Token, TokenMessage};
use super::{Outbox, id_of};

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

    /// What tells that a token has come in a chat.
    fn came(&self, channel: ChannelId) -> Option<Arc<Notify>> {
        let chats = self.0.lock();
        Some(Arc::clone(&chats.chats.get(&channel)?.came))
    }

    fn change(&self, token: &Token, change: impl FnOnce(&mut Lent)) {
        self.0.lock().change(token, change);
    }

    /// Takes one of a token's follow-ups; `false` if it has none left.
    pub(super) fn take_follow_up(&self, to: &Address) -> bool {
        let Some(token) = to.follows_up() else {
            return true;
        };
        let take = |lent: &mut Lent| match lent.follow_ups.checked_sub(1) {
            Some(left) => {
                lent.follow_ups = left;
                true
            }
            None => false,
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
        if !self.inner.guests.has(channel) {
            return Some(posting);
        }
        let edits = message.is_some_and(|message| self.inner.tokens.reach(message));
        let posts = self.inner.guests.may_post_board(channel);
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
        if let Some(came) = self.inner.guests.came(spot.0) {
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
        while let Some((token, ends)) = self.inner.guests.newest(channel, post) {
            let address = Address::further_post(channel, &token);
            let sent = self.carry(&address, rank, ends.min(until), body);
            let change = |change: fn(&mut Lent)| self.inner.guests.change(&token, change);
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
                    self.inner.tokens.keep(message, posted);
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
        let first = || self.inner.tokens.of(message)?.0.into_iter().next();
        while let Some(newest) = first() {
            let address = Address::about(("pressed", Method::DELETE), &newest);
            match self.carry(&address, rank, until, &Draft::default).await {
                Err(failure) if ends_token(&failure) => {
                    self.inner.tokens.drop_token(message, &newest.token);
                }
                outcome => return outcome.map(drop),
            }
        }
        Ok(())
    }
}
