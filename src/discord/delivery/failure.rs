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

/// What a refusal means, and what is done then.
///
/// | status, code | meaning | what is done |
/// |---|---|---|
/// | 10008 | [`MessageGone`](Self::MessageGone) | a message that shows a state is posted anew; what was to go is gone |
/// | 10003, 10004 | [`ChannelGone`](Self::ChannelGone) | its tables are closed |
/// | 10015, 10062, 50027 | [`InteractionGone`](Self::InteractionGone) | the same goes another way, or not at all |
/// | 40060 | [`Answered`](Self::Answered) | nothing: an earlier attempt was taken |
/// | 50007, 50278 | [`DirectClosed`](Self::DirectClosed) | it is told in the channel, with a button |
/// | 30046 | [`TooOld`](Self::TooOld) | posted anew, and the old message goes |
/// | 50083 | [`Asleep`](Self::Asleep) | the same: a new message opens the thread |
/// | 50024 | [`NoThreads`](Self::NoThreads) | the post of the cup says so; growing pauses |
/// | 400001 | [`NoUploads`](Self::NoUploads) | sent without its file, and for an hour no other there has one |
/// | 10014 | [`EmojiGone`](Self::EmojiGone) | nothing: it was to go |
/// | 401 | [`Unauthorized`](Self::Unauthorized) | Discord is asked whether the token is right; then tried again |
/// | 50001, 50013, any 403 | [`Forbidden`](Self::Forbidden) | growing pauses until permissions change; counted for the server |
/// | anything else | [`Other`](Self::Other) | this message alone waits, in growing pauses |
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
    /// The thread is archived: nothing in it can be edited.
    Asleep,
    /// In such a channel there are no threads.
    NoThreads,
    /// No files are taken on the server for now.
    NoUploads,
    EmojiGone,
    /// The bot's token was not taken.
    Unauthorized,
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
            (50007 | 50278, _) => Meaning::DirectClosed,
            (30046, _) => Meaning::TooOld,
            (50083, _) => Meaning::Asleep,
            (50024, _) => Meaning::NoThreads,
            (400_001, _) => Meaning::NoUploads,
            (10014, _) => Meaning::EmojiGone,
            (_, 401) => Meaning::Unauthorized,
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
