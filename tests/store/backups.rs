//! Backups: whole, consistent while others write, and from one kind of store to the other.

use std::path::PathBuf;
use std::sync::Arc;

use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableId, TableKey};

use crate::home::*;

/// Everything that can be asked of a store about two tables.
async fn told(store: &Db, tables: &[TableId]) -> String {
    let mut told = String::new();
    for &table in tables {
        let journal = store.journal(table).await;
        let history = store.history(table.key, 0, 99).await;
        told += &format!("{journal:?}\n{history:?}\n");
    }
    let stats = store.stats(PersonId(1), Reach::Everywhere).await;
    let settings = store.settings(Scope::Channel(TableKey(5))).await;
    let aside = store.aside().await;
    told + &format!("{stats:?}\n{settings:?}\n{aside:?}")
}

pub async fn fill(store: &Db) -> Vec<TableId> {
    let mut tables = Vec::new();
    for key in 5..12 {
        let table_id = opened(store, table_in(key, key << 22)).await;
        for number in 1..=150 {
            let mut new = entry(table_id, number);
            if number == 75 {
                new.snapshot = Some("{}".to_owned());
                new.finished = vec![Finish {
                    position: new.record.position,
                    at: new.record.at,
                    daily: None,
                    ..finish(
                        1,
                        Some(1),
                        vec![tally(PersonId(1), &[(Counter::Rounds, 1)])],
                    )
                }];
            }
            store.append(table_id, new).await.unwrap();
        }
        match key {
            6 => {
                close(store, table_id).await;
                store.pack(table_id).await.unwrap();
            }
            7 => {
                set_aside(store, table_id, ("why", true)).await.unwrap();
            }
            _ => {}
        }
        tables.push(table_id);
    }
    let scope = Scope::Channel(TableKey(5));
    set(store, scope, "prefix", "!").await;
    tables
}

/// Backs this home up, and restores the file into another.
async fn moves(from: &Home, to: &Home) {
    let store = from.process().await;
    let tables = fill(&store).await;
    let folder = Folder::new();
    let file: PathBuf = folder.file("backup.db");
    // While it goes on: what is written meanwhile is in it, or not, but never half of it.
    let busy = {
        let (store, table_id) = (Arc::clone(&store), tables[0]);
        tokio::spawn(async move { append(&store, table_id, 151..=250).await })
    };
    let backed_up = store.backup(file.clone(), unread).await.unwrap();
    busy.await.unwrap();
    let occupied = store.backup(file.clone(), unread).await;
    assert!(matches!(occupied, Err(StoreError::Occupied { .. })));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");

    let restored = to.process().await;
    let copied = restored.restore_from(&file, unread).await.unwrap();
    assert!(copied > 900, "{copied}");
    assert_eq!(copied, backed_up);
    let there = length(&restored, tables[0]).await;
    assert!((150..=250).contains(&there), "{there}");
    let rest = &tables[1..];
    assert_eq!(told(&restored, rest).await, told(&store, rest).await);
    assert_eq!(restored.examine(unread).await, Ok(vec![]));
    let again = restored.restore_from(&file, unread).await;
    assert_eq!(again, Err(StoreError::NotEmpty));
    // New tables get new numbers.
    let open = restored.open_tables(None).await.unwrap();
    let salts: Vec<_> = open.tables.iter().map(|open| open.salt).collect();
    assert!(salts.iter().all(|salt| salt.is_some() && *salt == salts[0]));
    assert_eq!((open.tables.len(), open.damaged.len()), (5, 0));
    let resumed = restored.resume(open.tables[0].table).await.unwrap();
    assert!(resumed.saved.snapshot.is_some());
    restored.open_table(table(99)).await.unwrap();
    let open = restored.open_tables(None).await.unwrap();
    assert_eq!(open.tables.last().unwrap().salt, None);
}

#[tokio::test]
async fn a_file_is_backed_up_and_restored() {
    moves(&Home::sqlite(), &Home::sqlite()).await;
}

/// Who signed out after a backup was made stays signed out when it is put back, whichever way that is done. Who comes
/// from a browser alone is known by their session and by nothing else: they keep it.
#[tokio::test]
async fn a_backup_that_is_put_back_signs_nobody_in_who_comes_from_elsewhere() {
    let (from, to) = (Home::sqlite(), Home::sqlite());
    let store = from.process().await;
    let (elsewhere, browser) = (PersonId(613_425), PersonId((1 << 62) | 5));
    let kept = [
        ("browser session aa", "{}"),
        ("browser link bb", "{}"),
        ("browser name", "Ana"),
        ("language", "zh-CN"),
    ];
    for person in [elsewhere, browser] {
        for (name, value) in kept {
            set(&store, Scope::Person(person), name, value).await;
        }
    }
    let folder = Folder::new();
    let (file, used) = (folder.file("backup.db"), folder.file("used.db"));
    store.backup(file.clone(), unread).await.unwrap();
    std::fs::copy(&file, &used).unwrap();
    let restored = to.process().await;
    restored.restore_from(&file, unread).await.unwrap();
    let url = folder.url("used.db");
    for store in [restored, connect(&url).await.unwrap()] {
        let settings = async |person| store.settings(Scope::Person(person)).await.unwrap();
        let left: Vec<String> = settings(elsewhere).await.into_keys().collect();
        assert_eq!(left, ["browser name", "language"]);
        assert_eq!(settings(browser).await.len(), kept.len());
        store.close().await.unwrap();
    }
}

/// A backup that was killed leaves a part of a copy: the next one takes it away, and leaves alone what another one is
/// making, and what is not ours.
#[tokio::test]
async fn what_killed_backups_left_is_taken_away_by_the_next_one() {
    let home = Home::sqlite();
    let store = home.process().await;
    let folder = Folder::new();
    let (dead, alive) = ("0123456789abcdef".repeat(2), "fedcba9876543210".repeat(2));
    let left = [
        format!("monday.db.partial-{dead}"),
        format!("monday.db.partial-{dead}-wal"),
        format!("monday.db.life-{dead}.lock"),
        format!("today.db.partial-{dead}"),
    ];
    let others = [
        format!("monday.db.partial-{alive}"),
        format!("monday.db.life-{alive}.lock"),
        "monday.db.partial-notes".to_owned(),
        "monday.db".to_owned(),
    ];
    for name in left.iter().chain(&others) {
        std::fs::write(folder.file(name), "half").unwrap();
    }
    let running = std::fs::File::open(folder.file(&others[1])).unwrap();
    running.lock().unwrap();
    let file = folder.file("today.db");
    store.backup(file, unread).await.unwrap();
    let mut found: Vec<String> = std::fs::read_dir(folder.file(""))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut expected = others.to_vec();
    expected.push("today.db".to_owned());
    expected.sort();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn files_that_are_not_there_are_refused() {
    let folder = Folder::new();
    let file = folder.file("none.db");
    assert!(check_backup(&file, unread).await.is_err());
    assert!(!file.exists());
}

/// What is only in the log is in the backup, by whichever name the file is known.
#[cfg(unix)]
#[tokio::test]
async fn a_link_leads_to_all_that_is_there() {
    let home = Home::sqlite();
    let store = home.process().await;
    fill(&store).await;
    let url = home.url();
    let folder = Folder::new();
    let link = folder.file("link.db");
    std::os::unix::fs::symlink(home.folder().file(FILE), &link).unwrap();
    let mut rows = Vec::new();
    for (url, file) in [(url.clone(), "a.db"), (folder.url("link.db"), "b.db")] {
        let source = open(&url, Access::Copy).await.unwrap();
        rows.push(source.backup(folder.file(file), unread).await.unwrap());
        source.close().await.unwrap();
    }
    assert!(rows[0] > 900 && rows[0] == rows[1], "{rows:?}");
}

/// A log whose file is gone would be played into the new one.
#[tokio::test]
async fn a_log_that_is_left_of_another_file_is_refused() {
    let home = Home::sqlite();
    let store = home.process().await;
    fill(&store).await;
    let folder = Folder::new();
    let log = home.folder().file("tractor.db-wal");
    std::fs::copy(log, folder.file("tractor.db-wal")).unwrap();
    let refused = connect(&folder.url("tractor.db")).await;
    let refused = refused.err().expect("it is not opened");
    assert!(
        matches!(refused, StoreError::StrangeLog { .. }),
        "{refused}"
    );
    assert!(!folder.file("tractor.db").exists());
}

/// What was changed in a backup is told by everybody who reads it, and not sealed anew.
#[tokio::test]
async fn a_backup_that_was_changed_is_told_and_not_copied() {
    let (home, empty, folder) = (Home::sqlite(), Home::sqlite(), Folder::new());
    let store = home.process().await;
    fill(&store).await;
    let file = folder.file("backup.db");
    store.backup(file.clone(), unread).await.unwrap();
    let url = folder.url("backup.db");
    by_hand(&url, "UPDATE people SET name = 'Mallory'").await;
    let changed = open(&url, Access::Copy).await.unwrap();
    let found = changed.examine(unread).await.unwrap();
    assert!(
        found
            .iter()
            .any(|found| found.what.contains("what was written to it"))
    );
    let again = changed.backup(folder.file("again.db"), unread).await;
    assert!(
        matches!(again, Err(StoreError::Unsound { .. })),
        "{again:?}"
    );
    let put_back = empty.process().await.restore_from(&file, unread).await;
    assert!(
        matches!(put_back, Err(StoreError::Unsound { .. })),
        "{put_back:?}"
    );
    assert!(!folder.file("again.db").exists());
}

/// What others have put into the file, and what is only kept in memory, is no hindrance; a database with anything in it
/// is not filled.
#[tokio::test]
async fn any_store_is_backed_up_and_only_an_empty_one_is_filled() {
    let (home, folder) = (Home::sqlite(), Folder::new());
    let store = home.process().await;
    fill(&store).await;
    store.close().await.unwrap();
    let (kept, url) = (folder.file("kept.db"), home.url());
    by_hand(&url, "CREATE TABLE \"order\" (c0, \"my note\")").await;
    let source = open(&url, Access::Copy).await.unwrap();
    let rows = source.backup(kept.clone(), unread).await.unwrap();
    let memory = MemoryStore::new();
    assert_eq!(memory.restore_from(&kept, unread).await, Ok(rows));
    assert_eq!(
        memory.backup(folder.file("memory.db"), unread).await,
        Ok(rows)
    );
    let used = Home::sqlite();
    let used = used.process().await;
    let secret = DailySecret {
        secret: tractor_bot::chance::Seed::from_number(1),
        first: 20_000,
    };
    used.daily_secret(secret).await.unwrap();
    assert_eq!(
        used.restore_from(&kept, unread).await,
        Err(StoreError::NotEmpty)
    );
}

#[cfg(feature = "postgres")]
mod postgres {
    use super::*;

    #[tokio::test]
    #[ignore = "needs PostgreSQL"]
    async fn a_server_is_backed_up_and_restored_into_either() {
        let server = Home::postgres("backed_up").await;
        moves(&server, &Home::postgres("restored").await).await;
        moves(&Home::postgres("moved_from").await, &Home::sqlite()).await;
    }

    #[tokio::test]
    #[ignore = "needs PostgreSQL"]
    async fn a_file_moves_to_a_server() {
        moves(&Home::sqlite(), &Home::postgres("moved_to").await).await;
    }
}
