//! House rules of tractor: every tradition the players can choose between, by its standard name.
//!
//! Decides which values there are and which is the default (the first of each enum). What a value
//! means in play is decided where it applies.

use serde::{Deserialize, Serialize};

use super::card::Rank;
use crate::game::{Choices, RuleEntry, RuleError, RuleSet, house_rule};

house_rule! {
    /// Whether a pair of jokers may be called as no-trump.
    NoTrumpCalls {
        /// A pair of small jokers overrides any suit call, a pair of big jokers that too.
        On = "on",
        /// Only suits can be called.
        Off = "off",
    }
}
house_rule! {
    /// Who becomes the dealer (庄家) of the first round.
    FirstDealer {
        /// Whoever calls first, even when overridden.
        FirstCall = "first_call",
        /// Whoever made the call that stands at the end.
        FinalCall = "final_call",
    }
}
house_rule! {
    /// What happens in a round in which nobody calls.
    NoCall {
        /// The kitty is turned over card by card and names the suit; the first round is dealt again.
        Flip = "flip",
        /// A no-trump round; the first round, still without a dealer, is dealt again.
        NoTrump = "no_trump",
        /// The round is dealt again.
        Redeal = "redeal",
    }
}
house_rule! {
    /// Whose hands can stop a throw (甩牌).
    ThrowCheckedAgainst {
        /// All three others, the partner included.
        All = "all",
        /// The two opponents alone.
        Opponents = "opponents",
    }
}
house_rule! {
    /// What a failed throw costs beyond the lead that it becomes; points go to the other side.
    ThrowPenalty {
        /// Nothing.
        None = "none",
        /// Ten points a failed throw.
        TenPerThrow = "ten_per_throw",
        /// Ten points for each card taken back.
        TenPerCard = "ten_per_card",
    }
}
house_rule! {
    /// What a tractor asks of those who follow.
    FollowTractor {
        /// Tractors as far as held, then pairs, then singles.
        TractorsFirst = "tractors_first",
        /// Pairs as far as held; they need not be consecutive.
        PairsOnly = "pairs_only",
    }
}
house_rule! {
    /// What a throw asks of those who follow.
    FollowThrow {
        /// Its units all together, relaxed unit by unit.
        Units = "units",
        /// As many pairs as its units have, as far as held.
        PairsOnly = "pairs_only",
    }
}
house_rule! {
    /// How plays on a throw are compared.
    ThrowWinner {
        /// By the best unit of the largest size alone.
        TopUnit = "top_unit",
        /// Every unit has to beat its counterpart.
        AllUnits = "all_units",
        /// By the highest card of the play.
        HighestCard = "highest_card",
    }
}
house_rule! {
    /// How often the kitty's points count when the opponents win the last trick (抠底).
    KittyMultiplier {
        /// Twice.
        Double = "double",
        /// Twice the number of cards of the largest unit of the last lead.
        BySize = "by_size",
    }
}
house_rule! {
    /// How many levels one round can bring.
    LevelCap {
        /// At most three.
        Three = "three",
        /// One more for every forty points beyond.
        Uncapped = "uncapped",
    }
}
house_rule! {
    /// Levels that cannot be jumped over but have to be won as declarers.
    Gates {
        /// The ace alone, being the last level.
        Ace = "ace",
        /// Five, ten, king and ace.
        FiveTenKingAce = "five_ten_king_ace",
    }
}
house_rule! {
    /// What it takes to win the match at the last level.
    AfterAce {
        /// Winning the round at the last level as declarers.
        Win = "win",
        /// After that, winning one more round, played without trump suit, as declarers.
        NoTrumpRound = "no_trump_round",
    }
}

/// The longest time between two dealt cards, in milliseconds.
pub const MAX_DEAL_INTERVAL_MS: u32 = 5_000;
/// The longest call window, in seconds.
pub const MAX_CALL_WINDOW_S: u32 = 120;

/// The most redeals in a row before the deal waits.
pub const MAX_REDEALS: u8 = 20;

/// The house rules of a match. The default is the standard game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Milliseconds between two dealt cards, 0–5,000; 0 deals at once.
    pub deal_interval_ms: u32,
    /// Seconds in which calls are still taken after the last card, 0–120.
    pub call_window_s: u32,
    /// See [`NoTrumpCalls`].
    pub no_trump_calls: NoTrumpCalls,
    /// See [`FirstDealer`].
    pub first_dealer: FirstDealer,
    /// See [`NoCall`].
    pub no_call: NoCall,
    /// How many times in a row a round is dealt again by itself, 0–20; then the deal waits for a
    /// person. 0 is without end, as in journals from before there was this rule.
    #[serde(default = "without_end", skip_serializing_if = "is_without_end")]
    pub redeal_limit: u8,
    /// See [`ThrowCheckedAgainst`].
    pub throw_checked_against: ThrowCheckedAgainst,
    /// See [`ThrowPenalty`].
    pub throw_penalty: ThrowPenalty,
    /// See [`FollowTractor`].
    pub follow_tractor: FollowTractor,
    /// See [`FollowThrow`].
    pub follow_throw: FollowThrow,
    /// See [`ThrowWinner`].
    pub throw_winner: ThrowWinner,
    /// See [`KittyMultiplier`].
    pub kitty_multiplier: KittyMultiplier,
    /// See [`LevelCap`].
    pub level_cap: LevelCap,
    /// See [`Gates`].
    pub gates: Gates,
    /// See [`AfterAce`].
    pub after_ace: AfterAce,
    /// The level at which both teams start.
    pub start_level: Rank,
    /// The last level: it is won like the ace is.
    pub match_to: Rank,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            deal_interval_ms: 500,
            call_window_s: 15,
            no_trump_calls: NoTrumpCalls::default(),
            first_dealer: FirstDealer::default(),
            no_call: NoCall::default(),
            redeal_limit: 3,
            throw_checked_against: ThrowCheckedAgainst::default(),
            throw_penalty: ThrowPenalty::default(),
            follow_tractor: FollowTractor::default(),
            follow_throw: FollowThrow::default(),
            throw_winner: ThrowWinner::default(),
            kitty_multiplier: KittyMultiplier::default(),
            level_cap: LevelCap::default(),
            gates: Gates::default(),
            after_ace: AfterAce::default(),
            start_level: Rank::TWO,
            match_to: Rank::ACE,
        }
    }
}

const fn without_end() -> u8 {
    0
}

const fn is_without_end(limit: &u8) -> bool {
    *limit == 0
}

/// Levels as written in commands, the usual first level first.
const LEVELS: &[&str] = &[
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];
/// The same with the usual last level first.
const LAST_LEVELS: &[&str] = &[
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];

/// The rules that are words: name, field and type. One list serves listing and setting.
macro_rules! for_each_word_rule {
    ($apply:ident) => {
        $apply! {
            no_trump_calls: NoTrumpCalls,
            first_dealer: FirstDealer,
            no_call: NoCall,
            throw_checked_against: ThrowCheckedAgainst,
            throw_penalty: ThrowPenalty,
            follow_tractor: FollowTractor,
            follow_throw: FollowThrow,
            throw_winner: ThrowWinner,
            kitty_multiplier: KittyMultiplier,
            level_cap: LevelCap,
            gates: Gates,
            after_ace: AfterAce,
        }
    };
}

impl RuleSet for Rules {
    fn entries(&self) -> Vec<RuleEntry> {
        let standard = Rules::default();
        let mut entries = vec![
            RuleEntry {
                name: "deal_interval",
                value: seconds(self.deal_interval_ms),
                default: seconds(standard.deal_interval_ms),
                choices: deal_intervals(),
            },
            RuleEntry {
                name: "call_window",
                value: self.call_window_s.to_string(),
                default: standard.call_window_s.to_string(),
                choices: call_windows(),
            },
            RuleEntry {
                name: "redeal_limit",
                value: self.redeal_limit.to_string(),
                default: standard.redeal_limit.to_string(),
                choices: redeal_limits(),
            },
        ];
        macro_rules! list {
            ($($field:ident: $kind:ident),+ $(,)?) => {
                $(entries.push(RuleEntry {
                    name: stringify!($field),
                    value: self.$field.word().to_owned(),
                    default: $kind::default().word().to_owned(),
                    choices: Choices::Words($kind::WORDS),
                });)+
            };
        }
        for_each_word_rule!(list);
        for (name, level, usual, words) in [
            ("start_level", self.start_level, Rank::TWO, LEVELS),
            ("match_to", self.match_to, Rank::ACE, LAST_LEVELS),
        ] {
            entries.push(RuleEntry {
                name,
                value: level.to_string(),
                default: usual.to_string(),
                choices: Choices::Words(words),
            });
        }
        entries
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        let name = name.trim().to_ascii_lowercase().replace('-', "_");
        let value = value.trim();
        let bad = |name, choices| RuleError::BadValue {
            name,
            value: value.to_owned(),
            choices,
        };
        macro_rules! assign {
            ($($field:ident: $kind:ident),+ $(,)?) => {
                $(if name == stringify!($field) {
                    let wanted = value.to_ascii_lowercase().replace('-', "_");
                    let found = $kind::ALL.iter().find(|choice| choice.word() == wanted);
                    self.$field = *found.ok_or_else(|| bad(stringify!($field), Choices::Words($kind::WORDS)))?;
                    return Ok(());
                })+
            };
        }
        for_each_word_rule!(assign);
        match name.as_str() {
            "deal_interval" => {
                let wanted = milliseconds(value).filter(|ms| *ms <= MAX_DEAL_INTERVAL_MS);
                self.deal_interval_ms =
                    wanted.ok_or_else(|| bad("deal_interval", deal_intervals()))?;
            }
            "call_window" => {
                let wanted = value.trim_end_matches(['s', 'S']).trim().parse().ok();
                self.call_window_s = wanted
                    .filter(|seconds| *seconds <= MAX_CALL_WINDOW_S)
                    .ok_or_else(|| bad("call_window", call_windows()))?;
            }
            "redeal_limit" => {
                let wanted = value.parse().ok().filter(|times| *times <= MAX_REDEALS);
                self.redeal_limit = wanted.ok_or_else(|| bad("redeal_limit", redeal_limits()))?;
            }
            "start_level" => {
                let level = value.parse().ok().filter(|level| *level <= self.match_to);
                self.start_level =
                    level.ok_or_else(|| bad("start_level", Choices::Words(LEVELS)))?;
            }
            "match_to" => {
                let level = value
                    .parse()
                    .ok()
                    .filter(|level| *level >= self.start_level);
                self.match_to =
                    level.ok_or_else(|| bad("match_to", Choices::Words(LAST_LEVELS)))?;
            }
            _ => return Err(RuleError::UnknownName { name }),
        }
        Ok(())
    }
}

fn deal_intervals() -> Choices {
    Choices::Number {
        least: 0,
        most: MAX_DEAL_INTERVAL_MS / 1_000,
        suggested: &["0", "0.2", "0.5", "1", "2"],
    }
}

fn redeal_limits() -> Choices {
    Choices::Number {
        least: 0,
        most: MAX_REDEALS.into(),
        suggested: &["3", "1", "5", "10", "0"],
    }
}

fn call_windows() -> Choices {
    Choices::Number {
        least: 0,
        most: MAX_CALL_WINDOW_S,
        suggested: &["5", "10", "15", "30", "60"],
    }
}

/// Milliseconds as people write seconds: `0.5`, `2`.
fn seconds(ms: u32) -> String {
    let text = format!("{}.{:03}", ms / 1_000, ms % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads seconds with up to three decimals, an `s` behind them or not.
fn milliseconds(text: &str) -> Option<u32> {
    let text = text.trim_end_matches(['s', 'S']).trim();
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || decimals.len() > 3 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let fraction: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole
        .parse::<u32>()
        .ok()?
        .checked_mul(1_000)?
        .checked_add(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_value_can_be_set_and_reads_back() {
        for entry in Rules::default().entries() {
            assert_eq!(entry.value, entry.default);
            let values = match &entry.choices {
                Choices::Words(words) => *words,
                Choices::Number { suggested, .. } => suggested,
            };
            for value in values {
                let mut rules = Rules::default();
                rules.set(entry.name, value).expect("a listed value");
                let now = rules
                    .entries()
                    .into_iter()
                    .find(|other| other.name == entry.name);
                assert_eq!(now.expect("still listed").value, *value);
            }
        }
    }

    #[test]
    fn rules_of_older_journals_deal_again_without_end_and_are_written_as_they_were() {
        let older: Rules = serde_json::from_str("{}").expect("the rest is standard");
        assert_eq!(older.redeal_limit, 0);
        let json = serde_json::to_string(&older).expect("plain fields");
        assert!(!json.contains("redeal_limit"), "{json}");
        let json = serde_json::to_string(&Rules::default()).expect("plain fields");
        assert_eq!(
            serde_json::from_str::<Rules>(&json).ok(),
            Some(Rules::default())
        );
    }

    #[test]
    fn wrong_names_and_values_change_nothing() {
        let mut rules = Rules::default();
        for (name, value) in [
            ("no_such_rule", "on"),
            ("throw_winner", "nobody"),
            ("deal_interval", "6"),
            ("deal_interval", "-1"),
            ("deal_interval", "0.1234"),
            ("call_window", "1000"),
            ("redeal_limit", "21"),
            ("start_level", "1"),
        ] {
            assert!(rules.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(rules, Rules::default());
        rules.set("start_level", "10").expect("a level");
        assert!(
            rules.set("match_to", "9").is_err(),
            "the last level below the first"
        );
    }
}
