//! A power cut in the middle of a write.

use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableId};

use crate::home::*;

/// What an entry finishes: every fourth one a round.
fn finished(number: u64, table_id: TableId) -> NewEntry {
    let mut new = entry(table_id, number);
    if number.is_multiple_of(4) {
        new.finished = vec![Finish {
            position: new.record.position,
            at: new.record.at,
            ..finish(
                1,
                Some(number as u32 / 4),
                vec![tally(PersonId(1), &[(Counter::Rounds, 1)])],
            )
        }];
    }
    new
}

/// A power cut may leave any part of the last writes: every cut of the log must open, and hold the
/// entries up to some point, with what they finished. A killed process leaves less than that behind.
#[tokio::test]
async fn a_log_cut_off_anywhere_holds_a_whole_beginning() {
    let home = Home::sqlite();
    let store = home.process().await;
    let table_id = opened(&store, table(5)).await;
    // Into the file, so that the log holds the entries alone.
    store.close().await.unwrap();
    let store = home.process().await;
    for number in 1..=12 {
        let table_id = store.open_tables(None).await.unwrap().tables[0].table;
        let appended = store.append(table_id, finished(number, table_id));
        appended.await.unwrap();
    }
    let folder = home.folder();
    let log_of = |folder: &Folder| folder.file("tractor.db-wal");
    let database = std::fs::read(folder.file(FILE)).unwrap();
    let log = std::fs::read(log_of(folder)).unwrap();
    let mut lengths = Vec::new();
    for cut in (0..=log.len()).step_by(1_999).chain([log.len()]) {
        let torn = Folder::new();
        std::fs::write(torn.file(FILE), &database).unwrap();
        let mut rest = log[..cut].to_vec();
        // What the disk had there before.
        rest.resize(log.len(), 0xAA);
        std::fs::write(log_of(&torn), rest).unwrap();
        let torn = Home::Sqlite(torn);
        let store = torn.process().await;
        let there = length(&store, table_id).await;
        lengths.push(there);
        // A round is counted with the entry that ended it, or not at all.
        let stats = store.stats(PersonId(1), Reach::Everywhere).await.unwrap();
        let rounds = stats.total(GameKind::Tractor, Counter::Rounds);
        assert_eq!(rounds.cast_unsigned(), there / 4);
        let open = store.open_tables(None).await.unwrap().tables;
        let next = finished(there + 1, open[0].table);
        store.append(open[0].table, next).await.unwrap();
    }
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert_eq!((lengths[0], lengths.last()), (0, Some(&12)));
}
