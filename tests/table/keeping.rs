//! Where a terminal table is kept: what goes on the next time, and what stops where nothing can be kept.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::console::{FreshStore, Terminal};

#[test]
fn other_options_do_not_end_a_match_that_goes_on() {
    let store = FreshStore::new();
    let options = ["--deal-interval", "0", "--rule", "call_window=0"];
    let mut terminal = Terminal::open_in(&store, &options);
    terminal.answer();
    let score = |terminal: &mut Terminal| {
        terminal.types("$table");
        terminal.answer().0
    };
    let before = score(&mut terminal);
    terminal.leave();
    let mut terminal = Terminal::open_in(&store, &["--deal-interval", "1", "--level", "simple"]);
    let (said, _) = terminal.answer();
    assert!(said.contains("are for the next one"), "{said}");
    assert_eq!(score(&mut terminal), before);
    terminal.leave();
}

#[tokio::test]
async fn a_store_that_cannot_be_written_ends_the_game_with_one_word() {
    use sqlx::ConnectOptions as _;
    let store = FreshStore::new();
    Terminal::open_in(&store, &["--deal-interval", "0.05"]).leave();
    let options: sqlx::sqlite::SqliteConnectOptions = store.parse().expect("an address");
    let mut open = options.connect().await.expect("the store");
    let refuse =
        "CREATE TRIGGER refuse BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END";
    sqlx::query(refuse)
        .execute(&mut open)
        .await
        .expect("a trigger");
    sqlx::Connection::close(open).await.expect("it is closed");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
    let program = program
        .env("DATABASE_URL", &*store)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = program
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("a piped input")
        .write_all(b"$deal\n")
        .expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.matches("so it stops here").count(), 1, "{said}");
}
