//! The data of the store in memory, and its longer changes.

use std::collections::btree_map::Entry as Place;
use std::collections::{BTreeMap, BTreeSet};

use tokio::sync::broadcast;

use super::days::Days;
use crate::club::{Honour, Ledger, RatedEntry, day_of};
use crate::game::GameKind;
use crate::store::about::{KeptSum, kept_result, names};
use crate::store::forget::{is_account, without};
use crate::store::journal::check_text;
use crate::store::lease::{HeldLeases, Lease};
use crate::store::peers::{PeerMessage, PeerTable, Word};
use crate::store::*;

#[derive(Default)]
pub struct Data {
    pub fault: Option<Fault>,
    pub fence: u64,
    pub leases: BTreeMap<u32, Lease>,
    pub tables: Vec<StoredJournal>,
    pub finished: Vec<(GuildId, Finished)>,
    pub sums: BTreeMap<SumKey, i64>,
    pub months: BTreeMap<(PersonId, GameKind, GuildId, Month), MonthPlayed>,
    pub honours: BTreeMap<(PersonId, GuildId, Honour), i64>,
    pub ratings: Ledger,
    pub rated: BTreeMap<FinishedPlace, RatedEntry>,
    pub people: BTreeMap<PersonId, String>,
    /// On which day something was last counted of them.
    pub seen: BTreeMap<PersonId, u32>,
    pub days: Days,
    pub settings: BTreeMap<Scope, BTreeMap<String, String>>,
    /// How many people were replaced in each journal.
    pub forgotten: BTreeMap<TableId, u64>,
    pub forget_later: BTreeSet<(TableId, PersonId)>,
    /// The lives of the processes over these data.
    pub lives: BTreeSet<String>,
    /// Whether several processes share these data.
    pub shared: bool,
    /// The list of processes, by their lives.
    pub members: BTreeMap<String, Member>,
    /// When the next gateway session of a bucket may be opened.
    pub identifies: BTreeMap<u32, u64>,
    /// How the tables in these rows ended.
    pub endings: BTreeMap<i64, FinishedTable>,
    pub packed: BTreeSet<TableId>,
    pub pruned: BTreeSet<TableId>,
    /// What the processes tell each other.
    pub exchange: Exchange,
}

#[derive(Default)]
pub struct FinishedTable {
    pub at: UnixMillis,
    /// Whether it is tried again at the next start.
    pub later: bool,
}

/// The key of a sum.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SumKey {
    pub person: PersonId,
    pub game: GameKind,
    pub guild: GuildId,
    pub versus: Versus,
    pub counter: Counter,
}

fn kept_sum((sum, value): (&SumKey, &i64)) -> KeptSum {
    KeptSum {
        game: sum.game.name().to_owned(),
        guild: sum.guild,
        versus: sum.versus.to_string(),
        counter: sum.counter.name().to_owned(),
        value: *value,
    }
}

impl Data {
    /// Runs a call without waiting, unless it is told to fail.
    pub fn at_once<'a, T: Send + 'a>(
        &mut self,
        doing: &'static str,
        call: impl FnOnce(&mut Data) -> Result<T, StoreError>,
    ) -> Pending<'a, T> {
        let result = match self.fault {
            Some(fault) => Err(StoreError::Failed {
                doing,
                fault,
                detail: "told to fail".to_owned(),
            }),
            None => call(self),
        };
        Box::pin(std::future::ready(result))
    }

    /// Enters a life in the list of processes, and reads the list.
    pub fn attend(&mut self, life: &str, attendance: PeerEntry) -> PeerList {
        let PeerEntry {
            owner, now, load, ..
        } = attendance;
        let own = Member {
            life: life.to_owned(),
            owner,
            seen: now,
            load,
            is_self: false,
            is_dead: false,
        };
        self.members.insert(life.to_owned(), own);
        let since = |member: &Member| now.0.saturating_sub(member.seen.0);
        self.members
            .retain(|_, member| since(member) < attendance.gone_after);
        let mut members: Vec<Member> = self.members.values().cloned().collect();
        for member in &mut members {
            member.is_self = member.life == life;
            let doubted = since(member) >= attendance.doubted_after;
            member.is_dead = doubted && !self.lives.contains(&member.life);
        }
        let held = self.leases.values().filter_map(|lease| {
            let holder = lease.life.clone()?;
            let lives = self.lives.contains(&holder) && !lease.is_past(now);
            lives.then_some((lease.shard, (lease.total, holder)))
        });
        PeerList {
            leases: held.collect(),
            members,
        }
    }

    pub fn table(&mut self, table: TableId) -> Result<&mut StoredJournal, StoreError> {
        let mut tables = self.tables.iter_mut();
        tables
            .find(|journal| journal.saved.table == table)
            .ok_or(StoreError::Missing { table })
    }

    pub fn is_open(&self, table: TableId) -> bool {
        let mut tables = self.tables.iter();
        tables.any(|journal| journal.saved.table == table && journal.state == TableState::Open)
    }

    pub fn check_fence(&self, shard: u32, fence: Fence) -> Result<(), StoreError> {
        match self.leases.get(&shard) {
            Some(lease) if lease.fence == fence => Ok(()),
            _ => Err(StoreError::Fenced { shard }),
        }
    }

    /// The journal, if this claim may still write it.
    pub fn writable(&mut self, claim: Claim) -> Result<&mut StoredJournal, StoreError> {
        self.check_fence(claim.shard, claim.fence)?;
        let table = claim.table;
        match self.table(table) {
            Ok(journal) if journal.state == TableState::Open => Ok(journal),
            _ => Err(StoreError::NotOpen { table }),
        }
    }

    /// The journal, if it has not been pruned.
    pub fn kept(&mut self, table: TableId) -> Result<&mut StoredJournal, StoreError> {
        if self.pruned.contains(&table) {
            return Err(StoreError::Pruned { table });
        }
        self.table(table)
    }

    /// Whether the channel has no open table.
    pub fn is_free(&self, key: TableKey) -> bool {
        let mut tables = self.tables.iter();
        !tables.any(|other| other.saved.table.key == key && other.state == TableState::Open)
    }

    /// The tables of these shards that are held here and chosen by row and journal.
    pub fn held(
        &self,
        held: &HeldLeases,
        shards: &[u32],
        chosen: impl Fn(i64, &StoredJournal) -> bool,
    ) -> Vec<OpenTable> {
        let table = |(row, journal): (i64, &StoredJournal)| {
            let claim = held.claim(journal.saved.table, row, journal.guild)?;
            let wanted = shards.contains(&claim.shard) && chosen(row, journal);
            wanted.then_some(OpenTable {
                claim,
                guild: journal.guild,
                game: journal.saved.game,
                salt: None,
            })
        };
        (0..).zip(&self.tables).filter_map(table).collect()
    }

    pub fn claim(&self, claim: RowClaim) -> Result<Claim, StoreError> {
        let RowClaim { row, shard, fence } = claim;
        let journal = usize::try_from(row).ok();
        let journal = journal.and_then(|row| self.tables.get(row));
        let table = journal.ok_or(StoreError::NoRow { row })?.saved.table;
        Ok(Claim {
            table,
            row,
            shard,
            fence,
        })
    }

    pub fn reopen(&mut self, claim: Claim) -> Result<(), StoreError> {
        self.check_fence(claim.shard, claim.fence)?;
        let table = claim.table;
        if !self.is_free(table.key) {
            return Err(StoreError::AlreadyOpen { table });
        }
        match self.table(table) {
            Ok(journal) if matches!(journal.state, TableState::Aside(_)) => {
                journal.state = TableState::Open;
            }
            _ => return Err(StoreError::Missing { table }),
        }
        self.endings.remove(&claim.row);
        Ok(())
    }

    /// The table in a row, if it is set aside.
    pub fn aside_row(&mut self, row: i64) -> Result<&mut StoredJournal, StoreError> {
        let journal = usize::try_from(row).ok();
        let journal = journal.and_then(|row| self.tables.get_mut(row));
        let journal = journal.filter(|journal| matches!(journal.state, TableState::Aside(_)));
        journal.ok_or(StoreError::NoRow { row })
    }

    pub fn aside(&self) -> Vec<Aside> {
        let aside = |(row, journal): (i64, &StoredJournal)| {
            let TableState::Aside(reason) = &journal.state else {
                return None;
            };
            let ending = self.endings.get(&row);
            Some(Aside {
                row,
                table: Some(journal.saved.table),
                game: journal.saved.game.name().to_owned(),
                at: ending.map(|ending| ending.at),
                reason: reason.clone(),
                later: ending.is_some_and(|ending| ending.later),
            })
        };
        (0..).zip(&self.tables).filter_map(aside).collect()
    }

    pub fn closed_since(&self, since: UnixMillis, most: usize) -> Vec<(TableId, UnixMillis)> {
        let closed = |(row, journal): (i64, &StoredJournal)| {
            let (table, end) = (journal.saved.table, self.endings.get(&row)?.at);
            let kept = journal.state == TableState::Closed && !self.pruned.contains(&table);
            (kept && end >= since).then_some((end, row, table))
        };
        let mut closed: Vec<_> = (0..).zip(&self.tables).filter_map(closed).collect();
        closed.sort_unstable_by(|one, other| other.cmp(one));
        let closed = closed.into_iter().take(most);
        closed.map(|(end, _, table)| (table, end)).collect()
    }

    pub fn prune(&mut self, before: UnixMillis) -> usize {
        let old = |(row, journal): (i64, &StoredJournal)| {
            let table = journal.saved.table;
            let ended = self.endings.get(&row).is_some_and(|end| end.at < before);
            let closed = journal.state == TableState::Closed;
            (ended && closed && !self.pruned.contains(&table)).then_some(table)
        };
        let old: Vec<TableId> = (0..).zip(&self.tables).filter_map(old).collect();
        for &table in &old {
            self.empty(table);
        }
        old.len()
    }

    pub fn prune_beyond(&mut self, most: usize) -> usize {
        let mut closed: BTreeMap<GuildId, Vec<(UnixMillis, i64, TableId)>> = BTreeMap::new();
        for (row, journal) in (0..).zip(&self.tables) {
            let table = journal.saved.table;
            let kept = journal.state == TableState::Closed && !self.pruned.contains(&table);
            if let (true, Some(end)) = (kept && journal.guild.0 > 0, self.endings.get(&row)) {
                let here = closed.entry(journal.guild).or_default();
                here.push((end.at, row, table));
            }
        }
        let mut pruned = 0;
        for mut here in closed.into_values() {
            here.sort_unstable_by(|one, other| other.cmp(one));
            for (.., table) in here.into_iter().skip(most) {
                self.empty(table);
                pruned += 1;
            }
        }
        pruned
    }

    /// Removes everything of a table but its place, history and statistics.
    pub fn empty(&mut self, table: TableId) {
        if let Ok(journal) = self.table(table) {
            journal.saved.header.line.clear();
            journal.saved.entries.clear();
            journal.saved.snapshot = None;
            journal.state = TableState::Closed;
        }
        self.pruned.insert(table);
    }

    pub fn end(
        &mut self,
        claim: Claim,
        state: TableState,
        ending: FinishedTable,
    ) -> Result<(), StoreError> {
        self.writable(claim)?.state = state;
        self.endings.insert(claim.row, ending);
        let (now, later) = std::mem::take(&mut self.forget_later)
            .into_iter()
            .partition(|(table, _)| *table == claim.table);
        self.forget_later = later;
        let now: BTreeSet<(TableId, PersonId)> = now;
        for (table, person) in now {
            self.forget_in(table, person);
        }
        Ok(())
    }

    pub fn count(&mut self, table: TableId, finish: Finish) -> Result<bool, StoreError> {
        let journal = self.table(table)?;
        let (guild, game) = (journal.guild, journal.saved.game);
        let counted = self.finished.iter().any(|(_, other)| {
            (other.table, other.match_number, other.round)
                == (table, finish.match_number, finish.round)
        });
        if counted {
            return Ok(false);
        }
        let finished = Finished {
            table,
            game,
            match_number: finish.match_number,
            round: finish.round,
            position: finish.position,
            at: finish.at,
            summary: finish.summary,
        };
        let finished = (guild, finished);
        self.rate(&finished);
        self.finished.push(finished);
        if let Some(daily) = finish.daily {
            self.days.finish((table, guild), daily, finish.at);
        }
        for tally in finish.tallies {
            if let Some(played) = tally.played() {
                let month = (tally.person, game, guild, Month::of(finish.at));
                let month = self.months.entry(month).or_default();
                month.games += played.games;
                month.wins += played.wins;
            }
            self.people.insert(tally.person, tally.name);
            self.see(tally.person, day_of(finish.at));
            for (counter, value) in tally.counts {
                let sum = SumKey {
                    person: tally.person,
                    game,
                    guild,
                    versus: tally.versus.clone(),
                    counter,
                };
                *self.sums.entry(sum).or_insert(0) += value;
            }
        }
        Ok(true)
    }

    pub fn set_settings(
        &mut self,
        scope: Scope,
        changes: Vec<(String, Option<String>)>,
    ) -> Result<(), StoreError> {
        for (name, value) in &changes {
            check_text("setting", name)?;
            check_text("setting", value.as_deref().unwrap_or_default())?;
        }
        let settings = self.settings.entry(scope).or_default();
        for (name, value) in changes {
            match value {
                Some(value) => settings.insert(name, value),
                None => settings.remove(&name),
            };
        }
        Ok(())
    }

    pub fn settings_named(&self, start: &str) -> Vec<NamedSetting> {
        let all = self.settings.iter().flat_map(|(scope, settings)| {
            let named = settings.iter().filter(|(name, _)| name.starts_with(start));
            named.map(|(name, value)| NamedSetting {
                scope: *scope,
                name: name.clone(),
                value: value.clone(),
            })
        });
        let mut all: Vec<NamedSetting> = all.collect();
        all.sort_by(|one, other| (&one.name, one.scope).cmp(&(&other.name, other.scope)));
        all
    }

    pub fn sums(&self, reach: Reach) -> impl Iterator<Item = (&SumKey, i64)> {
        let all = self.sums.iter().map(|(sum, value)| (sum, *value));
        all.filter(move |(sum, _)| is_within(reach, sum.guild))
    }

    pub fn about(&self, person: PersonId) -> KeptAbout {
        let of_them = |(sum, _): &(&SumKey, &i64)| sum.person == person;
        let mut sums: Vec<_> = self.sums.iter().filter(of_them).map(kept_sum).collect();
        sums.sort_unstable();
        let finished = self.finished.iter();
        let finished = finished.filter(|(_, one)| names(person, &one.summary));
        let mut finished: Vec<_> = finished
            .map(|(guild, one)| kept_result(*guild, one))
            .collect();
        finished.sort_unstable();
        KeptAbout {
            name: self.people.get(&person).cloned(),
            settings: self
                .settings
                .get(&Scope::Person(person))
                .cloned()
                .unwrap_or_default(),
            sums,
            finished,
            changes: self.changes_by(person),
            cups: self.cups_of(person),
        }
    }

    pub fn leaders(&self, ranking: DailyRanking) -> Vec<DailyLeader> {
        self.days.leaders(ranking, &self.people)
    }

    pub fn forget(&mut self, person: PersonId) -> usize {
        for (mut sum, value) in std::mem::take(&mut self.sums) {
            if sum.person == person {
                continue;
            }
            if sum.versus == Versus::Person(person) {
                sum.versus = Versus::Person(PersonId(0));
            }
            *self.sums.entry(sum).or_insert(0) += value;
        }
        self.months.retain(|(own, ..), _| *own != person);
        self.forget_standing(person);
        self.people.remove(&person);
        self.seen.remove(&person);
        self.days.forget(person);
        self.settings.remove(&Scope::Person(person));
        for settings in self.settings.values_mut() {
            settings.retain(|name, value| {
                Seek::read(name, value).is_none_or(|seek| seek.person != person)
            });
        }
        self.forget_in_cups(person);
        for KeptChange { guild, mut change } in self.changes_by(person) {
            change.person = PersonId(0);
            let settings = self.settings.entry(Scope::Guild(guild)).or_default();
            settings.extend([change.written()]);
        }
        if !is_account(person) {
            return 0;
        }
        let mut changed = 0;
        for index in 0..self.tables.len() {
            let journal = &self.tables[index];
            let table = journal.saved.table;
            if journal.state != TableState::Open {
                changed += usize::from(self.forget_in(table, person));
            } else {
                self.forget_later.insert((table, person));
            }
        }
        changed
    }

    /// Replaces the person in one journal and its history.
    pub fn forget_in(&mut self, table: TableId, person: PersonId) -> bool {
        let forgotten = self.forgotten.get(&table).copied().unwrap_or(0);
        let Ok(journal) = self.table(table) else {
            return false;
        };
        let stand_in = PersonId(forgotten + 1);
        let mut changed = false;
        let mut clean = |text: &mut String| {
            if let Some(cleaned) = without(person, stand_in, text) {
                *text = cleaned;
                changed = true;
            }
        };
        clean(&mut journal.saved.header.line);
        for entry in &mut journal.saved.entries {
            clean(&mut entry.line);
        }
        for (_, finished) in &mut self.finished {
            if finished.table == table {
                clean(&mut finished.summary);
            }
        }
        if changed && let Ok(journal) = self.table(table) {
            journal.saved.altered = true;
            journal.saved.snapshot = None;
            self.forgotten.insert(table, stand_in.0);
        }
        changed
    }
}

/// What is between the processes.
#[derive(Default)]
pub struct Exchange {
    pub listeners: BTreeMap<String, broadcast::Sender<PeerMessage>>,
    pub directory: BTreeMap<TableKey, PeerTable>,
    pub handed_over: BTreeMap<String, HandOver>,
}

pub struct HandOver {
    pub to: String,
    pub at: UnixMillis,
    pub body: String,
    pub taken: bool,
}

impl Exchange {
    /// Enters something that was handed over; `false` if this id was entered before.
    pub fn enter(&mut self, id: &str, new: HandOver) -> bool {
        match self.handed_over.entry(id.to_owned()) {
            Place::Occupied(_) => false,
            Place::Vacant(free) => {
                free.insert(new);
                true
            }
        }
    }

    /// Passes a word on.
    pub fn tell(&self, word: &Word) {
        for (life, listener) in &self.listeners {
            if word.is_for(life) {
                // Nobody has to listen.
                drop(listener.send(PeerMessage::Word(word.clone())));
            }
        }
    }
}

/// Whether statistics that reach so far have those of this guild.
pub fn is_within(reach: Reach, guild: GuildId) -> bool {
    match reach {
        Reach::Guild(wanted) => wanted == guild,
        Reach::Everywhere => true,
    }
}
