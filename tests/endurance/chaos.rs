//! An hour in which everything goes wrong that can: the gateway drops, forgets and repeats, answers fail, come late
//! or not at all, events come in another order, messages and channels are deleted, permissions are lost, the
//! store is slow or refuses. People play on meanwhile. Whenever it is quiet again, every table is shown as it is,
//! once, and everybody is answered.
//!
//! The real client is connected to the double; time is simulated, see `time`.
//!
//! A whole hour: `CHAOS_MINUTES=60 CHAOS_SEED=1 cargo test --release --test endurance an_hour -- --nocapture`.

mod process;
pub mod time;
mod trouble;
mod truth;
mod weather;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use double::dice::Dice;
use double::number::number;
use double::{Double, Limits, Options, Person, Time};
use process::{Ground, Process};
use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, MessageId};
use time::Daytime;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tractor_bot::game::GameKind;
use tractor_bot::host::work_in_place;
use tractor_bot::store::MemoryStore;
use trouble::Trouble;
use weather::Sky;

use crate::crowd::{Wanted, sit_down};
use crate::player::{Notes, Player};

/// How long there is trouble before all is looked at, and where nobody asks for more.
const TROUBLE: Duration = Duration::from_secs(150);
const LITTLE_TROUBLE: Duration = Duration::from_secs(45);
/// How long after the end of all trouble every table is shown as it is.
const SETTLED: Duration = Duration::from_secs(90);
/// How long people play between that and the next trouble.
const PEACE: Duration = Duration::from_secs(10);
/// More refused requests in ten minutes would be a storm; ten thousand have Discord shut the bot out.
const MOST_REFUSED: usize = 100;

/// One table of people for each game, and one with computers, by the names of their channels.
fn tables() -> Vec<(&'static str, Wanted)> {
    let of_people = GameKind::ALL.map(|game| (game.name(), Wanted::of(game)));
    let mixed = ("mixed", Wanted::mixed(GameKind::USUAL, 2));
    of_people.into_iter().chain([mixed]).collect()
}

/// Opens a table, and has people sit down at it.
async fn open(discord: &Double, seed: u64, (name, wanted): (&str, Wanted)) -> Vec<Player> {
    let channel = discord.channel(name);
    let person = |number| discord.person(&format!("{number} of {name}"));
    let people: Vec<Person> = (0..wanted.people).map(person).collect();
    let quick = [
        ("computer_delay", "1"),
        ("deal_interval", "0.2"),
        ("call_window", "3"),
    ];
    sit_down(&people, channel, wanted, &quick).await;
    let numbered = people.into_iter().zip(0..);
    let player = |(person, number): (Person, u64)| {
        let dice = Dice::new(seed, channel.get() ^ number);
        Player::new(person, channel, dice, (400, 5_000))
    };
    numbered.map(player).collect()
}

/// Plays whenever the gate is open.
async fn plays(mut player: Player, notes: &Notes, mut gate: watch::Receiver<bool>) {
    loop {
        if gate.wait_for(|open| *open).await.is_err() {
            return;
        }
        player.think().await;
        if *gate.borrow() {
            player.act(notes).await;
        }
    }
}

/// Asks for this and that whenever the gate is open.
async fn asks(people: Vec<(Person, ChannelId)>, mut dice: Dice, mut gate: watch::Receiver<bool>) {
    loop {
        if gate.wait_for(|open| *open).await.is_err() {
            return;
        }
        sleep(Duration::from_millis(1_000 + dice.below(15_000))).await;
        if !*gate.borrow() {
            continue;
        }
        let (person, channel) = &people[dice.below(people.len() as u64) as usize];
        let commands = [
            "table", "hand", "score", "list", "help", "stats", "replay", "hint",
        ];
        let command = commands[dice.below(commands.len() as u64) as usize];
        match dice.below(4) {
            0 => drop(person.says(*channel, "hello")),
            1 => drop(person.says(*channel, &format!("${command}"))),
            _ => {
                let asked = person.slash(*channel, command, json!({}));
                timeout(Duration::from_secs(4), asked.answered()).await.ok();
            }
        }
    }
}

struct Hour {
    ground: Ground,
    process: Process,
    processes: u64,
    trouble: Trouble,
    gate: watch::Sender<bool>,
    everybody: Vec<(Person, ChannelId)>,
    /// The most refused requests (401, 403, 429) in ten minutes.
    refused: usize,
    /// The longest time until all was shown as it is.
    slowest: Duration,
}

impl Hour {
    /// Trouble for a while, then a look at everything.
    async fn passes(mut self, trouble: Duration) -> Result<Self, String> {
        let begun = self.ground.discord.world().now();
        self.gate.send_replace(true);
        self.trouble.rages(trouble).await;
        self.gate.send_replace(false);
        self.trouble.ends().await;
        self.settles().await?;
        self.is_in_order(begun)?;
        let mut hour = match self.trouble.tosses() {
            true => self.started_again().await,
            false => self,
        };
        hour.settles().await?;
        hour.gate.send_replace(true);
        sleep(PEACE).await;
        hour.gate.send_replace(false);
        hour.settles().await?;
        hour.is_in_order(begun)?;
        Ok(hour)
    }

    /// The same with another process.
    async fn started_again(self) -> Self {
        let Self {
            ground, processes, ..
        } = self;
        self.process.stop().await;
        let away = |world: &double::World| !world.is_connected();
        ground.discord.until("the session to end", away).await;
        Self {
            process: Process::start(&ground, processes).await,
            processes: processes + 1,
            ground,
            ..self
        }
    }

    async fn settles(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        loop {
            let desk = &self.process.desk;
            let mut wrong = truth::wrong(&self.ground.discord, desk).await;
            for (person, channel) in &self.everybody {
                wrong.extend(truth::wrong_hand((desk, self.process.since), person, *channel).await);
            }
            if wrong.is_empty() {
                self.slowest = self.slowest.max(begun.elapsed());
                return Ok(());
            }
            if begun.elapsed() > SETTLED {
                return Err(wrong.join("\n\n"));
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Everybody was answered, nothing was said twice, and Discord had little to refuse.
    fn is_in_order(&mut self, since: Duration) -> Result<(), String> {
        let discord = &self.ground.discord;
        let mut wrong = truth::twins(discord, since);
        wrong.extend(discord.take_violations());
        wrong.extend(truth::left_waiting(discord, since, &self.trouble.deaf));
        let refused = discord.invalid_requests();
        self.refused = self.refused.max(refused);
        if refused > MOST_REFUSED {
            wrong.push(format!("{refused} refused requests in ten minutes"));
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong.join("\n\n")),
        }
    }
}

/// A bot at a Discord whose time has begun to flow.
async fn ground(seed: u64) -> (Ground, Process) {
    let permissions = Options::default().bot_permissions;
    let options = Options {
        limits: Limits::Real,
        time: Time::Runs,
        bot_permissions: permissions | Permissions::SEND_MESSAGES_IN_THREADS,
        ..Options::default()
    };
    let discord = Double::with(options).await;
    tokio::spawn(time::flow(discord.clone()));
    discord.home();
    let ground = Ground {
        sky: Arc::new(Sky::new(seed)),
        store: MemoryStore::new(),
        clock: Arc::new(Daytime::begin()),
        discord,
        seed,
    };
    let process = Process::start(&ground, 0).await;
    (ground, process)
}

/// So many minutes of trouble and play, or a little of both.
async fn hour(minutes: Option<u64>, seed: u64) -> Result<(), String> {
    let (ground, process) = ground(seed).await;
    let discord = ground.discord.clone();
    let (gate, _) = watch::channel(false);
    let notes = Arc::new(Notes::default());
    let mut everybody = Vec::new();
    let mut playing = JoinSet::new();
    for table in tables() {
        for player in open(&discord, seed, table).await {
            everybody.push((player.person.clone(), player.channel));
            let (notes, gate) = (Arc::clone(&notes), gate.subscribe());
            playing.spawn(async move { plays(player, &notes, gate).await });
        }
    }
    let asking = everybody.clone();
    playing.spawn(asks(asking, Dice::new(seed, 2_000), gate.subscribe()));
    let channels = everybody.iter().map(|(_, channel)| *channel);
    let channels: BTreeSet<_> = channels.collect();
    let channels = channels.into_iter().collect();
    let visitors = ["Eve", "Finn"].map(|name| discord.person(name));
    let trouble = Trouble::new(&discord, &ground.sky, seed, channels, visitors);
    let mut hour = Hour {
        ground,
        process,
        processes: 1,
        trouble,
        gate,
        everybody,
        refused: 0,
        slowest: Duration::ZERO,
    };
    let begun = Instant::now();
    let (trouble, lasting) = match minutes {
        Some(minutes) => (TROUBLE, Duration::from_secs(60 * minutes)),
        None => (LITTLE_TROUBLE, LITTLE_TROUBLE),
    };
    while begun.elapsed() < lasting {
        hour = match hour.passes(trouble).await {
            Ok(hour) => hour,
            Err(wrong) => return Err(format!("{wrong}\n\nlast: {}", discord.last(40))),
        };
    }
    if let Some(ended) = playing.try_join_next() {
        return Err(format!("somebody plays no more: {ended:?}"));
    }
    let (processes, refused, slowest) = (hour.processes, hour.refused, hour.slowest);
    println!("{processes} processes, {refused} requests refused, shown after {slowest:?} at most");
    let (used, moves) = notes.counts();
    println!("{used} controls used, {moves} of them for moves");
    assert!(moves > 0, "nobody plays");
    hour.process.stop().await;
    Ok(())
}

#[test]
fn an_hour_of_trouble_leaves_every_table_as_it_is() {
    work_in_place();
    let seed = number("CHAOS_SEED").unwrap_or(1);
    println!("CHAOS_SEED={seed}");
    let outcome = time::simulate(hour(number("CHAOS_MINUTES"), seed));
    outcome.unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// What Discord holds is changed behind the bot's back, and has to be noticed.
async fn tampered() {
    let (ground, process) = ground(1).await;
    let discord = &ground.discord;
    let players = open(discord, 1, tables()[1]).await;
    let (person, channel) = (&players[0].person, players[0].channel);
    let table = async || truth::wrong(discord, &process.desk).await;
    sleep(Duration::from_secs(10)).await;
    assert_eq!(table().await, Vec::<String>::new());
    assert_eq!(truth::twins(discord, Duration::ZERO), Vec::<String>::new());
    let board = {
        let world = discord.world();
        let mut messages = world.messages.values().rev();
        let board = messages.find(|one| one.author == world.bot && one.only.is_none());
        board.expect("a board").clone()
    };

    // It shows something else.
    let mut other = board.clone();
    other.components[0]["components"][0]["content"] = json!("Nobody sits here.");
    discord.world().messages.insert(board.id, other);
    let wrong = table().await;
    assert!(
        wrong.len() == 1 && wrong[0].contains("Nobody sits here."),
        "{wrong:?}"
    );

    // It is there twice.
    let mut twin = board.clone();
    twin.id = MessageId::new(discord.world().snowflake());
    discord.world().messages.insert(board.id, board.clone());
    discord.world().messages.insert(twin.id, twin.clone());
    assert!(table().await[0].contains("2 boards"));
    assert_eq!(truth::twins(discord, Duration::ZERO).len(), 1);
    discord.world().messages.remove(&twin.id);

    // It is not there.
    discord.world().messages.remove(&board.id);
    assert!(table().await[0].contains("0 boards"));
    discord.world().messages.insert(board.id, board);
    assert_eq!(table().await, Vec::<String>::new());

    // Somebody is not answered.
    discord.cut_gateway();
    let away = |world: &double::World| !world.is_connected();
    discord.until("the gateway to be cut", away).await;
    let asked = person.slash(channel, "list", json!({}));
    asked.expires();
    discord.advance(Duration::from_secs(4));
    discord.connected().await;
    let waiting = truth::left_waiting(discord, Duration::ZERO, &[]);
    assert!(
        waiting.len() == 1 && waiting[0].contains("/list"),
        "{waiting:?}"
    );
    let now = discord.world().now();
    let deaf = [(now.saturating_sub(Duration::from_secs(60)), None)];
    let excused = truth::left_waiting(discord, Duration::ZERO, &deaf);
    assert_eq!(excused, Vec::<String>::new());
    process.stop().await;
}

#[test]
fn what_is_wrong_is_noticed() {
    work_in_place();
    time::simulate(tampered());
}

/// A table in direct messages, and another process.
async fn private() {
    let (ground, process) = ground(1).await;
    let discord = &ground.discord;
    let eve = discord.person("Eve");
    eve.tells_bot("ttt");
    let lobby = eve.awaits("the table", |seen| seen.is_direct && seen.says("1 of 2"));
    let lobby = lobby.await;
    // Where the message is gets written down a moment later.
    sleep(Duration::from_secs(2)).await;
    process.stop().await;
    let away = eve.looks_at(&lobby).expect("it is still there");
    away.assert_says("Back in a moment");
    let gone = |world: &double::World| !world.is_connected();
    discord.until("the session to end", gone).await;
    let process = Process::start(&ground, 1).await;
    // All servers are known, so that it belongs to none.
    sleep(Duration::from_secs(5)).await;
    let back = eve.looks_at(&lobby).expect("it is still there");
    assert!(
        !back.says("Back in a moment") && back.says("1 of 2"),
        "{}",
        back.text
    );
    process.stop().await;
}

#[test]
fn a_table_in_direct_messages_is_back_soon_after_a_start() {
    work_in_place();
    time::simulate(private());
}
