//! What a round is worth: bands of points, levels, who deals next, and when a match is won.
//!
//! Decides from the opponents' points alone; how they were made is for [`super::round`]. Source:
//! "End of the round" and "End of the match" in `rules.md`.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::action::Progress;
use super::card::Rank;
use super::rules::{AfterAce, Gates, KittyMultiplier, LevelCap, Rules, Shutout, ThrowPenalty};
use super::seating::{Team, next, partner};
use crate::game::Seat;

/// All points of the two decks.
pub const ALL_POINTS: u16 = 200;
/// The most levels that a round brings, unless the rules leave it open.
const MOST_LEVELS: u16 = 3;

/// The two sides of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The dealer's team (庄家方).
    Declarers,
    /// The team that collects points (闲家).
    Opponents,
}

/// The side that wins a round in which the opponents have `points`, and the levels that it gains
/// before gates and the last level are considered.
///
/// ```
/// use engine::game::RuleSet;
/// use engine::tractor::{rules::Rules, score::{Side, band}};
///
/// let mut rules = Rules::default();
/// assert_eq!(band(0, &rules), (Side::Declarers, 3));
/// assert_eq!(band(75, &rules), (Side::Declarers, 1));
/// assert_eq!(band(80, &rules), (Side::Opponents, 0));
/// assert_eq!(band(240, &rules), (Side::Opponents, 3));
/// rules.set("level_cap", "uncapped")?;
/// assert_eq!(band(240, &rules), (Side::Opponents, 4));
/// rules.set("dead_zone", "0")?;
/// assert_eq!(band(80, &rules), (Side::Opponents, 1));
/// # Ok::<(), engine::game::RuleError>(())
/// ```
pub fn band(points: u16, rules: &Rules) -> (Side, u8) {
    let (needed, step) = (rules.points_to_win.0, rules.level_step.0);
    let (side, levels) = match points.checked_sub(needed) {
        // Opponents without a point bring them a level more.
        None => {
            let extra = points == 0 && rules.shutout == Shutout::ExtraLevel;
            let levels = (needed - points).div_ceil(step) + u16::from(extra);
            (Side::Declarers, levels)
        }
        Some(beyond) => {
            let dead = step * u16::from(rules.dead_zone);
            let levels = beyond.checked_sub(dead);
            (Side::Opponents, levels.map_or(0, |more| more / step + 1))
        }
    };
    let levels = match rules.level_cap {
        LevelCap::Three => levels.min(MOST_LEVELS),
        LevelCap::Uncapped => levels,
    };
    (side, u8::try_from(levels).unwrap_or(u8::MAX))
}

/// The most doublings of the kitty: 512 times its 80 points at most are far beyond every level.
const MOST_DOUBLINGS: u8 = 9;

/// How often the kitty's points count for opponents who win the last trick; `largest_unit` is the
/// number of cards of the largest unit of the last lead.
///
/// ```
/// use engine::tractor::{rules::KittyMultiplier, score::kitty_factor};
///
/// // The last trick was led with a tractor of two pairs.
/// assert_eq!(kitty_factor(KittyMultiplier::Double, 4), 2);
/// assert_eq!(kitty_factor(KittyMultiplier::BySize, 4), 8);
/// assert_eq!(kitty_factor(KittyMultiplier::Power, 4), 16);
/// ```
pub fn kitty_factor(rule: KittyMultiplier, largest_unit: u8) -> u16 {
    match rule {
        KittyMultiplier::Double => 2,
        KittyMultiplier::BySize => 2 * u16::from(largest_unit),
        KittyMultiplier::ByPair => match largest_unit {
            0 | 1 => 2,
            _ => 4,
        },
        KittyMultiplier::Once => 1,
        KittyMultiplier::Power => 1 << largest_unit.min(MOST_DOUBLINGS),
    }
}

/// Points that a failed throw costs its team; `taken_back` is the number of cards that go back.
///
/// ```
/// use engine::tractor::{rules::ThrowPenalty, score::penalty};
///
/// assert_eq!(penalty(ThrowPenalty::TenPerThrow, 3), 10);
/// assert_eq!(penalty(ThrowPenalty::TenPerCard, 3), 30);
/// ```
pub fn penalty(rule: ThrowPenalty, taken_back: u8) -> u16 {
    match rule {
        ThrowPenalty::None => 0,
        ThrowPenalty::TenPerThrow => 10,
        ThrowPenalty::TenPerCard => 10 * u16::from(taken_back),
    }
}

/// The score of a match: the progress of both teams, indexed by [`Team::index`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScore {
    /// The level of each team.
    pub levels: [Rank; 2],
    /// What each team still has to do.
    pub progress: [Progress; 2],
}

/// What a round changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// The team that won the round.
    pub winner: Team,
    /// Levels that it gained, as far as they counted.
    pub gained: u8,
    /// The score of the match after the round.
    pub standing: MatchScore,
    /// Who of it deals next, unless a call makes the dealer.
    pub next_dealer: Seat,
    /// Whether the winner has won the match by that.
    pub match_won: bool,
}

impl MatchScore {
    /// Both teams at the start of a match.
    pub fn new(rules: &Rules) -> Self {
        Self {
            levels: rules.start_levels(),
            progress: [Progress::Climbing; 2],
        }
    }

    /// The level and progress of a team, which decide the round that it deals.
    pub fn of(&self, team: Team) -> (Rank, Progress) {
        (self.levels[team.index()], self.progress[team.index()])
    }

    /// The team that is ahead: of the higher level, or at the same level with less left to do.
    /// `None` if both have come equally far.
    ///
    /// ```
    /// use engine::tractor::{rules::Rules, score::MatchScore, seating::{Team, Wind}};
    ///
    /// let rules = Rules::default();
    /// let start = MatchScore::new(&rules);
    /// assert_eq!(start.ahead(), None);
    /// let settled = start.settle(Wind::North.seat(), 120, &rules);
    /// assert_eq!(settled.standing.ahead(), Some(Team::WestEast));
    /// ```
    pub fn ahead(&self) -> Option<Team> {
        let [one, other] = Team::ALL.map(|team| {
            let (level, progress) = self.of(team);
            (level, progress == Progress::NoTrumpRound)
        });
        match one.cmp(&other) {
            Ordering::Greater => Some(Team::ALL[0]),
            Ordering::Less => Some(Team::ALL[1]),
            Ordering::Equal => None,
        }
    }

    /// The score with this team back at the level at which it started.
    pub fn back_to_start(mut self, team: Team, rules: &Rules) -> MatchScore {
        self.levels[team.index()] = rules.start_levels()[team.index()];
        self
    }

    /// The score after a round dealt by `dealer` in which the opponents made `points`.
    ///
    /// ```
    /// use engine::tractor::{card::Rank, rules::Rules, score::MatchScore, seating::{Team, Wind}};
    ///
    /// let rules = Rules::default();
    /// let settled = MatchScore::new(&rules).settle(Wind::North.seat(), 40, &rules);
    /// assert_eq!((settled.winner, settled.gained), (Team::NorthSouth, 1));
    /// assert_eq!(settled.next_dealer, Wind::South.seat());
    ///
    /// let lost = MatchScore::new(&rules).settle(Wind::North.seat(), 120, &rules);
    /// assert_eq!((lost.winner, lost.gained), (Team::WestEast, 1));
    /// assert_eq!(lost.next_dealer, Wind::West.seat());
    /// ```
    pub fn settle(self, dealer: Seat, points: u16, rules: &Rules) -> Settlement {
        let (side, levels) = band(points, rules);
        let declarers = Team::of(dealer);
        let mut standing = self;
        let (winner, next_dealer) = match side {
            Side::Declarers => (declarers, partner(dealer)),
            Side::Opponents => (declarers.other(), next(dealer)),
        };
        let at = winner.index();
        let (gained, match_won) = match side {
            Side::Declarers if standing.win_as_declarers(winner, rules) => (0, true),
            // A gate is left by winning as declarers alone.
            Side::Opponents if is_gate(standing.levels[at], rules) => (0, false),
            Side::Declarers | Side::Opponents => standing.climb(at, levels, rules),
        };
        Settlement {
            winner,
            gained,
            standing,
            next_dealer,
            match_won,
        }
    }

    /// Whether a win as declarers is the win of the match; notes the way there.
    fn win_as_declarers(&mut self, team: Team, rules: &Rules) -> bool {
        let at = team.index();
        if self.levels[at] != rules.match_to {
            return false;
        }
        match (rules.after_ace, self.progress[at]) {
            (AfterAce::Win, _) | (AfterAce::NoTrumpRound, Progress::NoTrumpRound) => true,
            (AfterAce::NoTrumpRound, Progress::Climbing) => {
                self.progress[at] = Progress::NoTrumpRound;
                false
            }
        }
    }

    /// Raises a team by up to `levels`: gates and the last level stop it. Returns what it gained, and
    /// whether it won the match by climbing beyond the last level.
    fn climb(&mut self, team: usize, levels: u8, rules: &Rules) -> (u8, bool) {
        for gained in 0..levels {
            let level = self.levels[team];
            let higher = Rank::from_index(level.index() + 1).map(|rank| rules.level_from(rank));
            let Some(higher) = higher.filter(|_| level < rules.match_to) else {
                return (gained, self.climb_beyond(team, rules));
            };
            self.levels[team] = higher;
            if is_gate(higher, rules) {
                return (gained + 1, false);
            }
        }
        (levels, false)
    }

    /// Whether climbing beyond the last level wins the match; notes what is left to do.
    fn climb_beyond(&mut self, team: usize, rules: &Rules) -> bool {
        match (rules.gates, rules.after_ace) {
            (Gates::Ace | Gates::FiveTenKingAce, _) => false,
            (Gates::None, AfterAce::Win) => true,
            (Gates::None, AfterAce::NoTrumpRound) => {
                self.progress[team] = Progress::NoTrumpRound;
                false
            }
        }
    }
}

/// Whether a level stops a team until it wins as declarers there.
fn is_gate(level: Rank, rules: &Rules) -> bool {
    let points = [Rank::FIVE, Rank::TEN, Rank::KING];
    match rules.gates {
        Gates::None => false,
        Gates::FiveTenKingAce if points.contains(&level) => true,
        Gates::Ace | Gates::FiveTenKingAce => level == Rank::ACE || level == rules.match_to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{RuleSet, cases};

    fn rules(settings: &[(&str, &str)]) -> Rules {
        Rules::default().with(settings)
    }

    /// What so many points are worth; or levels of the dealer's team and the opponents before and after a round
    /// with so many points, the dealer being North, and whether the match is won.
    fn check(case: &[&str]) {
        let rules = rules(&cases::settings(case[0]));
        let number = |text: &str| text.parse().expect("points");
        let [_, before, points, after] = case else {
            let (side, levels) = band(number(case[1]), &rules);
            assert_eq!(format!("{side:?} {levels}"), case[2], "{case:?}");
            return;
        };
        let (points, mut before) = (number(points), before.split(' '));
        let levels = [(); 2].map(|()| before.next().unwrap_or_default());
        let levels = levels.map(|level| level.parse().expect("a level"));
        let standing = MatchScore {
            levels,
            ..MatchScore::new(&rules)
        };
        let settled = standing.settle(Seat::new(0), points, &rules);
        let now = settled.standing.levels.map(|level| level.to_string());
        let won = if settled.match_won { " won" } else { "" };
        assert_eq!(now.join(" ") + won, *after, "{case:?}");
        let declarers_won = points < rules.points_to_win.0;
        let next_dealer = if declarers_won { 2 } else { 1 };
        assert_eq!(settled.next_dealer.index(), next_dealer);
        let winner = Team::ALL[usize::from(!declarers_won)];
        assert_eq!(settled.winner, winner);
        let index = winner.index();
        let gained = settled.standing.levels[index].index() - levels[index].index();
        assert_eq!(usize::from(settled.gained), gained);
    }

    cases::sections! {
        include_str!("../../fixtures/engine/levels.cases"), cases::each(check);
        points_fall_into_bands
        the_house_says_how_wide_the_bands_are
        levels_stop_at_the_ace_and_the_match_is_won_there
        a_shorter_match_is_won_at_its_last_level
        gates_stop_a_climb_and_are_left_as_declarers_alone
        without_gates_whoever_climbs_beyond_the_last_level_wins
        uncapped_rounds_climb_further
    }

    #[test]
    fn each_team_may_start_at_a_level_of_its_own() {
        let handicap = rules(&[("start_level", "3"), ("start_level_we", "10")]);
        let levels = MatchScore::new(&handicap)
            .levels
            .map(|level| level.to_string());
        assert_eq!(levels, ["3", "10"]);
        let both = MatchScore::new(&rules(&[("start_level", "5")])).levels;
        assert_eq!(both, [Rank::FIVE; 2]);
    }

    #[test]
    fn levels_pass_over_ranks_that_are_always_trump() {
        let twos = [("permanent_trumps", "twos")];
        assert_eq!(MatchScore::new(&rules(&twos)).levels, [Rank::TWO; 2]);
        let over = [twos[0], ("permanent_levels", "passed_over")];
        assert_eq!(MatchScore::new(&rules(&over)).levels, [Rank::THREE; 2]);
        let most = [("permanent_trumps", "twos_threes_fives"), over[1]];
        let start = MatchScore::new(&rules(&most)).levels;
        assert_eq!(start.map(|level| level.to_string()), ["4", "4"]);
        let check_gain = |before: &str, points: u16, after: &str| {
            let rules = rules(&most);
            let standing = MatchScore {
                levels: [before.parse().expect("a level"); 2],
                ..MatchScore::new(&rules)
            };
            let settled = standing.settle(Seat::new(0), points, &rules);
            assert_eq!(settled.standing.levels[0].to_string(), after);
        };
        check_gain("4", 40, "6");
        check_gain("4", 0, "8");
        check_gain("6", 40, "7");
    }

    #[test]
    fn after_the_ace_a_round_without_trump_can_be_asked_for() {
        let rules = rules(&[("after_ace", "no_trump_round")]);
        let mut standing = MatchScore {
            levels: [Rank::ACE; 2],
            ..MatchScore::new(&rules)
        };
        let first = standing.settle(Seat::new(0), 40, &rules);
        assert!(!first.match_won);
        assert_eq!(
            first.standing.progress,
            [Progress::NoTrumpRound, Progress::Climbing]
        );
        standing = first.standing;
        let lost = standing.settle(Seat::new(2), 80, &rules);
        assert!(!lost.match_won);
        assert_eq!(lost.standing, standing, "what was reached stays");
        assert!(lost.standing.settle(Seat::new(0), 75, &rules).match_won);
    }

    #[test]
    fn kitty_and_penalties_follow_their_rules() {
        assert_eq!(kitty_factor(KittyMultiplier::Double, 4), 2);
        assert_eq!(kitty_factor(KittyMultiplier::BySize, 1), 2);
        assert_eq!(kitty_factor(KittyMultiplier::BySize, 6), 12);
        for (largest, factor) in [(1, 2), (2, 4), (6, 64), (8, 256), (10, 512), (24, 512)] {
            assert_eq!(kitty_factor(KittyMultiplier::Power, largest), factor);
        }
        for (largest, factor) in [(1, 2), (2, 4), (6, 4)] {
            assert_eq!(kitty_factor(KittyMultiplier::ByPair, largest), factor);
            assert_eq!(kitty_factor(KittyMultiplier::Once, largest), 1);
        }
        assert_eq!(penalty(ThrowPenalty::None, 3), 0);
        assert_eq!(penalty(ThrowPenalty::TenPerThrow, 3), 10);
        assert_eq!(penalty(ThrowPenalty::TenPerCard, 3), 30);
    }

    #[test]
    fn at_equal_levels_the_team_with_less_left_to_do_is_ahead() {
        use Progress::{Climbing, NoTrumpRound};
        let check = |levels: [&str; 2], progress, expected| {
            let levels = levels.map(|level| level.parse().expect("a level"));
            assert_eq!(MatchScore { levels, progress }.ahead(), expected);
        };
        let [ours, theirs] = Team::ALL.map(Some);
        check(["5", "5"], [Climbing; 2], None);
        check(["6", "5"], [Climbing; 2], ours);
        check(["5", "6"], [Climbing; 2], theirs);
        check(["A", "A"], [NoTrumpRound, Climbing], ours);
        check(["A", "A"], [Climbing, NoTrumpRound], theirs);
        check(["A", "A"], [NoTrumpRound; 2], None);
    }

    #[test]
    fn each_team_goes_back_to_the_level_at_which_it_started() {
        let handicap = rules(&[("start_level", "3"), ("start_level_we", "10")]);
        let at_jack = MatchScore {
            levels: [Rank::JACK; 2],
            progress: [Progress::Climbing; 2],
        };
        let back = |team| at_jack.back_to_start(team, &handicap).levels;
        let levels = Team::ALL.map(|team| back(team).map(|level| level.to_string()));
        assert_eq!(levels, [["3", "J"], ["J", "10"]]);
    }
}
