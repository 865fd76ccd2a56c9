//! A database file that was deleted or replaced while it is open.
//!
//! The open connections still reach everything in it. If its name is free, all of it is copied
//! there and the store goes on with the copy; a file that somebody else has put there is never
//! touched, and the copy is written beside it.

use super::lock::LifeLock;
use super::place::{FilePlace, Found, sync_folder, vacuum_into, with_ending};
use super::{Pools, SqliteFile};
use crate::store::StoreError;
use crate::table::UnixMillis;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::Sqlite;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl SqliteFile {
    /// Looks whether the file is there, and makes it anew if it is not.
    ///
    /// # Errors
    /// [`StoreError::Moved`].
    pub(super) async fn look_after(&self, now: UnixMillis) -> Result<(), StoreError> {
        let _one_at_a_time = self.rescuing.lock().await;
        self.keep_lock();
        let (found, known) = {
            let mut place = self.place.lock();
            if place.read_only {
                return place.look().map_or(Ok(()), Err);
            }
            let found = place.find();
            if found == Found::Same {
                place.refusal = None;
            }
            (found, place.refusal.clone())
        };
        let done = match found {
            Found::Same => return Ok(()),
            Found::Nothing => self.make_anew(now).await,
            Found::Another => match known {
                Some(what) => return Err(StoreError::Moved { what }),
                None => self.save_beside(now).await,
            },
        };
        let mut place = self.place.lock();
        match done {
            Ok(None) => {
                place.refusal = None;
                Ok(())
            }
            Ok(Some(what)) => {
                tracing::error!("{what}");
                place.refusal = Some(what.clone());
                Err(StoreError::Moved { what })
            }
            Err(error) => {
                let file = place.path.display();
                let what = format!(
                    "the database file {file} was deleted, moved or replaced while the program \
                     runs, and what it held could not be saved: {error}"
                );
                tracing::error!("{what}");
                Err(StoreError::Moved { what })
            }
        }
    }

    /// Takes the lock of this life anew if its file was deleted with the database's.
    fn keep_lock(&self) {
        let database = self.place.lock().path.clone();
        let mut lock = self.lock.lock();
        let Some(held) = lock.as_ref().filter(|held| !held.holds()) else {
            return;
        };
        match LifeLock::take(&database, held.life()) {
            Ok(taken) => *lock = taken,
            Err(error) => {
                tracing::warn!(%error, "the lock file of this process cannot be made anew");
            }
        }
    }

    /// Copies everything to the file's old place, which is free, and goes on there; what stands in
    /// the way if that is not possible.
    async fn make_anew(&self, now: UnixMillis) -> Result<Option<String>, sqlx::Error> {
        let pools = Arc::clone(&self.pools.lock());
        let path = self.place.lock().path.clone();
        // Until the end nobody else writes.
        let mut writer = pools.writer.acquire().await?;
        let copy = beside(&path, "rescue", now);
        self.copy(&mut writer, &copy).await?;
        if std::fs::exists(&path)? {
            return Ok(Some(self.left_beside(&copy, now)?));
        }
        // The logs belong to the file that is gone: they would spoil the new one.
        for end in ["-wal", "-shm"] {
            remove(&with_ending(&path, end))?;
        }
        match std::fs::hard_link(&copy, &path) {
            Ok(()) => remove(&copy)?,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Ok(Some(self.left_beside(&copy, now)?));
            }
            // A file system without links.
            Err(_) => std::fs::rename(&copy, &path)?,
        }
        sync_folder(&path);
        let place = FilePlace::of(path.clone())?;
        let fresh = Pools::open(&self.options, false).await?;
        *self.place.lock() = place;
        *self.pools.lock() = Arc::new(fresh);
        // Whoever waits for the old writer is told that it is closed, and takes the new one.
        let closing = pools.writer.close();
        let _ = writer.close().await;
        closing.await;
        pools.readers.close().await;
        tracing::error!(
            file = %path.display(),
            "the database file was deleted or moved away while the program runs; it was made anew \
             with everything in it"
        );
        Ok(None)
    }

    /// Copies everything to a file beside the one that was put at its place; says where it is.
    async fn save_beside(&self, now: UnixMillis) -> Result<Option<String>, sqlx::Error> {
        let pools = Arc::clone(&self.pools.lock());
        let path = self.place.lock().path.clone();
        let mut writer = pools.writer.acquire().await?;
        let copy = beside(&path, "rescue", now);
        self.copy(&mut writer, &copy).await?;
        self.left_beside(&copy, now).map(Some)
    }

    /// Names a copy that cannot be put at its place.
    fn left_beside(&self, copy: &Path, now: UnixMillis) -> Result<String, sqlx::Error> {
        let place = self.place.lock();
        let kept = beside(&place.path, "rescued", now);
        std::fs::rename(copy, &kept)?;
        place.remove_logs();
        sync_folder(&kept);
        Ok(format!(
            "the database file {} was replaced by another one while the program runs. That one was \
             not touched; everything until then is in {}. Nothing is written any more: stop the \
             program, put the right one of them there, and start it again",
            place.path.display(),
            kept.display()
        ))
    }

    /// Copies the database, as this connection sees it, to a new file that is durable.
    async fn copy(
        &self,
        connection: &mut PoolConnection<Sqlite>,
        to: &Path,
    ) -> Result<(), sqlx::Error> {
        remove(to)?;
        vacuum_into(connection, to).await?;
        std::fs::set_permissions(to, self.place.lock().permissions.clone())?;
        std::fs::File::open(to)?.sync_all()?;
        Ok(())
    }
}

/// `FILE.<what>-<time>` beside a file.
fn beside(path: &Path, what: &str, now: UnixMillis) -> PathBuf {
    with_ending(path, &format!(".{what}-{}", now.0))
}

/// Removes a file if there is one.
fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
