//! The tractor core makes no allocation for a legality check, a play, a throw or a trick.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::{random_kitty, random_lead};
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::follow;
use tractor_bot::tractor::hand::Hand;
use tractor_bot::tractor::round::{Closed, DealStart, Dealing};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::MatchScore;

use crate::check;

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
        let hand = burying.hands[burying.dealer.index()];
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
