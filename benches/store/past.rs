//! What a long match takes in the store, while its table is open and after, and how long who asks for a round of
//! it waits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::Connection as _;
use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Effect, Who};
use tractor_bot::game::{RuleSet as _, Viewer};
use tractor_bot::host::{Handle, Packer};
use tractor_bot::store::Db;
use tractor_bot::table::{Closer, Input, Limits, PersonId, StageView, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Control;
use tractor_bot::tractor::{self, Tractor};

use super::home::{Folder, by_hand};
use super::{playing, process, submit};

/// So many matches of so many rounds at once, by people who do not think long; then the times of replays.
pub async fn past(url: &str, tables: u64, rounds: u32) {
    let (host, keeper) = process(url).await;
    keeper.bring_back().await.expect("the tables");
    let store = &keeper.store;
    let empty = bytes(url).await;
    let mut opened = Vec::new();
    for key in 1..=tables {
        let often = rounds.to_string();
        let rules = tractor::rules::Rules::default().with(&[
            ("deal_interval", "0"),
            ("call_window", "0"),
            ("rounds", often.as_str()),
            ("gates", "five_ten_king_ace"),
            ("after_ace", "no_trump_round"),
        ]);
        let limits = Limits::default().with(&[("turn_limit", "off")]);
        let seed = Seed::from_number(key);
        let table = host.open::<Tractor>(TableKey(key), rules, limits, seed, PersonId(key * 10));
        opened.push(table.await.expect("a table"));
    }
    let played = (1..).zip(&opened).map(|(key, table)| {
        let table = table.clone();
        tokio::spawn(async move { play(&table, key * 10).await })
    });
    let mut over = 0;
    for played in played.collect::<Vec<_>>() {
        over += played.await.expect("no panic");
    }
    let each = |bytes: u64| bytes.saturating_sub(empty) as f64 / f64::from(over) / 1_024.0;
    println!(
        "past       {over:>5} rounds of {tables} matches at open tables: {:.2} KiB a round; {}",
        each(bytes(url).await),
        contents(url, over).await
    );
    ask(&host, store, "open", over / tables as u32).await;
    for (key, table) in (1..).zip(&opened) {
        let by = Closer::Host(PersonId(key * 10));
        submit(table, Input::Close { by }).await;
    }
    // Only what nobody waits for is packed.
    let mut packer = Packer::new(host.clone(), Arc::clone(store), None);
    // A table is closed in the store a moment after whoever closed it was answered.
    let mut packed = 0;
    while packed < opened.len() {
        packed += packer.work().await.expect("the store").packed;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    println!(
        "past       {over:>5} rounds of {tables} matches, packed: {:.2} KiB a round; {}",
        each(bytes(url).await),
        contents(url, over).await
    );
    ask(&host, store, "packed", over / tables as u32).await;
    host.shutdown().await;
    store.close().await.expect("a last write");
}

/// Plays a match to its end; how many rounds it had.
async fn play(table: &Handle<Tractor>, first: u64) -> u32 {
    let people = [0, 1, 2, 3].map(|seat| PersonId(first + seat));
    for person in people {
        let (name, seat) = (format!("player {}", person.0), None);
        submit(table, Input::Sit { person, name, seat }).await;
    }
    submit(table, Input::Start { by: people[0] }).await;
    playing::play(table, usize::MAX).await;
    match table.view(Viewer::Public).stage {
        StageView::Over(game) => game.history.len() as u32,
        other => panic!("the match is not over: {other:?}"),
    }
}

/// How large the file of a store is without what is free in it.
async fn bytes(url: &str) -> u64 {
    let folder = Folder::new();
    let copy = folder.file("copy.db");
    by_hand(url, &format!("VACUUM INTO '{}'", copy.display())).await;
    std::fs::metadata(&copy).expect("the copy").len()
}

/// How many bytes of values each table of the store has for each round, where it is more than a few.
async fn contents(url: &str, rounds: u32) -> String {
    let mut connection = sqlx::SqliteConnection::connect(url).await.expect("a file");
    let names = "SELECT m.name, group_concat('coalesce(length(CAST(\"' || c.name || '\" AS BLOB)), 0)', ' + ') \
                 FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name";
    let tables: Vec<(String, String)> = sqlx::query_as(names)
        .fetch_all(&mut connection)
        .await
        .expect("the tables");
    let mut told = Vec::new();
    for (name, lengths) in tables {
        let sum = format!("SELECT coalesce(sum({lengths}), 0) FROM \"{name}\"");
        let sum = sqlx::query_scalar::<_, i64>(&sum);
        let bytes = sum.fetch_one(&mut connection).await.expect("a sum") / i64::from(rounds);
        if bytes > 9 {
            told.push(format!("{name} {bytes}"));
        }
    }
    connection.close().await.expect("it is closed");
    format!("bytes of values a round: {}", told.join(", "))
}

/// Asks for rounds of the match at the first table, each at a desk that has shown nothing yet.
async fn ask(host: &tractor_bot::host::Host, store: &Arc<Db>, name: &str, last: u32) {
    let (who, place) = (
        Who::new(PersonId(1), "Somebody"),
        AskedFrom::new(1, Some(7)),
    );
    let (mut first, mut next) = (Vec::new(), Vec::new());
    for round in [last, 1, last.div_ceil(2)] {
        let settings = Settings::new(Arc::clone(store), Locale::ENGLISH, "$");
        let desk = Desk::new(host.clone(), Surface::Discord, settings);
        let command = Command::parse(&format!("replay {round}")).expect("a command");
        let begun = Instant::now();
        let answer = desk.run(&who, &place, command).await;
        first.push(begun.elapsed());
        let begun = Instant::now();
        let answer = desk.press(&who, &place, on(&answer), &[]).await;
        next.push(begun.elapsed());
        on(&answer);
    }
    let millis = |times: Vec<Duration>| {
        let each = times
            .iter()
            .map(|time| format!("{:.2}", time.as_secs_f64() * 1e3));
        each.collect::<Vec<_>>().join(", ")
    };
    println!(
        "past       a replay of the last, first and middle of {last} rounds, {name}: first page {} ms, the next {} ms",
        millis(first),
        millis(next)
    );
}

/// The button to the next page.
fn on(answer: &Answer) -> &tractor_bot::text::press::Press {
    assert_eq!(answer.outcome, Effect::Shown, "{}", answer.page.text());
    match &answer.page.controls[0][1] {
        Control::Button { press, .. } => press,
        Control::Menu { .. } => panic!("no menu leads on"),
    }
}
