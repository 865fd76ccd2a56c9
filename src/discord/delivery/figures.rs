//! What delivery has sent: counters for measuring.
//!
//! Counts requests by kind, those that Discord refused as too many, and tells how many wait. Decides
//! nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use super::wire::Address;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Route {
    /// A new message.
    Post,
    /// A counted edit of a message.
    Edit,
    Delete,
    /// Opening direct messages.
    Direct,
    /// The first answer to an interaction.
    Callback,
    /// An edit of an answer to an interaction.
    Answer,
    FollowUp,
    /// A public message, or an edit of one, by the token of a press.
    Pressed,
    Emojis,
}

impl Route {
    pub const ALL: [Self; 9] = [
        Self::Post,
        Self::Edit,
        Self::Delete,
        Self::Direct,
        Self::Callback,
        Self::Answer,
        Self::FollowUp,
        Self::Pressed,
        Self::Emojis,
    ];

    pub const fn of(to: &Address) -> Self {
        match to {
            // What is looked for is a post.
            Address::Post(_) | Address::Newest(_) => Self::Post,
            Address::Edit(..) => Self::Edit,
            Address::Delete(..) => Self::Delete,
            Address::Direct => Self::Direct,
            Address::Callback(..) => Self::Callback,
            Address::Original(_) | Address::Further(..) => Self::Answer,
            Address::FollowUp(_) => Self::FollowUp,
            Address::Pressed { .. } | Address::FurtherPost(..) => Self::Pressed,
            Address::Emojis | Address::NewEmoji(_) | Address::DeleteEmoji(_) => Self::Emojis,
        }
    }
}

/// How many requests of a kind there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    pub route: Route,
    /// All that were sent, each attempt for itself.
    pub requests: u64,
    /// Those of them that were answered with 429.
    pub refused: u64,
}

/// What was sent since the start, and what waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Requests that wait for the bot's rate limit now.
    pub waiting: usize,
    pub sent: Vec<Sent>,
}

#[derive(Default)]
pub struct Counters {
    requests: [AtomicU64; Route::ALL.len()],
    refused: [AtomicU64; Route::ALL.len()],
}

impl Counters {
    /// A request is sent.
    pub fn count(&self, to: &Address) {
        self.requests[Route::of(to) as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// A request was answered with 429.
    pub fn count_refused(&self, to: &Address) {
        self.refused[Route::of(to) as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub fn figures(&self, waiting: usize) -> Figures {
        let sent = Route::ALL.map(|route| Sent {
            route,
            requests: self.requests[route as usize].load(Ordering::Relaxed),
            refused: self.refused[route as usize].load(Ordering::Relaxed),
        });
        Figures {
            waiting,
            sent: sent.into(),
        }
    }
}
