//! Letting go: names that nobody needs any more, servers that the bot left, and whose changes were whose.

use std::collections::BTreeMap;

use tractor_bot::club::EVERYWHERE;
use tractor_bot::club::cup::{Cup, Joined, Parted};
use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableKey, UnixMillis};

use crate::home::*;
use crate::ratings::{ALL, DAY, round};

const GUILD: u64 = 77;
const OTHER: u64 = 78;
const YEAR: u32 = 365;

pub async fn names_go_a_year_after_something_was_counted(home: &Home) {
    let store = home.process().await;
    let table_id = opened(&store, table_in(5, GUILD)).await;
    let count = async |person, number, day: u64| {
        let tally = tally(person, &[(Counter::Rounds, 1)]);
        let finish = Finish {
            at: UnixMillis(day * DAY + 1),
            ..finish(1, Some(number), vec![tally])
        };
        store.record(table_id, finish).await.unwrap();
    };
    let named = async || {
        let mut named = Vec::new();
        for person in [ANN, BOB, CAT] {
            named.push(store.about(person).await.unwrap().name.is_some());
        }
        named
    };
    let forget = async |day: u64| store.forget_names(UnixMillis(day * DAY), YEAR).await;
    count(ANN, 1, 100).await;
    count(BOB, 2, 200).await;
    count(CAT, 3, 300).await;
    assert_eq!(forget(465).await, Ok(0));
    assert_eq!(forget(466).await, Ok(1));
    assert_eq!(forget(466).await, Ok(0), "only once");
    assert_eq!(named().await, [false, true, true]);
    let reach = Reach::Everywhere;
    let ranking = Ranking {
        game: GameKind::Tractor,
        by: Measure::named(GameKind::Tractor, "rounds").unwrap(),
        reach,
        at_least: 1,
        limit: 9,
    };
    let rows = store.leaderboard(ranking).await.unwrap();
    let first = (rows[0].person, rows[0].name.as_str(), rows[0].part);
    assert_eq!(first, (ANN, "", 1), "the number stays");
    count(ANN, 4, 467).await;
    assert_eq!(named().await, [true; 3], "who comes back has a name");
    assert_eq!(forget(831).await, Ok(2));
    assert_eq!(named().await, [true, false, false]);
}

/// What is asked of a person's rounds: on two servers, and everywhere.
async fn rounds(store: &Db) -> [i64; 3] {
    let of = async |reach| {
        let stats = store.stats(ANN, reach).await.unwrap();
        stats.total(GameKind::Tractor, Counter::Rounds)
    };
    let [here, there] = [GUILD, OTHER].map(|guild| Reach::Guild(GuildId(guild)));
    [of(here).await, of(there).await, of(Reach::Everywhere).await]
}

pub async fn a_server_that_was_left_is_forgotten_once_and_sums_over_all_stay(home: &Home) {
    let store = home.process().await;
    let mut table_ids = Vec::new();
    for (key, guild) in [(5, GUILD), (6, OTHER)] {
        let table_id = opened(&store, table_in(key, guild)).await;
        append(&store, table_id, 1..=1).await;
        let finish = round(1, ALL, 100);
        store.record(table_id, finish).await.unwrap();
        table_ids.push(table_id);
    }
    let server = Scope::Guild(GuildId(GUILD));
    let channel = Scope::Channel(TableKey(5));
    set(&store, server, "prefix", "!").await;
    set(&store, channel, "shown", "x").await;
    set(&store, server, Left::NAME, "1000").await;
    let guild = GuildId(GUILD);
    let (early, late) = (UnixMillis(1_000), UnixMillis(1_001));
    assert_eq!(store.left_guilds(early).await, Ok(vec![]));
    assert_eq!(store.left_guilds(late).await, Ok(vec![guild]));
    assert_eq!(store.forget_guild(guild, early).await, Ok(false));
    let open = store.forget_guild(guild, late).await;
    assert_eq!(open, Ok(false), "a table is open");
    assert_eq!(rounds(&store).await, [1, 1, 2]);
    close(&store, table_ids[0]).await;

    let other = home.process().await;
    let both = tokio::join!(
        store.forget_guild(guild, late),
        other.forget_guild(guild, late)
    );
    let both = [both.0.unwrap(), both.1.unwrap()];
    assert_eq!(both.into_iter().filter(|done| *done).count(), 1);
    assert_eq!(store.left_guilds(late).await, Ok(vec![]));
    assert_eq!(store.settings(server).await, Ok(BTreeMap::new()));
    assert_eq!(store.settings(channel).await, Ok(BTreeMap::new()));
    let table = table_ids[0];
    let gone = store.journal(table).await;
    assert_eq!(gone, Err(StoreError::Missing(table)));
    assert_eq!(store.history(TableKey(5), 0, 9).await, Ok(vec![]));
    assert_eq!(rounds(&store).await, [0, 1, 2]);
    let standings = store.standings(ANN).await.unwrap().now.into_keys();
    let places: Vec<_> = standings.map(|(_, guild)| guild).collect();
    assert_eq!(places, [EVERYWHERE, GuildId(OTHER)]);
    assert_eq!(store.examine(unread).await, Ok(vec![]));
    assert!(store.journal(table_ids[1]).await.is_ok());
}

pub async fn a_server_that_came_back_is_not_forgotten(home: &Home) {
    let store = home.process().await;
    let guild = GuildId(GUILD);
    let server = Scope::Guild(guild);
    set(&store, server, "prefix", "!").await;
    set(&store, server, Left::NAME, "1000").await;
    store.set_setting(server, Left::NAME, None).await.unwrap();
    let now = UnixMillis(u64::MAX);
    assert_eq!(store.left_guilds(now).await, Ok(vec![]));
    assert_eq!(store.forget_guild(guild, now).await, Ok(false));
    let kept = store.setting(server, "prefix").await.unwrap();
    assert_eq!(kept.as_deref(), Some("!"));
}

pub async fn who_is_forgotten_has_reported_nobody(home: &Home) {
    let store = home.process().await;
    let report = |by: PersonId, about: PersonId| Report {
        at: UnixMillis(9),
        by,
        by_name: "A name".to_owned(),
        about,
        about_name: "Another".to_owned(),
        guild: Some(GuildId(GUILD)),
        table: None,
        said: Vec::new(),
        reason: "insults".to_owned(),
    };
    let all = [report(ANN, BOB), report(BOB, ANN)];
    for report in &all {
        let (scope, id) = (Scope::Person(report.by), report.id());
        store.store(scope, &id, Some(report)).await.unwrap();
    }
    let kept = async || -> Vec<Report> {
        let kept = store.all_stored(None).await.unwrap();
        kept.into_iter().map(|row| row.value).collect()
    };
    assert_eq!(kept().await, all);
    store.forget(ANN).await.unwrap();
    assert_eq!(kept().await, all[1..], "of whom it is about it stays");
}

pub async fn who_is_forgotten_looks_for_no_game(home: &Home) {
    let store = home.process().await;
    let scope = Scope::Guild(GuildId(GUILD));
    // The number of who stays ends as that of who is forgotten.
    let short = PersonId(ANN.0 % 1_000_000_000_000);
    let wanted = [
        (short, GameKind::Uno),
        (ANN, GameKind::Uno),
        (short, GameKind::Tractor),
    ];
    let seeks = wanted.map(|(person, game)| Seek {
        person,
        game,
        name: "A name".to_owned(),
        since: UnixMillis(8),
        until: UnixMillis(9),
        channel: 5,
    });
    for seek in &seeks {
        let key = seek.key();
        store.store(scope, &key, Some(seek)).await.unwrap();
    }
    let kept = async || -> Vec<Seek> {
        let kept = store.all_stored(Some(scope)).await.unwrap();
        kept.into_iter().map(|row| row.value).collect()
    };
    assert_eq!(kept().await.len(), 3);
    store.forget(short).await.unwrap();
    assert_eq!(kept().await, [seeks[1].clone()]);
}

pub async fn who_is_forgotten_signs_no_change_of_settings(home: &Home) {
    let store = home.process().await;
    let server = Scope::Guild(GuildId(GUILD));
    let change = |person: PersonId, at: u64| SettingChange {
        at: UnixMillis(at),
        person,
        setting: "prefix".to_owned(),
        from: "$".to_owned(),
        to: "!".to_owned(),
    };
    let all = [change(ANN, 9), change(BOB, 10)];
    for change in &all {
        let change = setting_of(&change.at, Some(change));
        let changes = vec![("prefix".to_owned(), None), change];
        store.set_settings(server, changes).await.unwrap();
    }
    let about = store.about(ANN).await.unwrap();
    let [told] = &about.elsewhere[..] else {
        panic!("{about:?}");
    };
    let value = serde_json::to_value(&all[0]).unwrap();
    assert_eq!((told.scope, &told.value), (server, &value));
    store.forget(ANN).await.unwrap();
    assert_eq!(store.about(ANN).await.unwrap(), KeptAbout::default());
    let kept = store.all_stored::<SettingChange>(Some(server)).await;
    let kept = kept.unwrap().into_iter().map(|row| row.value);
    assert_eq!(
        kept.collect::<Vec<_>>(),
        [change(PersonId(0), 9), change(BOB, 10)]
    );
    let refused = vec![
        ("a".to_owned(), Some("x".to_owned())),
        ("b\0".to_owned(), None),
    ];
    let refused = store.set_settings(server, refused).await;
    assert_eq!(refused, Err(StoreError::Invalid("setting")));
    assert_eq!(store.setting(server, "a").await, Ok(None), "all or nothing");
}

pub async fn a_cup_is_changed_by_one_and_keeps_what_who_is_forgotten_reached(home: &Home) {
    let store = home.process().await;
    let guild = GuildId(GUILD);
    let mut cup = Cup {
        name: "Friday".to_owned(),
        channel: 5,
        by: ANN,
        rounds: 3,
        ..Cup::default()
    };
    let scope = Scope::Guild(guild);
    let put = async |before: Option<&Cup>, after: &Cup| {
        let put = |there: Option<Cup>| match there.as_ref() == before {
            true => (Some(after.clone()), true),
            false => (there, false),
        };
        store.change_stored(scope, &7, put).await.unwrap()
    };
    assert!(put(None, &cup).await);
    assert!(!put(None, &cup).await, "it is there");
    let before = cup.clone();
    let joined = cup.join((ANN, "Ann"), Some((BOB, "Bob")), &Parted::default());
    assert_eq!(joined, Some(Joined::Asked { calls: true }));
    assert!(put(Some(&before), &cup).await);
    assert!(!put(Some(&before), &before).await, "it changed");
    let about = store.about(ANN).await.unwrap();
    let [told] = &about.elsewhere[..] else {
        panic!("{about:?}");
    };
    assert_eq!((told.scope, &*told.name), (scope, "cup 000007"));
    let told = told.value.to_string();
    assert!(told.contains("Friday") && told.contains("Ann"), "{told}");
    store.forget(ANN).await.unwrap();
    assert!(cup.forget(ANN));
    assert_eq!(store.stored(scope, &7).await, Ok(Some(cup)));
    assert!(store.about(ANN).await.unwrap().elsewhere.is_empty());
    assert_eq!(store.about(BOB).await.unwrap().elsewhere.len(), 1);
}
