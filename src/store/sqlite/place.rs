//! Where the database file is, whether the file there is still the one that was opened, and copying all
//! that a connection sees of it.
//!
//! The lock files by which processes at one database file see one another.
//!
//! Who serves a database holds a lock on the file `FILE.lock` beside it, in which they are named; who makes a copy one on
//! a file of its own, `COPY.life-<id>.lock`. A lock ends with the process however it ends. Where the file system
//! has none, nothing is known.
//!
//! Database files that are only read: by tools, which must not change what they look at.
//!
//! A file that no process has open is read without the logs that SQLite would make beside it. One of
//! an earlier version is brought up to date in a private copy that goes with the reader.

use std::fs::{File, Metadata, TryLockError};
use std::io::{Error, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteJournalMode, SqlitePool};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{Pools, SqliteFile, check_file, failed_at, open};
use crate::store::sql::check_needs;
use crate::store::{Fault, StoreError, migrations};

/// The place of an open file.
pub(super) struct FilePlace {
    pub path: PathBuf,
    /// Of the file that was opened.
    opened: Identity,
    /// Whether it is read without logs: then nobody may write to it meanwhile.
    pub quiet: bool,
}

/// What tells two files apart: device and number; elsewhere nothing does.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(data: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (data.dev(), data.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    (0, 0)
}

impl FilePlace {
    /// The place of a file that has just been opened.
    pub fn of(path: PathBuf) -> std::io::Result<FilePlace> {
        let opened = identity(&std::fs::metadata(&path)?);
        Ok(FilePlace {
            opened,
            quiet: false,
            path,
        })
    }

    /// The error to answer with, if the file is not there.
    pub fn look(&self) -> Option<StoreError> {
        let file = self.path.display();
        let what = match std::fs::metadata(&self.path) {
            Ok(data) if identity(&data) == self.opened => {
                let opened = self.quiet && with_ending(&self.path, "-wal").exists();
                opened.then(|| {
                    format!("{file} was opened by a bot while it was read: ask once more")
                })?
            }
            Ok(_) => format!(
                "the database file {file} was replaced by another one while the program runs; \
                 nothing is written to either: stop the program, put the right file there, move {file}-wal and \
                 {file}-shm away unless they are its own, and start it again"
            ),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => format!(
                "the database file {file} was deleted or moved away while the program runs; nothing \
                 is written any more: stop the program, put the file or a backup of it there, and \
                 start it again"
            ),
            // Whatever it is, it says nothing about the file.
            Err(_) => return None,
        };
        Some(StoreError::Moved(what))
    }
}

/// Makes an empty file that nobody else on the machine can read.
///
/// # Errors
/// If there is something of this name, or nothing can be made there.
pub fn create_private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(path)
}

/// Whether nobody else on the machine can read a file, as far as that can be told.
pub fn is_private(data: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o077 == 0;
    #[cfg(not(unix))]
    {
        let _ = data;
        true
    }
}

/// The name of a file with something behind it.
pub fn with_ending(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Makes the names in the folder of a file durable, where folders can be opened.
pub fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// Copies a database to a file that does not exist yet, which is private.
pub(super) async fn vacuum_into(
    connection: &mut PoolConnection<Sqlite>,
    to: &Path,
) -> Result<(), sqlx::Error> {
    create_private(to)?;
    let to = to.to_str();
    let to = to.ok_or_else(|| sqlx::Error::Configuration("the path is not in UTF-8".into()))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(to);
    copied.execute(&mut **connection).await.map(drop)
}

/// Whether a file says of itself that no log belongs to it.
pub fn has_no_log(path: &Path) -> bool {
    let mut header = [0; 20];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    // The versions of the format for writing and reading: 2 for a file with a write-ahead log.
    read.is_ok() && header[18..] == [1, 1]
}

/// How many bytes the disk still takes on which a file lies; nothing where that cannot be asked.
#[cfg(unix)]
#[allow(
    clippy::useless_conversion,
    reason = "some systems count in narrower numbers"
)]
pub fn room(path: &Path) -> Option<u64> {
    let disk = nix::sys::statvfs::statvfs(path).ok()?;
    let blocks: u64 = disk.blocks_available().into();
    let size: u64 = disk.fragment_size().into();
    Some(blocks.saturating_mul(size))
}

#[cfg(not(unix))]
pub fn room(_: &Path) -> Option<u64> {
    None
}

/// The name of a database file that others on the machine can read.
pub fn exposed(path: &Path) -> Option<String> {
    let data = std::fs::metadata(path).ok()?;
    (!is_private(&data)).then(|| path.display().to_string())
}

/// File systems over a network, or by programs that pass on what they are asked, by their numbers on Linux: locks and
/// syncs there are not always what they say.
const NETWORK_DISKS: [(u32, &str); 6] = [
    (0x0000_6969, "NFS"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB"),
    (0x0102_1997, "9p"),
    (0x6573_5546, "FUSE"),
    (0x00C3_6400, "Ceph"),
];

fn network_disk_of(kind: u32) -> Option<&'static str> {
    let mut known = NETWORK_DISKS.into_iter();
    known.find_map(|(number, name)| (number == kind).then_some(name))
}

/// What the network disk is called on which a file lies, or will lie; nothing on a disk of this machine, and where that
/// cannot be asked.
#[cfg(target_os = "linux")]
pub fn network_disk(path: &Path) -> Option<&'static str> {
    let path = std::path::absolute(path).ok()?;
    let there = path.ancestors().find(|path| path.exists())?;
    let disk = nix::sys::statfs::statfs(there).ok()?;
    // Wider, or with a sign, on some machines.
    let kind = i128::from(disk.filesystem_type().0) & i128::from(u32::MAX);
    network_disk_of(u32::try_from(kind).ok()?)
}

#[cfg(not(target_os = "linux"))]
pub fn network_disk(_: &Path) -> Option<&'static str> {
    None
}

/// What stands between the name of a copy that is not complete and the id of who makes it.
pub(in crate::store) const PARTIAL: &str = ".partial-";
/// What stands between the name of a copy and the id of a process in the name of its lock file.
const LIFE: &str = ".life-";
const ID_LENGTH: usize = 32;

/// Opens a file to be locked, which may have to be made.
fn open_lock(path: &Path) -> Result<File, Error> {
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
        let mut file = open_lock(&path)?;
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
    let file = open_lock(&path).ok()?;
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

/// Opens a file as it is, only to be read.
///
/// # Errors
/// [`StoreError::NoFile`]; [`StoreError::Foreign`], [`StoreError::TooOld`].
pub async fn open_to_read(path: &Path) -> Result<SqliteFile, StoreError> {
    let doing = "open the database file";
    // Its log lies beside the file itself.
    let path = &super::resolved(path);
    if !path.is_file() {
        return Err(StoreError::NoFile(path.display().to_string()));
    }
    check_file(path)?;
    let quiet = !with_ending(path, "-wal").exists();
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(quiet)
        .busy_timeout(super::PATIENCE)
        .disable_statement_logging();
    let failed = |error: sqlx::Error| failed_at(path, doing, &error);
    let pools = Pools::open(&options).await.map_err(failed)?;
    let file = path.display().to_string();
    let refused = match steps_made(&pools.readers).await {
        Ok(made) => migrations::SQLITE.refuse(&made, file),
        Err(error) => Some(failed(error)),
    };
    let is_earlier = |error: &StoreError| matches!(error, StoreError::Earlier { .. });
    if let Some(refused) = refused.clone().filter(|error| !is_earlier(error)) {
        pools.close().await;
        return Err(refused);
    }
    let place = FilePlace::of(path.to_owned());
    let mut place = place.map_err(|error| failed_at(path, doing, &error.into()))?;
    place.quiet = quiet;
    Ok(SqliteFile {
        earlier: refused,
        ..SqliteFile::new(pools, place)
    })
}

/// The numbers of the migrations that were made; none if it is a database of something else.
async fn steps_made(pool: &SqlitePool) -> Result<Vec<i64>, sqlx::Error> {
    let known = "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'";
    let known: i64 = sqlx::query_scalar(known).fetch_one(pool).await?;
    if known == 0 {
        return Ok(Vec::new());
    }
    let sql = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
    sqlx::query_scalar(sql).fetch_all(pool).await
}

/// Refuses a file that a version before 0.1.0 made, before anything of it is touched. Whatever else is
/// wrong with it is told when it is opened.
///
/// # Errors
/// [`StoreError::TooOld`].
pub async fn check_age(path: &Path) -> Result<(), StoreError> {
    match open_to_read(path).await {
        Err(error @ StoreError::TooOld(_)) => return Err(error),
        Ok(file) => file.pools.close().await,
        Err(_) => {}
    }
    Ok(())
}

/// Refuses a file of an earlier version.
///
/// # Errors
/// [`StoreError::Earlier`]; those of [`open_to_read`].
pub async fn check_up_to_date(path: &Path) -> Result<(), StoreError> {
    let file = open_to_read(path).await?;
    file.pools.close().await;
    file.earlier.map_or(Ok(()), Err)
}

impl SqliteFile {
    /// The same data in the form of this version: a private copy, where that has to be made.
    pub(in crate::store) async fn up_to_date(self) -> Result<SqliteFile, StoreError> {
        let doing = "bring a copy of the database up to date";
        if self.earlier.is_none() {
            check_needs(&self, migrations::SQLITE.latest()).await?;
            return Ok(self);
        }
        let failed = |error: sqlx::Error| StoreError::failed(doing, &error);
        let folder = tempfile::tempdir().map_err(|error| failed(error.into()))?;
        let copy = folder.path().join("copy.db");
        let mut reader = self.pools.readers.acquire().await.map_err(failed)?;
        let copied = vacuum_into(&mut reader, &copy).await;
        copied.map_err(failed)?;
        drop(reader);
        self.pools.close().await;
        let mut file = open(SqliteConnectOptions::new().filename(&copy)).await?;
        file.folder = Some(folder);
        Ok(file)
    }

    /// What SQLite finds wrong with the form of the file, and references to rows that are missing.
    pub(super) async fn look_through(&self) -> Result<Vec<String>, sqlx::Error> {
        let mut reader = self.pools.readers.acquire().await?;
        let form = "PRAGMA integrity_check(20)";
        let found = sqlx::query_scalar(form).fetch_all(&mut *reader).await;
        let mut faults: Vec<String> = match found {
            Ok(found) => found,
            // What is damaged so that it cannot even be looked through is a finding, too.
            Err(error) if is_damage(&error) => vec![error.to_string()],
            Err(error) => return Err(error),
        };
        faults.retain(|line| line != "ok");
        if !faults.is_empty() {
            return Ok(faults);
        }
        let references = "SELECT \"table\", COUNT(*) FROM pragma_foreign_key_check GROUP BY 1";
        let found: Vec<(String, i64)> = sqlx::query_as(references).fetch_all(&mut *reader).await?;
        let line = |(name, rows)| format!("{rows} rows of {name} belong to a row that is missing");
        faults.extend(found.into_iter().map(line));
        Ok(faults)
    }
}

fn is_damage(error: &sqlx::Error) -> bool {
    let found = StoreError::failed("look through the database file", error);
    let fault = Fault::Malformed;
    matches!(found, StoreError::Failed { fault: found, .. } if found == fault)
}

/// Writes a name and a value into the notes of a copy, which is one file without logs then.
pub async fn note(file: &Path, name: &str, value: &str) -> Result<(), StoreError> {
    let noted = async {
        let options = SqliteConnectOptions::new().filename(file);
        let options = options.journal_mode(SqliteJournalMode::Delete);
        let mut copy = options.disable_statement_logging().connect().await?;
        let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) \
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let note = sqlx::query(sql).bind(name).bind(value);
        note.execute(&mut copy).await?;
        copy.close().await
    };
    let noted: Result<(), sqlx::Error> = noted.await;
    noted.map_err(|error| StoreError::failed("make a backup", &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disks_that_are_none_of_this_machine_are_known_by_their_numbers() {
        for (kind, disk) in [
            (0x6969, Some("NFS")),
            (0xFF53_4D42, Some("CIFS")),
            (0x0102_1997, Some("9p")),
            (0x6573_5546, Some("FUSE")),
            // ext4, Btrfs, tmpfs, overlay.
            (0xEF53, None),
            (0x9123_683E, None),
            (0x0102_1994, None),
            (0x794C_7630, None),
        ] {
            assert_eq!(network_disk_of(kind), disk, "{kind:#x}");
        }
    }

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
