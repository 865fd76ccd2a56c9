//! A database that ends with the program: in memory, so that its only connection is everybody's.

use std::pin::Pin;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use super::{DIALECT, lasting_pool, migration_failed};
use crate::store::sql::{Answer, Database, Dialect, Purpose, Transaction};
use crate::store::{StoreError, migrations};

pub(in crate::store) struct SqliteMemory(SqlitePool);

impl SqliteMemory {
    /// An empty one.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn new() -> Result<Self, StoreError> {
        let doing = "make a database in memory";
        let options = SqliteConnectOptions::new()
            .in_memory(true)
            .foreign_keys(true)
            .disable_statement_logging();
        let pool = lasting_pool().max_connections(1).connect_with(options);
        let pool = pool
            .await
            .map_err(|error| StoreError::failed(doing, &error))?;
        let migrated = migrations::SQLITE.make(&pool).await;
        migrated.map_err(|error| migration_failed(doing, error))?;
        Ok(Self(pool))
    }
}

impl Database for SqliteMemory {
    fn dialect(&self) -> &'static Dialect {
        &Dialect {
            is_file: false,
            ..DIALECT
        }
    }

    fn begin(&self, _: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            let begun = self.0.begin_with("BEGIN IMMEDIATE").await?;
            Ok(Box::new(begun) as Box<dyn Transaction>)
        })
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.close())
    }
}
