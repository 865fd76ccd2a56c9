//! The picture of a round's end: its last trick, the kitty, the points and both ladders of levels.

use super::canvas::{Canvas, FAINT, GOLD, INK, WIDTH, team_color};
use super::picture::Round;
use super::trick;

pub(super) fn svg(round: &Round) -> String {
    let mut canvas = Canvas::default();
    let mut top = 20.0;
    if let Some(last) = &round.trick {
        trick::table(&mut canvas, last);
        top = trick::TABLE;
    }
    if !round.kitty.is_empty() {
        let middle = [WIDTH / 2.0, top + 42.0];
        canvas.cards(&round.kitty, middle, 76.0, WIDTH - 60.0, round.colors);
        top += 96.0;
    }
    points(&mut canvas, round, top + 34.0);
    top += 80.0;
    for (n, team) in [round.winner, round.winner.other()].into_iter().enumerate() {
        let y = top + 44.0 + 88.0 * n as f32;
        if team == round.winner {
            canvas.block([18.0, y - 20.0, 6.0, 40.0], 3.0, GOLD);
        }
        canvas.names(team, [46.0, y], round.winds);
        let levels = round.levels.map(|levels| levels[team.index()]);
        canvas.ladder(team, levels, round.to, y);
    }
    canvas.svg(top + 190.0)
}

/// The points of the opponents as a bar, up to twice what they needed.
fn points(canvas: &mut Canvas, round: &Round, y: f32) {
    let opponents = round.declarers.other();
    let (points, needed) = round.points;
    canvas.team(opponents, [46.0, y], 13.0);
    let (left, room) = (130.0, 460.0);
    let most = (2 * needed.max(1)).max(points) as f32;
    let at = |points: i32| left + room * points.max(0) as f32 / most;
    canvas.block([left, y - 12.0, room, 24.0], 12.0, "#34373d");
    if points > 0 {
        let color = team_color(opponents);
        canvas.block(
            [left, y - 12.0, (at(points) - left).max(24.0), 24.0],
            12.0,
            color,
        );
    }
    canvas.line([at(needed), y - 20.0, at(needed), y + 20.0], 4.0, GOLD);
    let reached = match round.winner == opponents {
        true => INK,
        false => FAINT,
    };
    let written = format!("{points}/{needed}");
    canvas.text(
        &written,
        [left + room + 24.0, y - 17.0, 150.0, 34.0],
        4.4,
        reached,
    );
}
