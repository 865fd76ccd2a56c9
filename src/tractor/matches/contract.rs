//! A match as the table sees it: what it promises as a game.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::judge::forced;
use super::{Phase, Tractor};
use crate::chance::Seed;
use crate::game::{
    AccordError, Choices, Game, GameKind, Past, RuleError, RuleSet as _, Seat, SeatSet, Turn,
    Viewer,
};
use crate::tractor::action::{Action, Cue, Progress, RoundEnd, RoundResult};
use crate::tractor::card::Rank;
use crate::tractor::deck::DEALT;
use crate::tractor::event::{Event, Notice};
use crate::tractor::open::OpenRound;
use crate::tractor::rejection::Rejection;
use crate::tractor::rules::{LEVELS, Rules};
use crate::tractor::score::MatchScore;
use crate::tractor::seating::{PLAYERS, Team, Wind, partner};
use crate::tractor::view::View;

impl Game for Tractor {
    type Rules = Rules;
    type Action = Action;
    type Cue = Cue;
    type Event = Event;
    type Notice = Notice;
    type View = View;
    type Rejection = Rejection;

    const KIND: GameKind = GameKind::Tractor;
    const IS_SHORT: bool = false;
    const REVISION: u32 = 1;

    fn seats(_: &Rules) -> RangeInclusive<u8> {
        PLAYERS as u8..=PLAYERS as u8
    }

    fn start(rules: &Rules, _seats: u8, seed: Seed) -> (Self, Vec<Event>) {
        let matches = Tractor {
            dealer: rules.first_dealer.seat(),
            ..Tractor::resumed(rules, MatchScore::new(rules), None, seed)
        };
        let events = vec![matches.round_ready()];
        (matches, events)
    }

    const ACCORDS: &'static [(&'static str, Choices)] = &[
        (OF_LEVELS[0], Choices::Words(LEVELS)),
        (OF_LEVELS[1], Choices::Words(LEVELS)),
        (DEALER, Choices::Words(&["north", "east", "south", "west"])),
        (ROUND, Choices::Words(&["end"])),
    ];

    /// Levels and the dealer are changed between two rounds; a round can be ended once trump is fixed.
    fn agree(&mut self, accord: &str, value: &str) -> Result<Vec<Event>, AccordError> {
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

    fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Rejection> {
        self.try_action(seat, action)
    }

    fn elapse(&mut self, cue: Cue) -> Vec<Event> {
        if self.cue() != Some(cue) {
            return Vec::new();
        }
        self.go_on()
    }

    fn cue(&self) -> Option<Cue> {
        let (round, attempt) = (self.round, self.attempt);
        match &self.phase {
            Phase::Dealing(dealing) => Some(Cue::Deal {
                round,
                attempt,
                dealt: dealing.dealt,
            }),
            Phase::CallWindow(window) => Some(Cue::CloseCalls {
                round,
                attempt,
                // Taking one back adds as much as two calls, so that no number comes again.
                calls: window.calls.count() + 2 * window.taken_back(),
            }),
            // Not while an offer to surrender waits for its answer.
            Phase::Playing(playing, _) if self.offers.is_empty() => {
                let turn = self.turns;
                forced(playing, &self.rules).map(|_| Cue::Forced { round, turn })
            }
            _ => None,
        }
    }

    /// Before a deal anybody may start it, but nobody is pressed: there is no seat on turn. While
    /// cards are dealt, and in the call window, the game goes on by itself: players may call, but
    /// nobody has to. An offer to surrender waits for the partner's answer before all else.
    fn turn(&self) -> Turn {
        let asked: SeatSet = self.offers.iter().map(partner).collect();
        if !asked.is_empty() {
            return Turn::Seats(asked);
        }
        let seat = match &self.phase {
            Phase::Ready => return Turn::Seats(SeatSet::EMPTY),
            Phase::Dealing(_) | Phase::CallWindow(_) => return Turn::Clock,
            Phase::Burying(burying, _) => burying.by,
            Phase::Overcalls(overcalls, _) => overcalls.asked,
            Phase::Playing(playing, _) => playing.trick.to_play(),
            Phase::Over(_) => return Turn::Over,
        };
        Turn::Seats([seat].into_iter().collect())
    }

    /// A call that is taken back was seen by everybody, but shows nothing that the others had hidden.
    fn takes_back(&self, action: &Action) -> bool {
        matches!(self.phase, Phase::Playing(..)) && matches!(action, Action::TakeBack)
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn turn_number(&self) -> u32 {
        self.turns
    }

    /// After so many redeals in a row the deal waits for somebody who wants it.
    fn is_stalled(&self) -> bool {
        self.waits_for_deal() && matches!(self.phase, Phase::Ready)
    }

    fn winners(&self) -> SeatSet {
        match self.phase {
            Phase::Over(team) => team.seats().into_iter().collect(),
            _ => SeatSet::EMPTY,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        self.show(viewer)
    }

    fn notice(event: &Event, viewer: Viewer) -> Option<Notice> {
        Some(Notice::of(event, viewer))
    }

    /// A card that is dealt, but for the last: the calling may end with that one.
    fn is_tick(cue: Cue) -> bool {
        matches!(cue, Cue::Deal { dealt, .. } if usize::from(dealt) + 1 < DEALT)
    }

    type Round = RoundResult;

    fn past(&self) -> &Past<RoundResult> {
        &self.history
    }

    fn past_mut(&mut self) -> &mut Past<RoundResult> {
        &mut self.history
    }

    fn is_between_rounds(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Over(_))
    }

    fn deal_again(&mut self, number: u64) -> Option<Vec<Event>> {
        if !matches!(self.phase, Phase::Ready) {
            return None;
        }
        self.again = number;
        self.seal();
        Some(vec![self.round_ready()])
    }

    fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        if self.is_between_rounds() {
            self.seal();
        }
    }

    fn sheet(frames: &[View]) -> Value {
        let round = OpenRound::of(frames);
        serde_json::to_value(round).expect("a round serializes")
    }
}

/// The level of North + South, and that of West + East.
const OF_LEVELS: [&str; 2] = ["level", "level_we"];
/// Who deals the next round, unless a call makes the dealer.
const DEALER: &str = "dealer";
/// Ends the round that is played.
const ROUND: &str = "round";

impl Tractor {
    /// No team comes to a level that the match passes over, or beyond the last.
    fn check_level(&self, name: &'static str, level: Rank) -> Result<(), AccordError> {
        let other = match () {
            () if level > self.rules.match_to => "match_to",
            () if self.rules.level_from(level) != level => "permanent_trumps",
            () => return Ok(()),
        };
        let entry = self.rules.entry(other);
        Err(AccordError::Rule(RuleError::Clash {
            name,
            value: level.name().to_owned(),
            other,
            while_it_is: entry.map_or_else(String::new, |entry| entry.value),
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
