//! What outlives a table's end: snapshots while it is open, then packs, and what is set aside.

use tractor_bot::store::*;
use tractor_bot::table::{TableId, TableKey, UnixMillis};

use crate::home::*;

fn with_snapshot(table_id: TableId, number: u64, snapshot: &str) -> NewEntry {
    NewEntry {
        snapshot: Some(snapshot.to_owned()),
        ..entry(table_id, number)
    }
}

fn kept(match_number: u32, round: Option<u32>) -> Finish {
    finish(match_number, round, Vec::new())
}

/// A table with so many entries, the last of which finishes a match of two rounds.
async fn played(store: &Db, key: u64, entries: u64) -> TableId {
    let table_id = opened(store, table(key)).await;
    append(store, table_id, 1..=entries - 1).await;
    let last = NewEntry {
        finished: vec![kept(1, Some(1)), kept(1, Some(2)), kept(1, None)],
        ..entry(table_id, entries)
    };
    store.append(table_id, last).await.unwrap();
    table_id
}

pub async fn a_table_goes_on_from_its_latest_snapshot(home: &Home) {
    let store = home.process().await;
    let table = opened(&store, table(5)).await;
    let whole = store.resume(table).await.unwrap();
    assert_eq!((whole.saved.snapshot, whole.saved.entries.len()), (None, 0));
    for number in 1..=9 {
        let new = match number {
            3 | 6 => with_snapshot(table, number, &format!("after {number}")),
            _ => entry(table, number),
        };
        store.append(table, new).await.unwrap();
    }
    let resumed = store.resume(table).await.unwrap();
    let snapshot = resumed.saved.snapshot.unwrap();
    assert_eq!(snapshot.line, "after 6");
    assert_eq!(snapshot.position, entry(table, 6).record.position);
    // The entry that led to the snapshot, and those after it.
    let rest = [6, 7, 8, 9].map(|number| entry(table, number).record);
    assert_eq!(resumed.saved.entries, rest);
    assert_eq!(length(&store, table).await, 9, "the journal stays whole");
    // One that is refused leaves none.
    let twice = NewEntry {
        snapshot: Some("twice".to_owned()),
        ..entry_of(table, 9, "{}")
    };
    assert!(store.append(table, twice).await.is_err());
    let resumed = store.resume(table).await.unwrap();
    assert_eq!(resumed.saved.snapshot, Some(snapshot));
    close(&store, table).await;
    let closed = store.resume(table).await.unwrap();
    assert_eq!(
        closed.saved.entries.len(),
        closed.saved.snapshot.map_or(9, |_| 3)
    );
}

pub async fn packed_journals_read_as_before(home: &Home) {
    let store = home.process().await;
    let (table, two) = (played(&store, 5, 40).await, played(&store, 6, 3).await);
    assert_eq!(store.unpacked(9).await, Ok(vec![]), "both are open");
    let open = Err(StoreError::Missing(table));
    assert_eq!(store.pack(table).await, open, "an open table is not packed");
    for table in [table, two] {
        close(&store, table).await;
    }
    let before = store.journal(table).await.unwrap();
    assert_eq!(store.unpacked(1).await, Ok(vec![table]));
    assert_eq!(store.unpacked(9).await, Ok(vec![table, two]));
    assert_eq!(store.pack(table).await, Ok(40));
    assert_eq!(store.pack(table).await, Ok(0), "once is enough");
    assert_eq!(store.unpacked(9).await, Ok(vec![two]));
    assert_eq!(store.journal(table).await, Ok(before.clone()));
    assert_eq!(store.resume(table).await, Ok(before));
    assert_eq!(length(&store, two).await, 3);
    assert_eq!(store.examine(unread).await, Ok(vec![]));
}

pub async fn old_journals_are_pruned_and_their_history_stays(home: &Home) {
    let store = home.process().await;
    let mut tables = Vec::new();
    for key in 0..25 {
        let table = played(&store, key, 2).await;
        // The last one stays open, the one before ended late.
        if key < 24 {
            let at = if key == 23 { 9_000 } else { 5_000 + key };
            store.close_table(table, UnixMillis(at)).await.unwrap();
        }
        if key % 3 == 0 && key < 24 {
            store.pack(table).await.unwrap();
        }
        tables.push(table);
    }
    let closed = async |since, most| {
        let closed = store.closed_since(UnixMillis(since), most).await;
        let closed = closed.unwrap().into_iter();
        closed
            .map(|(table, at)| (table.key.0, at.0))
            .collect::<Vec<_>>()
    };
    assert_eq!(closed(5_022, 9).await, [(23, 9_000), (22, 5_022)]);
    assert_eq!(closed(0, 1).await, [(23, 9_000)]);
    assert_eq!(store.prune(UnixMillis(9_000)).await, Ok(23));
    assert_eq!(store.prune(UnixMillis(9_000)).await, Ok(0));
    assert_eq!(closed(0, 9).await, [(23, 9_000)]);
    for (&table, key) in tables.iter().zip(0..) {
        let history = store.history(TableKey(key), 0, 9).await.unwrap();
        assert_eq!(history.len(), 3);
        if key < 23 {
            let pruned = Err(StoreError::Pruned(table));
            assert_eq!(store.journal(table).await, pruned);
            assert_eq!(store.resume(table).await, pruned);
        } else {
            assert_eq!(length(&store, table).await, 2);
        }
    }
    assert_eq!(store.examine(unread).await, Ok(vec![]));
}

pub async fn of_a_server_the_latest_journals_are_kept(home: &Home) {
    let store = home.process().await;
    let mut tables = Vec::new();
    // Fifteen of one server, the last of which closed first, three of another, and three of none.
    for key in 0..21 {
        let guild = [4 << 22, 4 << 22, 4 << 22, 4 << 22, 4 << 22, 5 << 22, 0][key as usize / 3];
        let table_id = opened(&store, table_in(key, guild)).await;
        append(&store, table_id, 1..=1).await;
        let at = if key == 14 { 100 } else { 5_000 + key };
        store.close_table(table_id, UnixMillis(at)).await.unwrap();
        tables.push(table_id);
    }
    let open = opened(&store, table_in(99, 4 << 22)).await;
    assert_eq!(store.prune_beyond(3).await, Ok(12));
    assert_eq!(store.prune_beyond(3).await, Ok(0));
    for (&table, key) in tables.iter().zip(0_u64..) {
        let gone = key < 11 || key == 14;
        let journal = store.journal(table).await;
        assert_eq!(journal.is_err(), gone, "{key}");
    }
    assert!(store.journal(open).await.is_ok());
}

pub async fn a_person_is_forgotten_in_what_is_packed(home: &Home) {
    let store = home.process().await;
    let table_id = opened(&store, table(5)).await;
    let line = format!(r#"{{"sit":{{"name":"Ann","person":{}}}}}"#, ANN.0);
    let mut first = with_snapshot(table_id, 1, &line);
    first.record.line.clone_from(&line);
    first.finished = vec![kept(1, Some(1)), kept(2, None)];
    store.append(table_id, first).await.unwrap();
    let other = played(&store, 6, 3).await;
    let table = table_id;
    for table_id in [table_id, other] {
        close(&store, table_id).await;
        store.pack(table_id).await.unwrap();
    }

    assert_eq!(store.forget(ANN).await, Ok(1));
    let clean = r#"{"sit":{"name":"","person":1}}"#;
    let journal = store.journal(table).await.unwrap();
    assert!(journal.saved.altered);
    assert_eq!(journal.saved.entries[0].line, clean);
    let untouched = store.journal(other).await.unwrap();
    assert!(!untouched.saved.altered);
    assert_eq!(store.forget(ANN).await, Ok(0));
    assert_eq!(store.examine(unread).await, Ok(vec![]));
}

pub async fn what_is_set_aside_can_be_tried_again(home: &Home) {
    let store = home.process().await;
    let open = async |key| {
        let table = opened(&store, table(key)).await;
        let first = store.append(table, with_snapshot(table, 1, "{}"));
        first.await.unwrap();
        table
    };
    let (damaged, later) = (open(5).await, open(6).await);
    let aside = |table_id, reason, later| set_aside(&store, table_id, (reason, later));
    aside(damaged, "it panics", false).await.unwrap();
    aside(later, "a rule of tomorrow", true).await.unwrap();
    let listed = store.aside().await.unwrap();
    let reasons: Vec<_> = listed
        .iter()
        .map(|a| (a.table, &*a.reason, a.later))
        .collect();
    let expected = [
        (Some(damaged), "it panics", false),
        (Some(later), "a rule of tomorrow", true),
    ];
    assert_eq!(reasons, expected);
    assert_eq!(listed[0].at, Some(UnixMillis(9_000)));
    assert_eq!(listed[0].game, "tractor");

    let tables = async || -> Vec<TableId> {
        let tables = store.aside_later().await.unwrap();
        tables.iter().map(|open| open.table).collect()
    };
    assert_eq!(tables().await, [later]);
    store.retry(listed[0].row).await.unwrap();
    assert_eq!(tables().await, [damaged, later]);
    // Its channel has a new table by now.
    let new = opened(&store, table(5)).await;
    assert_eq!(tables().await, [later]);
    let (table, row) = (damaged, listed[0].row);
    let refused = store.reopen(row).await;
    assert_eq!(refused, Err(StoreError::NoRow(row)));
    close(&store, new).await;

    let again = store.aside_later().await.unwrap();
    for open in &again {
        store.reopen(open.row).await.unwrap();
        let resumed = store.resume(open.table).await.unwrap();
        assert_eq!(resumed.state, TableState::Open);
        append(&store, open.table, 2..=2).await;
    }
    assert_eq!(store.open_tables(None).await.unwrap().tables, again);
    assert_eq!(store.aside().await, Ok(vec![]));
    let gone = Err(StoreError::NoRow(row));
    assert_eq!(store.retry(row).await, gone);
    assert_eq!(store.discard(row).await, gone);
    aside(damaged, "again", false).await.unwrap();
    store.discard(row).await.unwrap();
    assert_eq!(store.aside().await, Ok(vec![]));
    let pruned = Err(StoreError::Pruned(table));
    assert_eq!(store.journal(table).await, pruned);
    assert_eq!(store.examine(unread).await, Ok(vec![]));
}
