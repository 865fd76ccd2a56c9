//! What the store in memory tells of finished rounds.

use std::collections::BTreeMap;

use super::data::{Data, SumKey, is_within};
use crate::store::*;

impl Data {
    pub fn history(&self, key: TableKey, skip: u32, limit: u32) -> Vec<Finished> {
        let here = self.finished.iter().map(|(_, finished)| finished);
        let mut here: Vec<_> = here.filter(|finished| finished.table.key == key).collect();
        let order = |finished: &Finished| {
            let round = finished.round.unwrap_or(u32::MAX);
            (finished.table, finished.match_number, round)
        };
        here.sort_by_key(|finished| std::cmp::Reverse(order(finished)));
        let page = here.into_iter().skip(skip as usize).take(limit as usize);
        page.cloned().collect()
    }

    pub fn stats(&self, person: PersonId, reach: Reach) -> Stats {
        let mut stats = Stats::default();
        for (sum, value) in self.sums(reach).filter(|(sum, _)| sum.person == person) {
            let place = stats.sums.entry((sum.game, sum.versus.clone()));
            *place.or_default().entry(sum.counter).or_insert(0) += value;
            if let Versus::Person(other) = sum.versus
                && let Some(name) = self.people.get(&other)
            {
                stats.names.insert(other, name.clone());
            }
        }
        for ((of, guild, honour), times) in &self.honours {
            if *of == person && is_within(reach, *guild) {
                *stats.honours.entry(*honour).or_insert(0) += times;
            }
        }
        let own = self.months.iter();
        let own = own.filter(|((of, _, guild, _), _)| *of == person && is_within(reach, *guild));
        for ((_, game, _, month), played) in own {
            let sum = stats.months.entry(*game).or_default().entry(*month);
            let sum = sum.or_default();
            sum.games += played.games;
            sum.wins += played.wins;
        }
        stats
    }

    pub fn leaderboard(&self, ranking: Ranking) -> Vec<LeaderboardRow> {
        let Measure { part, per, .. } = ranking.by;
        let mut sums: BTreeMap<PersonId, (i64, i64)> = BTreeMap::new();
        let of_game = |(sum, _): &(&SumKey, i64)| sum.game == ranking.game;
        for (sum, value) in self.sums(ranking.reach).filter(of_game) {
            let both = sums.entry(sum.person).or_default();
            both.0 += if sum.counter == part { value } else { 0 };
            both.1 += if sum.counter == per.unwrap_or(part) {
                value
            } else {
                0
            };
        }
        sums.retain(|_, (_, whole)| *whole >= i64::from(ranking.at_least.max(1)));
        let mut all: Vec<(PersonId, (i64, i64))> = sums.into_iter().collect();
        let worth = |(part, whole): (i64, i64)| ranking.by.value(part, per.map(|_| whole));
        all.sort_by(|(_, a), (_, b)| {
            let order = worth(*b).partial_cmp(&worth(*a));
            order.unwrap_or(std::cmp::Ordering::Equal)
        });
        let best = all.into_iter().take(ranking.limit as usize);
        let standing = |(person, (part, whole))| LeaderboardRow {
            person,
            name: self.people.get(&person).cloned().unwrap_or_default(),
            part,
            whole: per.map(|_| whole),
        };
        best.map(standing).collect()
    }
}
