//! What all parts of the Discord face share: the desk, outbox, who used the bot lately, and the requests that are
//! being answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::Instant;

use super::activity::Activity;
use super::answering::Turns;
use super::boards::{Boards, Signal};
use super::cups::CupPauses;
use super::hands::Hands;
use super::outbox::Outbox;
use super::pictures::Pictures;
use crate::desk::Desk;
use crate::desk::FormRoute;
use crate::table::{GuildId, PersonId};

/// How often bans are looked up: the command line promises a minute.
const BANS_EVERY: Duration = Duration::from_secs(2);

/// What all parts of the Discord face share; clones share everything.
#[derive(Clone)]
pub struct Bot {
    pub desk: Desk,
    pub outbox: Outbox,
    /// The boards: public messages of the tables.
    pub boards: Arc<Boards>,
    /// The private messages with hands.
    pub hands: Arc<Hands>,
    pub pictures: Arc<Pictures>,
    /// The cups that wait after a refusal.
    pub cups: Arc<CupPauses>,
    /// Held while a post of who looks for a game is changed.
    pub seeks: Arc<tokio::sync::Mutex<()>>,
    /// Who used the bot lately.
    pub attention: Arc<Attention>,
    /// Watched by each request that is being answered, so that a process that stops waits for them.
    pub underway: Arc<watch::Sender<()>>,
    /// Who is next where many ask.
    pub turns: Arc<Turns>,
    /// Who is in Discord's own windows, if tables can be opened there.
    pub activity: Option<Arc<Activity>>,
}

impl Bot {
    /// Reads anew whom the operator has shut out.
    pub async fn heed_bans(&self) {
        let guild_of = |channel| self.boards.guild_of(channel);
        self.desk.people.heed_bans(guild_of).await;
    }

    /// The same again and again; never ends. Every process does so for itself.
    pub async fn keep_heeding_bans(self) {
        loop {
            tokio::time::sleep(BANS_EVERY).await;
            self.heed_bans().await;
        }
    }

    /// This person uses the bot now, by a command in this way or by a tap.
    pub fn is_used_by(&self, person: PersonId, way: Option<FormRoute>) {
        self.attention.note(person);
        if let Some(way) = way {
            self.desk.forms().note(person, way);
        }
    }

    /// Whether messages in a channel of this server, or in direct messages, are this process's to draw.
    pub fn serves(&self, guild: Option<u64>) -> bool {
        let guild = guild.map_or_else(GuildId::default, GuildId);
        self.desk.host().serves(guild)
    }

    /// A channel is gone.
    pub async fn desert(&self, channel: u64) {
        self.desk.places().desert(channel).await;
        // A table that could not be closed, because that could not be written down, tries again.
        self.boards.tell(channel, &Signal::Learned);
    }
}

/// For so long after a command or a tap a person counts as being at it.
pub const AT_IT: Duration = Duration::from_secs(120);
/// From this count on people who are no longer at it are dropped.
const MOST_PEOPLE: usize = 50_000;

/// When people last used the bot: whoever does is not mentioned. After a restart nobody has used it yet.
#[derive(Default)]
pub struct Attention(Mutex<HashMap<PersonId, Instant>>);

impl Attention {
    pub fn note(&self, person: PersonId) {
        let (now, mut used) = (Instant::now(), self.0.lock());
        if used.len() >= MOST_PEOPLE {
            used.retain(|_, at| now.saturating_duration_since(*at) < AT_IT);
        }
        used.insert(person, now);
    }

    /// Until when a person counts as being at it; `None` for whoever has not used the bot.
    pub fn until(&self, person: PersonId) -> Option<Instant> {
        self.0.lock().get(&person).map(|at| *at + AT_IT)
    }
}
