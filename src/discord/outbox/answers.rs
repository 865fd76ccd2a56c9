//! What Discord answers to what it does not do: what that means, and what is done.

use std::time::Duration;

use serde::Deserialize;

use super::wire::Reply;

/// What a refusal means.
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
    /// A button or menu shows an emoji that Discord does not know.
    NoSuchEmoji,
    /// The bot's token was not taken.
    Unauthorized,
    TooMany,
    /// Anything else, mostly a defect of this program.
    Other,
}

/// What is done about a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// The same is sent again: after the time that Discord names, once the bot's token is believed, or without what was
    /// not taken of it.
    Again,
    /// A message that shows a state is posted anew; what was to go is gone.
    Anew,
    /// The same, and the old message goes.
    Below,
    /// Nothing more is sent there: a channel's tables are closed, what was to go by a token goes another way.
    Ends,
    /// Nothing: it is as it was to be.
    Done,
    /// Growing pauses, until permissions, channel or thread change; it is told where it can be.
    Pauses,
    /// The same for this message alone; another state of it does not wait as long.
    OtherState,
}

/// An answer with an error status.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    /// `None` for any.
    pub status: Option<u16>,
    /// Discord's codes; none for any.
    pub codes: &'static [u32],
    pub meaning: Meaning,
    pub remedy: Remedy,
}

const fn coded(codes: &'static [u32], meaning: Meaning, remedy: Remedy) -> Answer {
    let status = None;
    Answer {
        status,
        codes,
        meaning,
        remedy,
    }
}

const fn any(status: u16, meaning: Meaning, remedy: Remedy) -> Answer {
    Answer {
        status: Some(status),
        codes: &[],
        meaning,
        remedy,
    }
}

/// All of them; the first that fits holds. What fits none is [`Meaning::Other`].
pub const ANSWERS: &[Answer] = &[
    coded(&[10_008], Meaning::MessageGone, Remedy::Anew),
    coded(&[10_003, 10_004], Meaning::ChannelGone, Remedy::Ends),
    coded(
        &[10_015, 10_062, 50_027],
        Meaning::InteractionGone,
        Remedy::Ends,
    ),
    coded(&[40_060], Meaning::Answered, Remedy::Done),
    coded(&[50_007, 50_278], Meaning::DirectClosed, Remedy::Pauses),
    coded(&[30_046], Meaning::TooOld, Remedy::Below),
    coded(&[50_083], Meaning::Asleep, Remedy::Below),
    coded(&[50_024], Meaning::NoThreads, Remedy::Pauses),
    coded(&[400_001], Meaning::NoUploads, Remedy::Again),
    coded(&[10_014], Meaning::EmojiGone, Remedy::Done),
    any(401, Meaning::Unauthorized, Remedy::Again),
    coded(&[50_001, 50_013], Meaning::Forbidden, Remedy::Pauses),
    any(403, Meaning::Forbidden, Remedy::Pauses),
    any(429, Meaning::TooMany, Remedy::Again),
];

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
    /// Too many earlier requests were refused.
    #[error("held back after too many refusals")]
    HeldBack,
    /// Only a token reaches the place, and there is none that does.
    #[error("no token reaches it")]
    NoToken,
    #[error("an answer that cannot be read")]
    Unreadable,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ErrorBody {
    code: u32,
    message: String,
}

/// How Discord names an emoji that a button or menu may not show.
const NO_SUCH_EMOJI: &str = "COMPONENT_INVALID_EMOJI";

impl Failure {
    /// The failure for an answer with an error status.
    pub fn refused(reply: &Reply) -> Self {
        let body: ErrorBody = serde_json::from_slice(&reply.body).unwrap_or_default();
        let named = String::from_utf8_lossy(&reply.body).contains(NO_SUCH_EMOJI);
        Failure::Refused {
            status: reply.status,
            code: body.code,
            message: if named {
                NO_SUCH_EMOJI.to_owned()
            } else {
                body.message
            },
        }
    }

    fn answer(&self) -> Option<(Meaning, Remedy)> {
        let Failure::Refused {
            status,
            code,
            message,
        } = self
        else {
            return None;
        };
        if *status == 400 && message == NO_SUCH_EMOJI {
            return Some((Meaning::NoSuchEmoji, Remedy::Again));
        }
        let fits = |answer: &&Answer| {
            answer.status.is_none_or(|own| own == *status)
                && (answer.codes.is_empty() || answer.codes.contains(code))
        };
        let found = ANSWERS.iter().find(fits);
        Some(found.map_or((Meaning::Other, Remedy::OtherState), |found| {
            (found.meaning, found.remedy)
        }))
    }

    /// What the refusal means; [`Meaning::Other`] for every other failure.
    pub fn meaning(&self) -> Meaning {
        self.answer().map_or(Meaning::Other, |(meaning, _)| meaning)
    }

    /// What is done about it; nothing is known for a failure that is no refusal.
    pub fn remedy(&self) -> Option<Remedy> {
        self.answer().map(|(_, remedy)| remedy)
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

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// The pauses after refusals: each twice as long as the one before, up to ten minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pauses(Duration);

impl Pauses {
    /// The pause after one more refusal.
    pub fn longer(&mut self) -> Duration {
        self.0 = (self.0 * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE);
        self.0
    }
}
