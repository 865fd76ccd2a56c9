//! Places for copies of kept stores: a folder of its own for each test, or a database of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../kept/files.rs"]
mod files;

pub use files::{root as fixtures, unpack};

/// The stores that the first version left behind.
pub fn kept() -> PathBuf {
    fixtures().join("v1/stores")
}

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tractor-bot-survival-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a new folder");
        Self(path)
    }

    /// A file in it, whether there is one or not.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The address of a store in it.
    pub fn url(&self, name: &str) -> String {
        format!("sqlite://{}", self.file(name).display())
    }

    /// A copy of a kept store (`killed` with the log that it left), and its address.
    pub fn copy(&self, from: &Path, name: &str) -> String {
        for end in ["db", "db-wal"] {
            let packed = from.join(format!("{name}.{end}.gz"));
            let copy = self.file(&format!("{name}.{end}"));
            if packed.exists() {
                fs::write(copy, unpack(&packed)).expect("a copy");
            }
        }
        self.url(&format!("{name}.db"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A new database of this name on the test server with what a dump puts into it, if there is one.
#[cfg(feature = "postgres")]
pub async fn postgres(name: &str, dump: &str) -> Option<String> {
    use sqlx::{ConnectOptions as _, Connection as _};
    let Ok(url) = std::env::var("TEST_POSTGRES_URL") else {
        eprintln!("skipped: TEST_POSTGRES_URL is not set");
        return None;
    };
    let name = format!("survival_{name}_{}", std::process::id());
    let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
    let mut server = options.connect().await.expect("the test server");
    for sql in [
        format!("DROP DATABASE IF EXISTS {name}"),
        format!("CREATE DATABASE {name}"),
    ] {
        let done = sqlx::raw_sql(&sql).execute(&mut server).await;
        done.expect("a new database");
    }
    server.close().await.expect("it ends");
    let mut database = options
        .database(&name)
        .connect()
        .await
        .expect("the database");
    let done = sqlx::raw_sql(dump).execute(&mut database).await;
    done.expect("the dump is read");
    database.close().await.expect("it ends");
    let (start, end) = url.rsplit_once('/').expect("the address of a database");
    let and = end.split_once('?').map_or("", |(_, and)| and);
    Some(format!("{start}/{name}?{and}"))
}
