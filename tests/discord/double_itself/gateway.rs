//! The gateway's words one by one.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::futures::{SinkExt, StreamExt};
use serenity::model::Permissions;
use serenity::model::event::{Event, GatewayEvent};
use serenity::model::gateway::GatewayIntents;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::raw::{at, message};
use crate::double::{Double, Options};

/// A connection to the gateway.
struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    token: String,
}

impl Line {
    async fn open(discord: &Double, gateway: &str) -> Self {
        let url = format!("{gateway}?v=10&encoding=json");
        let (socket, _) = connect_async(url).await.expect("a connection");
        let token = discord.token();
        let mut line = Self { socket, token };
        assert_eq!(line.hears().await["op"], 10);
        line
    }

    async fn says(&mut self, frame: Value) {
        let sent = self.socket.send(Frame::text(frame.to_string()));
        sent.await.expect("an open line");
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

    async fn identifies(&mut self, intents: GatewayIntents, shard: (u32, u32)) {
        let data = json!({"token": self.token, "intents": intents, "shard": [shard.0, shard.1], "properties": {}});
        self.says(json!({"op": 2, "d": data})).await;
    }
}

/// serenity drops what it cannot read without a word, so nothing that it is sent may be of that kind.
#[tokio::test(start_paused = true)]
async fn every_event_can_be_read_and_what_was_missed_comes_with_a_resume() {
    let options = Options {
        granted: GatewayIntents::privileged(),
        ..Options::default()
    };
    let (discord, raw, table, ana, bo) = at(Double::with(options).await);
    let gateway = discord.endpoints().gateway;
    let mut wrong = Line::open(&discord, &gateway).await;
    wrong
        .says(json!({"op": 2, "d": {"token": "wrong", "intents": 1}}))
        .await;
    assert_eq!(wrong.hears().await, json!({"closed": 4004}));
    let mut line = Line::open(&discord, &gateway).await;
    line.identifies(GatewayIntents::all(), (0, 1)).await;
    let ready = line.hears().await;
    assert_eq!((&ready["t"], &ready["s"]), (&json!("READY"), &json!(1)));
    assert_eq!(line.hears().await["t"], "GUILD_CREATE");
    line.says(json!({"op": 1, "d": 2})).await;
    assert_eq!(line.hears().await["op"], 11);
    discord.cut_gateway();
    let is_cut = |world: &crate::double::World| {
        world
            .sessions
            .values()
            .all(|session| session.line.is_none())
    };
    discord.until("the line to be cut", is_cut).await;
    let posted = raw.post(table, &ana).await;
    raw.answer(
        &ana.presses(&posted, "Go"),
        json!({"type": 7, "data": message("gone")}),
    )
    .await;
    discord.delete_message(bo.says(table, "hello"));
    bo.is_granted(discord.home(), Permissions::MANAGE_CHANNELS);
    discord.person("Chen");
    discord.deny_bot(table, Permissions::EMBED_LINKS);
    discord.delete_channel(discord.channel("lounge"));
    discord.remove_bot(discord.guild("Club"));
    let mut again = Line::open(&discord, &gateway).await;
    let resume = json!({"token": again.token, "session_id": ready["d"]["session_id"], "seq": 2});
    again.says(json!({"op": 6, "d": resume})).await;
    let (mut kinds, mut number) = (BTreeSet::new(), 2);
    while !kinds.contains("RESUMED") {
        let frame = again.hears().await;
        number += 1;
        assert_eq!(frame["s"], json!(number), "nothing is missed");
        let read = serde_json::from_value::<GatewayEvent>(frame.clone());
        let known = matches!(read, Ok(GatewayEvent::Dispatch(_, event)) if !matches!(event, Event::Unknown(_)));
        assert!(known, "{frame}");
        kinds.insert(frame["t"].as_str().unwrap_or_default().to_owned());
    }
    assert_eq!(kinds.len(), 12, "{kinds:?}");
}

#[tokio::test(start_paused = true)]
async fn processes_are_told_apart_and_identify_five_seconds_after_one_another() {
    let discord = Double::with(Options {
        shards: 2,
        spaces_identifications: true,
        ..Options::default()
    })
    .await;
    let guild = discord.guild_of("Harbour", (1, 2));
    let (pier, ana) = (discord.channel_in(guild, "pier"), discord.stranger("Ana"));
    ana.enters(guild);
    let messages = GatewayIntents::GUILD_MESSAGES;
    let mut lines = Vec::new();
    for name in ["one", "two"] {
        let entrance = discord.entrance(name).await;
        let mut line = Line::open(&discord, &entrance.gateway).await;
        line.identifies(messages, (1, 2)).await;
        let ready = line.hears().await;
        assert_eq!(ready["d"]["resume_gateway_url"], entrance.gateway);
        lines.push(line);
        assert_eq!(discord.hears(1).len(), lines.len());
        discord.advance(Duration::from_secs(5));
    }
    ana.says(pier, "hello");
    for line in &mut lines {
        let told = line.hears().await;
        assert_eq!(
            (&told["t"], &told["d"]["content"]),
            (&json!("MESSAGE_CREATE"), &json!(""))
        );
    }
    for (expected, violations) in [("READY", 0), ("", 1)] {
        let mut line = Line::open(&discord, &discord.endpoints().gateway).await;
        line.identifies(messages, (0, 2)).await;
        let told = line.hears().await;
        assert_eq!(told["t"].as_str().unwrap_or_default(), expected);
        assert_eq!(discord.take_violations().len(), violations);
    }
}
