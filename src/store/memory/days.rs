//! The deals of the days, in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::store::*;
use crate::table::DailyDeal;

#[derive(Default)]
pub struct Days {
    secret: Option<DailySecret>,
    played: BTreeMap<(PersonId, u32), (GuildId, DailyEntry)>,
}

impl Days {
    pub fn secret(&mut self, offered: DailySecret) -> DailySecret {
        *self.secret.get_or_insert(offered)
    }

    pub fn begin(&mut self, begun: DailyBeginning) -> DailyEntry {
        let fresh = || {
            let result = None;
            let table = begun.table;
            (begun.guild, DailyEntry { table, result })
        };
        let place = self.played.entry((begun.person, begun.day));
        place.or_insert_with(fresh).1.clone()
    }

    pub fn of(&self, person: PersonId, day: u32) -> Option<DailyEntry> {
        let kept = self.played.get(&(person, day));
        kept.map(|(_, entry)| entry.clone())
    }

    pub fn finish(
        &mut self,
        (table, guild): (TableId, GuildId),
        done: DailyFinish,
        at: UnixMillis,
    ) {
        let counts = done.counts(at);
        let DailyFinish { person, day, score } = done;
        self.begin(DailyBeginning {
            person,
            day,
            guild,
            table,
        });
        let kept = self.played.get_mut(&(person, day));
        let own = kept.filter(|(_, entry)| entry.table == table && entry.result.is_none());
        if let Some((_, entry)) = own {
            entry.result = Some((score, counts));
        }
    }

    pub fn forget(&mut self, person: PersonId) {
        self.played.retain(|(own, _), _| *own != person);
    }

    /// What was played on this server was played nowhere in particular.
    pub fn forget_guild(&mut self, guild: GuildId) {
        let there = self.played.values_mut().filter(|(at, _)| *at == guild);
        there.for_each(|(at, _)| *at = GuildId(0));
    }

    pub fn counted(&self, person: PersonId) -> Vec<u32> {
        let is_day = |day: u32| day < DailyDeal::DUELS;
        let all = self.results();
        let all = all.filter(|(own, day, ..)| *own == person && is_day(*day));
        let mut days: Vec<u32> = all.map(|(_, day, ..)| day).collect();
        days.reverse();
        days
    }

    pub fn field(&self, day: u32) -> Vec<DailyGroup> {
        let mut groups: BTreeMap<i64, DailyGroup> = BTreeMap::new();
        for (.., score) in self.results().filter(|(_, of, ..)| *of == day) {
            let (rank, levels) = (score.rank(), score.levels);
            let people = 0;
            let group = groups.entry(rank).or_insert(DailyGroup {
                rank,
                levels,
                people,
            });
            group.people += 1;
        }
        groups.into_values().collect()
    }

    pub fn leaders(
        &self,
        ranking: DailyRanking,
        names: &BTreeMap<PersonId, String>,
    ) -> Vec<DailyLeader> {
        let mut leaders: BTreeMap<PersonId, (i64, DailyLeader)> = BTreeMap::new();
        let within = |day: u32| (ranking.from..=ranking.to).contains(&day);
        let there = |guild| ranking.guild.is_none_or(|wanted| wanted == guild);
        for (person, day, guild, score) in self.results() {
            if !within(day) || !there(guild) {
                continue;
            }
            let fresh = || DailyLeader {
                person,
                name: names.get(&person).cloned().unwrap_or_default(),
                won: 0,
                levels: 0,
                points: 0,
                days: 0,
            };
            let (rank, leader) = leaders.entry(person).or_insert_with(|| (0, fresh()));
            *rank += score.rank();
            leader.won += i64::from(score.levels.max(0));
            leader.levels += i64::from(score.levels);
            leader.points += i64::from(score.points);
            leader.days += 1;
        }
        let mut leaders: Vec<(i64, DailyLeader)> = leaders.into_values().collect();
        leaders.sort_by_key(|(rank, leader)| Reverse((leader.won, *rank)));
        leaders.truncate(ranking.limit as usize);
        leaders.into_iter().map(|(_, leader)| leader).collect()
    }

    /// The results that count, by person and day.
    fn results(&self) -> impl Iterator<Item = (PersonId, u32, GuildId, &DailyScore)> {
        self.played
            .iter()
            .filter_map(|((person, day), (guild, entry))| {
                let (score, counts) = entry.result.as_ref()?;
                counts.then_some((*person, *day, *guild, score))
            })
    }
}
