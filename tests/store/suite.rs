//! Journals, processes that share them, and settings.

use std::collections::BTreeSet;

use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, Position, Saved, TableKey, UnixMillis};

use crate::home::*;

pub async fn a_journal_is_read_back_as_it_was_written(home: &Home) {
    let store = home.process().await;
    let new = table_in(5, 77);
    let table_id = opened(&store, new.clone()).await;
    append(&store, table_id, 1..=3).await;
    let expected = StoredJournal {
        saved: Saved {
            table: new.table,
            game: new.game,
            header: new.header,
            snapshot: None,
            entries: (1..=3)
                .map(|number| entry(table_id, number).record)
                .collect(),
            altered: false,
        },
        guild: new.guild,
        state: TableState::Open,
    };
    let other = home.process().await;
    for store in [&store, &other] {
        assert_eq!(store.journal(table_id).await, Ok(expected.clone()));
    }
    let missing = table(5).table;
    let answer = store.journal(missing).await;
    assert_eq!(answer, Err(StoreError::Missing(missing)));
}

pub async fn numbers_are_used_once_and_in_order(home: &Home) {
    let store = home.process().await;
    let table = opened(&store, table(5)).await;
    let position = |number| entry(table, number).record.position;
    let conflict = |number| {
        let position = position(number);
        Err(StoreError::Conflict { table, position })
    };
    for (sequence, expected) in [
        (2, conflict(2)),
        (1, Ok(())),
        // Whoever does not know whether it was written asks again.
        (1, Ok(())),
        (3, conflict(3)),
        (2, Ok(())),
        (1, Ok(())),
        (3, Ok(())),
    ] {
        let answer = store.append(table, entry(table, sequence)).await;
        assert_eq!(answer, expected, "entry {sequence}");
    }
    for number in 1..=3 {
        let twice = store.append(table, entry_of(table, number, "{}")).await;
        assert_eq!(twice, conflict(number));
    }
    assert_eq!(length(&store, table).await, 3);
}

pub async fn a_channel_has_one_open_table_at_a_time(home: &Home) {
    let store = home.process().await;
    let first = opened(&store, table(5)).await;
    let new = table(5);
    let refused = Err(StoreError::AlreadyOpen(new.table));
    assert_eq!(store.open_table(new).await, refused);
    store.open_table(table(6)).await.unwrap();
    close(&store, first).await;
    let second = opened(&store, table(5)).await;
    assert_ne!(first, second);
    close(&store, second).await;
    let again = NewTable {
        table: first,
        ..table(5)
    };
    let used = store.open_table(again).await;
    assert_eq!(used, Err(StoreError::AlreadyOpen(first)));
}

pub async fn ended_tables_take_nothing_more(home: &Home) {
    let store = home.process().await;
    let closed = opened(&store, table(5)).await;
    let aside = opened(&store, table(6)).await;
    append(&store, closed, 1..=1).await;
    append(&store, aside, 1..=1).await;
    close(&store, closed).await;
    let reason = "entry 1 does not replay";
    set_aside(&store, aside, (reason, false)).await.unwrap();
    for (table, state) in [
        (closed, TableState::Closed),
        (aside, TableState::Aside(reason.to_owned())),
    ] {
        let refused = Err(StoreError::NotOpen(table));
        let now = UnixMillis(9);
        let late = entry(table, 2);
        let position = late.record.position;
        let conflict = Err(StoreError::Conflict { table, position });
        assert_eq!(store.append(table, late).await, conflict);
        assert_eq!(store.close_table(table, now).await, refused);
        let again = set_aside(&store, table, ("", false)).await;
        assert!(matches!(again, Err(StoreError::NoRow(_))));
        let journal = store.journal(table).await.unwrap();
        assert_eq!(journal.state, state);
        assert_eq!(journal.saved.entries.len(), 1);
    }
    assert_eq!(store.open_tables(None).await, Ok(OpenTables::default()));
}

/// Two processes write the same journal: of what both write at one position one is there, and the other reads on.
pub async fn of_two_processes_that_write_at_one_position_one_does(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    let table = opened(&one, table(5)).await;
    for number in 1..=20 {
        let [ours, theirs] = ["ours", "theirs"].map(|line| entry_of(table, number, line));
        let position = ours.record.position;
        let (first, second) = tokio::join!(
            one.append(table, ours.clone()),
            two.append(table, theirs.clone())
        );
        let taken = Err(StoreError::Conflict { table, position });
        assert_eq!(first.is_ok(), second == taken, "{first:?} {second:?}");
        assert_eq!(second.is_ok(), first == taken, "{first:?} {second:?}");
        let before = Position(position.0 - 1);
        let (state, behind) = two.read_on(table, before).await.unwrap();
        let written = if first.is_ok() { ours } else { theirs };
        assert_eq!(
            (state, behind),
            (TableState::Open, vec![written.record.clone()])
        );
        // Who does not know whether it was written writes it once more.
        assert_eq!(two.append(table, written).await, Ok(()));
    }
    let ends = two.positions().await.unwrap();
    assert_eq!(ends, [(table, Position(table.opening.0 + 20))]);
}

pub async fn what_one_process_ended_the_other_reads_to_its_end(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    let table = opened(&one, table(5)).await;
    append(&one, table, 1..=3).await;
    close(&one, table).await;
    one.pack(table).await.unwrap();
    let first = entry(table, 1).record.position;
    let (state, behind) = two.read_on(table, first).await.unwrap();
    let expected: Vec<_> = (2..=3).map(|number| entry(table, number).record).collect();
    assert_eq!((state, behind), (TableState::Closed, expected));
    assert_eq!(two.positions().await, Ok(vec![]));
    let late = entry(table, 4);
    let position = late.record.position;
    let refused = Err(StoreError::Conflict { table, position });
    assert_eq!(two.append(table, late).await, refused);
}

pub async fn who_serves_the_same_is_refused_to_start(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    let now = UnixMillis(1_795_353_516_000);
    let shards = |text: &str| Some(text.parse().unwrap());
    let is_file = home.url().starts_with("sqlite");
    one.serve(shards("0..1/4"), now).await.unwrap();
    assert_eq!(one.serve(shards("0..1/4"), now).await, Ok(()), "it goes on");
    let refused = |asked: Result<(), StoreError>| match asked {
        Err(StoreError::InUse(holder)) => holder,
        other => panic!("{other:?}"),
    };
    if is_file {
        let holder = refused(two.serve(shards("2..3/4"), now).await);
        let process = format!("process {}", std::process::id());
        assert!(holder.contains(&process), "{holder}");
        assert!(holder.contains("2026-11-22 13:18:36 UTC"), "{holder}");
    } else {
        two.serve(shards("2..3/4"), now).await.unwrap();
        let three = home.process().await;
        assert!(refused(three.serve(None, now).await).contains("same database"));
        drop(two);
    }
    // Nothing is given back, as when it is killed.
    drop(one);
    let next = home.process().await;
    next.serve(shards("0..3/4"), now).await.unwrap();
    next.close().await.unwrap();
    let last = home.process().await;
    last.serve(None, now).await.unwrap();
}

pub async fn sessions_wait_for_one_another(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    let Some(turn) = one.queue(0).await.unwrap() else {
        assert!(home.url().starts_with("sqlite"), "nobody else is there");
        return;
    };
    let other = two.queue(1).await.unwrap();
    let waits = two.queue(0);
    let mut waits = std::pin::pin!(waits);
    let early = tokio::time::timeout(std::time::Duration::from_millis(300), waits.as_mut());
    assert!(early.await.is_err(), "one after the other");
    drop((turn, other));
    assert!(waits.await.unwrap().is_some());
}

pub async fn words_reach_the_others(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    let (Some(ours), Some(theirs)) = (one.notices(), two.notices()) else {
        assert!(home.url().starts_with("sqlite"));
        return;
    };
    let (mut own, mut heard) = (ours.hear(), theirs.hear());
    for heard in [&mut own, &mut heard] {
        assert_eq!(heard.recv().await, Ok(Notice::Missed), "it listens");
    }
    for number in 0..50 {
        ours.tell("settings", &format!("guild {number} 牌"));
    }
    for number in 0..50 {
        let expected = Notice::Word {
            topic: "settings".to_owned(),
            body: format!("guild {number} 牌"),
        };
        assert_eq!(heard.recv().await, Ok(expected));
    }
    // Nobody hears their own words.
    theirs.tell("last", "word");
    let last = own.recv().await;
    assert!(matches!(last, Ok(Notice::Word { topic, .. }) if topic == "last"));
}

pub async fn appends_of_many_tables_at_once_are_judged_one_by_one(home: &Home) {
    let store = home.process().await;
    let mut writers = Vec::new();
    for key in 0..300 {
        let table = opened(&store, table(key)).await;
        let store = std::sync::Arc::clone(&store);
        writers.push(tokio::spawn(async move {
            for sequence in 1..=3 {
                append(&store, table, sequence..=sequence).await;
                if key % 7 == 0 {
                    let again = store.append(table, entry_of(table, sequence, "{}")).await;
                    let position = entry(table, sequence).record.position;
                    assert_eq!(again, Err(StoreError::Conflict { table, position }));
                }
            }
            // Two at once: one of them comes first, whichever it is.
            let (one, two) = (
                store.append(table, entry_of(table, 4, "one")),
                store.append(table, entry_of(table, 4, "two")),
            );
            let (one, two) = tokio::join!(one, two);
            assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
            let third = entry(table, 3).record.position;
            let (_, there) = store.read_on(table, third).await.unwrap();
            assert_eq!(there.len(), 1);
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
}

pub async fn every_number_and_text_survives(home: &Home) {
    let store = home.process().await;
    let mut new = table_in(u64::MAX, u64::MAX);
    new.header.line = "升级 🂡 'quoted' \"twice\" %_\\ \u{202e}".to_owned();
    new.header.at = UnixMillis(i64::MAX as u64);
    new.game = GameKind::TicTacToe;
    let table_id = opened(&store, new.clone()).await;
    let line = format!("{}\n\t\u{1}é", "长".repeat(50_000));
    let long = store.append(table_id, entry_of(table_id, 1, &line));
    long.await.unwrap();
    let open = store.open_tables(None).await.unwrap().tables;
    assert_eq!(open[0].table, new.table);
    assert_eq!((open[0].guild, open[0].game), (new.guild, new.game));
    let saved = store.journal(table_id).await.unwrap().saved;
    assert_eq!(saved.header, new.header);
    assert_eq!(saved.entries[0].line, line);
}

pub async fn what_cannot_be_kept_is_refused(home: &Home) {
    let store = home.process().await;
    let table_id = opened(&store, table(5)).await;
    for line in ["a\0b".to_owned(), "x".repeat(2 << 20)] {
        let answer = store.append(table_id, entry_of(table_id, 1, &line)).await;
        assert_eq!(answer, Err(StoreError::Invalid("entry")));
    }
    let scope = Scope::Guild(GuildId(1));
    let answer = store.set_setting(scope, "prefix", Some("\0")).await;
    assert_eq!(answer, Err(StoreError::Invalid("setting")));
    append(&store, table_id, 1..=1).await;
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
        set(&store, scope, "a", "old").await;
        set(&store, scope, "a", &value).await;
        set(&store, scope, "b", "").await;
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
    let named = other.settings_named(None, "a").await.unwrap();
    let named = named.into_iter();
    let named: Vec<_> = named.map(|one| (one.scope, one.name, one.value)).collect();
    let expected = [0, 3, 1, 2].map(|number| {
        let value = format!("v{number}");
        (scopes[number], "a".to_owned(), value)
    });
    assert_eq!(BTreeSet::from_iter(named), BTreeSet::from(expected));
    assert_eq!(other.settings_named(None, "A").await, Ok(vec![]));
    // What two take at once, one of them gets.
    let left = store.store(scopes[1], &(), Some(&Left(UnixMillis(9))));
    left.await.unwrap();
    let take = |left: Option<Left>| (None, left.is_some());
    let taken = tokio::join!(
        store.change_stored(scopes[1], &(), take),
        other.change_stored(scopes[1], &(), take)
    );
    let got = [taken.0, taken.1].map(Result::unwrap);
    assert_eq!(got.iter().filter(|taken| **taken).count(), 1, "{got:?}");
    assert_eq!(other.stored::<Left>(scopes[1], &()).await, Ok(None));
    assert_eq!(other.setting(scopes[1], "left").await, Ok(None));
    // What two add at once is all there.
    let add = |left: Option<Left>| {
        let Left(UnixMillis(at)) = left.unwrap_or(Left(UnixMillis(0)));
        (Some(Left(UnixMillis(at + 1))), ())
    };
    let added = tokio::join!(
        store.change_stored(scopes[1], &(), add),
        other.change_stored(scopes[1], &(), add)
    );
    assert_eq!(added, (Ok(()), Ok(())));
    let sum = other.stored::<Left>(scopes[1], &()).await;
    assert_eq!(sum, Ok(Some(Left(UnixMillis(2)))));
    assert_eq!(other.setting(scopes[1], "b").await, Ok(Some(String::new())));
}
