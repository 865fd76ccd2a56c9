//! Ratings in words.

use super::context::{RenderContext, TableContext};
use super::table::who;
use super::voice::Voice;
use crate::club::{Honour, Standing};

/// A number of points as people read it: `1 540`.
pub fn points(points: i64) -> String {
    match points {
        1_000.. => format!("{}\u{a0}{:03}", points / 1_000, points % 1_000),
        points => points.to_string(),
    }
}

/// A number with how uncertain it is: `1 540 ± 80`.
pub fn standing(standing: Standing, cx: &RenderContext) -> String {
    let (rating, spread) = standing.points();
    number(format!("{} ± {}", points(rating), spread), standing, cx)
}

/// A number as it is told: that it is provisional as long as it is.
fn number(number: String, standing: Standing, cx: &RenderContext) -> String {
    match standing.is_provisional() {
        true => say!(cx, "rating-provisional", number),
        false => number,
    }
}

/// The line of somebody's statistics: `rating **1 540 ± 80**`.
pub fn line(of: Standing, cx: &RenderContext) -> String {
    say!(cx, "rating-line", number = standing(of, cx))
}

/// How the last round moved the ratings of those who played it, in one line; nothing if it did not
/// count.
pub fn change_line<G: Voice>(cx: &TableContext<G>) -> Option<String> {
    let changes = &cx.laurels.ratings;
    let told = changes.iter().map(|change| {
        let (before, _) = change.before.points();
        let (after, _) = change.after.points();
        let step = match after - before {
            0 => "±0".to_owned(),
            step @ ..0 => format!("−{}", -step),
            step => format!("+{step}"),
        };
        let who = who(change.seat, cx);
        let number = number(points(after), change.after, cx);
        say!(cx, "rating-change", who, number, step)
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| say!(cx, "rating-changes", list = told.join(" · ")))
}

/// What was earned in the last round, in one line; nothing if nothing was.
pub fn honours_line<G: Voice>(cx: &TableContext<G>) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    let earned = &cx.laurels.honours;
    for seat in cx.view.seats.iter().map(|place| place.seat) {
        let own = earned.iter().filter(|earned| earned.seat == seat);
        let own: Vec<String> = own.map(|earned| honour(earned.honour, cx)).collect();
        if !own.is_empty() {
            let who = who(seat, cx);
            told.push(say!(cx, "honours-of", who, list = cx.list(own)));
        }
    }
    (!told.is_empty()).then(|| say!(cx, "honours-earned", list = told.join(" · ")))
}

/// The name of an honour.
pub fn honour(honour: Honour, cx: &RenderContext) -> String {
    cx.say_key(&format!("honour-{}", honour.name()), honour.name())
}
