//! Many tables that deal or end at once, against Discord's real limits. Tables in play are measured by
//! the example `load`.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, UserId};
use tokio::time::Instant;
use tractor_bot::chance::Seed;
use tractor_bot::host::{AnyTable, Handle};
use tractor_bot::table::{PersonId, TableKey};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

use crate::double::{Double, Limits, Options, Person};
use crate::house::{Bot, desk};

struct Table {
    channel: ChannelId,
    people: Vec<Person>,
    /// How long each command took to be acknowledged.
    took: Vec<Duration>,
}

fn handle(bot: &Bot, channel: ChannelId) -> Handle<Tractor> {
    match bot.desk.host().get(TableKey(channel.get())) {
        Some(AnyTable::Tractor(handle)) => handle,
        _ => panic!("a table of tractor in every channel"),
    }
}

/// Fills a channel with people and starts the deal, all by slash commands.
async fn open(discord: &Double, bot: &Bot, number: usize, interval: &str) -> Table {
    let channel = discord.channel(&format!("table-{number}"));
    let people: Vec<_> = (0..4)
        .map(|seat| discord.person(&format!("P{number}-{seat}")))
        .collect();
    let rules = json!({"rule": "deal_interval", "value": interval});
    let window = json!({"rule": "call_window", "value": "120"});
    let joins = people.iter().map(|person| (person, "join", json!({})));
    let first = &people[0];
    let begins = [
        (first, "rules", rules),
        (first, "rules", window),
        (first, "start", json!({})),
        (first, "deal", json!({})),
    ];
    let mut took = Vec::new();
    for (person, command, options) in joins.chain(begins) {
        let asked = person.slash(channel, command, options);
        asked.answered().await;
        took.extend(asked.took());
    }
    assert_eq!(handle(bot, channel).key().0, channel.get());
    Table {
        channel,
        people,
        took,
    }
}

/// How far hands were behind, at worst.
#[derive(Default)]
struct Lag {
    /// For every person, when they came to hold more than so many cards.
    grew: HashMap<(UserId, usize), Instant>,
    worst: Duration,
    all: Vec<Duration>,
}

impl Lag {
    fn look(&mut self, discord: &Double, bot: &Bot, tables: &[Table]) -> bool {
        let now = Instant::now();
        let mut dealing = false;
        for table in tables {
            let handle = handle(bot, table.channel);
            for person in &table.people {
                let view = handle.view_of(PersonId(person.id.get()));
                let Some(game) = view.stage.game() else {
                    continue;
                };
                dealing |= matches!(game.phase, PhaseView::Dealing { .. });
                for fewer in 0..game.hand.len() {
                    self.grew.entry((person.id, fewer)).or_insert(now);
                }
                let shown = shown(discord, person);
                if let Some(grew) = shown.and_then(|shown| self.grew.get(&(person.id, shown))) {
                    let behind = now - *grew;
                    self.worst = self.worst.max(behind);
                    self.all.push(behind);
                }
            }
        }
        dealing
    }
}

/// How many cards the person's newest hand shows.
fn shown(discord: &Double, person: &Person) -> Option<usize> {
    let world = discord.world();
    let mut own = world.visible(person.id).rev();
    let hand = own.find_map(|message| {
        let embed = message.embeds.first().map(|embed| &embed["title"]);
        let title = embed.and_then(Value::as_str).map(str::to_owned);
        let title = title.unwrap_or_else(|| message.words());
        let (_, hand) = title.split_once("Your hand · ")?;
        Some(hand.to_owned())
    })?;
    let count = hand.split(' ').next()?;
    count.parse().ok().or((count == "one").then_some(1))
}

/// Discord with its real limits, and no record of all that is said.
fn options() -> Options {
    Options {
        limits: Limits::Real,
        records: false,
        ..Options::default()
    }
}

/// Deals at so many tables; how far hands were behind at worst.
async fn check(count: usize, interval: &str) -> Duration {
    let discord = Double::with(options()).await;
    discord.channel("table-0");
    let bot = Bot::start(&discord, desk(1)).await;
    let opening = (0..count).map(|number| {
        let (discord, bot) = (&discord, &bot);
        async move { open(discord, bot, number, interval).await }
    });
    let tables = futures_in_turn(opening).await;
    let mut lag = Lag::default();
    // The first hands are handed out a little after the deal begins.
    tokio::time::sleep(Duration::from_secs(3)).await;
    while lag.look(&discord, &bot, &tables) {
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    let mut acknowledged: Vec<_> = tables
        .iter()
        .flat_map(|table| &table.took)
        .copied()
        .collect();
    acknowledged.sort();
    let p99 = acknowledged[acknowledged.len() * 99 / 100];
    lag.all.sort();
    let median = lag.all.get(lag.all.len() / 2).copied().unwrap_or_default();
    println!(
        "{count} tables: hands behind by {:?} at worst, {median:?} in the median; {} invalid requests; \
         {} requests in the busiest second; p99 of {} acknowledgements {p99:?}",
        lag.worst,
        discord.invalid_requests(),
        discord.busiest_second(),
        acknowledged.len(),
    );
    assert_eq!(discord.invalid_requests(), 0);
    for person in tables.iter().flat_map(|table| &table.people) {
        for _ in 0..2_000 {
            if shown(&discord, person) == Some(25) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(
            shown(&discord, person),
            Some(25),
            "in the end every hand is whole"
        );
    }
    discord.assert_clean();
    lag.worst
}

/// Sits somebody down with three computers, and starts a match.
async fn sit_with_computers(discord: &Double, number: usize) -> Table {
    let channel = discord.channel(&format!("match-{number}"));
    let person = discord.person(&format!("M{number}"));
    let rule = |name: &str, value: &str| json!({"rule": name, "value": value});
    let begins = [
        ("join", json!({})),
        ("rules", rule("deal_interval", "0")),
        ("rules", rule("call_window", "2")),
        ("computer", json!({"level": "greedy", "seat": "all"})),
        ("start", json!({})),
        ("deal", json!({})),
        ("hand", json!({})),
    ];
    let mut took = Vec::new();
    for (command, options) in begins {
        let asked = person.slash(channel, command, options);
        asked.answered().await;
        took.extend(asked.took());
    }
    Table {
        channel,
        people: vec![person],
        took,
    }
}

/// Concedes the round, and goes on asking while it ends; how long each acknowledgement took.
async fn concede(bot: &Bot, table: &Table) -> Vec<Duration> {
    let person = &table.people[0];
    let own = || handle(bot, table.channel).view_of(PersonId(person.id.get()));
    loop {
        match own().stage.game().map(|game| game.phase.clone()) {
            Some(PhaseView::Burying | PhaseView::Playing { .. }) => break,
            // Nobody has called twice.
            Some(PhaseView::Ready { .. }) => {
                let asked = person.slash(table.channel, "deal", json!({}));
                asked.answered().await;
            }
            _ => {}
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    person.says(table.channel, "$surrender yes");
    let mut took = Vec::new();
    // The partner, a computer, agrees a moment later.
    let is_over = || {
        own()
            .stage
            .game()
            .is_some_and(|game| !game.history.is_empty())
    };
    while !is_over() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for command in ["score", "hand", "score"] {
        let asked = person.slash(table.channel, command, json!({}));
        asked.answered().await;
        took.extend(asked.took());
    }
    took
}

/// Ends a round at so many tables at once.
async fn end_at_once(count: u64, pictures: &str) {
    let discord = Double::with(options()).await;
    discord.channel("match-0");
    let seeds = AtomicU64::new(1);
    let secrets = move || Ok(Seed::from_number(seeds.fetch_add(1, Ordering::Relaxed)));
    let desk = desk(1).with_secrets(Arc::new(secrets));
    let bot = Arc::new(Bot::start(&discord, desk).await);
    let sitting = (0..count).map(|number| sit_with_computers(&discord, number as usize));
    let tables = futures_in_turn(sitting).await;
    let moderator = &tables[0].people[0];
    moderator.is_granted(discord.home(), Permissions::MANAGE_CHANNELS);
    let words = json!({"setting": "server", "value": format!("pictures {pictures}")});
    let set = moderator.slash(tables[0].channel, "settings", words);
    set.answered().await;
    let ending = tables.into_iter().map(|table| {
        let bot = Arc::clone(&bot);
        tokio::spawn(async move { concede(&bot, &table).await })
    });
    let ending: Vec<_> = ending.collect();
    let mut took = Vec::new();
    for table in ending {
        took.extend(table.await.expect("nobody panics"));
    }
    // What follows comes within the next seconds.
    tokio::time::sleep(Duration::from_secs(12)).await;
    took.sort();
    let at = |percent: usize| took[took.len() * percent / 100];
    println!(
        "{count} rounds end at once, pictures {pictures}: {} acknowledgements, p50 {:?}, p99 {:?}, \
         {:?} at worst; {} boards and {} scores have a picture; {} invalid requests; {} requests in the busiest \
         second",
        took.len(),
        at(50),
        at(99),
        took.last(),
        discord.pictured("round.png"),
        discord.pictured("levels.png"),
        discord.invalid_requests(),
        discord.busiest_second(),
    );
    assert_eq!(discord.invalid_requests(), 0);
    assert_eq!(discord.pictured("levels.png") > 0, pictures == "on");
    discord.assert_clean();
}

/// One after another: a thousand connections at once would measure the test.
async fn futures_in_turn<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut done = Vec::new();
    for future in futures {
        done.push(future.await);
    }
    done
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_tables_deal_at_once_within_the_limits() {
    check(10, "0.1").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute of deal: cargo test --release --test discord load -- --ignored --nocapture"]
async fn a_hundred_tables_deal_at_once_within_the_limits() {
    let worst = check(100, "0.5").await;
    assert!(worst <= Duration::from_secs(4), "{worst:?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "for the figure"]
async fn three_hundred_tables_deal_at_once_within_the_limits() {
    check(300, "0.5").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_end_at_once_and_nobody_waits_for_a_picture() {
    end_at_once(12, "on").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "for the figure"]
async fn two_hundred_rounds_end_at_once_with_pictures() {
    end_at_once(200, "on").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "for the figure"]
async fn two_hundred_rounds_end_at_once_without_pictures() {
    end_at_once(200, "off").await;
}
