//! Limits of a table: settings that no game knows, listed and set like rules.
//!
//! Decides names, values and defaults. When a limit is over, the host of the tables finds out.

use serde::{Deserialize, Serialize};

use super::people::Skill;
use crate::game::{Choices, RuleEntry, RuleError, RuleSet, house_rule};

house_rule! {
    /// Whether the player whose turn it is gets mentioned.
    Ping {
        /// Once a turn.
        On = "on",
        /// Never.
        Off = "off",
    }
}

/// The limits of a table. `None` is `off`.
///
/// ```
/// use tractor_bot::game::RuleSet;
/// use tractor_bot::table::Limits;
///
/// let mut limits = Limits::default();
/// limits.set("turn_limit", "off")?;
/// assert_eq!(limits.turn_limit_s, None);
/// assert!(limits.set("turn_limit", "1").is_err(), "nobody can play that fast");
/// # Ok::<(), tractor_bot::game::RuleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Seconds for a turn; then the clock plays the lowest legal play.
    pub turn_limit_s: Option<u32>,
    /// Seconds before the end of a turn at which its player is warned.
    pub turn_warning_s: Option<u32>,
    /// Turns in a row that the clock plays before a computer takes the seat.
    pub absent_turns: Option<u32>,
    /// Minutes without anything happening before or after a match; then the table is closed.
    pub idle_limit_min: Option<u32>,
    /// Minutes without anybody doing anything after which everybody who sits at the table may end
    /// it, and not the host alone. Left out of journals while it is off, as in those that are older.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_end_min: Option<u32>,
    /// Milliseconds that computer players seem to think.
    pub computer_delay_ms: u32,
    /// Who plays for people who are away.
    pub substitute: Skill,
    /// See [`Ping`].
    pub ping: Ping,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            turn_limit_s: Some(90),
            turn_warning_s: Some(20),
            absent_turns: Some(2),
            idle_limit_min: Some(30),
            open_end_min: None,
            computer_delay_ms: 1_000,
            substitute: Skill::Heuristic,
            ping: Ping::default(),
        }
    }
}

/// Who may be set as substitute, the default first.
const SUBSTITUTES: &[&str] = &["heuristic", "greedy", "search", "lowest", "random"];

/// A limit that is a number or `off`: its name and choices.
struct Bound {
    name: &'static str,
    least: u32,
    most: u32,
    suggested: &'static [&'static str],
}

const TURN_LIMIT: Bound = Bound {
    name: "turn_limit",
    least: 5,
    most: 86_400,
    suggested: &["30", "60", "90", "180", "600", "off"],
};
const TURN_WARNING: Bound = Bound {
    name: "turn_warning",
    least: 1,
    most: 3_600,
    suggested: &["10", "20", "30", "off"],
};
const ABSENT_TURNS: Bound = Bound {
    name: "absent_turns",
    least: 1,
    most: 20,
    suggested: &["1", "2", "3", "off"],
};
const IDLE_LIMIT: Bound = Bound {
    name: "idle_limit",
    least: 1,
    most: 10_080,
    suggested: &["10", "30", "60", "240", "off"],
};
const OPEN_END: Bound = Bound {
    name: "open_end",
    least: 1,
    most: 1_440,
    suggested: &["off", "3", "10", "30"],
};
const COMPUTER_DELAY: &str = "computer_delay";
const MOST_DELAY_MS: u32 = 10_000;

impl Bound {
    const fn choices(&self) -> Choices {
        Choices::Number {
            least: self.least,
            most: self.most,
            suggested: self.suggested,
        }
    }

    fn read(&self, value: &str) -> Result<Option<u32>, RuleError> {
        if value == "off" {
            return Ok(None);
        }
        let number = value
            .parse()
            .ok()
            .filter(|n| (self.least..=self.most).contains(n));
        number
            .map(Some)
            .ok_or_else(|| bad(self.name, value, self.choices()))
    }

    fn entry(&self, value: Option<u32>, default: Option<u32>) -> RuleEntry {
        let written = |n: Option<u32>| n.map_or_else(|| "off".to_owned(), |n| n.to_string());
        RuleEntry {
            name: self.name,
            value: written(value),
            default: written(default),
            choices: self.choices(),
        }
    }
}

fn bad(name: &'static str, value: &str, choices: Choices) -> RuleError {
    RuleError::BadValue {
        name,
        value: value.to_owned(),
        choices,
    }
}

const fn delays() -> Choices {
    Choices::Number {
        least: 0,
        most: MOST_DELAY_MS / 1_000,
        suggested: &["0", "0.5", "1", "2"],
    }
}

/// Milliseconds as people write seconds: `0.5`, `2`.
fn seconds(ms: u32) -> String {
    let fraction = format!("{:03}", ms % 1_000);
    match fraction.trim_end_matches('0') {
        "" => (ms / 1_000).to_string(),
        digits => format!("{}.{digits}", ms / 1_000),
    }
}

/// Reads seconds with up to three decimals.
fn milliseconds(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 3 {
        return None;
    }
    let thousandths: u32 = format!("{fraction:0<3}").parse().ok()?;
    whole
        .parse::<u32>()
        .ok()?
        .checked_mul(1_000)?
        .checked_add(thousandths)
}

impl RuleSet for Limits {
    fn entries(&self) -> Vec<RuleEntry> {
        let standard = Self::default();
        vec![
            TURN_LIMIT.entry(self.turn_limit_s, standard.turn_limit_s),
            TURN_WARNING.entry(self.turn_warning_s, standard.turn_warning_s),
            ABSENT_TURNS.entry(self.absent_turns, standard.absent_turns),
            IDLE_LIMIT.entry(self.idle_limit_min, standard.idle_limit_min),
            OPEN_END.entry(self.open_end_min, standard.open_end_min),
            RuleEntry {
                name: COMPUTER_DELAY,
                value: seconds(self.computer_delay_ms),
                default: seconds(standard.computer_delay_ms),
                choices: delays(),
            },
            RuleEntry {
                name: "substitute",
                value: self.substitute.to_string(),
                default: standard.substitute.to_string(),
                choices: Choices::Words(SUBSTITUTES),
            },
            RuleEntry {
                name: "ping",
                value: self.ping.word().to_owned(),
                default: standard.ping.word().to_owned(),
                choices: Choices::Words(Ping::WORDS),
            },
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        let name = name.trim().to_ascii_lowercase().replace('-', "_");
        let wanted = value.trim().to_ascii_lowercase();
        match name.as_str() {
            "turn_limit" => self.turn_limit_s = TURN_LIMIT.read(&wanted)?,
            "turn_warning" => self.turn_warning_s = TURN_WARNING.read(&wanted)?,
            "absent_turns" => self.absent_turns = ABSENT_TURNS.read(&wanted)?,
            "idle_limit" => self.idle_limit_min = IDLE_LIMIT.read(&wanted)?,
            "open_end" => self.open_end_min = OPEN_END.read(&wanted)?,
            "computer_delay" => {
                self.computer_delay_ms = milliseconds(&wanted)
                    .filter(|ms| *ms <= MOST_DELAY_MS)
                    .ok_or_else(|| bad(COMPUTER_DELAY, value, delays()))?;
            }
            "substitute" => {
                let known = SUBSTITUTES.contains(&wanted.as_str());
                self.substitute = Skill::from_name(&wanted)
                    .filter(|_| known)
                    .ok_or_else(|| bad("substitute", value, Choices::Words(SUBSTITUTES)))?;
            }
            "ping" => {
                let found = Ping::ALL.iter().find(|choice| choice.word() == wanted);
                self.ping =
                    *found.ok_or_else(|| bad("ping", value, Choices::Words(Ping::WORDS)))?;
            }
            _ => return Err(RuleError::UnknownName { name }),
        }
        Ok(())
    }
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
        check("computer_delay", "0", Some("0"));
        check("computer_delay", "0.25", Some("0.25"));
        check("computer_delay", "11", None);
        check("computer_delay", ".", None);
        check("substitute", "Greedy", Some("greedy"));
        check("substitute", "level3", None);
        check("ping", "off", Some("off"));
        check("ping", "loud", None);
        check("deal_interval", "1", None);
    }

    #[test]
    fn what_older_journals_do_not_have_is_left_out_while_it_is_off() {
        let json = |limits: &Limits| serde_json::to_string(limits).expect("plain fields");
        let mut limits = Limits::default();
        assert!(!json(&limits).contains("open_end"), "{}", json(&limits));
        assert_eq!(
            serde_json::from_str::<Limits>(&json(&limits)).ok(),
            Some(limits)
        );
        limits.open_end_min = Some(3);
        assert_eq!(
            serde_json::from_str::<Limits>(&json(&limits)).ok(),
            Some(limits)
        );
    }

    #[test]
    fn every_limit_can_be_set_to_its_default_and_to_its_suggestions() {
        for entry in Limits::default().entries() {
            check(entry.name, &entry.default, Some(&entry.default));
            let suggested = match entry.choices {
                Choices::Words(words) => words,
                Choices::Number { suggested, .. } => suggested,
            };
            for value in suggested {
                check(entry.name, value, Some(value));
            }
        }
    }
}
