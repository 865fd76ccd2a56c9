//! Two processes that serve one bot: each has the sessions of its shards, and a shard moves from one to the
//! other while people play.

use std::sync::Arc;

use serde_json::json;
use serenity::model::id::ChannelId;
use tokio::task::JoinHandle;
use tractor_bot::config::Config;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::discord::startup::StartError;
use tractor_bot::health::Vitals;
use tractor_bot::host::{HeldShards, Host, LeaseManager, LeasesLost};
use tractor_bot::store::{Journal, JournalWriter, MemoryStore};
use tractor_bot::table::{Limits, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

use crate::double::{Double, Fault, Limits as Watched, Options, Person, Time, World};
use crate::house::{Daytime, config};

/// A process of the bot.
struct Process {
    desk: Desk,
    leases: LeaseManager,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    bot: JoinHandle<Result<(), StartError>>,
    caring: JoinHandle<Result<(), LeasesLost>>,
}

impl Process {
    /// One that takes its share of two shards.
    async fn start(discord: &Double, store: &MemoryStore, owner: &str) -> Self {
        let shards = "auto/2".to_owned();
        let shards = Config::from_variables(|name| (name == "SHARDS").then(|| shards.clone()));
        let shards = shards.expect("a share").shards.expect("it is set");
        let config = Config {
            shards: Some(shards),
            ..config(discord)
        };
        let own = store.beside();
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&own) as _));
        let host = Host::with_clock(Arc::clone(&keeper) as Arc<dyn Journal>, Arc::new(Daytime));
        let leases = LeaseManager::new(host.clone(), keeper, owner, shards.leases()).fairly();
        leases.renew().await.expect("the store is in order");
        let caring = tokio::spawn(leases.clone().run());
        let limits = Limits {
            turn_limit_s: None,
            ..Limits::default()
        };
        let settings = Settings::new(own, Locale::ENGLISH, "$");
        let desk = Desk::new(host, Surface::Discord, settings).with_limits(limits);
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (served, held) = (desk.clone(), leases.clone());
        let bot = tokio::spawn(async move {
            let stopped = async {
                stopped.await.ok();
            };
            let vitals = Vitals::default();
            tractor_bot::discord::run_watched(&config, served, Some(held), (&vitals, None), stopped)
                .await
        });
        Self {
            desk,
            leases,
            stop: Some(stop),
            bot,
            caring,
        }
    }

    async fn holds(&self, what: impl Fn(&HeldShards) -> bool) {
        let mut held = self.leases.held();
        held.wait_for(|held| what(held)).await.expect("it runs");
    }

    fn has(&self, channel: ChannelId) -> bool {
        self.desk.host().get(TableKey(channel.get())).is_some()
    }

    /// Ends as on SIGTERM.
    async fn stops(mut self) {
        if let Some(stop) = self.stop.take() {
            stop.send(()).ok();
        }
        let ended = (&mut self.bot).await.expect("it does not panic");
        ended.expect("it stops in good order");
        self.desk.host().shutdown().await;
        let cared = (&mut self.caring).await.expect("it does not panic");
        assert_eq!(cared, Ok(()));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.bot.abort();
        self.caring.abort();
    }
}

/// A server of this shard of two, with a channel and somebody in it.
fn server(discord: &Double, shard: u64) -> (ChannelId, Person) {
    let guild = discord.guild_of(&format!("Shard {shard}"), (shard, 2));
    let person = discord.stranger(&format!("Person {shard}"));
    person.enters(guild);
    (discord.channel_in(guild, "table"), person)
}

/// Changes a rule; fails unless it is changed, or the table is about to be brought back.
async fn changes_a_rule(person: &Person, channel: ChannelId, count: usize) -> bool {
    // Who asks more than 300 times in ten seconds is not heard.
    tokio::time::sleep(std::time::Duration::from_millis(35)).await;
    let value = ["0.5", "1"][count % 2];
    let words = json!({"rule": "computer_delay", "value": value});
    let answer = person.asks(channel, "rules", words).await;
    let back = answer.says("brought back");
    assert!(back || !answer.says("No table"), "{}", answer.text);
    !back
}

#[tokio::test(start_paused = true)]
async fn shards_move_between_processes_while_people_play() {
    let options = Options {
        shards: 2,
        max_concurrency: 2,
        limits: Watched::Real,
        time: Time::Runs,
        ..Options::default()
    };
    let (discord, store) = (Double::with(options).await, MemoryStore::shared());
    discord.home();
    let people = [server(&discord, 0), server(&discord, 1)];
    let one = Process::start(&discord, &store, "one").await;
    discord.registered("join").await;
    discord.connected().await;
    for (channel, person) in &people {
        person.asks(*channel, "join", json!({})).await;
        assert!(one.has(*channel));
    }
    let two = Process::start(&discord, &store, "two").await;
    let (channel, person) = &people[1];
    let mut count = 0;
    let moved = || two.has(*channel) && discord.world().up().len() == 2;
    let is_quiet = || one.leases.held().borrow().leaving.is_empty();
    while !(moved() && is_quiet()) {
        changes_a_rule(person, *channel, count).await;
        count += 1;
    }
    two.holds(|held| held.restored.contains(&1)).await;
    assert!(!one.has(*channel) && one.has(people[0].0));
    for (channel, person) in &people {
        for _ in 0..3 {
            assert!(changes_a_rule(person, *channel, count).await);
            count += 1;
        }
    }
    // The first one goes.
    let stopping = tokio::spawn(one.stops());
    let (channel, person) = &people[0];
    while !stopping.is_finished() {
        changes_a_rule(person, *channel, count).await;
        count += 1;
    }
    stopping.await.expect("it stops in good order");
    assert!(two.has(*channel));
    for (channel, person) in &people {
        assert!(changes_a_rule(person, *channel, count).await);
        count += 1;
    }
    two.stops().await;
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn a_session_that_is_lost_waits_for_its_turn_and_ends_with_its_process() {
    let options = Options {
        shards: 2,
        max_concurrency: 1,
        spaces_identifications: true,
        time: Time::Runs,
        ..Options::default()
    };
    let (discord, store) = (Double::with(options).await, MemoryStore::shared());
    discord.home();
    let one = Process::start(&discord, &store, "one").await;
    let first = |world: &World| world.up().len() == 1;
    discord.until("the first session", first).await;
    // The other one has its place in the queue.
    discord.invalidate(false);
    let both = |world: &World| world.identified.len() == 3 && world.up().len() == 2;
    discord.until("both sessions", both).await;
    one.stops().await;
    let none = |world: &World| world.up().is_empty();
    discord.until("the sessions to be closed", none).await;
    discord.assert_clean();
}

/// The messages of the bot in a channel: how many there ever were, and how many of them have buttons.
fn boards(world: &World, channel: ChannelId) -> (usize, usize) {
    let messages = world.messages.values();
    let boards = messages.filter(|message| {
        message.channel == channel && message.author == world.bot && message.only.is_none()
    });
    let boards: Vec<_> = boards.collect();
    let live = boards
        .iter()
        .filter(|message| !message.deleted && !message.components.is_empty());
    (boards.len(), live.count())
}

#[tokio::test(start_paused = true)]
async fn a_board_that_is_posted_while_its_table_moves_is_there_once() {
    let options = Options {
        shards: 2,
        max_concurrency: 2,
        time: Time::Runs,
        ..Options::default()
    };
    let (discord, store) = (Double::with(options).await, MemoryStore::shared());
    discord.home();
    let (channel, person) = server(&discord, 1);
    let one = Process::start(&discord, &store, "one").await;
    discord.registered("join").await;
    discord.connected().await;
    person.asks(channel, "join", json!({})).await;
    let posted = |world: &World| boards(world, channel) == (1, 1);
    discord.until("the board", posted).await;
    let all = json!({"level": "all"});
    person.asks(channel, "computer", all).await;
    // The board of the match takes so long that another process has the table when it is there.
    let late = Fault::Late(std::time::Duration::from_secs(4));
    discord.fail("POST /channels/*/messages", late, 1);
    person.asks(channel, "start", json!({})).await;
    let two = Process::start(&discord, &store, "two").await;
    two.holds(|held| held.restored.contains(&1)).await;
    let both = |world: &World| boards(world, channel).0 >= 2;
    discord.until("the late board", both).await;
    // Whoever has it now posts it anew.
    let words = json!({});
    let table = person.asks(channel, "table", words).await;
    assert!(
        two.has(channel) && !table.says("No table"),
        "{}",
        table.text
    );
    let once = |world: &World| matches!(boards(world, channel), (3.., 1));
    discord.until("the board to be there once", once).await;
    for process in [one, two] {
        process.stops().await;
    }
    assert_eq!(boards(&discord.world(), channel).1, 1);
    discord.assert_clean();
}
