//! What holds between rounds and beside the tricks: phases, contributions, offers, secrets.

use tractor_bot::chance::{Commitment, Seed};
use tractor_bot::game::{Game, RuleSet as _, Seat, SeatSet, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::{Greedy, Lowest};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Contribution, Progress};
use tractor_bot::tractor::card::{Card, Rank};
use tractor_bot::tractor::event::{Event, Notice};
use tractor_bot::tractor::rejection::{PhaseName, Rejection};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::MatchScore;
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::tractor_dealers::surrender;
use crate::tractor_house::{play_until, public, seen, start};

const NORTH: Seat = Seat::new(0);

/// Lets greedy players play until the phase is reached.
fn play_to(game: &mut Tractor, phase: PhaseName) {
    play_until(game, |view| name(view) == phase);
}

fn name(view: &View) -> PhaseName {
    match view.phase {
        PhaseView::Ready { .. } => PhaseName::Ready,
        PhaseView::Dealing { .. } => PhaseName::Dealing,
        PhaseView::CallWindow { .. } => PhaseName::CallWindow,
        PhaseView::Burying => PhaseName::Burying,
        PhaseView::Overcalls { .. } => PhaseName::Overcalls,
        PhaseView::Playing { .. } => PhaseName::Playing,
        PhaseView::Over { .. } => PhaseName::Over,
    }
}

#[test]
fn only_four_seats_play() {
    let mut game = start(1, &[]);
    let seat = Seat::new(4);
    assert_eq!(
        game.act(seat, Action::Deal),
        Err(Rejection::NoSuchSeat { seat })
    );
    let stranger = seen(&game, seat);
    assert_eq!(stranger.hand, public(&game).hand);
}

#[test]
fn nobody_plays_out_of_turn() {
    let mut game = start(4, &[]);
    play_to(&mut game, PhaseName::Playing);
    let turn = public(&game).dealer.expect("the dealer leads");
    for seat in Seat::first(4).filter(|seat| *seat != turn) {
        let card = seen(&game, seat).hand[0];
        let refused = game.act(seat, Action::Play(vec![card]));
        assert_eq!(refused, Err(Rejection::NotYourTurn { turn }));
    }
}

#[test]
fn an_offer_to_surrender_waits_for_the_partner() {
    let mut game = start(4, &[]);
    play_to(&mut game, PhaseName::Playing);
    let on_turn = game.turn();
    let number = game.turn_number();
    for seat in Seat::first(4) {
        let partner = Seat::new((seat.index() as u8 + 2) % 4);
        game.act(seat, Action::Surrender).expect("an offer");
        let asked: SeatSet = [partner].into_iter().collect();
        assert_eq!(game.turn(), Turn::Seats(asked));
        assert_eq!(game.turn_number(), number, "the offer is beside the turn");
        let view = seen(&game, partner);
        assert_eq!(Greedy.choose(&view), Some(Action::Surrender));
        assert_eq!(Lowest.choose(&view), Some(Action::PlayOn));
        assert_eq!(
            game.act(seat, Action::Surrender),
            Err(Rejection::OfferStands)
        );
        game.act(partner, Action::PlayOn).expect("an answer");
        assert_eq!(game.turn(), on_turn);
        for answer in [seat, partner] {
            assert_eq!(game.act(answer, Action::PlayOn), Err(Rejection::NoOffer));
        }
    }
}

#[test]
fn what_one_seat_may_see_is_told_to_that_seat_alone() {
    let cards = vec![Card::BIG_JOKER; 2];
    for owner in Seat::first(4) {
        let (card, dealt, dealer) = (Card::BIG_JOKER, 1, owner);
        for event in [
            Event::Dealt {
                seat: owner,
                card,
                dealt,
            },
            Event::TookKitty {
                dealer,
                cards: cards.clone(),
            },
            Event::Buried {
                dealer,
                cards: cards.clone(),
            },
        ] {
            for viewer in Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]) {
                let notice = Tractor::notice(&event, viewer).expect("all are told of it");
                let told = notice == Notice::Open(event.clone());
                assert_eq!(told, viewer == Viewer::Seat(owner), "{event:?} {viewer:?}");
            }
        }
    }
}

#[test]
fn what_is_due_is_shown_to_whoever_has_to_follow() {
    let mut game = start(4, &[]);
    play_to(&mut game, PhaseName::Playing);
    let leader = public(&game).dealer.expect("the dealer leads");
    let lead = Greedy.choose(&seen(&game, leader));
    game.act(leader, lead.expect("a lead"))
        .expect("a legal one");
    let next = (leader.index() + 1) % 4;
    for viewer in Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]) {
        let PhaseView::Playing { due, .. } = game.view(viewer).phase else {
            panic!("the first trick");
        };
        assert_eq!(due.is_some(), viewer == Viewer::Seat(Seat::new(next as u8)));
    }
}

/// A match that stands like this under house rules, the dealer of the next round being West.
pub(crate) fn resumed(levels: [Rank; 2], progress: Progress, settings: &[(&str, &str)]) -> Tractor {
    let standing = MatchScore {
        levels,
        progress: [Progress::Climbing, progress],
    };
    let rules = Rules::default().with(settings);
    Tractor::resumed(&rules, standing, Some(Seat::new(1)), Seed::from_number(9))
}

/// The deal of a round in which nobody speaks.
fn deal_in_silence(game: &mut Tractor) -> Vec<Event> {
    let mut events = game.act(NORTH, Action::Deal).expect("between rounds");
    while let Some(cue) = game.cue() {
        events.extend(game.elapse(cue));
        if name(&public(game)) == PhaseName::Ready {
            break;
        }
    }
    events
}

#[test]
fn a_round_is_played_at_the_level_of_the_dealers_team() {
    let mut game = resumed([Rank::FIVE, Rank::TEN], Progress::Climbing, &[]);
    assert_eq!(public(&game).level, Rank::TEN);
    let events = deal_in_silence(&mut game);
    let first = Seat::new(1);
    assert_eq!(events[0], Event::DealStarted { round: 2, first });
    let trump = public(&game).trump.expect("it is fixed");
    assert_eq!(trump.rank, Rank::TEN);
}

#[test]
fn cards_of_the_kitty_that_were_turned_over_are_known_to_be_with_the_dealer() {
    let mut game = resumed([Rank::FIVE; 2], Progress::Climbing, &[]);
    let events = deal_in_silence(&mut game);
    let flipped = events.iter().find_map(|event| match event {
        Event::KittyFlipped { cards } => Some(cards.clone()),
        _ => None,
    });
    let mut flipped = flipped.expect("nobody called");
    let view = public(&game);
    assert_eq!(view.flipped, flipped);
    let mut known = view.known[1].clone();
    known.sort_unstable();
    flipped.sort_unstable();
    assert_eq!(known, flipped);
}

#[test]
fn where_nothing_can_be_called_there_is_no_call_window() {
    let opens = |game: &mut Tractor| deal_in_silence(game).contains(&Event::CallWindowOpened);
    assert!(opens(&mut resumed([Rank::ACE; 2], Progress::Climbing, &[])));
    let mut game = resumed([Rank::ACE; 2], Progress::NoTrumpRound, &[]);
    assert!(!opens(&mut game));
    assert_eq!(name(&public(&game)), PhaseName::Burying);
    let trump = public(&game).trump.expect("it is fixed");
    assert_eq!(trump.suit, None);
}

#[test]
fn every_deal_has_its_own_secret_and_every_round_counts_its_redeals_anew() {
    let mut game = start(1, &[]);
    assert!(!game.is_stalled(), "nobody waits yet");
    let events = deal_in_silence(&mut game);
    assert!(game.is_stalled(), "it waits for somebody who wants it");
    let mut seals: Vec<Commitment> = Vec::new();
    let mut secrets = Vec::new();
    for event in &events {
        if let Event::Redealt {
            secret, commitment, ..
        } = event
        {
            let opened = Seed::from_hex(secret).expect("a secret").commitment();
            assert!(seals.last().is_none_or(|seal| *seal == opened));
            assert!(!secrets.contains(secret), "each deal has its own");
            secrets.push(secret.clone());
            seals.push(*commitment);
        }
    }
    assert_eq!(secrets.len(), 3);
    assert_eq!(public(&game).attempt, 3);
    play_to(&mut game, PhaseName::Burying);
    surrender(&mut game, Team::NorthSouth);
    let view = public(&game);
    assert!(view.history[0].attempt >= 3);
    assert_eq!((view.round, view.attempt), (2, 0));
    assert_eq!(view.dealer, Some(view.history[0].next_dealer));
}

#[test]
fn a_match_shows_no_secret_to_a_log() {
    let mut game = start(5, &[]);
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
    let mut game = start(6, rules);
    for (round, gives_up) in declarers.iter().enumerate() {
        play_to(&mut game, PhaseName::Burying);
        let dealer = public(&game).dealer.expect("a dealer");
        let side = Team::of(dealer);
        surrender(&mut game, if *gives_up { side } else { side.other() });
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
        let mut game = start(6, &[]);
        play_to(&mut game, PhaseName::Burying);
        let dealer = public(&game).dealer.expect("a dealer");
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

#[test]
fn words_are_mixed_into_one_deal_and_not_into_the_next() {
    let mut game = start(7, &[]);
    let words = Contribution::new("lucky").expect("words");
    game.act(NORTH, Action::Contribute(words))
        .expect("before the deal");
    for round in [0, 1] {
        play_to(&mut game, PhaseName::Burying);
        surrender(&mut game, Team::NorthSouth);
        let view = public(&game);
        let PhaseView::Ready { contributions, .. } = view.phase else {
            panic!("between rounds");
        };
        assert_eq!(contributions.given().count(), 0, "everybody begins anew");
        let mixed = &view.history[round].deal.contributions;
        let expected: &[(usize, &str)] = if round == 0 { &[(0, "lucky")] } else { &[] };
        assert_eq!(mixed.given().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn the_dealer_alone_buries_and_exactly_eight_cards_of_the_hand() {
    let mut game = start(8, &[]);
    play_to(&mut game, PhaseName::Burying);
    let dealer = public(&game).dealer.expect("trump is fixed");
    let hand = seen(&game, dealer).hand;
    assert_eq!(hand.len(), 33);
    let called = &public(&game).known[dealer.index()];
    assert!(!called.is_empty(), "the call of the dealer has shown them");
    for count in [0, 1, 7, 9, 33] {
        let refused = game.act(dealer, Action::Bury(hand[..count].to_vec()));
        let given = count as u8;
        assert_eq!(refused, Err(Rejection::KittyCount { given }));
    }
    for other in Seat::first(4).filter(|seat| *seat != dealer) {
        let refused = game.act(other, Action::Bury(hand[..8].to_vec()));
        assert_eq!(refused, Err(Rejection::NotDealer { dealer }));
    }
    let foreign = Card::all().find(|card| !hand.contains(card));
    let mut kitty = hand[..7].to_vec();
    kitty.push(foreign.expect("nobody has them all"));
    let refused = game.act(dealer, Action::Bury(kitty));
    assert!(matches!(refused, Err(Rejection::NotHeld { held: 0, .. })));
    game.act(dealer, Action::Bury(hand[..8].to_vec()))
        .expect("eight cards of the hand");
    let view = seen(&game, dealer);
    assert_eq!(view.hand, hand[8..]);
    assert_eq!(view.buried.as_deref(), Some(&hand[..8]));
    assert_eq!(view.hand_sizes, [25; 4]);
    assert_eq!(view.known[dealer.index()], [], "they may be buried");
}
