//! The lock files by which processes at one database file see one another.
//!
//! Who serves a database holds a lock on the file `FILE.lock` beside it, in which they are named; who makes a copy one on
//! a file of its own, `COPY.life-<id>.lock`. A lock ends with the process however it ends. Where the file system
//! has none, nothing is known.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// What stands between the name of a copy that is not complete and the id of who makes it.
pub(in crate::store) const PARTIAL: &str = ".partial-";
/// What stands between the name of a copy and the id of a process in the name of its lock file.
const LIFE: &str = ".life-";
const ID_LENGTH: usize = 32;

/// Opens a file to be locked, which may have to be made.
fn open(path: &Path) -> Result<File, Error> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true).open(path)
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
        let path = super::with_ending(database, ".lock");
        let mut file = open(&path)?;
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
pub(in crate::store) struct CopyLock {
    /// Locked until it is closed.
    _file: File,
    path: PathBuf,
}

impl Drop for CopyLock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn path_of(copy: &Path, id: &str) -> PathBuf {
    super::with_ending(copy, &format!("{LIFE}{id}.lock"))
}

/// Whether nobody goes on with a copy that was begun under this id.
fn is_abandoned(lock: &Path) -> bool {
    match File::options().write(true).open(lock) {
        Ok(file) => file.try_lock().is_ok(),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Takes the lock of a copy that is being made, and removes from its folder what was left of others whose processes
/// are gone. `None` where there are no locks: then nobody knows which go on.
pub(in crate::store) fn begin_copy(copy: &Path, id: &str) -> Option<CopyLock> {
    let path = path_of(copy, id);
    let file = open(&path).ok()?;
    let locked = file.try_lock();
    let lock = CopyLock { _file: file, path };
    locked.ok()?;
    let folder = copy.parent().filter(|folder| *folder != Path::new(""));
    let files = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    for file in files.flatten() {
        let name = file.file_name();
        let Some((of, rest)) = name.to_str().and_then(|name| name.split_once(PARTIAL)) else {
            continue;
        };
        let (id, end) = rest.split_at_checked(ID_LENGTH).unwrap_or((rest, ""));
        let is_id = id.len() == ID_LENGTH && id.bytes().all(|sign| sign.is_ascii_hexdigit());
        let ours = is_id && (end.is_empty() || end.starts_with(['-', '.']));
        let theirs = path_of(&copy.with_file_name(of), id);
        if ours && is_abandoned(&theirs) {
            let _ = std::fs::remove_file(file.path());
            let _ = std::fs::remove_file(theirs);
        }
    }
    Some(lock)
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
}
