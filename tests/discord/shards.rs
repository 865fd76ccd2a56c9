//! Two processes that serve one bot: each has the sessions of its shards, and a shard moves from one to the
//! other while people play.

use std::sync::Arc;

use serde_json::json;
use serenity::model::id::{ChannelId, GuildId};
use tokio::task::JoinHandle;
use tractor_bot::config::Config;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::discord::startup::StartError;
use tractor_bot::host::{Held, Host, LeaseManager, LeasesLost};
use tractor_bot::store::{Journal, Keeper, MemoryStore};
use tractor_bot::table::{Limits, TableKey};
use tractor_bot::text::context::Face;
use tractor_bot::text::locale::Locale;

use crate::double::{Double, Limits as Watched, Options, Person};
use crate::house::config;

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
        let own = Arc::new(store.beside());
        let keeper = Arc::new(Keeper::new(Arc::clone(&own) as _));
        let host = Host::new(Arc::clone(&keeper) as Arc<dyn Journal>);
        let leases = LeaseManager::new(host.clone(), keeper, owner, shards.leases()).fairly();
        leases.renew().await.expect("the store is in order");
        let caring = tokio::spawn(leases.clone().run());
        let limits = Limits {
            turn_limit_s: None,
            ..Limits::default()
        };
        let settings = Settings::new(own, Locale::ENGLISH, "$");
        let desk = Desk::new(host, Face::Discord, settings).with_limits(limits);
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (served, held) = (desk.clone(), leases.clone());
        let bot = tokio::spawn(async move {
            let stopped = async {
                stopped.await.ok();
            };
            tractor_bot::discord::run_with(&config, served, Some(held), stopped).await
        });
        Self {
            desk,
            leases,
            stop: Some(stop),
            bot,
            caring,
        }
    }

    async fn holds(&self, what: impl Fn(&Held) -> bool) {
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
async fn server(discord: &Double, shard: u64) -> (ChannelId, Person) {
    let mut guild: GuildId = discord.guild(&format!("Shard {shard}"));
    while (guild.get() >> 22) % 2 != shard {
        // The number changes with the time of day.
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        guild = discord.guild(&format!("Shard {shard}"));
    }
    let person = discord.stranger(&format!("Person {shard}"));
    person.enters(guild);
    (discord.channel_in(guild, "table"), person)
}

/// Changes a rule; fails unless it is changed, or the table is about to be brought back.
async fn changes_a_rule(person: &Person, channel: ChannelId, count: usize) -> bool {
    let value = ["0.5", "1"][count % 2];
    let words = json!({"rule": "computer_delay", "value": value});
    let answer = person.slash(channel, "rules", words).message().await;
    let back = answer.says("brought back");
    assert!(back || !answer.says("No table"), "{}", answer.text);
    !back
}

#[tokio::test(flavor = "multi_thread")]
async fn shards_move_between_processes_while_people_play() {
    let options = Options {
        shards: 2,
        max_concurrency: 2,
        limits: Watched::Real,
        ..Options::default()
    };
    let (discord, store) = (Double::with(options).await, MemoryStore::shared());
    discord.home();
    let people = [server(&discord, 0).await, server(&discord, 1).await];
    let one = Process::start(&discord, &store, "one").await;
    discord.registered("join").await;
    discord.connected().await;
    for (channel, person) in &people {
        person.slash(*channel, "join", json!({})).message().await;
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
