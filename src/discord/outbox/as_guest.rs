//! Sending where the bot is a guest: by the tokens of what people use there, and by nothing else.
//!
//! Decides how a message that is due gets there: as an edit, in a new message, or not before somebody uses something. A
//! message that no living token has brought forth, or was pressed on, stays as it is. Which token posts, `guests` says.

use serenity::model::id::{ChannelId, MessageId};
use tokio::time::Instant;

use super::answers::Failure;
use super::edits::ends_token;
use super::guests::{GuestPost, Lent};
use super::letter::{Draft, Newest};
use super::live_message::Posting;
use super::queue::QueueRank;
use super::tokens::{Pressed, until};
use super::wire::{Address, Reply, Token, TokenMessage};
use super::{Outbox, id_of};

impl Outbox {
    /// From now on this channel is known to be such a chat, or not to be one.
    pub fn note_guest(&self, channel: ChannelId, is_guest: bool) {
        self.inner.guests.note(channel, is_guest);
    }

    /// Whether nothing but tokens reaches a channel.
    pub fn is_guest(&self, channel: ChannelId) -> bool {
        self.inner.guests.has(channel)
    }

    /// Counts the follow-ups of a token that somebody's use of something in such a chat has brought.
    pub fn lend(&self, channel: ChannelId, token: &Token, until: Instant) {
        self.inner.guests.lend(channel, token, until);
    }

    /// The interaction was answered: its token can post there from now on, if that is such a chat.
    pub fn note_answered(&self, token: &Token) {
        self.inner.guests.note_answered(token);
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
    pub(super) fn reaching(
        &self,
        (channel, message): (ChannelId, Option<MessageId>),
        posting: Posting,
    ) -> Option<Posting> {
        if !self.is_guest(channel) {
            return Some(posting);
        }
        let edits = message.is_some_and(|message| self.has_token(message));
        let posts = self.may_post_board(channel);
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
    ) -> Result<Reply, Failure> {
        while let Some((token, ends)) = self.inner.guests.newest(channel, post) {
            let address = Address::further_post(channel, &token);
            let sent = self.carry(&address, rank, ends.min(until), body);
            let change = |change: fn(&mut Lent)| self.inner.guests.change(&token, change);
            match sent.await {
                Ok(reply) => {
                    if post == GuestPost::Board {
                        change(|lent| lent.shows_board = true);
                    }
                    let message = MessageId::new(id_of(&reply)?);
                    let tie = TokenMessage::Further(message);
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
            let address = Address::withdraw(&token, tie);
            match self.carry(&address, rank, until, &Draft::default).await {
                Err(failure) if ends_token(&failure) => {
                    self.inner.tokens.drop_token(message, &token);
                }
                outcome => return outcome.map(drop),
            }
        }
        Ok(())
    }
}
