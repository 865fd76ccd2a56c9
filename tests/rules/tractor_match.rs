//! What holds between rounds and beside the tricks: phases, contributions, offers, secrets.

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, RuleSet, Seat, SeatSet, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::{Greedy, Lowest};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call, Contribution};
use tractor_bot::tractor::card::{Card, Suit};
use tractor_bot::tractor::rejection::{PhaseName, Rejection};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::view::PhaseView;

const NORTH: Seat = Seat::new(0);

fn start(seed: u64) -> Tractor {
    Tractor::start(&Rules::default(), 4, Seed::from_number(seed)).0
}

/// Lets greedy players play until the phase is reached.
fn play_to(game: &mut Tractor, phase: PhaseName) {
    while name(game) != phase {
        let speaks = |seat| Some((seat, Greedy.choose(&game.view(Viewer::Seat(seat)))?));
        match (Seat::first(4).find_map(speaks), game.cue()) {
            (Some((seat, action)), _) => {
                game.act(seat, action).expect("a legal action");
            }
            (None, Some(cue)) => {
                game.elapse(cue);
            }
            (None, None) => {
                game.act(NORTH, Action::Deal).expect("between rounds");
            }
        }
    }
}

fn name(game: &Tractor) -> PhaseName {
    match game.view(Viewer::Public).phase {
        PhaseView::Ready { .. } => PhaseName::Ready,
        PhaseView::Dealing { .. } => PhaseName::Dealing,
        PhaseView::CallWindow { .. } => PhaseName::CallWindow,
        PhaseView::Burying => PhaseName::Burying,
        PhaseView::Playing { .. } => PhaseName::Playing,
        PhaseView::Over { .. } => PhaseName::Over,
    }
}

#[test]
fn every_action_has_its_phases() {
    use PhaseName::{Burying, CallWindow, Dealing, Playing, Ready};
    let cards = vec![Card::BIG_JOKER];
    let words = Contribution::new("lucky").expect("words");
    for (action, phases) in [
        (Action::Contribute(words), &[Ready][..]),
        (Action::Deal, &[Ready]),
        (
            Action::Call(Call::Weak(Suit::Hearts)),
            &[Dealing, CallWindow],
        ),
        (Action::PassCall, &[CallWindow]),
        (Action::Bury(cards.clone()), &[Burying]),
        (Action::Play(cards), &[Playing]),
        (Action::Surrender, &[Burying, Playing]),
        (Action::PlayOn, &[Burying, Playing]),
    ] {
        for phase in [Ready, Dealing, CallWindow, Burying, Playing] {
            let mut game = start(1);
            play_to(&mut game, phase);
            let refusal = game.act(NORTH, action.clone()).err();
            let wrong = refusal == Some(Rejection::WrongPhase { phase });
            assert_eq!(
                wrong,
                !phases.contains(&phase),
                "{action:?} while {phase:?}"
            );
        }
    }
}

#[test]
fn only_four_seats_play() {
    let mut game = start(1);
    let seat = Seat::new(4);
    assert_eq!(
        game.act(seat, Action::Deal),
        Err(Rejection::NoSuchSeat { seat })
    );
    let stranger = game.view(Viewer::Seat(seat));
    assert_eq!(stranger.hand, game.view(Viewer::Public).hand);
}

#[test]
fn contributions_change_the_shuffle_and_not_the_commitment() {
    let hand = |words: &[(usize, &str)]| {
        let mut game = start(3);
        for (seat, words) in words {
            let words = Contribution::new(words).expect("words");
            game.act(Seat::new(*seat as u8), Action::Contribute(words))
                .expect("before the deal");
        }
        let PhaseView::Ready { commitment, .. } = game.view(Viewer::Public).phase else {
            panic!("nothing is dealt yet");
        };
        play_to(&mut game, PhaseName::Playing);
        (commitment, game.view(Viewer::Seat(NORTH)).hand)
    };
    let plain = hand(&[]);
    assert_eq!(plain, hand(&[]));
    for words in [
        &[(0, "a")][..],
        &[(1, "a")],
        &[(0, "a"), (1, "b")],
        &[(0, "ab")],
    ] {
        let mixed = hand(words);
        assert_eq!(mixed.0, plain.0, "{words:?}");
        assert_ne!(mixed.1, plain.1, "{words:?}");
    }
    assert_eq!(
        hand(&[(0, "x"), (0, "a")]),
        hand(&[(0, "a")]),
        "the last words count"
    );
}

#[test]
fn an_offer_to_surrender_waits_for_the_partner() {
    let mut game = start(4);
    play_to(&mut game, PhaseName::Playing);
    let on_turn = game.turn();
    let number = game.turn_number();
    for seat in Seat::first(4) {
        let partner = Seat::new((seat.index() as u8 + 2) % 4);
        game.act(seat, Action::Surrender).expect("an offer");
        let asked: SeatSet = [partner].into_iter().collect();
        assert_eq!(game.turn(), Turn::Seats(asked));
        assert_eq!(game.turn_number(), number, "the offer is beside the turn");
        let view = game.view(Viewer::Seat(partner));
        assert_eq!(Greedy.choose(&view), Some(Action::Surrender));
        assert_eq!(Lowest.choose(&view), Some(Action::PlayOn));
        game.act(partner, Action::PlayOn).expect("an answer");
        assert_eq!(game.turn(), on_turn);
    }
}

#[test]
fn a_match_shows_no_secret_to_a_log() {
    let mut game = start(5);
    play_to(&mut game, PhaseName::Playing);
    let shown = format!("{game:?}");
    assert_eq!(
        shown.matches("hand").count() + shown.matches("seed").count(),
        0,
        "{shown}"
    );
    let cards = Card::all()
        .map(|card| card.to_string())
        .filter(|card| card.len() > 1);
    for card in cards {
        assert!(!shown.contains(&card), "{card} in {shown}");
    }
}

/// Plays rounds in each of which one side gives up before the kitty is buried (`true`: the
/// declarers), until the match is over; the rounds that were played and the winners.
fn give_up(rules: &[(&str, &str)], declarers: &[bool]) -> (usize, SeatSet) {
    let mut house = Rules::default();
    for (name, value) in rules {
        house.set(name, value).expect("a house rule");
    }
    let (mut game, _) = Tractor::start(&house, 4, Seed::from_number(6));
    for (round, gives_up) in declarers.iter().enumerate() {
        play_to(&mut game, PhaseName::Burying);
        let dealer = game.view(Viewer::Public).dealer.expect("a dealer");
        let first = dealer.index() + usize::from(!gives_up);
        for seat in [first, first + 2] {
            let seat = Seat::new((seat % 4) as u8);
            game.act(seat, Action::Surrender)
                .expect("both of a team give up");
        }
        if game.turn() == Turn::Over {
            return (round + 1, game.winners());
        }
    }
    (declarers.len(), SeatSet::EMPTY)
}

#[test]
fn a_match_of_a_fixed_number_of_rounds_goes_to_the_higher_level() {
    let team = |seats: [u8; 2]| seats.into_iter().map(Seat::new).collect::<SeatSet>();
    let declarers_of_first = {
        let mut game = start(6);
        play_to(&mut game, PhaseName::Burying);
        let dealer = game.view(Viewer::Public).dealer.expect("a dealer");
        dealer.index() as u8 % 2
    };
    let (ours, theirs) = (
        team([declarers_of_first, declarers_of_first + 2]),
        team([1 - declarers_of_first, 3 - declarers_of_first]),
    );
    let check = |rounds: &str, given_up: &[bool], expected: (usize, SeatSet)| {
        assert_eq!(give_up(&[("rounds", rounds)], given_up), expected);
    };
    check("1", &[false], (1, ours));
    check("1", &[true], (1, theirs));
    // Both have climbed three levels: who won the last round wins.
    check("2", &[false, true], (2, theirs));
    check("2", &[true, true], (2, ours));
    check("4", &[false, false, true, false], (4, theirs));
    // The last round alone does not win.
    check("3", &[false, false, true], (3, ours));
    check("off", &[false, true], (2, SeatSet::EMPTY));
    check("8", &[false, true], (2, SeatSet::EMPTY));
    // The last level ends a match before that.
    let short = [("rounds", "4"), ("match_to", "2")];
    assert_eq!(give_up(&short, &[false]), (1, ours));
}
