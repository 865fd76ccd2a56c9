//! The hosted games, and the measures that rank their players.

mod tictactoe;
mod tractor;
mod uno;

pub use tictactoe::tictactoe_level;

use super::pace::Paced;
use crate::game::{GameKind, at_game};
use crate::store::{Measure, Ranking, Reach};

impl Measure {
    /// The measures of a game, the default first.
    pub const fn of(game: GameKind) -> &'static [Measure] {
        at_game!(game, G => G::MEASURES)
    }

    /// The game's measure of this name (any case).
    pub fn named(game: GameKind, name: &str) -> Option<Measure> {
        let mut all = Self::of(game).iter().copied();
        all.find(|measure| measure.name.eq_ignore_ascii_case(name))
    }
}

impl Ranking {
    /// The ten best players of a game by its default measure.
    pub fn top10(game: GameKind, reach: Reach) -> Ranking {
        Ranking {
            game,
            by: Measure::of(game)[0],
            reach,
            at_least: 1,
            limit: 10,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_found_by_name_in_any_case() {
        let pw = Measure::named(GameKind::Uno, "PW").unwrap();
        assert_eq!(pw.value(3, Some(4)), Some(75.0));
        assert_eq!(pw.value(0, Some(0)), None);
        assert_eq!(Measure::named(GameKind::TicTacToe, "ppg"), None);
    }
}
