//! Places for copies of kept stores: a folder of its own for each test, or a database of its own.

pub use double::folder::Folder;
use std::fs;
use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "other tests use the rest of it")]
#[path = "../kept/files.rs"]
mod files;

pub use files::{root as fixtures, unpack};

/// The stores that the first version left behind.
pub fn kept() -> PathBuf {
    fixtures().join("v1/stores")
}

/// A copy of a kept store (`killed` with the log that it left) in a folder, and its address.
pub fn copy(folder: &Folder, from: &Path, name: &str) -> String {
    for end in ["db", "db-wal"] {
        let packed = from.join(format!("{name}.{end}.gz"));
        let copy = folder.file(&format!("{name}.{end}"));
        if packed.exists() {
            fs::write(copy, unpack(&packed)).expect("a copy");
        }
    }
    folder.url(&format!("{name}.db"))
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
