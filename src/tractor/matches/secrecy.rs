//! Who is told whose hand has stopped a throw. That nothing hidden is seen or told else is held by `every_game`.

use super::Tractor;
use crate::chance::Seed;
use crate::game::{Game, RuleSet, Seat, Viewer};
use crate::players::Player;
use crate::players::tractor::Random;
use crate::tractor::action::Action;
use crate::tractor::event::{Event, Notice};
use crate::tractor::rules::Rules;

pub(super) fn viewers() -> impl Iterator<Item = Viewer> {
    Seat::first(4).map(Viewer::Seat).chain([Viewer::Public])
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
