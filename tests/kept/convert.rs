//! Kept journals as this version would have written them: ticks folded, facts instead of digests, and
//! snapshots where rounds end. They lead to the same, from every point on.

use serde_json::Value;
use tractor_bot::game::{FactsDigest, Viewer};
use tractor_bot::table::{
    Entry, FORMAT, Header, Input, MatchRecord, Record, Restored, Saved, Submission, Table,
    UnixMillis, restore, restore_strictly,
};

use super::facts::{Told, facts};

/// How many beginnings of a journal are restored.
const BEGINNINGS: usize = 5;

/// A journal in the form of this version.
struct Converted<G: Told> {
    saved: Saved,
    /// The table after the last input, ticks included.
    table: Table<G>,
    /// The digest after each entry.
    digests: Vec<FactsDigest>,
    /// Snapshots, with the number of entries before each.
    snapshots: Vec<(usize, Record)>,
}

fn convert<G: Told>(saved: &Saved) -> Converted<G> {
    let header: Header<G> = serde_json::from_str(&saved.header.line).expect("a header");
    let header = Header {
        format: FORMAT,
        ..header
    };
    let mut table = Table::new(header.clone());
    let mut entries = Vec::new();
    let (mut digests, mut snapshots) = (Vec::new(), Vec::new());
    let mut last_deed = saved.header.at;
    for record in &saved.entries {
        let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
        if let Input::Elapse(cue) = entry.input
            && G::is_tick(cue)
        {
            table = table.tick().expect("it was awaited").0;
            continue;
        }
        for _ in 0..entry.ticks {
            table = table.tick().expect("it was awaited").0;
        }
        if entry.input.person().is_some() {
            last_deed = record.at;
        }
        let submission = Submission {
            input: entry.input,
            nonce: entry.nonce,
            offered_at: None,
            spent_s: 0,
        };
        let proposal = table.propose(&submission).expect("it was accepted");
        entries.push(Record::of_entry(&proposal.entry, record.at));
        table = proposal.table;
        digests.push(table.digest());
        if let Some(line) = table.snapshot(last_deed) {
            let kept = Record {
                position: table.position(),
                at: record.at,
                line,
            };
            snapshots.push((entries.len(), kept));
        }
    }
    Converted {
        saved: Saved {
            header: Record::of_header(&header, saved.header.at),
            snapshot: None,
            entries,
            altered: false,
            ..saved.clone()
        },
        table,
        digests,
        snapshots,
    }
}

/// What everybody sees of a table, without positions: fewer inputs are written down now.
fn shown<G: Told>(table: &Table<G>) -> Value {
    let mut told = facts(table);
    for name in ["turn_started", "round_started"] {
        told[name] = Value::Null;
    }
    told
}

fn views<G: Told>(table: &Table<G>) -> Vec<String> {
    let seats = table.occupants().map(|(seat, _)| Viewer::Seat(seat));
    let viewers = seats.chain([Viewer::Public]);
    let views = viewers.map(|viewer| table.view(viewer));
    let views = views.map(|view| serde_json::to_string(&view).expect("a view"));
    views.collect()
}

fn times<G: Told>(back: &Restored<G>) -> [UnixMillis; 4] {
    let began = [back.turn_began, back.round_began];
    [back.last_input, back.last_deed, began[0], began[1]]
}

/// The first entries of a journal; behind the snapshot alone if there is one.
fn beginning(saved: &Saved, entries: usize, snapshot: Option<&(usize, Record)>) -> Saved {
    let from = snapshot.map_or(0, |(before, _)| *before);
    Saved {
        snapshot: snapshot.map(|(_, record)| record.clone()),
        entries: saved.entries[from..entries].to_vec(),
        ..saved.clone()
    }
}

/// Writes a kept journal in the form of this version, and reads it from many points on; `end` is the
/// table to which the journal itself leads.
pub fn check<G: Told>(name: &str, saved: &Saved, end: &Table<G>) {
    let converted = convert::<G>(saved);
    assert_eq!(shown(&converted.table), shown(end), "{name}");
    let whole = &converted.saved;
    let entries = whole.entries.len();
    let back = restore_strictly::<G>(whole).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut table = back.table.clone();
    while table.moment() < converted.table.moment() {
        table = table.tick().expect("as often as before").0;
    }
    assert_eq!(views(&table), views(&converted.table), "{name}");
    assert_eq!(table.digest(), converted.table.digest(), "{name}");
    if let Some(last) = converted.snapshots.last() {
        let kept = beginning(whole, entries, Some(last));
        let short = restore::<G>(&kept).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(views(&short.table), views(&back.table), "{name}");
        assert_eq!(facts(&short.table), facts(&back.table), "{name}");
        assert_eq!(times(&short), times(&back), "{name}");
    }
    for step in 0..BEGINNINGS.min(entries) {
        // Another place in every journal and of every round.
        let upto = (entries * (step + 1) + name.len()) / (BEGINNINGS + 1);
        let upto = upto.clamp(1, entries);
        let before = converted.snapshots.iter().rfind(|(at, _)| *at <= upto);
        for snapshot in [None, before] {
            let begun = restore::<G>(&beginning(whole, upto, snapshot));
            let begun = begun.unwrap_or_else(|error| panic!("{name}, {upto}: {error}"));
            assert_eq!(
                begun.table.digest(),
                converted.digests[upto - 1],
                "{name}, {upto}"
            );
        }
    }
}

/// The exports are those of the journal as it was kept.
pub fn check_exports<G: Told>(name: &str, saved: &Saved, matches: u32) {
    let converted = convert::<G>(saved).saved;
    for number in 1..=matches {
        let [was, now] = [saved, &converted].map(|saved| {
            let record = MatchRecord::<G>::of(saved, number).expect("a match of this table");
            record.over.then(|| record.to_text())
        });
        assert!(was == now, "{name}");
    }
}
