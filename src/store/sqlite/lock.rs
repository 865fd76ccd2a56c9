//! The lock files by which processes at one database file see one another.
//!
//! Who serves a database holds a lock on the file `FILE.lock` beside it, in which they are named; who makes a copy one on
//! a file of its own, `COPY.life-<id>.lock`. A lock ends with the process however it ends. Where the file system
//! has none, nothing is known.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// What stands between the name of a copy that is not complete and the id of who makes it.
pub(in crate::store) const PARTIAL: &str = ".partial-";
/// What stands between the name of a database and the id of a process in the name of its lock file.
const LIFE: &str = ".life-";
const ID_LENGTH: usize = 32;

/// Whether a copy goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Liveness {
    /// Its process runs.
    Alive,
    /// Its process is gone.
    Dead,
    /// That cannot be found out.
    Unknown,
}

/// The lock of who serves a database.
pub(super) struct ServingLock {
    /// Locked until it is closed.
    _file: File,
}

impl ServingLock {
    /// Takes it for a process that is named so; gives who has it if another process does, and `None` where there are no
    /// locks.
    ///
    /// # Errors
    /// If the file cannot be made, for example in a folder that is read-only.
    pub fn take(database: &Path, holder: &str) -> Result<Result<Option<Self>, String>, Error> {
        let mut name = database.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let path = database.with_file_name(name);
        let mut options = OpenOptions::new();
        let mut file = options
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let other = std::fs::read_to_string(&path).unwrap_or_default();
                return Ok(Err(other));
            }
            Err(TryLockError::Error(_)) => return Ok(Ok(None)),
        }
        file.set_len(0)?;
        file.write_all(holder.as_bytes())?;
        Ok(Ok(Some(Self { _file: file })))
    }
}

/// The lock of a copy that is being made, and its file, which goes with it.
pub(in crate::store) struct LifeLock {
    file: File,
    path: PathBuf,
}

impl LifeLock {
    /// Takes the lock of this life beside the database, and removes the files of dead ones. `None`
    /// if there are no locks here.
    ///
    /// # Errors
    /// If the file cannot be made, for example in a folder that is read-only.
    pub fn take(database: &Path, life: &str) -> Result<Option<LifeLock>, Error> {
        remove_stale(database);
        let path = path_of(database, life);
        // Somebody who takes it for the file of a dead process removes it in between.
        for _ in 0..10 {
            let mut options = OpenOptions::new();
            let file = options
                .create(true)
                .truncate(false)
                .write(true)
                .open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => continue,
                Err(TryLockError::Error(_)) => {
                    let _ = std::fs::remove_file(&path);
                    return Ok(None);
                }
            }
            let lock = LifeLock {
                file,
                path: path.clone(),
            };
            if lock.holds() {
                return Ok(Some(lock));
            }
        }
        Err(Error::new(ErrorKind::WouldBlock, "the lock file is in use"))
    }

    /// Whether the locked file is the one that others find.
    pub fn holds(&self) -> bool {
        let ours = self
            .file
            .metadata()
            .map(|data| super::place::identity(&data));
        let found = std::fs::metadata(&self.path).map(|data| super::place::identity(&data));
        matches!((ours, found), (Ok(ours), Ok(found)) if ours == found)
    }
}

impl Drop for LifeLock {
    fn drop(&mut self) {
        if self.holds() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Whether the process goes on that makes a copy under this id.
fn liveness(database: &Path, life: &str) -> Liveness {
    if !is_id(life) {
        return Liveness::Unknown;
    }
    let path = path_of(database, life);
    let file = match OpenOptions::new().write(true).open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Liveness::Dead,
        Err(_) => return Liveness::Unknown,
    };
    match file.try_lock() {
        Ok(()) => Liveness::Dead,
        Err(TryLockError::WouldBlock) => Liveness::Alive,
        Err(TryLockError::Error(_)) => Liveness::Unknown,
    }
}

fn is_id(life: &str) -> bool {
    life.len() == ID_LENGTH && life.bytes().all(|sign| sign.is_ascii_hexdigit())
}

fn path_of(database: &Path, life: &str) -> PathBuf {
    let mut name = database.file_name().unwrap_or_default().to_owned();
    name.push(LIFE);
    name.push(life);
    name.push(".lock");
    database.with_file_name(name)
}

/// Takes the lock of a copy that is being made, and removes from its folder what was left of others whose processes
/// are gone. `None` where there are no locks: then nobody knows which go on.
pub(in crate::store) fn begin_copy(copy: &Path, life: &str) -> Option<LifeLock> {
    let lock = LifeLock::take(copy, life).ok().flatten()?;
    let folder = copy.parent().filter(|folder| *folder != Path::new(""));
    let files = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    for file in files.flatten() {
        let name = file.file_name();
        let Some((of, rest)) = name.to_str().and_then(|name| name.split_once(PARTIAL)) else {
            continue;
        };
        let (life, end) = rest.split_at_checked(ID_LENGTH).unwrap_or((rest, ""));
        let of = copy.with_file_name(of);
        let ours = is_id(life) && (end.is_empty() || end.starts_with(['-', '.']));
        if ours && liveness(&of, life) == Liveness::Dead {
            let _ = std::fs::remove_file(file.path());
            let _ = std::fs::remove_file(path_of(&of, life));
        }
    }
    Some(lock)
}

/// Removes the lock files of processes that are gone from a database's folder, those of copies that nobody goes on
/// with among them.
fn remove_stale(database: &Path) {
    let folder = database.parent().filter(|folder| *folder != Path::new(""));
    let Ok(files) = std::fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return;
    };
    for file in files.flatten() {
        let name = file.file_name();
        let lock = name.to_str().and_then(|name| name.strip_suffix(".lock"));
        let Some((of, life)) = lock.and_then(|lock| lock.rsplit_once(LIFE)) else {
            continue;
        };
        if is_id(life) && liveness(&database.with_file_name(of), life) == Liveness::Dead {
            let _ = std::fs::remove_file(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_serves_a_file_and_another_is_told_who_does() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("a.db");
        let first = ServingLock::take(&database, "the first").unwrap();
        assert!(matches!(first, Ok(Some(_))));
        let second = ServingLock::take(&database, "the second").unwrap();
        assert_eq!(second.err().as_deref(), Some("the first"));
        drop(first);
        let second = ServingLock::take(&database, "the second").unwrap();
        assert!(matches!(second, Ok(Some(_))));
    }

    #[test]
    fn a_life_is_seen_until_it_ends() {
        let folder = std::env::temp_dir().join(format!("life-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = folder.join("a.db");
        let (one, two) = ("1".repeat(32), "2".repeat(32));
        assert_eq!(liveness(&database, &one), Liveness::Dead);
        let lock = LifeLock::take(&database, &one).unwrap();
        assert!(lock.as_ref().is_some_and(LifeLock::holds));
        assert_eq!(liveness(&database, &one), Liveness::Alive);
        assert_eq!(liveness(&database, "../../etc/passwd"), Liveness::Unknown);
        // What a killed process leaves behind.
        std::fs::write(path_of(&database, &two), "").unwrap();
        assert_eq!(liveness(&database, &two), Liveness::Dead);
        let copy = path_of(&folder.join("copy.db"), &two);
        std::fs::write(&copy, "").unwrap();
        let third = LifeLock::take(&database, &"3".repeat(32)).unwrap();
        assert!(!path_of(&database, &two).exists(), "it is cleared away");
        assert!(!copy.exists(), "so is that of a copy that was hardly begun");
        assert_eq!(liveness(&database, &one), Liveness::Alive);
        drop((lock, third));
        assert_eq!(liveness(&database, &one), Liveness::Dead);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
