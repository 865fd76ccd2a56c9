//! What Discord answers to what it does not do: what that means, what is done, and what is no longer sent when too much was
//! refused.
//!
//! Discord shuts an address out after ten thousand invalid requests in ten minutes; well before that servers wait that do
//! not let the bot do what it does, and in the end everybody.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use serde::Deserialize;
use tokio::time::Instant;

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

/// An answer with an error status: the status, `None` for any; Discord's codes, none for any; what it means, and what is
/// done.
pub type Answer = (Option<u16>, &'static [u32], Meaning, Remedy);

/// All of them; the first that fits holds. What fits none is [`Meaning::Other`].
pub const ANSWERS: &[Answer] = &[
    (None, &[10_008], Meaning::MessageGone, Remedy::Anew),
    (None, &[10_003, 10_004], Meaning::ChannelGone, Remedy::Ends),
    (
        None,
        &[10_015, 10_062, 50_027],
        Meaning::InteractionGone,
        Remedy::Ends,
    ),
    (None, &[40_060], Meaning::Answered, Remedy::Done),
    (
        None,
        &[50_007, 50_278],
        Meaning::DirectClosed,
        Remedy::Pauses,
    ),
    (None, &[30_046], Meaning::TooOld, Remedy::Below),
    (None, &[50_083], Meaning::Asleep, Remedy::Below),
    (None, &[50_024], Meaning::NoThreads, Remedy::Pauses),
    (None, &[400_001], Meaning::NoUploads, Remedy::Again),
    (None, &[10_014], Meaning::EmojiGone, Remedy::Done),
    (Some(401), &[], Meaning::Unauthorized, Remedy::Again),
    (None, &[50_001, 50_013], Meaning::Forbidden, Remedy::Pauses),
    (Some(403), &[], Meaning::Forbidden, Remedy::Pauses),
    (Some(429), &[], Meaning::TooMany, Remedy::Again),
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
        let fits = |(own, codes, ..): &&Answer| {
            own.is_none_or(|own| own == *status) && (codes.is_empty() || codes.contains(code))
        };
        let found = ANSWERS.iter().find(fits);
        let found = found.map(|(.., meaning, remedy)| (*meaning, *remedy));
        Some(found.unwrap_or((Meaning::Other, Remedy::OtherState)))
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

/// The pauses after refusals: each twice as long as the one before, up to ten minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pauses(Duration);

impl Pauses {
    /// The pause after one more refusal.
    pub fn longer(&mut self) -> Duration {
        self.0 = (self.0 * 2).clamp(Duration::from_secs(1), Duration::from_secs(600));
        self.0
    }
}

/// The time over which Discord counts.
const MEMORY: Duration = Duration::from_secs(600);
/// So many requests a server may have refused in that time: then it waits, and no other.
const SHARE: usize = 60;
/// From this count over all servers on the share of each is small: those wait where much was refused.
const MANY: usize = 500;
const SMALL_SHARE: usize = 5;
/// From this count on nothing is sent.
const BROKEN: usize = 3_000;
/// How soon a server gets another share because its permissions have changed once more.
const PARDONED_EVERY: Duration = Duration::from_secs(30);
/// How often a refusal that is no known one is told.
const TOLD_EVERY: Duration = Duration::from_secs(3_600);
const MOST_TOLD: usize = 256;

/// What Discord refused lately, by server, and whether it takes the bot's token.
#[derive(Debug, Default)]
pub struct Refusals {
    /// When, and on which server if it was refused there.
    invalid: VecDeque<(Instant, Option<u64>)>,
    pardoned: HashMap<u64, Instant>,
    /// When a refusal with this status and code was told.
    told: HashMap<(u16, u32), Instant>,
    /// Whether the bot's token is not taken any more, as far as is known.
    revoked: bool,
    /// Whether somebody asks just now if it is taken.
    asked: bool,
}

impl Refusals {
    /// Counts a request that was answered 401, 403 or 429; with the server that refused it.
    pub fn count(&mut self, server: Option<u64>, now: Instant) {
        self.forget(now);
        self.invalid.push_back((now, server));
        if let Some(server) = server.filter(|server| self.of(*server) == SHARE) {
            tracing::warn!(server, "much was refused on a server; it waits");
        }
        let count = self.invalid.len();
        if matches!(count, MANY | BROKEN) {
            tracing::error!(
                count,
                "many requests were refused in ten minutes; sending less"
            );
        }
    }

    /// Whether a refusal that is no known one is to be told: once an hour.
    pub fn tells(&mut self, status: u16, code: u32, now: Instant) -> bool {
        self.told.retain(|_, at| *at + TOLD_EVERY > now);
        let is_new = self.told.len() < MOST_TOLD && !self.told.contains_key(&(status, code));
        if is_new {
            self.told.insert((status, code), now);
        }
        is_new
    }

    /// What a server refused may be allowed there now: it begins anew.
    pub fn pardon(&mut self, server: u64, now: Instant) {
        self.pardoned.retain(|_, at| *at + PARDONED_EVERY > now);
        if self.pardoned.contains_key(&server) || self.of(server) == 0 {
            return;
        }
        self.pardoned.insert(server, now);
        for (_, of) in &mut self.invalid {
            *of = of.filter(|of| *of != server);
        }
    }

    /// The bot's token was refused once. Whether somebody has to ask now if it is still taken.
    pub fn doubt(&mut self) -> bool {
        !std::mem::replace(&mut self.asked, true)
    }

    /// Discord takes the bot's token, or it does not: then nothing is sent that needs it.
    pub fn learn(&mut self, is_taken: bool) {
        match (self.revoked, is_taken) {
            (false, false) => tracing::error!(
                "Discord does not accept the bot's token any more; it is asked again each minute"
            ),
            (true, true) => tracing::info!("Discord accepts the bot's token again"),
            (true, false) | (false, true) => {}
        }
        self.revoked = !is_taken;
        self.asked = !is_taken;
    }

    /// Whether the bot's token is not taken any more.
    pub const fn is_revoked(&self) -> bool {
        self.revoked
    }

    /// Whether a request may be sent for a server, or for none.
    pub fn allows(&mut self, server: Option<u64>, now: Instant) -> bool {
        let share = match self.invalid(now) {
            BROKEN.. => return false,
            MANY.. => SMALL_SHARE,
            _ => SHARE,
        };
        server.is_none_or(|server| self.of(server) < share)
    }

    /// Invalid requests of the last ten minutes.
    pub fn invalid(&mut self, now: Instant) -> usize {
        self.forget(now);
        self.invalid.len()
    }

    fn of(&self, server: u64) -> usize {
        let refused = self.invalid.iter();
        refused.filter(|(_, of)| *of == Some(server)).count()
    }

    fn forget(&mut self, now: Instant) {
        while self
            .invalid
            .pop_front_if(|(at, _)| *at + MEMORY < now)
            .is_some()
        {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_server_that_refuses_much_waits_alone_and_in_the_end_everybody_does() {
        let now = Instant::now();
        let mut refusals = Refusals::default();
        let refuse = |refusals: &mut Refusals, server: u64, times: usize| {
            (0..times).for_each(|_| refusals.count(Some(server), now));
        };
        refuse(&mut refusals, 1, SHARE - 1);
        assert!(refusals.allows(Some(1), now));
        refuse(&mut refusals, 1, 1);
        let allowed = [Some(1), Some(2), None].map(|server| refusals.allows(server, now));
        assert_eq!(allowed, [false, true, true]);
        // Its permissions change, and change again at once.
        refusals.pardon(1, now);
        assert!(refusals.allows(Some(1), now));
        refuse(&mut refusals, 1, SHARE);
        refusals.pardon(1, now);
        assert!(!refusals.allows(Some(1), now));
        // Many servers refuse a little: those wait, and no other.
        for server in 10..10 + 300 {
            refuse(&mut refusals, server, SMALL_SHARE);
        }
        let allowed = [Some(10), Some(2), None].map(|server| refusals.allows(server, now));
        assert_eq!(allowed, [false, true, true]);
        while refusals.invalid(now) < BROKEN {
            refusals.count(None, now);
        }
        assert!(!refusals.allows(Some(2), now) && !refusals.allows(None, now));
        // They are forgotten after ten minutes.
        let later = now + MEMORY + Duration::from_secs(1);
        assert!(refusals.allows(Some(1), later) && refusals.invalid.is_empty());
    }
}
