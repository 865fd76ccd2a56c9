//! The ledger: what people were told, held against the journals whenever a process has ended.
//!
//! Whatever was acknowledged has to be in a journal, once; whatever was refused must not be there; and
//! nothing that was there may ever change.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tractor_bot::desk::at_any_table;
use tractor_bot::game::{Viewer, at_game};
use tractor_bot::host::{AnyTable, Host};
use tractor_bot::store::TableState;
use tractor_bot::table::{Moment, Position, Saved, TableId, restore};

use crate::data::Opened;
use crate::digest::{Sum, may_close};

/// In the names of requests, the bits that count the steps of one request.
const STEPS: u32 = 59;

/// What a person was told of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Asked {
    what: String,
    told: Option<Told>,
    /// How many answers are still to come.
    open: u32,
}

/// What was last shown of a table.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "(Moment, bool)", into = "(Moment, bool)")]
enum Shown {
    /// By this handle.
    Here(AnyTable),
    /// By another program: at this moment, and whether it was closed.
    Elsewhere(Moment, bool),
}

impl Shown {
    fn moment(&self) -> Moment {
        match self {
            Self::Here(table) => moment(table),
            Self::Elsewhere(moment, _) => *moment,
        }
    }

    fn is_closed(&self) -> bool {
        match self {
            Self::Here(table) => {
                at_any_table!(table, table => table.view(Viewer::Public).closing.is_some())
            }
            Self::Elsewhere(_, closed) => *closed,
        }
    }
}

impl From<Shown> for (Moment, bool) {
    fn from(shown: Shown) -> Self {
        (shown.moment(), shown.is_closed())
    }
}

impl From<(Moment, bool)> for Shown {
    fn from((moment, closed): (Moment, bool)) -> Self {
        Self::Elsewhere(moment, closed)
    }
}

/// A journal as it was last read.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Followed {
    entries: usize,
    sum: Sum,
    /// The names of the requests in it.
    nonces: BTreeSet<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Requests that would change a table.
    pub asked: u64,
    pub acknowledged: u64,
    pub refused: u64,
    pub unanswered: u64,
    /// Of those, the ones that are in a journal all the same.
    pub unanswered_but_done: u64,
    pub opened: u64,
    pub closed: u64,
    pub entries: u64,
    /// Journals replayed from their first entry to the last.
    pub replayed: u64,
    /// Tables whose views were compared after a restart.
    pub compared: u64,
}

#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Ledger {
    asked: BTreeMap<u64, Asked>,
    #[serde(with = "pairs")]
    followed: BTreeMap<TableId, Followed>,
    /// Entries of which it was told that they could not be written.
    lied: BTreeSet<(TableId, Position)>,
    #[serde(with = "pairs")]
    shown: BTreeMap<TableId, Shown>,
    /// A process brings tables back: those that are back go on, and nobody is shown them yet.
    unseen: bool,
    pub counts: Counts,
}

/// What the ledger reads of an entry.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    nonce: Option<u64>,
    position: Position,
}

impl Ledger {
    /// Somebody asks for something under this name.
    pub fn asks(&mut self, nonce: u64, what: &str) {
        let asked = self.asked.entry(nonce).or_insert_with(|| Asked {
            what: what.to_owned(),
            told: None,
            open: 0,
        });
        asked.open += 1;
    }

    /// They are answered. Of several answers to the same request the best one counts.
    pub fn tells(&mut self, nonce: u64, told: Told) {
        let asked = self.asked.get_mut(&nonce).expect("it was asked for");
        asked.open -= 1;
        asked.told = asked.told.max(Some(told));
    }

    /// A table may have been opened.
    pub fn opened(&mut self, table: TableId) {
        self.followed.entry(table).or_default();
    }

    /// An entry was written, and an error told.
    pub fn lied(&mut self, table: TableId, position: Position) {
        self.lied.insert((table, position));
    }

    /// A process begins to bring tables back.
    pub fn starts(&mut self) {
        self.unseen = true;
    }

    /// A table is shown by this handle.
    pub fn shows(&mut self, table: AnyTable) {
        self.shown.insert(table.id(), Shown::Here(table));
    }

    /// How many tables of the store are not known to be closed.
    pub fn open_tables(&self) -> usize {
        self.followed.len()
    }

    /// Holds everything against the journals; no process runs. `replay` says whose journals are replayed
    /// from the beginning when they are closed; closed ones are added to the sum and forgotten.
    pub fn audit(
        &mut self,
        store: &Opened,
        sum: &mut Sum,
        replay: impl Fn(TableId) -> bool,
    ) -> Result<(), String> {
        let mut found: BTreeMap<u64, Vec<(u64, TableId, Position)>> = BTreeMap::new();
        let mut closed = Vec::new();
        for (&table, followed) in &mut self.followed {
            let Ok(journal) = store.call(move |store| store.journal(table)) else {
                if followed.entries > 0 {
                    return Err(format!("{table} is gone"));
                }
                // It was never opened.
                closed.push((table, None));
                continue;
            };
            let saved = journal.saved;
            for (nonce, position) in followed.follow(&saved)? {
                let place = (nonce, table, position);
                found
                    .entry(nonce & ((1 << STEPS) - 1))
                    .or_default()
                    .push(place);
                self.counts.entries += 1;
            }
            if let Some(shown) = self.shown.get(&table) {
                check_shown(shown, &saved, self.unseen)?;
            }
            match journal.state {
                TableState::Open => {}
                TableState::Closed => closed.push((table, Some(saved))),
                TableState::Aside(why) => return Err(format!("{table} is set aside: {why}")),
            }
        }
        self.settle(&found)?;
        for (table, saved) in closed {
            let followed = self.followed.remove(&table);
            self.shown.remove(&table);
            let (Some(saved), Some(followed)) = (saved, followed) else {
                continue;
            };
            sum.add(&format!("{table} {}", followed.sum));
            self.counts.closed += 1;
            if replay(table) {
                replayed(&saved)?;
                self.counts.replayed += 1;
            }
        }
        self.counts.opened = self.counts.closed + self.followed.len() as u64;
        self.lied.clear();
        Ok(())
    }

    /// Compares what people were told with what was found.
    fn settle(
        &mut self,
        found: &BTreeMap<u64, Vec<(u64, TableId, Position)>>,
    ) -> Result<(), String> {
        for (nonce, asked) in std::mem::take(&mut self.asked) {
            self.counts.asked += 1;
            let places = found.get(&nonce).map_or(&[][..], |places| &places[..]);
            let told = match asked.told {
                // Of two requests with one name the other may have been done.
                Some(Told::Refused) if asked.open > 0 => Told::Nothing,
                Some(told) => told,
                None => Told::Nothing,
            };
            let wrong = |why: &str| {
                let what = &asked.what;
                Err(format!(
                    "{nonce} ({what}) was told {told:?}, and {why}: {places:?}"
                ))
            };
            match told {
                Told::Done => {
                    self.counts.acknowledged += 1;
                    if places.is_empty() {
                        return wrong("is lost");
                    }
                }
                Told::At(table, position) => {
                    self.counts.acknowledged += 1;
                    if !places.contains(&(nonce, table, position)) {
                        return wrong("is lost");
                    }
                }
                Told::Refused => {
                    self.counts.refused += 1;
                    let lied = |(_, table, at): &(u64, TableId, Position)| {
                        self.lied.contains(&(*table, *at))
                    };
                    if !places.iter().all(lied) {
                        return wrong("was done");
                    }
                }
                Told::Nothing => {
                    self.counts.unanswered += 1;
                    self.counts.unanswered_but_done += u64::from(!places.is_empty());
                }
            }
        }
        Ok(())
    }

    /// Holds the tables of a new process against what was shown by the one before: nothing may have gone
    /// back, and what stands at the same moment has to look the same to everybody.
    pub fn check_back(&mut self, host: &Host, store: &Opened) -> Result<(), String> {
        self.unseen = false;
        for (id, before) in std::mem::take(&mut self.shown) {
            let Some(now) = host.get(id.key).filter(|now| now.id() == id) else {
                match before.is_closed() {
                    // What closed it may be written and not yet shown.
                    true => continue,
                    false if self.may_be_closed(id) => continue,
                    // It was back, and its time was up while others were brought back.
                    false if ends_closed(id, store) => continue,
                    false => return Err(format!("{id} did not come back")),
                }
            };
            let (then, here) = (before.moment(), moment(&now));
            if here < then {
                return Err(format!(
                    "{id} was shown at {then:?}, and is back at {here:?}"
                ));
            }
            if let Shown::Here(before) = &before
                && here == then
            {
                self.counts.compared += 1;
                let same = views(before) == views(&now) && moment(&now) == here;
                if !same {
                    return Err(format!("{id} looks different at {here:?}"));
                }
            }
        }
        Ok(())
    }

    /// Whether the end of the table was written, though nobody was shown it.
    fn may_be_closed(&self, table: TableId) -> bool {
        let followed = self.followed.get(&table);
        followed.is_none_or(|followed| followed.sum.ends_closed())
    }
}

impl Followed {
    /// Reads what came to a journal: the names of requests, with their places. What was there before must
    /// be there still.
    fn follow(&mut self, saved: &Saved) -> Result<Vec<(u64, Position)>, String> {
        let mut sum = Sum::default();
        sum.add(&saved.header.line);
        let mut found = Vec::new();
        let mut last = saved.header.position;
        for (index, record) in saved.entries.iter().enumerate() {
            if index == self.entries && index > 0 && sum != self.sum {
                return Err(format!("{}: what was written has changed", saved.table));
            }
            sum.add(&record.line);
            if record.position != last.next() {
                return Err(format!(
                    "{}: a gap before {:?}",
                    saved.table, record.position
                ));
            }
            last = record.position;
            if index < self.entries {
                continue;
            }
            let head: Head =
                serde_json::from_str(&record.line).map_err(|error| error.to_string())?;
            if head.position != record.position {
                return Err(format!("{}: {last:?} is out of place", saved.table));
            }
            let Some(nonce) = head.nonce else { continue };
            if !self.nonces.insert(nonce) {
                return Err(format!("{}: {nonce} was done twice", saved.table));
            }
            found.push((nonce, record.position));
        }
        if saved.entries.len() < self.entries {
            return Err(format!("{}: the end of the journal is lost", saved.table));
        }
        if saved.entries.len() == self.entries && self.entries > 0 && sum != self.sum {
            return Err(format!("{}: what was written has changed", saved.table));
        }
        (self.entries, self.sum) = (saved.entries.len(), sum);
        Ok(found)
    }
}

/// Whether the last entry of a table in the store may have closed it.
fn ends_closed(table: TableId, store: &Opened) -> bool {
    let journal = store.call(move |store| store.journal(table));
    journal.is_ok_and(|journal| {
        let last = journal.saved.entries.last();
        last.is_some_and(|last| may_close(&last.line))
    })
}

/// What was shown is written, and at most one entry more where everything is shown.
fn check_shown(shown: &Shown, saved: &Saved, unseen: bool) -> Result<(), String> {
    let end = saved.entries.last().unwrap_or(&saved.header).position;
    let at = shown.moment().position;
    match at <= end && (unseen || end.0 - at.0 <= 1) {
        true => Ok(()),
        false => Err(format!(
            "{}: {at:?} was shown, and {end:?} is written",
            saved.table
        )),
    }
}

fn moment(table: &AnyTable) -> Moment {
    at_any_table!(table, handle => handle.moment())
}

/// What everybody sees, to the byte.
fn views(table: &AnyTable) -> Vec<String> {
    at_any_table!(table, handle => {
        let seats = handle.view(Viewer::Public).seats;
        let viewers = seats.iter().map(|place| Viewer::Seat(place.seat)).chain([Viewer::Public]);
        viewers.map(|viewer| serde_json::to_string(&handle.view(viewer)).expect("a view")).collect()
    })
}

/// Replays a whole journal: every entry has to lead to the state that it names.
fn replayed(saved: &Saved) -> Result<(), String> {
    at_game!(saved.game, G => restore::<G>(saved).map(drop).map_err(|no| format!("{}: {no}", saved.table)))
}

/// Maps as lists of pairs: in JSON a key is a text.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub fn deserialize<
        'de,
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    >(
        deserializer: D,
    ) -> Result<BTreeMap<K, V>, D::Error> {
        Vec::<(K, V)>::deserialize(deserializer).map(BTreeMap::from_iter)
    }
}
