//! The pictures of somebody's results over time: what they played and won, span by span, and their
//! rating, day by day.

use super::canvas::{Canvas, FAINT, GOLD, LINE, WIDTH};
use super::picture::{Course, RatingCourse};

const LEFT: f32 = 78.0;
const RIGHT: f32 = WIDTH - 78.0;
const TOP: f32 = 40.0;
const BOTTOM: f32 = 320.0;

/// With more points than these the line has no marks.
const MOST_MARKS: usize = 60;

/// The whole picture: a bar for what was played, in it what was won, and the share of wins as a line.
pub(super) fn svg(course: &Course) -> String {
    let mut canvas = Canvas::default();
    let most = course.spans.iter().map(|(played, _)| *played).max();
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
    let step = (RIGHT - LEFT) / course.spans.len().max(1) as f32;
    let mut line = Vec::new();
    for (n, (played, won)) in course.spans.iter().enumerate() {
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
    draw(&mut canvas, &line);
    canvas.svg(BOTTOM + 30.0)
}

/// The whole picture: the number after each day, with those around as lines of a hundred points.
pub(super) fn ratings(course: &RatingCourse) -> String {
    let mut canvas = Canvas::default();
    let numbers = || course.days.iter().map(|(_, number)| *number);
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
    let last = course.days.last().map_or(0, |(day, _)| *day).max(1);
    let place = |(day, number): &(u32, i32)| {
        let x = LEFT + (RIGHT - LEFT) * (*day).min(last) as f32 / last as f32;
        [x, tall(*number)]
    };
    let line: Vec<[f32; 2]> = course.days.iter().map(place).collect();
    draw(&mut canvas, &line);
    canvas.svg(BOTTOM + 30.0)
}

/// A line through these points, with a mark on each unless there are too many.
fn draw(canvas: &mut Canvas, line: &[[f32; 2]]) {
    let points: Vec<String> = line.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
    canvas.put(&format!(
        r#"<polyline points="{}" fill="none" stroke="{GOLD}" stroke-width="4" stroke-linejoin="round"/>"#,
        points.join(" ")
    ));
    let marked = line.len() <= MOST_MARKS;
    for [x, y] in line.iter().filter(|_| marked) {
        canvas.put(&format!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="6" fill="{GOLD}"/>"#
        ));
    }
}
