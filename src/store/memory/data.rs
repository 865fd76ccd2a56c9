//! The data of the store in memory, and its longer changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::GameKind;
use crate::store::forget::{is_account, without};
use crate::store::*;

#[derive(Default)]
pub struct Data {
    pub fault: Option<Fault>,
    pub fence: u64,
    pub leases: BTreeMap<u32, Lease>,
    pub tables: Vec<StoredJournal>,
    pub finished: Vec<(GuildId, Finished)>,
    pub sums: BTreeMap<Sum, i64>,
    pub people: BTreeMap<PersonId, String>,
    pub settings: BTreeMap<Scope, BTreeMap<String, String>>,
    /// How many people were replaced in each journal.
    pub forgotten: BTreeMap<TableId, u64>,
    pub forget_later: BTreeSet<(TableId, PersonId)>,
}

/// The key of a sum.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    pub person: PersonId,
    pub game: GameKind,
    pub guild: GuildId,
    pub versus: Versus,
    pub counter: Counter,
}

pub struct Lease {
    pub total: u32,
    pub owner: String,
    pub fence: Fence,
    pub expires: UnixMillis,
}

impl Data {
    pub fn table(&mut self, table: TableId) -> Result<&mut StoredJournal, StoreError> {
        let mut tables = self.tables.iter_mut();
        tables
            .find(|journal| journal.saved.table == table)
            .ok_or(StoreError::Missing { table })
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

    pub fn end(&mut self, claim: Claim, state: TableState) -> Result<(), StoreError> {
        self.writable(claim)?.state = state;
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
        self.finished.push((guild, finished));
        for tally in finish.tallies {
            self.people.insert(tally.person, tally.name);
            for (counter, value) in tally.counts {
                let sum = Sum {
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

    pub fn sums(&self, reach: Reach) -> impl Iterator<Item = (&Sum, i64)> {
        let within = move |guild| match reach {
            Reach::Guild(wanted) => wanted == guild,
            Reach::Everywhere => true,
        };
        let all = self.sums.iter().map(|(sum, value)| (sum, *value));
        all.filter(move |(sum, _)| within(sum.guild))
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
        self.people.remove(&person);
        self.settings.remove(&Scope::Person(person));
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
            self.forgotten.insert(table, stand_in.0);
        }
        changed
    }
}
