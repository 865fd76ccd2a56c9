//! The tractor core makes no allocation for a legality check, a play, a throw or a trick.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::hand::Hand;
use tractor_bot::tractor::round::DealStart;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::MatchScore;

use crate::{check, rounds};

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
        let dealt = check("a deal", || rounds::deal(opening, &rules, &mut chance));
        let mut playing = dealt.expect("the dealer is known, and the kitty decides");
        check("a refused play", || {
            assert!(playing.judge(Hand::EMPTY, &rules).is_err());
        });
        check("plays", || rounds::play(&mut playing, &rules, &mut chance));
        check("the score", || {
            let tally = playing.tally(&rules).expect("the round is over");
            MatchScore::new(&rules).settle(playing.dealer, tally.points, &rules)
        });
    }
}
