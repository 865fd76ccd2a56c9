//! Tools leave what they look at as it is, and a backup of an older store is one that the older
//! version opens.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tractor_bot::console::doctor::{self, DoctorRequest};
use tractor_bot::store::{self, Extent, open_backup};

use crate::place::{self, Folder};

/// What a folder holds, without the index of a log, which says nothing that is not in the log.
fn contents(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder.file("")).expect("the folder");
    let files = files.map(|file| {
        let file = file.expect("a file");
        let bytes = fs::read(file.path()).expect("its bytes");
        (file.file_name().into_string().expect("a name"), bytes)
    });
    files.filter(|(name, _)| !name.ends_with("-shm")).collect()
}

/// The migrations that were made in a file.
async fn steps(file: &Path) -> Vec<i64> {
    let options = SqliteConnectOptions::new().filename(file);
    let mut open = options.read_only(true).connect().await.expect("a file");
    let sql = "SELECT version FROM _sqlx_migrations ORDER BY version";
    let steps = sqlx::query_scalar(sql).fetch_all(&mut open).await;
    open.close().await.expect("it is closed");
    steps.expect("its steps")
}

#[tokio::test]
async fn tools_leave_a_store_of_the_version_before_as_it_is() {
    let folder = Folder::new();
    for (version, name) in [("v1", "stopped"), ("v1", "killed"), ("v2", "stopped")] {
        let url = place::copy(
            &folder,
            &place::fixtures().join(version).join("stores"),
            name,
        );
        let before = contents(&folder);
        let file = folder.file(&format!("{name}.db"));

        let store = store::connect_to_read(&url).await.expect("a store");
        let found = doctor::answer(&*store, DoctorRequest::List).await;
        assert!(!found.expect("an answer").lines.is_empty());
        store.close().await.expect("it is closed");
        assert_eq!(contents(&folder), before, "doctor, {version} {name}");

        let copies = Folder::new();
        let copy = copies.file("copy.db");
        let store = store::connect_to_copy(&url).await.expect("a store");
        let copied = store.backup(copy.clone(), Extent::All).await;
        let copied = copied.expect("a backup");
        store.close().await.expect("it is closed");
        assert_eq!(contents(&folder), before, "backup, {version} {name}");
        assert_eq!(steps(&copy).await, steps(&file).await, "{version} {name}");

        let sealed = contents(&copies);
        let backup = open_backup(copy.clone(), Extent::All)
            .await
            .expect("a backup");
        let fresh = Folder::new();
        let store = store::connect(&fresh.url("new.db")).await.expect("a store");
        let restored = store.restore_from(backup).await.expect("it fits");
        assert_eq!(restored.left_out, Vec::<String>::new());
        assert!(restored.rows > 0 && copied.rows > 0);
        assert_eq!(contents(&copies), sealed, "restore, {version} {name}");
        for path in fs::read_dir(folder.file("")).expect("the folder") {
            fs::remove_file(path.expect("a file").path()).expect("it goes");
        }
    }
}
