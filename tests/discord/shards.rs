//! How a bot starts, and processes that serve its shards: their sessions, and what an update is like.

use std::sync::Arc;

use serde_json::json;
use serenity::model::gateway::GatewayIntents;
use serenity::model::id::ChannelId;
use tractor_bot::config::Secret;
use tractor_bot::discord::{run_watched, startup::StartError};
use tractor_bot::health::Vitals;
use tractor_bot::store::MemoryStore;

use crate::double::{Double, Options, Person, Seen, Time, World};
use crate::house::{Bot, config, desk};
use crate::several::Process;

#[tokio::test(start_paused = true)]
async fn a_wrong_token_is_told_from_everything_else() {
    let discord = Double::with(Options {
        token: "MTE.other.token".into(),
        ..Options::default()
    })
    .await;
    let mut config = config(&discord);
    config.token = Some(Secret::new("MTE.wrong.token"));
    let (vitals, never) = (Vitals::default(), std::future::pending());
    let ended = run_watched(&config, desk(1), (&vitals, None), never).await;
    assert!(matches!(ended, Err(StartError::Token)), "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn an_intent_that_is_taken_away_is_not_asked_for_again() {
    let discord = Double::start().await;
    let (table, ana) = (discord.channel("table"), discord.person("Ana"));
    let _bot = Bot::start(&discord, desk(1)).await;
    discord.world().options.granted = GatewayIntents::empty();
    discord.forget_sessions();
    discord.connected().await;
    let answer = ana.asks(table, "join", json!({})).await;
    assert!(answer.is_ephemeral);
}

/// A server of this shard of two, with a channel and somebody in it.
fn server(discord: &Double, shard: u64) -> (ChannelId, Person) {
    let guild = discord.guild_of(&format!("Shard {shard}"), (shard, 2));
    let person = discord.stranger(&format!("Person {shard}"));
    person.enters(guild);
    (discord.channel_in(guild, "table"), person)
}

fn options() -> Options {
    Options {
        shards: 2,
        max_concurrency: 2,
        time: Time::Runs,
        ..Options::default()
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_that_is_lost_waits_for_its_turn_and_ends_with_its_process() {
    let discord = Double::with(Options {
        max_concurrency: 1,
        spaces_identifications: true,
        ..options()
    })
    .await;
    discord.home();
    let mut bot = Bot::launch_with(config(&discord), desk(1));
    let first = |world: &World| world.up().len() == 1;
    discord.until("the first session", first).await;
    // The other one has its place in the queue.
    discord.invalidate(false);
    let both = |world: &World| world.identified.len() == 3 && world.up().len() == 2;
    discord.until("both sessions", both).await;
    bot.halt().await.expect("it stops in good order");
    let none = |world: &World| world.up().is_empty();
    discord.until("the sessions to be closed", none).await;
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn an_update_stops_one_process_after_the_other_and_every_table_goes_on() {
    let (discord, store) = (
        Double::with(options()).await,
        Arc::new(MemoryStore::shared()),
    );
    discord.home();
    let people = [server(&discord, 0), server(&discord, 1)];
    let mut processes = [
        Process::start(&discord, &store, 0).await,
        Process::start(&discord, &store, 1).await,
    ];
    discord.registered("join").await;
    let both = |world: &World| world.up().len() == 2;
    discord.until("both processes", both).await;
    for (channel, person) in &people {
        person.asks(*channel, "join", json!({})).await;
    }
    let changes = async |number: usize| {
        for (channel, person) in &people {
            let value = ["0.5", "1"][number % 2];
            let words = json!({"rule": "computer_delay", "value": value});
            let told = person.asks(*channel, "rules", words).await;
            assert!(told.says(value), "{}", told.text);
        }
    };
    changes(0).await;
    for shard in [1, 0] {
        processes[shard].stops().await;
        let one = |world: &World| world.up().len() == 1;
        discord.until("one to be gone", one).await;
        // People of the other one do not notice.
        let (channel, person) = &people[1 - shard];
        let told = person.asks(*channel, "score", json!({})).await;
        assert!(!told.says("brought back"), "{}", told.text);
        processes[shard] = Process::start(&discord, &store, shard as u16).await;
        discord.until("the new one", both).await;
        changes(shard + 1).await;
    }
    for (channel, person) in &people {
        let shown =
            |seen: &Seen| seen.channel == *channel && seen.is_from_bot && seen.says(&person.name);
        person.awaits("the board", shown).await;
    }
    for process in &mut processes {
        process.stops().await;
    }
    discord.assert_clean();
}
