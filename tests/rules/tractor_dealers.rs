//! The house rule about who deals after the first round: the winners in turn, or a caller.

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, RuleSet, Seat};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call, Progress};
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::rejection::Rejection;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::MatchScore;
use tractor_bot::tractor::seating::{Team, Wind};
use tractor_bot::tractor::view::{PhaseView, View};

use crate::tractor_house::{play_until, public, seen, start};

/// Greedy players play a match to its end. Of every round after the first, `caller` tells by the calls
/// who deals.
#[track_caller]
fn check(seed: u64, value: &str, caller: fn(&[(Seat, Call)]) -> Option<Seat>) {
    let mut game = start(seed, &[("next_dealer", value), ("match_to", "8")]);
    let (mut taken, mut uncalled) = (0, 0);
    loop {
        play_until(&mut game, |view| {
            matches!(view.phase, PhaseView::Burying | PhaseView::Over { .. })
        });
        let view = public(&game);
        if let PhaseView::Over { winner } = view.phase {
            assert_eq!(view.levels[winner.index()].name(), "8", "{value}");
            break;
        }
        assert_eq!(view.uncalled, None, "the calls are closed");
        let dealer = view.dealer.expect("somebody buries");
        if let Some(last) = view.history.last() {
            let by_call = caller(&view.calls);
            assert_eq!(dealer, by_call.unwrap_or(last.next_dealer), "{value}");
            let winners = Team::of(last.next_dealer);
            assert_eq!(view.level, last.levels[winners.index()], "{value}");
            taken += u32::from(Team::of(dealer) != winners);
            uncalled += u32::from(view.calls.is_empty());
        }
        let before = view.levels;
        let played = view.round;
        play_until(&mut game, |view| {
            view.round > played || matches!(view.phase, PhaseView::Over { .. })
        });
        let view = public(&game);
        let result = view.history.last().expect("a round is over");
        let lost = result.winner.other().index();
        assert_eq!(result.levels[lost], before[lost], "{value}");
        let won = Team::of(result.dealer) == result.winner;
        assert_eq!(won, result.points < 80, "{value}");
        if let PhaseView::Ready { .. } = view.phase {
            let next = Some(result.next_dealer);
            let known = match value {
                "winners" => (next, None),
                _ => (None, next),
            };
            assert_eq!((view.dealer, view.uncalled), known, "{value}");
        }
    }
    assert_eq!(taken > 0, value != "winners", "{value}: {taken}");
    println!("{value}: taken {taken} times, uncalled {uncalled} times");
}

#[test]
fn by_house_rule_the_first_or_the_last_caller_deals_each_round() {
    for seed in 1..4 {
        check(seed, "winners", |_| None);
        check(seed, "first_call", |calls| calls.first().map(|(by, _)| *by));
        check(seed, "final_call", |calls| calls.last().map(|(by, _)| *by));
    }
}

#[test]
fn the_first_round_goes_by_its_own_rule() {
    let settings = [("first_dealer", "south"), ("next_dealer", "first_call")];
    let mut game = start(2, &settings);
    let south = Some(Wind::South.seat());
    let known = |view: View| (view.dealer, view.uncalled);
    assert_eq!(known(public(&game)), (south, None));
    play_until(&mut game, |view| {
        view.calls.iter().any(|(by, _)| Some(*by) != south)
    });
    assert_eq!(known(public(&game)), (south, None));
    play_until(&mut game, |view| view.round == 2);
    assert_eq!(public(&game).history[0].dealer, Wind::South.seat());
    assert_eq!(public(&game).dealer, None);
}

/// A match that stands like this, West being who deals the next round by winning.
fn resumed(levels: [&str; 2], settings: &[(&str, &str)], seed: u64) -> Tractor {
    let standing = MatchScore {
        levels: levels.map(|level| level.parse().expect("a level")),
        progress: [Progress::Climbing; 2],
    };
    let rules = Rules::default().with(settings);
    let west = Some(Wind::West.seat());
    Tractor::resumed(&rules, standing, west, Seed::from_number(seed))
}

fn open(view: &View) -> &[Call] {
    match &view.phase {
        PhaseView::Dealing { open, .. } | PhaseView::CallWindow { open, .. } => open,
        _ => &[],
    }
}

/// The call window of a round in which nobody has called.
fn silent(levels: [&str; 2], settings: &[(&str, &str)], seed: u64) -> Tractor {
    let mut game = resumed(levels, settings, seed);
    game.act(Wind::West.seat(), Action::Deal).expect("a deal");
    while !matches!(public(&game).phase, PhaseView::CallWindow { .. }) {
        let cue = game.cue().expect("cards are dealt");
        game.elapse(cue);
    }
    game
}

/// The same, and then this seat calls a suit and the calls are closed.
fn called_by(caller: Seat, levels: [&str; 2], settings: &[(&str, &str)]) -> Tractor {
    for seed in 0..100 {
        let mut game = silent(levels, settings, seed);
        let suited = |call: &&Call| call.suit().is_some();
        let call = open(&seen(&game, caller)).iter().find(suited).copied();
        let Some(call) = call else {
            continue;
        };
        game.act(caller, Action::Call(call)).expect("it is open");
        assert_eq!(public(&game).dealer, Some(caller));
        let cue = game.cue().expect("the call window");
        game.elapse(cue);
        return game;
    }
    panic!("nobody ever has a card of the level");
}

/// Both of a team surrender, and the round is over.
fn surrender(game: &mut Tractor, team: Team) {
    for seat in team.seats() {
        game.act(seat, Action::Surrender).expect("a round is on");
    }
}

#[test]
fn a_round_that_a_caller_deals_is_played_at_the_level_of_the_winners() {
    // West + East have won the round before, and the level is theirs.
    let check = |levels: [&str; 2], caller: Wind, gives_up: Team, expected: &str| {
        for value in ["first_call", "final_call"] {
            let settings = [("next_dealer", value)];
            let mut game = called_by(caller.seat(), levels, &settings);
            let view = public(&game);
            assert_eq!(view.level.name(), levels[1], "{value}");
            assert_eq!(view.trump.map(|trump| trump.rank), Some(view.level));
            surrender(&mut game, gives_up);
            let view = public(&game);
            let [one, other] = view.levels.map(Rank::name);
            let next = match view.phase {
                PhaseView::Over { winner } => format!("over, {winner:?}"),
                _ => {
                    let next = view.uncalled.expect("a call makes the dealer");
                    format!("{:?} next", Wind::of(next))
                }
            };
            assert_eq!(format!("{one} : {other}, {next}"), expected, "{levels:?}");
        }
    };
    use Team::{NorthSouth, WestEast};
    // Levels go to the side of the caller, from its own level.
    check(["5", "10"], Wind::North, WestEast, "8 : 10, South next");
    check(["5", "10"], Wind::North, NorthSouth, "5 : K, West next");
    check(["5", "10"], Wind::East, NorthSouth, "5 : K, West next");
    check(["5", "10"], Wind::East, WestEast, "8 : 10, North next");
    // The last level is won by whoever has come to it, and by declarers alone.
    check(
        ["A", "10"],
        Wind::South,
        WestEast,
        "A : 10, over, NorthSouth",
    );
    check(["A", "10"], Wind::West, WestEast, "A : 10, South next");
    check(["5", "A"], Wind::North, WestEast, "8 : A, South next");
}

#[test]
fn if_nobody_calls_who_would_have_dealt_by_winning_deals() {
    for value in ["first_call", "final_call"] {
        let check = |no_call: &str, suited: bool| {
            let settings = [("next_dealer", value), ("no_call", no_call)];
            let mut game = silent(["5", "10"], &settings, 3);
            let cue = game.cue().expect("the call window");
            let events = game.elapse(cue);
            let view = public(&game);
            let west = Wind::West.seat();
            assert_eq!(
                (view.dealer, view.level),
                (Some(west), Rank::TEN),
                "{no_call}"
            );
            let fixed = events.iter().find_map(|event| match event {
                Event::TrumpFixed { trump, dealer, .. } => Some((trump.suit, *dealer)),
                _ => None,
            });
            let (suit, dealer) = fixed.expect("nobody deals again");
            assert_eq!((suit.is_some(), dealer), (suited, west), "{no_call}");
        };
        check("flip", true);
        check("no_trump", false);
        // Dealt again, the round is still nobody's.
        let settings = [
            ("next_dealer", value),
            ("no_call", "redeal"),
            ("redeal_limit", "1"),
        ];
        let mut game = silent(["5", "10"], &settings, 3);
        let cue = game.cue().expect("the call window");
        game.elapse(cue);
        assert!(game.is_stalled(), "{value}");
        let view = public(&game);
        let west = Some(Wind::West.seat());
        assert_eq!((view.dealer, view.uncalled), (None, west), "{value}");
    }
}

#[test]
fn anybody_starts_the_deal_while_a_call_will_make_the_dealer() {
    let check = |value: &str, expected: [bool; 4]| {
        let settings = [("next_dealer", value), ("who_deals", "dealer")];
        for seat in Seat::first(4) {
            let mut game = resumed(["5", "10"], &settings, 1);
            let may = seen(&game, seat).may_deal();
            assert_eq!(may, expected[seat.index()], "{value} {seat:?}");
            match game.act(seat, Action::Deal) {
                Ok(_) => assert!(may, "{value} {seat:?}"),
                Err(refusal) => {
                    let dealer = Wind::West.seat();
                    assert_eq!(refusal, Rejection::DealIsFor { dealer });
                    assert!(!may, "{value} {seat:?}");
                }
            }
        }
    };
    check("winners", [false, true, false, false]);
    check("first_call", [true; 4]);
    check("final_call", [true; 4]);
}
