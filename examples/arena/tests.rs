//! The arena itself: equal players are equal, threads change nothing, and who breaks the rules is
//! counted and does not end a run.

use std::time::Duration;

use clap::Parser as _;
use serde_json::Value;
use tractor_bot::chance::Seed;
use tractor_bot::game::{Game as _, Seat, Turn};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::Heuristic;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::clerk::Clerk;
use crate::options::Options;
use crate::report::Outcome;
use crate::{run, tractor, uno};

fn options(words: &str) -> Options {
    let words = std::iter::once("arena").chain(words.split_whitespace());
    Options::try_parse_from(words).expect("options")
}

fn measured(words: &str) -> Outcome {
    let options = options(words);
    let duel = options.duel().expect("players");
    match options.game {
        crate::options::Game::Tractor => tractor::duel(&duel),
        crate::options::Game::Uno => uno::duel(&duel, options.seats),
    }
    .expect("a duel")
}

fn means(outcome: &Outcome) -> Vec<(&'static str, f64, f64)> {
    let measures = outcome.measures.iter();
    measures
        .map(|(name, m)| (*name, m.mean, m.interval))
        .collect()
}

#[test]
fn a_player_without_chance_is_exactly_as_strong_as_itself() {
    let played = measured("heuristic heuristic --pairs 8 --seed 5");
    let means = means(&played);
    assert_eq!(means[0], ("levels a round", 0.0, 0.0));
    assert_eq!((means[1].1, means[1].2), (0.0, 0.0));
    assert_eq!(means[2], ("rounds won", 0.5, 0.0));
    let played = measured("--game uno lowest lowest --pairs 4 --seed 5");
    let means = self::means(&played);
    assert_eq!(
        means,
        [("points a round", 0.0, 0.0), ("rounds won", 0.5, 0.0)]
    );
}

#[test]
fn results_do_not_depend_on_threads() {
    for words in [
        "heuristic random --pairs 9 --seed 3",
        "--game uno heuristic random --pairs 6 --seed 3",
    ] {
        let [one, three] = [1, 3].map(|n| measured(&format!("{words} --threads {n}")));
        assert_eq!(means(&one), means(&three), "{words}");
        assert_eq!(
            one.conduct.each_ref().map(|conduct| conduct.ms.decisions),
            three.conduct.each_ref().map(|conduct| conduct.ms.decisions)
        );
    }
}

/// Answers in every way that it must not.
struct Rogue(u32);

impl Player<Tractor> for Rogue {
    fn choose(&mut self, view: &View) -> Option<Action> {
        if let PhaseView::Dealing { .. } | PhaseView::CallWindow { .. } = view.phase {
            return Some(Action::Bury(Vec::new()));
        }
        self.0 += 1;
        match self.0 % 3 {
            0 => None,
            1 => Some(Action::Play(vec![Card::BIG_JOKER; 3])),
            _ => panic!("as it does"),
        }
    }
}

#[test]
fn who_breaks_the_rules_is_counted_and_the_round_goes_on() {
    let (mut game, _) = Tractor::start(&Rules::default(), 4, Seed::from_number(4));
    let mut players: Vec<Box<dyn Player<Tractor>>> = (0..4)
        .map(|seat| -> Box<dyn Player<Tractor>> {
            match seat {
                2 => Box::new(Rogue(0)),
                _ => Box::new(Heuristic::default()),
            }
        })
        .collect();
    let mut clerks: Vec<Clerk> = vec![Clerk::default(); 4];
    let limit = Duration::from_secs(3600);
    while game.round() == 1 {
        if let Turn::Seats(seats) = game.turn()
            && seats.is_empty()
        {
            game.act(Seat::new(0), Action::Deal).expect("a deal");
        }
        let mut acted = false;
        for seat in Seat::first(4) {
            let (clerk, player) = (&mut clerks[seat.index()], &mut players[seat.index()]);
            acted |= clerk.ask(&mut game, seat, &mut **player, limit).is_some();
        }
        if let (false, Some(cue)) = (acted, game.cue()) {
            game.elapse(cue);
        }
    }
    let rogue = &clerks[2];
    assert!(
        rogue.illegal > 0 && rogue.missing > 0 && rogue.panics > 0,
        "{rogue:?}"
    );
    assert!(rogue.times.iter().any(|(kind, _)| *kind == "follow"));
    for honest in [0, 1, 3] {
        let clerk = &clerks[honest];
        assert_eq!((clerk.illegal, clerk.missing, clerk.panics), (0, 0, 0));
    }
}

#[test]
fn what_is_no_player_is_refused_with_those_there_are() {
    for (words, said) in [
        ("genius random", "greedy"),
        ("search:0 random", "search:20"),
        ("exec: random", "no program"),
        (
            "--game uno search:5 random",
            "no search with a budget for UNO",
        ),
        ("--game uno --seats 3 random random", "even"),
        ("heuristic random --rule no_such=1", "no_such"),
    ] {
        let error = run(&options(words)).expect_err(words);
        assert!(error.contains(said), "{words}: {error}");
    }
    // Nothing was started for it; what is said of it is one line of JSON.
    let missing = "exec:/no/such/program random --matches 1 --rule match_to=3 --limit 0 --json";
    let (said, _) = run(&options(missing)).expect("it is counted");
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert!(said["players"][0]["missing"].as_u64() > Some(0));
    assert_eq!(
        said["players"][1]["late"],
        said["players"][1]["ms"]["decisions"]
    );
    assert!(said["measures"]["rounds_a_match"]["mean"].as_f64() >= Some(1.0));
}
