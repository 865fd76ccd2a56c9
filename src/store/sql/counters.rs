//! The sums of people, as finished rounds add to them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::*;
use crate::club::honour::{Earned, earned};
use crate::club::{day_of, rated_round};
use crate::store::tally::honour_sum;

/// Whether a sum can be one: an absurd one would spoil, by overflowing, those it is added to.
pub(super) const SOUND: &str = "counters.value BETWEEN -1000000000000 AND 1000000000000";

/// What finished rounds add, in the order in which it is written.
#[derive(Default)]
pub struct FinishedSums<'a> {
    names: BTreeMap<PersonId, Cow<'a, str>>,
    /// The day since 1970 of the latest of them.
    day: u32,
    /// By person, game, guild, opponent and counter.
    values: BTreeMap<(PersonId, String, i64, String, String), i64>,
}

impl<'a> FinishedSums<'a> {
    pub fn add(&mut self, game: &str, guild: i64, finish: &'a Finish) {
        self.day = self.day.max(day_of(finish.at));
        // Also those who left before its end are rated.
        if let Some(rated) = rated_round(&finish.summary) {
            for (person, name) in rated.people() {
                let name = || Cow::Owned(name.to_owned());
                self.names.entry(person).or_insert_with(name);
            }
        }
        self.add_honours(game, guild, earned(&finish.summary));
        for tally in &finish.tallies {
            self.names.insert(tally.person, Cow::Borrowed(&tally.name));
            let mut add = |versus: &Versus, counter: &str, value: i64| {
                let (game, versus) = (game.to_owned(), versus.to_string());
                let key = (tally.person, game, guild, versus, counter.to_owned());
                *self.values.entry(key).or_insert(0) += value;
            };
            for &(counter, value) in &tally.counts {
                add(&tally.versus, counter.name(), value);
            }
            if let Some(played) = tally.played() {
                let [games, wins] = Month::of(finish.at).sums();
                add(&Versus::Anybody, &games, played.games);
                add(&Versus::Anybody, &wins, played.wins);
            }
        }
    }

    pub fn add_honours(&mut self, game: &str, guild: i64, honours: Vec<Earned>) {
        for Earned { person, honour, .. } in honours {
            let (game, versus) = (game.to_owned(), Versus::Anybody.to_string());
            let key = (person, game, guild, versus, honour_sum(honour));
            *self.values.entry(key).or_insert(0) += 1;
        }
    }

    pub async fn write(self, tx: &mut Tx) -> Result<(), StoreError> {
        // Also those whose name is the same are locked.
        let sql = [
            "INSERT INTO people (person, name, seen) VALUES",
            "ON CONFLICT (person) DO UPDATE SET name = excluded.name, seen = excluded.seen \
             WHERE people.name <> excluded.name OR people.seen < excluded.seen",
        ];
        let names = self.names.iter();
        let names = names.map(|(person, name)| (*person, &**name, self.day));
        tx.run_many(sql, names).await?;
        let add = format!(
            "ON CONFLICT (game, guild, person, versus, counter) DO UPDATE SET value = excluded.value + \
             CASE WHEN {SOUND} THEN counters.value ELSE 0 END"
        );
        let sql = "INSERT INTO counters (person, game, guild, versus, counter, value) VALUES";
        tx.run_many([sql, &add], self.values).await.map(drop)
    }
}
