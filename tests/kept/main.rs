//! Journals and stores of every version are read by every later one: what was kept comes back as it
//! was, to the card.
//!
//! The files in `fixtures/journals` are the test; its README says what they are and how a version
//! adds its own.

mod convert;
mod drive;
mod examine;
mod facts;
mod files;
mod make;
mod mended;
mod scenes;
mod stores;

use std::path::Path;
use std::{fs, thread};

use facts::{Told, agrees};
use serde_json::Value;
use tractor_bot::tictactoe::TicTacToe;
use tractor_bot::tractor::Tractor;
use tractor_bot::uno::Uno;

/// Reads every journal of a game, of every version, and compares it with what was told of it.
fn check<G: Told>() {
    let game = G::KIND.name();
    for folder in files::versions() {
        let told = fs::read_to_string(folder.join(format!("{game}.facts"))).expect("facts");
        let journals = folder.join(game);
        thread::scope(|scope| {
            for line in told.lines() {
                scope.spawn(|| check_journal::<G>(&journals, line));
            }
        });
        let kept = fs::read_dir(&journals).expect("journals").count();
        assert_eq!(
            kept,
            told.lines().count(),
            "every journal of {game} is listed"
        );
    }
}

fn check_journal<G: Told>(journals: &Path, told: &str) {
    let told: Value = serde_json::from_str(told).expect("a line of JSON");
    let name = told["journal"].as_str().expect("a name");
    let path = journals.join(format!("{name}.gz"));
    let text = String::from_utf8(files::unpack(&path)).expect("UTF-8");
    let now = examine::examine::<G>(name, &files::of_text(&text));
    for part in ["entries", "digest", "course", "times"] {
        assert_eq!(now[part], told[part], "{name}: {part}");
    }
    let (told, now) = (&told["facts"], &now["facts"]);
    assert!(agrees(told, now), "{name}:\n{told}\nis now\n{now}");
}

#[test]
fn every_kept_journal_of_tractor_comes_back_as_it_was() {
    check::<Tractor>();
}

#[test]
fn every_kept_journal_of_uno_comes_back_as_it_was() {
    check::<Uno>();
}

#[test]
fn every_kept_journal_of_tic_tac_toe_comes_back_as_it_was() {
    check::<TicTacToe>();
}

/// Opens the store of this name of every version.
async fn check_stores(name: &'static str) {
    for folder in files::versions() {
        stores::check(&folder, name).await;
    }
}

#[tokio::test]
async fn every_kept_store_of_a_process_that_stopped_is_continued() {
    check_stores("stopped").await;
}

#[tokio::test]
async fn every_kept_store_of_a_process_that_was_killed_is_continued() {
    check_stores("killed").await;
}
