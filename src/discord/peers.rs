//! The processes that serve one bot together: whoever hears a person hands what they ask to the
//! process that has the table.
//!
//! Hears what the others tell and hand over, and asks them. Everything between processes may be lost or repeated: a
//! request is claimed in the store before it is carried out, so it is answered once. `routing` decides whose a
//! request is, `publishing` keeps the directory of tables. A process that serves alone passes by all of it.

mod processes;
mod publishing;
pub mod routing;

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::heard::{Offer, WantedOption};
use super::{Bot, answering, offers};
use crate::desk::TableRequest;
use crate::desk::directory::RemoteTable;
use crate::desk::settings::{FORGOTTEN, SETTINGS_CHANGED};
use crate::host::spawn;
use crate::store::peers::{self, HANDED_OVER, LONGEST_WORD, Word};
use crate::table::UnixMillis;
pub use processes::Processes;
use publishing::{CLOSED, TABLE};
use routing::PendingHandOver;

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

/// The topic of words that ask for completions.
const WANTED: &str = "completions wanted";
/// The topic of words with completions.
const OFFERED: &str = "completions";

/// How long completions are waited for: Discord takes them for three seconds, and who types goes on.
const OFFERED_WITHIN: Duration = Duration::from_millis(1_500);

#[derive(Serialize, Deserialize)]
struct CompletionQuestion {
    id: u64,
    wanted: WantedOption,
}

#[derive(Serialize, Deserialize)]
struct CompletionReply {
    id: u64,
    offers: Vec<Offer>,
}

impl Processes {
    /// Tells the others about a channel that is gone.
    pub async fn deserted(&self, bot: &Bot, channel: u64) {
        let shown = |one: &RemoteTable| one.facts.shown.at(channel).is_some();
        if self.is_several(bot.desk.directory()) && !bot.desk.directory().all(shown).is_empty() {
            self.tell(None, DESERTED, channel.to_string()).await;
        }
    }

    /// Tells whoever has a table that is shown in this channel that somebody wrote below it.
    pub async fn count_message(&self, bot: &Bot, channel: u64) {
        if !self.is_several(bot.desk.directory()) {
            return;
        }
        let shown = |one: &RemoteTable| one.facts.shown.at(channel).is_some();
        for table in bot.desk.directory().all(shown) {
            self.tell(Some(&table.life), MESSAGE, channel.to_string())
                .await;
        }
    }

    /// The completions of an option, from the process that has the table.
    pub async fn offers(&self, bot: &Bot, wanted: WantedOption) -> Vec<Offer> {
        let of_table = Some(&wanted).filter(|wanted| wanted.is_of_table());
        let meant = of_table.and_then(|wanted| {
            let WantedOption { who, place, .. } = wanted;
            bot.desk.meant_elsewhere(who, place, TableRequest::Line)
        });
        let Some(meant) = meant else {
            return offers::offered(bot, &wanted).await;
        };
        let id = rand::random();
        let question = CompletionQuestion { id, wanted };
        let Ok(body) = serde_json::to_string(&question) else {
            return Vec::new();
        };
        let (send, receive) = oneshot::channel();
        self.questions.lock().insert(id, send);
        self.tell(Some(&meant.life), WANTED, body).await;
        let offers = timeout(OFFERED_WITHIN, receive).await;
        self.questions.lock().remove(&id);
        offers.ok().and_then(Result::ok).unwrap_or_default()
    }

    /// Answers another process that asks for completions.
    async fn offer(&self, bot: &Bot, word: &Word) {
        let Ok(CompletionQuestion { id, wanted }) = serde_json::from_str(&word.body) else {
            return;
        };
        let mut offers = offers::offered(bot, &wanted).await;
        loop {
            let reply = CompletionReply { id, offers };
            let body = serde_json::to_string(&reply).unwrap_or_default();
            offers = reply.offers;
            if body.len() + OFFERED.len() <= LONGEST_WORD {
                return self.tell(Some(&word.from), OFFERED, body).await;
            }
            offers.truncate(offers.len() * 3 / 4);
        }
    }

    /// Takes completions that another process offers.
    fn take_offers(&self, word: &Word) {
        if let Ok(CompletionReply { id, offers }) = serde_json::from_str(&word.body)
            && let Some(waits) = self.questions.lock().remove(&id)
        {
            // Whoever asked may have stopped waiting.
            drop(waits.send(offers));
        }
    }

    /// Takes a request that another process handed over, and answers it.
    async fn take(&self, bot: &Bot, id: &str) {
        let body = match self.store.take(id).await {
            Ok(Some(body)) => body,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "what another process handed over could not be taken");
                return;
            }
        };
        match serde_json::from_str::<PendingHandOver>(&body) {
            Ok(over) => answering::route(bot, self, over).await,
            // The text of the error could quote a token.
            Err(_) => tracing::error!("what another process handed over cannot be read"),
        }
    }
}

/// Hears what other processes tell and hand over, and keeps what is known of tables, until aborted.
pub async fn keep(bot: Bot, peers: Arc<Processes>) {
    let mut heard = peers.store.hear();
    let mut openings = bot.desk.host().openings();
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut look = 0_u32;
    loop {
        tokio::select! {
            word = heard.recv() => match word {
                Ok(peers::PeerMessage::Word(word)) => hear(&bot, &peers, word).await,
                Ok(peers::PeerMessage::Missed) | Err(RecvError::Lagged(_)) => {
                    bot.desk.forgotten(None);
                    peers.read_anew(&bot).await;
                    wake(&bot, &peers).await;
                }
                Err(RecvError::Closed) => return,
            },
            key = openings.recv() => {
                if let Ok(key) = key
                    && peers.is_several(bot.desk.directory())
                {
                    peers.publish(&bot, key).await;
                }
            }
            _ = looks.tick() => {
                if look.is_multiple_of(READ_ANEW) {
                    peers.read_anew(&bot).await;
                }
                if peers.is_several(bot.desk.directory()) {
                    peers.publish_all(&bot).await;
                    wake(&bot, &peers).await;
                }
                if look % SWEEP == SWEEP - 1 {
                    let before = bot.desk.host().now().0.saturating_sub(KEPT_MS);
                    peers.store.sweep(UnixMillis(before)).await.ok();
                }
                look = look.wrapping_add(1);
            }
        }
    }
}

/// Takes what waits for this process.
async fn wake(bot: &Bot, peers: &Arc<Processes>) {
    for id in peers.store.waiting().await.unwrap_or_default() {
        begin_taking(bot, peers, id);
    }
}

fn begin_taking(bot: &Bot, peers: &Arc<Processes>, id: String) {
    let (bot, peers) = (bot.clone(), Arc::clone(peers));
    spawn(async move { peers.take(&bot, &id).await });
}

async fn hear(bot: &Bot, peers: &Arc<Processes>, word: Word) {
    match word.topic.as_str() {
        HANDED_OVER => begin_taking(bot, peers, word.body),
        SETTINGS_CHANGED => {
            let scope = serde_json::from_str(&word.body).ok();
            bot.desk.settings().changed(scope);
        }
        FORGOTTEN => bot.desk.forgotten(serde_json::from_str(&word.body).ok()),
        TABLE => peers.learn(bot, &word).await,
        CLOSED => peers.forget(bot, &word),
        WANTED => {
            let (bot, peers) = (bot.clone(), Arc::clone(peers));
            spawn(async move { peers.offer(&bot, &word).await });
        }
        OFFERED => peers.take_offers(&word),
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
