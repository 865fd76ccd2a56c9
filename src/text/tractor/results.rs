//! The result of a round: who won, the kitty, the new levels.

use super::order;
use super::phrases::{self, Table};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::shuffle::short;
use crate::text::table::who;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::action::RoundResult;
use crate::tractor::replay::Outcome;
use crate::tractor::seating::{self, Team};
use crate::tractor::view::{PhaseView, TrickView, View};

/// The result of a round as a page without controls.
pub fn round_page(result: &RoundResult, view: &Table, game: &View, cx: &RenderContext) -> Page {
    let over = matches!(game.phase, PhaseView::Over { .. });
    let parting = parting(result, game);
    outcome_page(&Outcome::of(result, over, &game.rules), parting, view, cx)
}

/// The last trick of this round, if it is shown.
pub fn parting<'a>(result: &RoundResult, game: &'a View) -> Option<&'a TrickView> {
    let newest = game.history.last().map(|last| last.round);
    let parting = game.parting.as_ref();
    parting.filter(|_| newest == Some(result.round))
}

/// The same, with the last trick of the round if it is shown.
pub fn outcome_page(
    result: &Outcome,
    parting: Option<&TrickView>,
    view: &Table,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(outcome_title(result, view, cx));
    if let Some(team) = result.surrendered {
        let team = phrases::people(team, view, cx);
        page.push(say!(cx, "result-surrender", team = team));
    }
    if result.penalties != 0 {
        page.push(say!(cx, "result-penalties", points = result.penalties));
    }
    if let Some(seat) = result.last_trick {
        let who = who(view, seat, cx);
        page.push(match parting.map(|trick| plays(trick, cx)) {
            Some(plays) => say!(cx, "result-last-trick", who = who, plays = plays),
            None => say!(cx, "result-last-trick-only", who = who),
        });
    }
    if !result.kitty.is_empty() {
        page.push(kitty_line(result, view, cx));
    } else if let Some(points) = result.kitty_points {
        page.push(say!(
            cx,
            "result-kitty-points",
            points = points,
            factor = result.kitty_factor,
            team = phrases::people(Team::of(result.dealer).other(), view, cx)
        ));
    }
    if result.fell {
        let team = phrases::people(Team::of(result.dealer), view, cx);
        page.push(say!(cx, "result-fell", team = team));
    }
    page.lines.extend(level_lines(result, view, cx));
    if !result.match_over {
        let next = result.next_dealer;
        let (who, seat) = (who(view, next, cx), Tractor::seat_name(next, cx));
        page.push(match Team::of(next) == Team::of(result.dealer) {
            true => say!(cx, "result-next-again", who = who, seat = seat),
            false => say!(cx, "result-next-changed", who = who, seat = seat),
        });
    }
    let secret = short(&result.secret);
    page.push(say!(
        cx,
        "result-seal",
        round = result.round,
        secret = secret
    ));
    page
}

/// A trick in one line, the lead first: `North ♠K · West ♠4 · South ♠9 · East ♠A`.
fn plays(trick: &TrickView, cx: &RenderContext) -> String {
    let seats = std::iter::successors(Some(trick.leader), |seat| Some(seating::next(*seat)));
    let plays = seats.zip(&trick.plays).map(|(seat, play)| {
        format!(
            "{} {}",
            Tractor::seat_name(seat, cx),
            phrases::cards(play, cx)
        )
    });
    plays.collect::<Vec<_>>().join(" · ")
}

/// The result in one line: `Bo + Eve win the round, 120 of 80.`
pub fn title(result: &RoundResult, view: &Table, cx: &RenderContext) -> String {
    outcome_title(&Outcome::of(result, false, &view.rules), view, cx)
}

/// The result of the round before in one line, while the next one is not dealt.
pub fn last(view: &Table, game: &View, cx: &RenderContext) -> Option<String> {
    let last = game.history.last();
    let last = last.filter(|_| matches!(game.phase, PhaseView::Ready { .. }));
    last.map(|result| title(result, view, cx))
}

/// For a player, from their side; for everybody else, by the winners' names.
fn outcome_title(result: &Outcome, view: &Table, cx: &RenderContext) -> String {
    let (points, needed) = (result.points, result.needed);
    let own = view.seat().map(Team::of);
    let opponents = Team::of(result.dealer).other();
    let score = say!(cx, "result-score", points = points, needed = needed);
    let score = if own.unwrap_or(result.winner) == opponents {
        score
    } else {
        let team = phrases::people(opponents, view, cx);
        say!(cx, "result-score-theirs", team = team, score = score)
    };
    match own {
        Some(own) if own == result.winner => say!(cx, "result-you-won", score = score),
        Some(_) => say!(cx, "result-you-lost", score = score),
        None => {
            let team = phrases::people(result.winner, view, cx);
            say!(cx, "result-won", team = team, score = score)
        }
    }
}

/// Who won the match; for a player, from their side.
pub fn match_title(winner: Team, view: &Table, cx: &RenderContext) -> String {
    match view.seat().map(Team::of) {
        Some(own) if own == winner => say!(cx, "match-you-won"),
        Some(_) => say!(cx, "match-you-lost"),
        None => say!(cx, "match-title", team = phrases::people(winner, view, cx)),
    }
}

fn kitty_line(result: &Outcome, view: &Table, cx: &RenderContext) -> String {
    let mut kitty = result.kitty.0.clone();
    order::sort(&mut kitty, result.trump);
    let shown = phrases::cards(&kitty, cx);
    let points: u16 = kitty.iter().map(|card| card.points()).sum();
    match result.kitty_factor {
        _ if points == 0 => say!(cx, "result-kitty-none", cards = shown),
        0 => say!(cx, "result-kitty-stay", cards = shown, points = points),
        factor => {
            say!(
                cx,
                "result-kitty-taken",
                cards = shown,
                points = points,
                factor = factor,
                team = phrases::people(Team::of(result.dealer).other(), view, cx)
            )
        }
    }
}

/// Both levels after the round, the winner's first.
fn level_lines(result: &Outcome, view: &Table, cx: &RenderContext) -> Vec<String> {
    let mut lines = Vec::new();
    for team in [result.winner, result.winner.other()] {
        let (name, level) = (
            phrases::people(team, view, cx),
            result.levels[team.index()].name(),
        );
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
