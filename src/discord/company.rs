//! The company of processes that serve one bot: whoever hears a person hands what they ask to the
//! process that has the table.
//!
//! Decides whose a request is, and what its asker is told while nobody has the table. Everything
//! between processes may be lost or repeated: a request is claimed in the store before it is carried
//! out, so it is answered once. `publishing` keeps the directory of tables. A process that serves alone
//! passes by all of it.

mod completing;
mod known;
mod once;
pub(in crate::discord) mod owner;
mod processes;
mod publishing;
pub(in crate::discord) mod routed;

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::heard::Heard;
use super::{Bot, answering};
use crate::desk::directory::Elsewhere;
use crate::desk::settings::SETTINGS_CHANGED;
use crate::store::peers::{self, HANDED_OVER, Word};
use crate::table::UnixMillis;
use owner::Whose;
pub use processes::Company;
use processes::TOLD_WITHIN;
use routed::Routed;

/// How long a request waits for the process that it was handed to. Discord waits three seconds for
/// the first answer.
const TAKEN_WITHIN: Duration = Duration::from_millis(1_300);
/// How often a request is handed on.
const MOST_HOPS: u8 = 3;
/// The interval at which the tables here are compared with what others know.
const LOOK: Duration = Duration::from_secs(2);
/// How many such intervals apart everything is read anew.
const READ_ANEW: u32 = 5;
/// How long what was handed over is kept, in milliseconds: the life of an interaction's token.
const KEPT_MS: u64 = 15 * 60 * 1_000;
/// How often that is swept, in such intervals.
const SWEEP: u32 = 150;

/// The topic of words about a channel that is gone.
const DESERTED: &str = "deserted";
/// The topic of words about a message of somebody in a channel.
const MESSAGE: &str = "message";

/// A request on its way to another process.
#[derive(Serialize, Deserialize)]
struct HandOver {
    hops: u8,
    heard: Heard,
    /// Whether the process that hands it over has claimed it: nobody else answers it.
    #[serde(default)]
    claimed: bool,
}

impl Company {
    /// Tells the others about a channel that is gone.
    pub async fn deserted(&self, bot: &Bot, channel: u64) {
        let shown = |one: &Elsewhere| one.facts.shown.at(channel).is_some();
        if self.is_several(bot.desk.directory()) && !bot.desk.directory().all(shown).is_empty() {
            self.tell(None, DESERTED, channel.to_string()).await;
        }
    }

    /// Tells whoever has a table that is shown in this channel that somebody wrote below it.
    pub async fn count_message(&self, bot: &Bot, channel: u64) {
        if !self.is_several(bot.desk.directory()) {
            return;
        }
        let shown = |one: &Elsewhere| one.facts.shown.at(channel).is_some();
        for table in bot.desk.directory().all(shown) {
            self.tell(Some(&table.life), MESSAGE, channel.to_string())
                .await;
        }
    }
}

/// Answers what was heard here, or has the process answer that has the table.
pub async fn route(bot: &Bot, company: &Company, heard: Heard) {
    let over = HandOver {
        hops: 0,
        heard,
        claimed: false,
    };
    pass_on(bot, company, over).await;
}

async fn pass_on(bot: &Bot, company: &Company, over: HandOver) {
    if !company.is_certain().await {
        // Another process may be answering; only one answer to an interaction is ever taken.
        if over.heard.is_interaction() || over.claimed {
            answering::brought_back(bot, over.heard).await;
        }
        return;
    }
    let whose = company.whose(bot, &over.heard, over.hops > 0).await;
    company.entrust(bot, over, whose).await;
}

impl Company {
    /// Has it answered by whose it is.
    async fn entrust(&self, bot: &Bot, mut over: HandOver, whose: Whose) {
        match whose {
            Whose::Here => {
                if self.may_answer(bot, &over).await {
                    over.claimed = true;
                    let Some(whose) = self.carry_out(bot, &over.heard).await else {
                        return;
                    };
                    // It was given away since it was found here.
                    let whose = Some(whose).filter(|whose| *whose != Whose::Here);
                    Box::pin(self.entrust(bot, over, whose.unwrap_or(Whose::Nobody))).await;
                }
            }
            Whose::There(life) if over.hops < MOST_HOPS => {
                over.hops += 1;
                self.hand_over(bot, &life, over).await;
            }
            Whose::There(_) | Whose::Nobody => {
                if over.claimed || self.may_answer(bot, &over).await {
                    answering::brought_back(bot, over.heard).await;
                }
            }
        }
    }

    /// Carries it out here and answers it. If what it asks for is not here any more, nobody is told
    /// anything: gives whose it is then.
    async fn carry_out(&self, bot: &Bot, heard: &Heard) -> Option<Whose> {
        let routed = Routed::new(self, heard);
        let gone_to = answering::here(bot, heard.clone(), Some(routed)).await;
        if gone_to.is_none() {
            self.publish_at(bot, &heard.who, &heard.place).await;
        }
        gone_to
    }

    /// Whether this process answers, and not another one that heard it too. Of answers to an
    /// interaction Discord takes only the first; who answers what was typed is settled in the store.
    async fn may_answer(&self, bot: &Bot, over: &HandOver) -> bool {
        let heard = &over.heard;
        if !self.is_first(heard) {
            return false;
        }
        if heard.is_interaction() || over.claimed {
            return true;
        }
        let (id, at) = (heard.id().to_string(), bot.desk.host().now());
        let claimed = timeout(TOLD_WITHIN, self.peers.claim(&id, at)).await;
        matches!(claimed, Ok(Ok(true)))
    }

    /// Hands a request to another process; if it is not taken, the asker is told to wait.
    async fn hand_over(&self, bot: &Bot, life: &str, over: HandOver) {
        let id = format!("{}-{}", over.heard.id(), over.hops);
        let Ok(body) = serde_json::to_string(&over) else {
            tracing::error!("a request cannot be written down");
            return;
        };
        let at = bot.desk.host().now();
        let handed = timeout(TOLD_WITHIN, self.peers.hand_over(life, &id, at, body)).await;
        if matches!(handed, Ok(Ok(()))) {
            sleep(TAKEN_WITHIN).await;
        }
        // Whoever takes it answers.
        match timeout(TOLD_WITHIN, self.peers.take(&id)).await {
            Ok(Ok(Some(_))) => {
                if over.claimed || self.may_answer(bot, &over).await {
                    answering::brought_back(bot, over.heard).await;
                }
            }
            Ok(Ok(None)) if matches!(handed, Ok(Ok(()))) => {}
            _ => {
                tracing::warn!("a request could not be handed to another process");
                if over.heard.is_interaction() || over.claimed {
                    answering::brought_back(bot, over.heard).await;
                }
            }
        }
    }

    /// Takes a request that another process handed over, and answers it.
    async fn take(&self, bot: &Bot, id: &str) {
        let body = match self.peers.take(id).await {
            Ok(Some(body)) => body,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "what another process handed over could not be taken");
                return;
            }
        };
        match serde_json::from_str::<HandOver>(&body) {
            Ok(over) => Box::pin(pass_on(bot, self, over)).await,
            // The text of the error could quote a token.
            Err(_) => tracing::error!("what another process handed over cannot be read"),
        }
    }
}

/// Hears what other processes tell and hand over, and keeps what is known of tables, until aborted.
pub async fn keep(bot: Bot, company: Arc<Company>) {
    let mut heard = company.peers.hear();
    let mut openings = bot.desk.host().openings();
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut look = 0_u32;
    loop {
        tokio::select! {
            word = heard.recv() => match word {
                Ok(peers::Heard::Word(word)) => hear(&bot, &company, word).await,
                Ok(peers::Heard::Missed) | Err(RecvError::Lagged(_)) => {
                    bot.desk.settings().changed(None);
                    company.read_anew(&bot).await;
                    wake(&bot, &company).await;
                }
                Err(RecvError::Closed) => return,
            },
            key = openings.recv() => {
                if let Ok(key) = key
                    && company.is_several(bot.desk.directory())
                {
                    company.publish(&bot, key).await;
                }
            }
            _ = looks.tick() => {
                if look.is_multiple_of(READ_ANEW) {
                    company.read_anew(&bot).await;
                }
                if company.is_several(bot.desk.directory()) {
                    company.publish_all(&bot).await;
                    wake(&bot, &company).await;
                }
                if look % SWEEP == SWEEP - 1 {
                    let before = bot.desk.host().now().0.saturating_sub(KEPT_MS);
                    company.peers.sweep(UnixMillis(before)).await.ok();
                }
                look = look.wrapping_add(1);
            }
        }
    }
}

/// Takes what waits for this process.
async fn wake(bot: &Bot, company: &Arc<Company>) {
    for id in company.peers.waiting().await.unwrap_or_default() {
        begin_taking(bot, company, id);
    }
}

fn begin_taking(bot: &Bot, company: &Arc<Company>, id: String) {
    let (bot, company) = (bot.clone(), Arc::clone(company));
    tokio::spawn(async move { company.take(&bot, &id).await });
}

async fn hear(bot: &Bot, company: &Arc<Company>, word: Word) {
    match word.topic.as_str() {
        HANDED_OVER => begin_taking(bot, company, word.body),
        SETTINGS_CHANGED => {
            let scope = serde_json::from_str(&word.body).ok();
            bot.desk.settings().changed(scope);
        }
        publishing::TABLE => company.learn(bot, &word).await,
        publishing::CLOSED => company.forget(bot, &word),
        completing::WANTED => {
            let (bot, company) = (bot.clone(), Arc::clone(company));
            tokio::spawn(async move { company.offer(&bot, &word).await });
        }
        completing::OFFERED => company.take_offers(&word),
        DESERTED => {
            if let Ok(channel) = word.body.parse() {
                bot.desk.desert(channel).await;
            }
        }
        MESSAGE => {
            if let Ok(channel) = word.body.parse() {
                bot.boards.count_message(channel);
            }
        }
        // Of a later version, or for somebody else who listens.
        _ => {}
    }
}

#[cfg(test)]
mod tests;
