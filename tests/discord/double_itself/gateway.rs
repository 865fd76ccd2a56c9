//! The gateway as the real client meets it: resumed, refused, cut, and filtered by intents.

use crate::double::{Double, Options, World};
use crate::double_itself::bot;
use crate::double_itself::raw::scene;
use serde_json::json;
use serenity::Error;
use serenity::gateway::GatewayError;
use serenity::model::event::{Event, GatewayEvent};
use serenity::model::gateway::GatewayIntents;

async fn is_resumed(discord: &Double, times: u32) {
    let resumes = |world: &World| {
        let mut sessions = world.sessions.values();
        sessions.any(|session| session.resumes == times)
    };
    discord.until("a resume", resumes).await;
}

#[tokio::test]
async fn what_was_said_during_a_cut_arrives_on_resume() {
    let (discord, _, table, ana, _) = scene().await;
    let _bot = bot::start(&discord).await;
    discord.cut_gateway();
    ana.says(table, "$play KC");
    ana.awaits("the play", |seen| seen.says("plays KC")).await;
    assert_eq!((discord.resumes(), discord.identifications()), (1, 1));
    discord.ask_reconnect();
    is_resumed(&discord, 2).await;
    ana.says(table, "$play 2S");
    ana.awaits("the next play", |seen| seen.says("plays 2S"))
        .await;
    assert_eq!(
        ana.sees(table)
            .iter()
            .filter(|seen| seen.says("plays KC"))
            .count(),
        1,
        "nothing is told twice"
    );
    discord.assert_clean();
}

#[tokio::test]
async fn an_invalid_session_is_resumed_if_it_can_be() {
    let (discord, _, table, ana, _) = scene().await;
    let _bot = bot::start(&discord).await;
    discord.invalidate(true);
    is_resumed(&discord, 1).await;
    ana.says(table, "$play KC");
    ana.awaits("the play", |seen| seen.says("plays KC")).await;
    assert_eq!(discord.identifications(), 1);
    discord.close_gateway(4000, "Unknown error.");
    is_resumed(&discord, 2).await;
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn a_forgotten_session_is_begun_anew() {
    let (discord, _, table, ana, _) = scene().await;
    discord.hold_clock();
    let _bot = bot::start(&discord).await;
    discord.forget_sessions();
    discord
        .until("a second identification", |world| {
            world.identified.len() == 2 && world.is_connected()
        })
        .await;
    ana.says(table, "$play KC");
    ana.awaits("the play", |seen| seen.says("plays KC")).await;
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn heartbeats_without_an_answer_make_the_client_come_back() {
    let heartbeat = std::time::Duration::from_millis(100);
    let options = Options {
        heartbeat,
        answers_heartbeats: false,
        ..Options::default()
    };
    let discord = Double::with(options).await;
    discord.hold_clock();
    let _bot = discord.run(bot::client(&discord, discord.http(), bot::INTENTS).await);
    discord
        .until("a second connection", |world| world.connections >= 2)
        .await;
}

#[tokio::test]
async fn intents_that_were_not_granted_end_the_client() {
    let discord = Double::with(Options {
        granted: GatewayIntents::empty(),
        ..Options::default()
    })
    .await;
    let running = discord.run(bot::client(&discord, discord.http(), bot::INTENTS).await);
    let ended = running.ends().await;
    assert!(
        matches!(
            ended,
            Err(Error::Gateway(GatewayError::DisallowedGatewayIntents))
        ),
        "{ended:?}"
    );
}

#[tokio::test]
async fn a_token_that_was_revoked_ends_the_client() {
    let discord = Double::start().await;
    let running = bot::start(&discord).await;
    discord.close_gateway(4004, "Authentication failed.");
    let ended = running.ends().await;
    assert!(
        matches!(
            ended,
            Err(Error::Gateway(GatewayError::InvalidAuthentication))
        ),
        "{ended:?}"
    );
}

#[tokio::test]
async fn without_message_content_only_mentions_and_direct_messages_are_read() {
    let (discord, _, table, ana, _) = scene().await;
    let _bot =
        discord.run(bot::client(&discord, discord.http(), GatewayIntents::non_privileged()).await);
    discord.registered("join").await;
    ana.says(table, "$play 2S");
    ana.says(table, &format!("<@{}> play KC", discord.bot()));
    ana.awaits("the play by mention", |seen| seen.says("plays KC"))
        .await;
    ana.tells_bot("hello");
    ana.awaits("an answer in private", |seen| seen.says("You said hello"))
        .await;
    assert!(
        !ana.sees(table).iter().any(|seen| seen.says("plays 2S")),
        "the bot could not read that"
    );
    discord.assert_clean();
}

#[tokio::test]
async fn servers_and_channels_come_while_the_bot_is_there() {
    let discord = Double::start().await;
    let ana = discord.person("Ana");
    let _bot = bot::start(&discord).await;
    let club = discord.guild("Club");
    ana.enters(club);
    let room = discord.channel_in(club, "room");
    let table = discord.channel("table");
    for place in [room, table, ana.direct()] {
        assert!(ana.asks(place, "hand", json!({})).await.says("A♥"));
    }
    discord.assert_clean();
}

#[tokio::test]
async fn a_client_stops_and_its_session_ends() {
    let discord = Double::start().await;
    let running = bot::start(&discord).await;
    running.stop().await.expect("a clean end");
    discord
        .until("the session to end", |world| world.sessions.is_empty())
        .await;
}

/// serenity drops what it cannot read without a word, so nothing that it is sent may be of that kind.
#[tokio::test]
async fn every_event_can_be_read() {
    let discord = Double::with(Options {
        granted: GatewayIntents::privileged(),
        ..Options::default()
    })
    .await;
    let (table, ana, bo) = (
        discord.channel("table"),
        discord.person("Ana"),
        discord.person("Bo"),
    );
    let _bot = discord.run(bot::client(&discord, discord.http(), GatewayIntents::all()).await);
    discord.registered("join").await;
    let lobby = ana.asks(table, "join", json!({})).await;
    ana.presses(&lobby, "Sit down").message().await;
    ana.selects(&lobby, "choose", &["2S"]).message().await;
    ana.is_offered(table, "play", "cards", "5", json!({})).await;
    ana.asks(
        table,
        "rules set",
        json!({"name": "n", "count": 1, "who": bo.id.to_string()}),
    )
    .await;
    let form = ana.slash(table, "form", json!({}));
    form.form().await;
    bo.submits(&form, &[("name", "x")]).message().await;
    bo.asks(bo.direct(), "hand", json!({})).await;
    let said = bo.says(table, "hello");
    bo.rewords(said, "goodbye");
    bo.reacts(said, "♠");
    bo.deletes(said);
    bo.is_granted(
        discord.home(),
        serenity::model::Permissions::MANAGE_CHANNELS,
    );
    bo.asks(table, "hand", json!({})).await;
    discord.person("Chen");
    discord.set_locale(discord.home(), "zh-CN");
    discord.deny_bot(table, serenity::model::Permissions::EMBED_LINKS);
    discord.delete_channel(discord.channel("lounge"));
    discord.remove_bot(discord.guild("Club"));
    let world = discord.world();
    let frames = &world.sessions.values().next().expect("a session").log;
    let mut kinds = std::collections::BTreeSet::new();
    for frame in frames {
        let read = serde_json::from_value::<GatewayEvent>(frame.clone());
        assert!(
            matches!(read, Ok(GatewayEvent::Dispatch(_, event)) if !matches!(event, Event::Unknown(_))),
            "{frame}"
        );
        kinds.insert(frame["t"].as_str().unwrap_or_default());
    }
    assert_eq!(kinds.len(), 13, "{kinds:?}");
}
