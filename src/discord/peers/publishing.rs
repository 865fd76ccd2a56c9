//! What this process tells others about its tables, and what it learns of theirs.

use tokio::time::Instant;

use super::processes::Processes;
use crate::desk::directory::{RemoteTable, TableFacts};
use crate::desk::{AskedFrom, Who};
use crate::discord::Bot;
use crate::host::AnyTable;
use crate::store::peers::{LONGEST_WORD, Word};
use crate::table::{TableId, TableKey};

/// The topic of words about what is known of a table.
pub(super) const TABLE: &str = "table";
/// The topic of words about a table that is closed.
pub(super) const CLOSED: &str = "closed";

/// How long what was read anew counts as new.
const NEW: std::time::Duration = std::time::Duration::from_millis(500);

/// A table and what is known of it, as it is told.
#[derive(serde::Serialize, serde::Deserialize)]
struct ToldTable {
    table: TableId,
    facts: TableFacts,
}

impl Processes {
    /// Reads who holds what, and the directory.
    pub(super) async fn read_anew(&self, bot: &Bot) {
        let read = async {
            let holders = self.store.holders().await?;
            let several = holders.iter().any(|one| one.life != self.store.life());
            let several = several || self.is_several(bot.desk.directory());
            let directory = match several {
                true => self.store.directory().await?,
                false => Vec::new(),
            };
            Ok::<_, crate::store::StoreError>((holders, directory))
        };
        let (holders, directory) = match read.await {
            Ok(read) => read,
            Err(error) => {
                tracing::warn!(%error, "what other processes do could not be read");
                return;
            }
        };
        self.known.hold(holders);
        let others = directory.into_iter().filter_map(|entry| {
            let facts = serde_json::from_str(&entry.facts).ok()?;
            let (table, life) = (entry.table, entry.life);
            if life != self.store.life() {
                self.known.told.lock().remove(&table.key);
            }
            // One of this process that does not run here is being handed over.
            let runs = bot.desk.host().get(table.key).is_some();
            (!runs).then_some(RemoteTable { table, life, facts })
        });
        let others: Vec<RemoteTable> = others.collect();
        for other in &others {
            self.is_elsewhere(bot, other.table.key);
        }
        bot.desk.directory().replace(others);
        *self.known.read.lock() = Some(Instant::now());
    }

    /// The same unless it was done a moment ago.
    pub(super) async fn read_anew_soon(&self, bot: &Bot) {
        let read = *self.known.read.lock();
        if read.is_none_or(|at| at.elapsed() > NEW) {
            self.read_anew(bot).await;
        }
    }

    /// Learns what another process told of a table.
    pub(super) async fn learn(&self, bot: &Bot, word: &Word) {
        if word.body.is_empty() {
            return self.read_anew(bot).await;
        }
        if let Ok(ToldTable { table, facts }) = serde_json::from_str(&word.body) {
            let life = word.from.clone();
            self.is_elsewhere(bot, table.key);
            let known = RemoteTable { table, life, facts };
            bot.desk.directory().learn(known);
        }
    }

    /// Forgets a table that another process closed.
    pub(super) fn forget(&self, bot: &Bot, word: &Word) {
        let Ok(table) = serde_json::from_str::<TableId>(&word.body) else {
            return;
        };
        // Whoever lost it says so as well, perhaps after another process has told of it.
        let known = bot.desk.directory().get(table.key);
        if known.is_some_and(|known| known.life == word.from) {
            bot.desk.directory().forget(table);
        }
    }

    /// Tells the others what changed at the tables that somebody means where they ask.
    pub async fn publish_at(&self, bot: &Bot, who: &Who, place: &AskedFrom) {
        for table in bot.desk.tables_at(who.person, place) {
            self.publish_table(bot, &table).await;
        }
    }

    /// Tells the others what changed at the table with this key.
    pub(super) async fn publish(&self, bot: &Bot, key: TableKey) {
        if let Some(table) = bot.desk.host().get(key) {
            self.publish_table(bot, &table).await;
        }
    }

    /// Tells the others whatever they do not know of the tables here.
    pub(super) async fn publish_all(&self, bot: &Bot) {
        for table in bot.desk.host().list() {
            self.publish_table(bot, &table).await;
        }
        let gone: Vec<TableId> = {
            let mut told = self.known.told.lock();
            let gone = told.values().map(|(table, _)| *table);
            let gone = gone.filter(|table| {
                let now = bot.desk.host().get(table.key);
                now.is_none_or(|now| now.id() != *table)
            });
            let gone: Vec<TableId> = gone.collect();
            for table in &gone {
                told.remove(&table.key);
            }
            gone
        };
        if !gone.is_empty() {
            self.tell_closed(bot, gone).await;
        }
    }

    /// Tells the others which of these tables, which do not run here any more, are closed. Those that
    /// other processes take over stay in the directory.
    async fn tell_closed(&self, bot: &Bot, gone: Vec<TableId>) {
        self.read_anew(bot).await;
        for table in gone {
            let open = bot.desk.directory().get(table.key);
            if open.is_some_and(|open| open.table == table) {
                continue;
            }
            if let Err(error) = self.store.withdraw(table).await {
                tracing::warn!(%error, "a table could not be taken out of the directory");
            }
            if let Ok(body) = serde_json::to_string(&table) {
                self.tell(None, CLOSED, body).await;
            }
        }
    }

    async fn publish_table(&self, bot: &Bot, table: &AnyTable) {
        bot.desk.places().recall(table.key()).await;
        let (id, key) = (table.id(), table.key());
        let before = self.known.told.lock().get(&key).cloned();
        let before = before.filter(|(told, _)| *told == id);
        let facts = bot
            .desk
            .facts_of(table, before.as_ref().map(|(_, facts)| facts));
        if before.is_some_and(|(_, before)| before == facts) {
            return;
        }
        bot.desk.directory().forget(id);
        let Ok(written) = serde_json::to_string(&facts) else {
            return;
        };
        if let Err(error) = self.store.publish(id, written).await {
            tracing::warn!(%error, "what others have to know of a table could not be written");
            return;
        }
        let told = ToldTable {
            table: id,
            facts: facts.clone(),
        };
        let body = serde_json::to_string(&told).unwrap_or_default();
        let fits = body.len() + TABLE.len() <= LONGEST_WORD;
        let body = if fits { body } else { String::new() };
        self.tell(None, TABLE, body).await;
        self.known.told.lock().insert(key, (id, facts));
    }

    /// Another process has this table: what was read of it here is forgotten, and if it comes back it is
    /// told of again.
    fn is_elsewhere(&self, bot: &Bot, key: TableKey) {
        self.known.told.lock().remove(&key);
        if bot.desk.host().get(key).is_none() {
            bot.desk.places().let_go(key);
        }
    }
}
