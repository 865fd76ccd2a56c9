//! Database files that are deleted, moved or replaced while the store is open.

use std::sync::Arc;

use tractor_bot::store::*;
use tractor_bot::table::TableId;

use crate::home::*;

async fn opened() -> (Folder, Arc<Db>, TableId) {
    let folder = Folder::new();
    let store = connect(&folder.url(FILE)).await.unwrap();
    let table_id = crate::home::opened(&store, table(5)).await;
    append(&store, table_id, 1..=50).await;
    assert_eq!(store.check(), Ok(()));
    (folder, store, table_id)
}

/// Removes the file and those beside it with these endings.
fn remove(folder: &Folder, endings: &[&str]) {
    for ending in endings {
        std::fs::remove_file(folder.file(&format!("{FILE}{ending}"))).unwrap();
    }
}

fn is_moved<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> bool {
    matches!(answer, Err(StoreError::Moved { .. }))
}

#[tokio::test]
async fn nothing_goes_into_a_file_that_is_gone() {
    for endings in [&[""][..], &["", "-wal", "-shm"], &["", "-wal"]] {
        let (folder, store, table_id) = opened().await;
        remove(&folder, endings);
        assert!(is_moved(store.append(table_id, entry(table_id, 51)).await));
        assert!(is_moved(store.journal(table_id).await));
        let error = store.check().unwrap_err();
        assert!(
            error.to_string().contains("was deleted or moved away"),
            "{error}"
        );
        assert!(!folder.file(FILE).exists(), "{endings:?}");
    }
}

#[tokio::test]
async fn a_replaced_file_is_not_touched() {
    let (folder, store, table_id) = opened().await;
    remove(&folder, &[""]);
    std::fs::write(folder.file(FILE), "somebody else's").unwrap();
    assert!(is_moved(store.append(table_id, entry(table_id, 51)).await));
    let error = store.check().unwrap_err();
    assert!(
        error.to_string().contains("was replaced by another one"),
        "{error}"
    );
    assert!(is_moved(store.journal(table_id).await));
    store.close().await.unwrap();
    let there = std::fs::read_to_string(folder.file(FILE)).unwrap();
    assert_eq!(there, "somebody else's");
}

#[tokio::test]
async fn a_file_moved_back_in_time_goes_on() {
    let (folder, store, table_id) = opened().await;
    let aside = folder.file("away.db");
    std::fs::rename(folder.file(FILE), &aside).unwrap();
    assert!(is_moved(store.append(table_id, entry(table_id, 51)).await));
    std::fs::rename(&aside, folder.file(FILE)).unwrap();
    append(&store, table_id, 51..=51).await;
    assert_eq!(store.check(), Ok(()));
    assert_eq!(length(&store, table_id).await, 51);
}
