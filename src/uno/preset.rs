//! Known variants of UNO as named sets of house rules, and other bots' names for house rules.
//!
//! Decides what `preset` may be and which field an adopted name means. Knows nothing of play.

use super::rules::*;
use crate::game::{Choices, RuleEntry, RuleError};

impl Rules {
    /// The official rules: points of a match to 500, no stacking, bluffs can be called.
    pub const OFFICIAL: Rules = Rules {
        players: 10,
        order: Order::Random,
        decks: Decks::One,
        hand: 7,
        start_card: StartCard::Official,
        stack: Stack::None,
        draw_4_on_draw_4: Toggle::Off,
        draw_2_on_draw_4: DrawTwoOnDrawFour::No,
        wild4: Wild4::Challenge,
        bluff_test: BluffTest::Colour,
        after_call: AfterCall::Caller,
        draw: Draw::One,
        must_play: Toggle::Off,
        after_draw: AfterDraw::DrawnOnly,
        pass_without_draw: Toggle::Off,
        auto_pass: Toggle::On,
        uno_call: UnoCall::Catch,
        uno_penalty: UnoPenalty::Two,
        false_catch: Toggle::On,
        last_card: LastCard::Any,
        final_draw_counts: Toggle::On,
        end: End::FirstOut,
        score: Score::Match,
        match_to: 500,
        seven_zero: Toggle::Off,
        jump_in: Toggle::Off,
        turn_limit: 0,
        time_out: TimeOut::Draw,
        deal_wait: 10,
        leaver: Leaver::Computer,
        allow_highlight_playable_cards: Toggle::On,
    };

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

    /// All presets by name, the default first.
    pub const PRESETS: &'static [(&'static str, Rules)] = &[
        ("official", Rules::OFFICIAL),
        ("zeroxis", Rules::ZEROXIS),
        ("first2shed", Rules::FIRST2SHED),
        ("irc", Rules::IRC),
        ("party", Rules::PARTY),
    ];

    /// The name of the preset that these rules are; `None` if one of them was changed.
    ///
    /// ```
    /// use tractor_bot::game::RuleSet;
    /// use tractor_bot::uno::Rules;
    ///
    /// let mut rules = Rules::default();
    /// assert_eq!(rules.preset(), Some("official"));
    /// rules.set("preset", "party")?;
    /// assert_eq!(rules, Rules::PARTY);
    /// rules.set("hand", "5")?;
    /// assert_eq!(rules.preset(), None);
    /// # Ok::<(), tractor_bot::game::RuleError>(())
    /// ```
    pub fn preset(&self) -> Option<&'static str> {
        let found = Rules::PRESETS.iter().find(|(_, rules)| rules == self);
        found.map(|(name, _)| *name)
    }
}

/// The names of the presets, the default first.
const NAMES: &[&str] = &["official", "zeroxis", "first2shed", "irc", "party"];
/// What the listing says once a rule of a preset was changed.
const CUSTOM: &str = "custom";
/// The words of rules that other bots write as a truth.
const TRUTHS: &[&str] = &["false", "true"];
/// The words of `draw_pass_behavior`, and what they mean here.
const DRAW_PASS: &[&str] = &[
    "single_draw",
    "multiple_draws",
    "multiple_draws_disable_pass",
];

/// The preset as an entry among the rules.
pub(super) fn entry(rules: &Rules) -> RuleEntry {
    RuleEntry {
        name: "preset",
        value: rules.preset().unwrap_or(CUSTOM).to_owned(),
        default: NAMES[0].to_owned(),
        choices: Choices::Words(NAMES),
    }
}

/// The rules that uno-telegram-bot has another name for, as it names them.
pub(super) fn aliases(rules: &Rules) -> Vec<RuleEntry> {
    let now = (alias_values(rules), alias_values(&Rules::OFFICIAL));
    let names = [
        ("disable_call_bluff", TRUTHS),
        ("allow_play_non_drawn_cards", TRUTHS),
        ("allow_pass_without_draw", TRUTHS),
        ("draw_pass_behavior", DRAW_PASS),
    ];
    let values = now.0.into_iter().zip(now.1);
    let entries = names
        .into_iter()
        .zip(values)
        .map(|((name, words), (value, default))| RuleEntry {
            name,
            value: value.to_owned(),
            default: default.to_owned(),
            choices: Choices::Words(words),
        });
    entries.collect()
}

/// Their values, in the same order.
fn alias_values(rules: &Rules) -> [&'static str; 4] {
    let truth = |holds: bool| TRUTHS[usize::from(holds)];
    [
        truth(rules.wild4 != Wild4::Challenge),
        truth(rules.after_draw == AfterDraw::Any),
        truth(rules.pass_without_draw.is_on()),
        match rules.draw {
            Draw::One => DRAW_PASS[0],
            Draw::Many => DRAW_PASS[1],
            Draw::ManyNoPass => DRAW_PASS[2],
            // It has no such thing.
            Draw::UntilPlayable => Draw::UntilPlayable.word(),
        },
    ]
}

/// What a preset says about ending the table: under `irc` anybody may after three quiet minutes.
pub(super) fn limits(
    before: &Rules,
    name: &str,
    value: &str,
) -> &'static [(&'static str, &'static str)] {
    let chosen = name
        .trim()
        .eq_ignore_ascii_case("preset")
        .then(|| value.trim());
    let is = |preset: &str| chosen.is_some_and(|chosen| chosen.eq_ignore_ascii_case(preset));
    match before.preset() == Some("irc") {
        _ if is("irc") => &[("open_end", "3")],
        true if chosen.is_some() && !is(CUSTOM) => &[("open_end", "off")],
        _ => &[],
    }
}

/// Sets the preset or a rule by the name another bot has for it; `None` if `name` is neither.
/// Both texts are in lower case.
pub(super) fn set(rules: &mut Rules, name: &str, wanted: &str) -> Option<Result<(), RuleError>> {
    let bad = |name, words| {
        Some(Err(RuleError::BadValue {
            name,
            value: wanted.to_owned(),
            choices: Choices::Words(words),
        }))
    };
    let truth = match wanted {
        "true" | "on" | "yes" => Some(true),
        "false" | "off" | "no" => Some(false),
        _ => None,
    };
    match name {
        "preset" => {
            let preset = Rules::PRESETS.iter().find(|(name, _)| *name == wanted);
            match preset {
                Some((_, preset)) => *rules = *preset,
                // What the listing calls the rules as they are.
                None if wanted == CUSTOM => {}
                None => return bad("preset", NAMES),
            }
        }
        "disable_call_bluff" => match truth {
            Some(true) => rules.wild4 = Wild4::Free,
            Some(false) => rules.wild4 = Wild4::Challenge,
            None => return bad("disable_call_bluff", TRUTHS),
        },
        "allow_play_non_drawn_cards" => match truth {
            Some(true) => rules.after_draw = AfterDraw::Any,
            Some(false) => rules.after_draw = AfterDraw::DrawnOnly,
            None => return bad("allow_play_non_drawn_cards", TRUTHS),
        },
        "allow_pass_without_draw" => match truth {
            Some(true) => rules.pass_without_draw = Toggle::On,
            Some(false) => rules.pass_without_draw = Toggle::Off,
            None => return bad("allow_pass_without_draw", TRUTHS),
        },
        "draw_pass_behavior" => match wanted {
            "single_draw" => rules.draw = Draw::One,
            "multiple_draws" => rules.draw = Draw::Many,
            "multiple_draws_disable_pass" => rules.draw = Draw::ManyNoPass,
            _ => return bad("draw_pass_behavior", DRAW_PASS),
        },
        // A match may be written with its goal: `match(300)`.
        "score" => {
            let goal = wanted.strip_prefix("match(")?.strip_suffix(')')?;
            let goal = goal.parse().ok().filter(|to| (50..=5_000).contains(to));
            match goal {
                Some(to) => (rules.score, rules.match_to) = (Score::Match, to),
                None => return bad("score", Score::WORDS),
            }
        }
        _ => return None,
    }
    Some(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RuleSet as _;

    /// Sets `name` to `value` after the preset; `expected` names the rules that then differ from it.
    fn check(preset: &str, name: &str, value: &str, expected: &[(&str, &str)]) {
        let mut rules = Rules::OFFICIAL;
        rules.set("preset", preset).expect("a preset");
        let before = rules.entries();
        rules.set(name, value).expect("an adopted name");
        let after = rules.entries();
        let changed = |(old, new): &(&RuleEntry, &RuleEntry)| old != new && new.name != "preset";
        let pairs = before.iter().zip(&after).filter(changed);
        let pairs: Vec<_> = pairs
            .map(|(_, new)| (new.name, new.value.as_str()))
            .collect();
        assert_eq!(pairs, expected, "{preset} {name}={value}");
        let aliases = rules.aliases();
        if let Some(alias) = aliases.iter().find(|alias| alias.name == name) {
            assert_eq!(alias.value, value, "{name} reads back");
        }
    }

    #[test]
    fn the_names_are_those_of_the_presets() {
        let names: Vec<_> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, NAMES);
        for (name, rules) in Rules::PRESETS {
            assert_eq!(rules.preset(), Some(*name), "no two presets are equal");
        }
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
    fn the_configs_of_uno_telegram_bot_are_known_by_their_names() {
        check(
            "zeroxis",
            "draw_4_on_draw_4",
            "True",
            &[("draw_4_on_draw_4", "on")],
        );
        check(
            "zeroxis",
            "draw_2_on_draw_4",
            "true",
            &[("draw_2_on_draw_4", "true")],
        );
        let any = "true_any_color";
        check(
            "zeroxis",
            "draw_2_on_draw_4",
            any,
            &[("draw_2_on_draw_4", any)],
        );
        check(
            "zeroxis",
            "disable_call_bluff",
            "true",
            &[("wild4", "free")],
        );
        check(
            "zeroxis",
            "allow_play_non_drawn_cards",
            "true",
            &[("after_draw", "any")],
        );
        check(
            "zeroxis",
            "allow_pass_without_draw",
            "true",
            &[("pass_without_draw", "on")],
        );
        check(
            "zeroxis",
            "draw_pass_behavior",
            "multiple_draws",
            &[("draw", "many")],
        );
        let disabled = "multiple_draws_disable_pass";
        check(
            "zeroxis",
            "draw_pass_behavior",
            disabled,
            &[("draw", "many_no_pass")],
        );
        let highlight = "allow_highlight_playable_cards";
        check("zeroxis", highlight, "false", &[(highlight, "off")]);
        check("official", "score", "match(300)", &[("match_to", "300")]);
        check("irc", "preset", "custom", &[]);
    }
}
