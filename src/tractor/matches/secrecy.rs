//! Tests of secrecy: the cards hidden from a viewer are dealt again among the hidden places, and
//! neither the viewer's view nor their notices of the others' next steps may change by a byte.

use super::{Phase, Tractor};
use crate::chance::Seed;
use crate::game::{Game, RuleSet, Seat, Turn, Viewer, Worlds as _, digest_of};
use crate::players::Player;
use crate::players::tractor::{Lowest, Random};
use crate::tractor::action::Action;
use crate::tractor::deck::DEALT;
use crate::tractor::event::{Event, Notice};
use crate::tractor::rules::Rules;

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("views and notices serialize")
}

fn viewers() -> impl Iterator<Item = Viewer> {
    Seat::first(4).map(Viewer::Seat).chain([Viewer::Public])
}

fn told(events: &[Event], viewer: Viewer) -> Vec<Notice> {
    events
        .iter()
        .filter_map(|event| Tractor::notice(event, viewer))
        .collect()
}

/// Compares what the viewer is told of a step that depends on nothing the viewer may learn.
fn check_next_step(game: &Tractor, other: &Tractor, viewer: Viewer) {
    let (mut here, mut there) = (game.clone(), other.clone());
    let burier = game.view(Viewer::Public).burier();
    let burier = burier.unwrap_or(Seat::new(0));
    let steps = match &game.phase {
        // The last card may close the calling, and then turn the kitty over.
        Phase::Dealing(dealing) if usize::from(dealing.dealt()) + 1 < DEALT => {
            let cue = game.cue().expect("the next card");
            (here.elapse(cue), there.elapse(cue))
        }
        // Who takes back a play has the same cards again in both worlds.
        Phase::Playing(_, record) if record.last.is_some() => {
            let back = |game: &mut Tractor| {
                let seat = game.last_player().expect("a play to take back");
                game.act(seat, Action::TakeBack)
                    .expect("nobody played since")
            };
            (back(&mut here), back(&mut there))
        }
        Phase::Burying(..) if viewer != Viewer::Seat(burier) => {
            let bury = |game: &mut Tractor| {
                let kitty = Lowest.choose(&game.view(Viewer::Seat(burier)));
                let kitty = kitty.expect("who has the kitty buries");
                game.act(burier, kitty).expect("eight cards of the hand")
            };
            (bury(&mut here), bury(&mut there))
        }
        _ => return,
    };
    assert_eq!(json(&told(&steps.0, viewer)), json(&told(&steps.1, viewer)));
    assert_eq!(json(&here.view(viewer)), json(&there.view(viewer)));
}

fn check(seed: u64, settings: &[(&str, &str)]) {
    let rules = Rules::default().with(settings);
    let secret = Seed::from_number(seed);
    let mut chance = secret.derive("other worlds", 0).chance();
    let (mut game, _) = Tractor::start(&rules, 4, secret);
    let mut player = Random::new(secret);
    let mut differ = 0;
    while game.round < 3 && game.turn() != Turn::Over {
        for viewer in viewers() {
            let other = game.another_world(viewer, &mut chance);
            let (view, same) = (json(&game.view(viewer)), json(&other.view(viewer)));
            assert_eq!(
                view, same,
                "seed {seed}: {viewer:?} can tell two worlds apart"
            );
            check_next_step(&game, &other, viewer);
            differ += u32::from(digest_of(&game) != digest_of(&other));
        }
        let acts = Seat::first(4).find_map(|seat| {
            let view = game.view(Viewer::Seat(seat));
            let back = view.can_take_back && chance.below(4) == 0;
            let action = back.then_some(Action::TakeBack);
            Some((seat, action.or_else(|| player.choose(&view))?))
        });
        match (acts, game.cue()) {
            (Some((seat, action)), _) => {
                game.act(seat, action).expect("players obey the rules");
            }
            (None, Some(cue)) => {
                game.elapse(cue);
            }
            (None, None) => {
                let dealer = game.dealer.unwrap_or(Seat::new(0));
                game.act(dealer, Action::Deal).expect("a new round");
            }
        }
    }
    assert!(
        differ > 1_000,
        "seed {seed}: the other worlds are other worlds"
    );
}

#[test]
fn what_a_viewer_cannot_see_never_shows() {
    for seed in 0..if cfg!(debug_assertions) { 1 } else { 20 } {
        check(seed, &[]);
        check(
            seed,
            &[("throw_penalty", "ten_per_card"), ("no_call", "no_trump")],
        );
        check(seed, &[("kitty_overcalls", "on")]);
        let back = [("take_back", "on"), ("call_take_back", "on")];
        check(
            seed,
            &[
                &back[..],
                &[("points_shown", "end"), ("who_deals", "dealer")],
            ]
            .concat(),
        );
    }
}

/// The first failed throw that random players try under these rules.
fn first_failed_throw(settings: &[(&str, &str)]) -> Event {
    let rules = Rules::default().with(settings);
    let secret = Seed::from_number(3);
    let (mut game, _) = Tractor::start(&rules, 4, secret);
    let mut player = Random::new(secret);
    loop {
        let acts = Seat::first(4).find_map(|seat| {
            let action = player.choose(&game.view(Viewer::Seat(seat)))?;
            Some((seat, action))
        });
        let events = match (acts, game.cue()) {
            (Some((seat, action)), _) => game.act(seat, action).expect("a legal action"),
            (None, Some(cue)) => game.elapse(cue),
            (None, None) => game.act(Seat::new(0), Action::Deal).expect("a new round"),
        };
        let failed = |event: &Event| matches!(event, Event::ThrowFailed { .. });
        if let Some(event) = events.into_iter().find(failed) {
            return event;
        }
    }
}

#[test]
fn who_stopped_a_throw_is_told_unless_the_house_hides_it() {
    let check = |settings: &[(&str, &str)], told: bool| {
        let event = first_failed_throw(settings);
        for viewer in viewers() {
            let Some(Notice::Open(Event::ThrowFailed { stopped_by, .. })) =
                Tractor::notice(&event, viewer)
            else {
                panic!("a failed throw is told to all");
            };
            assert_eq!(stopped_by.is_some(), told, "{viewer:?}");
        }
    };
    check(&[], true);
    check(&[("throw_stopper", "hidden")], false);
}
