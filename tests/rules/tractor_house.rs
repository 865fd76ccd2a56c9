//! House rules that a whole match shows: what is taken back, who deals, what the clock plays.

use serde_json::Value;
use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, RuleSet, Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::Greedy;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call, Cue};
use tractor_bot::tractor::card::{Card, Rank};
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::follow;
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::rejection::{Rejection, Stay};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::shape::Lead;
use tractor_bot::tractor::view::{PhaseView, TrickView, View};

use crate::tractor_oracle::plays;

pub(crate) fn start(seed: u64, settings: &[(&str, &str)]) -> Tractor {
    let rules = Rules::default().with(settings);
    Tractor::start(&rules, 4, Seed::from_number(seed)).0
}

pub(crate) fn seen(game: &Tractor, seat: Seat) -> View {
    game.view(Viewer::Seat(seat))
}

pub(crate) fn public(game: &Tractor) -> View {
    game.view(Viewer::Public)
}

/// What a greedy player does next, and who.
fn wish(game: &Tractor) -> Option<(Seat, Action)> {
    let wish = |seat| Some((seat, Greedy.choose(&seen(game, seat))?));
    Seat::first(4).find_map(wish)
}

/// The next step of greedy players, the clock, or whoever may deal.
pub(crate) fn step(game: &mut Tractor) -> Vec<Event> {
    step_of(game, &mut Greedy)
}

/// The next step of players like this one, the clock, or whoever may deal.
pub(crate) fn step_of(game: &mut Tractor, player: &mut impl Player<Tractor>) -> Vec<Event> {
    let wish = |seat| Some((seat, player.choose(&seen(game, seat))?));
    if let Some((seat, action)) = Seat::first(4).find_map(wish) {
        return game.act(seat, action).expect("a legal action");
    }
    match game.cue() {
        Some(cue) => game.elapse(cue),
        None => {
            let dealer = Seat::first(4).find(|seat| seen(game, *seat).may_deal());
            let dealer = dealer.expect("somebody may deal");
            game.act(dealer, Action::Deal).expect("between rounds")
        }
    }
}

/// Lets greedy players play until this holds.
pub(crate) fn play_until(game: &mut Tractor, holds: impl Fn(&View) -> bool) {
    for _ in 0..20_000 {
        if holds(&public(game)) {
            return;
        }
        step(game);
    }
    panic!("it never comes to that");
}

/// Whether the last trick is one of single cards and begins now.
pub(crate) fn before_last_trick(view: &View) -> bool {
    matches!(view.phase, PhaseView::Playing { .. }) && view.hand_sizes == [1; 4]
}

/// Two different cards of a suit, if the seat has to lead.
pub(crate) fn some_throw(game: &Tractor, seat: Seat) -> Option<Action> {
    let view = seen(game, seat);
    let PhaseView::Playing { due: None, .. } = view.phase else {
        return None;
    };
    let trump = view.trump?;
    let throw = view.hand.windows(2).rev().find(|two| {
        two[0] != two[1] && trump.effective_suit(two[0]) == trump.effective_suit(two[1])
    });
    throw.map(|two| Action::Play(two.to_vec()))
}

const PLAYS_BACK: &[(&str, &str)] = &[("take_back", "on")];
const CALLS_BACK: &[(&str, &str)] = &[("call_take_back", "on")];

#[test]
fn a_play_is_taken_back_until_the_next_one() {
    let (mut trick_ends, mut throws) = (0, 0);
    for seed in 0..6 {
        let mut game = start(seed, PLAYS_BACK);
        while game.round() == 1 {
            let Some((seat, action @ Action::Play(_))) = wish(&game) else {
                step(&mut game);
                continue;
            };
            let throw = some_throw(&game, seat).filter(|_| seed % 3 == 0);
            let action = throw.unwrap_or(action);
            let before: Vec<View> = Seat::first(4).map(|seat| seen(&game, seat)).collect();
            let state = but_turn(&game);
            let events = game.act(seat, action.clone()).expect("a legal play");
            if game.round() > 1 {
                let over = game.act(seat, Action::TakeBack);
                assert!(
                    matches!(over, Err(Rejection::WrongPhase { .. })),
                    "{over:?}"
                );
                break;
            }
            for other in Seat::first(4).filter(|other| *other != seat) {
                assert!(!seen(&game, other).can_take_back);
                assert_eq!(game.act(other, Action::TakeBack), stays(Stay::NotTheirs));
            }
            assert!(!public(&game).can_take_back);
            if is_throw(&before[0], &events) {
                throws += 1;
                assert!(!seen(&game, seat).can_take_back);
                assert_eq!(game.act(seat, Action::TakeBack), stays(Stay::Told));
                continue;
            }
            assert!(seen(&game, seat).can_take_back);
            trick_ends += usize::from(events.iter().any(|e| matches!(e, Event::TrickWon { .. })));
            let (played, number) = (but_turn(&game), game.turn_number());
            let told = game
                .act(seat, Action::TakeBack)
                .expect("nobody played since");
            assert!(matches!(told[..], [Event::PlayTakenBack { seat: by, .. }] if by == seat));
            check_as_before(&game, &before, &state);
            assert!(game.turn_number() > number, "old buttons are void");
            assert!(
                game.act(seat, Action::TakeBack).is_err(),
                "only the last play"
            );
            game.act(seat, action).expect("the same play again");
            assert_eq!(but_turn(&game), played, "it leads to the same");
        }
    }
    assert!(trick_ends > 100 && throws > 0, "{trick_ends} {throws}");
}

fn stays<T>(why: Stay) -> Result<T, Rejection> {
    Err(Rejection::Stays { why })
}

/// Whether the play was a lead of several units, whole or stopped.
fn is_throw(before: &View, events: &[Event]) -> bool {
    let layout = Layout::of(before.trump.expect("tricks are played"));
    events.iter().any(|event| match event {
        Event::ThrowFailed { .. } => true,
        Event::Played {
            cards, lead: true, ..
        } => {
            let cards = Hand::of(layout, cards).expect("cards of a hand");
            Lead::read(layout, cards).is_some_and(|lead| lead.is_throw())
        }
        _ => false,
    })
}

/// The state but for the number of the turn, which never comes again.
fn but_turn(game: &Tractor) -> Value {
    let mut state = serde_json::to_value(game).expect("plain fields");
    state["turns"].take();
    state
}

/// Everybody sees what they saw, but that nothing more can be taken back.
#[track_caller]
fn check_as_before(game: &Tractor, before: &[View], state: &Value) {
    for (seat, before) in Seat::first(4).zip(before) {
        let mut now = seen(game, seat);
        assert!(!now.can_take_back);
        now.can_take_back = before.can_take_back;
        assert_eq!(now, *before, "{seat:?}");
    }
    let could = before.iter().any(|view| view.can_take_back);
    assert_eq!(
        but_turn(game) == *state,
        !could,
        "the same state but for that"
    );
}

#[test]
fn a_play_stands_where_the_house_has_it_so() {
    let mut game = start(1, &[]);
    play_until(&mut game, |view| view.tricks.len() == 2);
    let winner = public(&game).tricks[1].winning.expect("it was won");
    for seat in Seat::first(4) {
        assert!(!seen(&game, seat).can_take_back);
        assert_eq!(game.act(seat, Action::TakeBack), stays(Stay::PlaysStand));
    }
    assert_eq!(game.turn(), Turn::Seats([winner].into_iter().collect()));
}

/// Deals until somebody called in the first round; the call, made by who, and whether dealing is
/// over then.
fn called(game: &mut Tractor, wait: bool) -> (Seat, Call) {
    play_until(game, |view| match wait {
        false => !view.calls.is_empty(),
        true => matches!(view.phase, PhaseView::CallWindow { .. }) && !view.calls.is_empty(),
    });
    public(game).calls[0]
}

#[test]
fn a_call_is_taken_back_until_somebody_else_calls() {
    for (seed, in_window) in [(0, false), (1, false), (2, true), (3, true)] {
        let mut game = start(seed, CALLS_BACK);
        game.act(Seat::new(0), Action::Deal)
            .expect("before the deal");
        let (seat, call) = called(&mut game, in_window);
        let cue = game.cue();
        let held = public(&game).known;
        for other in Seat::first(4).filter(|other| *other != seat) {
            assert_eq!(game.act(other, Action::TakeBack), stays(Stay::NotTheirs));
        }
        assert!(seen(&game, seat).can_take_back);
        let told = game
            .act(seat, Action::TakeBack)
            .expect("nobody called since");
        let dealer = None;
        assert_eq!(told, [Event::CallTakenBack { seat, call, dealer }]);
        let view = public(&game);
        assert_eq!((view.calls.len(), view.dealer), (0, None));
        assert_eq!(view.known, held, "what was shown stays known");
        if in_window {
            assert!(game.cue() != cue, "the window begins anew");
            let PhaseView::CallWindow { passed, .. } = view.phase else {
                panic!("still the call window");
            };
            assert!(passed.is_empty(), "everybody may answer");
        }
        game.act(seat, Action::Call(call)).expect("the call again");
        assert!(!in_window || game.cue() != cue, "and once more");
        assert_eq!(game.act(seat, Action::TakeBack), stays(Stay::Again));
        assert_eq!(public(&game).dealer, Some(seat));
    }
    let mut game = start(0, &[]);
    game.act(Seat::new(0), Action::Deal)
        .expect("before the deal");
    let (seat, _) = called(&mut game, false);
    assert_eq!(game.act(seat, Action::TakeBack), stays(Stay::CallsStand));
}

#[test]
fn the_dealer_alone_deals_where_the_house_has_it_so() {
    let mut game = start(
        4,
        &[
            ("who_deals", "dealer"),
            ("no_call", "redeal"),
            ("redeal_limit", "1"),
        ],
    );
    assert!(
        Seat::first(4).all(|seat| seen(&game, seat).may_deal()),
        "no dealer yet"
    );
    play_until(&mut game, |view| view.round == 2);
    let dealer = public(&game).dealer.expect("the first round made one");
    for seat in Seat::first(4).filter(|seat| *seat != dealer) {
        assert!(!seen(&game, seat).may_deal());
        assert_eq!(
            game.act(seat, Action::Deal),
            Err(Rejection::DealIsFor { dealer })
        );
    }
    game.act(dealer, Action::Deal).expect("the dealer");
    while let Some(cue) = game.cue() {
        game.elapse(cue);
    }
    // Nobody called, and the deal waits: for anybody.
    assert!(game.is_stalled());
    let other = Seat::first(4)
        .find(|seat| *seat != dealer)
        .expect("four seats");
    assert!(seen(&game, other).may_deal());
    game.act(other, Action::Deal).expect("anybody");
}

/// The legal follows of a view on turn, if there are at most a few thousand plays.
fn legal_follows(view: &View) -> Option<Vec<Vec<Card>>> {
    let PhaseView::Playing {
        due: Some(due),
        trick,
        ..
    } = &view.phase
    else {
        return None;
    };
    let layout = Layout::of(view.trump.expect("tricks are played"));
    let lead = Hand::of(layout, trick.plays.first()?).ok()?;
    let lead = Lead::read(layout, lead)?;
    let hand = Hand::of(layout, &view.hand).ok()?;
    let count = usize::from(due.count);
    let most = if count <= 2 { 25 } else { 12 };
    if view.hand.len() > most {
        return None;
    }
    let mut held = view.hand.clone();
    held.sort_unstable();
    let rules = (&view.rules).into();
    let mut legal = plays(&held, count);
    legal.retain(|play| {
        let play = Hand::of(layout, play).expect("cards of the hand");
        follow::judge(layout, rules, &lead, hand, play).is_ok()
    });
    Some(legal)
}

#[test]
fn the_clock_makes_the_only_legal_play_and_never_leads() {
    let (mut forced, mut free) = (0, 0);
    for seed in 0..2 {
        let mut game = start(seed, &[("forced_plays", "automatic"), ("take_back", "on")]);
        while game.round() == 1 {
            let Turn::Seats(turn) = game.turn() else {
                step(&mut game);
                continue;
            };
            let view = turn.iter().next().map(|seat| seen(&game, seat));
            let cue = game.cue();
            if let (Some(legal), Some(view)) = (view.as_ref().and_then(legal_follows), &view)
                && view.hand.len() <= 12
            {
                assert_eq!(cue.is_some(), legal.len() == 1, "seed {seed}: {legal:?}");
                free += u32::from(legal.len() > 1);
            }
            let Some(cue @ Cue::Forced { .. }) = cue else {
                step(&mut game);
                continue;
            };
            forced += 1;
            let (seat, action) = wish(&game).expect("somebody is on turn");
            let mut by_hand = game.clone();
            by_hand.act(seat, action).expect("the only play");
            game.elapse(cue);
            assert_eq!(public(&game).tricks, public(&by_hand).tricks);
            assert_eq!(public(&game).hand_sizes, public(&by_hand).hand_sizes);
            assert_eq!(game.elapse(cue), [], "its time is over");
            if game.round() == 1 {
                assert_eq!(game.act(seat, Action::TakeBack), stays(Stay::Told));
            }
        }
    }
    assert!(forced > 15 && free > 10, "{forced} {free}");
    let mut game = start(0, &[]);
    play_until(&mut game, before_last_trick);
    step(&mut game);
    assert_eq!(game.cue(), None, "players play the last trick themselves");
}

#[test]
fn a_forced_play_waits_for_the_answer_to_an_offer() {
    let mut game = start(0, &[("forced_plays", "automatic")]);
    play_until(&mut game, before_last_trick);
    step(&mut game);
    let cue = game.cue().expect("everybody has one card");
    game.act(Seat::new(0), Action::Surrender).expect("an offer");
    assert_eq!(game.cue(), None);
    game.act(Seat::new(2), Action::PlayOn).expect("an answer");
    assert_eq!(game.cue(), Some(cue));
}

#[test]
fn points_are_hidden_until_the_round_is_over() {
    let mut game = start(3, &[("points_shown", "end")]);
    let mut open = start(3, &[]);
    while game.round() == 1 {
        let told = step(&mut game);
        let shown = step(&mut open);
        for (told, shown) in told.iter().zip(&shown) {
            if let (Event::TrickWon { points, .. }, Event::TrickWon { points: open, .. }) =
                (told, shown)
            {
                assert!(points.is_none() && open.is_some());
            }
        }
        for viewer in Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]) {
            let (view, known) = (game.view(viewer), open.view(viewer));
            if !view.hides_points() {
                continue;
            }
            let tricks = view.tricks.iter();
            let table = match &view.phase {
                PhaseView::Playing { trick, .. } => Some(trick),
                _ => None,
            };
            assert!(tricks.chain(table).all(|trick| trick.points == 0));
            assert_eq!((view.points, view.captured), (0, [0; 4]));
            assert_eq!(view.hand, known.hand, "all else goes alike");
        }
    }
    let (hidden, known) = (public(&game), public(&open));
    assert_eq!(hidden.history[0].captured, known.history[0].captured);
    assert_eq!(hidden.history[0].points, known.history[0].points);
    assert!(known.history[0].captured.iter().sum::<u16>() > 100);
    // The declarers alone may see them.
    let mut game = start(3, &[("points_shown", "declarers")]);
    let mut seen = 0;
    while game.round() == 1 {
        step(&mut game);
        let public = public(&game);
        if let (PhaseView::Playing { .. }, Some(dealer)) = (&public.phase, public.dealer) {
            for seat in Seat::first(4) {
                let view = game.view(Viewer::Seat(seat));
                let declares = Team::of(seat) == Team::of(dealer);
                assert_eq!(view.hides_points(), !declares);
                assert_eq!(view.captured == [0; 4] && seen > 0, !declares && seen > 0);
                seen = seen.max(view.captured.iter().sum());
            }
            assert!(public.hides_points());
        }
    }
    assert!(seen > 100);
}

#[test]
fn the_points_of_the_kitty_are_told_where_the_house_says_so() {
    let mut games = [start(3, &[("kitty_points", "shown")]), start(3, &[])];
    while games[0].round() == 1 {
        for game in &mut games {
            step(game);
        }
        let [told, hidden] = games.each_ref().map(public);
        let PhaseView::Playing { .. } = told.phase else {
            assert_eq!(told.kitty_points, None);
            continue;
        };
        let dealer = Viewer::Seat(told.dealer.expect("who buried"));
        let buried = games[1].view(dealer).buried.expect("the kitty");
        let points = buried.iter().map(|card| card.points()).sum();
        assert_eq!(told.kitty_points, Some(points));
        assert_eq!((hidden.kitty_points, told.buried), (None, None));
    }
}

#[test]
fn a_round_that_nobody_calls_is_dealt_again_as_often_as_the_house_has_it() {
    for (limit, deals) in [("1", 1), ("3", 3), ("5", 5), ("0", 12)] {
        let mut game = start(1, &[("redeal_limit", limit)]);
        game.act(Seat::new(0), Action::Deal)
            .expect("before the deal");
        let mut dealt = 1;
        while let Some(cue) = game.cue().filter(|_| dealt < 12) {
            let events = game.elapse(cue);
            let begins = |event: &&Event| matches!(event, Event::DealStarted { .. });
            dealt += events.iter().filter(begins).count();
        }
        assert_eq!((dealt, game.is_stalled()), (deals, limit != "0"), "{limit}");
    }
}

/// Who won a trick, and with which cards.
fn winning(trick: &TrickView) -> (Seat, &[Card]) {
    let plays = Seat::first(4).cycle().skip(trick.leader.index());
    let mut plays = plays.zip(&trick.plays);
    let won = plays.find(|(seat, _)| Some(*seat) == trick.winning);
    let (winner, play) = won.expect("somebody won it");
    (winner, play)
}

fn are_jacks(play: &[Card]) -> bool {
    play.iter().all(|card| card.rank() == Some(Rank::JACK))
}

/// Which plays of jacks do so is tested beside the rule.
#[test]
fn a_jack_in_the_last_trick_sends_declarers_at_level_j_back() {
    let mut fell = 0;
    for seed in 0..400 {
        let mut game = start(seed, &[("jack", "any"), ("start_level", "10")]);
        while game.turn() != Turn::Over && fell < 2 {
            let round = public(&game).history.len() + 1;
            play_until(&mut game, |view| view.history.len() == round);
            let view = public(&game);
            let result = view.history.last().expect("a round");
            let last = view.parting.as_ref().expect("the last trick");
            let (winner, play) = winning(last);
            let lost = Team::of(winner) != Team::of(result.dealer);
            let sent = lost && are_jacks(play) && result.trump.rank == Rank::JACK;
            assert_eq!(result.fell, sent, "{play:?} at {}", result.trump.rank);
            if sent {
                fell += 1;
                assert_eq!(result.levels[Team::of(result.dealer).index()], Rank::TEN);
            }
        }
    }
    assert_eq!(fell, 2, "a jack wins a last trick");
}

#[test]
fn declarers_who_surrender_after_losing_a_trick_to_a_jack_are_not_sent_back() {
    let lost_to_jack = |view: &View| {
        let declares = |seat| view.dealer.map(Team::of) == Some(Team::of(seat));
        let last = view.tricks.last().map(winning);
        last.is_some_and(|(winner, play)| !declares(winner) && are_jacks(play))
    };
    let mut results = Vec::new();
    for seed in 0..8 {
        let mut game = start(seed, &[("jack", "any"), ("start_level", "J")]);
        play_until(&mut game, |view| lost_to_jack(view) || view.round > 1);
        let view = public(&game);
        let Some(dealer) = view.dealer.filter(|_| lost_to_jack(&view)) else {
            continue;
        };
        for steps in [0, 2] {
            let seat = Seat::new((dealer.index() as u8 + steps) % 4);
            game.act(seat, Action::Surrender).expect("both give up");
        }
        results.extend(public(&game).history.last().cloned());
    }
    assert!(!results.is_empty(), "a jack won a trick in some of them");
    assert!(results.iter().all(|result| !result.fell));
}
