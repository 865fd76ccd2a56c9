//! Copying a whole database file as one connection sees it, also one that has no name any more.

use std::path::Path;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::Sqlite;

/// Copies a database to a file that does not exist yet.
pub(super) async fn vacuum_into(
    connection: &mut PoolConnection<Sqlite>,
    to: &Path,
) -> Result<(), sqlx::Error> {
    let to = to.to_str();
    let to = to.ok_or_else(|| sqlx::Error::Configuration("the path is not in UTF-8".into()))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(to);
    copied.execute(&mut **connection).await.map(drop)
}
