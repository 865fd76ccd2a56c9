//! Tokens of presses: with one, the message on which the pressed control was is edited outside the bot's
//! rate limit.
//!
//! Decides which tokens are kept for a message and for how long. A press that is answered with an update
//! of its message, now or later, makes that message the original of the token for fifteen minutes; the
//! token edits no other public message.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::MessageId;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::wire::Token;

/// The token of a press on a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pressed {
    /// The token.
    pub token: Token,
    /// Until when it is valid.
    pub until: Instant,
}

/// So many tokens are kept for a message: each has a rate window of its own.
const MOST_KEPT: usize = 4;
/// A token that ends within this time is not used any more; its end is set with a margin already.
const LEAST_LEFT: Duration = Duration::from_secs(10);
/// From this count of messages on, those without a valid token are dropped.
const MOST_MESSAGES: usize = 4_096;

/// The tokens of presses, by message.
#[derive(Default)]
pub struct Tokens {
    kept: Mutex<Kept>,
}

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
    tokens: Vec<Pressed>,
    came: Arc<Notify>,
}

impl Tokens {
    /// Keeps the token of a press on a message.
    pub fn keep(&self, message: MessageId, token: Token, until: Instant) {
        let mut kept = self.kept.lock();
        if kept.messages.len() >= MOST_MESSAGES.max(2 * kept.left) {
            let now = Instant::now();
            let lives = |own: &Own| own.tokens.iter().any(|pressed| pressed.is_valid(now));
            kept.messages.retain(|_, own| lives(own));
            kept.left = kept.messages.len();
        }
        let own = kept.messages.entry(message).or_default();
        own.tokens.retain(|pressed| pressed.token != token);
        own.tokens.push(Pressed { token, until });
        if own.tokens.len() > MOST_KEPT {
            own.tokens.remove(0);
        }
        own.came.notify_waiters();
    }

    /// The valid tokens of a message, the newest first, and what tells that another came.
    pub fn of(&self, message: MessageId) -> Option<(Vec<Pressed>, Arc<Notify>)> {
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

    /// Drops a token that Discord no longer takes.
    pub fn drop_token(&self, message: MessageId, token: &Token) {
        let mut kept = self.kept.lock();
        if let Some(own) = kept.messages.get_mut(&message) {
            own.tokens.retain(|pressed| pressed.token != *token);
        }
    }
}

impl Pressed {
    fn is_valid(&self, now: Instant) -> bool {
        now + LEAST_LEFT < self.until
    }
}
