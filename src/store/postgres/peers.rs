//! What processes over one PostgreSQL tell each other: notifications wake, tables carry.
//!
//! Listens on one connection of its own, which is made anew when it is lost; whoever listens is then
//! told that words may have been missed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool, PgRow};
use sqlx::{Executor as _, Row as _};
use tokio::sync::broadcast;

use crate::store::peers::{
    HANDED_OVER, Holder, MOST_WORDS, PeerMessage, PeerTable, Peers, Word, check_word,
};
use crate::store::{Pending, StoreError};
use crate::table::{Position, TableId, TableKey, UnixMillis};

/// The channel of the notifications, as SQL: each schema has its own, as it has its own data.
macro_rules! channel {
    () => {
        "'tractor_bot_' || left(md5(current_schema()), 8)"
    };
}

const NOTIFY: &str = concat!("SELECT pg_notify(", channel!(), ", $1)");

/// How long a connection may be silent before it is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(3);

/// The pause before a connection that was lost is made anew.
const PAUSE: Duration = Duration::from_millis(500);

/// The topic of words that a process sends itself, to know that it still hears.
const ECHO: &str = "echo";

/// The other processes over the same database.
pub struct PostgresPeers {
    pool: PgPool,
    life: String,
    heard: broadcast::Sender<PeerMessage>,
    listens: AtomicBool,
}

impl PostgresPeers {
    pub(super) fn new(pool: PgPool, life: &str) -> Self {
        Self {
            pool,
            life: life.to_owned(),
            heard: broadcast::Sender::new(MOST_WORDS),
            listens: AtomicBool::new(false),
        }
    }

    fn word(&self, to: Option<&str>, topic: &str, body: String) -> Result<String, StoreError> {
        let word = Word {
            from: self.life.clone(),
            to: to.map(str::to_owned),
            topic: topic.to_owned(),
            body,
        };
        check_word(&word)?;
        serde_json::to_string(&word).map_err(|_| StoreError::Invalid {
            what: "a word to other processes",
        })
    }
}

/// Listens until nobody hears any more, or the pool is closed.
async fn listen(pool: PgPool, life: String, heard: broadcast::Sender<PeerMessage>) {
    let mut lost = false;
    while heard.receiver_count() > 0 && !pool.is_closed() {
        let connecting = tokio::time::timeout(SILENCE, PgListener::connect_with(&pool));
        if let Ok(Ok(mut listener)) = connecting.await
            && begin(&mut listener).await.is_ok()
        {
            // Whoever listens looks everything up now, however short the gap was.
            drop(heard.send(PeerMessage::Missed));
            if std::mem::take(&mut lost) {
                tracing::info!("other processes are heard again");
            }
            hear(&mut listener, &pool, &life, &heard).await;
        }
        if !lost && !pool.is_closed() {
            tracing::warn!("the connection on which other processes are heard was lost");
            lost = true;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Listens from here on; what came before is not told again.
async fn begin(listener: &mut PgListener) -> Result<(), sqlx::Error> {
    let name = sqlx::query_scalar(concat!("SELECT ", channel!()));
    let name: String = name.fetch_one(&mut *listener).await?;
    listener.listen(&name).await
}

/// Passes words on until the connection is lost.
async fn hear(
    listener: &mut PgListener,
    pool: &PgPool,
    life: &str,
    heard: &broadcast::Sender<PeerMessage>,
) {
    let mut asked = false;
    loop {
        match tokio::time::timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(told))) => {
                asked = false;
                let word = serde_json::from_str::<Word>(told.payload()).ok();
                let ours = word.filter(|word| word.is_for(life) && word.topic != ECHO);
                if let Some(word) = ours {
                    drop(heard.send(PeerMessage::Word(word)));
                }
            }
            Ok(Ok(None) | Err(_)) => return,
            Err(_) if asked || heard.receiver_count() == 0 => return,
            Err(_) => {
                asked = true;
                let to = Some(life.to_owned());
                let (from, topic, body) = (life.to_owned(), ECHO.to_owned(), String::new());
                let echo = Word {
                    from,
                    to,
                    topic,
                    body,
                };
                let echo = serde_json::to_string(&echo).unwrap_or_default();
                let sent = sqlx::query(NOTIFY).bind(echo);
                let sent = tokio::time::timeout(SILENCE, pool.execute(sent)).await;
                if !matches!(sent, Ok(Ok(_))) {
                    return;
                }
            }
        }
    }
}

fn failed(doing: &'static str) -> impl Fn(sqlx::Error) -> StoreError {
    move |error| StoreError::failed(doing, &error)
}

impl Peers for PostgresPeers {
    fn life(&self) -> &str {
        &self.life
    }

    fn hear(&self) -> broadcast::Receiver<PeerMessage> {
        let receiver = self.heard.subscribe();
        if !self.listens.swap(true, Ordering::AcqRel) {
            tokio::spawn(listen(
                self.pool.clone(),
                self.life.clone(),
                self.heard.clone(),
            ));
        }
        receiver
    }

    fn tell(&self, to: Option<&str>, topic: &str, body: String) -> Pending<'_, ()> {
        let word = self.word(to, topic, body);
        Box::pin(async move {
            let told = sqlx::query(NOTIFY).bind(word?).execute(&self.pool).await;
            told.map(drop).map_err(failed("tell other processes"))
        })
    }

    fn publish(&self, table: TableId, facts: String) -> Pending<'_, ()> {
        Box::pin(async move {
            let sql = "INSERT INTO directory (channel, opening, life, facts) \
                       VALUES ($1, $2, $3, $4) ON CONFLICT (channel) DO UPDATE \
                       SET opening = $2, life = $3, facts = $4";
            let written = sqlx::query(sql)
                .bind(table.key.0.cast_signed())
                .bind(table.opening.0.cast_signed())
                .bind(&self.life)
                .bind(facts)
                .execute(&self.pool)
                .await;
            written.map(drop).map_err(failed("write the directory"))
        })
    }

    fn withdraw(&self, table: TableId) -> Pending<'_, ()> {
        Box::pin(async move {
            let sql = "DELETE FROM directory WHERE channel = $1 AND opening = $2 AND life = $3";
            let written = sqlx::query(sql)
                .bind(table.key.0.cast_signed())
                .bind(table.opening.0.cast_signed())
                .bind(&self.life)
                .execute(&self.pool)
                .await;
            written.map(drop).map_err(failed("write the directory"))
        })
    }

    fn directory(&self) -> Pending<'_, Vec<PeerTable>> {
        Box::pin(async move {
            let sql = "SELECT channel, opening, life, facts FROM directory \
                       JOIN tables USING (channel, opening) WHERE state = 'open'";
            let rows = sqlx::query(sql).fetch_all(&self.pool).await;
            let rows = rows.map_err(failed("read the directory"))?;
            Ok(rows.iter().filter_map(|row| entry(row).ok()).collect())
        })
    }

    fn holders(&self) -> Pending<'_, Vec<Holder>> {
        Box::pin(async move {
            let sql = "SELECT shard, total, life FROM leases WHERE life IS NOT NULL";
            let rows = sqlx::query(sql).fetch_all(&self.pool).await;
            let rows = rows.map_err(failed("read who holds what"))?;
            Ok(rows.iter().filter_map(|row| holder(row).ok()).collect())
        })
    }

    fn hand_over(&self, to: &str, id: &str, at: UnixMillis, body: String) -> Pending<'_, ()> {
        let word = self.word(Some(to), HANDED_OVER, id.to_owned());
        let (to, id) = (to.to_owned(), id.to_owned());
        Box::pin(async move {
            let sql = concat!(
                "WITH new AS (INSERT INTO hand_overs (id, life, at, body) VALUES ($1, $2, $3, $4) ",
                "ON CONFLICT (id) DO NOTHING RETURNING id) SELECT pg_notify(",
                channel!(),
                ", $5) FROM new"
            );
            let written = sqlx::query(sql)
                .bind(id)
                .bind(to)
                .bind(at.0.cast_signed())
                .bind(body)
                .bind(word?)
                .execute(&self.pool)
                .await;
            written.map(drop).map_err(failed("hand something over"))
        })
    }

    fn take(&self, id: &str) -> Pending<'_, Option<String>> {
        let id = id.to_owned();
        Box::pin(async move {
            let sql = "UPDATE hand_overs SET taken = $2 WHERE id = $1 AND taken IS NULL \
                       RETURNING body";
            let taken = sqlx::query_scalar(sql).bind(id).bind(&self.life);
            let taken = taken.fetch_optional(&self.pool).await;
            taken.map_err(failed("take something over"))
        })
    }

    fn claim(&self, id: &str, at: UnixMillis) -> Pending<'_, bool> {
        let id = id.to_owned();
        Box::pin(async move {
            let sql = "INSERT INTO hand_overs (id, life, at, body, taken) \
                       VALUES ($1, $2, $3, '', $2) ON CONFLICT (id) DO NOTHING";
            let claimed = sqlx::query(sql)
                .bind(id)
                .bind(&self.life)
                .bind(at.0.cast_signed())
                .execute(&self.pool)
                .await;
            let claimed = claimed.map_err(failed("claim a request"))?;
            Ok(claimed.rows_affected() == 1)
        })
    }

    fn waiting(&self) -> Pending<'_, Vec<String>> {
        Box::pin(async move {
            let sql = "SELECT id FROM hand_overs WHERE life = $1 AND taken IS NULL ORDER BY at, id";
            let waiting = sqlx::query_scalar(sql).bind(&self.life);
            let waiting = waiting.fetch_all(&self.pool).await;
            waiting.map_err(failed("look for what was handed over"))
        })
    }

    fn sweep(&self, before: UnixMillis) -> Pending<'_, ()> {
        Box::pin(async move {
            let sql = "DELETE FROM hand_overs WHERE at < $1";
            let swept = sqlx::query(sql).bind(before.0.cast_signed());
            let swept = swept.execute(&self.pool).await;
            swept.map_err(failed("sweep what was handed over"))?;
            let sql = "DELETE FROM directory USING tables \
                       WHERE tables.channel = directory.channel \
                       AND tables.opening = directory.opening AND state <> 'open'";
            let swept = sqlx::query(sql).execute(&self.pool).await;
            swept.map(drop).map_err(failed("sweep the directory"))
        })
    }
}

fn entry(row: &PgRow) -> Result<PeerTable, sqlx::Error> {
    let number = |column: usize| row.try_get(column).map(i64::cast_unsigned);
    Ok(PeerTable {
        table: TableId {
            key: TableKey(number(0)?),
            opening: Position(number(1)?),
        },
        life: row.try_get(2)?,
        facts: row.try_get(3)?,
    })
}

fn holder(row: &PgRow) -> Result<Holder, sqlx::Error> {
    let number = |column: usize| {
        let number: i64 = row.try_get(column)?;
        u32::try_from(number).map_err(|error| sqlx::Error::Decode(error.into()))
    };
    Ok(Holder {
        shard: number(0)?,
        total: number(1)?,
        life: row.try_get(2)?,
    })
}
