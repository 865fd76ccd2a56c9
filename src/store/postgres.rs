//! The store in PostgreSQL: for several processes on several machines.

mod notices;

use std::pin::Pin;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, Postgres};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, Row as _};

use super::sql::{Answer, Database, Db, Dialect, Purpose, Transaction, check_needs, transaction};
use super::sqlite::migration_failed;
use super::{Access, Notices, ShardRange, StoreError, migrations};
use notices::PostgresNotices;

/// How long to wait for a connection before the store counts as unreachable.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection options of a URL such as `postgres://user:password@host/database`.
///
/// # Errors
/// [`StoreError::BadUrl`].
pub fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    PgConnectOptions::from_str(url).map_err(|_| StoreError::bad_url(url))
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
    let read_only = match access {
        Access::Read | Access::Copy => "on",
        Access::Serve | Access::Repair => "off",
    };
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
    match migrations::POSTGRES.refuse(&made, at.clone()) {
        Some(StoreError::TooOld(at)) => {
            return Err(StoreError::TooOld(format!("the database at {at}")));
        }
        Some(refused) if access != Access::Serve => return Err(refused),
        Some(_) | None => {}
    }
    if access == Access::Serve {
        let migrated = migrations::POSTGRES.make(&pool).await;
        migrated.map_err(|error| migration_failed(doing, error).at(&at))?;
    }
    let server = PostgresServer {
        pool,
        serving: tokio::sync::Mutex::default(),
        notices: OnceLock::new(),
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

struct PostgresServer {
    pool: PgPool,
    /// The connection whose advisory locks show other processes what this one serves.
    serving: tokio::sync::Mutex<Option<PgConnection>>,
    notices: OnceLock<Arc<PostgresNotices>>,
}

/// The number of a lock for what is bound, in this schema.
macro_rules! lock {
    ($what:literal) => {
        concat!(
            "hashtextextended('tractor-bot ' || current_schema() || ' ' || ",
            $what,
            ", 0)"
        )
    };
}

impl PostgresServer {
    /// A connection of its own, for a lock that ends with it. The server notices within seconds if this machine is gone.
    async fn connect_for_locks(&self) -> Result<PgConnection, sqlx::Error> {
        let options = (*self.pool.connect_options()).clone().options([
            ("idle_in_transaction_session_timeout", "0"),
            ("statement_timeout", "0"),
            ("tcp_keepalives_idle", "5"),
            ("tcp_keepalives_interval", "2"),
            ("tcp_keepalives_count", "3"),
        ]);
        let connecting = tokio::time::timeout(PATIENCE, options.connect()).await;
        connecting.map_err(|_| sqlx::Error::PoolTimedOut)?
    }
}

/// Takes the locks of what is to be served; gives who has some of them.
async fn lock(
    connection: &mut PgConnection,
    shards: Option<ShardRange>,
) -> Result<Option<String>, sqlx::Error> {
    let Some(shards) = shards else {
        let sql = concat!("SELECT pg_try_advisory_lock(", lock!("'serves'"), ")");
        let alone: bool = sqlx::query_scalar(sql).fetch_one(connection).await?;
        return Ok((!alone).then(|| "over the same database".to_owned()));
    };
    let sql = concat!(
        "SELECT pg_try_advisory_lock_shared(",
        lock!("'serves'"),
        ")"
    );
    let goes: bool = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
    if !goes {
        return Ok(Some("a tool that needs the database alone".to_owned()));
    }
    let sql = concat!(
        "SELECT shard FROM generate_series($1::bigint, $2::bigint) AS shard \
         WHERE NOT pg_try_advisory_lock(",
        lock!("'shard ' || shard || '/' || $3::bigint"),
        ")"
    );
    let taken = sqlx::query_scalar(sql).bind(i64::from(shards.first));
    let taken = taken.bind(i64::from(shards.last));
    let taken = taken.bind(i64::from(shards.total));
    let taken: Vec<i64> = taken.fetch_all(connection).await?;
    let taken: Vec<String> = taken.iter().map(i64::to_string).collect();
    let total = shards.total;
    Ok((!taken.is_empty()).then(|| format!("it has of {total} shards {}", taken.join(", "))))
}

transaction!(Postgres);

impl Database for PostgresServer {
    fn dialect(&self) -> &'static Dialect {
        &Dialect {
            is_file: false,
            numbered: "OVERRIDING SYSTEM VALUE ",
            renumber: "SELECT setval(pg_get_serial_sequence('tables', 'id'), \
                       GREATEST(1, (SELECT MAX(id) FROM tables)))",
            is_shared: true,
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

    fn serve<'a>(&'a self, shards: Option<ShardRange>, _: &'a str) -> Answer<'a, Option<String>> {
        Box::pin(async move {
            let mut held = self.serving.lock().await;
            if let Some(connection) = held.as_mut() {
                let answer = tokio::time::timeout(PATIENCE, connection.ping()).await;
                if matches!(answer, Ok(Ok(()))) {
                    return Ok(None);
                }
                tracing::warn!("the connection was lost that shows what this process serves");
                *held = None;
            }
            let mut connection = self.connect_for_locks().await?;
            let other = lock(&mut connection, shards).await?;
            if other.is_none() {
                *held = Some(connection);
            }
            Ok(other)
        })
    }

    fn queue<'a>(&'a self, bucket: u32) -> Answer<'a, Option<Box<dyn Send>>> {
        Box::pin(async move {
            let mut connection = self.connect_for_locks().await?;
            let sql = concat!(
                "SELECT pg_advisory_lock(",
                lock!("'identify ' || $1::bigint"),
                ")"
            );
            let queued = sqlx::query(sql).bind(i64::from(bucket));
            queued.execute(&mut connection).await?;
            Ok(Some(Box::new(connection) as Box<dyn Send>))
        })
    }

    fn notices(&self, id: &str) -> Option<Arc<dyn Notices>> {
        let notices = self.notices.get_or_init(|| {
            let pool = self.pool.clone();
            Arc::new(PostgresNotices::new(pool, id))
        });
        Some(Arc::clone(notices) as Arc<dyn Notices>)
    }

    fn part(&self) {
        // Without its connection the locks go.
        if let Ok(mut serving) = self.serving.try_lock() {
            *serving = None;
        }
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            *self.serving.lock().await = None;
            self.pool.close().await;
        })
    }
}
