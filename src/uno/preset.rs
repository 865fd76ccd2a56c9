//! Known variants of UNO as named sets of house rules, and other bots' names for house rules.
//!
//! Decides what `preset` may be and which rule an adopted name means. Knows nothing of play.

use super::rules::*;
use crate::game::{
    Alias, CUSTOM, Rule, RuleError, RuleSet, groups_of, preset_names, preset_rule, set_rule,
};

impl Rules {
    /// The official rules: points of a match to 500, no stacking, bluffs can be called.
    pub const OFFICIAL: Rules = Rules::STANDARD;

    /// As uno-telegram-bot plays: draws add up, the player passes by hand, the first one out wins.
    pub const ZEROXIS: Rules = Rules {
        start_card: StartCard::NoWild,
        stack: Stack::Zeroxis,
        bluff_test: BluffTest::AnyPlayable,
        after_call: AfterCall::Next,
        auto_pass: Toggle::Off,
        uno_call: UnoCall::Automatic,
        final_draw_counts: Toggle::Off,
        score: Score::None,
        ..Rules::OFFICIAL
    };

    /// As First2Shed plays: draw at most once, then lay any card or pass.
    pub const FIRST2SHED: Rules = Rules {
        start_card: StartCard::NoWild,
        wild4: Wild4::Free,
        after_draw: AfterDraw::Any,
        auto_pass: Toggle::Off,
        uno_call: UnoCall::Off,
        final_draw_counts: Toggle::Off,
        score: Score::None,
        ..Rules::OFFICIAL
    };

    /// As the IRC bots phenny and jenni play: no bluffs, two decks above four players, one round
    /// for points.
    pub const IRC: Rules = Rules {
        decks: Decks::TwoAboveFour,
        start_card: StartCard::NumbersOnly,
        wild4: Wild4::Enforced,
        after_draw: AfterDraw::Any,
        auto_pass: Toggle::Off,
        uno_call: UnoCall::Off,
        score: Score::Round,
        ..Rules::OFFICIAL
    };

    /// A lively game: all draw cards add up, sevens and zeros move hands, equal cards may be laid
    /// out of turn, and one draws until a card can be laid.
    pub const PARTY: Rules = Rules {
        stack: Stack::Cross,
        draw: Draw::UntilPlayable,
        seven_zero: Toggle::On,
        jump_in: Toggle::On,
        ..Rules::OFFICIAL
    };
}

/// The names of the presets, the default first.
const NAMES: [&str; Rules::PRESETS.len()] = preset_names(Rules::PRESETS);
const CHOICE: Rule<Rules> = preset_rule(&NAMES);
/// The words of rules that other bots write as a truth.
const TRUTHS: &[&str] = &["false", "true"];

impl RuleSet for Rules {
    const RULES: &'static [Rule<Self>] = Self::DECLARED;

    const ABSENT: Self = Self::STANDARD;

    /// All presets by name, the default first.
    ///
    /// ```
    /// use engine::game::RuleSet;
    /// use engine::uno::Rules;
    ///
    /// let mut rules = Rules::default();
    /// assert_eq!(rules.preset(), Some("official"));
    /// rules.set("preset", "party")?;
    /// assert_eq!(rules, Rules::PARTY);
    /// rules.set("hand", "5")?;
    /// assert_eq!(rules.preset(), None);
    /// # Ok::<(), engine::game::RuleError>(())
    /// ```
    const PRESETS: &'static [(&'static str, Self)] = &[
        ("official", Rules::OFFICIAL),
        ("zeroxis", Rules::ZEROXIS),
        ("first2shed", Rules::FIRST2SHED),
        ("irc", Rules::IRC),
        ("party", Rules::PARTY),
    ];

    const PRESET: Option<&'static Rule<Self>> = Some(&CHOICE);

    /// Which hands count stays as it is: none of the presets plays for places.
    fn of_preset(&self, preset: &Self) -> Self {
        Self {
            counted: self.counted,
            ..*preset
        }
    }

    /// The rules that uno-telegram-bot has another name for, as it names them.
    const ALIASES: &'static [Alias] = &[
        Alias {
            name: "disable_call_bluff",
            rule: "wild4",
            words: TRUTHS,
            meanings: &[
                ("false", "challenge"),
                ("true", "free"),
                ("true", "enforced"),
            ],
        },
        Alias {
            name: "allow_play_non_drawn_cards",
            rule: "after_draw",
            words: TRUTHS,
            meanings: &[("false", "drawn_only"), ("true", "any")],
        },
        Alias {
            name: "allow_pass_without_draw",
            rule: "pass_without_draw",
            words: TRUTHS,
            meanings: &[("false", "off"), ("true", "on")],
        },
        Alias {
            name: "draw_pass_behavior",
            rule: "draw",
            words: &[
                "single_draw",
                "multiple_draws",
                "multiple_draws_disable_pass",
            ],
            meanings: &[
                ("single_draw", "one"),
                ("multiple_draws", "many"),
                ("multiple_draws_disable_pass", "many_no_pass"),
            ],
        },
    ];

    /// The last group has the names of uno-telegram-bot, among them those that are ours as well.
    fn groups() -> Vec<(&'static str, Vec<&'static str>)> {
        let mut groups = groups_of::<Self>();
        let aliases = Self::ALIASES.iter().map(|alias| alias.name);
        let same = ["draw_4_on_draw_4", "draw_2_on_draw_4"].into_iter();
        let telegram = same
            .chain(aliases)
            .chain(["allow_highlight_playable_cards"]);
        groups.push(("telegram", telegram.collect()));
        groups
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        // A match may be written with its goal: `match(300)`.
        let written = value.trim().to_ascii_lowercase();
        let goal = written
            .strip_prefix("match(")
            .and_then(|rest| rest.strip_suffix(')'));
        let Some(goal) = goal.filter(|_| name.trim().eq_ignore_ascii_case("score")) else {
            return set_rule(self, name, value);
        };
        set_rule(self, "match_to", goal)?;
        set_rule(self, "score", "match")
    }

    /// What a preset says about ending the table: under `irc` anybody may after three quiet minutes.
    fn limits_with(&self, name: &str, value: &str) -> &'static [(&'static str, &'static str)] {
        let chosen = Some(value.trim()).filter(|_| name.trim().eq_ignore_ascii_case("preset"));
        let is = |preset: &str| chosen.is_some_and(|chosen| chosen.eq_ignore_ascii_case(preset));
        match self.preset() == Some("irc") {
            _ if is("irc") => &[("open_end", "3")],
            true if chosen.is_some() && !is(CUSTOM) => &[("open_end", "off")],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{RuleEntry, cases};

    /// Sets a name to a value after a preset, and names the rules that then differ from it.
    fn check(case: &[&str]) {
        let [preset, name, value, expected] = case else {
            panic!("{case:?}");
        };
        let mut rules = Rules::OFFICIAL.with(&[("preset", *preset)]);
        let before = rules.entries();
        rules.set(name, value).expect("an adopted name");
        let after = rules.entries();
        let changed = |(old, new): &(&RuleEntry, &RuleEntry)| old != new && new.name != "preset";
        let pairs = before.iter().zip(&after).filter(changed);
        let pairs = pairs.map(|(_, new)| format!("{}={}", new.name, new.value));
        assert_eq!(pairs.collect::<Vec<_>>().join(" "), *expected, "{case:?}");
        let aliases = rules.aliases();
        if let Some(alias) = aliases.iter().find(|alias| alias.name == *name) {
            assert_eq!(alias.value, *value, "{name} reads back");
        }
    }

    cases::sections! {
        include_str!("../../fixtures/uno/presets.cases"), cases::each(check);
        the_configs_of_uno_telegram_bot_are_known_by_their_names
    }

    #[test]
    fn no_two_presets_are_equal() {
        for (name, rules) in Rules::PRESETS {
            assert_eq!(rules.preset(), Some(*name));
        }
    }

    #[test]
    fn which_hands_count_makes_a_preset_another_one_only_where_places_are_played_for() {
        let mut rules = Rules::IRC;
        rules.set("counted", "round_end").expect("a rule");
        assert_eq!(rules.preset(), Some("irc"));
        rules.set("end", "places").expect("a rule");
        assert_eq!(rules.preset(), None);
        rules.set("preset", "party").expect("a preset");
        assert_eq!(
            (rules.preset(), rules.counted),
            (Some("party"), Counted::RoundEnd)
        );
    }

    #[test]
    fn under_irc_anybody_may_end_a_quiet_table() {
        let check = |before: &Rules, value: &str, expected: &[(&str, &str)]| {
            assert_eq!(before.limits_with("preset", value), expected, "{value}");
        };
        check(&Rules::OFFICIAL, "IRC", &[("open_end", "3")]);
        check(&Rules::OFFICIAL, "party", &[]);
        check(&Rules::IRC, "party", &[("open_end", "off")]);
        check(&Rules::IRC, "custom", &[]);
        assert!(Rules::IRC.limits_with("hand", "irc").is_empty());
    }

    #[test]
    fn a_goal_out_of_range_is_refused_with_the_match() {
        let mut rules = Rules::IRC;
        assert!(rules.set("score", "match(7)").is_err());
        assert_eq!(rules, Rules::IRC);
    }

    #[test]
    fn rules_read_back_from_json_even_when_some_are_missing() {
        let few: Rules = serde_json::from_str(r#"{"hand":5}"#).expect("the rest is official");
        let hand = 5;
        assert_eq!(
            few,
            Rules {
                hand,
                ..Rules::OFFICIAL
            }
        );
    }
}
