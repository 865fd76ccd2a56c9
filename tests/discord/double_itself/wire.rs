//! The gateway's words one by one, spoken without a library.

use crate::double::{Double, Limits, Options};
use poise::serenity_prelude::futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    token: String,
}

impl Line {
    async fn open(discord: &Double) -> Self {
        Self::open_at(discord, &discord.endpoints().gateway).await
    }

    async fn open_at(discord: &Double, gateway: &str) -> Self {
        let url = format!("{gateway}?v=10&encoding=json");
        let (socket, _) = connect_async(url).await.expect("a connection");
        let mut line = Self {
            socket,
            token: discord.token(),
        };
        assert_eq!(line.hears().await["op"], 10);
        line
    }

    async fn says(&mut self, frame: Value) {
        self.socket
            .send(Frame::text(frame.to_string()))
            .await
            .expect("an open line");
    }

    /// The next frame; the code, if it is the end.
    async fn hears(&mut self) -> Value {
        match self.socket.next().await {
            Some(Ok(Frame::Text(text))) => serde_json::from_str(&text).expect("JSON"),
            Some(Ok(Frame::Close(frame))) => {
                json!({"closed": frame.map(|frame| u16::from(frame.code))})
            }
            other => panic!("{other:?}"),
        }
    }

    async fn identifies(&mut self, intents: u64, shard: (u32, u32)) {
        let data = json!({"token": self.token, "intents": intents, "shard": [shard.0, shard.1], "properties": {}});
        self.says(json!({"op": 2, "d": data})).await;
    }
}

const GUILDS: u64 = 1;
const GUILD_MESSAGES: u64 = 1 << 9;

/// A first frame, and the code that it is closed with.
async fn check(frame: Value, code: u16) {
    let discord = Double::start().await;
    let mut line = Line::open(&discord).await;
    line.says(frame.clone()).await;
    assert_eq!(line.hears().await, json!({"closed": code}), "{frame}");
}

#[tokio::test]
async fn words_out_of_place_close_the_line() {
    let token = Options::default().token;
    let identify = |token: &str, more: Value| {
        let mut data = json!({"token": token, "intents": 1, "properties": {}});
        data.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({"op": 2, "d": data})
    };
    check(json!({"op": 99, "d": null}), 4001).await;
    check(json!({"op": 3, "d": {}}), 4003).await;
    check(identify("wrong", json!({})), 4004).await;
    check(identify(&token, json!({"shard": [2, 2]})), 4010).await;
    check(identify(&token, json!({"intents": "all"})), 4013).await;
    check(identify(&token, json!({"intents": 2})), 4014).await;
}

#[tokio::test]
async fn hello_ready_heartbeat_and_numbered_events() {
    let discord = Double::start().await;
    let (table, ana) = (discord.channel("table"), discord.person("Ana"));
    let mut line = Line::open(&discord).await;
    line.identifies(GUILDS | GUILD_MESSAGES, (0, 1)).await;
    let ready = line.hears().await;
    assert_eq!(
        (ready["t"].as_str(), ready["s"].as_u64()),
        (Some("READY"), Some(1))
    );
    assert_eq!(ready["d"]["guilds"][0]["unavailable"], true);
    let guild = line.hears().await;
    assert_eq!(
        (guild["t"].as_str(), guild["s"].as_u64()),
        (Some("GUILD_CREATE"), Some(2))
    );
    assert_eq!(guild["d"]["channels"][0]["name"], "table");
    line.says(json!({"op": 1, "d": 2})).await;
    assert_eq!(line.hears().await["op"], 11);
    ana.says(table, "hello");
    let message = line.hears().await;
    assert_eq!(
        (message["t"].as_str(), message["s"].as_u64()),
        (Some("MESSAGE_CREATE"), Some(3))
    );
    assert_eq!(
        message["d"]["content"], "",
        "the content is another intent's"
    );
    line.says(json!({"op": 2, "d": {}})).await;
    assert_eq!(line.hears().await, json!({"closed": 4005}));
}

#[tokio::test]
async fn a_resume_replays_what_was_missed_and_no_more() {
    let discord = Double::start().await;
    let (table, ana) = (discord.channel("table"), discord.person("Ana"));
    let mut line = Line::open(&discord).await;
    line.identifies(GUILDS | GUILD_MESSAGES, (0, 1)).await;
    let session = line.hears().await["d"]["session_id"].clone();
    line.hears().await;
    discord.cut_gateway();
    discord
        .until("the line to be cut", |world| {
            world
                .sessions
                .values()
                .all(|session| session.line.is_none())
        })
        .await;
    ana.says(table, "one");
    ana.says(table, "two");
    let resume =
        |seq: u64| json!({"op": 6, "d": {"token": line.token, "session_id": session, "seq": seq}});
    let (mut again, mut wrong, mut unknown) = (
        Line::open(&discord).await,
        Line::open(&discord).await,
        Line::open(&discord).await,
    );
    again.says(resume(3)).await;
    let (missed, resumed) = (again.hears().await, again.hears().await);
    assert_eq!(
        (missed["s"].as_u64(), resumed["t"].as_str()),
        (Some(4), Some("RESUMED"))
    );
    wrong.says(resume(77)).await;
    assert_eq!(wrong.hears().await, json!({"closed": 4007}));
    unknown
        .says(json!({"op": 6, "d": {"token": unknown.token, "session_id": "none", "seq": 1}}))
        .await;
    assert_eq!(unknown.hears().await, json!({"op": 9, "d": false}));
}

#[tokio::test]
async fn every_shard_hears_of_its_own_servers() {
    let discord = Double::start().await;
    let ana = discord.person("Ana");
    let mut homes = vec![discord.home()];
    while homes
        .iter()
        .all(|home| (home.get() >> 22) % 2 == (homes[0].get() >> 22) % 2)
    {
        homes.push(discord.guild(&format!("Club {}", homes.len())));
        tokio::task::yield_now().await;
    }
    let (mut even, mut odd) = (Line::open(&discord).await, Line::open(&discord).await);
    even.identifies(GUILDS | GUILD_MESSAGES, (0, 2)).await;
    odd.identifies(GUILDS | GUILD_MESSAGES, (1, 2)).await;
    let (first, second) = (even.hears().await, odd.hears().await);
    let count = |ready: &Value| ready["d"]["guilds"].as_array().map_or(0, Vec::len);
    assert_eq!(count(&first) + count(&second), homes.len());
    assert!(count(&first) > 0 && count(&second) > 0);
    assert!(discord.world().is_connected());
    for (line, guilds) in [(&mut even, count(&first)), (&mut odd, count(&second))] {
        for _ in 0..guilds {
            assert_eq!(line.hears().await["t"], "GUILD_CREATE");
        }
    }
    ana.tells_bot("only the first shard is for direct messages");
    discord.channel_in(homes[0], "new");
    let mine = if (homes[0].get() >> 22) % 2 == 0 {
        &mut even
    } else {
        &mut odd
    };
    assert_eq!(mine.hears().await["t"], "CHANNEL_CREATE");
}

#[tokio::test]
async fn two_identifications_in_five_seconds_are_one_too_many() {
    let discord = Double::with(Options {
        limits: Limits::Real,
        ..Options::default()
    })
    .await;
    discord.hold_clock();
    let (mut first, mut second) = (Line::open(&discord).await, Line::open(&discord).await);
    first.identifies(GUILDS, (0, 2)).await;
    assert_eq!(first.hears().await["t"], "READY");
    second.identifies(GUILDS, (1, 2)).await;
    assert_eq!(second.hears().await, json!({"op": 9, "d": false}));
    discord.advance(std::time::Duration::from_secs(5));
    second.identifies(GUILDS, (1, 2)).await;
    assert_eq!(second.hears().await["t"], "READY");
}

#[tokio::test]
async fn too_many_words_close_the_line() {
    let discord = Double::start().await;
    let mut line = Line::open(&discord).await;
    for _ in 0..120 {
        line.says(json!({"op": 1, "d": null})).await;
        assert_eq!(line.hears().await["op"], 11);
    }
    line.says(json!({"op": 1, "d": null})).await;
    assert_eq!(line.hears().await, json!({"closed": 4008}));
}

#[tokio::test]
async fn processes_are_told_apart_and_each_session_of_a_shard_hears_everything() {
    let options = Options {
        shards: 2,
        spaces_identifications: true,
        ..Options::default()
    };
    let discord = Double::with(options).await;
    discord.hold_clock();
    let guild = discord.guild_of("Harbour", (1, 2));
    let pier = discord.channel_in(guild, "pier");
    let ana = discord.stranger("Ana");
    ana.enters(guild);
    let mut lines = Vec::new();
    for name in ["one", "two"] {
        let entrance = discord.entrance(name).await;
        let mut line = Line::open_at(&discord, &entrance.gateway).await;
        line.identifies(GUILD_MESSAGES, (1, 2)).await;
        let ready = line.hears().await;
        assert_eq!(ready["d"]["resume_gateway_url"], entrance.gateway);
        assert_eq!(discord.hears(1).len(), lines.len() + 1);
        lines.push(line);
        discord.advance(Duration::from_secs(5));
    }
    ana.says(pier, "hello");
    for line in &mut lines {
        assert_eq!(line.hears().await["t"], "MESSAGE_CREATE");
    }
    let entrance = discord.entrance("three").await;
    for (expected, violations) in [("READY", 0), ("", 1)] {
        let mut line = Line::open_at(&discord, &entrance.gateway).await;
        line.identifies(GUILD_MESSAGES, (0, 2)).await;
        let told = line.hears().await;
        assert_eq!(told["t"].as_str().unwrap_or_default(), expected);
        assert_eq!(discord.take_violations().len(), violations);
    }
}
