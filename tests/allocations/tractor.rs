//! The tractor core makes no allocation for a legality check, a play, a throw or a trick.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::{random_kitty, random_lead};
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::follow::{self, Due, FollowRules};
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::round::{Closed, DealStart, Dealing};
use tractor_bot::tractor::rules::{Rules, ThrowCheckedAgainst, ThrowWinner};
use tractor_bot::tractor::score::MatchScore;
use tractor_bot::tractor::shape::Lead;
use tractor_bot::tractor::trump::Trump;
use tractor_bot::tractor::{throw, trick};

use crate::check;

#[test]
fn whole_rounds_are_played_without_allocating() {
    for (number, trump) in Trump::all().enumerate() {
        let mut chance = Seed::from_number(number as u64).chance();
        let layout = Layout::of(trump);
        let mut hands = check("a deal", || {
            Deck::shuffled(&mut chance).hands(layout, Seat::new(0))
        });
        let mut leader = 0;
        while let Some(card) = hands[leader].cards(layout).last() {
            // The whole suit of the highest card, as far as it stands.
            let suit = trump.effective_suit(card);
            let whole = hands[leader].in_suit(layout, suit);
            let others = [1, 2, 3].map(|other| hands[(leader + other) % 4]);
            let lead = check("a throw", || {
                let throw = Lead::read(layout, whole).expect("cards of a suit");
                match throw::check(layout, ThrowCheckedAgainst::All, &throw, &others) {
                    Ok(()) => throw,
                    Err(failed) => Lead::read(layout, failed.unit.cards).expect("a unit"),
                }
            });
            let mut plays = [lead.cards(); 4];
            hands[leader] = hands[leader].minus(plays[0]);
            for other in 1..4 {
                let hand = &mut hands[(leader + other) % 4];
                let rules = FollowRules::default();
                plays[other] = check("a follow", || {
                    let due = Due::of(layout, rules, &lead, *hand);
                    let lowest = follow::lowest(layout, rules, &lead, *hand);
                    assert_eq!(due.check(layout, lowest), Ok(()));
                    let play = follow::random(layout, rules, &lead, *hand, &mut chance);
                    assert_eq!(follow::judge(layout, rules, &lead, *hand, play), Ok(()));
                    play
                });
                // A refusal costs nothing either.
                check("a refusal", || {
                    follow::judge(layout, rules, &lead, *hand, Hand::EMPTY).is_err()
                });
                *hand = hand.minus(plays[other]);
            }
            for &rule in ThrowWinner::ALL {
                check("a winner", || trick::winner(layout, rule, &lead, &plays));
            }
            check("points", || trick::points(layout, &plays));
            leader = (leader + trick::winner(layout, ThrowWinner::TopUnit, &lead, &plays)) % 4;
        }
    }
}

#[test]
fn rounds_of_the_engine_are_played_without_allocating() {
    let rules = Rules::default();
    for number in 0..200 {
        let mut chance = Seed::from_number(number).chance();
        let opening = DealStart {
            level: Rank::from_index(number as usize % 13).expect("a rank"),
            dealer: Some(Seat::new(number as u8 % 4)),
            uncalled: None,
            progress: Progress::Climbing,
        };
        let burying = check("dealing and calling", || {
            let mut dealing = Dealing::new(Deck::shuffled(&mut chance), opening);
            while let Some((seat, _)) = dealing.draw() {
                let call = dealing.open_calls(seat, &rules).next_back();
                if let Some(call) = call.filter(|_| chance.below(8) == 0) {
                    dealing.call(seat, call, &rules);
                }
            }
            match dealing.finish().expect("all cards are out").close(&rules) {
                Closed::Fixed { burying, .. } => burying,
                Closed::Redeal => panic!("the dealer is known, and the kitty decides"),
            }
        });
        let hand = burying.hands()[burying.dealer().index()];
        let mut playing = check("the kitty", || {
            burying
                .bury(random_kitty(hand, &mut chance))
                .expect("eight of the hand")
        });
        let layout = playing.layout();
        while let Some(seat) = playing.to_play() {
            check("a play", || {
                let hand = playing.hand(seat);
                let cards = match playing.trick().lead() {
                    None => random_lead(layout, hand, &mut chance),
                    Some(lead) => follow::random(layout, (&rules).into(), lead, hand, &mut chance),
                };
                assert!(playing.judge(Hand::EMPTY, &rules).is_err());
                let ruling = playing.judge(cards, &rules).expect("a legal play");
                playing.settle(ruling, &rules)
            });
        }
        check("the score", || {
            let tally = playing.tally(&rules).expect("the round is over");
            MatchScore::new(&rules).settle(playing.dealer(), tally.points, &rules)
        });
    }
}
