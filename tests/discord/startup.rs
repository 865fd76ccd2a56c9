//! Starting: what is checked, what is said, and what goes on without it.

use serde_json::json;
use serenity::model::gateway::GatewayIntents;
use tractor_bot::discord::{self as served, startup::StartError};
use tractor_bot::health::Vitals;

use crate::double::{Double, Options};
use crate::house::{Bot, desk};

#[tokio::test(start_paused = true)]
async fn commands_are_registered_with_names_in_chinese() {
    let discord = Double::start().await;
    let bot = Bot::start(&discord, desk(1)).await;
    let commands = discord.commands(None);
    let play = commands
        .iter()
        .find(|command| command["name"] == "play")
        .expect("/play");
    assert_eq!(play["name_localizations"]["zh-CN"], "出牌");
    assert_eq!(play["options"][0]["autocomplete"], true);
    for name in [
        "intro",
        "join",
        "leave",
        "list",
        "start",
        "deal",
        "mix",
        "call",
        "kitty",
        "play",
        "hand",
        "score",
        "surrender",
        "reset",
        "rules",
        "help",
    ] {
        assert!(
            commands.iter().any(|command| command["name"] == name),
            "/{name} is missing"
        );
    }
    bot.stop().await.expect("it stops when it is asked to");
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn a_wrong_token_is_told_from_everything_else() {
    let discord = Double::with(Options {
        token: "MTE.other.token".into(),
        ..Options::default()
    })
    .await;
    let mut config = crate::house::config(&discord);
    config.token = Some(tractor_bot::config::Secret::new("MTE.wrong.token"));
    let (vitals, never) = (Vitals::default(), std::future::pending());
    let ended = served::run_watched(&config, desk(1), (&vitals, None), never).await;
    assert!(matches!(ended, Err(StartError::Token)), "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn without_message_content_everything_but_typing_works() {
    let options = Options {
        granted: GatewayIntents::empty(),
        ..Options::default()
    };
    let discord = Double::with(options).await;
    let (table, ana) = (discord.channel("table"), discord.person("Ana"));
    let _bot = Bot::start(&discord, desk(1)).await;
    let answer = ana.asks(table, "join", json!({})).await;
    assert!(answer.is_ephemeral);
    let mention = format!("<@{}> table", discord.bot());
    ana.says(table, &mention);
    ana.tells_bot("help");
    ana.awaits("the help", |seen| seen.is_direct && seen.is_from_bot)
        .await;
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn an_intent_that_is_taken_away_is_not_asked_for_again() {
    let discord = Double::start().await;
    let (table, ana) = (discord.channel("table"), discord.person("Ana"));
    let _bot = Bot::start(&discord, desk(1)).await;
    discord.world().options.granted = GatewayIntents::empty();
    discord.forget_sessions();
    discord.cut_gateway();
    discord
        .until("the bot to identify again", |world| world.is_connected())
        .await;
    let answer = ana.asks(table, "join", json!({})).await;
    assert!(answer.is_ephemeral);
}
