//! `tractor-bot emojis`, as a program.

use std::process::Stdio;

use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;
use tractor_bot::art::Icon;

use super::{asked, held, names, older, put};
use crate::double::Double;

struct Said {
    well: bool,
    lines: String,
    errors: String,
}

/// Runs `tractor-bot emojis` with these words, and this typed.
async fn run(discord: &Double, words: &[&str], typed: &str, token: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
        .arg("emojis")
        .args(words)
        // A folder without `.env`.
        .current_dir(std::env::temp_dir())
        .env("DISCORD_TOKEN", token)
        .env("DISCORD_API", discord.endpoints().api)
        .env("RUST_LOG", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    // It may have ended without a question.
    input.write_all(typed.as_bytes()).await.ok();
    drop(input);
    let done = child.wait_with_output().await.expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Said {
        well: done.status.success(),
        lines: text(done.stdout),
        errors: text(done.stderr),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_sees_renews_and_removes_them() {
    let discord = Double::start().await;
    let token = discord.token();
    let all = names().len();
    put(&discord, [older(Icon::Back), "party".to_owned()]);

    let said = run(&discord, &[], "", "").await;
    assert!(!said.well && said.errors.contains("DISCORD_TOKEN is not set"));
    let said = run(&discord, &[], "", "MTE.wrong.token").await;
    assert!(!said.well && said.errors.contains("does not accept DISCORD_TOKEN"));
    assert!(!said.errors.contains("MTE.wrong"), "{}", said.errors);

    let said = run(&discord, &[], "", &token).await;
    assert!(said.well, "{}", said.errors);
    let first = format!("0 there, {all} missing, 1 stale, 1 of somebody else\n");
    assert!(said.lines.starts_with(&first), "{}", said.lines);
    for name in names() {
        assert!(said.lines.contains(&format!("missing: {name}\n")), "{name}");
    }
    assert!(
        said.lines
            .contains(&format!("stale: {} (", older(Icon::Back)))
    );
    assert!(!asked(&discord).contains_key("POST"));

    let said = run(&discord, &["renew"], "", &token).await;
    assert!(said.well, "{}", said.errors);
    let last = format!("{all} there, 0 missing, 0 stale, 1 of somebody else\n");
    assert!(said.lines.ends_with(&last), "{}", said.lines);
    assert_eq!(held(&discord).len(), all + 1);

    for typed in ["", "n\n", "\n"] {
        let said = run(&discord, &["remove"], typed, &token).await;
        assert!(
            !said.well && said.errors.contains("--yes"),
            "{}",
            said.errors
        );
        assert_eq!(held(&discord).len(), all + 1);
    }
    let said = run(&discord, &["remove"], "y\n", &token).await;
    assert!(said.well, "{}", said.errors);
    assert_eq!(held(&discord), ["party"]);

    put(&discord, [Icon::Back.name()]);
    let said = run(&discord, &["remove", "--yes"], "", &token).await;
    assert!(
        said.well && said.lines.starts_with("deleted 1"),
        "{}",
        said.lines
    );
    assert_eq!(held(&discord), ["party"]);
    discord.take_violations();
}
