//! The store in PostgreSQL: for several processes on several machines.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, Postgres};

use super::sql::{Dialect, Purpose, SqlStore, transaction};
use super::sqlite::migration_failed;
use super::{Store, StoreError};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("src/store/migrations/postgres");

/// How long to wait for a connection before the store counts as unreachable.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection options of a URL such as `postgres://user:password@host/database`.
///
/// # Errors
/// [`StoreError::BadUrl`].
pub fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    PgConnectOptions::from_str(url).map_err(|_| StoreError::BadUrl)
}

/// Connects, creating and migrating the tables as needed.
///
/// # Errors
/// [`StoreError::Failed`] if the server cannot be reached, or the tables were made by a newer
/// version.
pub async fn connect(options: PgConnectOptions) -> Result<Arc<dyn Store>, StoreError> {
    let doing = "connect to the database";
    let failed = |error: sqlx::Error| StoreError::failed(doing, &error);
    let options = match options.get_application_name() {
        Some(_) => options,
        None => options.application_name("tractor-bot"),
    };
    let options = options
        // A commit is answered only when durable, whatever the server's default. No transaction
        // here takes seconds, so one that does belongs to a dead process.
        .options([
            ("synchronous_commit", "on"),
            ("statement_timeout", "10000"),
            ("idle_in_transaction_session_timeout", "10000"),
        ])
        .disable_statement_logging();
    let pool = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(PATIENCE);
    let pool = pool.connect_with(options).await.map_err(failed)?;
    MIGRATIONS
        .run(&pool)
        .await
        .map_err(|error| migration_failed(doing, error))?;
    Ok(Arc::new(SqlStore::new(Server { pool })))
}

struct Server {
    pool: PgPool,
}

transaction!(Postgres);

impl Dialect for Server {
    const KEEP: &'static str = " FOR SHARE";
    type Tx = sqlx::Transaction<'static, Postgres>;

    async fn begin(&self, purpose: Purpose) -> Result<Self::Tx, sqlx::Error> {
        match purpose {
            Purpose::Read => {
                let sql = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                self.pool.begin_with(sql).await
            }
            Purpose::Write => self.pool.begin().await,
        }
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}
