//! The help: topics that teach the games, and a right example for every command.

use super::context::{Face, RenderContext};
use super::locale::Fact;
use super::page::{Control, MenuOption, Page};
use super::press::{Press, Sheet, Tap};
use super::topic::Topic;
use crate::table::Position;

/// Every command with a right example, in the order in which people need them.
pub const COMMANDS: &[(&str, &str)] = &[
    ("intro", "intro"),
    ("join", "join south"),
    ("leave", "leave"),
    ("computer", "computer good"),
    ("list", "list"),
    ("rules", "rules throw_penalty=ten_per_throw"),
    ("start", "start"),
    ("deal", "deal lucky words"),
    ("call", "call HH"),
    ("pass", "pass"),
    ("kitty", "kitty 3C 4C 3D 6D 7S 8S 9S JS"),
    ("play", "play 8S 8S"),
    ("hand", "hand"),
    ("score", "score"),
    ("last", "last"),
    ("hint", "hint"),
    ("surrender", "surrender"),
    ("playon", "playon"),
    ("reset", "reset"),
    ("draw", "draw"),
    ("uno", "uno"),
    ("catch", "catch"),
    ("ttt", "ttt 3"),
    ("stats", "stats uno"),
    ("leaderboard", "leaderboard uno ppg 10"),
    ("top10", "top10"),
    ("verify", "verify"),
    ("replay", "replay 2"),
    ("export", "export"),
    ("room", "room new uno"),
    ("chat", "chat good luck"),
    ("settings", "settings"),
    ("end", "end"),
    ("help", "help throws"),
];

/// A page of the help.
pub fn page(topic: Topic, cx: &RenderContext) -> Page {
    let mut page = Page::titled(title(topic, cx));
    match topic {
        Topic::Commands => {
            let lines = COMMANDS
                .iter()
                .map(|(word, example)| usage_line(word, example, cx));
            page.lines.extend(lines);
        }
        topic => {
            let prefix = ("p", Fact::from(cx.prefix.as_str()));
            let body = cx
                .sentences()
                .say(&format!("help-{}", topic.word()), &[prefix]);
            page.lines.extend(body.lines().map(str::to_owned));
        }
    }
    page.row(vec![menu(Some(topic), cx)]);
    page
}

/// The menu of all topics, the one that is shown marked.
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

/// What the words ask for: a topic, a command, or the beginning.
pub fn find(words: &str, cx: &RenderContext) -> Page {
    let word = words.split_whitespace().next().unwrap_or_default();
    let word = word.trim_start_matches(cx.prefix.as_str()).to_lowercase();
    let command = COMMANDS.iter().find(|(command, _)| *command == word);
    match (Topic::of(&word), command) {
        (Some(topic), _) => page(topic, cx),
        (None, Some((command, example))) => command_page(command, example, cx),
        (None, None) if word.is_empty() => page(Topic::Intro, cx),
        (None, None) => page(Topic::Commands, cx),
    }
}

/// The command nearest to a mistyped word, if one is near.
pub fn nearest(word: &str) -> Option<&'static str> {
    let word: Vec<char> = word.chars().take(16).flat_map(char::to_lowercase).collect();
    let commands = COMMANDS.iter().map(|(command, _)| *command);
    // Letters in the wrong order are the commonest slip of all.
    let sorted = |letters: &mut dyn Iterator<Item = char>| {
        let mut letters: Vec<char> = letters.collect();
        letters.sort_unstable();
        letters
    };
    let typed = sorted(&mut word.iter().copied());
    let distances = commands.map(|command| {
        let swapped = typed == sorted(&mut command.chars());
        (if swapped { 1 } else { distance(&word, command) }, command)
    });
    let near = distances.filter(|(far, command)| *far <= 1 + command.len() / 5);
    near.min().map(|(_, command)| command)
}

/// How many letters have to be changed, left out or put in between.
fn distance(word: &[char], command: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (i, letter) in command.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in word.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[word.len()]
}

fn command_page(command: &str, example: &str, cx: &RenderContext) -> Page {
    let mut page = Page::titled(format!("{}{command}", cx.prefix));
    page.push(cx.say_key(&format!("usage-{command}"), ""));
    page.push(say!(cx, "help-example", command = cx.command(example)));
    // Elsewhere the menu below names them.
    if cx.face == Face::Terminal {
        let more = Topic::all().map(|topic| format!("`{}`", topic.word()));
        page.push(say!(cx, "help-more", list = cx.list(more)));
    }
    page.row(vec![menu(None, cx)]);
    page
}

fn usage_line(command: &str, example: &str, cx: &RenderContext) -> String {
    let usage = cx.say_key(&format!("usage-{command}"), "");
    format!("{} – {usage}", cx.command(example))
}

fn title(topic: Topic, cx: &RenderContext) -> String {
    cx.say_key(&format!("help-{}-title", topic.word()), topic.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_command_finds_the_one_that_was_meant() {
        for (typed, meant) in [
            ("plai", Some("play")),
            ("jion", Some("join")),
            ("joni", Some("join")),
            ("joi", Some("join")),
            ("surender", Some("surrender")),
            ("Scorre", Some("score")),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed), meant, "{typed}");
        }
    }
}
