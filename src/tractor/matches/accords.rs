//! What the people at the table may agree on in the middle of a match: other levels, another dealer, the
//! end of a round with the points as they stand.

use super::{Phase, Tractor};
use crate::game::{AccordError, Choices, RuleEntry, RuleError, RuleSet as _};
use crate::tractor::action::{Progress, RoundEnd};
use crate::tractor::card::Rank;
use crate::tractor::event::Event;
use crate::tractor::rules::LEVELS;
use crate::tractor::seating::{Team, Wind};

/// The level of North + South, and that of West + East.
const OF_LEVELS: [&str; 2] = ["level", "level_we"];
/// Who deals the next round, unless a call makes the dealer.
const DEALER: &str = "dealer";
/// Ends the round that is played.
const ROUND: &str = "round";

/// See [`Game::ACCORDS`](crate::game::Game::ACCORDS).
pub(super) const ACCORDS: &[(&str, Choices)] = &[
    (OF_LEVELS[0], Choices::Words(LEVELS)),
    (OF_LEVELS[1], Choices::Words(LEVELS)),
    (DEALER, Choices::Words(&["north", "east", "south", "west"])),
    (ROUND, Choices::Words(&["end"])),
];

impl Tractor {
    /// See [`Game::agree`](crate::game::Game::agree). Levels and the dealer are changed between two rounds; a
    /// round can be ended once trump is fixed.
    pub(super) fn carry_accord(
        &mut self,
        accord: &str,
        value: &str,
    ) -> Result<Vec<Event>, AccordError> {
        if accord == ROUND {
            return self.end_as_it_stands();
        }
        if !matches!(self.phase, Phase::Ready) {
            return Err(AccordError::NotNow);
        }
        let team = OF_LEVELS.iter().position(|level| *level == accord);
        let wind = Wind::ALL.iter().find(|wind| wind.word() == value);
        match (team, value.parse(), wind) {
            (Some(team), Ok(level), _) => {
                self.check_level(OF_LEVELS[team], level)?;
                self.standing.levels[team] = level;
                self.standing.progress[team] = Progress::Climbing;
            }
            (None, _, Some(wind)) => self.dealer = Some(wind.seat()),
            _ => return Err(AccordError::NotNow),
        }
        Ok(vec![Event::StandingSet {
            levels: self.standing.levels,
            dealer: self.dealer,
        }])
    }

    /// No team comes to a level that the match passes over, or beyond the last.
    fn check_level(&self, name: &'static str, level: Rank) -> Result<(), AccordError> {
        let other = match () {
            () if level > self.rules.match_to => "match_to",
            () if self.rules.level_from(level) != level => "permanent_trumps",
            () => return Ok(()),
        };
        let entries = self.rules.entries().into_iter();
        let same = |entry: &RuleEntry| entry.name == other;
        let entry = entries.into_iter().find(same);
        Err(AccordError::Rule(RuleError::Clash {
            name,
            value: level.name().to_owned(),
            other,
            while_it_is: entry.map_or(String::new(), |entry| entry.value),
        }))
    }

    /// The opponents keep what they have, and the kitty counts for nobody.
    fn end_as_it_stands(&mut self) -> Result<Vec<Event>, AccordError> {
        let dealer = self.phase.fixed().ok_or(AccordError::NotNow)?.dealer;
        Ok(self.give_up(Team::of(dealer).other(), RoundEnd::Agreed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::game::Game as _;
    use crate::tractor::rules::Rules;
    use crate::tractor::score::MatchScore;

    fn before_a_round(rules: &[(&str, &str)]) -> Tractor {
        let mut all = Rules::default();
        for (name, value) in rules {
            all.set(name, value).expect("a rule");
        }
        let dealer = Some(Wind::East.seat());
        Tractor::resumed(&all, MatchScore::new(&all), dealer, Seed::from_number(3))
    }

    /// What the match says to this, in words.
    #[track_caller]
    fn check(game: &mut Tractor, accord: &str, value: &str, expected: &str) {
        let told = match game.agree(accord, value) {
            Ok(_) => {
                let levels = game.standing.levels.map(Rank::name);
                format!("{levels:?} {:?}", game.dealer.map(|seat| seat.index()))
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(told, expected, "{accord}={value}");
    }

    #[test]
    fn levels_and_the_dealer_are_agreed_on_between_two_rounds() {
        let mut game = before_a_round(&[("match_to", "Q")]);
        check(&mut game, "level", "8", r#"["8", "2"] Some(3)"#);
        check(&mut game, "level_we", "J", r#"["8", "J"] Some(3)"#);
        check(&mut game, "dealer", "west", r#"["8", "J"] Some(1)"#);
        let passed = r#"rule level cannot be "K" while match_to is "Q""#;
        check(&mut game, "level", "K", passed);
        check(&mut game, "round", "end", "not at this moment");
        let deal = game.act(Wind::North.seat(), crate::tractor::action::Action::Deal);
        deal.expect("between two rounds");
        check(&mut game, "level", "9", "not at this moment");
        check(&mut game, "dealer", "north", "not at this moment");
    }

    #[test]
    fn a_level_that_is_passed_over_cannot_be_agreed_on() {
        let rules = [
            ("permanent_trumps", "twos"),
            ("permanent_levels", "passed_over"),
            ("start_level", "3"),
        ];
        let mut game = before_a_round(&rules);
        let passed = r#"rule level cannot be "2" while permanent_trumps is "twos""#;
        check(&mut game, "level", "2", passed);
        check(&mut game, "level", "4", r#"["4", "3"] Some(3)"#);
    }
}
