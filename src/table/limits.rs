//! How patient a table is: settings of the table that no game knows, listed and set like rules.
//!
//! Decides names, values and defaults. When a limit is over, the host of the tables finds out.

use crate::game::{Choices, Rule, RuleSet, RuleUnit, RuleValue, rules};
use crate::table::people::Skill;

rules! {
    /// The limits of a table. `None` is `off`.
    pub struct Limits {
        /// Seconds for a turn; then the clock plays the lowest legal play.
        turn_limit_s ("turn_limit"): Option<u32> = Some(90)
            => Choices::number(5..=86_400, &["30", "60", "90", "180", "600", "off"]),
        /// Seconds before the end of a turn at which its player is warned.
        turn_warning_s ("turn_warning"): Option<u32> = Some(20)
            => Choices::number(1..=3_600, &["10", "20", "30", "off"]),
        /// Turns in a row that the clock plays before a computer takes the seat.
        absent_turns: Option<u32> = Some(2) => Choices::number(1..=20, &["1", "2", "3", "off"]),
        /// Minutes without anything happening before or after a match; then the table is closed.
        idle_limit_min ("idle_limit"): Option<u32> = Some(30)
            => Choices::number(1..=10_080, &["10", "30", "60", "240", "off"]),
        /// Minutes without anybody doing anything after which everybody who sits at the table may
        /// end it, and not the host alone.
        open_end_min ("open_end"): Option<u32> = None
            => Choices::number(1..=1_440, &["off", "3", "10", "30"]),
        /// Minutes for which a seat that was left in a match is kept for the person who left it.
        seat_kept_min ("seat_kept"): Option<u32> = Some(10)
            => Choices::number(1..=1_440, &["10", "3", "30", "off"]),
        /// Whether the others are asked about what touches their match: other limits in the middle of a
        /// round, a kick, somebody new on a seat.
        consent: Consent {
            /// They are asked.
            On = "on",
            /// The host alone decides.
            Off = "off",
        },
        /// Whether somebody new may sit down, or come in with the next round of a match.
        entry: Entry {
            /// Everybody may sit down before a match.
            Open = "open",
            /// The host is asked.
            Ask = "ask",
            /// Nobody new may.
            Closed = "closed",
        },
        /// Minutes that each player has in a match beyond the free seconds of a turn
        /// ([`FREE_TURN_S`]); then the clock plays after those.
        bank_min ("bank"): Option<u32> = None
            => Choices::number(1..=240, &["off", "5", "10", "20"]),
        /// Milliseconds that computer players seem to think.
        computer_delay_ms ("computer_delay"): u32 = 1_000
            => Choices::within(0..=10, RuleUnit::Milliseconds, &["0", "0.5", "1", "2"]),
        /// Who plays for people who are away.
        substitute: Skill = Skill::Heuristic
            => Choices::Words(&["heuristic", "greedy", "search", "lowest", "random"]),
        /// Whether the player whose turn it is gets mentioned.
        ping: Ping {
            /// Once a turn.
            On = "on",
            /// Never.
            Off = "off",
        },
        /// How many votes end a match without a result.
        reset_votes: ResetVotes {
            /// Three, or everybody where fewer people sit, and always more than half of the people.
            Most = "most",
            /// Three, or everybody where fewer people sit; so it was before.
            Three = "three",
        },
    }
}

/// Seconds of each turn that take nothing out of a time bank.
pub const FREE_TURN_S: u32 = 15;

impl Limits {
    /// The seconds in a player's time bank at the start of a match, if there are banks.
    pub fn bank_s(&self) -> Option<u32> {
        self.bank_min.map(|minutes| minutes.saturating_mul(60))
    }

    /// The most seconds that a turn takes, whatever is in a bank; `None` if turns have no limit.
    pub fn longest_turn_s(&self) -> Option<u32> {
        let with_bank = || self.bank_s().map(|bank| bank.saturating_add(FREE_TURN_S));
        self.turn_limit_s.or_else(with_bank)
    }
}

impl ResetVotes {
    /// The votes needed while `people` persons sit at the table.
    pub fn needed(self, people: usize) -> usize {
        let three = people.clamp(1, 3);
        match self {
            ResetVotes::Most => three.max(people / 2 + 1),
            ResetVotes::Three => three,
        }
    }
}

impl RuleValue for Skill {
    fn read(text: &str, choices: Choices) -> Option<Self> {
        Self::from_name(text).filter(|_| choices.offered().contains(&text))
    }

    fn write(self, _: Choices) -> String {
        self.to_string()
    }
}

impl RuleSet for Limits {
    const RULES: &'static [Rule<Self>] = Self::DECLARED;

    const ABSENT: Self = Self::STANDARD;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets `name` to `value`; it then has to read as `expected`, `None` being a refusal.
    fn check(name: &str, value: &str, expected: Option<&str>) {
        let mut limits = Limits::default();
        let set = limits.set(name, value);
        let entry = limits.entries().into_iter().find(|e| e.name == name);
        match expected {
            Some(text) => {
                assert_eq!(set, Ok(()));
                assert_eq!(
                    entry.map(|e| e.value).as_deref(),
                    Some(text),
                    "{name} {value}"
                );
            }
            None => {
                assert!(set.is_err(), "{name} {value}");
                assert_eq!(limits, Limits::default(), "{name} {value}");
            }
        }
    }

    #[test]
    fn limits_are_set_like_rules() {
        check("turn_limit", "60", Some("60"));
        check("turn_limit", " OFF ", Some("off"));
        check("turn_limit", "4", None);
        check("turn_limit", "-5", None);
        check("turn_limit", "soon", None);
        check("turn_warning", "off", Some("off"));
        check("absent_turns", "1", Some("1"));
        check("absent_turns", "0", None);
        check("idle_limit", "240", Some("240"));
        check("open_end", "3", Some("3"));
        check("open_end", "0", None);
        check("bank", "5", Some("5"));
        check("bank", "0", None);
        check("computer_delay", "0", Some("0"));
        check("computer_delay", "0.25", Some("0.25"));
        check("computer_delay", "11", None);
        check("computer_delay", ".", None);
        check("substitute", "Greedy", Some("greedy"));
        check("substitute", "level3", None);
        check("ping", "off", Some("off"));
        check("ping", "loud", None);
        check("reset_votes", "Three", Some("three"));
        check("reset_votes", "4", None);
        check("deal_interval", "1", None);
    }

    #[test]
    fn a_reset_takes_three_votes_and_more_than_half_of_the_people() {
        let needed = |votes: ResetVotes| (0..=10).map(move |people| votes.needed(people));
        let three: Vec<_> = needed(ResetVotes::Three).collect();
        assert_eq!(three, [1, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
        let most: Vec<_> = needed(ResetVotes::Most).collect();
        assert_eq!(most, [1, 1, 2, 3, 3, 3, 4, 4, 5, 5, 6]);
    }
}
