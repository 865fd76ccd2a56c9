//! The ledger: what people were told, held against the journals.
//!
//! Whatever was acknowledged has to be in a journal, once; whatever was refused must not be there; and nothing that was
//! there may ever change.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use tractor_bot::game::at_game;
use tractor_bot::table::{Position, Saved, TableId, TableKey, restore};

use crate::digest::Sum;

/// In the names of requests, the bits that count the steps of one request.
const STEPS: u32 = 59;

/// What a person was told of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Told {
    /// It was refused, and has left no trace.
    Refused,
    /// Nobody knows: no answer came, or one that says nothing of it.
    Nothing,
    /// It was done.
    Done,
    /// It was done, as the entry of this position.
    At(TableId, Position),
}

struct Asked {
    nonce: u64,
    what: String,
    /// Where it was asked for, if that is known.
    table: Option<TableKey>,
    told: Option<Told>,
    /// How many answers are still to come.
    open: u32,
}

/// A journal as it was last read.
#[derive(Default)]
struct Followed {
    entries: usize,
    sum: Sum,
}

/// An entry of a request: its whole name, and where it stands.
type Place = (u64, TableId, Position);

#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Requests that would change a table.
    pub acknowledged: u64,
    pub refused: u64,
    pub unanswered: u64,
    pub entries: u64,
    /// Of those, the ones that nobody asked for.
    pub by_clock: u64,
}

#[derive(Default)]
pub struct Ledger {
    asked: BTreeMap<u64, Asked>,
    done: BTreeMap<u64, Vec<Place>>,
    followed: BTreeMap<TableId, Followed>,
    /// Entries of which it was told that they could not be written.
    lied: BTreeSet<(TableId, Position)>,
    pub counts: Counts,
}

/// What the ledger reads of an entry.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    nonce: Option<u64>,
    position: Position,
}

const fn request(nonce: u64) -> u64 {
    nonce & ((1 << STEPS) - 1)
}

impl Ledger {
    /// Somebody asks for something under this name, perhaps not for the first time.
    pub fn asks(&mut self, nonce: u64, table: Option<TableKey>, what: &str) {
        let asked = self.asked.entry(request(nonce)).or_insert_with(|| Asked {
            nonce,
            what: what.to_owned(),
            table,
            told: None,
            open: 0,
        });
        asked.open += 1;
    }

    /// They are answered. Of several answers to the same request the best one counts.
    pub fn tells(&mut self, nonce: u64, told: Told) {
        let asked = self.asked.get_mut(&request(nonce));
        let asked = asked.expect("it was asked for");
        asked.open -= 1;
        asked.told = asked.told.max(Some(told));
    }

    /// An entry was written, and an error told.
    pub fn lied(&mut self, table: TableId, position: Position) {
        self.lied.insert((table, position));
    }

    /// The sum over a journal as it was last read.
    pub fn sum_of(&self, table: TableId) -> Option<Sum> {
        self.followed.get(&table).map(|followed| followed.sum)
    }

    /// How many entries each journal had that is followed.
    pub fn lengths(&self) -> BTreeMap<TableId, usize> {
        let followed = self.followed.iter();
        followed.map(|(table, of)| (*table, of.entries)).collect()
    }

    /// A table is closed: its journal is not read again.
    pub fn closed(&mut self, table: TableId) {
        self.followed.remove(&table);
    }

    /// Reads what came to a journal. What was there before must be there still.
    pub fn follow(&mut self, saved: &Saved) -> Result<(), String> {
        let table = saved.table;
        let wrong = |why: &str| Err(format!("{table}: {why}"));
        let before = self.followed.entry(table).or_default();
        let mut sum = Sum::default();
        sum.add(&saved.header.line);
        let mut last = saved.header.position;
        let mut then = (before.entries == 0).then_some(before.sum);
        for (record, number) in saved.entries.iter().zip(1..) {
            sum.add(&record.line);
            if number == before.entries {
                then = Some(sum);
            }
            if record.position != last.next() {
                return wrong("there is a gap");
            }
            last = record.position;
            if number <= before.entries {
                continue;
            }
            let head: Head =
                serde_json::from_str(&record.line).map_err(|error| error.to_string())?;
            if head.position != last {
                return wrong("an entry is out of place");
            }
            self.counts.entries += 1;
            let Some(nonce) = head.nonce else {
                self.counts.by_clock += 1;
                continue;
            };
            let places = self.done.entry(request(nonce)).or_default();
            if places.iter().any(|(known, ..)| *known == nonce) {
                return wrong(&format!("{nonce} was done twice"));
            }
            places.push((nonce, table, last));
        }
        match then {
            None => return wrong("the end of the journal is lost"),
            Some(then) if then != before.sum => return wrong("what was written has changed"),
            Some(_) => {}
        }
        *before = Followed {
            entries: saved.entries.len(),
            sum,
        };
        Ok(())
    }

    /// Compares what people were told since the last time with all that was read.
    pub fn settle(&mut self) -> Result<(), String> {
        for (request, asked) in std::mem::take(&mut self.asked) {
            let places = self.done.get(&request).map_or(&[][..], Vec::as_slice);
            let told = match asked.told {
                // Of two requests with one name the other may have been done.
                Some(Told::Refused) if asked.open > 0 => Told::Nothing,
                Some(told) => told,
                None => Told::Nothing,
            };
            let at_home =
                |(_, table, _): &Place| asked.table.is_none_or(|asked| asked == table.key);
            let lied = |(_, table, at): &Place| self.lied.contains(&(*table, *at));
            let counts = &mut self.counts;
            let wrong = match told {
                Told::Done => {
                    counts.acknowledged += 1;
                    (!places.iter().any(at_home)).then_some("is lost")
                }
                Told::At(table, position) => {
                    counts.acknowledged += 1;
                    let place = (asked.nonce, table, position);
                    (!places.contains(&place)).then_some("is lost")
                }
                Told::Refused => {
                    counts.refused += 1;
                    (!places.iter().all(lied)).then_some("was done")
                }
                Told::Nothing => {
                    counts.unanswered += 1;
                    None
                }
            };
            if let Some(why) = wrong {
                let Asked { nonce, what, .. } = asked;
                return Err(format!(
                    "{nonce} ({what}) was told {told:?}, and {why}: {places:?}"
                ));
            }
        }
        self.lied.clear();
        Ok(())
    }
}

/// Replays a whole journal: every entry has to lead to the state that it names.
pub fn replayed(saved: &Saved) -> Result<(), String> {
    let replayed =
        at_game!(saved.game, G => restore::<G>(saved).map(drop).map_err(|no| no.to_string()));
    replayed.map_err(|no| format!("{}: {no}", saved.table))
}

#[cfg(test)]
mod tests {
    use tractor_bot::game::GameKind;
    use tractor_bot::table::{Record, UnixMillis};

    use super::*;

    const TABLE: TableId = TableId {
        key: TableKey(1),
        opening: Position(100),
    };

    /// A journal with the requests of these names, and nothing else.
    fn journal(nonces: &[u64]) -> Saved {
        let record = |position, line| Record {
            position: Position(position),
            at: UnixMillis(1),
            line,
        };
        let entry = |(position, nonce)| {
            let line = format!("{{\"nonce\":{nonce},\"position\":{position}}}");
            record(position, line)
        };
        Saved {
            table: TABLE,
            game: GameKind::Uno,
            header: record(100, "{}".to_owned()),
            snapshot: None,
            entries: (101..).zip(nonces).map(entry).collect(),
            altered: false,
        }
    }

    /// What is wrong if somebody was told this of request 5, with these journals one after the other.
    fn check(told: Told, journals: &[&[u64]], expected: Option<&str>) {
        let mut ledger = Ledger::default();
        ledger.asks(5, None, "something");
        ledger.tells(5, told);
        let audited = journals
            .iter()
            .try_for_each(|nonces| ledger.follow(&journal(nonces)))
            .and_then(|()| ledger.settle());
        let wrong = audited.err().unwrap_or_default();
        assert!(wrong.contains(expected.unwrap_or("")), "{wrong}");
        assert_eq!(wrong.is_empty(), expected.is_none(), "{wrong}");
    }

    #[test]
    fn what_is_lost_done_twice_done_though_refused_or_changed_is_noticed() {
        let at = |position| Told::At(TABLE, Position(position));
        check(at(101), &[&[5, 6]], None);
        check(at(102), &[&[5, 6]], Some("is lost"));
        check(Told::Done, &[&[6], &[6, 5]], None);
        check(Told::Done, &[&[6, 7]], Some("is lost"));
        check(Told::Done, &[&[5, 5]], Some("done twice"));
        check(Told::Refused, &[&[6]], None);
        check(Told::Refused, &[&[5]], Some("was done"));
        check(Told::Nothing, &[&[5]], None);
        check(Told::Done, &[&[5, 6], &[5]], Some("the end"));
        check(Told::Done, &[&[5, 6], &[5, 8, 9]], Some("changed"));
    }
}
