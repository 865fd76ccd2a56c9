//! Two processes of one name, and a file that goes away under a process: the whole program, against a
//! double of Discord.

use serde_json::json;
use serenity::model::id::ChannelId;
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;
use std::fs;
use std::path::Path;
use tokio::process::Command;

use crate::place::{self, Folder};
use double::process::{self, Process};
use double::{Double, Options, Person};

/// How often something is tried that has to be noticed within seconds.
const MOST_TRIES: usize = 2_000;

/// The program under a name, with some shards.
fn start(discord: &Double, database: &str, instance: &str, shards: &str) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
    process::set_up(&mut command, discord, &discord.endpoints(), database);
    command.env("INSTANCE", instance).env("SHARDS", shards);
    Process::start(command)
}

/// Waits until it ends by itself, with a failure; gives its last words.
async fn refuses(program: Process) -> String {
    let (ended, log) = program.ends().await;
    assert_eq!(ended.code(), Some(1), "{log:#?}");
    log.into_iter().next_back().expect("a reason")
}

async fn discord() -> Double {
    let discord = Double::with(Options::default()).await;
    discord.home();
    discord
}

/// Somebody at a table of tractor, who changes a rule again and again.
struct Visitor {
    person: Person,
    channel: ChannelId,
    asked: usize,
}

impl Visitor {
    async fn at(discord: &Double) -> Self {
        discord.registered("join").await;
        let channel = discord.channel("table");
        let person = discord.person("Ana");
        person.asks(channel, "join", json!({})).await;
        Self {
            person,
            channel,
            asked: 0,
        }
    }

    /// Changes the rule; gives the refusal if it is refused.
    async fn change(&mut self) -> Result<(), String> {
        self.asked += 1;
        let value = ["0.5", "1"][self.asked % 2];
        let words = json!({"rule": "computer_delay", "value": value});
        // Who asks more than 300 times in ten seconds is not heard.
        tokio::time::sleep(std::time::Duration::from_millis(35)).await;
        let answer = self.person.slash(self.channel, "rules", words);
        let answer = answer.message().await;
        let refused = ["could not save", "not saved", "refused"];
        match refused.iter().any(|words| answer.says(words)) {
            true => Err(answer.text),
            false => Ok(()),
        }
    }

    /// Changes it until this holds, and a few times more; gives how often it was acknowledged and
    /// the last refusal.
    async fn change_until(&mut self, holds: impl Fn(&Result<(), String>) -> bool) -> usize {
        let mut done = 0;
        for _ in 0..MOST_TRIES {
            let changed = self.change().await;
            done += usize::from(changed.is_ok());
            if holds(&changed) {
                return done;
            }
        }
        panic!("it was not noticed");
    }
}

/// One number from a file.
async fn number(path: &Path, sql: &str) -> i64 {
    let options = SqliteConnectOptions::new().filename(path);
    let mut connection = options.connect().await.expect("a database");
    let number = sqlx::query_scalar(sql).fetch_one(&mut connection).await;
    number.expect("a number")
}

/// How many changes of rules are in the journals of a file.
async fn changes(path: &Path) -> usize {
    let sql = "SELECT count(*) FROM entries WHERE body LIKE '%\"set_rule\"%'";
    usize::try_from(number(path, sql).await).expect("a number of rows")
}

/// A second process is refused, and the first goes on as if nothing had been.
async fn refused(url: &str, first: [&str; 2], second: [&str; 2], says: &[&str]) {
    let double = discord().await;
    let program = start(&double, url, first[0], first[1]);
    double.connected().await;
    let mut visitor = Visitor::at(&double).await;
    assert_eq!(visitor.change().await, Ok(()));
    let other = discord().await;
    let words = refuses(start(&other, url, second[0], second[1])).await;
    let pid = program.id().to_string();
    for part in says.iter().copied().chain([first[0], &pid]) {
        assert!(words.contains(part), "{part:?} is not in: {words}");
    }
    assert!(words.starts_with("tractor-bot: "), "{words}");
    for _ in 0..3 {
        assert_eq!(visitor.change().await, Ok(()));
    }
    let log = program.kill().await;
    let bad = |line: &&String| {
        ["WARN", "ERROR", "panicked"]
            .iter()
            .any(|bad| line.contains(bad))
    };
    let bad: Vec<_> = log.iter().filter(bad).collect();
    assert!(bad.is_empty(), "the first was disturbed: {bad:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_process_of_the_same_name_is_refused() {
    let folder = Folder::new();
    let url = folder.url("twins.db");
    refused(&url, ["one", ""], ["one", ""], &["INSTANCE"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_with_the_shards_of_another_is_refused() {
    let folder = Folder::new();
    let url = folder.url("twins.db");
    refused(&url, ["one", "0..0/1"], ["two", "0..0/1"], &["SHARDS"]).await;
}

/// A process that was killed is known to be dead: nobody waits until its leases expire.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_was_killed_keeps_nobody_waiting() {
    let folder = Folder::new();
    let (url, path) = (folder.url("twins.db"), folder.file("twins.db"));
    let double = discord().await;
    let program = start(&double, &url, "one", "");
    double.connected().await;
    let mut visitor = Visitor::at(&double).await;
    assert_eq!(visitor.change().await, Ok(()));
    program.kill().await;
    let expires = "SELECT max(expires) FROM leases";
    let expired = number(&path, expires).await;
    let program = start(&double, &url, "two", "");
    double
        .until("the end of the first", |world| !world.is_connected())
        .await;
    double.connected().await;
    let renewed = number(&path, expires).await;
    // A lease lasts fifteen seconds from the instant at which it was taken.
    let early = expired - (renewed - 15_000);
    println!("taken over {early} ms before the lease of the first had expired");
    assert!(early > 0, "it waited until the lease had expired");
    while visitor.change().await.is_err() {}
    program.kill().await;
}

/// Everything of a database file.
fn parts(path: &Path) -> Vec<std::path::PathBuf> {
    let name = path.display().to_string();
    let parts = ["", "-wal", "-shm"].map(|end| format!("{name}{end}").into());
    parts
        .into_iter()
        .filter(|part: &std::path::PathBuf| part.exists())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_file_is_made_anew_and_nothing_acknowledged_is_lost() {
    let folder = Folder::new();
    let (url, path) = (folder.url("gone.db"), folder.file("gone.db"));
    let double = discord().await;
    let program = start(&double, &url, "one", "");
    double.connected().await;
    let mut visitor = Visitor::at(&double).await;
    let mut done = 0;
    for _ in 0..2 {
        done += visitor.change_until(|changed| changed.is_ok()).await;
        parts(&path)
            .iter()
            .for_each(|part| fs::remove_file(part).expect("it was there"));
        done += visitor
            .change_until(|changed| changed.is_ok() && path.exists())
            .await;
    }
    done += visitor.change_until(|changed| changed.is_ok()).await;
    program.kill().await;
    assert_eq!(
        changes(&path).await,
        done,
        "each acknowledged change is there once"
    );
    let program = start(&double, &url, "one", "");
    double.connected().await;
    visitor.change_until(|changed| changed.is_ok()).await;
    program.kill().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_file_is_left_alone_and_what_was_known_is_saved_beside_it() {
    let folder = Folder::new();
    let (url, path) = (folder.url("other.db"), folder.file("other.db"));
    let double = discord().await;
    let program = start(&double, &url, "one", "");
    double.connected().await;
    let mut visitor = Visitor::at(&double).await;
    let mut done = visitor.change_until(|changed| changed.is_ok()).await;
    parts(&path)
        .iter()
        .for_each(|part| fs::remove_file(part).expect("it was there"));
    place::copy(&folder, &place::kept(), "stopped");
    fs::rename(folder.file("stopped.db"), &path).expect("another file");
    let other = fs::read(&path).expect("it can be read");
    let rescued = || {
        let files = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
        let mut files = files.map(|file| file.expect("a file").path());
        files.find(|file| file.display().to_string().contains(".rescued-"))
    };
    done += visitor
        .change_until(|changed| {
            changed.is_err() && rescued().is_some() && program.has_logged("rescued")
        })
        .await;
    program.kill().await;
    let rescued = rescued().expect("it was there");
    assert_eq!(
        changes(&rescued).await,
        done,
        "each acknowledged change is there once"
    );
    assert_eq!(
        fs::read(&path).expect("it can be read"),
        other,
        "it was not touched"
    );
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread")]
async fn twins_are_refused_with_postgresql_too() {
    if let Some(url) = place::postgres("twins", "SELECT 1").await {
        refused(&url, ["one", ""], ["one", ""], &["INSTANCE"]).await;
        refused(&url, ["one", "0..0/1"], ["two", "0..0/1"], &["SHARDS"]).await;
    }
}
