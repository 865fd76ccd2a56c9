//! Kept journals of which the present round can no longer be gone on with: it is dealt again, with
//! other cards, and again if that happens once more.

use tractor_bot::game::{RuleSet as _, Turn, Viewer};
use tractor_bot::table::{
    By, Entry, Input, News, Record, Saved, Submission, Table, UnixMillis, mend, restore,
    restore_strictly,
};

use super::facts::Told;

/// The hands once the cards of the next round are dealt.
fn dealt<G: Told>(table: &Table<G>) -> Vec<Vec<String>> {
    let mut table = table.clone();
    let hands = |table: &Table<G>| {
        let seats = table
            .occupants()
            .filter_map(|(seat, _)| table.game_view(seat));
        seats.map(|view| G::hand(&view)).collect::<Vec<_>>()
    };
    // A card each in turn is enough to tell deals apart, and nobody has called by then.
    for _ in 0..60 {
        let played = matches!(table.turn(), Turn::Seats(seats) if !seats.is_empty());
        if played || hands(&table).iter().all(|hand| hand.len() > 4) {
            break;
        }
        if let Some((ticked, _)) = table.tick() {
            table = ticked;
            continue;
        }
        let input = match (table.cue(), table.turn()) {
            (Some(cue), _) => Input::Elapse(cue),
            (None, Turn::Seats(seats)) if seats.is_empty() => {
                let somebody = table.occupants().find(|(_, occupant)| !occupant.is_empty());
                let (seat, occupant) = somebody.expect("somebody plays");
                let view = table.game_view(seat).expect("a match is played");
                let action = G::nudge(&view).expect("something gets it going");
                let by = match occupant.person() {
                    Some(person) => By::Person(person),
                    None => By::Computer(seat),
                };
                Input::Act { by, action }
            }
            _ => break,
        };
        let proposal = table.propose(&Submission::typed(input)).expect("allowed");
        table = proposal.table;
    }
    hands(&table)
}

/// Damages the last entry of a journal, if a round is being played then.
pub fn check<G: Told>(name: &str, saved: &Saved, end: &Table<G>) {
    let position = end.position();
    if !end.is_playing() || end.round_started() == position {
        return;
    }
    let mut kept = saved.clone();
    let last = kept.entries.last_mut().expect("a match began");
    last.line = "{}".to_owned();
    assert!(restore::<G>(&kept).is_err(), "{name}");
    let mut before: Option<Table<G>> = None;
    for time in [UnixMillis(u64::MAX / 2), UnixMillis(u64::MAX / 2 + 1)] {
        let mended = mend::<G>(&kept).unwrap_or_else(|| panic!("{name} can be mended"));
        let Entry {
            input: Input::Again { to },
            ..
        } = mended.entry
        else {
            panic!("{name}: {:?}", mended.entry);
        };
        let table = mended.restored.table;
        let news = mended.events.iter();
        let round = news.filter_map(|news| match news {
            News::DealtAgain { round } => Some(*round),
            _ => None,
        });
        assert_eq!(round.collect::<Vec<_>>().len(), 1, "{name}");
        assert!(table.is_playing(), "{name}: the match goes on");
        kept.entries.push(Record::of_entry(&mended.entry, time));
        let back = restore_strictly::<G>(&kept).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(back.table.digest(), table.digest(), "{name}");
        let seen =
            |table: &Table<G>| serde_json::to_string(&table.view(Viewer::Public)).expect("a view");
        assert_eq!(seen(&back.table), seen(&table), "{name}");
        let older = match before.take() {
            Some(older) => older,
            None => {
                let mut sound = saved.clone();
                sound.entries.retain(|record| record.position <= to);
                restore::<G>(&sound).expect("its beginning").table
            }
        };
        assert_eq!(older.position(), to, "{name}");
        let entries = |table: &Table<G>| table.rules().entries();
        assert_eq!(entries(&older), entries(&table), "{name}");
        let [was, now] = [&older, &table].map(dealt);
        let hidden = was.iter().flatten().count() > 0;
        assert_eq!(was != now, hidden, "{name}: other cards");
        // What happens next cannot be gone on with either.
        let bad = Record {
            position: table.position().next(),
            at: time,
            line: "{}".to_owned(),
        };
        kept.entries.push(bad);
        before = Some(table);
    }
}
