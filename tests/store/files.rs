//! The form in which journals are kept: one compressed text a journal.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tractor_bot::game::GameKind;
use tractor_bot::table::{Position, Record, Saved, TableId, TableKey, UnixMillis};

/// The folder of what 0.1.0 wrote.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/first")
}

pub fn pack(path: &Path, bytes: &[u8]) {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).expect("memory");
    fs::write(path, packed.finish().expect("memory")).expect("a file is written");
}

pub fn unpack(path: &Path) -> Vec<u8> {
    let packed = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let unpacked = GzDecoder::new(&packed[..]).read_to_end(&mut bytes);
    unpacked.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bytes
}

/// A journal as text: a line about the table, then a line for each record (position, time and the
/// line itself, tabs between them).
pub fn to_text(saved: &Saved) -> String {
    let about = json!({
        "channel": saved.table.key.0,
        "opening": saved.table.opening.0,
        "game": saved.game,
        "altered": saved.altered,
    });
    let mut text = format!("{about}\n");
    for record in std::iter::once(&saved.header).chain(&saved.entries) {
        let Record { position, at, line } = record;
        text += &format!("{}\t{}\t{line}\n", position.0, at.0);
    }
    text
}

/// The journal that [`to_text`] wrote.
pub fn of_text(text: &str) -> Saved {
    let mut lines = text.lines();
    let about: Value = serde_json::from_str(lines.next().expect("a first line")).expect("JSON");
    let number = |name: &str| about[name].as_u64().expect("a number");
    let is_named = |kind: &GameKind| about["game"].as_str() == Some(kind.name());
    let game = GameKind::ALL.into_iter().find(is_named);
    let mut records = lines.map(|line| {
        let mut parts = line.splitn(3, '\t');
        let mut part = || parts.next().expect("three parts");
        let number = |text: &str| text.parse().expect("a number");
        Record {
            position: Position(number(part())),
            at: UnixMillis(number(part())),
            line: part().to_owned(),
        }
    });
    Saved {
        table: TableId {
            key: TableKey(number("channel")),
            opening: Position(number("opening")),
        },
        game: game.expect("a known game"),
        header: records.next().expect("a header"),
        snapshot: None,
        entries: records.collect(),
        altered: about["altered"] == Value::Bool(true),
    }
}
