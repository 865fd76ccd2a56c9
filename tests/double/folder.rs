//! Folders for the files of a test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

#[expect(clippy::new_without_default, reason = "it makes something outside")]
impl Folder {
    /// # Panics
    /// If nothing can be made where temporary files are.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tractor-bot-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // One of a process that was killed may be there, whose number is used again.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a new folder");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it, whether there is one or not.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The address of a store of SQLite in it.
    pub fn url(&self, name: &str) -> String {
        format!("sqlite://{}", self.file(name).display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
