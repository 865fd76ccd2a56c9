//! Ratings in memory.

use std::collections::BTreeSet;

use super::data::Data;
use crate::club::honour::{Earned, earned};
use crate::club::{EVERYWHERE, Ledger, RatingChange, Standing, day_of, rated_round};
use crate::game::GameKind;
use crate::store::*;

impl Data {
    /// Counts a round that has just been finished.
    pub fn rate(&mut self, (guild, finished): &(GuildId, Finished)) {
        for Earned { person, honour, .. } in earned(&finished.summary) {
            *self.honours.entry((person, *guild, honour)).or_insert(0) += 1;
        }
        let Some(round) = rated_round(&finished.summary) else {
            return;
        };
        for (person, name) in round.people() {
            let name = || name.to_owned();
            self.people.entry(person).or_insert_with(name);
            self.see(person, day_of(finished.at));
        }
        let place = (finished.game, *guild);
        let entry = self.ratings.count(&round, place, finished.at);
        self.rated.insert(place_of(finished), entry);
    }

    pub fn forget_standing(&mut self, person: PersonId) {
        let Ledger {
            standings,
            days,
            meetings,
        } = &mut self.ratings;
        standings.retain(|(.., of), _| *of != person);
        self.honours.retain(|(of, ..), _| *of != person);
        days.retain(|(of, ..), _| *of != person);
        let theirs = format!("p{}.", person.0);
        meetings.retain(|lineup, _| !lineup.contains(&theirs));
    }

    pub fn standings(&self, person: PersonId) -> Standings {
        let mut standings = Standings::default();
        for ((game, guild, of), booked) in &self.ratings.standings {
            if *of == person {
                standings.now.insert((*game, *guild), booked.standing);
            }
        }
        for ((of, game, day), rating) in &self.ratings.days {
            if *of == person {
                let course = standings.course.entry(*game).or_default();
                course.insert(*day, *rating);
            }
        }
        standings
    }

    pub fn best_rated(&self, game: GameKind, reach: Reach, limit: usize) -> Vec<RatedPerson> {
        let wanted = match reach {
            Reach::Guild(guild) => guild,
            Reach::Everywhere => EVERYWHERE,
        };
        let all = self.ratings.standings.iter();
        let all = all.filter(|((of, guild, _), _)| (*of, *guild) == (game, wanted));
        let mut all: Vec<RatedPerson> = all
            .map(|((.., person), booked)| RatedPerson {
                person: *person,
                name: self.people.get(person).cloned().unwrap_or_default(),
                standing: booked.standing,
            })
            .collect();
        all.sort_by_key(|of| {
            let standing = of.standing;
            (
                standing.is_provisional(),
                std::cmp::Reverse(standing.rating),
            )
        });
        all.truncate(limit);
        all
    }

    pub fn round_ratings(&self, place: FinishedPlace) -> Vec<RatingChange> {
        let finished = self.finished.iter().map(|(_, finished)| finished);
        let mut finished = finished.filter(|finished| place_of(finished) == place);
        let changes = finished.next_back().and_then(|finished| {
            let round = rated_round(&finished.summary)?;
            let entry = self.rated.get(&place)?;
            let mut before = entry.before.all.iter().copied();
            let before = |_| before.next().unwrap_or(Standing::NEW);
            Some(round.changes(finished.game, entry.weight, before))
        });
        changes.unwrap_or_default()
    }

    pub fn finished_after(&self, after: Option<FinishedPlace>, limit: usize) -> Vec<Finished> {
        let all = self.finished.iter().map(|(_, finished)| finished);
        let mut all: Vec<&Finished> = all
            .filter(|finished| after.is_none_or(|after| place_of(finished) > after))
            .collect();
        all.sort_by_key(|finished| place_of(finished));
        all.into_iter().take(limit).cloned().collect()
    }

    pub fn put_summary(&mut self, place: FinishedPlace, summary: String) {
        let mut all = self.finished.iter_mut().map(|(_, finished)| finished);
        if let Some(finished) = all.find(|finished| place_of(finished) == place) {
            finished.summary = summary;
        }
    }

    pub fn rebuild_ratings(&mut self) -> RebuiltRatings {
        let mut ledger = Ledger {
            meetings: std::mem::take(&mut self.ratings.meetings),
            ..Ledger::default()
        };
        let rated = self.finished.iter().filter_map(|(guild, finished)| {
            let entry = self.rated.get(&place_of(finished))?;
            Some((*guild, finished, entry, rated_round(&finished.summary)?))
        });
        let mut rated: Vec<_> = rated.collect();
        rated.sort_by_key(|(_, finished, entry, _)| (entry.number, place_of(finished)));
        for (guild, finished, entry, round) in &rated {
            let forgotten = self.forgotten.get(&finished.table).copied().unwrap_or(0);
            let is_stand_in = |person: PersonId| (1..=forgotten).contains(&person.0);
            ledger.book(
                round,
                (finished.game, *guild),
                finished.at,
                entry,
                is_stand_in,
            );
        }
        let rounds = rated.len() as u64;
        self.honours.clear();
        for (guild, finished) in &self.finished {
            let forgotten = self.forgotten.get(&finished.table).copied().unwrap_or(0);
            let honours = earned(&finished.summary).into_iter();
            let honours = honours.filter(|earned| !(1..=forgotten).contains(&earned.person.0));
            for Earned { person, honour, .. } in honours {
                *self.honours.entry((person, *guild, honour)).or_insert(0) += 1;
            }
        }
        let people: BTreeSet<PersonId> = ledger.standings.keys().map(|(.., p)| *p).collect();
        self.ratings = ledger;
        RebuiltRatings {
            rounds,
            people: people.len() as u64,
        }
    }
}

/// Where a finished round stands in the history.
fn place_of(finished: &Finished) -> FinishedPlace {
    (finished.table, finished.match_number, finished.round)
}
