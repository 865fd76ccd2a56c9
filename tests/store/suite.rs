//! Journals, leases and settings.

use std::collections::BTreeSet;

use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, Saved, TableKey, UnixMillis};

use crate::home::*;

pub async fn a_journal_is_read_back_as_it_was_written(home: &Home) {
    let store = home.owner().await;
    let new = table_in(5, 77);
    let claim = store.open_table(new.clone()).await.unwrap();
    for sequence in 1..=3 {
        store.append(claim, entry(claim, sequence)).await.unwrap();
    }
    let expected = StoredJournal {
        saved: Saved {
            table: new.table,
            game: new.game,
            header: new.header,
            snapshot: None,
            entries: (1..=3).map(|number| entry(claim, number).record).collect(),
            altered: false,
        },
        guild: new.guild,
        state: TableState::Open,
    };
    let other = home.process().await;
    for store in [&store, &other] {
        assert_eq!(store.journal(claim.table()).await, Ok(expected.clone()));
    }
    let missing = table(5).table;
    let answer = store.journal(missing).await;
    assert_eq!(answer, Err(StoreError::Missing { table: missing }));
}

pub async fn numbers_are_used_once_and_in_order(home: &Home) {
    let store = home.owner().await;
    let claim = store.open_table(table(5)).await.unwrap();
    let table = claim.table();
    let position = |number| entry(claim, number).record.position;
    let exists = |number| {
        let position = position(number);
        Err(StoreError::Exists { table, position })
    };
    let gap = |number| {
        let position = position(number);
        Err(StoreError::Gap { table, position })
    };
    for (sequence, expected) in [
        (2, gap(2)),
        (1, Ok(())),
        (1, exists(1)),
        (3, gap(3)),
        (2, Ok(())),
        (1, exists(1)),
        (2, exists(2)),
        (3, Ok(())),
    ] {
        let answer = store.append(claim, entry(claim, sequence)).await;
        assert_eq!(answer, expected, "entry {sequence}");
    }
    let twice = store.append(claim, entry_of(claim, 3, "{}")).await;
    assert_eq!(twice, exists(3));
    assert_eq!(length(&store, table).await, 3);
}

pub async fn a_channel_has_one_open_table_at_a_time(home: &Home) {
    let store = home.owner().await;
    let first = store.open_table(table(5)).await.unwrap();
    let new = table(5);
    let table_id = new.table;
    let refused = Err(StoreError::AlreadyOpen { table: table_id });
    assert_eq!(store.open_table(new).await, refused);
    store.open_table(table(6)).await.unwrap();
    store.close_table(first, UnixMillis(9)).await.unwrap();
    let second = store.open_table(table(5)).await.unwrap();
    assert_ne!(first.table(), second.table());
    store.close_table(second, UnixMillis(9)).await.unwrap();
    let again = NewTable {
        table: first.table(),
        ..table(5)
    };
    let table = first.table();
    let used = store.open_table(again).await;
    assert_eq!(used, Err(StoreError::AlreadyOpen { table }));
}

pub async fn ended_tables_take_nothing_more(home: &Home) {
    let store = home.owner().await;
    let closed = store.open_table(table(5)).await.unwrap();
    let aside = store.open_table(table(6)).await.unwrap();
    store.append(closed, entry(closed, 1)).await.unwrap();
    store.append(aside, entry(aside, 1)).await.unwrap();
    store.close_table(closed, UnixMillis(9)).await.unwrap();
    let reason = "entry 1 does not replay";
    let set_aside = store.set_aside(aside, UnixMillis(9), reason, false).await;
    set_aside.unwrap();
    for (claim, state) in [
        (closed, TableState::Closed),
        (aside, TableState::Aside(reason.to_owned())),
    ] {
        let table = claim.table();
        let refused = Err(StoreError::NotOpen { table });
        assert_eq!(store.append(claim, entry(claim, 2)).await, refused);
        assert_eq!(store.close_table(claim, UnixMillis(9)).await, refused);
        assert_eq!(
            store.set_aside(claim, UnixMillis(9), "", false).await,
            refused
        );
        let journal = store.journal(table).await.unwrap();
        assert_eq!(journal.state, state);
        assert_eq!(journal.saved.entries.len(), 1);
    }
    assert_eq!(store.open_tables(vec![0]).await, Ok(OpenTables::default()));
}

pub async fn open_tables_are_found_by_shard(home: &Home) {
    let store = home.process().await;
    let taken = take(&store, lease("one", "0..2/4", 0)).await;
    assert_eq!(taken, Ok(vec![0, 1, 2]));
    let guild = |shard: u64| (shard + 8) << 22;
    let mut opened = Vec::new();
    for (key, guild) in [(1, 0), (2, guild(1)), (3, guild(0)), (4, guild(2))] {
        let claim = store.open_table(table_in(key, guild)).await.unwrap();
        opened.push((claim, key));
    }
    let refused = store.open_table(table_in(9, guild(3))).await;
    assert_eq!(refused, Err(StoreError::NotHeld { shard: 3 }));
    let found = async |shards: Vec<u32>| -> Vec<u64> {
        let open = store.open_tables(shards).await.unwrap().tables;
        for table in &open {
            assert!(opened.contains(&(table.claim, table.claim.table().key.0)));
        }
        let keys = open.iter().map(|open| open.claim.table().key.0);
        keys.collect()
    };
    assert_eq!(found(vec![0, 1, 2, 3]).await, [1, 2, 3, 4]);
    assert_eq!(found(vec![0]).await, [1, 3]);
    assert_eq!(found(vec![3]).await, [0; 0]);
    let stranger = home.process().await;
    assert_eq!(
        stranger.open_tables(vec![0, 1, 2]).await,
        Ok(OpenTables::default())
    );
}

pub async fn without_a_lease_nothing_is_written(home: &Home) {
    let store = home.process().await;
    let refused = store.open_table(table(5)).await;
    assert_eq!(refused, Err(StoreError::NotHeld { shard: 0 }));
}

pub async fn a_takeover_fences_the_old_process_off(home: &Home) {
    let (old, new) = (home.process().await, home.process().await);
    take(&old, lease("old", "0..1/2", 0)).await.unwrap();
    let claim = old.open_table(table(5)).await.unwrap();
    old.append(claim, entry(claim, 1)).await.unwrap();

    let overlap = |answer| match answer {
        Err(StoreError::Overlap { shards, .. }) => shards,
        other => panic!("{other:?}"),
    };
    let early = take(&new, lease("new", "0..1/2", 9_999)).await;
    assert_eq!(overlap(early), [0, 1], "the lease has not expired");
    assert_eq!(old.renew(UnixMillis(15_000)).await, Ok(vec![]));
    let early = take(&new, lease("new", "0..1/2", 14_999)).await;
    assert_eq!(overlap(early), [0, 1], "the lease was renewed");
    let late = take(&new, lease("new", "0..1/2", 15_000)).await;
    assert_eq!(late, Ok(vec![0, 1]));

    let fenced = StoreError::Fenced { shard: 0 };
    let append = old.append(claim, entry(claim, 2)).await;
    assert_eq!(append, Err(fenced.clone()));
    let open = old.open_table(table(6)).await;
    assert_eq!(open, Err(fenced.clone()));
    let close = old.close_table(claim, UnixMillis(9)).await;
    assert_eq!(close, Err(fenced.clone()));

    let taken = new.open_tables(vec![0, 1]).await.unwrap().tables;
    assert_eq!(taken.len(), 1);
    assert_eq!(length(&new, claim.table()).await, 1);
    new.append(taken[0].claim, entry(taken[0].claim, 2))
        .await
        .unwrap();

    assert_eq!(old.renew(UnixMillis(30_000)).await, Ok(vec![0, 1]));
    let again = take(&old, lease("old", "0..1/2", 40_000)).await;
    assert_eq!(again, Ok(vec![0, 1]));
    let stale = old.append(claim, entry(claim, 3)).await;
    assert_eq!(stale, Err(fenced), "a claim ends with its lease");
    let taken = old.open_tables(vec![0]).await.unwrap().tables;
    old.append(taken[0].claim, entry(taken[0].claim, 3))
        .await
        .unwrap();
}

pub async fn a_restart_takes_its_own_leases_back_at_once(home: &Home) {
    let before = home.process().await;
    take(&before, lease("me", "0..0/1", 0)).await.unwrap();
    let claim = before.open_table(table(5)).await.unwrap();
    let again = take(&before, lease("me", "0..0/1", 1)).await;
    assert_eq!(again, Ok(vec![]), "it is held already");
    before.append(claim, entry(claim, 1)).await.unwrap();

    // As if it were killed: nothing is given back.
    drop(before);
    let after = home.process().await;
    let taken = take(&after, lease("me", "0..0/1", 1)).await;
    assert_eq!(taken, Ok(vec![0]));
    let append = after.append(claim, entry(claim, 2)).await;
    assert_eq!(append, Err(StoreError::Fenced { shard: 0 }));
    let open = after.open_tables(vec![0]).await.unwrap().tables;
    after
        .append(open[0].claim, entry(open[0].claim, 2))
        .await
        .unwrap();
}

pub async fn leases_given_back_are_free_at_once(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    take(&one, lease("one", "0..1/2", 0)).await.unwrap();
    one.release().await.unwrap();
    let taken = take(&two, lease("two", "1..1/2", 1)).await;
    assert_eq!(taken, Ok(vec![1]));
    let taken = take(&one, lease("one", "0..1/2", 2)).await;
    assert_eq!(taken, Ok(vec![0]));
}

pub async fn shards_are_divided_in_one_way_at_a_time(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    take(&one, lease("one", "0..1/2", 0)).await.unwrap();
    let (ours, theirs) = (3, 2);
    let refused = Err(StoreError::OtherTotal { ours, theirs });
    let other = take(&two, lease("two", "2..2/3", 1)).await;
    assert_eq!(other, refused);
    assert_eq!(take(&one, lease("one", "0..2/3", 1)).await, refused);
    let late = take(&two, lease("two", "0..2/3", 10_000)).await;
    assert_eq!(late, Ok(vec![0, 1, 2]));
    assert_eq!(one.renew(UnixMillis(20_000)).await, Ok(vec![0, 1]));
}

pub async fn appends_of_many_tables_at_once_are_judged_one_by_one(home: &Home) {
    let store = home.owner().await;
    let mut writers = Vec::new();
    for key in 0..300 {
        let claim = store.open_table(table(key)).await.unwrap();
        let store = std::sync::Arc::clone(&store);
        writers.push(tokio::spawn(async move {
            let table = claim.table();
            for sequence in 1..=3 {
                store.append(claim, entry(claim, sequence)).await.unwrap();
                if key % 7 == 0 {
                    let again = store.append(claim, entry(claim, sequence)).await;
                    let position = entry(claim, sequence).record.position;
                    assert_eq!(again, Err(StoreError::Exists { table, position }));
                }
            }
            // Two at once: one of them comes first, whichever it is.
            let (one, two) = (
                store.append(claim, entry(claim, 4)),
                store.append(claim, entry(claim, 4)),
            );
            let (one, two) = tokio::join!(one, two);
            assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
            assert_eq!(length(&store, table).await, 4);
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
}

pub async fn every_number_and_text_survives(home: &Home) {
    let store = home.owner().await;
    let mut new = table_in(u64::MAX, u64::MAX);
    new.header.line = "升级 🂡 'quoted' \"twice\" %_\\ \u{202e}".to_owned();
    new.header.at = UnixMillis(i64::MAX as u64);
    new.game = GameKind::TicTacToe;
    let claim = store.open_table(new.clone()).await.unwrap();
    let line = format!("{}\n\t\u{1}é", "长".repeat(50_000));
    let long = store.append(claim, entry_of(claim, 1, &line));
    long.await.unwrap();
    let open = store.open_tables(vec![0]).await.unwrap().tables;
    assert_eq!(open[0].claim.table(), new.table);
    assert_eq!((open[0].guild, open[0].game), (new.guild, new.game));
    let saved = store.journal(claim.table()).await.unwrap().saved;
    assert_eq!(saved.header, new.header);
    assert_eq!(saved.entries[0].line, line);
}

pub async fn what_cannot_be_kept_is_refused(home: &Home) {
    let store = home.owner().await;
    let claim = store.open_table(table(5)).await.unwrap();
    for line in ["a\0b".to_owned(), "x".repeat(2 << 20)] {
        let answer = store.append(claim, entry_of(claim, 1, &line)).await;
        assert_eq!(answer, Err(StoreError::Invalid { what: "entry" }));
    }
    let scope = Scope::Guild(GuildId(1));
    let answer = store.set_setting(scope, "prefix", Some("\0")).await;
    assert_eq!(answer, Err(StoreError::Invalid { what: "setting" }));
    store.append(claim, entry(claim, 1)).await.unwrap();
}

pub async fn settings_are_kept_by_scope(home: &Home) {
    let store = home.process().await;
    let scopes = [
        Scope::Person(PersonId(1)),
        Scope::Guild(GuildId(1)),
        Scope::Channel(TableKey(1)),
        Scope::Person(PersonId(2)),
    ];
    for (number, scope) in scopes.into_iter().enumerate() {
        let value = format!("v{number}");
        store.set_setting(scope, "a", Some("old")).await.unwrap();
        store.set_setting(scope, "a", Some(&value)).await.unwrap();
        store.set_setting(scope, "b", Some("")).await.unwrap();
    }
    store.set_setting(scopes[0], "b", None).await.unwrap();
    store.set_setting(scopes[0], "none", None).await.unwrap();
    let other = home.process().await;
    for (number, scope) in scopes.into_iter().enumerate() {
        let value = other.setting(scope, "a").await.unwrap();
        assert_eq!(value, Some(format!("v{number}")));
        let all = other.settings(scope).await.unwrap();
        assert_eq!(all.len(), if number == 0 { 1 } else { 2 });
        assert_eq!(other.setting(scope, "missing").await, Ok(None));
    }
    let named = other.settings_named("a").await.unwrap();
    let named = named.into_iter();
    let named: Vec<_> = named.map(|one| (one.scope, one.name, one.value)).collect();
    let expected = [0, 3, 1, 2].map(|number| {
        let value = format!("v{number}");
        (scopes[number], "a".to_owned(), value)
    });
    assert_eq!(BTreeSet::from_iter(named), BTreeSet::from(expected));
    assert_eq!(other.settings_named("A").await, Ok(vec![]));
    // What two take at once, one of them gets.
    let taken = tokio::join!(
        store.take_setting(scopes[1], "a"),
        other.take_setting(scopes[1], "a")
    );
    let got: Vec<_> = [taken.0, taken.1].map(Result::unwrap).into_iter().collect();
    assert_eq!(got.iter().flatten().count(), 1, "{got:?}");
    assert_eq!(other.setting(scopes[1], "a").await, Ok(None));
    assert_eq!(other.setting(scopes[1], "b").await, Ok(Some(String::new())));
}
