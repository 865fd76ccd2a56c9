//! Labels calls and kitties: the same deal played on with each choice. What is hidden is as it was
//! dealt, so a label is right on average only, and there have to be many.

use std::fs::File;
use std::io::Write as _;
use std::time::{Duration, Instant};

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::heuristic::{Bid, kitty};
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::playout::{before_burying, bury, finish, outcome};
use tractor_bot::players::tractor::trained::{calls, kitties};
use tractor_bot::tractor::action::Call;
use tractor_bot::tractor::round::Dealing;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::seating::Team;

use crate::rounds::deal;
use crate::sample::{Choice, Sample, features};

/// Labels calls: the same deal with a call and without it.
pub fn calls(path: &str, seconds: u64, seed: u64, policy: Policy<'static>) {
    let rules = Rules::default();
    let until = Instant::now() + Duration::from_secs(seconds);
    let seeds = Seed::from_number(seed);
    let mut chance = seeds.derive("choices", 0).chance();
    let mut file = File::create(path).expect("a file");
    let (mut count, mut number, mut called) = (0_u64, 0, 0_u64);
    let by = |_: Seat| policy;
    while Instant::now() < until {
        number += 1;
        let dealing = deal(seeds.derive("a deal", number));
        let (mut seen, mut moment) = (0, None);
        finish(dealing, &by, &rules, None, &mut |dealing, seat, chosen| {
            seen += 1;
            // The late decisions are fewer, as there is mostly a call by then.
            if chance.below(seen) == 0 {
                moment = Some((*dealing, seat));
            }
            match chance.below(100) {
                0..2 => any(dealing, seat, &rules, &mut chance),
                2..12 => None,
                _ => chosen,
            }
        });
        let Some((dealing, seat)) = moment else {
            continue;
        };
        let team = Team::of(seat);
        let bid = Bid::in_deal(&dealing, seat, &rules);
        let mut sample = Sample {
            states: vec![features(|mut tell| calls::state(&bid, &mut tell))],
            choices: Vec::new(),
        };
        let options: Vec<Option<Call>> = std::iter::once(None)
            .chain(dealing.open_calls(seat, &rules).map(Some))
            .collect();
        for option in options {
            let mut after = dealing;
            if let Some(call) = option {
                after.call(seat, call, &rules);
            }
            let burying = finish(
                after,
                &by,
                &rules,
                option.is_none().then_some(seat),
                &mut |_, _, chosen| chosen,
            );
            let worth = match burying {
                Some(burying) => {
                    outcome(bury(&burying, &policy, &rules), &policy, &rules, team).0 as f32
                }
                // Dealt again: nobody knows.
                None => 0.0,
            };
            let features = features(|mut tell| calls::choice(&bid, option, &mut tell));
            sample.choices.push(Choice {
                state: 0,
                features,
                dense: 0.0,
                worth,
            });
        }
        called += u64::from(sample.choices.len() > 2);
        sample.centre();
        let mut out = Vec::new();
        sample.write(&mut out);
        file.write_all(&out).expect("written");
        count += 1;
    }
    println!("{count} calls of {number} deals, {called} with more than one call");
}

fn any(dealing: &Dealing, seat: Seat, rules: &Rules, chance: &mut Chance) -> Option<Call> {
    let open: Vec<Call> = dealing.open_calls(seat, rules).collect();
    open.get(chance.below(open.len().max(1) as u32) as usize)
        .copied()
}

/// Labels kitties: the same deal with several.
pub fn kitties(path: &str, seconds: u64, seed: u64, policy: Policy<'static>) {
    let rules = Rules::default();
    let until = Instant::now() + Duration::from_secs(seconds);
    let seeds = Seed::from_number(seed);
    let mut chance = seeds.derive("choices", 0).chance();
    let mut file = File::create(path).expect("a file");
    let (mut count, mut number) = (0_u64, 0);
    let by = |_: Seat| policy;
    while Instant::now() < until {
        number += 1;
        let dealing = deal(seeds.derive("a deal", number));
        let burying = finish(
            dealing,
            &by,
            &rules,
            None,
            &mut |dealing, seat, chosen| match chance.below(100) {
                0..1 => any(dealing, seat, &rules, &mut chance),
                _ => chosen,
            },
        );
        let Some(burying) = burying else { continue };
        let scene = before_burying(&burying, &rules);
        let mut sample = Sample {
            states: vec![features(|mut tell| kitties::state(&scene, &mut tell))],
            choices: Vec::new(),
        };
        let mut options = kitty::varied(&scene);
        if options.len() > 4 {
            chance.shuffle(&mut options[2..]);
            options.truncate(10);
        }
        for kitty in options {
            let playing = burying.bury(kitty).expect("eight cards");
            let (worth, _) = outcome(playing, &policy, &rules, Team::of(burying.dealer()));
            let features = features(|mut tell| kitties::choice(&scene, kitty, &mut tell));
            sample.choices.push(Choice {
                state: 0,
                features,
                dense: 0.0,
                worth: worth as f32,
            });
        }
        sample.centre();
        let mut out = Vec::new();
        sample.write(&mut out);
        file.write_all(&out).expect("written");
        count += 1;
    }
    println!("{count} kitties");
}
