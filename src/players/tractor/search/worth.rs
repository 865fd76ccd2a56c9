//! What the end of a round is worth to a side, as the search weighs it.

use crate::tractor::rules::Rules;
use crate::tractor::score::{Side, band};

/// What a level and forty points of the opponents are worth. Points alone would be steadier, levels
/// alone are what counts in the end.
const LEVEL: f64 = 0.7;
/// See [`LEVEL`].
const FORTY_POINTS: f64 = 0.7;

/// What a round is worth to the declarers or the opponents when these are the opponents' points:
/// levels, and a little for every point, so that what is not decided yet counts too.
pub fn worth(points: u16, rules: &Rules, declares: bool) -> f64 {
    let (side, levels) = band(points, rules);
    let levels = match side {
        Side::Declarers => f64::from(levels),
        Side::Opponents => -f64::from(levels),
    };
    let worth = LEVEL * levels
        + FORTY_POINTS * (f64::from(rules.points_to_win.0) - f64::from(points)) / 40.0;
    if declares { worth } else { -worth }
}
