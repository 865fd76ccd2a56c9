//! What is new and not used changes no digest.

use super::{Action, Countdown, Rules};
use crate::chance::Seed;
use crate::game::{Digest, Game, Turn};

/// The countdown before it had stakes.
mod before {
    use serde::{Deserialize, Serialize};

    use crate::game::{Choices, Past, Rule, RuleSet, Seat, SeatSet, rules, sum};

    rules! {
        pub struct Rules {
            least: u32 = 2 => Choices::number(0..=100, &["2"]),
            seats: u32 = 4 => Choices::number(0..=100, &["4"]),
            from: u32 = 0 => Choices::number(0..=100, &["0"]),
            rounds: u32 = 1 => Choices::number(0..=100, &["1"]),
            turns: u32 = 4 => Choices::number(0..=100, &["4"]),
            out: u32 = 0 => Choices::number(0..=100, &["0"]),
            joins: u32 = 0 => Choices::number(0..=100, &["0"]),
        }
    }

    impl RuleSet for Rules {
        const RULES: &'static [Rule<Self>] = Self::DECLARED;

        const ABSENT: Self = Self::STANDARD;
    }

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Countdown {
        rules: Rules,
        seats: u8,
        secrets: Vec<u32>,
        out: SeatSet,
        round: u32,
        left: u32,
        taken: u32,
        shouts: u32,
        next: Seat,
        over: bool,
        again: u64,
        #[serde(with = "sum")]
        past: Past<Seat>,
    }
}

/// The states of a short match with this stake.
fn states(stake: u32) -> Vec<Countdown> {
    let rules = Rules {
        from: 1,
        rounds: 2,
        stake,
        ..Rules::default()
    };
    let (mut game, _) = Countdown::start(&rules, 3, Seed::from_number(5));
    let mut states = vec![game.clone()];
    while game.turn() != Turn::Over {
        match (game.cue(), game.turn().awaited().iter().next()) {
            (Some(cue), _) => drop(game.elapse(cue)),
            (None, seat) => drop(game.act(seat.expect("a turn"), Action::Step)),
        }
        states.push(game.clone());
    }
    states
}

#[test]
fn a_field_and_a_house_rule_that_are_new_and_unused_change_no_digest() {
    let (without, with) = (states(0), states(1));
    assert!(without.len() > 10 && without.len() == with.len());
    for (without, with) in without.iter().zip(&with) {
        let text = serde_json::to_string(without).expect("plain");
        let before: before::Countdown = serde_json::from_str(&text).expect("nothing new in it");
        assert_eq!(Digest::of(&before), Digest::of(without), "{text}");
        let text = serde_json::to_string(&before).expect("plain");
        let mut again: Countdown = serde_json::from_str(&text).expect("what is new may be missing");
        assert!(again.past_mut().put_back(without.past().to_vec()));
        assert_eq!(&again, without, "{text}");
        assert_ne!(Digest::of(with), Digest::of(without), "{text}");
    }
}
