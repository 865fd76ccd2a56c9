//! A table that was put back to what it was deals other cards from its next deal on.

use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::Viewer;
use tractor_bot::table::{Input, Record, Refusal, Saved, Submission, restore};

use crate::play::{Played, in_json, play_reseeded, play_usual, views};
use crate::shuffles::with;

/// A match of each game that is not over with its first round.
const SEED: u64 = 4;
/// From so many snapshots it is played on.
const SNAPSHOTS: usize = 3;

/// What was revealed of the shuffles, in order.
fn secrets<G: Served>(played: &Played<G>) -> Vec<String> {
    let mut secrets: Vec<String> = Vec::new();
    played.follow(|_, _, proposal| {
        let view = proposal.table.view(Viewer::Public);
        let view = serde_json::to_value(view.stage.game()).expect("a view");
        let mut deals = Vec::new();
        with(&view, "secret", &mut deals);
        let told = deals.iter().filter_map(|deal| deal["secret"].as_str());
        let told: Vec<String> = told.map(str::to_owned).collect();
        secrets.extend(told.into_iter().skip(secrets.len()));
    });
    secrets
}

pub fn check<G: Served>() {
    let plain = secrets(&play_usual::<G>(SEED));
    assert_ne!(plain.len(), 1, "another seed leads to another round");
    let salt = Seed::from_number(77);
    // Before the first deal, and in the middle of the first round.
    for (before, same) in [(0, 0), (2, 1)] {
        let played = play_reseeded::<G>(SEED, salt, before);
        let fresh = secrets(&played);
        if plain.is_empty() {
            assert!(fresh.is_empty());
        } else {
            assert_eq!(plain[..same], fresh[..same], "what was sealed stays so");
            assert!(fresh.len() > same);
            assert!(fresh[same..].iter().all(|secret| !plain.contains(secret)));
        }
        check_the_way_back(&played, salt);
    }
}

/// The journal and the record lead to the same state, also from every snapshot on.
fn check_the_way_back<G: Served>(played: &Played<G>, salt: Seed) {
    let last = restore::<G>(&played.saved).expect("its own journal").table;
    assert_eq!(views(&last), played.last);
    let game = played.played.play(|_, _| {}).expect("allowed");
    let view = last.view(Viewer::Public);
    let end = view.stage.game().expect("the match is over");
    assert_eq!(in_json(&game.view(Viewer::Public)), in_json(end));
    let mut snapshots = Vec::new();
    let mut salted = false;
    played.follow(|_, input, proposal| {
        salted |= matches!(input, Input::Reseed { .. });
        let position = proposal.table.position();
        let at = played.saved.header.at;
        let line = proposal.table.snapshot(at);
        snapshots.extend(line.map(|line| (salted, Record { position, at, line })));
        if salted {
            let again = Submission::typed(Input::Reseed { salt });
            assert!(matches!(
                proposal.table.propose(&again),
                Err(Refusal::Stale)
            ));
        }
    });
    assert!(snapshots.iter().any(|(salted, _)| *salted));
    // From some of them, as each is the whole rest of the match.
    let every = snapshots.len().div_ceil(SNAPSHOTS);
    for (_, snapshot) in snapshots.into_iter().step_by(every) {
        let later = played.saved.entries.iter();
        let later = later.filter(|entry| entry.position > snapshot.position);
        let saved = Saved {
            entries: later.cloned().collect(),
            snapshot: Some(snapshot),
            ..played.saved.clone()
        };
        let back = restore::<G>(&saved).expect("a snapshot that fits").table;
        assert_eq!(back.digest(), last.digest());
    }
}
