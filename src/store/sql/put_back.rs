//! Stores that were put back to what they were: whoever played on from there before knows the cards that
//! would come, so that tables which were open then get other ones. Who signed out of a browser since stays signed
//! out: of people who come there from elsewhere no session and no link comes back. Who has nothing but theirs keeps it.

use rand::TryRng as _;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};

use super::sums::digest;
use super::*;
use crate::chance::Seed;

/// What a store notes of the last time that it was put back.
#[derive(Serialize, Deserialize)]
pub struct PutBack {
    /// What is mixed into the chance of tables.
    salt: Seed,
    /// The number of the last table that there was.
    rows: i64,
}

impl PutBack {
    /// The name of the row of `meta` that holds it.
    const NAME: &str = "put_back";
    /// The name of the row of `meta` that says that a file is a backup.
    pub const BACKUP: &str = "backup";

    /// Notes that the store has just been put back.
    pub async fn note(tx: &mut Tx) -> Result<(), StoreError> {
        let last = tx.first("SELECT MAX(id) FROM tables", ()).await?;
        let mut salt = [0; 32];
        SysRng.try_fill_bytes(&mut salt).map_err(|_| {
            let error = "the operating system gives no random bytes";
            StoreError::failed(tx.doing, &sqlx::Error::Protocol(error.to_owned()))
        })?;
        let note = PutBack {
            salt: Seed::new(salt),
            rows: last.and_then(|last| last.read().ok()).unwrap_or(0),
        };
        let note = serde_json::to_string(&note).expect("it serializes");
        let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) \
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        tx.run(sql, (Self::NAME, note)).await?;
        let sql = "DELETE FROM settings WHERE scope = 'person' AND id < $1 AND (name LIKE $2 OR name LIKE $3)";
        let [sessions, links] = [SESSION, LINK].map(|start| format!("{start}%"));
        tx.run(sql, (FROM_BROWSERS, sessions, links)).await?;
        Ok(())
    }

    /// What is noted, if the store was ever put back.
    pub async fn of(tx: &mut Tx) -> Result<Option<PutBack>, StoreError> {
        let sql = "SELECT value FROM meta WHERE name = $1";
        let note = tx.first(sql, Self::NAME).await?;
        Ok(note.and_then(|row| serde_json::from_str(row.text(0).ok()?).ok()))
    }

    /// Whether this is the file of a backup that does not hold any more what was written to it.
    pub async fn is_broken(tx: &mut Tx) -> Result<bool, StoreError> {
        let sql = "SELECT value FROM meta WHERE name = $1";
        Ok(match tx.first(sql, Self::BACKUP).await? {
            Some(noted) => noted.text(0).ok() != Some(&*digest(tx).await?),
            None => false,
        })
    }

    /// What has to be mixed into the chance of the table of this row.
    pub fn salt(note: Option<&PutBack>, row: i64) -> Option<Seed> {
        note.filter(|note| row <= note.rows).map(|note| note.salt)
    }
}

/// Notes that a store was put back if it is a backup that is used for the first time.
///
/// # Errors
/// [`StoreError::Failed`].
pub async fn notice_backup(database: &dyn Database) -> Result<(), StoreError> {
    let doing = "open a backup";
    let mut tx = Tx::begin(database, Purpose::Read, doing).await?;
    let sql = "SELECT name FROM meta WHERE name = $1";
    if tx.first(sql, PutBack::BACKUP).await?.is_none() {
        return Ok(());
    }
    if PutBack::is_broken(&mut tx).await? {
        tracing::error!(
            "this backup does not hold any more what was written to it: `tractor-bot doctor` says what is damaged as \
             far as that can be told"
        );
    }
    drop(tx);
    let mut tx = Tx::begin(database, Purpose::Write, doing).await?;
    // Of two processes that come at once, one notes it.
    let sql = "DELETE FROM meta WHERE name = $1 RETURNING name";
    if tx.first(sql, PutBack::BACKUP).await?.is_some() {
        PutBack::note(&mut tx).await?;
    }
    tx.commit().await
}
