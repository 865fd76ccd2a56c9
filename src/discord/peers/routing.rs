//! Whose a request is: this process's, another's, or for the moment nobody's; and how it gets there.
//!
//! Decides who answers where several processes heard it. Knows neither how it is carried out nor how it is answered.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep, timeout};

use super::processes::{Processes, TOLD_WITHIN};
use crate::command::Name;
use crate::desk::directory::RemoteTable;
use crate::desk::{Answer, TableRequest};
use crate::discord::heard::{Incoming, What};
use crate::discord::{Bot, render};
use crate::host::HeldShards;
use crate::table::GuildId;
use crate::text::press::Press;

/// How long it may take until it is known who has a shard that is not held here.
const KNOWN_WITHIN: Duration = Duration::from_millis(1_200);
/// The interval at which that is looked up.
const LOOKS_AGAIN: Duration = Duration::from_millis(100);

/// How long a request waits for the process that it was handed to. Discord waits three seconds for
/// the first answer.
const TAKEN_WITHIN: Duration = Duration::from_millis(1_300);
/// How often a request is handed on.
const MOST_HOPS: u8 = 3;

/// Who carries a request out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// This process.
    Here,
    /// The process of this life.
    There(String),
    /// Nobody at the moment: the table, or the server, is being taken over.
    Nobody,
}

/// A request on its way to another process.
#[derive(Serialize, Deserialize)]
pub struct PendingHandOver {
    pub hops: u8,
    pub heard: Incoming,
    /// Whether the process that hands it over has claimed it: nobody else answers it.
    #[serde(default)]
    pub claimed: bool,
}

impl PendingHandOver {
    pub const fn new(heard: Incoming) -> Self {
        Self {
            hops: 0,
            heard,
            claimed: false,
        }
    }

    /// Whether nobody else answers it, or of several answers one alone is taken.
    pub const fn is_answered_by_one(&self) -> bool {
        self.heard.is_interaction() || self.claimed
    }

    pub const fn may_be_handed_on(&self) -> bool {
        self.hops < MOST_HOPS
    }
}

/// A request that was handed to another process.
pub struct HandedOver<'a> {
    peers: &'a Processes,
    id: String,
    over: PendingHandOver,
    /// Whether it is known to be there for the other process.
    is_written: bool,
}

/// What is asked, if it can mean a table.
fn asked(heard: &Incoming) -> Option<TableRequest<'_>> {
    Some(match &heard.what {
        What::Press(press) => {
            let press = Press::of_code(render::unmarked(&press.code).0)?;
            TableRequest::Control(press.table)
        }
        What::Slash(slash) => TableRequest::Command(&slash.command),
        What::Typed(_, command) => TableRequest::Command(command),
        What::Bare(..) => TableRequest::Line,
        What::Unknown(..) => return None,
    })
}

/// Whether it can be carried out without a table.
const fn needs_none(asked: Option<TableRequest<'_>>) -> bool {
    match asked {
        Some(TableRequest::Command(command)) => matches!(command.name, Name::Anywhere(_)),
        Some(TableRequest::Line | TableRequest::Control(_)) => false,
        None => true,
    }
}

impl Processes {
    /// Whose a request is. One that was `handed` over and needs no table belongs here.
    pub async fn whose(&self, bot: &Bot, heard: &Incoming, handed: bool) -> Whose {
        let Incoming { who, place, .. } = heard;
        let asked = asked(heard);
        let meant = || bot.desk.meant_elsewhere(who, place, asked?);
        let needs_none = needs_none(asked);
        let is_here = |asked| bot.desk.means_here(who, place, asked);
        let here = !needs_none && asked.is_some_and(is_here);
        let mut found = meant();
        if found.is_none() && !here && !needs_none {
            // It may have been opened a moment ago.
            self.read_anew_soon(bot).await;
            found = meant();
        }
        let held = self.held.borrow().clone();
        if let Some(found) = found {
            return self.of_table(&held, found);
        }
        // A table that runs here is answered here, whatever becomes of its shard.
        if here || needs_none && handed {
            return Whose::Here;
        }
        // A table that was here may be on its way to another process, or from one.
        let opens = !needs_none && !matches!(asked, Some(TableRequest::Control(_)));
        self.of_home(bot, heard, opens).await
    }

    /// Whose a request is by now that was carried out here with this answer, if it found no table: that may have
    /// been given away since. `None` if nobody has it.
    pub async fn gone_to(&self, bot: &Bot, heard: &Incoming, answer: &Answer) -> Option<Whose> {
        if !answer.missed {
            return None;
        }
        self.read_anew(bot).await;
        let Incoming { who, place, .. } = heard;
        let found = asked(heard).and_then(|asked| bot.desk.meant_elsewhere(who, place, asked));
        let held = self.held.borrow().clone();
        match found {
            Some(found) => Some(self.of_table(&held, found)),
            None => Some(self.whose(bot, heard, true).await).filter(|whose| *whose != Whose::Here),
        }
    }

    fn of_table(&self, held: &HeldShards, found: RemoteTable) -> Whose {
        match self.lives(held, &found.life) {
            true => Whose::There(found.life),
            false => Whose::Nobody,
        }
    }

    /// Whose the server is where something was heard. `opens` for what needs a table, or makes one.
    ///
    /// While a shard is handed over, both processes hear what is said there: who has it now is read until
    /// it is known, so that only that one answers.
    async fn of_home(&self, bot: &Bot, heard: &Incoming, opens: bool) -> Whose {
        let guild = GuildId(heard.place.guild.unwrap_or_default());
        let begun = Instant::now();
        loop {
            let held = self.held.borrow().clone();
            let shard = held.shard_of(guild);
            if held.holds(shard, Instant::now()) {
                return match held.restored.contains(&shard) || !opens {
                    true => Whose::Here,
                    false => Whose::Nobody,
                };
            }
            let holder = self.known.holder(held.total, shard);
            if let Some(life) = holder.filter(|life| self.lives(&held, life)) {
                return Whose::There(life.to_string());
            }
            if begun.elapsed() >= KNOWN_WITHIN {
                return match opens {
                    true => Whose::Nobody,
                    false => Whose::Here,
                };
            }
            self.read_anew_soon(bot).await;
            sleep(LOOKS_AGAIN).await;
        }
    }

    /// Whether another process was heard of lately.
    fn lives(&self, held: &HeldShards, life: &str) -> bool {
        let own = self.store.life();
        let seen = held.members.iter().any(|member| member.life == life);
        life != own && (seen || self.known.holds_anything(life))
    }
    /// Whether this process answers, and not another one that heard it too. Of answers to an
    /// interaction Discord takes only the first; who answers what was typed is settled in the store.
    pub async fn may_answer(&self, bot: &Bot, over: &PendingHandOver) -> bool {
        let heard = &over.heard;
        if !self.is_first(heard) {
            return false;
        }
        if over.is_answered_by_one() {
            return true;
        }
        let (id, at) = (heard.id().to_string(), bot.desk.host().now());
        let claimed = timeout(TOLD_WITHIN, self.store.claim(&id, at)).await;
        matches!(claimed, Ok(Ok(true)))
    }

    /// Hands a request to another process.
    pub async fn hand_over(&self, bot: &Bot, life: &str, over: PendingHandOver) -> HandedOver<'_> {
        let id = format!("{}-{}", over.heard.id(), over.hops);
        let at = bot.desk.host().now();
        let handed = async {
            let body = serde_json::to_string(&over).ok()?;
            let handed = self.store.hand_over(life, &id, at, body);
            timeout(TOLD_WITHIN, handed).await.ok()?.ok()
        };
        let is_written = handed.await.is_some();
        HandedOver {
            peers: self,
            id,
            over,
            is_written,
        }
    }
}

impl HandedOver<'_> {
    /// Waits until the other process has taken it. If that does not, and nobody else answers, gives back what was
    /// heard: its requester is to be told to wait.
    pub async fn left(self, bot: &Bot) -> Option<Incoming> {
        let Self {
            peers,
            id,
            over,
            is_written,
        } = self;
        if is_written {
            sleep(TAKEN_WITHIN).await;
        }
        // Whoever takes it answers.
        let is_left = match timeout(TOLD_WITHIN, peers.store.take(&id)).await {
            Ok(Ok(Some(_))) => over.claimed || peers.may_answer(bot, &over).await,
            Ok(Ok(None)) if is_written => false,
            _ => {
                tracing::warn!("a request could not be handed to another process");
                over.is_answered_by_one()
            }
        };
        is_left.then_some(over.heard)
    }
}
