//! Chats where the bot is a guest: people brought it there themselves, so that nothing but the tokens of what they use
//! reaches such a chat.
//!
//! Decides with which token something new is posted there. Discord takes five follow-ups of each: a board is posted by
//! a token once, and the last follow-ups are left to those who wait for an answer. A message that no living token has
//! brought forth, or was pressed on, stays as it is.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::edits::ends_token;
use super::failure::Failure;
use super::gate::QueueRank;
use super::in_flight::until;
use super::letter::{Body, Newest};
use super::live_message::{MessageState, Posting};
use super::tokens::{LEAST_TO_POST, Pressed};
use super::wire::{Address, Reply, Token, TokenMessage};
use super::{Delivery, id_of};

/// So many follow-ups Discord takes of a token.
const MOST_FOLLOW_UPS: u8 = 5;
/// So many are left to answers when something is posted that can be done without.
const LEFT_TO_ANSWERS: u8 = 2;
/// From this count of chats on, those that no token reaches are forgotten.
const MOST_CHATS: usize = 50_000;

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
    fn chat(&mut self, channel: ChannelId) -> &mut Chat {
        if self.chats.len() >= MOST_CHATS && !self.chats.contains_key(&channel) {
            let now = Instant::now();
            self.chats
                .retain(|_, chat| chat.tokens.iter().any(|lent| lent.until > now));
            let chats = &self.chats;
            self.of.retain(|_, channel| chats.contains_key(channel));
        }
        self.chats.entry(channel).or_default()
    }

    fn change<T>(&mut self, token: &Token, change: impl FnOnce(&mut Lent) -> T) -> Option<T> {
        let chat = self.chats.get_mut(self.of.get(token)?)?;
        let lent = chat.tokens.iter_mut().find(|lent| lent.token == *token);
        lent.map(change)
    }
}

impl Guests {
    fn newest(&self, channel: ChannelId, post: GuestPost) -> Option<(Token, Instant)> {
        let (now, chats) = (Instant::now(), self.0.lock());
        let tokens = &chats.chats.get(&channel)?.tokens;
        let newest = tokens.iter().rfind(|lent| lent.may_post(post, now))?;
        Some((newest.token.clone(), newest.until))
    }

    /// Takes one of a token's follow-ups; `false` if it has none left.
    pub(super) fn take_follow_up(&self, to: &Address) -> bool {
        let (Address::FollowUp(token) | Address::FurtherPost(_, token)) = to else {
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
        if let Address::FollowUp(token) | Address::FurtherPost(_, token) = to {
            self.0.lock().change(token, |lent| lent.follow_ups += 1);
        }
    }
}

impl Delivery {
    /// From now on this channel is known to be such a chat, or not to be one.
    pub fn note_guest(&self, channel: ChannelId, is_guest: bool) {
        let mut chats = self.inner.guests.0.lock();
        if is_guest {
            chats.chat(channel);
        } else if let Some(chat) = chats.chats.remove(&channel) {
            chats.of.retain(|_, of| *of != channel);
            chat.came.notify_waiters();
        }
    }

    /// Whether nothing but tokens reaches a channel.
    pub fn is_guest(&self, channel: ChannelId) -> bool {
        self.inner.guests.0.lock().chats.contains_key(&channel)
    }

    /// Counts the follow-ups of a token that somebody's use of something in such a chat has brought.
    pub fn lend(&self, channel: ChannelId, token: &Token, until: Instant) {
        let mut chats = self.inner.guests.0.lock();
        let (now, chat) = (Instant::now(), chats.chat(channel));
        let gone: Vec<Token> = chat
            .tokens
            .extract_if(.., |lent| lent.until <= now)
            .map(|lent| lent.token)
            .collect();
        chat.tokens.push(Lent {
            token: token.clone(),
            until,
            follow_ups: MOST_FOLLOW_UPS,
            answered: false,
            shows_board: false,
        });
        for token in gone {
            chats.of.remove(&token);
        }
        chats.of.insert(token.clone(), channel);
    }

    /// The interaction was answered: its token can post there from now on, if that is such a chat.
    pub fn note_answered(&self, token: &Token) {
        let mut chats = self.inner.guests.0.lock();
        chats.change(token, |lent| lent.answered = true);
        let channel = chats.of.get(token).copied();
        if let Some(chat) = channel.and_then(|channel| chats.chats.get(&channel)) {
            chat.came.notify_waiters();
        }
    }

    /// Whether a board can be posted in such a chat.
    pub fn may_post_board(&self, channel: ChannelId) -> bool {
        self.inner
            .guests
            .newest(channel, GuestPost::Board)
            .is_some()
    }

    /// Until when a message can be edited by a token.
    pub fn lasts(&self, message: MessageId) -> Option<Instant> {
        let (tokens, _) = self.inner.tokens.of(message)?;
        tokens.iter().map(|pressed| pressed.until).max()
    }

    /// How a message is brought up to date that is to be posted like this; `None` while nothing reaches its channel.
    pub(super) fn reaching(&self, spot: &MessageState, posting: Posting) -> Option<Posting> {
        let MessageState::Channel(channel, message) = spot else {
            return Some(posting);
        };
        if !self.is_guest(*channel) {
            return Some(posting);
        }
        let edits = message.is_some_and(|message| self.has_token(message));
        let posts = self.may_post_board(*channel);
        match (edits, posts) {
            (true, _) if posting == Posting::Same || !posts => Some(Posting::Same),
            (_, true) => Some(posting.max(Posting::Below)),
            (_, false) => None,
        }
    }

    /// Waits until a token comes with which the message can be brought up to date.
    pub(super) async fn reached(&self, spot: &MessageState, posting: Posting) {
        let MessageState::Channel(channel, _) = spot else {
            return;
        };
        let chats = || self.inner.guests.0.lock();
        let came = chats()
            .chats
            .get(channel)
            .map(|chat| Arc::clone(&chat.came));
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
    ) -> Result<Reply, Failure> {
        while let Some((token, ends)) = self.inner.guests.newest(channel, post) {
            let address = Address::FurtherPost(channel, token.clone());
            let sent = self.carry(&address, rank, ends.min(until), body);
            let change = |change: fn(&mut Lent)| self.inner.guests.0.lock().change(&token, change);
            match sent.await {
                Ok(reply) => {
                    let tie = TokenMessage::Further;
                    if post == GuestPost::Board {
                        change(|lent| lent.shows_board = true);
                    }
                    let message = MessageId::new(id_of(&reply)?);
                    let pressed = Pressed {
                        token,
                        until: ends,
                        tie,
                    };
                    self.inner.tokens.keep(message, pressed);
                    return Ok(reply);
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
        while let Some((tokens, _)) = self.inner.tokens.of(message) {
            let Some(Pressed { token, tie, .. }) = tokens.into_iter().next() else {
                break;
            };
            let address = Address::Withdraw(message, token.clone(), tie);
            match self.carry(&address, rank, until, &Body::default).await {
                Err(failure) if ends_token(&failure) => {
                    self.inner.tokens.drop_token(message, &token);
                }
                outcome => return outcome.map(drop),
            }
        }
        Ok(())
    }
}
