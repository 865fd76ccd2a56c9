//! What is over can be seen again with all cards; what is still played stays hidden.

use std::path::Path;
use std::process::Command as Program;

use double::folder::Folder;
use tractor_bot::chance::Seed;
use tractor_bot::console::{Paint, replay::replay};
use tractor_bot::desk::{AskedFrom, Desk, Effect, Served};
use tractor_bot::export;
use tractor_bot::game::RuleSet as _;
use tractor_bot::host::Handle;
use tractor_bot::table::{Closer, Input, Limits, PersonId, Skill};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Control;
use tractor_bot::text::press::Press;
use tractor_bot::tictactoe::TicTacToe;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::rules::Rules;

use crate::asking::{
    ANA, add_computers, ask, check, open, place, played, refuses, shows, submit, who,
};

/// A match of computers that Ana watches, and a desk to ask at.
pub async fn begin<G: Served>(
    rules: G::Rules,
    computers: usize,
    skill: Skill,
) -> (Desk, Handle<G>) {
    let (desk, table) = open::<G>(rules, Limits::default()).await;
    add_computers(&table, computers, skill).await;
    (desk, table)
}

#[tokio::test(start_paused = true)]
async fn finished_rounds_and_matches_alone_are_shown() {
    let rules = Rules::default().with(&[("match_to", "3")]);
    let (desk, table) = begin::<Tractor>(rules, 4, Skill::Greedy).await;
    refuses(&desk, ANA, "replay", "nothing to replay").await;
    refuses(&desk, ANA, "export", "No match has been finished").await;
    submit(&table, Input::Start { by: ANA }).await;
    refuses(&desk, ANA, "replay", "nothing to replay").await;
    refuses(&desk, ANA, "export", "is not over yet").await;

    played(&table, |game| !game.history.is_empty()).await;
    let first = ask(&desk, ANA, "replay 1").await;
    check(&first, Effect::Shown, "Replay: round 1, the deal");
    check(&first, Effect::Shown, "Page 1 of ");
    refuses(&desk, ANA, "replay 99", "Round 99 is not over").await;
    refuses(&desk, ANA, "replay last", "$replay 2").await;
    shows(&desk, ANA, "replay 1 2", "Replay: round 1, trick 1").await;
    shows(&desk, ANA, "replay 1 999", "win the round").await;
    let Some(Control::Button { press, .. }) = first.page.controls[0].get(1) else {
        panic!("a way to the next page")
    };
    let next = desk.press(&who(ANA), &place(), press, &[]).await;
    check(&next, Effect::Shown, "Replay: round 1, trick 1");
    // Elsewhere nobody looks at it but who played it.
    let elsewhere = AskedFrom {
        channel: 2,
        guild: Some(8),
        ..place()
    };
    let stranger = who(PersonId(9));
    for line in [press.line.clone(), "review".into()] {
        let forged = Press {
            line,
            ..press.clone()
        };
        let told = desk.press(&stranger, &elsewhere, &forged, &[]).await;
        check(&told, Effect::Refused, "not here any more");
    }

    played(&table, |_| false).await;
    let file = ask(&desk, ANA, "export").await;
    check(&file, Effect::Shown, "Match 1 is in this file");
    let file = file.attachment.expect("a file");
    for secret in [Seed::from_number(77).reveal(), ANA.0.to_string()] {
        assert!(
            !file.text.contains(&secret),
            "later matches and people stay hidden"
        );
    }
    let folder = Folder::new();
    let path = folder.file("match.json");
    std::fs::write(&path, &file.text).unwrap();
    let shown = replay(&path, Locale::ENGLISH, Paint::Plain).unwrap();
    let shown = shown.to_string();
    for words in ["Replay: round 1, the deal", "Replay: round 1, trick 1"] {
        assert!(shown.contains(words), "{words}");
    }
    is_one_page(&path, &file.text);
    let marked = printed(format!("\u{feff}{}", file.text).as_bytes());
    assert_eq!(marked.unwrap(), shown);
}

/// The program makes the match of this file one page for a browser, and overwrites nothing.
#[track_caller]
fn is_one_page(file: &Path, text: &str) {
    let out = file.with_extension("html");
    let run = || {
        let mut program = Program::new(env!("CARGO_BIN_EXE_tractor-bot"));
        program.args(["replay", "--locale", "zh-CN"]).arg(file);
        let run = program.arg("--html").arg(&out).output().unwrap();
        run.status.success()
    };
    assert!(run(), "the page is written");
    let html = std::fs::read_to_string(&out).unwrap();
    assert_eq!(Some(html.clone()), export::page(text, Locale::CHINESE).ok());
    for words in [
        "<html lang=\"zh-CN\"",
        "回放：第 1 局，第 1 轮",
        "Replay: round 1, trick 1",
    ] {
        assert!(html.contains(words), "{words}");
    }
    assert!(!run(), "a file that is there already is not overwritten");
    std::fs::remove_file(&out).ok();
}

/// What the terminal prints of a file with these bytes.
fn printed(bytes: &[u8]) -> Result<String, String> {
    let folder = Folder::new();
    let path = folder.file("match.json");
    std::fs::write(&path, bytes).unwrap();
    let shown = replay(&path, Locale::ENGLISH, Paint::Plain);
    let shown = shown.map(|shown| shown.to_string());
    shown.map_err(|error| error.to_string())
}

#[test]
fn what_is_no_finished_match_is_refused_with_a_reason() {
    let no_match: [&[u8]; 5] = [b"", b"{}", b"[]", b"\xff\xfe", b"{\"game\":\"ttt\"}"];
    for bytes in no_match {
        let error = printed(bytes).unwrap_err();
        assert!(
            error.contains("is no finished match that can be shown"),
            "{error}"
        );
    }
    let reasons = [
        (&b"\xff\xfe"[..], "no text in UTF-8"),
        (br#"{"format":99,"game":"tractor"}"#, "a later version"),
        (br#"{"format":1,"game":"chess"}"#, "does not know its game"),
        (br#"{"format":1,"game":"uno"}"#, "column 25 is missing"),
    ];
    for (bytes, reason) in reasons {
        let error = printed(bytes).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    let error = printed(&vec![b' '; (32 << 20) + 1]).unwrap_err();
    assert!(error.contains("larger than any match"), "{error}");
    let folder = replay(&std::env::temp_dir(), Locale::ENGLISH, Paint::Plain);
    let error = folder.unwrap_err().to_string();
    assert!(error.contains("cannot be read"), "{error}");
}

/// A match whose player was forgotten since is made of the journal, which has a number in their place.
#[tokio::test(start_paused = true)]
async fn whoever_was_forgotten_is_somebody_in_later_exports() {
    let (desk, table) = begin::<TicTacToe>(Default::default(), 0, Skill::Level(5)).await;
    let (person, by, seat) = (ANA, ANA, None);
    let name = "Ana".to_owned();
    submit(&table, Input::Sit { person, name, seat }).await;
    let skill = Skill::Level(5);
    submit(&table, Input::AddComputer { by, seat, skill }).await;
    if !table.is_playing() {
        submit(&table, Input::Start { by: ANA }).await;
    }
    while table.is_playing() {
        for square in 1..=9 {
            ask(&desk, ANA, &format!("play {square}")).await;
        }
        tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    }
    submit(
        &table,
        Input::Close {
            by: Closer::Host(ANA),
        },
    )
    .await;
    let file = ask(&desk, ANA, "export").await.attachment.expect("a file");
    assert!(file.text.contains("\"name\":\"Ana\""), "{}", file.text);
    shows(&desk, ANA, "settings forget yes", "deleted").await;
    let file = ask(&desk, ANA, "export").await.attachment.expect("a file");
    let named = |name: &str| file.text.contains(&format!("\"name\":\"{name}\""));
    assert!(!named("Ana") && !named("1") && named(""), "{}", file.text);
    let shown = printed(file.text.as_bytes()).unwrap();
    assert!(shown.contains("somebody"), "{shown}");
}

/// Whoever asks again and again has to wait, and nobody else does.
#[tokio::test(start_paused = true)]
async fn replays_and_files_are_not_asked_for_without_end() {
    let (desk, table) = begin::<TicTacToe>(Default::default(), 2, Skill::Level(5)).await;
    submit(&table, Input::Start { by: ANA }).await;
    played(&table, |_| false).await;
    for n in 0..10 {
        let line = ["replay", "export"][n % 2];
        assert_eq!(ask(&desk, ANA, line).await.outcome, Effect::Shown, "{n}");
    }
    for line in ["replay", "export"] {
        check(&ask(&desk, ANA, line).await, Effect::Refused, "in a moment");
    }
    let shown = ask(&desk, PersonId(9), "export").await;
    assert_eq!(shown.outcome, Effect::Shown);
}
