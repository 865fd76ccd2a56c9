//! Computer players finish matches, by legal actions alone.

use super::{Greedy, Lowest, Random};
use crate::chance::Seed;
use crate::game::{Game, Seat, Turn, Viewer};
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::rules::Rules;

type Players = [Box<dyn Player<Tractor>>; 4];

/// Plays a match to its end and returns who won and how many rounds it took.
#[track_caller]
fn check(rules: &Rules, seed: Seed, mut players: Players) -> (usize, u32) {
    let (mut game, _) = Tractor::start(rules, 4, seed);
    let mut idle = 0;
    while game.turn() != Turn::Over {
        assert!(idle < 3, "the match is stuck: {game:?}");
        idle += 1;
        for seat in Seat::first(4) {
            let view = game.view(Viewer::Seat(seat));
            if let Some(action) = players[seat.index()].choose(&view) {
                let done = game.act(seat, action.clone());
                done.unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
                idle = 0;
            }
        }
        if let Some(cue) = game.cue() {
            game.elapse(cue);
            idle = 0;
        } else if idle > 0 && game.turn() == Turn::Seats(crate::game::SeatSet::EMPTY) {
            game.act(Seat::new(0), Action::Deal)
                .expect("between rounds");
        }
    }
    let winner = game.winners().iter().next().expect("a winner").index();
    (winner, game.round())
}

#[test]
fn every_player_plays_matches_to_the_end() {
    let rules = Rules::default();
    for number in 0..8 {
        let seed = Seed::from_number(number);
        check(
            &rules,
            seed,
            std::array::from_fn(|seat| -> Box<dyn Player<Tractor>> {
                match (seat + number as usize) % 4 {
                    0 => Box::new(Random::new(seed)),
                    1 => Box::new(Random::giving_up(seed, 50)),
                    2 => Box::new(Greedy),
                    _ => Box::new(Lowest),
                }
            }),
        );
    }
}

#[test]
fn greedy_players_beat_random_ones() {
    let rules = Rules::default();
    let mut won = 0;
    for number in 0..12 {
        let seed = Seed::from_number(100 + number);
        let greedy = (number % 2) as usize;
        let (winner, _) = check(
            &rules,
            seed,
            std::array::from_fn(|seat| -> Box<dyn Player<Tractor>> {
                if seat % 2 == greedy {
                    Box::new(Greedy)
                } else {
                    Box::new(Random::new(seed))
                }
            }),
        );
        won += u32::from(winner % 2 == greedy);
    }
    assert_eq!(won, 12);
}
