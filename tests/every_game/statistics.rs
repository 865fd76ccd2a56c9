//! Statistics that count something: everything that players can be compared by.

use std::collections::{BTreeMap, BTreeSet};

use tractor_bot::desk::Served;
use tractor_bot::store::{Counter, Finish};
use tractor_bot::table::PersonId;

use crate::play::{play, short_rules};
use crate::replay::skills;

/// So many matches are played until every measure has become more than nothing.
const MOST_MATCHES: u64 = 60;

type Sums = BTreeMap<(PersonId, Counter), i64>;

fn add(sums: &mut Sums, finish: &Finish) {
    for tally in &finish.tallies {
        for (counter, count) in &tally.counts {
            *sums.entry((tally.person, *counter)).or_default() += count;
        }
    }
}

/// Plays until everything that players are compared by has been counted for somebody.
pub fn check<G: Served>() {
    let seats = *G::seats(&G::Rules::default()).start();
    let names: BTreeSet<&str> = G::MEASURES.iter().map(|measure| measure.name).collect();
    assert_eq!(
        names.len(),
        G::MEASURES.len(),
        "every measure has a name of its own"
    );
    assert!(!names.is_empty(), "players can be compared");
    let mut sums = Sums::new();
    let mut missing = names;
    let quick = || G::SKILLS.iter().filter(|skill| !G::is_slow(**skill));
    for (seed, skill) in (1..=MOST_MATCHES).zip(quick().cycle()) {
        let played = play::<G>(short_rules::<G>(), &skills::<G>(*skill, seats), seed);
        assert!(!played.finishes.is_empty(), "a match is history");
        played
            .finishes
            .iter()
            .for_each(|finish| add(&mut sums, finish));
        let people: BTreeSet<PersonId> = sums.keys().map(|(person, _)| *person).collect();
        for measure in G::MEASURES {
            let counts = people.iter().any(|person| {
                let sum = |counter| sums.get(&(*person, counter)).copied().unwrap_or(0);
                let value = measure.value(sum(measure.part), measure.per.map(sum));
                value.is_some_and(|value| value > 0.0)
            });
            if counts {
                missing.remove(measure.name);
            }
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("never counted: {missing:?}");
}
