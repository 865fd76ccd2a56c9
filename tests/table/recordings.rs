//! What was kept of finished rounds is shown for ever, whatever becomes of the rules.
//!
//! The folders of `fixtures/replays` are named after the form of the recordings in them, and hold those
//! of each game with the pages that are drawn from them; their README says more.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, at_game};
use tractor_bot::table::Recording;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::replay;

/// The folders of all forms.
fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/replays");
    let entries = fs::read_dir(root).expect("the folder of recordings");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// The folders with recordings of a game: one that is newer than a form has none of it.
fn folders_of(game: GameKind) -> Vec<PathBuf> {
    let mut folders = folders();
    folders.retain(|folder| folder.join(format!("{}.json", game.name())).exists());
    assert!(
        !folders.is_empty(),
        "no recording of {} is kept",
        game.name()
    );
    folders
}

/// The recordings of a game in a folder: each with its name.
fn recordings(folder: &Path, game: &str) -> Vec<(String, Value)> {
    let text = fs::read_to_string(folder.join(format!("{game}.json"))).expect("recordings");
    let kept: Vec<Value> = serde_json::from_str(&text).expect("a list");
    let recording = |kept: Value| (kept["name"].to_string(), kept["film"].clone());
    kept.into_iter().map(recording).collect()
}

/// All pages of a recording as a text; `None` if it cannot be read.
fn pages<G: Served>(recording: &Value, locale: Locale) -> Option<String> {
    let recording = Recording::<G>::of_text(&recording.to_string())?;
    let cx = RenderContext::new(locale, Surface::Discord, "$");
    let pages = replay::pages::<G>(&recording.replay, &recording.players, &cx);
    let count = pages.len();
    let told = pages.iter().zip(1..).map(|(page, n)| {
        assert!(page.controls.is_empty() && page.ping.is_empty());
        format!("-- {n} of {count}\n{}\n", page.text())
    });
    Some(told.collect())
}

fn check_kept<G: Served>() {
    for folder in folders_of(G::KIND) {
        let game = G::KIND.name();
        let told = recordings(&folder, game)
            .into_iter()
            .map(|(name, recording)| {
                let pages = pages::<G>(&recording, Locale::ENGLISH);
                format!("== {name}\n{}", pages.unwrap_or_else(|| panic!("{name}")))
            });
        let is: String = told.collect();
        let path = folder.join(format!("{game}.txt"));
        // The recordings never change; how they are told may.
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            fs::write(&path, &is).expect("the pages are written");
        }
        let should = fs::read_to_string(&path).unwrap_or_default();
        for (at, (is, should)) in is.lines().zip(should.lines()).enumerate() {
            assert_eq!(is, should, "{}:{}", path.display(), at + 1);
        }
        assert_eq!(is.lines().count(), should.lines().count());
    }
}

#[test]
fn every_kept_recording_of_every_game_is_shown_as_it_was() {
    for game in GameKind::ALL {
        at_game!(game, G => check_kept::<G>());
    }
}

/// Something that a later version would add: a field in every object, a word that is told.
fn add_later_things(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(add_later_things),
        Value::Object(fields) => {
            fields.values_mut().for_each(add_later_things);
            if let Some(Value::Array(did)) = fields.get_mut("did") {
                did.push("thinks 1 hard".into());
            }
            // The hands of UNO are listed by the numbers of seats.
            if !fields.keys().any(|key| key.parse::<u8>().is_ok()) {
                fields.insert("later".to_owned(), Value::from("than this"));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Takes each field away once, and gives each value another kind.
fn check_tolerance<G: Served>() {
    for (name, recording) in folders_of(G::KIND)
        .iter()
        .flat_map(|folder| recordings(folder, G::KIND.name()))
    {
        let locale = Locale::ENGLISH;
        let usual = pages::<G>(&recording, locale);
        assert!(usual.is_some(), "{name}");
        let mut later = recording.clone();
        add_later_things(&mut later);
        assert_eq!(pages::<G>(&later, locale), usual, "{name}");
        let fields = recording["replay"].as_object().expect("an object");
        for field in fields.keys() {
            let mut without = recording.clone();
            without["replay"]
                .as_object_mut()
                .expect("an object")
                .remove(field);
            assert!(
                pages::<G>(&without, locale).is_some(),
                "{name} without {field}"
            );
        }
        for strange in [
            Value::Null,
            Value::from(-1),
            Value::from("?"),
            Value::from(u64::MAX),
        ] {
            for field in fields.keys() {
                let mut other = recording.clone();
                other["replay"][field] = strange.clone();
                pages::<G>(&other, locale);
            }
        }
    }
}

#[test]
fn what_is_unknown_in_a_recording_is_passed_over_and_what_is_missing_does_no_harm() {
    for game in GameKind::ALL {
        at_game!(game, G => check_tolerance::<G>());
    }
}
