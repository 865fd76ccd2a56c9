//! Where the database file is, whether the file there is still the one that was opened, and copying all
//! that a connection sees of it.

use std::fs::{File, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::Sqlite;

use crate::store::StoreError;

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
        Some(StoreError::Moved { what })
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
}
