//! What is so, read from the journals past all processes.

use std::sync::Arc;

use sqlx::postgres::PgPool;
use tractor_bot::desk::Served;
use tractor_bot::store::Store;
use tractor_bot::table::{Position, Table, TableId, TableKey};

use crate::replays::{Of, Replay as _};

/// The journal of a table, followed as it grows. Whatever is written must lead to the state that it names, and what was
/// written must stay.
pub struct Truth<G: Served> {
    pool: PgPool,
    store: Arc<dyn Store>,
    key: TableKey,
    followed: Option<(TableId, Of<G>)>,
}

impl<G: Served> Truth<G> {
    pub const fn of(key: TableKey, pool: PgPool, store: Arc<dyn Store>) -> Self {
        Self {
            pool,
            store,
            key,
            followed: None,
        }
    }

    pub const fn key(&self) -> TableKey {
        self.key
    }

    /// The last position that is written down; 0 while no such table is open.
    pub async fn position(&self) -> Position {
        let sql = "SELECT coalesce(max(coalesce(e.position, t.opening)), 0) FROM tables t \
                   LEFT JOIN entries e ON e.table_id = t.id WHERE t.channel = $1 AND t.state = 'open'";
        let key = i64::try_from(self.key.0).expect("a key");
        let last: i64 = sqlx::query_scalar(sql)
            .bind(key)
            .fetch_one(&self.pool)
            .await
            .expect("the journals can be read");
        Position(u64::try_from(last).expect("a position"))
    }

    /// The table as it is written down, if it is open.
    pub async fn table(&mut self) -> Option<&Table<G>> {
        let last = self.position().await;
        if last == Position(0) {
            return None;
        }
        let known = self.followed.as_ref().map(|(_, of)| of.end());
        if known != Some(last) {
            let sql = "SELECT opening FROM tables WHERE channel = $1 AND state = 'open'";
            let key = i64::try_from(self.key.0).expect("a key");
            let opening: Option<i64> = sqlx::query_scalar(sql)
                .bind(key)
                .fetch_optional(&self.pool)
                .await
                .expect("the tables can be read");
            let id = TableId {
                key: self.key,
                opening: Position(u64::try_from(opening?).expect("a position")),
            };
            let journal = self.store.journal(id).await.expect("an undamaged journal");
            if self.followed.as_ref().is_none_or(|(own, _)| *own != id) {
                self.followed = Some((id, Of::new(&journal.saved)));
            }
            let (_, of) = self.followed.as_mut().expect("it is there now");
            of.follow(&journal.saved);
        }
        self.followed.as_ref().map(|(_, of)| of.table())
    }
}
