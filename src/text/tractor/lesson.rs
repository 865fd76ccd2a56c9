//! The lesson: a few guided tricks on chosen deals, as pages whose controls carry the step.
//!
//! Decides what is said before and after each play, and how a wrong choice is answered: by what the
//! rules refuse, or by what would be better. Stores nothing, and knows no table: [`steps`] has the
//! positions, which the rules judge like any others.

mod scene;
mod steps;

use super::{notices, order, phrases, words};
use crate::command::{AtTable, Name, Verb};
use crate::game::Seat;
use crate::table::TableKey;
use crate::text::cards;
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Fact;
use crate::text::page::{Control, Page, Style, Tint};
use crate::text::press::{Line, Press};
use crate::text::voice::Voice as _;
use crate::text::words::{ParseError, clean, means, quotable};
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::follow::Due;
use crate::tractor::round::{Played, Refused};
use crate::tractor::rules::Rules;
use scene::you;
use steps::{LessonTask, READER, STEPS, Step, UnfitCards};

/// A place in the lesson, or what is done there. Nothing of it is stored: the press says all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lesson {
    /// Show this step, from 0; after the last one, the end.
    Step(u8),
    /// Choose these cards in this step, or those that are offered with a number after `#`.
    Cards(u8, String),
    /// A table of one's own with computer players.
    Round,
    /// No more of it.
    Stop,
}

impl Lesson {
    /// Reads what was typed after the command: a step, and then cards or a word such as `skip`.
    pub fn read(words: &str) -> Self {
        let words = words.trim();
        let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let number = first.parse::<u8>().ok().filter(|number| *number > 0);
        let Some(step) = number.map(|number| number - 1) else {
            let way = way(first, 0);
            return way
                .filter(|way| matches!(way, Self::Round | Self::Stop))
                .unwrap_or(Self::Step(0));
        };
        match way(rest, step) {
            Some(way) => way,
            None if rest.is_empty() => Self::Step(step),
            None => Self::Cards(step, rest.trim().to_owned()),
        }
    }

    /// What leads there; cards are typed.
    fn line(&self) -> Line {
        match self {
            Self::Step(step) => format!("practice {}", u16::from(*step) + 1).into(),
            Self::Cards(step, cards) => format!("practice {} {cards}", u16::from(*step) + 1).into(),
            Self::Round => "practice round".into(),
            Self::Stop => "practice stop".into(),
        }
    }
}

/// Where a control of the lesson leads; `None` for others.
fn place(press: &Press) -> Option<Lesson> {
    press.line.after("practice").map(Lesson::read)
}

/// Where a word of the lesson leads from a step.
fn way(word: &str, step: u8) -> Option<Lesson> {
    let ways = [
        ("word-lesson-next", next_step(step)),
        ("word-lesson-again", Lesson::Step(step)),
        ("word-lesson-round", Lesson::Round),
        ("word-lesson-stop", Lesson::Stop),
    ];
    let way = ways.into_iter().find(|(key, _)| means(word, key));
    way.map(|(_, way)| way)
}

/// The words after the command that a line stands for which is typed while this page of the lesson
/// is read; `None` for a line that is meant for somebody else, and on other pages.
pub fn meant(line: &str, page: &Page) -> Option<String> {
    let step = asked(page)?;
    let number = u16::from(step) + 1;
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // Cards are cards, also where a command begins with the same letter.
    let chooses = is_question(page) && cards::read::<Card>(line).is_ok();
    if chooses || way(line, step).is_some() {
        return Some(format!("{number} {line}").trim_end().to_owned());
    }
    match Name::of(word) {
        Some(Name::Move(Verb::Play | Verb::Kitty | Verb::Call)) => Some(format!("{number} {rest}")),
        // Each step names what is to be done.
        Some(Name::AtTable(AtTable::Hint)) if is_question(page) => Some(format!("{number} again")),
        Some(_) => None,
        None if line.is_empty() && !is_question(page) => Some(format!("{number} next")),
        None => Some(format!("{number} {line}").trim_end().to_owned()),
    }
}

/// Whether a page of the lesson asks for a choice.
fn is_question(page: &Page) -> bool {
    let mut presses = page.presses();
    presses.any(|press| matches!(place(press), Some(Lesson::Cards(..))))
}

/// The step that a page is about; `None` for other pages, and at the end.
pub fn asked(page: &Page) -> Option<u8> {
    let steps = page.presses().filter_map(|press| match place(press)? {
        Lesson::Step(step) | Lesson::Cards(step, _) => Some(step),
        Lesson::Round | Lesson::Stop => None,
    });
    let step = steps.min()?;
    let next = next_step(step).line();
    page.presses()
        .any(|press| press.line == next)
        .then_some(step)
}

/// A page of the lesson; after the last step, the end.
pub fn page(step: u8, cx: &RenderContext) -> Page {
    match STEPS.get(usize::from(step)) {
        Some(found) => question(step, found, None, cx),
        None => end(cx),
    }
}

/// What comes of the cards that were typed in a step, or of a choice by its number.
pub fn choose(step: u8, words: &str, cx: &RenderContext) -> Page {
    let Some(found) = STEPS.get(usize::from(step)) else {
        return end(cx);
    };
    let words = clean(words).unwrap_or_default();
    let tapped = words.strip_prefix('#');
    let number = tapped.unwrap_or(&words).parse::<usize>().ok();
    match number.and_then(|number| found.choices.get(number.checked_sub(1)?)) {
        Some(cards) => return judge(step, found, &steps::read(cards), cx),
        None if tapped.is_some() => return page(step, cx),
        None => {}
    }
    if let LessonTask::Call { .. } = found.task
        && let Ok(Action::Call(call)) = words::call(&words, None)
    {
        return judge(step, found, &call.cards(found.trump().rank), cx);
    }
    match cards::read::<Card>(&words) {
        Ok(cards) => judge(step, found, &cards, cx),
        Err(error) => {
            let piece = match error {
                ParseError::UnknownCard(piece) => piece,
                _ => quotable(&words),
            };
            let told = say!(cx, "parse-unknown-card", it = piece);
            question(step, found, Some(told), cx)
        }
    }
}

/// The end of the lesson: what comes before the tricks, and a round to play.
fn end(cx: &RenderContext) -> Page {
    let mut page = in_lesson(say!(cx, "lesson-tractor-end-title"), cx);
    let body = say!(cx, "lesson-tractor-end");
    page.extend(body.lines().map(str::to_owned));
    if cx.face == Surface::Terminal {
        page.push(say!(cx, "lesson-tractor-end-typed"));
    }
    let restart = say!(cx, "button-lesson-restart");
    let restart = button(restart, Lesson::Step(0), Style::Plain);
    page.row(vec![round_button(cx, Style::Good), restart]);
    page
}

/// That the lesson is left.
pub fn stopped(cx: &RenderContext) -> Page {
    Page::line(say!(cx, "lesson-tractor-stopped"))
}

/// In the terminal, the table that is open is the one to play at.
pub fn at_this_table(cx: &RenderContext) -> Page {
    Page::line(say!(cx, "lesson-tractor-here"))
}

/// That the lesson goes on, after something else was answered.
pub fn waits(page: &Page, cx: &RenderContext) -> Option<String> {
    let asked = usize::from(asked(page)?) + 1;
    let step = if is_question(page) { asked } else { asked + 1 };
    Some(match step <= STEPS.len() {
        true => say!(cx, "lesson-tractor-waits", step),
        false => say!(cx, "lesson-tractor-waits-end"),
    })
}

/// The prompt in the terminal while the lesson waits.
pub fn prompt(page: &Page, cx: &RenderContext) -> String {
    let question = is_question(page).to_string();
    say!(cx, "lesson-tractor-asks", question)
}

#[cfg(test)]
pub fn step_keys() -> impl Iterator<Item = String> {
    let parts = ["title", "before", "else", "after"];
    STEPS
        .iter()
        .flat_map(move |step| parts.map(|part| step.key(part)))
}

/// Judges a choice: refused by the rules, legal but not what is asked for, or right.
fn judge(number: u8, step: &Step, chosen: &[Card], cx: &RenderContext) -> Page {
    let told = match step.choose(chosen) {
        Ok(_) if step.is_good(chosen) => return result(number, step, cx),
        Ok(_) => {
            let wins = if step.wins(chosen) { "yes" } else { "no" };
            let facts = [
                ("cards", Fact::from(phrases::cards(chosen, cx))),
                ("play", Fact::from(bold(step.good, cx))),
                ("wins", Fact::from(wins)),
            ];
            cx.sentences().say(&step.key("else"), &facts)
        }
        Err(unfit) => refused(step, unfit, chosen, cx),
    };
    question(number, step, Some(told), cx)
}

/// Cards as the sentences name them: as on the button, and bold.
fn bold(written: &str, cx: &RenderContext) -> String {
    format!("**{}**", phrases::cards(&steps::read(written), cx))
}

/// The refusal, in the words of the game.
fn refused(step: &Step, unfit: UnfitCards, chosen: &[Card], cx: &RenderContext) -> String {
    let play = |cards| match cx.taps {
        true => phrases::cards(&steps::read(cards), cx),
        false => cx.command(&format!("play {}", cards::typed(&steps::read(cards)))),
    };
    let example = || say!(cx, "for-example", command = play(step.good));
    match unfit {
        UnfitCards::Play(Refused::Follow(breach)) => match due(step) {
            Some(due) => notices::breach_sentence(breach, &due, &example(), cx),
            None => example(),
        },
        UnfitCards::Play(Refused::MixedLead) => say!(cx, "reject-mixed-lead", example = example()),
        UnfitCards::Play(Refused::NoCards | Refused::Over) => {
            say!(cx, "reject-no-cards", play = play(step.good))
        }
        UnfitCards::NotHeld if matches!(step.task, LessonTask::Level) => {
            let cards = step.choices.iter();
            let cards = cards.map(|card| phrases::cards(&steps::read(card), cx));
            say!(cx, "lesson-tractor-levels-none", cards = cx.list(cards))
        }
        UnfitCards::Play(Refused::NotHeld) | UnfitCards::NotHeld => not_held(step, chosen, cx),
        UnfitCards::Call => {
            let cards = phrases::cards(chosen, cx);
            say!(cx, "lesson-tractor-call-none", cards)
        }
        UnfitCards::Kitty => {
            let kitty = format!("kitty {}", cards::typed(&steps::read(step.good)));
            say!(cx, "reject-kitty-count", given = chosen.len(), kitty)
        }
    }
}

/// Names the first card that is not held often enough.
fn not_held(step: &Step, chosen: &[Card], cx: &RenderContext) -> String {
    let mut left = steps::read(step.hand);
    for card in chosen {
        match left.iter().position(|own| own == card) {
            Some(at) => drop(left.swap_remove(at)),
            None => {
                let held = u8::from(steps::read(step.hand).contains(card));
                return say!(cx, "reject-not-held", card = phrases::card(*card, cx), held);
            }
        }
    }
    String::new()
}

/// What the reader owes to the lead; `None` if they lead.
fn due(step: &Step) -> Option<Due> {
    let (playing, _) = step.trick()?;
    playing.due(&Rules::default())
}

/// A step before the choice, headed by what was wrong with the last one.
fn question(number: u8, step: &Step, told: Option<String>, cx: &RenderContext) -> Page {
    let mut page = titled(number, step, cx);
    let told_before = told.is_some();
    page.extend(told);
    let lies_there = cx.face == Surface::Browser;
    let play = [("play", Fact::from(bold(step.good, cx)))];
    page.push(cx.sentences().say(&step.key("before"), &play));
    let repeats = told_before.then(|| lines_of(&page));
    let mut trick = trick_line(step, cx);
    page.extend(trick.take_if(|_| !lies_there));
    page.push(trump_line(step, cx));
    if number == 0 {
        page.push(say!(cx, "lesson-tractor-first"));
    }
    // Whoever chose once has read what is trump.
    let said = repeats.unwrap_or_else(|| lines_of(&page));
    scene::question(number, said, cx).beside(&mut page, cx);
    page.extend(trick);
    let held = steps::read(step.hand);
    if !matches!(step.task, LessonTask::Level) {
        page.push("");
        let groups = order::grouped(&held, step.trump());
        let lines = groups.iter();
        page.extend(lines.map(|group| phrases::group(group.suit, &group.cards, cx)));
    }
    if cx.face == Surface::Terminal {
        typed_choices(step, cx, &mut page);
    }
    let buttons = step.choices.iter().zip(1..).map(|(cards, choice)| {
        let (face, label) = phrases::faced(&steps::read(cards), cx);
        let choice = Lesson::Cards(number, format!("#{choice}"));
        button(label, choice, Style::Main).with_icon(face)
    });
    // There the cards themselves are tapped.
    if !lies_there {
        page.row(buttons.collect());
    }
    let skip = say!(cx, "button-lesson-skip");
    page.row(vec![
        button(skip, next_step(number), Style::Plain),
        round_button(cx, Style::Plain),
    ]);
    page
}

/// What was played before the reader; `None` if they lead.
fn trick_line(step: &Step, cx: &RenderContext) -> Option<String> {
    let (_, played) = step.trick()?;
    let plays = played.iter().map(|play| spoken(step, play, cx));
    let plays = plays.collect::<Vec<_>>().join(" · ");
    (!played.is_empty()).then(|| format!("▸ {plays} · {} …", you(cx)))
}

/// How many lines a page has by now.
fn lines_of(page: &Page) -> usize {
    page.lines.iter().map(|line| line.split('\n').count()).sum()
}

/// The choices by numbers, and what else is understood.
fn typed_choices(step: &Step, cx: &RenderContext, page: &mut Page) {
    page.push("");
    for (number, cards) in (1..).zip(&step.choices) {
        let cards = steps::read(cards);
        let words = match step.task {
            LessonTask::Trick { .. } => Some((Verb::Play, cards::typed(&cards))),
            LessonTask::Kitty => Some((Verb::Kitty, cards::typed(&cards))),
            LessonTask::Call { .. } => step
                .call_of(&cards)
                .map(|call| (Verb::Call, words::typed_call(call))),
            LessonTask::Level => None,
        };
        let command = words.map_or_else(String::new, |(verb, words)| {
            let word = Name::Move(verb).word();
            format!("  {}", cx.command(&format!("{word} {words}")))
        });
        let shown = phrases::cards(&cards, cx);
        page.push(format!("  {number}{command}  {shown}"));
    }
    page.push(say!(cx, "lesson-tractor-typed"));
}

/// A step after the good choice: the whole trick, and what it shows.
fn result(number: u8, step: &Step, cx: &RenderContext) -> Page {
    let mut page = titled(number, step, cx);
    let played = step.played();
    let won = played.last().and_then(|last| last.trick);
    let mut course = Vec::new();
    for play in &played {
        let wins = won.is_some_and(|(winner, _)| winner == play.seat);
        let mark = match wins {
            true => format!(" ◂ {}", say!(cx, "lesson-tractor-takes")),
            false => String::new(),
        };
        course.push(format!("▸ {}{mark}", spoken(step, play, cx)));
        if let Some(failed) = &play.failed {
            let back = step.cards_of(failed.taken_back);
            let (count, cards) = (back.len(), phrases::cards(&back, cx));
            course.push(say!(cx, "trick-back", cards, count));
        }
    }
    if let LessonTask::Call { then: (by, cards) } = &step.task {
        for (seat, cards) in [(READER, step.good), (*by, *cards)] {
            let cards = phrases::cards(&steps::read(cards), cx);
            course.push(format!("▸ {} {cards}", called(seat.seat(), cx)));
        }
    }
    if let LessonTask::Trick { kitty, .. } = step.task
        && !kitty.is_empty()
    {
        let cards = phrases::cards(&steps::read(kitty), cx);
        course.push(say!(cx, "lesson-tractor-kitty-open", cards));
    }
    let lies_there = cx.face == Surface::Browser;
    if !lies_there {
        page.lines.append(&mut course);
    }
    let facts = [
        ("points", Fact::from(won.map_or(0, |(_, points)| points))),
        ("play", Fact::from(bold(step.good, cx))),
    ];
    page.push(cx.sentences().say(&step.key("after"), &facts));
    if let Some(next) = STEPS.get(usize::from(number) + 1) {
        let title = title(next, cx);
        let dealt = (!matches!(next.task, LessonTask::Level)).to_string();
        page.push(say!(cx, "lesson-tractor-then", dealt, title));
    }
    scene::result(step, lines_of(&page), cx).beside(&mut page, cx);
    page.lines.append(&mut course);
    let (next, again) = (
        say!(cx, "button-lesson-next"),
        say!(cx, "button-lesson-again"),
    );
    page.row(vec![
        button(next, next_step(number), Style::Good),
        button(again, Lesson::Step(number), Style::Plain),
    ]);
    page
}

fn titled(number: u8, step: &Step, cx: &RenderContext) -> Page {
    let (n, of) = (u16::from(number) + 1, STEPS.len());
    let title = say!(cx, "lesson-tractor-title", n, of, title = title(step, cx));
    in_lesson(title, cx)
}

/// A page on whose message the hand of the free round is shown in the end.
fn in_lesson(title: String, cx: &RenderContext) -> Page {
    let mut page = Page::titled(title);
    page.layout = cx.deals_buttons().then_some(Tint::Calm);
    page
}

fn title(step: &Step, cx: &RenderContext) -> String {
    cx.say_key(&step.key("title"), step.name)
}

/// What is trump, and who plays against whom.
fn trump_line(step: &Step, cx: &RenderContext) -> String {
    let trump = step.trump();
    let (suit, level) = (phrases::trump_sign(trump, cx), trump.rank.name());
    match step.task {
        LessonTask::Trick { .. } => say!(cx, "lesson-tractor-trump", suit, level),
        LessonTask::Kitty => say!(cx, "lesson-tractor-trump-kitty", suit, level),
        LessonTask::Call { .. } => say!(cx, "lesson-tractor-trump-none", level),
        LessonTask::Level => say!(cx, "lesson-tractor-trump-over", level),
    }
}

/// A play: `West ♠K`.
fn spoken(step: &Step, play: &Played, cx: &RenderContext) -> String {
    let cards = phrases::cards(&step.cards_of(play.cards), cx);
    format!("{} {cards}", called(play.seat, cx))
}

fn called(seat: Seat, cx: &RenderContext) -> String {
    match seat == READER.seat() {
        true => you(cx),
        false => Tractor::seat_name(seat, cx),
    }
}

fn next_step(number: u8) -> Lesson {
    Lesson::Step(number.saturating_add(1))
}

fn button(label: String, lesson: Lesson, style: Style) -> Control {
    Control::button(label, TableKey(0), lesson.line(), style)
}

fn round_button(cx: &RenderContext, style: Style) -> Control {
    button(say!(cx, "button-lesson-round"), Lesson::Round, style)
}
