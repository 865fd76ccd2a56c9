//! The index of the help: the page for any word.
//!
//! Decides what a word names, in this order: a page, a word of the game in either language, a command,
//! a house rule or limit by its name or label. A word that names nothing is answered with near ones.

use std::collections::BTreeSet;

use super::context::RenderContext;
use super::glossary::{self, Term};
use super::help::{command_page, menu, page, term_line};
use super::page::Page;
use super::table::rule_help;
use super::topic::Topic;
use super::words::{clean, quotable};
use crate::command::Name;
use crate::game::{GameKind, at_game};

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
    named(&whole, cx)
        .or_else(|| named(first, cx))
        .unwrap_or_else(|| unknown(&whole, cx))
}

fn named(word: &str, cx: &RenderContext) -> Option<Page> {
    let topic = Topic::of(word);
    if let Some(topic) = topic.filter(|_| glossary::term_of(word).is_none()) {
        return Some(page(topic, cx));
    }
    if let Some(term) = glossary::term_of(word) {
        return Some(term_page(term, cx));
    }
    if let Some(topic) = glossary::page_of(word) {
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
    let mut found = found.next()?;
    found.row(vec![menu(Some(Topic::Rules), cx)]);
    Some(found)
}

/// The page that explains a word, headed by what the word means.
fn term_page(term: &Term, cx: &RenderContext) -> Page {
    let mut page = page(term.topic, cx);
    page.lines.insert(0, term_line(term, cx));
    page
}

/// That the word is unknown, and near ones.
fn unknown(word: &str, cx: &RenderContext) -> Page {
    let word = format!("`{}`", quotable(word));
    let mut page = Page::line(say!(cx, "help-unknown", word = word.as_str()));
    let near = near(word.trim_matches('`'));
    if !near.is_empty() {
        let near = near
            .into_iter()
            .map(|word| cx.command(&format!("help {word}")));
        page.push(say!(cx, "help-near", list = cx.list(near)));
    }
    page.push(say!(
        cx,
        "help-all-words",
        words = cx.command("help words"),
        commands = cx.command("help commands")
    ));
    page.row(vec![menu(None, cx)]);
    page
}

/// Words of the index that are written nearly like this one, the nearest first.
fn near(word: &str) -> Vec<&'static str> {
    let topics = Topic::all().map(Topic::word);
    let commands = Name::all().map(Name::word);
    let known: BTreeSet<&str> = glossary::words().chain(topics).chain(commands).collect();
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
    near.into_iter()
        .take(MOST_NEAR)
        .map(|(_, word)| word)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::context::Face;
    use crate::text::locale::Locale;

    fn found(words: &str, locale: Locale) -> Page {
        find(words, &RenderContext::new(locale, Face::Discord, "$"))
    }

    /// The title of the page for a word is that of this topic, in every language.
    fn check(word: &str, topic: Topic) {
        for locale in Locale::all() {
            let cx = RenderContext::new(locale, Face::Discord, "$");
            let (is, should) = (find(word, &cx), page(topic, &cx));
            assert_eq!(is.title, should.title, "{word}");
            assert!(is.text().ends_with(&should.lines.join("\n")), "{word}");
        }
    }

    #[test]
    fn every_word_of_the_game_leads_to_its_page() {
        for word in [
            "tractor",
            "pair",
            "拖拉机",
            "对子",
            "ruff",
            "毙",
            "follow",
            "trick",
            "跟牌",
        ] {
            check(word, Topic::Following);
        }
        for word in ["throw", "shuai", "甩牌", "throws", "甩"] {
            check(word, Topic::Throws);
        }
        for word in ["trump", "level", "级", "主牌", "joker", "大王", "cards"] {
            check(word, Topic::Cards);
        }
        for word in [
            "points",
            "分",
            "dealer",
            "庄家",
            "闲家",
            "declarers",
            "算分",
        ] {
            check(word, Topic::Scoring);
        }
        for word in ["call", "亮主", "反主", "no trump", "calling"] {
            check(word, Topic::Calling);
        }
        for word in ["kitty", "底牌", "抠底", "bury", "扣底"] {
            check(word, Topic::Kitty);
        }
        check("术语", Topic::Words);
        check("Glossary", Topic::Words);
        check("uno", Topic::Game(GameKind::Uno));
        check("", Topic::Intro);
        check("规则", Topic::Rules);
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
        for word in glossary::words().chain(commands) {
            let cx = RenderContext::new(Locale::CHINESE, Face::Discord, "$");
            assert!(named(word, &cx).is_some(), "{word}");
            assert_ne!(found(word, Locale::CHINESE).title, unknown, "{word}");
        }
    }
}
