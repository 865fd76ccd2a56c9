//! Files that somebody has damaged, by accident or not: they are shown or refused, and never more.

use std::panic::{AssertUnwindSafe, catch_unwind};

use double::folder::Folder;
use serde_json::{Value, json};
use tokio::sync::OnceCell;
use tractor_bot::chance::{Chance, Seed};
use tractor_bot::console::Paint;
use tractor_bot::console::replay::replay;
use tractor_bot::console::replay::{ReviewSubject, review};
use tractor_bot::desk::{Served, match_pages};
use tractor_bot::export;
use tractor_bot::game::{GameKind, RuleSet as _, at_game};
use tractor_bot::players::StudyEffort;
use tractor_bot::table::Input;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::tictactoe::TicTacToe;

use crate::asking::{ANA, ask, played, submit};
use crate::history::begin;

/// How many damaged files are made of each match; `MANGLED=5000` makes so many.
const FILES: u64 = 3;
/// One of so many of them is reviewed, too: that takes long.
const REVIEWED: u64 = 60;
/// More than a round has of anything.
const MANY: usize = 600;

/// The file of a match of computers.
async fn file<G: Served>() -> String {
    let mut rules = G::Rules::default();
    // Shorter, where there is such a rule.
    rules.set("match_to", "3").ok();
    let computers = usize::from((*G::seats(&rules).end()).min(4));
    let skill = G::SKILLS[G::SKILLS.len() / 2];
    let (desk, table) = begin::<G>(rules, computers, skill).await;
    submit(&table, Input::Start { by: ANA }).await;
    played(&table, |_| false).await;
    let answer = ask(&desk, ANA, "export").await;
    answer.attachment.expect("a finished match").text
}

/// All places in a text of JSON, as they are reached from its root.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                places(item, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, &format!("{path}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// A number below this one, which may be larger than what one draw gives.
fn below(chance: &mut Chance, most: usize) -> usize {
    let far = (chance.below(1 << 15) as usize) << 15 | chance.below(1 << 15) as usize;
    far % most.max(1)
}

fn pick<T: Clone>(chance: &mut Chance, of: &[T]) -> T {
    of[below(chance, of.len())].clone()
}

/// What is put in a place instead of what was there.
fn instead(chance: &mut Chance, was: &Value) -> Value {
    let numbers = "[0, -1, 3, 4, 15, 16, 200, 255, 256, 65535, 4294967295, -9223372036854775808, \
        18446744073709551615, 1e308, 0.5]";
    let words = r#"["", "J+ J+ J+", "W WF R0", "swaps 9 9", "out 9 4294967295", "dealt WF", "ace",
        "\u202e\u0000"]"#;
    let others = "[null, [], {}, true]";
    let listed = |text| serde_json::from_str::<Vec<Value>>(text).expect("a list");
    let [numbers, mut words, others] = [numbers, words, others].map(listed);
    words.extend([json!("x".repeat(5_000)), json!("8S ".repeat(500))]);
    match (was, chance.below(4)) {
        (_, 0) => pick(chance, &others),
        (Value::Number(_), _) => pick(chance, &numbers),
        (Value::String(_), _) => pick(chance, &words),
        (Value::Array(items), 1) => {
            let twice = items.iter().chain(items).cloned();
            Value::Array(twice.collect())
        }
        (Value::Array(items), 2) => {
            let kept = below(chance, items.len() + 1);
            Value::Array(items[..kept].to_vec())
        }
        (Value::Array(items), _) => Value::Array(items.iter().rev().cloned().collect()),
        _ if chance.below(2) == 0 => pick(chance, &numbers),
        _ => pick(chance, &words),
    }
}

/// A damaged file that is still JSON: some places hold something else, or nothing.
fn altered(chance: &mut Chance, whole: &Value) -> Vec<u8> {
    let mut value = whole.clone();
    // Nothing of them is read.
    if let Value::Object(fields) = &mut value {
        fields.remove("rounds");
    }
    for _ in 0..1 + chance.below(4) {
        let mut all = Vec::new();
        places(&value, "", &mut all);
        let place = pick(chance, &all[1.min(all.len() - 1)..]);
        let (parent, name) = place.rsplit_once('/').unwrap_or_default();
        let removes = chance.below(5) == 0;
        match value.pointer_mut(parent) {
            Some(Value::Object(fields)) if removes => {
                fields.remove(name);
            }
            Some(_) => {
                if let Some(there) = value.pointer_mut(&place) {
                    *there = instead(chance, there);
                }
            }
            None => {}
        }
    }
    value.to_string().into_bytes()
}

/// A damaged file, byte by byte.
fn broken(chance: &mut Chance, whole: &str) -> Vec<u8> {
    let mut bytes = whole.as_bytes().to_vec();
    match chance.below(3) {
        0 => bytes.truncate(below(chance, bytes.len())),
        1 => {
            for _ in 0..1 + chance.below(8) {
                let at = below(chance, bytes.len());
                bytes[at] = chance.below(256) as u8;
            }
        }
        _ => {
            let length = chance.below(4_000);
            bytes = (0..length).map(|_| chance.below(256) as u8).collect();
        }
    }
    bytes
}

/// What the program does with the file: whether it panicked.
fn panics(bytes: &[u8], reviewed: bool) -> bool {
    let folder = Folder::new();
    let path = folder.file("mangled");
    std::fs::write(&path, bytes).expect("it is written");
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let run = || {
        replay(&path, Locale::CHINESE, Paint::Plain).ok();
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        match_pages(text, &cx).ok();
        export::page(text, Locale::ENGLISH).ok();
        if reviewed {
            let (whose, looks) = (ReviewSubject::default(), (Locale::ENGLISH, Paint::Plain));
            review(&path, &whose, looks, StudyEffort(1)).ok();
        }
    };
    catch_unwind(AssertUnwindSafe(run)).is_err()
}

fn check(name: &str, whole: &str) {
    let value: Value = serde_json::from_str(whole).expect("JSON");
    assert!(!panics(whole.as_bytes(), false), "{name} as it is");
    let files = std::env::var("MANGLED").ok();
    let files = files.and_then(|files| files.parse().ok()).unwrap_or(FILES);
    for number in 0..files {
        let mut chance = Seed::from_number(number).derive(name, number).chance();
        let bytes = match number % 4 {
            0 => broken(&mut chance, whole),
            _ => altered(&mut chance, &value),
        };
        let reviewed = number % REVIEWED == REVIEWED - 1;
        let shown = String::from_utf8_lossy(&bytes);
        let shown: String = shown.chars().take(20_000).collect();
        assert!(!panics(&bytes, reviewed), "{name}, file {number}: {shown}");
    }
}

/// The file of a match of each game.
async fn files() -> &'static [(GameKind, String)] {
    static FILES: OnceCell<Vec<(GameKind, String)>> = OnceCell::const_new();
    let play = async || {
        let mut files = Vec::new();
        for game in GameKind::ALL {
            files.push((game, at_game!(game, G => file::<G>().await)));
        }
        files
    };
    FILES.get_or_init(play).await
}

#[tokio::test(start_paused = true)]
async fn a_damaged_match_of_every_game_is_shown_or_refused() {
    for (game, text) in files().await {
        check(game.name(), text);
    }
}

/// Makes the first list longer than any can be, or the first word.
fn absurd(value: &mut Value, words: bool) -> bool {
    match value {
        Value::Array(items) if !words && !items.is_empty() => {
            *items = items.iter().take(1).cycle().take(MANY).cloned().collect();
            true
        }
        Value::Array(items) => items.iter_mut().any(|item| absurd(item, words)),
        Value::Object(fields) => fields.values_mut().any(|field| absurd(field, words)),
        Value::String(text) if words => {
            *text = format!("{text} ").repeat(MANY);
            true
        }
        _ => false,
    }
}

#[tokio::test(start_paused = true)]
async fn absurd_amounts_in_a_match_of_any_game_are_neither_drawn_nor_kept() {
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
    for (game, text) in files().await {
        let whole: Value = serde_json::from_str(text).expect("JSON");
        let usual = match_pages(text, &cx).expect("a match").len();
        for name in whole.as_object().expect("fields").keys() {
            for words in [false, true] {
                let mut file = whole.clone();
                if !absurd(&mut file[name], words) {
                    continue;
                }
                let pages = match_pages(&file.to_string(), &cx).unwrap_or_default();
                assert!(pages.len() <= usual, "{game:?}, {name}: {}", pages.len());
            }
        }
    }
}

/// Runs the program while nobody reads what it prints: its exit code, and what it says of errors.
fn unread(arguments: &[&str], database: &str) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
    program
        .args(arguments)
        .env_clear()
        .env("DATABASE_URL", database);
    let ran = program.stdout(writer).output().expect("it runs");
    (
        ran.status.code(),
        String::from_utf8_lossy(&ran.stderr).into(),
    )
}

#[test]
fn tools_end_quietly_when_nobody_reads_on() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let mut runtime = || runtime.enable_all().build().expect("a runtime");
    let played = async {
        tokio::time::pause();
        file::<TicTacToe>().await
    };
    let folder = Folder::new();
    let text = runtime().block_on(played);
    let (file, kept) = (folder.file("match.json"), folder.file("kept.sqlite"));
    std::fs::write(&file, text).expect("it is written");
    let database = format!("sqlite:{}", kept.display());
    let made = async {
        let store = tractor_bot::store::connect(&database).await;
        let store = store.expect("a store");
        store.close().await.expect("it is closed");
    };
    runtime().block_on(made);
    let (file, copy) = (file.display().to_string(), folder.file("copy.sqlite"));
    let secret = "0".repeat(64);
    let copied = copy.display().to_string();
    let tools: [&[&str]; 6] = [
        &["verify", &secret],
        &["replay", &file],
        &["doctor"],
        &["doctor", "list"],
        &["backup", &copied],
        &["--help"],
    ];
    for arguments in tools {
        let (code, errors) = unread(arguments, &database);
        assert_eq!(code, Some(0), "{arguments:?}: {errors}");
        assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    }
    // What failed is still told by the exit code.
    let wrong = unread(&["verify", &secret, "--seal", "0"], &database);
    assert_eq!(wrong.0, Some(1), "{}", wrong.1);
}
