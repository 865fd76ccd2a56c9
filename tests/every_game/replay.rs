//! Whole matches by computer players, and the way back from their journals.

use tractor_bot::desk::Served;
use tractor_bot::game::digest_of;
use tractor_bot::table::{Entry, Header, MatchRecord, Skill, Submission, Table, restore};

use crate::play::{Played, short_rules, shortest_rules, views, watch};

/// The skills of a table at which this one plays: on every seat, or on the first alone if it takes
/// long to think.
pub fn skills<G: Served>(skill: Skill, seats: u8) -> Vec<Skill> {
    let others = match G::is_slow(skill) {
        true => G::SKILLS[0],
        false => skill,
    };
    let mut skills = vec![others; usize::from(seats)];
    skills[0] = skill;
    skills
}

/// How many play: as few as can, or a third one.
fn players<G: Served>() -> u8 {
    let seats = G::seats(&G::Rules::default());
    (*seats.start()).max(3).min(*seats.end())
}

/// Plays a match at every skill that the game offers, and follows each journal.
pub fn check_matches<G: Served>() {
    assert!(!G::SKILLS.is_empty(), "somebody to play against");
    for (seed, skill) in (1..).zip(G::SKILLS) {
        let rules = match G::is_slow(*skill) {
            true => shortest_rules::<G>(),
            false => short_rules::<G>(),
        };
        let played = watch::<G>(rules, &skills::<G>(*skill, players::<G>()), seed);
        check_replay(&played);
        check_record(&played.record);
    }
}

/// The journal leads to the same state and the same views, input by input.
fn check_replay<G: Served>(played: &Played<G>) {
    let header: Header<G> = serde_json::from_str(&played.saved.header.line).expect("a header");
    let mut table = Table::new(header);
    for (record, seen) in played.saved.entries.iter().zip(&played.seen) {
        let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
        for _ in 0..entry.ticks {
            table = table.tick().expect("a tick").0;
        }
        let proposal = table.propose(&Submission::typed(entry.input));
        let proposal = proposal.unwrap_or_else(|no| panic!("{:?}: {no}", entry.position));
        assert_eq!(proposal.entry.facts, entry.facts, "{:?}", entry.position);
        table = proposal.table;
        assert_eq!(&views(&table), seen, "{:?}", entry.position);
    }
    let back = restore::<G>(&played.saved).expect("its own journal").table;
    assert_eq!(Some(&views(&back)), played.seen.last());
}

/// The match by itself is played again, also from its file.
fn check_record<G: Served>(record: &MatchRecord<G>) {
    let text = record.to_text();
    let again = MatchRecord::<G>::of_text(&text).expect("its own file");
    let [first, second] = [record, &again].map(|record| record.play(|_, _| {}).expect("allowed"));
    assert_eq!(digest_of(&first), digest_of(&second));
    let kinds = tractor_bot::game::GameKind::ALL.into_iter();
    for other in kinds.filter(|kind| *kind != G::KIND) {
        tractor_bot::at_game!(other, Other => {
            assert!(MatchRecord::<Other>::of_text(&text).is_err(), "{other:?}");
        });
    }
}
