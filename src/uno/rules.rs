//! House rules of UNO: every tradition the players can choose between, by its standard name.
//!
//! Decides which values there are. Which of them make up a known variant is in `preset`;
//! what a value means in play is decided where it applies. The first word of each rule is the
//! official one.

use serde::{Deserialize, Serialize};

use crate::game::{Choices, RuleEntry, RuleError, RuleSet, house_rule};

house_rule! {
    /// In which order the players sit.
    Order {
        /// The seed decides before the first round.
        Random = "random",
        /// As they took their seats.
        Seats = "seats",
    }
}
house_rule! {
    /// How many decks of 108 are shuffled together.
    Decks {
        /// One.
        One = "1",
        /// Two.
        Two = "2",
        /// Three.
        Three = "3",
        /// Four.
        Four = "4",
        /// Five.
        Five = "5",
        /// Six.
        Six = "6",
        /// Seven.
        Seven = "7",
        /// Eight.
        Eight = "8",
        /// One, and two above four players.
        TwoAboveFour = "two_above_four",
    }
}
house_rule! {
    /// Which cards may be turned over to start with; others go back into the draw pile.
    StartCard {
        /// All but Wild Draw Four.
        Official = "official",
        /// No Wild either.
        NoWild = "no_wild",
        /// Numbers alone.
        NumbersOnly = "numbers_only",
    }
}
house_rule! {
    /// What may be laid on a Draw Two or Wild Draw Four to hand on the sum.
    Stack {
        /// Nothing: it is drawn at once.
        None = "none",
        /// Draw Two on Draw Two, Wild Draw Four on Wild Draw Four.
        SameKind = "same_kind",
        /// Both on a Draw Two; on a Wild Draw Four what the two `draw_…_on_draw_4` rules allow.
        Zeroxis = "zeroxis",
        /// Both on both, in any colour.
        Cross = "cross",
    }
}
house_rule! {
    /// Whether a Draw Two may be laid on a Wild Draw Four under `stack=zeroxis`.
    DrawTwoOnDrawFour {
        /// It may not.
        No = "false",
        /// In the colour that was named.
        NamedColor = "true",
        /// In any colour.
        AnyColor = "true_any_color",
    }
}
house_rule! {
    /// When a Wild Draw Four may be laid.
    Wild4 {
        /// Always, but the next player may call the bluff.
        Challenge = "challenge",
        /// Only when it is no bluff.
        Enforced = "enforced",
        /// Always.
        Free = "free",
    }
}
house_rule! {
    /// What makes a Wild Draw Four a bluff.
    BluffTest {
        /// Holding a card of the current colour.
        Colour = "colour",
        /// Having anything else to lay.
        AnyPlayable = "any_playable",
    }
}
house_rule! {
    /// Who plays after a bluff was called rightly.
    AfterCall {
        /// The caller takes a normal turn.
        Caller = "caller",
        /// The next player: calling was the caller's turn.
        Next = "next",
    }
}
house_rule! {
    /// How many cards are drawn instead of laying one.
    Draw {
        /// One.
        One = "one",
        /// One at a time, as often as one likes.
        Many = "many",
        /// One at a time, until a card is laid; passing is for when nothing is left to draw.
        ManyNoPass = "many_no_pass",
        /// All at once until one can be laid.
        UntilPlayable = "until_playable",
    }
}
house_rule! {
    /// What may be laid after drawing.
    AfterDraw {
        /// The card just drawn.
        DrawnOnly = "drawn_only",
        /// Any card.
        Any = "any",
    }
}
house_rule! {
    /// What saying UNO is about.
    UnoCall {
        /// Who forgets it and is caught draws.
        Catch = "catch",
        /// It is said by itself.
        Automatic = "automatic",
        /// Nobody says it.
        Off = "off",
    }
}
house_rule! {
    /// How many cards a forgotten UNO costs.
    UnoPenalty {
        /// Two.
        Two = "2",
        /// Four.
        Four = "4",
    }
}
house_rule! {
    /// What the last card may be.
    LastCard {
        /// Any card.
        Any = "any",
        /// No wild card.
        NoWild = "no_wild",
    }
}
house_rule! {
    /// When a round ends.
    End {
        /// When one player has no cards.
        FirstOut = "first_out",
        /// When one player is left with cards.
        Places = "places",
    }
}
house_rule! {
    /// What is counted, and how many rounds that takes.
    Score {
        /// The winner collects what the others hold, round after round up to `match_to`.
        Match = "match",
        /// The same, but one round.
        Round = "round",
        /// Everybody notes what they hold, up to `match_to`; the lowest sum wins.
        Lowest = "lowest",
        /// Nothing: one round.
        None = "none",
    }
}
house_rule! {
    /// What is played for somebody whose time is up.
    TimeOut {
        /// The cards to be drawn, or one card and then a pass.
        Draw = "draw",
        /// A card that can be laid; if there is none, as above.
        Play = "play",
    }
}
house_rule! {
    /// What becomes of the cards of a player who leaves.
    Leaver {
        /// Somebody else plays them on, a computer player if need be.
        Computer = "computer",
        /// They go under the draw pile, and the others play on.
        UnderPile = "under_pile",
    }
}
house_rule! {
    /// A rule that is followed or not.
    Toggle {
        /// It is not.
        Off = "off",
        /// It is.
        On = "on",
    }
}

impl Decks {
    /// How many decks that is for so many players.
    pub const fn count(self, players: u8) -> u8 {
        match self {
            Decks::TwoAboveFour => 1 + (players > 4) as u8,
            _ => self as u8 + 1,
        }
    }
}

impl UnoPenalty {
    /// How many cards that is.
    pub const fn cards(self) -> u16 {
        match self {
            UnoPenalty::Two => 2,
            UnoPenalty::Four => 4,
        }
    }
}

impl Toggle {
    /// Whether the rule is followed.
    pub const fn is_on(self) -> bool {
        matches!(self, Toggle::On)
    }
}

/// The house rules of a match. The default is [`Rules::OFFICIAL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// How many may sit down, 2–10.
    pub players: u8,
    /// See [`Order`].
    pub order: Order,
    /// See [`Decks`].
    pub decks: Decks,
    /// Cards dealt to each, 1–10.
    pub hand: u8,
    /// See [`StartCard`].
    pub start_card: StartCard,
    /// See [`Stack`].
    pub stack: Stack,
    /// Whether a Wild Draw Four may be laid on another under `stack=zeroxis`.
    pub draw_4_on_draw_4: Toggle,
    /// See [`DrawTwoOnDrawFour`].
    pub draw_2_on_draw_4: DrawTwoOnDrawFour,
    /// See [`Wild4`].
    pub wild4: Wild4,
    /// See [`BluffTest`].
    pub bluff_test: BluffTest,
    /// See [`AfterCall`].
    pub after_call: AfterCall,
    /// See [`Draw`].
    pub draw: Draw,
    /// Whether a card that can be laid (without a bluff) has to be.
    pub must_play: Toggle,
    /// See [`AfterDraw`].
    pub after_draw: AfterDraw,
    /// Whether one may pass without having drawn.
    pub pass_without_draw: Toggle,
    /// Whether the turn passes by itself when nothing else is left to do.
    pub auto_pass: Toggle,
    /// See [`UnoCall`].
    pub uno_call: UnoCall,
    /// See [`UnoPenalty`].
    pub uno_penalty: UnoPenalty,
    /// Whether catching somebody who did say UNO costs the same.
    pub false_catch: Toggle,
    /// See [`LastCard`].
    pub last_card: LastCard,
    /// Whether the cards that the last card brings are still drawn.
    pub final_draw_counts: Toggle,
    /// See [`End`].
    pub end: End,
    /// See [`Score`].
    pub score: Score,
    /// The score that ends a match, 50–5,000 points.
    pub match_to: u16,
    /// Whether a 7 exchanges hands with a player of one's choice and a 0 hands all of them on.
    pub seven_zero: Toggle,
    /// Whether a card equal to the top one may be laid out of turn.
    pub jump_in: Toggle,
    /// Seconds for a turn, 0–600; 0 is no limit.
    pub turn_limit: u16,
    /// See [`TimeOut`].
    pub time_out: TimeOut,
    /// Seconds before a round is dealt by itself, 0–120.
    pub deal_wait: u16,
    /// See [`Leaver`].
    pub leaver: Leaver,
    /// Whether the cards that can be laid are marked.
    pub allow_highlight_playable_cards: Toggle,
}

impl Default for Rules {
    fn default() -> Self {
        Self::OFFICIAL
    }
}

/// The rules that are words: name, field and type. One list serves listing and setting.
macro_rules! for_each_word_rule {
    ($apply:ident) => {
        $apply! {
            order: Order,
            decks: Decks,
            start_card: StartCard,
            stack: Stack,
            draw_4_on_draw_4: Toggle,
            draw_2_on_draw_4: DrawTwoOnDrawFour,
            wild4: Wild4,
            bluff_test: BluffTest,
            after_call: AfterCall,
            draw: Draw,
            must_play: Toggle,
            after_draw: AfterDraw,
            pass_without_draw: Toggle,
            auto_pass: Toggle,
            uno_call: UnoCall,
            uno_penalty: UnoPenalty,
            false_catch: Toggle,
            last_card: LastCard,
            final_draw_counts: Toggle,
            end: End,
            score: Score,
            seven_zero: Toggle,
            jump_in: Toggle,
            time_out: TimeOut,
            leaver: Leaver,
            allow_highlight_playable_cards: Toggle,
        }
    };
}

/// The rules that are numbers: name, field, type, least, most and what a menu offers.
macro_rules! for_each_number_rule {
    ($apply:ident) => {
        $apply! {
            players: u8, 2, 10, ["10", "8", "6", "4", "2"];
            hand: u8, 1, 10, ["7", "5", "10"];
            match_to: u16, 50, 5_000, ["500", "250", "1000"];
            turn_limit: u16, 0, 600, ["0", "30", "60", "90", "180"];
            deal_wait: u16, 0, 120, ["0", "5", "10", "30"];
        }
    };
}

impl RuleSet for Rules {
    fn entries(&self) -> Vec<RuleEntry> {
        let mut entries = vec![super::preset::entry(self)];
        macro_rules! list_numbers {
            ($($field:ident: $kind:ident, $least:literal, $most:literal, [$($offer:literal),+];)+) => {
                $(entries.push(RuleEntry {
                    name: stringify!($field),
                    value: self.$field.to_string(),
                    default: Rules::OFFICIAL.$field.to_string(),
                    choices: Choices::Number { least: $least, most: $most, suggested: &[$($offer),+] },
                });)+
            };
        }
        macro_rules! list_words {
            ($($field:ident: $kind:ident),+ $(,)?) => {
                $(entries.push(RuleEntry {
                    name: stringify!($field),
                    value: self.$field.word().to_owned(),
                    default: Rules::OFFICIAL.$field.word().to_owned(),
                    choices: Choices::Words($kind::WORDS),
                });)+
            };
        }
        for_each_number_rule!(list_numbers);
        for_each_word_rule!(list_words);
        entries
    }

    fn aliases(&self) -> Vec<RuleEntry> {
        super::preset::aliases(self)
    }

    fn limits_with(&self, name: &str, value: &str) -> &'static [(&'static str, &'static str)] {
        super::preset::limits(self, name, value)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        let name = name.trim().to_ascii_lowercase().replace('-', "_");
        let wanted = value.trim().to_ascii_lowercase().replace('-', "_");
        if let Some(done) = super::preset::set(self, &name, &wanted) {
            return done;
        }
        macro_rules! assign_numbers {
            ($($field:ident: $kind:ident, $least:literal, $most:literal, [$($offer:literal),+];)+) => {
                $(if name == stringify!($field) {
                    let number = wanted.parse().ok().filter(|n| ($least..=$most).contains(n));
                    self.$field = number.ok_or_else(|| RuleError::BadValue {
                        name: stringify!($field),
                        value: value.to_owned(),
                        choices: Choices::Number { least: $least, most: $most, suggested: &[$($offer),+] },
                    })?;
                    return Ok(());
                })+
            };
        }
        macro_rules! assign_words {
            ($($field:ident: $kind:ident),+ $(,)?) => {
                $(if name == stringify!($field) {
                    let found = word($kind::WORDS, &wanted).map(|place| $kind::ALL[place]);
                    self.$field = found.ok_or_else(|| RuleError::BadValue {
                        name: stringify!($field),
                        value: value.to_owned(),
                        choices: Choices::Words($kind::WORDS),
                    })?;
                    return Ok(());
                })+
            };
        }
        for_each_number_rule!(assign_numbers);
        for_each_word_rule!(assign_words);
        Err(RuleError::UnknownName { name })
    }
}

/// Where a word is in the list; what is on or off may also be true or false, yes or no.
fn word(words: &[&str], wanted: &str) -> Option<usize> {
    let place = |wanted: &str| words.iter().position(|word| *word == wanted);
    let same: &[&str] = match wanted {
        "on" | "true" | "yes" => &["on", "true"],
        "off" | "false" | "no" => &["off", "false"],
        _ => &[],
    };
    place(wanted).or_else(|| same.iter().copied().find_map(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_value_can_be_set_and_reads_back() {
        for entry in Rules::default().entries() {
            assert_eq!(entry.value, entry.default, "{}", entry.name);
            let values = match &entry.choices {
                Choices::Words(words) => *words,
                Choices::Number { suggested, .. } => suggested,
            };
            for value in values {
                let mut rules = Rules::default();
                rules.set(entry.name, value).expect("a listed value");
                let entries = rules.entries();
                let now = entries.iter().find(|other| other.name == entry.name);
                assert_eq!(now.expect("still listed").value, *value);
            }
        }
    }

    #[test]
    fn wrong_names_and_values_change_nothing() {
        let mut rules = Rules::default();
        for (name, value) in [
            ("no_such_rule", "on"),
            ("players", "11"),
            ("players", "1"),
            ("hand", "0"),
            ("decks", "9"),
            ("preset", "mine"),
            ("draw_pass_behavior", "draws"),
            ("score", "match(7)"),
        ] {
            assert!(rules.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(rules, Rules::default());
    }

    #[test]
    fn rules_read_back_from_json_even_when_some_are_missing() {
        for (_, rules) in Rules::PRESETS {
            let json = serde_json::to_string(&rules).expect("plain fields");
            assert_eq!(
                serde_json::from_str::<Rules>(&json).expect("the same"),
                *rules
            );
        }
        let few: Rules = serde_json::from_str(r#"{"hand":5}"#).expect("the rest is official");
        assert_eq!(
            few,
            Rules {
                hand: 5,
                ..Rules::OFFICIAL
            }
        );
    }
}
