//! `tractor-bot emojis`, as a program.

use tractor_bot::art::Icon;

use super::{asked, held, names, older, put};
use crate::double::Double;
use crate::setup::{Said, run};

/// Runs `tractor-bot emojis` with these words, and this typed.
async fn emojis(discord: &Double, words: &[&str], typed: &str, token: &str) -> Said {
    let words = [&["emojis"][..], words].concat();
    // A folder without `.env`.
    run(discord, &words, typed, &std::env::temp_dir(), Some(token)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_sees_renews_and_removes_them() {
    let discord = Double::start().await;
    let token = discord.token();
    let all = names().len();
    put(&discord, [older(Icon::Back), "party".to_owned()]);

    let said = emojis(&discord, &[], "", "").await;
    assert!(!said.well && said.errors.contains("DISCORD_TOKEN is not set"));
    let said = emojis(&discord, &[], "", "MTE.wrong.token").await;
    assert!(!said.well && said.errors.contains("does not accept DISCORD_TOKEN"));
    assert!(!said.errors.contains("MTE.wrong"), "{}", said.errors);

    let said = emojis(&discord, &[], "", &token).await;
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

    let said = emojis(&discord, &["renew"], "", &token).await;
    assert!(said.well, "{}", said.errors);
    let last = format!("{all} there, 0 missing, 0 stale, 1 of somebody else\n");
    assert!(said.lines.ends_with(&last), "{}", said.lines);
    assert_eq!(held(&discord).len(), all + 1);

    for typed in ["", "n\n", "\n"] {
        let said = emojis(&discord, &["remove"], typed, &token).await;
        assert!(
            !said.well && said.errors.contains("--yes"),
            "{}",
            said.errors
        );
        assert_eq!(held(&discord).len(), all + 1);
    }
    let said = emojis(&discord, &["remove"], "y\n", &token).await;
    assert!(said.well, "{}", said.errors);
    assert_eq!(held(&discord), ["party"]);

    put(&discord, [Icon::Back.name()]);
    let said = emojis(&discord, &["remove", "--yes"], "", &token).await;
    assert!(
        said.well && said.lines.starts_with("deleted 1"),
        "{}",
        said.lines
    );
    assert_eq!(held(&discord), ["party"]);
    discord.take_violations();
}
