//! Database files that are deleted, moved or replaced while the store is open.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tractor_bot::store::*;
use tractor_bot::table::UnixMillis;

use crate::home::*;

const NOW: UnixMillis = UnixMillis(1_795_353_516_000);

async fn opened() -> (Folder, Arc<dyn Store>, Claim) {
    let home = Home::sqlite();
    let store = home.owner().await;
    let claim = store.open_table(table(5)).await.unwrap();
    for number in 1..=50 {
        store.append(claim, entry(claim, number)).await.unwrap();
    }
    assert_eq!(store.check(NOW).await, Ok(()));
    match home {
        Home::Sqlite(folder) => (folder, store, claim),
        _ => unreachable!("made above"),
    }
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes the file and those beside it with these endings.
fn remove(folder: &Folder, endings: &[&str]) {
    for ending in endings {
        std::fs::remove_file(with_ending(&folder.file(FILE), ending)).unwrap();
    }
}

fn is_moved<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> bool {
    matches!(answer, Err(StoreError::Moved { .. }))
}

/// The number of entries that another process finds in the file.
async fn found(folder: &Folder, claim: Claim) -> u64 {
    let other = connect(&folder.url(FILE)).await.unwrap();
    assert_eq!(other.examine().await, Ok(vec![]));
    let found = length(&*other, claim.table()).await;
    other.close().await.unwrap();
    found
}

/// Removes files; the store must make the database anew and go on.
async fn is_made_anew(endings: &[&str]) {
    let (folder, store, claim) = opened().await;
    remove(&folder, endings);
    let refused = store.append(claim, entry(claim, 51)).await;
    assert!(is_moved(refused), "nothing goes into a file that is gone");
    assert_eq!(store.check(NOW).await, Ok(()), "{endings:?}");
    store.append(claim, entry(claim, 51)).await.unwrap();
    assert_eq!(length(&*store, claim.table()).await, 51);
    assert_eq!(found(&folder, claim).await, 51);
    // And again, as often as it happens.
    remove(&folder, &[""]);
    assert_eq!(store.check(NOW).await, Ok(()));
    store.append(claim, entry(claim, 52)).await.unwrap();
    assert_eq!(store.renew(UnixMillis(20_000)).await, Ok(vec![]));
    store.close().await.unwrap();
    let files = std::fs::read_dir(folder.path()).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["tractor.db"], "nothing else is left");
    assert_eq!(found(&folder, claim).await, 52);
}

#[tokio::test]
async fn a_deleted_file_is_made_anew() {
    is_made_anew(&[""]).await;
    is_made_anew(&["", "-wal", "-shm"]).await;
    is_made_anew(&["", "-wal"]).await;
}

#[tokio::test]
async fn a_process_that_lost_its_lock_file_takes_it_anew() {
    let (folder, store, _) = opened().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    assert_eq!(store.check(NOW).await, Ok(()));
    let other = connect(&folder.url(FILE)).await.unwrap();
    let refused = other.acquire(lease("owner", "0..0/1", 1)).await;
    assert!(
        matches!(refused, Err(StoreError::Namesake { .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_replaced_file_is_not_touched_and_nothing_is_lost() {
    let (folder, store, claim) = opened().await;
    remove(&folder, &[""]);
    std::fs::write(folder.file(FILE), "somebody else's").unwrap();
    assert!(is_moved(store.append(claim, entry(claim, 51)).await));
    let error = store.check(NOW).await.unwrap_err();
    let rescued = with_ending(&folder.file(FILE), ".rescued-1795353516000");
    assert!(
        error.to_string().contains(&*rescued.to_string_lossy()),
        "{error}"
    );
    let again = store.check(UnixMillis(NOW.0 + 2_000)).await;
    assert_eq!(again, Err(error), "one copy is enough");
    assert!(is_moved(store.append(claim, entry(claim, 51)).await));
    assert!(is_moved(store.journal(claim.table()).await));
    let there = std::fs::read_to_string(folder.file(FILE)).unwrap();
    assert_eq!(there, "somebody else's");

    let url = format!("sqlite://{}", rescued.display());
    let copy = connect(&url).await.unwrap();
    assert_eq!(length(&*copy, claim.table()).await, 50);
    copy.close().await.unwrap();
    // The operator puts the right one there: the store knows only the one it had.
    assert!(is_moved(store.check(NOW).await));
    drop(store);
    std::fs::rename(&rescued, folder.file(FILE)).unwrap();
    assert_eq!(found(&folder, claim).await, 50);
}

#[tokio::test]
async fn a_file_moved_back_in_time_goes_on() {
    let (folder, store, claim) = opened().await;
    let aside = with_ending(&folder.file(FILE), ".away");
    std::fs::rename(folder.file(FILE), &aside).unwrap();
    assert!(is_moved(store.append(claim, entry(claim, 51)).await));
    std::fs::rename(&aside, folder.file(FILE)).unwrap();
    store.append(claim, entry(claim, 51)).await.unwrap();
    assert_eq!(store.check(NOW).await, Ok(()));
    assert_eq!(length(&*store, claim.table()).await, 51);
}

/// Tables write as fast as they can while the file goes, again and again: whatever was acknowledged
/// is there, and nothing that was refused.
#[tokio::test]
async fn nothing_acknowledged_is_lost_while_the_file_goes() {
    let (folder, store, _) = opened().await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut writers = Vec::new();
    for key in 10..30 {
        let claim = store.open_table(table(key)).await.unwrap();
        let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
        writers.push(tokio::spawn(async move {
            let mut acknowledged = 0;
            while !stop.load(Ordering::Relaxed) {
                match store.append(claim, entry(claim, acknowledged + 1)).await {
                    Ok(()) => acknowledged += 1,
                    Err(StoreError::Moved { .. }) => tokio::task::yield_now().await,
                    Err(error) => panic!("{error}"),
                }
            }
            (claim, acknowledged)
        }));
    }
    let witness = store.open_table(table(99)).await.unwrap();
    let mut witnessed = 0;
    for round in 0..8 {
        let endings: &[&str] = if round % 2 == 0 {
            &[""]
        } else {
            &["", "-wal", "-shm"]
        };
        remove(&folder, endings);
        assert_eq!(store.check(NOW).await, Ok(()), "round {round}");
        for _ in 0..5 {
            witnessed += 1;
            store
                .append(witness, entry(witness, witnessed))
                .await
                .unwrap();
        }
    }
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        let (claim, acknowledged) = writer.await.unwrap();
        assert_eq!(length(&*store, claim.table()).await, acknowledged);
        assert_eq!(found(&folder, claim).await, acknowledged);
    }
    assert_eq!(found(&folder, witness).await, witnessed);
}
