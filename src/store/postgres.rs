//! The store in PostgreSQL: for several processes on several machines.

mod peers;

use std::pin::Pin;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, Postgres};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, Row as _};

use super::lease::Liveness;
use super::sql::{Answer, Database, Db, Dialect, Purpose, Transaction, check_needs, transaction};
use super::sqlite::migration_failed;
use super::{Peers, StoreError, migrations};
use peers::PostgresPeers;

/// How long to wait for a connection before the store counts as unreachable.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection options of a URL such as `postgres://user:password@host/database`.
///
/// # Errors
/// [`StoreError::BadUrl`].
pub fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    PgConnectOptions::from_str(url).map_err(|_| StoreError::bad_url(url))
}

/// What somebody who connects may do to the form of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Make it, and bring it up to date.
    Serve,
    /// Nothing, but change rows.
    Repair,
    /// Nothing at all.
    Read,
}

/// Connects, creating and migrating the tables as needed, if that is allowed.
///
/// # Errors
/// [`StoreError::Failed`] if the server cannot be reached, [`StoreError::TooOld`],
/// [`StoreError::NeedsLater`].
pub async fn connect(options: PgConnectOptions, access: Access) -> Result<Arc<Db>, StoreError> {
    let doing = "connect to the database";
    let at = format!("{}:{}", options.get_host(), options.get_port());
    let failed = |error: sqlx::Error| StoreError::failed(doing, &error).at(&at);
    let read_only = if access == Access::Read { "on" } else { "off" };
    let options = match options.get_application_name() {
        Some(_) => options,
        None => options.application_name("tractor-bot"),
    };
    let options = options
        // A commit is answered only when durable, whatever the server's default. No transaction
        // here takes seconds, so one that does belongs to a dead process.
        .options([
            ("synchronous_commit", "on"),
            ("default_transaction_read_only", read_only),
            ("statement_timeout", "10000"),
            ("idle_in_transaction_session_timeout", "10000"),
        ])
        .disable_statement_logging();
    let pool = PgPoolOptions::new()
        .max_connections(10)
        .acquire_timeout(PATIENCE)
        // Whoever stops waiting while a transaction begins leaves it open on the connection. Only
        // there has the transaction begun before the statement; a rollback without one is a
        // warning in the log.
        .after_release(|connection, _| {
            Box::pin(async move {
                // Not prepared: preparing it would be a statement of its own.
                let open = "SELECT now() <> statement_timestamp()";
                if connection.fetch_one(open).await?.try_get(0)? {
                    connection.execute("ROLLBACK").await?;
                }
                Ok(true)
            })
        });
    let pool = pool.connect_with(options).await.map_err(failed)?;
    let made = steps_made(&pool).await.map_err(failed)?;
    check_steps(&made, access, &at)?;
    if access == Access::Serve {
        let migrated = migrations::POSTGRES.make(&pool).await;
        migrated.map_err(|error| migration_failed(doing, error).at(&at))?;
    }
    let server = PostgresServer {
        pool,
        life: tokio::sync::Mutex::default(),
        peers: OnceLock::new(),
    };
    check_needs(&server, migrations::POSTGRES.latest()).await?;
    Ok(Db::over(server))
}

/// The numbers of the migrations that were made; none where this program has not been yet.
async fn steps_made(pool: &PgPool) -> Result<Vec<i64>, sqlx::Error> {
    let sql = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let known: bool = sqlx::query_scalar(sql).fetch_one(pool).await?;
    if !known {
        return Ok(Vec::new());
    }
    let sql = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
    sqlx::query_scalar(sql).fetch_all(pool).await
}

/// Refuses tables that this program does not use as they are.
fn check_steps(made: &[i64], access: Access, at: &str) -> Result<(), StoreError> {
    if migrations::are_too_old(made) {
        let data = format!("the database at {at}");
        return Err(StoreError::TooOld { data });
    }
    if access == Access::Serve {
        return Ok(());
    }
    match made.last() {
        None => Err(StoreError::Foreign {
            file: at.to_owned(),
        }),
        Some(theirs) if migrations::POSTGRES.lacks(made) => Err(StoreError::Earlier {
            theirs: *theirs,
            ours: migrations::POSTGRES.latest(),
        }),
        Some(_) => Ok(()),
    }
}

struct PostgresServer {
    pool: PgPool,
    /// The connection whose advisory lock shows other processes that this one lives.
    life: tokio::sync::Mutex<Option<PgConnection>>,
    peers: OnceLock<Arc<PostgresPeers>>,
}

impl PostgresServer {
    /// Connects for the lock of a life. The server notices within seconds if this machine is gone. `None` while the lock
    /// is not to be had: somebody asks for it just now, or the server holds the connection before this one for open.
    async fn connect_for_life(&self, life: &str) -> Result<Option<PgConnection>, sqlx::Error> {
        let options = (*self.pool.connect_options()).clone().options([
            ("idle_in_transaction_session_timeout", "0"),
            ("tcp_keepalives_idle", "5"),
            ("tcp_keepalives_interval", "2"),
            ("tcp_keepalives_count", "3"),
        ]);
        let connecting = tokio::time::timeout(PATIENCE, options.connect()).await;
        let mut connection = connecting.map_err(|_| sqlx::Error::PoolTimedOut)??;
        let sql = "SELECT pg_try_advisory_lock($1)";
        let locked = sqlx::query_scalar(sql).bind(key(life));
        let locked: bool = locked.fetch_one(&mut connection).await?;
        if !locked {
            tracing::warn!("the lock that shows that this process lives is not to be had yet");
        }
        Ok(locked.then_some(connection))
    }
}

/// The number of a life's lock.
fn key(life: &str) -> i64 {
    let start = life.get(..16).unwrap_or_default();
    u64::from_str_radix(start, 16).unwrap_or(0).cast_signed()
}

transaction!(Postgres);

impl Database for PostgresServer {
    fn dialect(&self) -> &'static Dialect {
        &Dialect {
            is_file: false,
            keep: " FOR SHARE",
            numbered: "OVERRIDING SYSTEM VALUE ",
            renumber: "SELECT setval(pg_get_serial_sequence('tables', 'id'), \
                       GREATEST(1, (SELECT MAX(id) FROM tables)))",
            patience: 15,
            time: Some(
                "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)",
            ),
        }
    }

    fn begin(&self, purpose: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            let begun = match purpose {
                Purpose::Read => {
                    let sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                    self.pool.begin_with(sql).await
                }
                Purpose::Write => self.pool.begin().await,
            };
            Ok(Box::new(begun?) as Box<dyn Transaction>)
        })
    }

    fn live<'a>(&'a self, life: &'a str) -> Answer<'a, bool> {
        Box::pin(async move {
            let mut held = self.life.lock().await;
            if let Some(connection) = held.as_mut() {
                let answer = tokio::time::timeout(PATIENCE, connection.ping()).await;
                if matches!(answer, Ok(Ok(()))) {
                    return Ok(true);
                }
                tracing::warn!("the connection that shows that this process lives was lost");
                *held = None;
            }
            *held = self.connect_for_life(life).await?;
            Ok(true)
        })
    }

    fn liveness<'a>(&'a self, life: &'a str) -> Answer<'a, Liveness> {
        Box::pin(async move {
            // Whoever gets the lock knows that nobody holds it alone; others who ask have it as well. It ends with this
            // transaction.
            let sql = "SELECT CASE WHEN pg_try_advisory_xact_lock_shared($1) THEN 1 ELSE 0 END";
            let mut tx = self.pool.begin().await?;
            let free = sqlx::query_scalar(sql).bind(key(life));
            let free: i32 = free.fetch_one(&mut *tx).await?;
            Ok(match free {
                1 => Liveness::Dead,
                _ => Liveness::Alive,
            })
        })
    }

    fn peers(&self, life: &str) -> Option<Arc<dyn Peers>> {
        let peers = self.peers.get_or_init(|| {
            let pool = self.pool.clone();
            Arc::new(PostgresPeers::new(pool, life))
        });
        Some(Arc::clone(peers) as Arc<dyn Peers>)
    }

    fn part(&self) {
        // Without its connection the lock goes.
        if let Ok(mut life) = self.life.try_lock() {
            *life = None;
        }
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            *self.life.lock().await = None;
            self.pool.close().await;
        })
    }
}
