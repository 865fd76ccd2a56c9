//! Completions of moves at a table of another process: asked there, and waited for briefly.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::processes::Company;
use crate::desk::Asked;
use crate::discord::Bot;
use crate::discord::heard::{Offer, Wanted};
use crate::discord::offers;
use crate::store::peers::{LONGEST_WORD, Word};

/// The topic of words that ask for completions.
pub(super) const WANTED: &str = "completions wanted";
/// The topic of words with completions.
pub(super) const OFFERED: &str = "completions";

/// How long completions are waited for: Discord takes them for three seconds, and who types goes on.
const WITHIN: Duration = Duration::from_millis(1_500);

#[derive(Serialize, Deserialize)]
struct Question {
    id: u64,
    wanted: Wanted,
}

#[derive(Serialize, Deserialize)]
struct Reply {
    id: u64,
    offers: Vec<Offer>,
}

impl Company {
    /// The completions of an option, from the process that has the table.
    pub async fn offers(&self, bot: &Bot, wanted: Wanted) -> Vec<Offer> {
        let of_table = Some(&wanted).filter(|wanted| wanted.is_of_table());
        let meant = of_table.and_then(|wanted| {
            let Wanted { who, place, .. } = wanted;
            bot.desk.meant_elsewhere(who, place, Asked::Line)
        });
        let Some(meant) = meant else {
            return offers::offered(bot, &wanted).await;
        };
        let id = rand::random();
        let question = Question { id, wanted };
        let Ok(body) = serde_json::to_string(&question) else {
            return Vec::new();
        };
        let (send, receive) = oneshot::channel();
        self.questions.lock().insert(id, send);
        self.tell(Some(&meant.life), WANTED, body).await;
        let offers = timeout(WITHIN, receive).await;
        self.questions.lock().remove(&id);
        offers.ok().and_then(Result::ok).unwrap_or_default()
    }

    /// Answers another process that asks for completions.
    pub(super) async fn offer(&self, bot: &Bot, word: &Word) {
        let Ok(Question { id, wanted }) = serde_json::from_str(&word.body) else {
            return;
        };
        let mut offers = offers::offered(bot, &wanted).await;
        loop {
            let reply = Reply { id, offers };
            let body = serde_json::to_string(&reply).unwrap_or_default();
            offers = reply.offers;
            if body.len() + OFFERED.len() <= LONGEST_WORD {
                return self.tell(Some(&word.from), OFFERED, body).await;
            }
            offers.truncate(offers.len() * 3 / 4);
        }
    }

    /// Takes completions that another process offers.
    pub(super) fn take_offers(&self, word: &Word) {
        if let Ok(Reply { id, offers }) = serde_json::from_str(&word.body)
            && let Some(waits) = self.questions.lock().remove(&id)
        {
            // Whoever asked may have stopped waiting.
            drop(waits.send(offers));
        }
    }
}
