//! Ways of playing tractor as named sets of house rules.
//!
//! Decides what `preset` may be, what is left to every table beside it, and which rules cannot go
//! together. Knows nothing of play. Sources: "Presets" in `rules.md`.

use super::card::Rank;
use super::rules::*;
use crate::game::{Rule, RuleSet, preset_names, preset_rule};

/// All presets by name, the default first.
const PRESETS: &[(&str, Rules)] = &[
    ("standard", Rules::STANDARD),
    ("short", SHORT),
    ("rbtying", RBTYING),
    ("playtractor", PLAYTRACTOR),
    ("changzhu", CHANGZHU),
    ("shanghai", SHANGHAI),
    ("contest", CONTEST),
    ("shuangkou", SHUANGKOU),
];

/// As far as level 6.
const SHORT: Rules = Rules {
    match_to: Rank::SIX,
    ..Rules::STANDARD
};

/// What shengji by rbtying plays unless somebody changes it, as far as there are rules for it here.
const RBTYING: Rules = Rules {
    first_dealer: FirstDealer::FinalCall,
    no_call: NoCall::FirstCard,
    throw_winner: ThrowWinner::AllUnits,
    kitty_multiplier: KittyMultiplier::BySize,
    level_cap: LevelCap::Uncapped,
    kitty_shown: KittyShown::Never,
    ..Rules::STANDARD
};

/// As playtractor.com has it: after the ace comes a round without a trump suit.
const PLAYTRACTOR: Rules = Rules {
    after_ace: AfterAce::NoTrumpRound,
    ..Rules::STANDARD
};

/// Double upgrade (双升) with permanent twos.
const CHANGZHU: Rules = Rules {
    permanent_trumps: PermanentTrumps::Twos,
    no_call: NoCall::NoTrump,
    ..Rules::STANDARD
};

/// As 80fen by Channon Tian writes down the rules of Shanghai.
const SHANGHAI: Rules = Rules {
    first_dealer: FirstDealer::FinalCall,
    no_call: NoCall::NoTrump,
    own_call: OwnCall::Raise,
    follow_throw: FollowThrow::PairsOnly,
    throw_winner: ThrowWinner::HighestCard,
    kitty_multiplier: KittyMultiplier::BySize,
    level_cap: LevelCap::Uncapped,
    gates: Gates::FiveTenKingAce,
    ..Rules::STANDARD
};

/// Rules of contests (双升比赛).
const CONTEST: Rules = Rules {
    first_dealer: FirstDealer::FinalCall,
    call_order: CallOrder::HigherSuit,
    throw_penalty: ThrowPenalty::TenPerCard,
    kitty_multiplier: KittyMultiplier::BySize,
    kitty_overcalls: KittyOvercalls::On,
    jack: Jack::Any,
    ..Rules::STANDARD
};

/// Double digging (双抠): from level 3, with permanent twos.
const SHUANGKOU: Rules = Rules {
    first_dealer: FirstDealer::FinalCall,
    throw_penalty: ThrowPenalty::TenPerCard,
    permanent_trumps: PermanentTrumps::Twos,
    gates: Gates::FiveTenKingAce,
    start_level: Rank::THREE,
    jack: Jack::Any,
    ..Rules::STANDARD
};

const NAMES: [&str; PRESETS.len()] = preset_names(PRESETS);
const CHOICE: Rule<Rules> = preset_rule(&NAMES);

impl RuleSet for Rules {
    const RULES: &'static [Rule<Self>] = Self::DECLARED;

    const ABSENT: Self = Self::STANDARD;

    const PRESETS: &'static [(&'static str, Self)] = PRESETS;

    const PRESET: Option<&'static Rule<Self>> = Some(&CHOICE);

    fn draws_seats(&self) -> bool {
        self.seating == Seating::Drawn
    }

    /// The pace, the seats and what may be taken back are for every table to say.
    fn of_preset(&self, preset: &Self) -> Self {
        Self {
            deal_interval_ms: self.deal_interval_ms,
            call_window_s: self.call_window_s,
            redeal_limit: self.redeal_limit,
            who_deals: self.who_deals,
            seating: self.seating,
            call_take_back: self.call_take_back,
            take_back: self.take_back,
            forced_plays: self.forced_plays,
            ..*preset
        }
    }

    fn clash(&self) -> Option<[&'static str; 2]> {
        if self.level_from(self.match_to) != self.match_to {
            return Some(["match_to", "permanent_levels"]);
        }
        // Nobody calls in the round after the last level, and who took the deal could win without it.
        if self.next_dealer != NextDealer::Winners && self.after_ace == AfterAce::NoTrumpRound {
            return Some(["next_dealer", "after_ace"]);
        }
        let [first, other] = self.start_levels().map(|level| level > self.match_to);
        match first {
            true => Some(["start_level", "match_to"]),
            false => other.then_some(["start_level_we", "match_to"]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RuleError;

    #[test]
    fn no_two_presets_are_equal() {
        for (name, rules) in PRESETS {
            assert_eq!(rules.preset(), Some(*name));
        }
    }

    #[test]
    fn a_caller_does_not_deal_where_a_match_ends_with_a_round_without_calls() {
        let check = |first: (&str, &str), second: (&str, &str)| {
            let mut rules = Rules::STANDARD.with(&[first]);
            let before = rules;
            let refused = rules.set(second.0, second.1);
            let Err(RuleError::Clash { name, other, .. }) = refused else {
                panic!("{first:?} {second:?}: {refused:?}");
            };
            assert_eq!(((name, other), rules), ((second.0, first.0), before));
        };
        let no_trump_round = ("after_ace", "no_trump_round");
        for value in ["first_call", "final_call"] {
            check(("next_dealer", value), no_trump_round);
            check(no_trump_round, ("next_dealer", value));
            let mut rules = Rules::STANDARD.with(&[("next_dealer", value)]);
            rules.set("preset", "playtractor").expect("it sets both");
            assert_eq!(rules.next_dealer, NextDealer::Winners);
        }
    }

    #[test]
    fn a_preset_leaves_the_pace_to_the_table() {
        let mut rules = Rules::STANDARD;
        rules.set("deal_interval", "0").expect("a pace");
        assert_eq!(rules.preset(), Some("standard"));
        rules.set("preset", "rbtying").expect("a preset");
        assert_eq!(
            (rules.preset(), rules.deal_interval_ms),
            (Some("rbtying"), 0)
        );
        assert_eq!(rules.kitty_multiplier, KittyMultiplier::BySize);
        rules.set("jack", "single").expect("a rule");
        assert_eq!(rules.preset(), None);
        rules.set("preset", "custom").expect("as the listing says");
        assert_eq!(rules.jack, Jack::Single);
    }
}
