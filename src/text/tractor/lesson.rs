//! The lesson: a few guided tricks on chosen deals, as pages whose controls carry the step.
//!
//! Decides what is said before and after each play, and how a wrong choice is answered: by what the
//! rules refuse, or by what would be better. Stores nothing: [`steps`] has the positions, which are matches that were
//! set up and are shown as any other.

mod steps;

use super::*;
use crate::game::{Game as _, Viewer};
use crate::table::TableKey;
use crate::text::press::Press;
use crate::text::words::means;
use steps::{LessonTask, READER, STEPS, Step};

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
    let (step, asks) = standing(page)?;
    let number = u16::from(step) + 1;
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // Cards are cards, also where a command begins with the same letter.
    let chooses = asks && cards::read(line).is_ok();
    if chooses || way(line, step).is_some() {
        return Some(format!("{number} {line}").trim_end().to_owned());
    }
    match Name::of(word) {
        Some(Name::Move(Verb::Play | Verb::Kitty | Verb::Call)) => Some(format!("{number} {rest}")),
        // Each step names what is to be done.
        Some(Name::AtTable(AtTable::Hint)) if asks => Some(format!("{number} again")),
        Some(_) => None,
        None if line.is_empty() && !asks => Some(format!("{number} next")),
        None => Some(format!("{number} {line}").trim_end().to_owned()),
    }
}

/// The step that a page is about, and whether it still asks for a choice; `None` for other pages, and at the end.
pub fn standing(page: &Page) -> Option<(u8, bool)> {
    let places: Vec<Lesson> = page.presses().filter_map(place).collect();
    match places.as_slice() {
        [Lesson::Cards(step, _), ..] => Some((*step, true)),
        [next, Lesson::Step(step)] if *next == next_step(*step) => Some((*step, false)),
        _ => None,
    }
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
    match cards::read(&words) {
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
    page.extend(say!(cx, "lesson-tractor-end").lines().map(str::to_owned));
    if cx.face == Surface::Terminal {
        page.push(say!(cx, "lesson-tractor-end-typed"));
    }
    let restart = say!(cx, "button-lesson-restart");
    let restart = button(restart, Lesson::Step(0), Style::Plain);
    page.with(vec![round_button(cx, Style::Good), restart])
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
    let (step, asks) = standing(page)?;
    let step = usize::from(step) + if asks { 1 } else { 2 };
    Some(match step <= STEPS.len() {
        true => say!(cx, "lesson-tractor-waits", step),
        false => say!(cx, "lesson-tractor-waits-end"),
    })
}

/// The prompt in the terminal while the lesson waits.
pub fn prompt(page: &Page, cx: &RenderContext) -> String {
    let question = standing(page).is_some_and(|(_, asks)| asks).to_string();
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
    let told = match step.after(chosen) {
        Ok(_) if step.is_good(chosen) => return result(number, step, cx),
        Ok(game) => {
            let wins = match highest(&game.view(Viewer::Public)) == Some(READER.seat()) {
                true => "yes",
                false => "no",
            };
            let facts = [
                ("cards", Fact::from(phrases::cards(chosen, cx))),
                ("play", Fact::from(bold(step.good, cx))),
                ("wins", Fact::from(wins)),
            ];
            cx.sentences().say(&step.key("else"), &facts)
        }
        Err(Some(rejection)) => refused(step, rejection, cx),
        Err(None) => match step.task {
            LessonTask::Level => {
                let levels = step.choices.iter();
                let levels = levels.map(|card| phrases::cards(&steps::read(card), cx));
                say!(cx, "lesson-tractor-levels-none", cards = cx.list(levels))
            }
            _ => {
                let cards = phrases::cards(chosen, cx);
                say!(cx, "lesson-tractor-call-none", cards)
            }
        },
    };
    question(number, step, Some(told), cx)
}

/// Who has played the highest cards of the trick on the table, or of the one that they ended.
fn highest(game: &View) -> Option<Seat> {
    let last = game.tricks.last();
    let trick = match &game.phase {
        PhaseView::Playing { trick, .. } => Some(trick).filter(|trick| !trick.plays.is_empty()),
        _ => None,
    };
    trick.or(last)?.winning
}

/// Cards as the sentences name them: as on the button, and bold.
fn bold(written: &str, cx: &RenderContext) -> String {
    format!("**{}**", phrases::cards(&steps::read(written), cx))
}

/// The refusal, in the words of the game; the example is what the step teaches.
fn refused(step: &Step, mut rejection: Rejection, cx: &RenderContext) -> String {
    if let Rejection::MustFollow { example, .. }
    | Rejection::WrongCount { example, .. }
    | Rejection::MixedLead { example } = &mut rejection
    {
        *example = steps::read(step.good);
    }
    seen(&step.before(), cx, |cx| notices::sentence(&rejection, cx))
}

/// What is drawn of a match as the reader sees it, at a table whose other seats go by their names.
fn seen<T>(game: &Tractor, cx: &RenderContext, draw: impl FnOnce(&MatchContext) -> T) -> T {
    let players = Wind::ALL.map(|wind| Player {
        name: Some(called(wind.seat(), cx)),
        computer: None,
        person: None,
    });
    let game = game.view(Viewer::Seat(READER.seat()));
    let stage = StageView::Playing(game.clone());
    let mut view = TableView::of_players(&players, Rules::default(), stage);
    view.viewer = game.viewer;
    draw(&cx.at(&view).with(&game))
}

/// A step before the choice, headed by what was wrong with the last one.
fn question(number: u8, step: &Step, told: Option<String>, cx: &RenderContext) -> Page {
    seen(&step.before(), cx, |cx| {
        let mut page = titled(number, step, cx);
        let told_before = told.is_some();
        page.extend(told);
        let lies_there = cx.face == Surface::Browser;
        let play = [("play", Fact::from(bold(step.good, cx)))];
        page.push(cx.sentences().say(&step.key("before"), &play));
        let repeats = told_before.then(|| lines_of(&page));
        let mut on_table = trick_line(cx);
        page.extend(on_table.take_if(|_| !lies_there));
        page.push(trump_line(step, cx));
        if number == 0 {
            page.push(say!(cx, "lesson-tractor-first"));
        }
        // Whoever chose once has read what is trump.
        let said = repeats.unwrap_or_else(|| lines_of(&page));
        let mut scene = lying(step, cx);
        scene["turn"] = turn(number, step, cx);
        let lies = laid(scene, Value::Null, (said, Value::Null), cx);
        put_beside(&mut page, &lies, cx);
        page.extend(on_table);
        if !matches!(step.task, LessonTask::Level) {
            page.push("");
            page.extend(hand::hand_lines(cx.game, cx.draft.rising, cx));
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
        page.with(vec![
            button(skip, next_step(number), Style::Plain),
            round_button(cx, Style::Plain),
        ])
    })
}

/// The match as it lies on a table; for a level, its cards are there to be chosen among.
fn lying(step: &Step, cx: &MatchContext) -> Value {
    let mut laid = scene::of(cx);
    laid["turn"] = Value::Null;
    // A trick that is over lies there until it is read.
    let last = laid["last"].take();
    if !last.is_null() {
        laid["trick"] = last;
    }
    if let LessonTask::Level = step.task {
        laid["hand"] = json!([steps::read(step.hand)]);
    }
    laid
}

/// What is chosen on the table: any of the cards, so that a wrong choice can be made.
fn turn(number: u8, step: &Step, cx: &MatchContext) -> Value {
    let due = options::turn(cx.game).flatten();
    let (count, label) = match step.task {
        LessonTask::Trick { .. } => {
            let count = due.map(|due| usize::from(due.count));
            (count, say!(cx, "button-play-none"))
        }
        LessonTask::Kitty => (Some(steps::read(step.good).len()), say!(cx, "button-bury")),
        LessonTask::Call { .. } => (None, say!(cx, "web-choose")),
        LessonTask::Level => (Some(1), say!(cx, "web-choose")),
    };
    let choose = Lesson::Cards(number, "*".to_owned());
    json!({
        "count": count,
        "fixed": [],
        "open": steps::read(step.hand),
        "chosen": [],
        "hint": [],
        "plays": [],
        "play": button_of(&button(label, choose, Style::Main).only_if(false)),
        "note": "",
    })
}

/// What was played before the reader; `None` if they lead.
fn trick_line(cx: &MatchContext) -> Option<String> {
    let PhaseView::Playing { trick, .. } = &cx.game.phase else {
        return None;
    };
    let plays = trick::plays(trick).map(|(seat, cards)| spoken(seat, cards, cx));
    let reader = called(READER.seat(), cx);
    markup::dotted(plays).map(|plays| format!("▸ {plays} · {reader} …"))
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
        let line = match step.action(&cards) {
            Some(Action::Bury(_)) => Some(format!("kitty {}", cards::typed(&cards))),
            Some(Action::Call(call)) => Some(format!("call {}", words::typed_call(call))),
            Some(_) => Some(format!("play {}", cards::typed(&cards))),
            None => None,
        };
        let command = line.map_or_else(String::new, |line| format!("  {}", cx.command(&line)));
        let shown = phrases::cards(&cards, cx);
        page.push(format!("  {number}{command}  {shown}"));
    }
    page.push(say!(cx, "lesson-tractor-typed"));
}

/// A step after the good choice: the whole trick, and what it shows.
fn result(number: u8, step: &Step, cx: &RenderContext) -> Page {
    seen(&step.done(), cx, |cx| {
        let mut page = titled(number, step, cx);
        let (trick, trump) = (cx.game.tricks.last(), options::trump(cx.game));
        let plays = trick.into_iter().flat_map(|trick| {
            trick::plays(trick).map(move |(seat, cards)| {
                let mark = match trick.winning == Some(seat) {
                    true => format!(" ◂ {}", say!(cx, "lesson-tractor-takes")),
                    false => String::new(),
                };
                let back = trick::taken_back(trick, seat, trump, cx);
                format!("▸ {}{mark}{back}", spoken(seat, cards, cx))
            })
        });
        let calls = cx.game.calls.iter().map(|(seat, call)| {
            let shown = spoken(*seat, &call.cards(cx.game.level), cx);
            format!("▸ {shown}")
        });
        let mut course: Vec<String> = plays.chain(calls).collect();
        let mut scene = lying(step, cx);
        if let LessonTask::Trick { kitty, .. } = step.task
            && !kitty.is_empty()
        {
            let cards = steps::read(kitty);
            scene["kitty"] = json!(cards);
            let cards = phrases::cards(&cards, cx);
            course.push(say!(cx, "lesson-tractor-kitty-open", cards));
        }
        let lies_there = cx.face == Surface::Browser;
        if !lies_there {
            page.lines.append(&mut course);
        }
        let points = trick.map_or(0, |trick| trick.points);
        let facts = [
            ("points", Fact::from(points)),
            ("play", Fact::from(bold(step.good, cx))),
        ];
        page.push(cx.sentences().say(&step.key("after"), &facts));
        if let Some(next) = STEPS.get(usize::from(number) + 1) {
            let title = title(next, cx);
            let dealt = (!matches!(next.task, LessonTask::Level)).to_string();
            page.push(say!(cx, "lesson-tractor-then", dealt, title));
        }
        let lies = laid(scene, Value::Null, (lines_of(&page), Value::Null), cx);
        put_beside(&mut page, &lies, cx);
        page.lines.append(&mut course);
        let next = say!(cx, "button-lesson-next");
        let again = say!(cx, "button-lesson-again");
        page.with(vec![
            button(next, next_step(number), Style::Good),
            button(again, Lesson::Step(number), Style::Plain),
        ])
    })
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
fn spoken(seat: Seat, cards: &[Card], cx: &MatchContext) -> String {
    let cards = trick::shown(options::trump(cx.game), cards, cx);
    format!("{} {cards}", called(seat, cx))
}

fn called(seat: Seat, cx: &RenderContext) -> String {
    match seat == READER.seat() {
        true => say!(cx, "lesson-tractor-you"),
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
