//! `tractor-bot setup` and `tractor-bot doctor discord`, as programs.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::Permissions;
use serenity::model::gateway::GatewayIntents;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::double::{Double, Options};
use crate::house::{Bot, desk};

pub struct Said {
    pub well: bool,
    pub lines: String,
    pub errors: String,
}

/// Runs the program at this Discord in a folder, with these words and this token, if it is given one, and these lines
/// typed.
pub async fn run(
    discord: &Double,
    words: &[&str],
    typed: &str,
    folder: &Path,
    token: Option<&str>,
) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
    command
        .args(words)
        .current_dir(folder)
        .env_remove("DISCORD_TOKEN")
        .envs(token.map(|token| ("DISCORD_TOKEN", token)))
        .env("DISCORD_API", discord.endpoints().api)
        .env("RUST_LOG", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut child = command.spawn().expect("the program starts");
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

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The words of a text, however its lines are broken.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_becomes_a_bot_that_can_be_invited() {
    let discord = Double::start().await;
    let token = discord.token();
    let here = folder();
    let typed = format!("MTE.wrong.token\n{token}\n\n");
    let said = run(&discord, &["setup"], &typed, here.path(), None).await;
    assert!(said.well, "{}", said.errors);
    let lines = flat(&said.lines);
    for expected in [
        "Discord does not know this token",
        "✓ Discord knows the bot: Tractor, on no server yet.",
        "• The bot is on no server yet",
        "✓ It is in .env.",
        "scope=bot+applications.commands",
        "█",
        "Then start the bot: tractor-bot.",
    ] {
        assert!(lines.contains(expected), "{expected:?} in\n{}", said.lines);
    }
    for secret in [token.as_str(), "MTE.wrong"] {
        assert!(!said.lines.contains(secret) && !said.errors.contains(secret));
    }
    let kept = std::fs::read_to_string(here.path().join(".env")).expect(".env");
    assert_eq!(kept, format!("DISCORD_TOKEN={token}\n"));

    // It is found there from now on, and nothing is asked.
    let said = run(
        &discord,
        &["setup", "--locale", "zh-CN"],
        "",
        here.path(),
        None,
    )
    .await;
    let lines = flat(&said.lines);
    assert!(
        said.well && lines.contains("已设置 DISCORD_TOKEN"),
        "{lines}"
    );
    assert!(lines.contains("机器人还没有加入服务器"), "{lines}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_may_add_the_bot_for_themselves_gets_the_link_for_it() {
    for people in [true, false] {
        let mut application = json!({"integration_types_config": {"0": {}}});
        if people {
            application["integration_types_config"]["1"] = json!({});
        }
        let discord = Double::with(Options {
            application,
            ..Options::default()
        })
        .await;
        let here = folder();
        let typed = format!("{}\nn\n", discord.token());
        let said = run(&discord, &["setup"], &typed, here.path(), None).await;
        assert!(said.well, "{}", said.errors);
        assert_eq!(said.lines.contains("integration_type=1"), people);
        assert_eq!(!said.lines.contains("User Install"), people);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_that_is_not_wanted() {
    let discord = Double::start().await;
    let here = folder();
    let typed = format!("{}\nn\n", discord.token());
    let said = run(&discord, &["setup"], &typed, here.path(), None).await;
    assert!(said.well && said.lines.contains("Nothing was written"));
    assert!(!here.path().join(".env").exists());

    let said = run(&discord, &["setup"], "", here.path(), None).await;
    assert!(!said.well && said.errors.contains("No token was given"));
    let said = run(&discord, &["doctor", "discord"], "", here.path(), None).await;
    assert!(!said.well && said.errors.contains("No token was given"));
}

/// What `doctor discord` says at this Discord, of a bot with these settings beside its token.
async fn found(discord: &Double, settings: &str) -> String {
    let here = folder();
    let env = format!("DISCORD_TOKEN={}\n{settings}", discord.token());
    std::fs::write(here.path().join(".env"), env).expect("it can be written");
    let doctor = ["doctor", "discord"];
    let said = run(discord, &doctor, "", here.path(), None).await;
    assert_eq!(said.well, !said.lines.contains('✗'), "{}", said.lines);
    assert!(!said.errors.contains("hush"), "{}", said.errors);
    flat(&said.lines)
}

/// Such a Discord, where the bot has been.
async fn served(options: Options) -> Double {
    let discord = Double::with(options).await;
    discord.home();
    let bot = Bot::start(&discord, desk(1)).await;
    bot.stop().await.expect("it stops when it is asked to");
    discord
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_names_every_fault_of_the_setup_with_what_helps() {
    let of = |application: Value| Options {
        application,
        ..Options::default()
    };
    let elsewhere = json!({"interactions_endpoint_url": "https://example.org/x"});
    let unread = Options {
        granted: GatewayIntents::empty(),
        ..Options::default()
    };
    let few = Options {
        session_starts: 8,
        ..Options::default()
    };
    let late = Options {
        clock_ahead: Duration::from_secs(600),
        ..Options::default()
    };
    let all = Options::default().bot_permissions;
    let lacking = Options {
        bot_permissions: all - Permissions::SEND_MESSAGES_IN_THREADS,
        ..Options::default()
    };
    for (options, fault, helps) in [
        (of(elsewhere), "Endpoint URL is set", "/information"),
        (
            of(json!({"bot_require_code_grant": true})),
            "Nobody can invite the bot",
            "/bot",
        ),
        (unread, "Typed commands are not read", "/bot"),
        (few, "7 more times within the next 24 hours", "journalctl"),
        (late, "seconds behind", "timedatectl set-ntp true"),
        (lacking, "the bot lacks: Send Messages in Threads", ""),
    ] {
        let found = found(&served(options).await, "").await;
        assert_eq!(found.matches('✗').count(), 1, "{fault}: {found}");
        assert!(found.contains(fault) && found.contains(helps), "{found}");
    }
    let sound = served(Options::default()).await;
    let well = found(&sound, "").await;
    assert!(well.ends_with("✓ Everything is set up as the bot needs it."));
    // What is a choice is no fault.
    assert!(well.contains("User Install") && well.contains("/installation"));
    let chinese = found(&sound, "LOCALE=zh-TW\n").await;
    assert!(chinese.ends_with("✓ 一切都按機器人的需要設定好了。"));
    // Before the first start there are no commands yet, which is no fault.
    let new = found(&Double::start().await, "").await;
    let none = "slash commands are not at Discord yet, such as /";
    assert!(new.contains(none) && !new.contains('✗'), "{new}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_what_keeps_tables_from_windows_of_discord() {
    let (on, off) = (1_u64 << 17 | 1 << 19, 1_u64 << 19);
    let secret = "DISCORD_CLIENT_SECRET=hush-hush\n";
    let web = "WEB_LISTEN=127.0.0.1:8420\nWEB_URL=https://cards.example.org\n";
    let plain = web.replace("https", "http");
    for (flags, settings, says) in [
        (on, String::new(), "DISCORD_CLIENT_SECRET is not set"),
        (on, web.to_owned(), "DISCORD_CLIENT_SECRET is not set"),
        (off, format!("{secret}{web}"), "but Activities are off"),
        (on, secret.to_owned(), "tables have no address"),
        (on, format!("{secret}{plain}"), "tables have no address"),
        (on, format!("{secret}{web}"), "✓ Everything is set up"),
        (off, web.to_owned(), "✓ Everything is set up"),
    ] {
        let options = Options {
            application: json!({ "flags": flags }),
            ..Options::default()
        };
        let found = found(&Double::with(options).await, &settings).await;
        assert!(found.contains(says), "{settings}{found}");
        assert!(!found.contains("hush"), "{found}");
    }
}
