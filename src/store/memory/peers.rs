//! What processes over one memory tell each other.

use super::data::{Data, HandOver};
use crate::store::Pending;
use crate::store::lease::Lease;
use crate::store::peers::{
    HANDED_OVER, Holder, MOST_WORDS, PeerMessage, PeerTable, Peers, Word, check_word,
};
use crate::table::{TableId, UnixMillis};
use parking_lot::Mutex;
use std::sync::Arc;
use tokio::sync::broadcast;

/// The other processes over the same memory.
pub struct MemoryPeers {
    data: Arc<Mutex<Data>>,
    life: String,
}

impl MemoryPeers {
    pub(super) fn new(data: Arc<Mutex<Data>>, life: &str) -> Self {
        let life = life.to_owned();
        Self { data, life }
    }

    /// Runs a call without waiting.
    fn at_once<T: Send + 'static>(
        &self,
        doing: &'static str,
        call: impl FnOnce(&mut Data) -> T,
    ) -> Pending<'_, T> {
        self.data.lock().at_once(doing, |data| Ok(call(data)))
    }

    fn word(&self, to: Option<&str>, topic: &str, body: String) -> Word {
        Word {
            from: self.life.clone(),
            to: to.map(str::to_owned),
            topic: topic.to_owned(),
            body,
        }
    }
}

impl Peers for MemoryPeers {
    fn life(&self) -> &str {
        &self.life
    }

    fn hear(&self) -> broadcast::Receiver<PeerMessage> {
        let mut data = self.data.lock();
        let listeners = &mut data.exchange.listeners;
        let own = listeners.entry(self.life.clone());
        own.or_insert_with(|| broadcast::Sender::new(MOST_WORDS))
            .subscribe()
    }

    fn tell(&self, to: Option<&str>, topic: &str, body: String) -> Pending<'_, ()> {
        let word = self.word(to, topic, body);
        if let Err(error) = check_word(&word) {
            return Box::pin(std::future::ready(Err(error)));
        }
        self.at_once("tell other processes", |data| data.exchange.tell(&word))
    }

    fn publish(&self, table: TableId, facts: String) -> Pending<'_, ()> {
        let life = self.life.clone();
        let entry = PeerTable { table, life, facts };
        self.at_once("write the directory", |data| {
            data.exchange.directory.insert(table.key, entry);
        })
    }

    fn withdraw(&self, table: TableId) -> Pending<'_, ()> {
        self.at_once("write the directory", |data| {
            let exchange = &mut data.exchange;
            let own = exchange.directory.get(&table.key);
            if own.is_some_and(|entry| entry.table == table && entry.life == self.life) {
                exchange.directory.remove(&table.key);
            }
        })
    }

    fn directory(&self) -> Pending<'_, Vec<PeerTable>> {
        self.at_once("read the directory", |data| {
            let all = data.exchange.directory.values();
            all.filter(|entry| data.is_open(entry.table))
                .cloned()
                .collect()
        })
    }

    fn holders(&self) -> Pending<'_, Vec<Holder>> {
        self.at_once("read who holds what", |data| {
            let leases = data.leases.values();
            let holder = |lease: &Lease| {
                Some(Holder {
                    shard: lease.shard,
                    total: lease.total,
                    life: lease.life.clone()?,
                })
            };
            leases.filter_map(holder).collect()
        })
    }

    fn hand_over(&self, to: &str, id: &str, at: UnixMillis, body: String) -> Pending<'_, ()> {
        let word = self.word(Some(to), HANDED_OVER, id.to_owned());
        let to = to.to_owned();
        self.at_once("hand something over", |data| {
            let taken = false;
            let new = HandOver {
                to,
                at,
                body,
                taken,
            };
            if data.exchange.enter(id, new) {
                data.exchange.tell(&word);
            }
        })
    }

    fn take(&self, id: &str) -> Pending<'_, Option<String>> {
        self.at_once("take something over", |data| {
            let exchange = &mut data.exchange;
            let found = exchange.handed_over.get_mut(id)?;
            let before = std::mem::replace(&mut found.taken, true);
            (!before).then(|| found.body.clone())
        })
    }

    fn claim(&self, id: &str, at: UnixMillis) -> Pending<'_, bool> {
        let to = self.life.clone();
        self.at_once("claim a request", |data| {
            let new = HandOver {
                to,
                at,
                body: String::new(),
                taken: true,
            };
            data.exchange.enter(id, new)
        })
    }

    fn waiting(&self) -> Pending<'_, Vec<String>> {
        self.at_once("look for what was handed over", |data| {
            let exchange = &mut data.exchange;
            let all = exchange.handed_over.iter();
            let mut waiting: Vec<_> = all
                .filter(|(_, waiting)| !waiting.taken && waiting.to == self.life)
                .collect();
            waiting.sort_by_key(|(_, waiting)| waiting.at);
            waiting.into_iter().map(|(id, _)| id.clone()).collect()
        })
    }

    fn sweep(&self, before: UnixMillis) -> Pending<'_, ()> {
        self.at_once("sweep what was handed over", |data| {
            let mut directory = std::mem::take(&mut data.exchange.directory);
            directory.retain(|_, entry| data.is_open(entry.table));
            data.exchange.directory = directory;
            data.exchange.handed_over.retain(|_, old| old.at >= before);
        })
    }
}
