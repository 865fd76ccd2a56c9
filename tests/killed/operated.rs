//! What an operator does with the program: gathers its log as JSON, asks how it is, and stops it.

use serde_json::{Value, json};
use tokio::process::Command;
use tractor_bot::game::GameKind;
use tractor_bot::store;

use crate::double::Double;
use crate::home::{Home, lease};
use crate::program::{INSTANCE, Program};

/// Asks the program at this address, as the health check of a container does; gives whether all is well, and what
/// is said.
async fn health(address: &str, more: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
    command.current_dir(std::env::temp_dir());
    command
        .arg("health")
        .args(more)
        .env("HEALTH_LISTEN", address);
    let done = command.output().await.expect("the program starts");
    let said = String::from_utf8(done.stdout).expect("words");
    (done.status.success(), said)
}

/// Every string of 64 hexadecimal digits, or longer.
fn secrets(text: &str) -> Vec<&str> {
    let words = text.split(|sign: char| !sign.is_ascii_hexdigit());
    words.filter(|word| word.len() >= 64).collect()
}

#[tokio::test]
async fn a_log_of_json_is_nothing_else_and_holds_no_secret() {
    let home = Home::sqlite();
    let discord = Double::with(super::options()).await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let address = free.expect("loopback is there").to_string();
    let settings = [
        ("LOG_FORMAT", "json"),
        (
            "RUST_LOG",
            "tractor_bot=trace,warn,serenity::gateway=error,serenity::http=error",
        ),
        ("HEALTH_LISTEN", address.as_str()),
    ];
    let (well, said) = health(&address, &[]).await;
    assert!(!well && said.is_empty(), "nobody is there: {said}");
    let program = Program::start_with(&discord, &home.url(), &settings);
    discord.registered("join").await;
    discord.connected().await;
    let channel = discord.channel("table");
    let people = ["Ana", "Bo"].map(|name| discord.person(name));
    super::sit(&people, channel, GameKind::Tractor).await;
    let [ana, _] = &people;
    let two = json!({"level": "2"});
    ana.asks(channel, "computer", two).await;
    ana.asks(channel, "start", json!({})).await;
    let hand = ana.asks(channel, "hand", json!({})).await;
    assert!(hand.is_ephemeral, "{}", hand.text);
    let (well, said) = health(&address, &[]).await;
    assert!(well && said.contains("boards: ok\n"), "{said}");
    let (well, said) = health(&address, &["--ready"]).await;
    assert!(
        well && said.ends_with("store: ok\ndisk: ok\ndiscord: ok\n"),
        "{said}"
    );
    let log = program.stop().await;
    assert!(log.len() > 4, "it says something");
    for line in &log {
        let said: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
        for field in ["timestamp", "level", "target", "message"] {
            assert!(said[field].is_string(), "{field} of {line}");
        }
    }
    let log = log.join("\n");
    assert!(!log.contains(&discord.token()));
    let tokens: Vec<String> = {
        let world = discord.world();
        let interactions = world.interactions.values();
        interactions.map(|asked| asked.token.clone()).collect()
    };
    assert!(tokens.len() > 2);
    assert!(!tokens.iter().any(|token| log.contains(token)));
    let store = store::connect(&home.url())
        .await
        .expect("the program is gone");
    let held = store.acquire(lease(INSTANCE, "0..0/1", 0)).await;
    held.expect("nobody else has it");
    let open = store.open_tables(vec![0]).await;
    let open = open.expect("the tables are there").tables;
    let table = open.first().expect("a table").claim.table();
    let journal = store.journal(table).await.expect("a journal").saved;
    let known = secrets(&journal.header.line);
    assert!(!known.is_empty(), "the header holds the table's secret");
    assert!(!known.iter().any(|secret| log.contains(secret)));
    store.release().await.expect("the lease can be given back");
    store.close().await.expect("it closes");
}
