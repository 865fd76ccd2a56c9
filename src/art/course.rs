//! The pictures of results over time: what somebody played and won, span by span, their rating, day by day, and the
//! points of a cup, round by round.

use super::*;

const LEFT: f32 = 78.0;
const RIGHT: f32 = WIDTH - 78.0;
const TOP: f32 = 40.0;
const BOTTOM: f32 = 320.0;

/// With more points than these the line has no marks.
const MOST_MARKS: usize = 60;

/// The whole picture: a bar for what was played, in it what was won, and the share of wins as a line.
pub(super) fn svg(spans: &[(u32, u32)]) -> String {
    let mut canvas = Canvas::default();
    let most = spans.iter().map(|(played, _)| *played).max();
    let most = most.unwrap_or_default().max(1);
    for quarter in 0..=4 {
        let y = BOTTOM - (BOTTOM - TOP) * quarter as f32 / 4.0;
        canvas.line([LEFT, y, RIGHT, y], 1.5, LINE);
        let share = format!("{}%", quarter * 25);
        canvas.text(&share, [RIGHT + 10.0, y - 9.0, 58.0, 18.0], 2.6, GOLD);
    }
    for (count, y) in [(most, TOP), (0, BOTTOM)] {
        canvas.text(&count.to_string(), [10.0, y - 10.0, 58.0, 20.0], 3.0, FAINT);
    }
    let step = (RIGHT - LEFT) / spans.len().max(1) as f32;
    let mut line = Vec::new();
    for (n, (played, won)) in spans.iter().enumerate() {
        let middle = LEFT + step * (n as f32 + 0.5);
        let wide = (step * 0.7).min(64.0);
        let tall = |count: u32| (BOTTOM - TOP) * count.min(most) as f32 / most as f32;
        for (count, color) in [(*played, "#4d525c"), ((*won).min(*played), "#5bc0ff")] {
            if count > 0 {
                let place = [middle - wide / 2.0, BOTTOM - tall(count), wide, tall(count)];
                canvas.block(place, 4.0, color);
            }
        }
        if *played > 0 {
            let share = (*won).min(*played) as f32 / *played as f32;
            line.push([middle, BOTTOM - (BOTTOM - TOP) * share]);
        }
    }
    draw(&mut canvas, &line, GOLD);
    canvas.svg(BOTTOM + 30.0)
}

/// The whole picture: the number after each day, with those around as lines of a hundred points.
pub(super) fn ratings(days: &[(u32, i32)]) -> String {
    let mut canvas = Canvas::default();
    let numbers = || days.iter().map(|(_, number)| *number);
    let (low, high) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
    let apart = match high - low {
        ..500 => 100,
        500..2_000 => 500,
        _ => 1_000,
    };
    let bottom = low.div_euclid(apart) * apart;
    let top = (high.div_euclid(apart) + 1) * apart;
    let tall = |number: i32| {
        let share = (number - bottom) as f32 / (top - bottom) as f32;
        BOTTOM - (BOTTOM - TOP) * share
    };
    for step in 0..=(top - bottom) / apart {
        let number = bottom + step * apart;
        let y = tall(number);
        canvas.line([LEFT, y, RIGHT, y], 1.5, LINE);
        canvas.text(&number.to_string(), [4.0, y - 9.0, 66.0, 18.0], 2.6, FAINT);
    }
    let last = days.last().map_or(0, |(day, _)| *day).max(1);
    let place = |(day, number): &(u32, i32)| {
        let x = LEFT + (RIGHT - LEFT) * (*day).min(last) as f32 / last as f32;
        [x, tall(*number)]
    };
    let line: Vec<[f32; 2]> = days.iter().map(place).collect();
    draw(&mut canvas, &line, GOLD);
    canvas.svg(BOTTOM + 30.0)
}

/// The whole picture: the points of each pair after each round, and its place at the end of its line.
pub(super) fn cup(pairs: &[(usize, Vec<i64>)]) -> String {
    let mut canvas = Canvas::default();
    let rounds = pairs.iter().map(|(_, points)| points.len()).max();
    let rounds = rounds.unwrap_or_default().max(1);
    let most = pairs.iter().flat_map(|(_, points)| points).max();
    let most = most.copied().unwrap_or_default().max(1);
    let place = |round: usize, points: i64| {
        let x = LEFT + (RIGHT - LEFT) * round as f32 / rounds as f32;
        [x, BOTTOM - (BOTTOM - TOP) * points as f32 / most as f32]
    };
    for round in 0..=rounds {
        let [x, _] = place(round, 0);
        canvas.line([x, TOP, x, BOTTOM], 1.5, LINE);
    }
    for points in [0, most] {
        let [_, y] = place(0, points);
        canvas.text(&points.to_string(), [4.0, y - 10.0, 66.0, 20.0], 3.0, FAINT);
    }
    // The best lie on top.
    for (rank, points) in pairs.iter().rev() {
        let after = points
            .iter()
            .zip(1..)
            .map(|(points, round)| place(round, *points));
        let line: Vec<[f32; 2]> = [place(0, 0)].into_iter().chain(after).collect();
        draw(&mut canvas, &line, color_of(*rank));
    }
    let mut above = f32::MIN;
    for (rank, points) in pairs {
        let [x, y] = place(rounds, points.last().copied().unwrap_or_default());
        let y = y.max(above + TALL);
        above = y;
        let numbered = [x + 14.0, y - TALL / 2.0, 40.0, TALL - 4.0];
        canvas.text(&rank.to_string(), numbered, 3.0, color_of(*rank));
    }
    canvas.svg(BOTTOM.max(above) + 30.0)
}

/// How tall the number of a place is, with the room around it.
const TALL: f32 = 26.0;

const fn color_of(place: usize) -> &'static str {
    match place {
        1 => GOLD,
        2 => "#c9ced6",
        3 => "#d08b5b",
        _ => FAINT,
    }
}

/// A line through these points, with a mark on each unless there are too many.
fn draw(canvas: &mut Canvas, line: &[[f32; 2]], color: &str) {
    canvas.way(line, color, r#"4" stroke-linejoin="round"#);
    let marked = line.len() <= MOST_MARKS;
    for [x, y] in line.iter().filter(|_| marked) {
        canvas.put(&format!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="6" fill="{color}"/>"#
        ));
    }
}
