//! The house rule by which a buried kitty is taken over by a higher call.

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::Random;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, RoundEnd, TrumpSource};
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::open::OpenRound;
use tractor_bot::tractor::rejection::Rejection;
use tractor_bot::tractor::seating::{Team, next, partner};
use tractor_bot::tractor::view::{PhaseView, View};

use crate::tractor_house::{play_until, public, seen, start, step_of};

const ON: (&str, &str) = ("kitty_overcalls", "on");

/// What came of the kitties of some rounds.
#[derive(Debug, Default)]
struct Seen {
    passes: u32,
    taken_over: u32,
    /// Rounds in which it was taken over more than once.
    again: u32,
    /// Kitties that ended the calling.
    lay: u32,
}

fn asked(view: &View) -> Option<Seat> {
    match view.phase {
        PhaseView::Overcalls { asked, .. } => Some(asked),
        _ => None,
    }
}

/// Makes the weakest call there is, and no other until the kitty is buried; the rest at random.
struct Late(Random);

impl Player<Tractor> for Late {
    fn choose(&mut self, view: &View) -> Option<Action> {
        match &view.phase {
            PhaseView::Dealing { open, .. } => {
                let first = open.first().filter(|_| view.calls.is_empty());
                first.map(|call| Action::Call(*call))
            }
            PhaseView::CallWindow { passed, .. } => {
                (!passed.contains(view.seat()?)).then_some(Action::PassCall)
            }
            _ => self.0.choose(view),
        }
    }
}

/// Two rounds of random players; after each step what the rule says is compared with what is.
fn check(seed: u64, settings: &[(&str, &str)], told: &mut Seen) {
    let mut game = start(seed, &[settings, &[ON]].concat());
    let mut player = Late(Random::new(Seed::from_number(seed)));
    let mut buried_by = None;
    let mut taken = 0;
    while game.round() < 3 && game.turn() != Turn::Over {
        let before = public(&game);
        let laid_open = game.view(Viewer::All);
        let events = step_of(&mut game, &mut player);
        let after = public(&game);
        for event in &events {
            match event {
                Event::TookKitty { dealer, cards } => {
                    assert_eq!(after.hand_sizes[dealer.index()], 33);
                    assert_eq!(cards.len(), 8);
                    let mine = seen(&game, *dealer).hand;
                    assert!(cards.iter().all(|card| mine.contains(card)), "{seed}");
                }
                Event::Buried { dealer, cards } => {
                    buried_by = Some(*dealer);
                    let shown = seen(&game, *dealer).buried;
                    assert_eq!(shown.map(|shown| shown.len()), Some(cards.len()));
                    let others = Seat::first(4).filter(|seat| seat != dealer);
                    for other in others {
                        assert_eq!(seen(&game, other).buried, None, "{seed}: {other:?}");
                    }
                    match asked(&after) {
                        Some(asked) => assert_eq!(asked, next(*dealer), "{seed}"),
                        None => told.lay += 1,
                    }
                }
                _ => {}
            }
        }
        if let Some(asked_before) = asked(&before) {
            assert_ne!(game.turn(), Turn::Clock, "{seed}");
            match &events[0] {
                Event::CallPassed { seat } => {
                    told.passes += 1;
                    assert_eq!(*seat, asked_before, "{seed}");
                    assert_eq!(after.calls, before.calls);
                    match asked(&after) {
                        Some(asked) => assert_eq!(asked, next(*seat), "{seed}"),
                        None => {
                            assert_eq!(Some(next(*seat)), buried_by, "{seed}: all were asked");
                            let PhaseView::Playing { to_play, .. } = after.phase else {
                                panic!("{seed}: nobody is left to be asked");
                            };
                            assert_eq!(Some(to_play), after.dealer, "{seed}");
                        }
                    }
                }
                Event::Called { seat, call, dealer } => {
                    taken += 1;
                    told.taken_over += 1;
                    assert_eq!(*seat, asked_before, "{seed}");
                    assert_eq!((*dealer, after.dealer), (before.dealer, before.dealer));
                    assert_eq!(after.trump.map(|trump| trump.suit), Some(call.suit()));
                    assert_eq!(after.level, before.level);
                    assert_eq!(after.taken_over, Some(*seat));
                    assert_eq!(after.source, Some(TrumpSource::Called(*seat)));
                    assert_eq!(after.calls[..before.calls.len()], before.calls[..]);
                    assert_eq!(after.calls.last(), Some(&(*seat, *call)));
                    assert!(matches!(after.phase, PhaseView::Burying), "{seed}");
                    let burier: Vec<Seat> = game.turn().awaited().iter().collect();
                    assert_eq!(burier, [*seat], "{seed}");
                }
                event => panic!("{seed}: {event:?}"),
            }
        }
        if after.round != before.round || matches!(after.phase, PhaseView::Over { .. }) {
            told.again += u32::from(taken > 1);
            taken = 0;
        }
        // A round can be given up before a card is played.
        let ends = events
            .iter()
            .any(|event| matches!(event, Event::RoundOver(_)));
        let round = OpenRound::between(&laid_open, &game.view(Viewer::All));
        if let Some(round) = round.filter(|round| ends && !round.hands.is_empty()) {
            assert_eq!(round.taken_over.is_some(), before.taken_over.is_some());
            let holdings = round.holdings();
            assert_eq!(holdings[0].each_ref().map(Vec::len), [25; 4], "{seed}");
            let left = holdings.last().map(|left| left.concat().len());
            assert_eq!(left, Some(0), "{seed}");
        }
    }
}

#[test]
fn a_kitty_is_taken_over_until_all_others_have_passed() {
    let mut told = Seen::default();
    for seed in 0..24 {
        check(seed, &[], &mut told);
        check(seed, &[("call_order", "higher_suit")], &mut told);
        check(
            seed,
            &[("no_call", "no_trump"), ("kitty_points", "shown")],
            &mut told,
        );
    }
    println!("{told:?}");
    assert!(told.passes > 100 && told.taken_over > 20, "{told:?}");
    assert!(told.again > 2 && told.lay > 5, "{told:?}");
}

#[test]
fn a_kitty_is_taken_over_by_house_rule_alone_and_not_where_nobody_called() {
    let check = |settings: &[(&str, &str)], called: bool, expected: bool| {
        let mut game = start(1, settings);
        let north = Seat::new(0);
        game.act(north, Action::Deal).expect("before the deal");
        play_until(&mut game, |view| {
            view.history.len() == 1 || !called || asked(view).is_some()
        });
        if !called {
            // From the second round on the kitty names the trump of a round without a call.
            play_until(&mut game, |view| view.round == 2);
            game.act(north, Action::Deal).expect("before the deal");
            while let Some(cue) = game.cue() {
                game.elapse(cue);
            }
            let dealer = public(&game).dealer.expect("who won the round before");
            let kitty = Action::Bury(seen(&game, dealer).hand[..8].to_vec());
            game.act(dealer, kitty).expect("eight cards of the hand");
        }
        assert_eq!(asked(&public(&game)).is_some(), expected, "{settings:?}");
    };
    check(&[], true, false);
    check(&[ON], true, true);
    check(&[ON], false, false);
}

#[test]
fn who_is_asked_alone_answers_and_partners_may_still_give_up() {
    let mut game = start(1, &[ON]);
    play_until(&mut game, |view| asked(view).is_some());
    let view = public(&game);
    let turn = asked(&view).expect("somebody");
    let dealer = view.dealer.expect("somebody deals");
    for other in Seat::first(4).filter(|seat| *seat != turn) {
        let refused = Err(Rejection::NotYourTurn { turn });
        assert_eq!(game.act(other, Action::PassCall), refused);
        assert!(
            matches!(seen(&game, other).phase, PhaseView::Overcalls { open, .. } if open.is_empty())
        );
    }
    game.act(dealer, Action::Surrender).expect("an offer");
    let answers: Vec<Seat> = game.turn().awaited().iter().collect();
    assert_eq!(answers, [partner(dealer)], "the offer waits for its answer");
    game.act(partner(dealer), Action::Surrender)
        .expect("agreed");
    let result = public(&game).history[0].clone();
    assert_eq!(result.end, RoundEnd::Surrendered(Team::of(dealer)));
    assert_eq!(
        (result.winner, result.kitty.len()),
        (Team::of(dealer).other(), 8)
    );
}
