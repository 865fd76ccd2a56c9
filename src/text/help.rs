//! The help: topics that teach the games, and the list of commands.

use super::context::{Face, RenderContext};
use super::page::{Control, MenuOption, Page};
use super::press::{Press, Sheet, Tap};
use super::topic::Topic;
use crate::command::{COMMANDS, Name, Row};
use crate::table::Position;

/// A page of the help.
pub fn page(topic: Topic, cx: &RenderContext) -> Page {
    let mut page = Page::titled(title(topic, cx));
    match topic {
        Topic::Commands => {
            let lines = COMMANDS.iter().map(|row| usage_line(row, cx));
            page.lines.extend(lines);
        }
        topic => {
            let body = cx.say_with_commands(&format!("help-{}", topic.word()));
            page.lines.extend(body.lines().map(str::to_owned));
        }
    }
    page.row(vec![menu(Some(topic), cx)]);
    page
}

/// The menu of all topics, with the shown one selected.
fn menu(shown: Option<Topic>, cx: &RenderContext) -> Control {
    let topics = Topic::all().map(|topic| MenuOption {
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

/// The page for the words: of a topic, of a command, or the intro.
pub fn find(words: &str, cx: &RenderContext) -> Page {
    let word = words.split_whitespace().next().unwrap_or_default();
    let word = word.trim_start_matches(cx.prefix.as_str()).to_lowercase();
    match (Topic::of(&word), Name::of(&word)) {
        (Some(topic), _) => page(topic, cx),
        (None, Some(name)) => command_page(name.row(), cx),
        (None, None) if word.is_empty() => page(Topic::Intro, cx),
        (None, None) => page(Topic::Commands, cx),
    }
}

fn command_page(row: &'static Row, cx: &RenderContext) -> Page {
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
    cx.say_key(&format!("usage-{}", row.words[0]), "")
}

fn usage_line(row: &Row, cx: &RenderContext) -> String {
    format!("{} – {}", cx.command(row.example), usage(row, cx))
}

fn title(topic: Topic, cx: &RenderContext) -> String {
    cx.say_key(&format!("help-{}-title", topic.word()), topic.word())
}
