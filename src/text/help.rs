//! The help: the pages of its topics, the glossary and the list of commands, and the page for any word.
//!
//! Decides what a word names, in this order: a page, a word of the game in either language, a
//! command, a house rule or limit by its name or label. A word that names nothing is answered with
//! near ones. Games are listed by name, so that one that is added is told of.

use super::page::MenuOption;
use super::table::rule_help;
use super::topic::{Term, terms};
use super::words::number;
use super::*;
use crate::command::{Aim, Anywhere, COMMANDS, CommandRow};
use crate::game::at_game;
use std::collections::BTreeSet;

pub fn page(topic: Topic, cx: &RenderContext) -> Page {
    let mut page = Page::titled(title(topic, cx));
    match topic {
        Topic::Commands => {
            page.extend(Aim::ALL.map(|aim| {
                let named = commands_for(aim, cx).map(|row| cx.command(row.words[0]));
                let label = format!("**{}**", title(Topic::CommandsTo(aim), cx));
                say!(cx, "settings-choice", label, value = cx.list(named))
            }));
        }
        Topic::CommandsTo(aim) => {
            page.extend(commands_for(aim, cx).map(|row| usage_line(row, cx)));
        }
        Topic::Words => page.extend(terms().map(|term| term_line(&term, cx))),
        topic => {
            let [opens, others] = others(cx);
            let facts = [
                ("p", Fact::from(cx.prefix.as_str())),
                ("face", Fact::from(cx.face.word())),
                ("opens", Fact::from(opens)),
                ("others", Fact::from(others)),
                ("rooms", Fact::from(rooms(cx))),
            ];
            let key = format!("help-{}", topic.word());
            let body = cx.commands_in(&cx.sentences().say(&key, &facts));
            page.extend(body.lines().map(str::to_owned));
        }
    }
    if topic == Topic::Intro && cx.face == Surface::Discord {
        page.push(say!(cx, "help-slow-mode"));
        page.push(say!(cx, "help-embeds"));
    }
    if topic == Topic::Intro {
        let (practice, join) = (say!(cx, "button-practice"), say!(cx, "button-join"));
        page.row(vec![
            Control::button(practice, TableKey(0), "practice", Style::Good),
            Control::button(join, TableKey(0), "join", Style::Main),
        ]);
    }
    page.with(vec![menu(Some(topic), cx)])
}

/// A word of the game in the reader's language and in another, and what it means.
pub fn term_line(term: &Term, cx: &RenderContext) -> String {
    let meaning = cx.say_key(&term.key(), "");
    let other = Locale::all().find(|locale| *locale != cx.locale);
    let (word, other) = (term.word(cx.locale), term.word(other.unwrap_or_default()));
    say!(cx, "help-term", word, other, meaning)
}

/// The menu of all topics, with the shown one selected.
pub fn menu(shown: Option<Topic>, cx: &RenderContext) -> Control {
    let topics = Topic::all().map(|topic| {
        let option = MenuOption::new(title(topic, cx), topic.word().to_owned(), String::new());
        option.chosen_if(shown == Some(topic))
    });
    Control::menu(say!(cx, "help-menu"), topics.collect(), cx.table, "help *")
}

/// The page of a command: what it does, with an example.
pub fn command_page(row: &'static CommandRow, cx: &RenderContext) -> Page {
    let mut page = Page::titled(cx.command_title(row));
    if does_something(row, cx) {
        page.push(usage(row, cx));
        page.push(say!(cx, "help-example", command = row.example));
    } else {
        page.push(say!(cx, "activity-none"));
    }
    // In Discord the menu below names them.
    if cx.face == Surface::Terminal {
        let more = Topic::all().map(|topic| format!("`{}`", topic.word()));
        page.push(say!(cx, "help-more", list = cx.list(more)));
    }
    page.with(vec![menu(None, cx)])
}

/// A short description of the command.
fn usage(row: &CommandRow, cx: &RenderContext) -> String {
    let facts = [("face", Fact::from(cx.face.word()))];
    cx.sentences()
        .say(&format!("usage-{}", row.words[0]), &facts)
}

/// The commands that are for this, as far as they do something where it is read.
fn commands_for(aim: Aim, cx: &RenderContext) -> impl Iterator<Item = &'static CommandRow> {
    let rows = COMMANDS.iter().filter(move |row| row.name.aim() == aim);
    rows.filter(|row| does_something(row, cx))
}

/// Whether what the command is for is switched on.
fn does_something(row: &CommandRow, cx: &RenderContext) -> bool {
    row.name != Name::Anywhere(Anywhere::Activity) || cx.opens_activity
}

fn usage_line(row: &CommandRow, cx: &RenderContext) -> String {
    format!("{} – {}", cx.command(row.example), usage(row, cx))
}

fn title(topic: Topic, cx: &RenderContext) -> String {
    let games = listed(GameKind::ALL, cx, |_, name| name);
    let key = format!("help-{}-title", topic.word());
    cx.sentences().say(&key, &[("games", Fact::from(games))])
}

/// How many near words are named.
const MOST_NEAR: usize = 3;

/// The page for the words; the introduction without any.
pub fn find(words: &str, cx: &RenderContext) -> Page {
    let text = clean(words).unwrap_or_default().to_lowercase();
    let text = text.trim().trim_start_matches(cx.prefix.as_str());
    let whole = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if whole.is_empty() {
        return page(Topic::Intro, cx);
    }
    let first = whole.split(' ').next().unwrap_or_default();
    // As the terminal numbers the pages.
    let numbered = || Topic::all().nth(number(&whole)? - 1);
    named(&whole, cx)
        .or_else(|| numbered().map(|topic| page(topic, cx)))
        .or_else(|| named(first, cx))
        .unwrap_or_else(|| unknown(&whole, cx))
}

fn named(word: &str, cx: &RenderContext) -> Option<Page> {
    // The page that explains a word is headed by what the word means.
    if let Some(term) = topic::term_of(word) {
        let mut page = page(term.1, cx);
        page.lines.insert(0, term_line(&term, cx));
        return Some(page);
    }
    if let Some(topic) = Topic::of(word).or_else(|| topic::page_of(word)) {
        return Some(page(topic, cx));
    }
    if let Some(name) = Name::of(word) {
        return Some(match Topic::of(name.word()) {
            Some(topic) => page(topic, cx),
            None => command_page(name.row(), cx),
        });
    }
    let games = GameKind::ALL.into_iter();
    let mut found = games.filter_map(|game| at_game!(game, G => rule_help::<G>(word, cx)));
    Some(found.next()?.with(vec![menu(Some(Topic::Rules), cx)]))
}

/// That the word is unknown, and near ones.
fn unknown(word: &str, cx: &RenderContext) -> Page {
    let word = format!("`{}`", quotable(word));
    let mut page = Page::line(say!(cx, "help-unknown", word = word.as_str()));
    let near = near(word.trim_matches('`')).into_iter();
    let near = cx.listed(near.map(|word| cx.command(&format!("help {word}"))));
    page.extend(near.map(|list| say!(cx, "help-near", list)));
    page.push(say!(cx, "help-all-words"));
    page.with(vec![menu(None, cx)])
}

/// Words of the index that are written nearly like this one, the nearest first.
fn near(word: &str) -> Vec<&'static str> {
    let topics = Topic::all().map(Topic::word);
    let commands = Name::all().map(Name::word);
    let known: BTreeSet<&str> = topic::words().chain(topics).chain(commands).collect();
    let distances = known.into_iter().filter_map(|other| {
        let length = other.chars().count();
        let far = strsim::osa_distance(word, other);
        let long = |word: &str| word.len() > 2;
        let parts = long(other) && word.contains(other) || long(word) && other.contains(word);
        let close = far <= 1 + length / 5 && far < length;
        (parts || close).then_some((far, other))
    });
    let mut near: Vec<_> = distances.collect();
    near.sort_unstable();
    near.truncate(MOST_NEAR);
    near.into_iter().map(|(_, word)| word).collect()
}

/// The names of games as a list: `Tractor, UNO and Tic-tac-toe`; `of` makes more of each name.
pub fn listed(
    games: impl IntoIterator<Item = GameKind>,
    cx: &RenderContext,
    of: impl Fn(GameKind, String) -> String,
) -> String {
    let names = games
        .into_iter()
        .map(|game| of(game, game_name(game.name(), cx)));
    let mut names: Vec<String> = names.collect();
    // Only the first word of a sentence is written large.
    names[1..].iter_mut().for_each(|name| *name = within(name));
    joined(names, cx, |a, b| say!(cx, "list-and", a, b))
}

/// Words as a list, the last of them joined by `and`.
fn joined(
    mut words: Vec<String>,
    cx: &RenderContext,
    and: impl FnOnce(String, String) -> String,
) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() {
        last
    } else {
        and(cx.list(words), last)
    }
}

/// A name within a sentence: `tic-tac-toe`, but `UNO`.
pub fn within(name: &str) -> String {
    let mut signs = name.chars();
    let first = signs.next().filter(char::is_ascii_uppercase);
    match (first, signs.next()) {
        (Some(first), Some(second)) if second.is_ascii_lowercase() => {
            format!("{}{}", first.to_ascii_lowercase(), &name[1..])
        }
        _ => name.to_owned(),
    }
}

/// The games but the first, for one line: the commands that open them, and their names.
pub fn others(cx: &RenderContext) -> [String; 2] {
    let games = &GameKind::ALL[1..];
    let opens = games
        .iter()
        .map(|game| code(Name::Open(*game).word(), cx))
        .collect();
    let names = games.iter().map(|game| game_name(game.name(), cx));
    [opens, names.map(|name| within(&name)).collect()]
        .map(|words| joined(words, cx, |a, b| say!(cx, "list-and-short", a, b)))
}

/// The commands that open rooms for the games but the first.
pub fn rooms(cx: &RenderContext) -> String {
    let games = GameKind::ALL[1..].iter();
    cx.list(games.map(|game| code(&format!("room new {}", game.name()), cx)))
}

fn code(line: &str, cx: &RenderContext) -> String {
    format!("`{}{line}`", cx.prefix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    fn found(words: &str, locale: Locale) -> Page {
        find(words, &RenderContext::new(locale, Surface::Discord, "$"))
    }

    /// The title of the page for a word is that of this topic, in every language.
    fn check(word: &str, topic: Topic) {
        for locale in Locale::all() {
            let cx = RenderContext::new(locale, Surface::Discord, "$");
            let (is, should) = (find(word, &cx), page(topic, &cx));
            assert_eq!(is.title, should.title, "{word}");
            assert!(is.text().ends_with(&should.lines.join("\n")), "{word}");
        }
    }

    #[test]
    fn pages_have_the_numbers_of_their_menu() {
        let last = Topic::all().count();
        assert!(
            found(&last.to_string(), Locale::ENGLISH)
                .text()
                .contains("ttt")
        );
        let beyond = found(&(last + 1).to_string(), Locale::ENGLISH);
        assert!(beyond.text().contains(&(last + 1).to_string()));
    }

    #[test]
    fn every_word_of_the_game_leads_to_its_page() {
        for (word, topic) in cases("help") {
            check(&word, Topic::of(&topic).expect("a topic"));
        }
    }

    #[test]
    fn every_command_is_on_one_short_page_by_what_it_is_for() {
        let mut cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        let activity = |cx: &RenderContext| {
            let told = [page(Topic::Commands, cx), find("activity", cx)];
            told.map(|page| page.text().contains("`$activity`"))
        };
        assert_eq!(activity(&cx), [false, false], "there are no windows");
        cx.opens_activity = true;
        assert_eq!(activity(&cx), [true, true]);
        let pages = Aim::ALL.map(|aim| page(Topic::CommandsTo(aim), &cx).lines);
        assert!(pages.iter().all(|lines| (4..=12).contains(&lines.len())));
        let lines = pages.concat();
        for row in COMMANDS {
            let line = usage_line(row, &cx);
            let times = lines.iter().filter(|other| **other == line).count();
            assert_eq!(times, 1, "{line}");
        }
    }

    #[test]
    fn commands_and_house_rules_are_found_by_name_and_by_label() {
        let english = |word: &str| found(word, Locale::ENGLISH);
        assert_eq!(english("join").title, "$join");
        assert_eq!(english("$leave now").title, "$leave");
        let rule = english("throw_penalty");
        assert_eq!(english("throw-penalty"), rule);
        assert_eq!(english(&rule.title), rule);
        assert!(rule.text().contains("`ten_per_throw`"), "{}", rule.text());
        let chinese = found(&rule.title, Locale::CHINESE);
        assert_eq!(found(&chinese.title, Locale::ENGLISH), rule);
        assert!(english("turn_limit").text().contains("turn_limit"));
    }

    #[test]
    fn an_unknown_word_is_answered_with_near_ones() {
        let told = |word: &str| found(word, Locale::ENGLISH).text();
        assert!(
            told("tracktor").contains("$help tractor"),
            "{}",
            told("tracktor")
        );
        assert!(told("kity").contains("$help kitty"), "{}", told("kity"));
        assert!(told("拖拉").contains("$help 拖拉机"), "{}", told("拖拉"));
        let nothing = told("xyzzyx");
        assert!(
            nothing.contains("xyzzyx") && !nothing.contains("help xyz"),
            "{nothing}"
        );
        assert!(nothing.contains("$help words"), "{nothing}");
    }

    #[test]
    fn every_term_and_every_command_of_the_index_leads_somewhere() {
        let unknown = found("xyzzyx", Locale::CHINESE).title;
        let commands = Name::all().flat_map(|name| name.row().words.iter().copied());
        for word in topic::words().chain(commands) {
            let cx = RenderContext::new(Locale::CHINESE, Surface::Discord, "$");
            assert!(named(word, &cx).is_some(), "{word}");
            assert_ne!(found(word, Locale::CHINESE).title, unknown, "{word}");
        }
    }
}
