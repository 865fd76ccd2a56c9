//! Letting go in memory: names of people who were not seen for long, and servers that the bot left.

use super::data::{Data, is_within};
use crate::club::day_of;
use crate::store::about::kept_cup;
use crate::store::journal::check_text;
use crate::store::*;
use crate::table::Position;

impl Data {
    /// Something was counted of a person on this day.
    pub fn see(&mut self, person: PersonId, day: u32) {
        let seen = self.seen.entry(person).or_default();
        *seen = day.max(*seen);
    }

    pub fn forget_names(&mut self, now: UnixMillis, days: u32) -> usize {
        let before = day_of(now).saturating_sub(days);
        let named = self.people.len();
        self.people
            .retain(|person, _| self.seen.get(person).is_some_and(|seen| *seen >= before));
        named - self.people.len()
    }

    pub fn left_guilds(&self, before: UnixMillis) -> Vec<GuildId> {
        let guilds = self.settings.keys().filter_map(|scope| match scope {
            Scope::Guild(guild) => Some(*guild),
            Scope::Person(_) | Scope::Channel(_) => None,
        });
        guilds
            .filter(|guild| self.is_left(*guild, before))
            .collect()
    }

    fn is_left(&self, guild: GuildId, before: UnixMillis) -> bool {
        let settings = self.settings.get(&Scope::Guild(guild));
        let left = settings.and_then(|settings| settings.get(LEFT)?.parse().ok());
        left.is_some_and(|at: u64| at < before.0)
    }

    pub fn forget_guild(&mut self, guild: GuildId, before: UnixMillis) -> bool {
        let here = |journal: &&StoredJournal| journal.guild == guild;
        let open = |journal: &StoredJournal| journal.state == TableState::Open;
        if !self.is_left(guild, before) || self.tables.iter().filter(here).any(open) {
            return false;
        }
        let tables: Vec<TableId> = self
            .tables
            .iter()
            .filter(here)
            .map(|j| j.saved.table)
            .collect();
        for table in tables {
            self.remove(table);
        }
        self.finished.retain(|(at, _)| *at != guild);
        let (gone, kept) = std::mem::take(&mut self.sums)
            .into_iter()
            .partition(|(sum, _)| is_within(Reach::Guild(guild), sum.guild));
        self.sums = kept;
        let gone: BTreeMap<_, _> = gone;
        for (mut sum, value) in gone {
            sum.guild = GuildId(0);
            *self.sums.entry(sum).or_insert(0) += value;
        }
        for ((person, game, at, month), played) in std::mem::take(&mut self.months) {
            let at = if at == guild { GuildId(0) } else { at };
            let sum = self.months.entry((person, game, at, month)).or_default();
            sum.games += played.games;
            sum.wins += played.wins;
        }
        for ((person, at, honour), times) in std::mem::take(&mut self.honours) {
            let at = if at == guild { GuildId(0) } else { at };
            *self.honours.entry((person, at, honour)).or_insert(0) += times;
        }
        self.ratings.standings.retain(|(_, at, _), _| *at != guild);
        self.days.forget_guild(guild);
        self.settings.remove(&Scope::Guild(guild));
        true
    }

    /// Removes a table with its history, and what is set of its channel. Its row stays, empty, as those after
    /// it are known by their place.
    fn remove(&mut self, table: TableId) {
        self.empty(table);
        self.pruned.remove(&table);
        self.packed.remove(&table);
        self.rated.retain(|(of, ..), _| *of != table);
        self.settings.remove(&Scope::Channel(table.key));
        let mut rows = (0..).zip(&mut self.tables);
        if let Some((row, journal)) = rows.find(|(_, journal)| journal.saved.table == table) {
            let nowhere = TableId {
                key: TableKey(0),
                opening: Position(row),
            };
            journal.saved.table = nowhere;
            journal.guild = GuildId(0);
            self.pruned.insert(nowhere);
        }
    }

    /// The changes of servers' settings by this person.
    pub fn changes_by(&self, person: PersonId) -> Vec<KeptChange> {
        let mut changes = Vec::new();
        for (scope, settings) in &self.settings {
            let Scope::Guild(guild) = *scope else {
                continue;
            };
            let all = settings
                .iter()
                .filter_map(|(name, value)| SettingChange::read(name, value));
            let theirs = all.filter(|change| change.person == person);
            changes.extend(theirs.map(|change| KeptChange { guild, change }));
        }
        changes
    }

    pub fn take(&mut self, scope: Scope, name: &str) -> Result<Option<String>, StoreError> {
        let of_scope = self.settings.get_mut(&scope);
        Ok(of_scope.and_then(|settings| settings.remove(name)))
    }

    /// The cups that a person has to do with.
    pub fn cups_of(&self, person: PersonId) -> Vec<KeptCup> {
        let settings = self.settings.iter().flat_map(|(scope, settings)| {
            let all = settings.iter();
            all.map(|(name, value)| (*scope, name.as_str(), value.as_str()))
        });
        let cups = settings.filter_map(|(scope, name, value)| match scope {
            Scope::Guild(guild) => kept_cup(person, guild, CupChange::read(name, value)?),
            Scope::Person(_) | Scope::Channel(_) => None,
        });
        cups.collect()
    }

    pub fn forget_in_cups(&mut self, person: PersonId) {
        for (name, value) in self.settings.values_mut().flatten() {
            if let Some((_, mut cup)) = CupChange::read(name, value)
                && cup.forget(person)
            {
                *value = CupChange::written(&cup);
            }
        }
    }

    pub fn put_cup(&mut self, change: CupChange) -> Result<bool, StoreError> {
        let (name, value) = (
            CupChange::named(change.number),
            CupChange::written(&change.after),
        );
        check_text("cup", &value)?;
        let settings = self.settings.entry(Scope::Guild(change.guild)).or_default();
        let is_same = settings.get(&name) == change.before.as_ref();
        if is_same {
            settings.insert(name, value);
        }
        Ok(is_same)
    }
}
