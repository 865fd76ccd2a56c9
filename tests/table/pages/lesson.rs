//! The lesson as it is read: each step, what is answered to each choice, and the index of the help.

use tractor_bot::game::GameKind;
use tractor_bot::table::{Input, PersonId};
use tractor_bot::text::context::Surface;
use tractor_bot::text::help;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::Line;
use tractor_bot::text::table::help_topic;
use tractor_bot::text::topic::Topic;
use tractor_bot::text::tractor::lesson;
use tractor_bot::tractor::view::{PhaseView, View};

use super::plain::{Match, players, seated, step, until};
use super::render::{books, context};

/// The label of a button.
fn label(control: &Control) -> Option<(&str, &Line)> {
    match control {
        Control::Button { label, press, .. } => Some((label, &press.line)),
        Control::Menu { .. } => None,
    }
}

/// The choices that a page offers.
fn choices(page: &Page) -> Vec<(String, u8, u8)> {
    let buttons = page.controls.iter().flatten().filter_map(label);
    let choices = buttons.filter_map(|(label, line)| {
        let (step, choice) = line.after("practice")?.split_once(" #")?;
        let index = |number: &str| number.parse::<u8>().ok().map(|number| number - 1);
        Some((label.to_owned(), index(step)?, index(choice)?))
    });
    choices.collect()
}

#[test]
fn the_lesson_reads_well() {
    books("lesson", Surface::Discord, |book, cx| {
        for step in 0.. {
            let page = lesson::page(step, cx);
            let choices = choices(&page);
            assert!(page.lines.len() <= 13, "{}", page.text());
            book.page(&format!("step {}", step + 1), &page);
            for (label, step, choice) in &choices {
                let answer = lesson::choose(*step, &format!("#{}", choice + 1), cx);
                assert!(answer.lines.len() <= 13, "{}", answer.text());
                book.page(&format!("step {}: {label}", step + 1), &answer);
            }
            if choices.is_empty() {
                break;
            }
        }
        let terminal = context(cx.locale, Surface::Terminal);
        book.page("in the terminal", &lesson::page(0, &terminal));
        book.page("not held", &lesson::choose(0, "KS", &terminal));
        book.page("no card", &lesson::choose(0, "11H", &terminal));
        book.page("left", &lesson::stopped(&terminal));
    });
}

/// The page of the help that fits what a seat is doing.
#[track_caller]
fn check_help(stage: &Match, topic: Topic) {
    assert_eq!(help_topic(&stage.own(0)), topic);
    // Who only watches is told how to sit down.
    assert_eq!(help_topic(&stage.public()), Topic::Game(GameKind::Tractor));
}

#[test]
fn help_without_a_word_fits_the_moment() {
    let mut stage = seated(&[], 7);
    let mut players = players();
    check_help(&stage, Topic::Game(GameKind::Tractor));
    stage.submit(Input::Start { by: PersonId(1) });
    check_help(&stage, Topic::Playing);
    step(&mut stage, &mut players);
    check_help(&stage, Topic::Calling);
    let window = |view: &View| matches!(view.phase, PhaseView::CallWindow { .. });
    until(&mut stage, &mut players, window);
    check_help(&stage, Topic::Calling);
    let burying = |view: &View| matches!(view.phase, PhaseView::Burying);
    until(&mut stage, &mut players, burying);
    check_help(&stage, Topic::Kitty);
    let playing = |view: &View| matches!(view.phase, PhaseView::Playing { .. });
    until(&mut stage, &mut players, playing);
    check_help(&stage, Topic::Following);
}

#[test]
fn the_index_reads_well() {
    books("index", Surface::Discord, |book, cx| {
        for word in [
            "tractor",
            "甩牌",
            "points",
            "throw_penalty",
            "tracktor",
            "xyzzyx",
        ] {
            book.page(word, &help::find(word, cx));
        }
    });
}
