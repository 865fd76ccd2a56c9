//! The pages of the help: topics that teach the games, the glossary, and the list of commands.

use super::context::{Face, RenderContext};
use super::games;
use super::glossary::{TERMS, Term};
use super::locale::{Fact, Locale};
use super::page::{Control, MenuOption, Page, Style};
use super::press::{Lesson, Press, Sheet, Tap};
use super::topic::Topic;
use crate::command::{COMMANDS, Row};
use crate::game::GameKind;
use crate::table::Position;

pub fn page(topic: Topic, cx: &RenderContext) -> Page {
    let mut page = Page::titled(title(topic, cx));
    match topic {
        Topic::Commands => {
            let lines = COMMANDS.iter().map(|row| usage_line(row, cx));
            page.lines.extend(lines);
        }
        Topic::Words => page
            .lines
            .extend(TERMS.iter().map(|term| term_line(term, cx))),
        topic => {
            let [opens, others] = games::others(cx);
            let facts = [
                ("p", Fact::from(cx.prefix.as_str())),
                ("face", Fact::from(cx.face.word())),
                ("opens", Fact::from(opens)),
                ("others", Fact::from(others)),
                ("rooms", Fact::from(games::rooms(cx))),
            ];
            let key = format!("help-{}", topic.word());
            let body = cx.sentences().say(&key, &facts);
            let body = cx.commands_in(&body);
            page.lines.extend(body.lines().map(str::to_owned));
        }
    }
    if topic == Topic::Intro {
        let practice = Tap::Lesson(Lesson::Step(0));
        page.row(vec![
            button(say!(cx, "button-practice"), practice, Style::Good, cx),
            button(say!(cx, "button-join"), Tap::Open, Style::Main, cx),
        ]);
    }
    page.row(vec![menu(Some(topic), cx)]);
    page
}

fn button(label: String, tap: Tap, style: Style, cx: &RenderContext) -> Control {
    let (table, at) = (cx.table, Position(0));
    Control::Button {
        icon: None,
        label,
        press: Press { table, at, tap },
        style,
        enabled: true,
    }
}

/// A word of the game in both languages, and what it means.
pub fn term_line(term: &Term, cx: &RenderContext) -> String {
    let meaning = cx.say_key(&term.key(), "");
    let (usual, other) = match cx.locale {
        Locale::CHINESE => (term.chinese, term.english),
        _ => (term.english, term.chinese),
    };
    say!(
        cx,
        "help-term",
        word = usual,
        other = other,
        meaning = meaning
    )
}

/// The menu of all topics, with the shown one selected.
pub fn menu(shown: Option<Topic>, cx: &RenderContext) -> Control {
    let topics = Topic::all().map(|topic| MenuOption {
        icon: None,
        label: title(topic, cx),
        value: topic.word().to_owned(),
        note: String::new(),
        chosen: shown == Some(topic),
    });
    let topic = shown.unwrap_or(Topic::Commands);
    Control::Menu {
        placeholder: say!(cx, "help-menu"),
        choices: topics.collect(),
        at_least: 1,
        at_most: 1,
        press: Press {
            table: cx.table,
            at: Position(0),
            tap: Tap::Show(Sheet::Help(topic)),
        },
    }
}

/// The page of a command: what it does, with an example.
pub fn command_page(row: &'static Row, cx: &RenderContext) -> Page {
    let mut page = Page::titled(cx.command_title(row));
    page.push(usage(row, cx));
    page.push(say!(cx, "help-example", command = cx.command(row.example)));
    // In Discord the menu below names them.
    if cx.face == Face::Terminal {
        let more = Topic::all().map(|topic| format!("`{}`", topic.word()));
        page.push(say!(cx, "help-more", list = cx.list(more)));
    }
    page.row(vec![menu(None, cx)]);
    page
}

/// A short description of the command.
fn usage(row: &Row, cx: &RenderContext) -> String {
    let facts = [("face", Fact::from(cx.face.word()))];
    cx.sentences()
        .say(&format!("usage-{}", row.words[0]), &facts)
}

fn usage_line(row: &Row, cx: &RenderContext) -> String {
    format!("{} – {}", cx.command(row.example), usage(row, cx))
}

fn title(topic: Topic, cx: &RenderContext) -> String {
    let games = games::listed(GameKind::ALL, cx, |_, name| name);
    let facts = [("games", Fact::from(games))];
    let key = format!("help-{}-title", topic.word());
    cx.sentences().say(&key, &facts)
}
