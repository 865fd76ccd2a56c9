//! What becomes of a kept journal: it is read, written again and replayed; its matches are exported.

use serde_json::{Value, json};
use tractor_bot::game::{Viewer, digest_of};
use tractor_bot::table::{Entry, Header, MatchRecord, Saved, Submission, Table, restore};

use super::convert;
use super::facts::{Course, Told, facts};
use super::mended;

/// Everything that can be said of a journal. Panics where it cannot be continued.
pub fn examine<G: Told>(name: &str, saved: &Saved) -> Value {
    let (table, course) = follow::<G>(name, saved);
    let restored = restore::<G>(saved).unwrap_or_else(|error| panic!("{name}: {error}"));
    mended::check::<G>(name, saved, &restored.table);
    convert::check::<G>(name, saved, &restored.table);
    convert::check_exports::<G>(name, saved, restored.table.view(Viewer::Public).number);
    let now = facts(&restored.table);
    assert_eq!(now, facts(&table), "{name}");
    json!({
        "entries": saved.entries.len(),
        "digest": restored.table.first_digest(),
        "course": course.sum(),
        "times": [restored.last_input.0, restored.last_deed.0, restored.turn_began.0, restored.round_began.0],
        "facts": now,
    })
}

/// The exports of all matches that were played to their end.
pub fn exports<G: Told>(saved: &Saved, matches: u32) -> Vec<String> {
    let mut texts = Vec::new();
    for number in 1..=matches {
        let record = MatchRecord::<G>::of(saved, number).expect("a match of this table");
        if !record.over {
            continue;
        }
        let text = record.to_text();
        let again = MatchRecord::<G>::of_text(&text).expect("its own text");
        let end = |record: &MatchRecord<G>| {
            let game = record.play(|_, _| {}).expect("moves that were accepted");
            (digest_of(&game), G::told(&game.view(Viewer::Public)))
        };
        assert_eq!(end(&record), end(&again));
        texts.push(text);
    }
    texts
}

/// The table after all entries, and its course on the way. What is read is written as it was.
fn follow<G: Told>(name: &str, saved: &Saved) -> (Table<G>, Course) {
    let header: Header<G> = serde_json::from_str(&saved.header.line).expect("a header");
    let same = |line: &str, again: String| {
        // In an altered journal lines were written by other means.
        assert!(
            saved.altered || line == again,
            "{name}: {line}\nis now\n{again}"
        );
    };
    // Headers of the first format have all rules, also those that mean nothing.
    if header.format > 1 {
        let again = serde_json::to_string(&header).expect("plain");
        same(&saved.header.line, again);
    }
    let mut table = Table::new(header);
    let mut course = Course::default();
    for record in &saved.entries {
        let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
        same(&record.line, serde_json::to_string(&entry).expect("plain"));
        for _ in 0..entry.ticks {
            table = table.tick().expect("a tick").0;
        }
        let submission = Submission {
            input: entry.input,
            nonce: entry.nonce,
            offered_at: None,
            spent_s: 0,
        };
        let proposal = table.propose(&submission);
        let proposal =
            proposal.unwrap_or_else(|no| panic!("{name}, {}: {no:?}", record.position.0));
        table = proposal.table;
        let first = entry.digest.is_none_or(|was| table.first_digest() == was);
        let facts = entry.facts.is_none_or(|was| table.digest() == was);
        assert!(
            saved.altered || first && facts,
            "{name}, {}",
            record.position.0
        );
        course.look(&table);
    }
    (table, course)
}
