//! How long a match of tractor takes, and which lengths are offered.
//!
//! The figures are measured: rounds of matches that computer players played with one another (from 2
//! to A 24 on average, fourteen to thirty-eight; to 6 ten), and minutes of rounds with people (seven to
//! eight, fifty seconds of them for the deal).

use super::phrases::Table;
use crate::game::RuleSet as _;
use crate::table::Occupant;
use crate::text::context::RenderContext;
use crate::text::length::{Lasts, Length};
use crate::tractor::deck::DEALT;
use crate::tractor::rules::Rules;

/// What one person adds to a round while it is played, in milliseconds.
const PERSON_MS: u32 = 100_000;
/// Plays of one seat in a round.
const PLAYS: u32 = 14;

/// About how long a match takes with these rules; free seats count as people.
pub fn lasts(view: &Table) -> Lasts {
    let rules = &view.rules;
    let computer_ms = PLAYS * view.limits.computer_delay_ms;
    let seats = view.seats.iter().map(|place| match place.occupant {
        Occupant::Empty | Occupant::Person(_) => PERSON_MS,
        Occupant::Computer(_) | Occupant::Substitute { .. } => computer_ms,
    });
    let round_ms = seats.sum::<u32>() + DEALT as u32 * rules.deal_interval_ms;
    let rounds = rounds(rules);
    let seconds = rounds * (round_ms / 1_000 + rules.call_window_s.min(USUAL_WINDOW_S));
    Lasts { rounds, seconds }
}

/// A longer window for calls is seldom waited for to its end.
const USUAL_WINDOW_S: u32 = 15;

/// The rounds of a match on average: a team that wins a level a round is held up by the other.
fn rounds(rules: &Rules) -> u32 {
    let levels = rules
        .match_to
        .index()
        .saturating_sub(rules.start_level.index()) as u32
        + 1;
    let by_levels = (5 + 7 * levels) / 4;
    rules
        .rounds
        .map_or(by_levels, |rounds| rounds.min(by_levels))
}

/// The lengths that are offered: as far as the first level allows them.
pub fn lengths(view: &Table, cx: &RenderContext) -> Vec<Length> {
    let offers = [
        (say!(cx, "length-one-round"), "rounds=1"),
        (say!(cx, "length-to", level = "6"), "rounds=off match_to=6"),
        (say!(cx, "length-to", level = "A"), "rounds=off match_to=A"),
    ];
    let offers = offers.into_iter().filter_map(|(label, settings)| {
        let mut rules = view.rules;
        for setting in settings.split(' ') {
            let (name, value) = setting.split_once('=')?;
            rules.set(name, value).ok()?;
        }
        Some(Length {
            label,
            settings: settings.to_owned(),
            chosen: rules == view.rules,
        })
    });
    offers.collect()
}
