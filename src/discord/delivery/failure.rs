//! Why something was not delivered, and what Discord's error codes mean for us.

use serde::Deserialize;

use super::wire::Reply;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Discord refused it; a retry would not help.
    #[error("refused with status {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's error code, or 0.
        code: u32,
        message: String,
    },
    /// Every attempt failed.
    #[error("given up after {attempts} attempts: {last}")]
    GivenUp { attempts: u32, last: String },
    /// It was not sent before its deadline.
    #[error("too late")]
    Late,
    /// Held back by the circuit breaker: too many earlier requests were refused.
    #[error("held back after too many refusals")]
    HeldBack,
    /// Only a token reaches the place, and there is none that does.
    #[error("no token reaches it")]
    NoToken,
    #[error("an answer that cannot be read")]
    Unreadable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    MessageGone,
    /// The channel or server no longer exists.
    ChannelGone,
    /// The interaction's token has expired.
    InteractionGone,
    /// The interaction was answered already.
    Answered,
    /// The bot lacks a permission there.
    Forbidden,
    /// The person accepts no direct messages from the bot.
    DirectClosed,
    /// The message is too old to be edited this often.
    TooOld,
    EmojiGone,
    /// Anything else, mostly a defect of this program.
    Other,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ErrorBody {
    code: u32,
    message: String,
}

/// How Discord names an emoji that a button or menu may not show.
const NO_SUCH_EMOJI: &[u8] = b"COMPONENT_INVALID_EMOJI";

/// Whether a message was refused because a button or menu of it shows an emoji that does not exist.
pub(super) fn names_no_emoji(reply: &Reply) -> bool {
    let found = |body: &[u8]| {
        body.windows(NO_SUCH_EMOJI.len())
            .any(|w| w == NO_SUCH_EMOJI)
    };
    reply.status == 400 && found(&reply.body)
}

impl Failure {
    /// The failure for an answer with an error status.
    pub fn refused(reply: &Reply) -> Self {
        let body: ErrorBody = serde_json::from_slice(&reply.body).unwrap_or_default();
        let (status, code) = (reply.status, body.code);
        Failure::Refused {
            status,
            code,
            message: body.message,
        }
    }

    /// What the refusal means; [`Meaning::Other`] for every other failure.
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
            (10014, _) => Meaning::EmojiGone,
            (50001 | 50013, _) | (_, 403) => Meaning::Forbidden,
            _ => Meaning::Other,
        }
    }
}

/// Logs a failure; its text holds no token and no card.
pub fn report<T>(outcome: Result<T, Failure>, what: &'static str) {
    match outcome {
        Ok(_) => {}
        Err(failure @ Failure::NoToken) => tracing::debug!(%failure, what, "not delivered"),
        Err(failure) => tracing::warn!(%failure, what, "not delivered"),
    }
}
