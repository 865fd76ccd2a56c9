//! Programs at UNO.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game as _, RuleSet as _, Seat, Turn, Viewer};
use tractor_bot::players::Player as _;
use tractor_bot::players::program::{CommandLine, FaultCounts, Faults, Program};
use tractor_bot::uno::Uno;
use tractor_bot::uno::rules::Rules;

use super::{LONG, acting, example_in_python};

/// What four programs do wrong at UNO, until so many rounds are over.
fn faults_at_uno(line: &CommandLine, preset: &str, rounds: u32) -> FaultCounts {
    let mut rules = Rules::default();
    rules.set("preset", preset).expect("a preset");
    rules.set("score", "match").expect("a rule");
    let faults: Arc<Faults> = Arc::default();
    let program = || Program::<Uno>::new(line.clone()).patient(LONG, 1);
    let program = || program().counted(Arc::clone(&faults));
    let mut players: Vec<Program<Uno>> = Seat::first(4).map(|_| program()).collect();
    let (mut game, _) = Uno::start(&rules, 4, Seed::from_number(3));
    for _ in 0..20_000 {
        if game.view(Viewer::Public).round > rounds || matches!(game.turn(), Turn::Over) {
            return faults.count();
        }
        let mut acted = false;
        for (seat, player) in Seat::first(4).zip(&mut players) {
            if let Some(action) = player.choose(&game.view(Viewer::Seat(seat))) {
                // Two may want to catch the same.
                acted |= game.act(seat, action).is_ok();
            }
        }
        if let (false, Some(cue)) = (acted, game.cue()) {
            game.elapse(cue);
        }
    }
    panic!("a round of UNO does not end");
}

pub fn a_program_plays_uno() {
    let python = example_in_python();
    for preset in ["official", "party", "zeroxis"] {
        let example = faults_at_uno(&acting(&["example"]), preset, 1);
        assert_eq!(example, FaultCounts::default(), "{preset}");
        if let Some(python) = &python {
            let faults = faults_at_uno(python, preset, 3);
            assert_eq!(faults, FaultCounts::default(), "{preset}");
        }
    }
    let nonsense = faults_at_uno(&acting(&["nonsense"]), "official", 1);
    assert!(nonsense.unreadable > 0, "{nonsense:?}");
}
