//! The program killed in the middle of a game: table, seat and session are there again.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::guest::{Guest, Place};

/// The program, which serves tables that it keeps in this folder.
struct Program {
    child: Child,
    place: Place,
}

impl Program {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
            .args(["web", "--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .env_remove("DATABASE_URL")
            .env_remove("DISCORD_TOKEN")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
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
    let cookie = program.place.begin_session().await;
    let mut home = Guest::come(&program.place, &cookie, None).await;
    home.ask(json!({"name": "Ana"})).await;
    let answer = home
        .ask(json!({"open": {"game": "ttt", "computers": true}}))
        .await;
    let key = answer["table"].as_str().expect("a table").to_owned();
    let mut guest = Guest::come(&program.place, &cookie, Some(&key)).await;
    let press = |table: &Value| {
        let squares = table["scene"]["play"]["squares"].as_array()?;
        let open = squares
            .iter()
            .find(|square| square["button"]["enabled"] == true)?;
        Some(open["button"]["press"].clone())
    };
    let code = guest.seen(press).await;
    let answer = guest.ask(json!({"press": {"code": code}})).await;
    assert_ne!(answer["outcome"], "refused", "{answer}");
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
    let code = guest.seen(press).await;
    let answer = guest.ask(json!({"press": {"code": code}})).await;
    assert_ne!(answer["outcome"], "refused", "{answer}");
    program.kill();
}
