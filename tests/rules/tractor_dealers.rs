//! The house rule about who deals after the first round: the winners in turn, or a caller.

use tractor_bot::game::{Game, Seat};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call, Progress};
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::rejection::Rejection;
use tractor_bot::tractor::seating::{Team, Wind};
use tractor_bot::tractor::view::{PhaseView, View};

use crate::tractor_house::{play_until, public, seen, start};
use crate::tractor_match::resumed;

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

/// Both of a team surrender, and the round is over.
pub(crate) fn surrender(game: &mut Tractor, team: Team) {
    for seat in team.seats() {
        game.act(seat, Action::Surrender).expect("a round is on");
    }
}

#[test]
fn anybody_starts_the_deal_while_a_call_will_make_the_dealer() {
    let check = |value: &str, expected: [bool; 4]| {
        let settings = [("next_dealer", value), ("who_deals", "dealer")];
        for seat in Seat::first(4) {
            let mut game = resumed([Rank::FIVE, Rank::TEN], Progress::Climbing, &settings);
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
