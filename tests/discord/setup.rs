//! `tractor-bot setup` and `tractor-bot doctor discord`, as programs.

use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::gateway::GatewayIntents;
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::double::{Double, Options};
use crate::house::{Bot, desk};

struct Said {
    well: bool,
    lines: String,
    errors: String,
}

/// Runs the program in a folder of its own, with these words, and these lines typed.
async fn run(discord: &Double, words: &[&str], typed: &str, folder: &std::path::Path) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
        .args(words)
        .current_dir(folder)
        .env_remove("DISCORD_TOKEN")
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
    let said = run(&discord, &["setup"], &typed, here.path()).await;
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
    let said = run(&discord, &["setup", "--locale", "zh-CN"], "", here.path()).await;
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
        let said = run(&discord, &["setup"], &typed, here.path()).await;
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
    let said = run(&discord, &["setup"], &typed, here.path()).await;
    assert!(said.well && said.lines.contains("Nothing was written"));
    assert!(!here.path().join(".env").exists());

    let said = run(&discord, &["setup"], "", here.path()).await;
    assert!(!said.well && said.errors.contains("No token was given"));
    let said = run(&discord, &["doctor", "discord"], "", here.path()).await;
    assert!(!said.well && said.errors.contains("No token was given"));
}

/// What `doctor discord` says at a Discord like that, in each language.
async fn found(options: Options, served: bool) -> [String; 3] {
    let discord = Double::with(options).await;
    if served {
        discord.home();
        let bot = Bot::start(&discord, desk(1)).await;
        bot.stop().await.expect("it stops when it is asked to");
    }
    let here = folder();
    let mut found = [const { String::new() }; 3];
    for (locale, found) in ["en-US", "zh-CN", "zh-TW"].into_iter().zip(&mut found) {
        let env = format!("DISCORD_TOKEN={}\nLOCALE={locale}\n", discord.token());
        std::fs::write(here.path().join(".env"), env).expect("it can be written");
        let said = run(&discord, &["doctor", "discord"], "", here.path()).await;
        assert_eq!(said.well, !said.lines.contains('✗'), "{}", said.lines);
        *found = flat(&said.lines);
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_names_every_fault_of_the_setup_with_what_helps() {
    // The other permissions everybody has there.
    let all = Options::default().bot_permissions;
    let sound = || Options {
        bot_permissions: all,
        ..Options::default()
    };
    let faults = [
        (
            Options {
                application: json!({"interactions_endpoint_url": "https://example.org/x"}),
                ..sound()
            },
            [
                "Interactions Endpoint URL is set",
                "设了 Interactions Endpoint URL",
                "因為設了 Interactions Endpoint URL",
            ],
            "/information",
        ),
        (
            Options {
                application: json!({"bot_require_code_grant": true}),
                ..sound()
            },
            [
                "Nobody can invite the bot",
                "谁都邀请不了机器人",
                "誰都邀請不了機器人",
            ],
            "/bot",
        ),
        (
            Options {
                granted: GatewayIntents::empty(),
                ..sound()
            },
            [
                "Typed commands are not read",
                "读不到打字的命令",
                "讀不到打字的指令",
            ],
            "/bot",
        ),
        (
            Options {
                session_starts: 8,
                ..sound()
            },
            [
                "lets the bot start 7 more times within the next 24 hours",
                "再启动 7 次",
                "再啟動 7 次",
            ],
            "journalctl -u tractor-bot",
        ),
        (
            Options {
                clock_ahead: Duration::from_secs(600),
                ..sound()
            },
            ["seconds behind", "本机的时钟慢了", "本機的時鐘慢了"],
            "timedatectl set-ntp true",
        ),
        (
            Options {
                bot_permissions: all - Permissions::SEND_MESSAGES_IN_THREADS,
                ..Options::default()
            },
            [
                "the bot lacks: Send Messages in Threads",
                "缺少权限：Send Messages in Threads",
                "缺少權限：Send Messages in Threads",
            ],
            "",
        ),
    ];
    for (options, expected, helps) in faults {
        let found = found(options, true).await;
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.matches('✗').count(), 1, "{expected}: {found}");
            assert!(found.contains(expected) && found.contains(helps), "{found}");
        }
    }
    let sound_found = found(sound(), true).await;
    for (found, expected) in sound_found.iter().zip([
        "✓ Everything is set up as the bot needs it.",
        "✓ 一切都按机器人的需要设置好了。",
        "✓ 一切都按機器人的需要設定好了。",
    ]) {
        assert!(found.ends_with(expected), "{found}");
        // What is a choice is no fault.
        assert!(found.contains("User Install") && found.contains("/installation"));
    }
    // Before the first start there are no commands yet, which is no fault.
    let [english, simplified, traditional] = found(sound(), false).await;
    assert!(
        english.contains("slash commands are not at Discord yet, such as /"),
        "{english}"
    );
    assert!(simplified.contains("个斜杠命令"), "{simplified}");
    assert!(traditional.contains("個斜線指令"), "{traditional}");
    assert!(!english.contains('✗'));
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
        let discord = Double::with(options).await;
        let here = folder();
        let env = format!("DISCORD_TOKEN={}\n{settings}", discord.token());
        std::fs::write(here.path().join(".env"), env).expect("it can be written");
        let said = run(&discord, &["doctor", "discord"], "", here.path()).await;
        let found = flat(&said.lines);
        assert!(found.contains(says), "{settings}{found}");
        assert!(!found.contains("hush") && !said.errors.contains("hush"));
    }
}
