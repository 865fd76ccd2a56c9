//! Random rounds and matches of UNO under every preset and under house rules mixed at random: they
//! come to an end, no card is lost, and what is refused changes nothing.
//!
//! Every failure names the seed that repeats it. The long runs are for release mode:
//! `cargo test --release --test rules uno_simulation -- --ignored`.

use std::collections::BTreeSet;

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{Game as _, RuleSet as _, Seat, SeatSet, Turn, digest_of};
use tractor_bot::uno::event::Event;
use tractor_bot::uno::round::{Circle, Log, Round, Unlogged};
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::score::RoundEnd;
use tractor_bot::uno::{Action, Move, Play, Uno};

/// More moves than any round needs, by far.
const MOST_MOVES: u32 = 200_000;

/// A move that the player in turn, or somebody else, may well want to make; not always allowed.
fn wish(round: &Round, chance: &mut Chance) -> (Seat, Move) {
    let turn = round.turn;
    let seats = round.circle.seats();
    let somebody = seats[chance.below(seats.len() as u32) as usize];
    match chance.below(24) {
        0 => (turn, Move::Draw),
        1 => (turn, Move::Pass),
        2 | 3 if round.owed > 0 => (turn, Move::Call),
        4 => (somebody, Move::Uno),
        5 if round.hand(somebody).len() == 1 => (turn, Move::Catch(Some(somebody))),
        6 => (somebody, Move::Catch(None)),
        7 => (somebody, Move::Play(Play::of(round.top()))),
        8 => {
            let kinds = round.layable();
            let card = kinds.nth(chance.below(kinds.iter().count().max(1) as u32) as usize);
            (
                turn,
                card.map_or(Move::Draw, |card| Move::Play(Play::of(card))),
            )
        }
        9 => (turn, round.plainest_move()),
        _ => (turn, round.random_move(chance)),
    }
}

/// Plays a round to its end, looking after every `stride`-th move whether all cards are there.
fn play_round(rules: &Rules, seats: u8, number: u64, stride: u32, log: &mut impl Log) -> Round {
    let seed = Seed::from_number(number);
    let all: Vec<Seat> = Seat::first(seats).collect();
    let active: SeatSet = all.iter().copied().collect();
    let mut chance = seed.derive("wishes", 0).chance();
    let mut round = Round::deal(rules, Circle::new(&all), active, seed, log);
    let cards = 108 * usize::from(rules.decks.count(seats));
    let told = || format!("seed {number}, {seats} players, {rules:?}");
    let mut moves = 0;
    while round.end.is_none() {
        let (seat, chosen) = wish(&round, &mut chance);
        if round.play(seat, chosen, log).is_err() {
            let plainest = round.plainest_move();
            let done = round.play(round.turn, plainest, log);
            done.unwrap_or_else(|no| panic!("nothing can be done: {no}: {}", told()));
        }
        moves += 1;
        assert!(moves < MOST_MOVES, "no end: {}", told());
        if moves % stride == 0 {
            assert_eq!(round.cards(), cards, "{}", told());
        }
    }
    assert_eq!(round.cards(), cards, "{}", told());
    assert_eq!(round.places().len(), usize::from(seats), "{}", told());
    round
}

/// House rules drawn at random from everything that each of them may be.
fn mixed_rules(chance: &mut Chance) -> Rules {
    let mut rules = Rules::OFFICIAL;
    for entry in Rules::OFFICIAL.entries() {
        let values = entry.choices.offered();
        if entry.name != "preset" {
            let value = values[chance.below(values.len() as u32) as usize];
            rules.set(entry.name, value).expect("a listed value");
        }
    }
    rules
}

fn every_preset(rounds: u64) {
    for (name, rules) in Rules::PRESETS {
        for seats in 2..=10 {
            let mut blocked = 0;
            for number in 0..rounds {
                let round = play_round(rules, seats, number, 16, &mut Unlogged);
                blocked += u64::from(round.end == Some(RoundEnd::Blocked));
            }
            println!("{name}, {seats} players: {rounds} rounds, {blocked} blocked");
        }
    }
}

fn mixtures(rounds: u64) {
    let mut chance = Seed::from_number(1).derive("mixtures", 0).chance();
    for number in 0..rounds {
        let rules = mixed_rules(&mut chance);
        let seats = 2 + chance.below(9) as u8;
        play_round(&rules, seats, number, 4, &mut Unlogged);
    }
}

#[test]
fn rounds_of_every_preset_and_number_of_players_end_with_all_cards() {
    every_preset(20);
}

#[test]
#[ignore = "minutes: .ci/deep players"]
fn a_hundred_thousand_rounds_of_every_preset_and_number_of_players_end_with_all_cards() {
    every_preset(100_000);
}

#[test]
fn rounds_under_mixed_house_rules_end_with_all_cards() {
    mixtures(400);
}

#[test]
#[ignore = "minutes: .ci/deep players"]
fn a_million_rounds_under_mixed_house_rules_end_with_all_cards() {
    mixtures(1_000_000);
}

/// Plays matches through the contract of every game, with leavers and the clock.
fn watch_matches(matches: u64, stride: u64) {
    let mut kinds = BTreeSet::new();
    for number in 0..matches {
        let mut chance = Seed::from_number(number).derive("watched", 0).chance();
        let rules = match number % 3 {
            0 => Rules::PRESETS[(number / 3) as usize % Rules::PRESETS.len()].1,
            _ => mixed_rules(&mut chance),
        };
        let rules = Rules {
            match_to: 50,
            ..rules
        };
        let seats = 2 + chance.below(u32::from(rules.players) - 1) as u8;
        let (mut game, _) = Uno::start(&rules, seats, Seed::from_number(number));
        for step in 0_u64.. {
            let watched = step % stride == 0;
            let before = watched.then(|| digest_of(&game));
            let Some(events) = next_events(&mut game, seats, &mut chance) else {
                let now = watched.then(|| digest_of(&game));
                assert_eq!(now, before, "a refused action changes nothing");
                continue;
            };
            for event in &events {
                kinds.insert(
                    format!("{event:?}")
                        .trim_start_matches("Open(")
                        .split([' ', '('])
                        .next()
                        .map(str::to_owned),
                );
            }
            if game.turn() == Turn::Over {
                break;
            }
            assert!(
                step < u64::from(MOST_MOVES),
                "no end: seed {number}, {rules:?}"
            );
        }
    }
    assert!(
        matches < 60 || kinds.len() >= 20,
        "not everything happened: {kinds:?}"
    );
}

/// One input to the game, whatever comes to mind; `None` if it was refused.
fn next_events(game: &mut Uno, seats: u8, chance: &mut Chance) -> Option<Vec<Event>> {
    if chance.below(400) == 0
        && let Some(events) = game.withdraw(Seat::new(chance.below(u32::from(seats)) as u8))
    {
        return Some(events);
    }
    if let Some(cue) = game.cue()
        && (game.turn() == Turn::Clock || chance.below(8) == 0)
    {
        return Some(game.elapse(cue));
    }
    let (seat, chosen) = match game.round() {
        Some(round) => wish(round, chance),
        None => return game.act(Seat::new(0), Action::Deal).ok(),
    };
    game.act(seat, chosen.into()).ok().or_else(|| {
        let round = game.round()?;
        let plainest = (round.turn, round.plainest_move());
        Some(
            game.act(plainest.0, plainest.1.into())
                .expect("it is always allowed"),
        )
    })
}

#[test]
fn matches_end_and_refusals_change_nothing() {
    watch_matches(60, 7);
}

#[test]
#[ignore = "minutes: .ci/deep players"]
fn thousands_of_matches_end_and_refusals_change_nothing() {
    watch_matches(5_000, 3);
}
