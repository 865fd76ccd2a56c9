//! Labels calls and kitties: the same deal played on with each choice. What is hidden is as it was
//! dealt, so a label is right on average only, and there have to be many.

use std::iter;

use tractor_bot::chance::Chance;
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::heuristic::{Bid, kitty};
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::playout::{
    Playout, before_burying, bury, finish, outcome,
};
use tractor_bot::players::tractor::trained::{calls, kitties};
use tractor_bot::tractor::action::Call;
use tractor_bot::tractor::round::Dealing;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::seating::Team;

use crate::sample::{Sample, features};

/// Labels a call that somebody may make: the same deal with it and without it.
pub fn calls(dealing: Dealing, policy: Policy<'static>, chance: &mut Chance) -> Vec<Sample> {
    let rules = Rules::default();
    let by = |_: Seat| policy;
    let (mut seen, mut moment) = (0, None);
    finish(dealing, &by, &rules, None, &mut |dealing, seat, chosen| {
        seen += 1;
        // The late decisions are fewer, as there is mostly a call by then.
        if chance.below(seen) == 0 {
            moment = Some((*dealing, seat));
        }
        match chance.below(100) {
            0..2 => any(dealing, seat, &rules, chance),
            2..12 => None,
            _ => chosen,
        }
    });
    let Some((dealing, seat)) = moment else {
        return Vec::new();
    };
    let bid = Bid::in_deal(&dealing, seat, &rules);
    let open = dealing.open_calls(seat, &rules).map(Some);
    let choices = iter::once(None).chain(open).map(|option| {
        let mut after = dealing;
        if let Some(call) = option {
            after.call(seat, call, &rules);
        }
        let silent = option.is_none().then_some(seat);
        let burying = finish(after, &by, &rules, silent, &mut |_, _, chosen| chosen);
        // Dealt again: nobody knows.
        let worth = burying.map_or(0.0, |burying| {
            let playout = bury(&burying, &policy, &rules);
            outcome(playout, &policy, &rules, Team::of(seat)).0
        });
        let told = features(|mut tell| calls::choice(&bid, option, &mut tell));
        (told, worth as f32)
    });
    let state = features(|mut tell| calls::state(&bid, &mut tell));
    vec![Sample::of(state, choices)]
}

fn any(dealing: &Dealing, seat: Seat, rules: &Rules, chance: &mut Chance) -> Option<Call> {
    let open: Vec<Call> = dealing.open_calls(seat, rules).collect();
    open.get(chance.below(open.len().max(1) as u32) as usize)
        .copied()
}

/// Labels kitties: the same deal with several.
pub fn kitties(dealing: Dealing, policy: Policy<'static>, chance: &mut Chance) -> Vec<Sample> {
    let rules = Rules::default();
    let by = |_: Seat| policy;
    let burying = finish(
        dealing,
        &by,
        &rules,
        None,
        &mut |dealing, seat, chosen| match chance.below(100) {
            0..1 => any(dealing, seat, &rules, chance),
            _ => chosen,
        },
    );
    let Some(burying) = burying else {
        return Vec::new();
    };
    let sight = before_burying(&burying, &rules);
    let mut options = kitty::varied(&sight);
    if options.len() > 4 {
        chance.shuffle(&mut options[2..]);
        options.truncate(10);
    }
    let choices = options.into_iter().map(|kitty| {
        let playout = Playout::after_burying(&burying, kitty);
        let (worth, _) = outcome(playout, &policy, &rules, Team::of(burying.dealer));
        let told = features(|mut tell| kitties::choice(&sight, kitty, &mut tell));
        (told, worth as f32)
    });
    let state = features(|mut tell| kitties::state(&sight, &mut tell));
    vec![Sample::of(state, choices)]
}
