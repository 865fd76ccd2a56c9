//! Moments of a round as files of cases tell them: settings, a line each, such as `hand 10H 3H` and `trick N AH, W 4H`.

use super::sight::OpenTrick;
use crate::game::Seat;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::Rules;
use crate::tractor::shape::Lead;
use crate::tractor::testing::read;
use crate::tractor::trick;

/// Plays, the lead first.
pub(super) type Plays = Vec<(Seat, Hand)>;

pub(super) fn seat(wind: &str) -> Seat {
    Seat::new("NWSE".find(wind).expect("a wind") as u8)
}

/// The value of a setting such as `hand`; empty if it is not there.
pub(super) fn setting<'a>(case: &'a str, name: &str) -> &'a str {
    let line = case.lines().find_map(|line| line.strip_prefix(name));
    line.map_or("", str::trim)
}

/// The plays of `N AH, W 4H`.
pub(super) fn plays(layout: &Layout, words: &str) -> Plays {
    let plays = words.split(',');
    let plays = plays.filter_map(|play| play.trim().split_once(' '));
    plays
        .map(|(wind, cards)| (seat(wind), read(layout, cards)))
        .collect()
}

/// The trick that lies on the table with these plays.
pub(super) fn open_trick(layout: &Layout, table: &[(Seat, Hand)]) -> Option<OpenTrick> {
    let lead = Lead::read(layout, table.first()?.1).expect("a lead");
    let plays: Vec<Hand> = table.iter().map(|(_, play)| *play).collect();
    let winner = trick::winner(layout, Rules::default().throw_winner, &lead, &plays);
    Some(OpenTrick {
        lead,
        standing: plays[winner],
        winning: table[winner].0,
        plays: plays.len(),
        points: trick::points(layout, &plays),
    })
}
