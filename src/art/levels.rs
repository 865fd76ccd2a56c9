//! The picture of a match: the levels of both teams, round by round.

use super::picture::Levels;
use super::*;

const LEFT: f32 = 74.0;
const RIGHT: f32 = WIDTH - 40.0;
const TOP: f32 = 78.0;
const STEP: f32 = 27.0;
const BOTTOM: f32 = TOP + 12.0 * STEP;
/// The most rounds that are written below.
const MOST_NUMBERS: usize = 16;
/// From this many rounds on lines have no marks.
const MOST_MARKS: usize = 60;

pub(super) fn svg(course: &Levels) -> String {
    let mut canvas = Canvas::default();
    canvas.names(Team::NorthSouth, [LEFT + 10.0, 36.0], course.winds);
    canvas.names(Team::WestEast, [LEFT + 140.0, 36.0], course.winds);
    for rank in Rank::all() {
        let y = height(rank);
        canvas.line([LEFT, y, RIGHT, y], 1.5, LINE);
        let ink = if rank == course.to { GOLD } else { FAINT };
        canvas.text(rank.name(), [22.0, y - 10.0, 36.0, 20.0], 3.0, ink);
    }
    let goal = height(course.to);
    canvas.line([LEFT, goal, RIGHT, goal], 3.0, GOLD);
    let rounds = course.levels.len().saturating_sub(1);
    let every = rounds.div_ceil(MOST_NUMBERS).max(1);
    for round in (1..=rounds).filter(|round| round % every == 0) {
        let below = [place(round, rounds) - 16.0, BOTTOM + 44.0, 32.0, 18.0];
        canvas.text(&round.to_string(), below, 2.6, FAINT);
    }
    for (round, winner) in course.winners.iter().enumerate().take(rounds) {
        let size = if rounds > MOST_MARKS { 3.0 } else { 7.0 };
        canvas.team(*winner, [place(round + 1, rounds), BOTTOM + 26.0], size);
    }
    for team in Team::ALL {
        way(&mut canvas, course, team, rounds);
    }
    canvas.svg(BOTTOM + 76.0)
}

/// The line of a team, with a mark for each round and its level at the end.
fn way(canvas: &mut Canvas, course: &Levels, team: Team, rounds: usize) {
    // Where both are at the same level, both lines are seen.
    let aside = match team {
        Team::NorthSouth => -3.0,
        Team::WestEast => 3.0,
    };
    let points = course.levels.iter().enumerate().map(|(round, levels)| {
        let y = height(levels[team.index()]) + aside;
        [place(round, rounds), y]
    });
    let points: Vec<[f32; 2]> = points.collect();
    let dashes = match team {
        Team::NorthSouth => "",
        Team::WestEast => r#"" stroke-dasharray="14 8"#,
    };
    let pen = format!(r#"5" stroke-linejoin="round" stroke-linecap="round{dashes}"#);
    canvas.way(&points, team_color(team), &pen);
    for (round, point) in points.iter().enumerate() {
        if round == rounds || rounds <= MOST_MARKS {
            let size = if round == rounds { 12.0 } else { 7.0 };
            canvas.team(team, *point, size);
        }
    }
    if let (Some([x, y]), Some(levels)) = (points.last(), course.levels.last()) {
        let level = levels[team.index()].name();
        canvas.text(level, [x - 9.0, y - 8.0, 18.0, 16.0], 2.6, "#15161a");
    }
}

fn height(rank: Rank) -> f32 {
    BOTTOM - STEP * rank.index() as f32
}

fn place(round: usize, rounds: usize) -> f32 {
    let share = round as f32 / rounds.max(1) as f32;
    LEFT + 16.0 + (RIGHT - LEFT - 32.0) * share
}
