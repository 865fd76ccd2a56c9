//! Restores a table from its journal, which is the only way in which a state is restored.
//!
//! The entries are folded in place. Digests are looked at where a stage or a round begins and after
//! the last entry: a state that differs anywhere differs there as well. A snapshot is the state between
//! two rounds, and only spares the fold of what came before it; one that does not fit its digest is not
//! used. A journal that cannot be replayed to its end is mended.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

use super::journal::{
    Entry, FORMAT, Header, Record, ReplayError, Saved, UnixMillis, later, plain, read_entry,
    read_header,
};
use super::{Input, Position, Proposal, Refusal, Table, TableEvent, TableStage, tidied};
use crate::game::{Digest, Game, RuleError};

impl<G: Game> Table<G> {
    /// Applies an entry in place. After an error the table is not to be used.
    pub(super) fn fold(&mut self, entry: &Entry<G>) -> Result<(), ReplayError<G>> {
        let folded = self.fold_on(entry, 0);
        self.events.clear();
        folded
    }

    /// The table after an entry that another process wrote, which follows the last one here. What the first `seen` ticks
    /// of the clock bring is not told: it was shown already.
    ///
    /// # Errors
    /// [`ReplayError`]: this version cannot go on from there.
    pub fn follow(&self, record: &Record, seen: u32) -> Result<Proposal<G>, ReplayError<G>> {
        guarded(|reached| {
            reached.set(record.position);
            let entry: Entry<G> = read_entry(record)?;
            let mut table = self.clone();
            table.fold_on(&entry, seen)?;
            table.check(&entry)?;
            let events = std::mem::take(&mut table.events);
            Ok(Proposal {
                table,
                events,
                entry,
            })
        })
    }

    fn fold_on(&mut self, entry: &Entry<G>, seen: u32) -> Result<(), ReplayError<G>> {
        let at = entry.position;
        let refused = |refusal| match refusal {
            // It was accepted: the program that did so knows the rule, or this value of it.
            Refusal::Rule(RuleError::UnknownName { name }) => {
                later(format!("the house rule {}", plain(&name).unwrap_or("")))
            }
            Refusal::Rule(RuleError::BadValue { name, .. } | RuleError::Clash { name, .. }) => {
                later(format!("another value of the house rule {name}"))
            }
            refusal => ReplayError::Refused { at, refusal },
        };
        if let Input::Again { to } = entry.input {
            if to != self.position || at <= to {
                let (expected, found) = (self.position, to);
                return Err(ReplayError::Gap { expected, found });
            }
            self.deal_again(at);
        } else {
            let expected = self.position.next();
            if at != expected || at <= self.position {
                let found = at;
                return Err(ReplayError::Gap { expected, found });
            }
            for tick in 0..entry.ticks {
                if !self.tick_on() {
                    return Err(refused(Refusal::Stale));
                }
                if tick < seen {
                    self.events.clear();
                }
            }
            self.check_known(entry.nonce).map_err(refused)?;
            let input = tidied(entry.input.clone());
            self.take(&input, entry.nonce, entry.spent_s)
                .map_err(refused)?;
        }
        self.revision = entry.revision.unwrap_or(self.revision);
        Ok(())
    }

    /// Compares the state with the digest of the entry that led to it.
    pub(super) fn check(&self, entry: &Entry<G>) -> Result<(), ReplayError<G>> {
        let (at, fits) = (entry.position, self.digest() == entry.digest);
        fits.then_some(()).ok_or(ReplayError::Diverged { at })
    }
}

impl<G> TableStage<G> {
    pub(super) const fn game(&self) -> Option<&G> {
        match self {
            TableStage::Playing(game) | TableStage::Over(game) => Some(game),
            TableStage::Closed { game, .. } => game.as_ref(),
            TableStage::Lobby => None,
        }
    }

    const fn game_mut(&mut self) -> Option<&mut G> {
        match self {
            TableStage::Playing(game) | TableStage::Over(game) => Some(game),
            TableStage::Closed { game, .. } => game.as_mut(),
            TableStage::Lobby => None,
        }
    }
}

/// A snapshot: what a table tells of itself, its digest, and the results of which it tells the sum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Snapshot<Table, Past> {
    last_deed: UnixMillis,
    digest: Digest,
    table: Table,
    past: Past,
}

impl<G: Game> Table<G> {
    /// The table as a text that takes the place of the journal up to here, where a stage or a round begins and
    /// nothing hidden is at stake. When somebody did something last is noted with it. The table's secret is not in it.
    pub fn snapshot(&self, last_deed: UnixMillis) -> Option<String> {
        let begins = self.round_started == self.position && self.ticks == 0;
        let kept = Snapshot {
            last_deed,
            digest: self.digest(),
            table: self,
            past: self.stage.game().map(|game| &game.past()[..]),
        };
        let between = begins && self.is_between_rounds();
        between.then(|| serde_json::to_string(&kept).ok()).flatten()
    }

    pub(super) fn is_between_rounds(&self) -> bool {
        match &self.stage {
            TableStage::Lobby => true,
            TableStage::Playing(game) | TableStage::Over(game) => game.is_between_rounds(),
            TableStage::Closed { .. } => false,
        }
    }

    /// The table that a snapshot keeps, and when somebody did something last; `None` if it does not fit, or is none of
    /// the state of this digest.
    pub(super) fn of_snapshot(
        header: &Header<G>,
        record: &Record,
        led_to: Option<Digest>,
    ) -> Option<(Self, UnixMillis)> {
        let kept: Snapshot<Self, Option<Vec<G::Round>>> =
            serde_json::from_str(&record.line).ok()?;
        let mut table = kept.table;
        let told = catch_unwind(AssertUnwindSafe(|| table.digest()));
        let known = table.revision <= G::REVISION && table.position == record.position;
        let begins = table.round_started == table.position && table.position >= header.opening;
        let whole = match (table.stage.game_mut(), kept.past) {
            (Some(game), Some(past)) => game.past_mut().put_back(past),
            (None, None) => true,
            _ => false,
        };
        (table.secret, table.daily) = (header.secret, header.daily);
        let is_told = told.ok() == Some(kept.digest) && led_to.is_none_or(|led| led == kept.digest);
        let fits = is_told && known && begins && whole;
        (fits && table.is_between_rounds()).then_some((table, kept.last_deed))
    }
}

/// An entry that may be unreadable, with the position that it is kept at and its time.
pub(super) type ReadEntry<G> = (Position, UnixMillis, Result<Entry<G>, ReplayError<G>>);

/// The entries of these records that count.
pub(super) fn read_all<G: Game>(records: &[Record]) -> Vec<ReadEntry<G>> {
    let read = records.iter();
    counting(read.map(|record| (record.position, record.at, read_entry(record))))
}

/// The entries that count: without those that a later one took back.
fn counting<G: Game>(entries: impl IntoIterator<Item = ReadEntry<G>>) -> Vec<ReadEntry<G>> {
    let mut counting: Vec<ReadEntry<G>> = Vec::new();
    for read in entries {
        if let Ok(Entry {
            input: Input::Again { to },
            ..
        }) = read.2
        {
            // What is behind it may be damaged in any way.
            let before = |(at, _, entry): &ReadEntry<G>| entry.is_ok() && *at == to;
            let last = counting.iter().position(before);
            counting.truncate(last.map_or(0, |last| last + 1));
        }
        counting.push(read);
    }
    counting
}

/// Whether a header is one that this version can go on with.
pub(super) fn check_header<G: Game>(header: &Header<G>) -> Result<(), ReplayError<G>> {
    match header.format {
        FORMAT => {}
        0 => return Err(ReplayError::Format { found: 0 }),
        format => return Err(later(format!("format {format}"))),
    }
    if header.revision > G::REVISION {
        return Err(later(format!("revision {} of the rules", header.revision)));
    }
    let found = header.game;
    (found == G::KIND)
        .then_some(())
        .ok_or(ReplayError::Game { found })
}

/// A restored table with its times.
#[derive(Debug, Clone)]
pub struct Restored<G: Game> {
    /// The table.
    pub table: Table<G>,
    /// When its last input was accepted (or when it was opened).
    pub last_input: UnixMillis,
    /// When somebody at the table last did something (or when it was opened).
    pub last_deed: UnixMillis,
    /// When the present turn began.
    pub turn_began: UnixMillis,
    /// When the present round began.
    pub round_began: UnixMillis,
}

impl<G: Game> Restored<G> {
    /// A table at which nothing has happened since.
    fn new(table: Table<G>, at: UnixMillis) -> Self {
        Self {
            table,
            last_input: at,
            last_deed: at,
            turn_began: at,
            round_began: at,
        }
    }

    /// Applies an entry that was accepted at this time. After an error this is not to be used.
    pub(super) fn fold(&mut self, entry: &Entry<G>, at: UnixMillis) -> Result<(), ReplayError<G>> {
        self.table.fold(entry)?;
        self.last_input = at;
        if entry.input.person().is_some() {
            self.last_deed = at;
        }
        if self.table.turn_started() == self.table.position() {
            self.turn_began = at;
        }
        if self.table.round_started() == self.table.position() {
            self.round_began = at;
        }
        Ok(())
    }
}

/// Reads and replays a saved journal, from its snapshot on if it has one that fits.
///
/// # Errors
/// [`ReplayError`] for a journal that is incomplete, or whose inputs lead to another state under the
/// present rules; for lines that cannot be read, [`ReplayError::Panicked`], and
/// [`ReplayError::Snapshot`] if only the whole journal can tell.
pub fn restore<G: Game>(saved: &Saved) -> Result<Restored<G>, ReplayError<G>> {
    guarded(|reached| run(saved, false, reached))
}

/// Runs this; a panic of the rules becomes an error of the position that was reached.
pub(super) fn guarded<G: Game, T>(
    run: impl FnOnce(&Cell<Position>) -> Result<T, ReplayError<G>>,
) -> Result<T, ReplayError<G>> {
    let reached = Cell::new(Position::default());
    let ran = catch_unwind(AssertUnwindSafe(|| run(&reached)));
    ran.unwrap_or_else(|_| Err(ReplayError::Panicked { at: reached.get() }))
}

/// Strictly means that every digest is looked at, and the whole journal.
fn run<G: Game>(
    saved: &Saved,
    strictly: bool,
    reached: &Cell<Position>,
) -> Result<Restored<G>, ReplayError<G>> {
    reached.set(saved.header.position);
    let (mut back, rest) = begin(saved, !strictly)?;
    let entries = read_all(rest);
    let last = entries.len();
    for (number, (position, at, entry)) in entries.into_iter().enumerate() {
        reached.set(position);
        let entry = entry?;
        back.fold(&entry, at)?;
        let ends = back.table.round_started() == position || number + 1 == last;
        if !saved.altered && (ends || strictly) {
            back.table.check(&entry)?;
        }
    }
    Ok(back)
}

/// The state that the replay of this journal begins with, that of the snapshot if it fits and is
/// wanted, or cannot be done without, else that of the header; and the records to go on with.
pub(super) fn begin<G: Game>(
    saved: &Saved,
    prefer_snapshot: bool,
) -> Result<(Restored<G>, &[Record]), ReplayError<G>> {
    let header: Header<G> = read_header(&saved.header)?;
    check_header(&header)?;
    let first = saved.entries.first().map(|entry| entry.position);
    let is_whole = match (&saved.snapshot, first) {
        (None, _) => true,
        (Some(kept), None) => kept.position == saved.header.position,
        (Some(_), Some(first)) => first == saved.header.position.next(),
    };
    let wanted = |_: &&Record| prefer_snapshot || !is_whole;
    if let Some(kept) = saved.snapshot.as_ref().filter(wanted) {
        let after = |record: &Record| record.position > kept.position;
        let later = saved.entries.iter().filter(|record| after(record));
        let rest = &saved.entries[saved.entries.len() - later.count()..];
        let led_to = digest_at::<G>(saved, kept.position);
        let restored = Table::of_snapshot(&header, kept, led_to);
        if let Some((table, last_deed)) = restored
            && rest.iter().all(after)
            && !goes_before::<G>(rest, kept.position)
        {
            let back = Restored::new(table, kept.at);
            return Ok((Restored { last_deed, ..back }, rest));
        }
        if !is_whole {
            return Err(ReplayError::Snapshot);
        }
    }
    let back = Restored::new(Table::new(header), saved.header.at);
    Ok((back, &saved.entries))
}

/// The digest that stands in the entry of this position, if it is there and was not altered.
fn digest_at<G: Game>(saved: &Saved, position: Position) -> Option<Digest> {
    let entries = saved.entries.iter().filter(|_| !saved.altered);
    let at = entries.rev().find(|record| record.position == position)?;
    read_entry::<G>(at).ok().map(|entry| entry.digest)
}

/// Whether one of these entries takes back more than there was after this position.
fn goes_before<G: Game>(rest: &[Record], position: Position) -> bool {
    let mut marked = rest
        .iter()
        .filter(|record| record.line.contains("\"again\""));
    marked.any(|record| {
        let input = read_entry::<G>(record).map(|entry| entry.input);
        matches!(input, Ok(Input::Again { to }) if to < position)
    })
}

#[cfg(feature = "testing")]
impl<G: Game> Table<G> {
    /// The table of this journal, exactly as it was after the last entry. Every digest is looked at.
    ///
    /// # Errors
    /// [`ReplayError`] for a journal that is incomplete, or whose inputs lead to another state
    /// under the present rules.
    pub fn replay(
        header: Header<G>,
        entries: impl IntoIterator<Item = Entry<G>>,
    ) -> Result<Self, ReplayError<G>> {
        check_header(&header)?;
        let read = |entry: Entry<G>| (entry.position, UnixMillis::default(), Ok(entry));
        let mut table = Table::new(header);
        for (.., entry) in counting(entries.into_iter().map(read)) {
            let entry = entry?;
            table.fold(&entry)?;
            table.check(&entry)?;
        }
        Ok(table)
    }
}

/// The same with every digest looked at, and without the snapshot where the journal is whole.
///
/// # Errors
/// As [`restore`].
pub fn restore_strictly<G: Game>(saved: &Saved) -> Result<Restored<G>, ReplayError<G>> {
    guarded(|reached| run(saved, true, reached))
}

/// Runs a whole journal from its header on, and looks whether each entry leads to the state whose digest stands in it,
/// and the snapshot keeps one of them. Journals that earlier rules began are not judged: they may lead elsewhere by now.
///
/// # Errors
/// As [`restore`]; [`ReplayError::Snapshot`].
pub fn check_journal<G: Game>(saved: &Saved) -> Result<(), ReplayError<G>> {
    let header: Header<G> = read_header(&saved.header)?;
    check_header(&header)?;
    if header.revision < G::REVISION {
        return Ok(());
    }
    restore_strictly::<G>(saved)?;
    let fits = |kept: &Record| {
        let led_to = digest_at::<G>(saved, kept.position);
        Table::of_snapshot(&header, kept, led_to).is_some()
    };
    let fits = saved.snapshot.as_ref().is_none_or(fits);
    fits.then_some(()).ok_or(ReplayError::Snapshot)
}

/// A table that goes on from the last state that fits.
#[derive(Debug)]
pub struct Mended<G: Game> {
    /// The table after the entry. Its last input, turn and round begin with that entry: their times
    /// are those of the state before until the caller sets them.
    pub restored: Restored<G>,
    /// The entry, which has to be durable before the table is taken over.
    pub entry: Entry<G>,
    /// What happens, in order.
    pub events: Vec<TableEvent<G>>,
}

/// Goes back to the last state between two rounds (or outside a match) to which this journal leads,
/// and deals the next round again; `None` if there is no such state: the header cannot be read, only
/// the whole journal can tell, or a later version wrote it.
///
/// It is meant for a journal that [`restore`](super::restore) refuses as unreadable, incomplete,
/// refused, diverged or panicked.
pub fn mend<G: Game>(saved: &Saved) -> Option<Mended<G>> {
    guarded::<G, _>(|_| Ok(try_to_mend(saved))).ok().flatten()
}

fn try_to_mend<G: Game>(saved: &Saved) -> Option<Mended<G>> {
    let mut good = last_good(saved)?;
    let to = good.table.position();
    let last = saved.entries.iter().map(|record| record.position).max();
    let position = last.map_or(to, |last| last.max(to)).next();
    if last == Some(position) {
        return None;
    }
    let before = good.table.revision;
    good.table.deal_again(position);
    let events = std::mem::take(&mut good.table.events);
    good.table.revision = G::REVISION;
    let entry = Entry {
        position,
        ticks: 0,
        spent_s: 0,
        input: Input::Again { to },
        nonce: None,
        revision: (before != G::REVISION).then_some(G::REVISION),
        digest: good.table.digest(),
    };
    Some(Mended {
        restored: good,
        entry,
        events,
    })
}

/// The last state between two rounds that fits its digest.
fn last_good<G: Game>(saved: &Saved) -> Option<Restored<G>> {
    let (mut present, rest) = guarded(|_| begin::<G>(saved, true)).ok()?;
    let mut good = present.clone();
    for (_, at, entry) in read_all(rest) {
        let folded = guarded(|_| {
            let entry = entry?;
            present.fold(&entry, at)?;
            let between = present.table.is_between_rounds();
            if between && !saved.altered {
                present.table.check(&entry)?;
            }
            Ok(between)
        });
        match folded {
            Ok(true) => good = present.clone(),
            Ok(false) => {}
            Err(ReplayError::Later { .. }) => return None,
            Err(_) => break,
        }
    }
    Some(good)
}
