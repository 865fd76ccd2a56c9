//! What was kept of finished rounds is shown for ever, whatever becomes of the rules.
//!
//! The folders of `fixtures/replays` are named after the form of the recordings in them, and hold those
//! of each game with the pages that are drawn from them; their README says more.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{Game, GameKind, RuleSet as _, Seat, Viewer, at_game};
use tractor_bot::table::{Recording, Skill};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::replay;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;

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
        for locale in Locale::all() {
            let told = recordings(&folder, game)
                .into_iter()
                .map(|(name, recording)| {
                    let pages = pages::<G>(&recording, locale).unwrap_or_else(|| panic!("{name}"));
                    format!("== {name}\n{pages}")
                });
            let is: String = told.collect();
            let path = folder.join(format!("{game}.{}.txt", locale.tag()));
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

/// Plays a match by computers; `each` sees the game and its replay after every move, and whether the
/// round is over.
fn play<G: Served>(
    rules: &G::Rules,
    seats: u8,
    seed: u64,
    mut each: impl FnMut(&G, &G::Replay, bool),
) {
    let seed = Seed::from_number(seed);
    let (mut game, _) = G::start(rules, seats, seed);
    let skill = |seat: Seat| G::SKILLS[seat.index() % G::SKILLS.len().min(2)];
    let player = |seat: Seat| {
        let skill: Skill = skill(seat);
        G::computer(skill, seed.derive("test", seat.index() as u64))
    };
    let mut players: Vec<_> = Seat::first(seats).map(player).collect();
    let mut replay = G::Replay::default();
    for _ in 0..5_000 {
        let mut moved = false;
        for seat in Seat::first(seats) {
            let action = players[seat.index()].choose(&game.view(Viewer::Seat(seat)));
            moved = action.is_some_and(|action| game.act(seat, action).is_ok());
            if moved {
                break;
            }
        }
        if !moved {
            let nudge = |seat| Some((seat, G::nudge(&game.view(Viewer::Seat(seat)))?));
            match (game.cue(), Seat::first(seats).find_map(nudge)) {
                (Some(cue), _) => drop(game.elapse(cue)),
                (None, Some((seat, action))) => drop(game.act(seat, action)),
                (None, None) => return,
            }
        }
        let over = game.recording(&mut replay).is_some();
        each(&game, &replay, over);
        assert_eq!(
            game.recording(&mut replay).is_some(),
            over,
            "a second look changes nothing"
        );
        if over {
            replay = G::Replay::default();
        }
    }
}

#[test]
fn a_recording_of_uno_shows_the_table_as_everybody_saw_it() {
    let mut turns = 0;
    for (seed, preset) in (1..).zip(["official", "party", "zeroxis", "irc", "first2shed"]) {
        let rules =
            tractor_bot::uno::Rules::default().with(&[("preset", preset), ("match_to", "100")]);
        play::<Uno>(&rules, 2 + seed as u8, seed, |game, replay, over| {
            let view = game.view(Viewer::Public);
            let boards = replay.boards();
            let (Some(round), Some(board), false) = (view.playing(), boards.last(), over) else {
                return;
            };
            turns += 1;
            let mut seen = round.clone();
            // These are on no page.
            (seen.next, seen.discards, seen.last_play, seen.warned) = (seen.turn, 0, None, false);
            seen.gone.clear();
            seen.lacks.clear();
            seen.color_before = None;
            let shown = board.round.clone().expect("it is played");
            let sizes = &shown.hand_sizes[..seen.hand_sizes.len()];
            assert_eq!(sizes, seen.hand_sizes);
            seen.hand_sizes.clone_from(&shown.hand_sizes);
            if shown.step == seen.step {
                assert_eq!(shown, seen);
                assert_eq!(board.recent, view.recent);
            }
            assert_eq!((replay.seats(), board.left), (view.order, view.left));
        });
    }
    assert!(turns > 300, "{turns}");
}

#[test]
fn a_recording_of_tractor_has_every_hand_before_every_trick() {
    let mut tricks = 0;
    for seed in 1..4 {
        let mut rules = tractor_bot::tractor::rules::Rules::default();
        rules.set("match_to", "3").expect("a rule");
        let mut held = Vec::new();
        play::<Tractor>(&rules, 4, seed, |game, replay, over| {
            let view = game.view(Viewer::Public);
            if let PhaseView::Playing { trick, .. } = &view.phase
                && trick.plays.is_empty()
            {
                let hand = |seat: u8| {
                    let mut hand = game.view(Viewer::Seat(Seat::new(seat))).hand;
                    hand.sort();
                    hand
                };
                held.push(std::array::from_fn::<_, 4, _>(|seat| hand(seat as u8)));
                assert_eq!(replay.tricks.len(), view.tricks.len());
            }
            if over {
                let mut shown = replay.holdings();
                shown.iter_mut().flatten().for_each(|hand| hand.sort());
                tricks += replay.tricks.len();
                assert_eq!(shown[..held.len()], held[..]);
                held.clear();
            }
        });
    }
    assert!(tricks > 100, "{tricks}");
}
