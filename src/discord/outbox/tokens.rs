//! Tokens of presses: with one, the message on which the pressed control was is edited outside the bot's
//! rate limit.
//!
//! Decides which tokens are kept for a message and for how long. A press that is answered with an update
//! of its message, now or later, makes that message the original of the token for fifteen minutes; the
//! token edits no other public message but those that it posted itself.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::MessageId;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::wire::{Token, TokenMessage};

/// So many tokens are kept for a message: each has a rate window of its own.
const MOST_KEPT: usize = 4;
/// A token that ends within this time is not used any more; its end is set with a margin already.
const LEAST_LEFT: Duration = Duration::from_secs(10);
/// With a token that ends sooner no new message is posted: it could hardly be edited.
pub(super) const LEAST_TO_POST: Duration = Duration::from_secs(60);
/// From this count of messages on, those without a valid token are dropped.
const MOST_MESSAGES: usize = 4_096;

/// The tokens of presses, by message.
#[derive(Default)]
pub struct Tokens {
    kept: Mutex<KeptToken>,
}

#[derive(Default)]
struct KeptToken {
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
        let mut kept = self.tokens.kept.lock();
        if let Some(own) = kept.messages.get_mut(&self.message) {
            own.expected = own.expected.saturating_sub(1);
            own.came.notify_waiters();
        }
    }
}

impl Tokens {
    /// Until this is dropped, a press on a public message is being answered, which may bring a token.
    pub fn expect(&self, message: MessageId) -> Expected<'_> {
        let mut kept = self.kept.lock();
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
        let expected = || self.kept.lock().messages.get(&message).map(own);
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
        let (known, came) = own(self.kept.lock().messages.entry(message).or_default());
        let all = || Some(self.kept.lock().messages.get(&message)?.all);
        until(&came, || all().is_some_and(|all| all != known)).await;
    }

    /// Keeps a token with which a message can be edited: that of a press on it which was answered with an update of
    /// that message, now or later, or the one that posted it.
    pub fn keep(&self, message: MessageId, pressed: TokenMessage) {
        let mut kept = self.kept.lock();
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
        let kept = self.kept.lock();
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
        let kept = self.kept.lock();
        let newest = kept.messages.get(&message)?.tokens.last()?;
        let lasts = Instant::now() + LEAST_TO_POST < newest.until;
        lasts.then(|| newest.clone())
    }

    /// Drops a token that Discord no longer takes.
    pub(super) fn drop_token(&self, message: MessageId, token: &Token) {
        let mut kept = self.kept.lock();
        if let Some(own) = kept.messages.get_mut(&message) {
            own.tokens.retain(|pressed| pressed.token != *token);
        }
    }
}

impl KeptToken {
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
