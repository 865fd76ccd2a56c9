//! Matches that read like a game, told again and compared line by line.
//!
//! A playthrough is a text under `fixtures/playthroughs/<game>/`. Lines with `>` are inputs, lines
//! with `?` ask for a view; everything indented below them is what happens. To write or change one:
//! put in inputs, run `UPDATE_FIXTURES=1 cargo test --test rules playthroughs`, and read what it says.

mod tractor;

use std::path::{Path, PathBuf};

#[test]
fn matches_of_tractor_go_as_written() {
    check("tractor", tractor::retell);
}

/// Tells every playthrough of a game again.
#[track_caller]
fn check(game: &str, retell: fn(&str) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/playthroughs")
        .join(game);
    let files = std::fs::read_dir(&folder).expect("the playthroughs are there");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let written = std::fs::read_to_string(&path).expect("a text");
        compare(&path, &written, &retell(&written));
    }
}

/// Compares what a fixture says with what is told now, line by line; or writes that into it.
#[track_caller]
pub(crate) fn compare(path: &Path, written: &str, told: &str) {
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        return std::fs::write(path, told).expect("the fixtures can be written");
    }
    for (at, (is, should)) in told.lines().zip(written.lines()).enumerate() {
        assert_eq!(is, should, "{}:{}", path.display(), at + 1);
    }
    let lines = [told, written].map(|text| text.lines().count());
    assert_eq!(lines[0], lines[1], "{}", path.display());
}
