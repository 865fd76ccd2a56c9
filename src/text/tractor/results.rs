//! The result of a round: who won, the kitty, the new levels.

use super::order;
use super::phrases::{self, Table};
use crate::text::cards;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::shuffle::short;
use crate::text::table::who;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::action::{RoundEnd, RoundResult};
use crate::tractor::replay::Outcome;
use crate::tractor::seating::{self, Team};
use crate::tractor::view::{PhaseView, TrickView, View};

/// The result of a round as a page without controls.
pub fn round_page(result: &RoundResult, view: &Table, game: &View, cx: &RenderContext) -> Page {
    let over = matches!(game.phase, PhaseView::Over { .. });
    let newest = game.history.last().map(|last| last.round);
    let parting = game.parting.as_ref();
    let parting = parting.filter(|_| newest == Some(result.round));
    outcome_page(&Outcome::of(result, over, &game.rules), parting, view, cx)
}

/// The same, with the last trick of the round if it is shown.
pub fn outcome_page(
    result: &Outcome,
    parting: Option<&TrickView>,
    view: &Table,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(outcome_title(result, cx));
    page.push(say!(
        cx,
        "result-points",
        points = result.points,
        needed = result.needed
    ));
    if result.penalties != 0 {
        page.push(say!(cx, "result-penalties", points = result.penalties));
    }
    if let Some(seat) = result.last_trick {
        page.push(say!(cx, "result-last-trick", who = who(view, seat, cx)));
        page.lines.extend(parting.map(|trick| plays(trick, cx)));
    }
    if !result.kitty.is_empty() {
        page.push(kitty_line(result, cx));
    }
    page.lines.extend(level_lines(result, cx));
    if !result.match_over {
        let next = result.next_dealer;
        let (who, seat) = (who(view, next, cx), Tractor::seat_name(next, cx));
        page.push(say!(cx, "result-next", who = who, seat = seat));
    }
    let secret = short(&result.secret);
    page.push(say!(cx, "result-seal", secret = secret));
    page
}

/// A trick in one line, the lead first: `▸ North ♠K · West ♠4 · South ♠9 · East ♠A`.
fn plays(trick: &TrickView, cx: &RenderContext) -> String {
    let seats = std::iter::successors(Some(trick.leader), |seat| Some(seating::next(*seat)));
    let plays = seats
        .zip(&trick.plays)
        .map(|(seat, play)| format!("{} {}", Tractor::seat_name(seat, cx), cards::list(play)));
    format!("▸ {}", plays.collect::<Vec<_>>().join(" · "))
}

/// The result in one line: `Round 4: declarers hold`.
pub fn title(result: &RoundResult, cx: &RenderContext) -> String {
    let surrendered = match result.end {
        RoundEnd::PlayedOut => None,
        RoundEnd::Surrendered(team) => Some(team),
    };
    let held = result.winner == Team::of(result.dealer);
    short_title(result.round, surrendered, held, cx)
}

fn outcome_title(result: &Outcome, cx: &RenderContext) -> String {
    let held = result.winner == Team::of(result.dealer);
    short_title(result.round, result.surrendered, held, cx)
}

/// `held` is whether the declarers won the round.
fn short_title(round: u32, surrendered: Option<Team>, held: bool, cx: &RenderContext) -> String {
    match surrendered {
        Some(team) => {
            let team = phrases::team(team, cx);
            say!(cx, "result-surrender", round = round, team = team)
        }
        None if held => say!(cx, "result-hold", round = round),
        None => say!(cx, "result-change", round = round),
    }
}

fn kitty_line(result: &Outcome, cx: &RenderContext) -> String {
    let mut kitty = result.kitty.0.clone();
    order::sort(&mut kitty, result.trump);
    let shown = cards::list(&kitty);
    let points: u16 = kitty.iter().map(|card| card.points()).sum();
    match result.kitty_factor {
        0 => say!(cx, "result-kitty-stay", cards = shown, points = points),
        factor => {
            say!(
                cx,
                "result-kitty-taken",
                cards = shown,
                points = points,
                factor = factor
            )
        }
    }
}

/// Both levels after the round, the winner's first.
fn level_lines(result: &Outcome, cx: &RenderContext) -> Vec<String> {
    let mut lines = Vec::new();
    for team in [result.winner, result.winner.other()] {
        let (name, level) = (phrases::team(team, cx), result.levels[team.index()].name());
        let gained = if team == result.winner {
            result.gained
        } else {
            0
        };
        lines.push(match gained {
            0 => say!(cx, "result-stays", team = name, level = level),
            gained => {
                say!(
                    cx,
                    "result-gained",
                    team = name,
                    level = level,
                    gained = gained
                )
            }
        });
        lines.extend(phrases::progress(team, result.progress(team), cx));
    }
    lines
}
