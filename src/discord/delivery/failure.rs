//! Why something was not delivered, and what Discord's error codes mean for us.

use serde::Deserialize;

use super::wire::Reply;

/// Why a request came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Discord refused it; asking again would not help.
    #[error("refused with status {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's code, or 0.
        code: u32,
        /// Discord's words.
        message: String,
    },
    /// It failed again and again.
    #[error("given up after {attempts} attempts: {last}")]
    GivenUp {
        /// How often it was tried.
        attempts: u32,
        /// What happened last.
        last: String,
    },
    /// The time in which it made sense is over.
    #[error("too late")]
    Late,
    /// Held back because too many requests were refused before.
    #[error("held back after too many refusals")]
    HeldBack,
    /// The answer could not be read.
    #[error("an answer that cannot be read")]
    Unreadable,
}

/// What a refusal means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The message is no more.
    MessageGone,
    /// The channel or server is no more.
    ChannelGone,
    /// The interaction can no longer be answered.
    InteractionGone,
    /// The interaction was answered already.
    Answered,
    /// The bot may not do that there.
    Forbidden,
    /// The person takes no direct messages from the bot.
    DirectClosed,
    /// The message is too old for another edit now.
    TooOld,
    /// Something else, in most cases a mistake of ours.
    Other,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Body {
    code: u32,
    message: String,
}

impl Failure {
    /// The failure of an answer that refuses.
    pub fn refused(reply: &Reply) -> Self {
        let body: Body = serde_json::from_slice(&reply.body).unwrap_or_default();
        let (status, code) = (reply.status, body.code);
        Failure::Refused {
            status,
            code,
            message: body.message,
        }
    }

    /// What it means; [`Meaning::Other`] unless it is a refusal.
    pub fn meaning(&self) -> Meaning {
        let Failure::Refused { status, code, .. } = self else {
            return Meaning::Other;
        };
        match (code, status) {
            (10008, _) => Meaning::MessageGone,
            (10003 | 10004, _) => Meaning::ChannelGone,
            (10015 | 10062 | 50027, _) => Meaning::InteractionGone,
            (40060, _) => Meaning::Answered,
            (50007, _) => Meaning::DirectClosed,
            (30046, _) => Meaning::TooOld,
            (50001 | 50013, _) | (_, 403) => Meaning::Forbidden,
            _ => Meaning::Other,
        }
    }
}
