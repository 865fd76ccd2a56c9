//! The lesson as it is read: each step, what is answered to each choice, and the index of the help.

use tractor_bot::text::context::Face;
use tractor_bot::text::index;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::{Lesson, Tap};
use tractor_bot::text::tractor::lesson;

use super::render::{Book, context};

/// The label of a button.
fn label(control: &Control) -> Option<(&str, &Tap)> {
    match control {
        Control::Button { label, press, .. } => Some((label, &press.tap)),
        Control::Menu { .. } => None,
    }
}

/// The choices that a page offers.
fn choices(page: &Page) -> Vec<(String, u8, u8)> {
    let buttons = page.controls.iter().flatten().filter_map(label);
    let choices = buttons.filter_map(|(label, tap)| match tap {
        Tap::Lesson(Lesson::Choice { step, choice }) => Some((label.to_owned(), *step, *choice)),
        _ => None,
    });
    choices.collect()
}

#[test]
fn the_lesson_reads_well() {
    for locale in Locale::all() {
        let cx = context(locale, Face::Discord);
        let mut book = Book::new(locale, "lesson");
        for step in 0.. {
            let page = lesson::page(step, &cx);
            let choices = choices(&page);
            assert!(page.lines.len() <= 11, "{}", page.text());
            book.page(&format!("step {}", step + 1), &page);
            for (label, step, choice) in &choices {
                let answer = lesson::choose(*step, *choice, &cx);
                assert!(answer.lines.len() <= 11, "{}", answer.text());
                book.page(&format!("step {}: {label}", step + 1), &answer);
            }
            if choices.is_empty() {
                break;
            }
        }
        let terminal = context(locale, Face::Terminal);
        book.page("in the terminal", &lesson::page(0, &terminal));
        book.page("not held", &lesson::choose_typed(0, "KS", &terminal));
        book.page("no card", &lesson::choose_typed(0, "11H", &terminal));
        book.page("left", &lesson::stopped(&terminal));
        book.check();
    }
}

#[test]
fn the_index_reads_well() {
    for locale in Locale::all() {
        let cx = context(locale, Face::Discord);
        let mut book = Book::new(locale, "index");
        for word in ["tractor", "甩牌", "points", "throw_penalty", "tracktor", "xyzzyx"] {
            book.page(word, &index::find(word, &cx));
        }
        book.check();
    }
}
