//! The program killed in the middle of a game: table, seat and session are there again.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::guest::{Guest, Place};

/// The program, which serves tables that it keeps in this folder.
struct Program {
    child: Child,
    place: Place,
}

impl Program {
    fn start(folder: &Path) -> Self {
        Self::start_logging(folder, Stdio::null())
    }

    /// One that logs there whatever there is.
    fn start_logging(folder: &Path, log: Stdio) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
            .args(["web", "--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .env_remove("DATABASE_URL")
            .env_remove("DISCORD_TOKEN")
            .stdout(Stdio::piped())
            .env(
                "RUST_LOG",
                "trace,tungstenite::protocol=trace,sqlx::query=trace",
            )
            .env("LOG_FORMAT", "json")
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut said = String::new();
        let stdout = child.stdout.take().expect("what it says");
        BufReader::new(stdout).read_line(&mut said).expect("a line");
        let address = said.trim().strip_prefix("http://").expect("an address");
        let place = Place::at(address.parse().expect("an address"));
        Self { child, place }
    }

    /// Without a word before, as `kill -9` does it.
    fn kill(mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it is gone");
    }
}

#[tokio::test]
async fn a_table_its_seats_and_its_sessions_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = Program::start(folder.path());
    let cookie = program.place.begin_session_of("Ana").await;
    let game = json!({"game": "ttt", "computers": true});
    let key = program.place.opens(&cookie, game).await;
    let mut guest = Guest::come(&program.place, &cookie, Some(&key)).await;
    mark(&mut guest).await;
    program.kill();

    let program = Program::start(folder.path());
    let mut guest = Guest::come(&program.place, &cookie, Some(&key)).await;
    let hello = guest.told("hello").await;
    assert_eq!(hello["name"], "Ana");
    let table = guest.told("table").await;
    assert_eq!(table["scene"]["you"], 0, "{table}");
    let marks = table["scene"]["play"]["squares"]
        .as_array()
        .expect("squares");
    let own = marks.iter().filter(|square| square["seat"] == 0).count();
    assert_eq!(own, 1, "{table}");
    mark(&mut guest).await;
    program.kill();
}

/// Marks the first free square. A turn that has just begun takes no press yet.
async fn mark(guest: &mut Guest) {
    let press = |table: &Value| {
        let squares = table["scene"]["play"]["squares"].as_array()?;
        let open = squares
            .iter()
            .find(|square| square["button"]["enabled"] == true)?;
        Some(open["button"]["press"].clone())
    };
    let code = guest.seen(press).await;
    let marked = async {
        let press = json!({"press": {"code": code}});
        while guest.ask(press.clone()).await["outcome"] == "refused" {}
    };
    let marked = timeout(Duration::from_secs(20), marked).await;
    marked.expect("the press is taken");
}

/// Plays what is legal first until nothing is to be played any more, and tells the hands that were seen on the way.
async fn play_on(guest: &mut Guest) -> Vec<String> {
    let mut hands = Vec::new();
    for _ in 0..120 {
        let due = |table: &Value| {
            let scene = &table["scene"];
            let own = scene["seats"][0]["due"] == true;
            (own || scene["between"] == true || scene["stage"] == "over").then(|| scene.clone())
        };
        let scene = guest.seen(due).await;
        if scene["between"] == true || scene["stage"] == "over" {
            break;
        }
        let hand = scene["play"]["cards"]["hand"].as_array().expect("a hand");
        let cards = hand.iter().filter_map(Value::as_array).flatten();
        let cards: Vec<&str> = cards.filter_map(Value::as_str).collect();
        hands.push(cards.join(" "));
        let plays = scene["play"]["cards"]["plays"]
            .as_array()
            .into_iter()
            .flatten();
        let card = plays.filter_map(|play| play["card"].as_str()).next();
        let words = match card {
            Some("W" | "WF") => format!("play {} red", card.expect("a card")),
            Some(card) => format!("play {card}"),
            None => "draw".to_owned(),
        };
        if guest.ask(json!({"words": words})).await["outcome"] == "refused" {
            guest.ask(json!({"words": "pass"})).await;
        }
        let before = scene.clone();
        guest
            .seen(|table| (table["scene"] != before).then_some(()))
            .await;
    }
    hands
}

/// Whatever `RUST_LOG` wants: libraries quote what goes through them, and what goes through has hands and tokens.
#[tokio::test]
async fn a_log_of_everything_holds_no_hand_and_no_token() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("log");
    let log = std::fs::File::create(&file).expect("a file");
    let program = Program::start_logging(folder.path(), log.into());
    let cookie = program.place.begin_session().await;
    let game = json!({"game": "uno", "computers": true});
    let address = program.place.opens(&cookie, game).await;
    let mut guest = Guest::come(&program.place, &cookie, Some(&address)).await;
    guest.ask(json!({"words": "rules computer_delay=0"})).await;
    guest.ask(json!({"words": "deal"})).await;
    let hands = play_on(&mut guest).await;
    assert!(hands.len() > 2, "{hands:?}");
    program.kill();
    let log = std::fs::read_to_string(&file).expect("a log");
    let mut lines = 0;
    for line in log.lines() {
        lines += 1;
        let said: Value = serde_json::from_str(line).expect("JSON");
        let target = said["target"].as_str().expect("a target");
        let own = ["tractor_bot", "engine"]
            .iter()
            .any(|own| target.starts_with(own));
        let loud = said["level"] == "WARN" || said["level"] == "ERROR";
        assert!(own || loud, "{line}");
    }
    assert!(lines > 0, "it says something");
    let (_, seal) = address.split_once('.').expect("a seal");
    let (_, token) = cookie.split_once('.').expect("a token");
    for secret in [seal, token, "\"hand\""] {
        assert!(!log.contains(secret), "{secret}");
    }
    let quoted = |cards: &str| format!("\"{}\"", cards.replace(' ', "\",\""));
    for hand in hands.iter().filter(|hand| hand.contains(' ')) {
        for written in [
            hand.clone(),
            quoted(hand),
            quoted(hand).replace('"', "\\\""),
        ] {
            assert!(!log.contains(&written), "{written}");
        }
    }
}
