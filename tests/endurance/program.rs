//! The program as a process of its own: what its operator sees, and a disk that takes nothing any more.

use std::process::Command;
use std::time::Duration;

use double::folder::Folder;
use double::process::{self, Process, Signal};
use double::{Answer, Double, Options, Time};
use serde_json::{Value, json};
use serenity::model::Permissions;
use tokio::time::sleep;
use tractor_bot::game::GameKind;
use tractor_bot::store;

use crate::audit::{audit, journals};
use crate::crowd::{Wanted, is_move, sit_down};
use crate::ledger::Ledger;
use crate::player::{Notes, Player};
use double::dice::Dice;

/// A Discord that withholds nothing the bot asks for.
async fn discord() -> Double {
    let mut options = Options {
        time: Time::Runs,
        ..Options::default()
    };
    options.bot_permissions |= Permissions::SEND_MESSAGES_IN_THREADS;
    Double::with(options).await
}

/// Starts it with some more settings; does not wait until it is connected.
fn start(discord: &Double, database: &str, settings: &[(&str, &str)]) -> Process {
    let mut command = tokio::process::Command::new("sh");
    command
        // A write beyond a limit fails, as on a full disk, where it would end the program otherwise.
        .args(["-c", "trap '' XFSZ; exec \"$0\""])
        .arg(env!("CARGO_BIN_EXE_tractor-bot"));
    process::set_up(&mut command, discord, &discord.endpoints(), database);
    command.envs(settings.iter().copied());
    Process::start(command)
}

/// Asks it to end, and waits until it has ended well; gives what it logged.
async fn stop(program: Process) -> Vec<String> {
    program.signal(Signal::Terminate).await;
    let (ended, log) = program.ends().await;
    assert_eq!(ended.code(), Some(0), "{log:#?}");
    log
}

/// Makes every write of the program beyond so many bytes of a file fail, or none.
fn limit_files(program: &Process, bytes: &str) {
    let (pid, limit) = (program.id().to_string(), format!("--fsize={bytes}:"));
    let done = Command::new("prlimit")
        .args(["--pid", &pid, &limit])
        .status();
    assert!(done.expect("prlimit is there").success());
}

/// Marks the first square that is offered; says what the answer says.
async fn mark(player: &mut Player, notes: &Notes) -> Option<String> {
    let asked = player.uses_first(is_move, notes).await.expect("a square");
    let world = &player.person.double;
    match asked.answered().await {
        Answer::Message(message) => Some(world.world().messages[&message].content.clone()),
        Answer::DeferredUpdate => None,
        other => panic!("{other:?} is no answer to a press"),
    }
}

#[tokio::test]
async fn a_full_disk_refuses_what_is_done_and_loses_nothing() {
    if Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("skipped: there is no prlimit");
        return;
    }
    let (folder, discord) = (Folder::new(), discord().await);
    let (url, channel) = (folder.url("tractor.db"), discord.channel("table"));
    let (notes, mut ledger) = (Notes::default(), Ledger::default());
    let people = ["Ana", "Bo"].map(|name| discord.person(name));
    let program = start(&discord, &url, &[]);
    discord.registered("ttt").await;
    sit_down(&people, channel, Wanted::of(GameKind::TicTacToe), &[]).await;
    let [first, _] = people;
    let mut player = Player::new(first, channel, Dice::new(1, 1), (5, 45));
    let begun = |seen: &double::Seen| {
        let controls = crate::crowd::controls(&seen.components);
        controls
            .iter()
            .any(|control| control.press.line.as_move().is_some())
    };
    player.person.awaits("the squares", begun).await;
    // What took the place of another control is not pressed at once.
    sleep(Duration::from_millis(500)).await;
    limit_files(&program, "1");
    for _ in 0..3 {
        let refused = mark(&mut player, &notes).await.expect("a refusal");
        assert!(refused.contains("could not save"), "{refused}");
    }
    limit_files(&program, "unlimited");
    assert_eq!(mark(&mut player, &notes).await, None, "it is saved again");
    let log = program.kill().await;
    assert!(
        !log.iter().any(|line| line.contains("panicked")),
        "{log:#?}"
    );
    audit(&url, &discord, (&notes, &mut ledger), true).await;
    assert_eq!((ledger.counts.acknowledged, ledger.counts.refused), (1, 3));
}

#[tokio::test]
async fn a_file_that_cannot_be_written_stops_the_start_with_a_reason() {
    let folder = Folder::new();
    let url = folder.url("tractor.db");
    store::connect(&url).await.expect("a new file");
    let program = start(&discord().await, &format!("{url}?mode=ro"), &[]);
    let (ended, log) = program.ends().await;
    assert_eq!(ended.code(), Some(1));
    let reason = log.last().expect("a reason");
    assert!(
        reason.starts_with("tractor-bot: ") && reason.contains("database"),
        "{log:#?}"
    );
}

/// Every string of 64 hexadecimal digits, or longer.
fn secrets(text: &str) -> Vec<&str> {
    let words = text.split(|sign: char| !sign.is_ascii_hexdigit());
    words.filter(|word| word.len() >= 64).collect()
}

#[tokio::test]
async fn a_log_of_json_is_nothing_else_and_holds_no_secret() {
    let (folder, discord) = (Folder::new(), discord().await);
    let (url, channel) = (folder.url("tractor.db"), discord.channel("table"));
    let traced = "trace,serenity=trace,tungstenite::protocol=trace";
    let settings = [("LOG_FORMAT", "json"), ("RUST_LOG", traced)];
    let program = start(&discord, &url, &settings);
    discord.registered("join").await;
    let people = ["Ana", "Bo"].map(|name| discord.person(name));
    sit_down(&people, channel, Wanted::mixed(GameKind::Tractor, 2), &[]).await;
    people[0].asks(channel, "start", json!({})).await;
    let hand = people[0].asks(channel, "hand", json!({})).await;
    assert!(hand.is_ephemeral, "{}", hand.text);
    let log = stop(program).await;
    assert!(log.len() > 4, "it says something");
    for line in &log {
        let said: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
        for field in ["timestamp", "level", "target", "message"] {
            assert!(said[field].is_string(), "{field} of {line}");
        }
    }
    let log = log.join("\n");
    let tokens: Vec<String> = {
        let world = discord.world();
        let interactions = world.interactions.values();
        interactions.map(|asked| asked.token.clone()).collect()
    };
    assert!(tokens.len() > 2);
    let headers = journals(&url)
        .await
        .into_iter()
        .map(|journal| journal.header.line);
    let headers = headers.collect::<String>();
    let known = secrets(&headers);
    assert!(!known.is_empty(), "the header holds the table's secret");
    let secrets = known.into_iter().chain(tokens.iter().map(String::as_str));
    for secret in secrets.chain([discord.token().as_str()]) {
        assert!(!log.contains(secret), "{secret}");
    }
}
