//! The words of tractor that players use, in every language, and the page of the help for each.
//!
//! Decides which words name the same thing. The words, and what each means, are sentences of each language.

use std::sync::OnceLock;

use super::locale::{Locale, Sentences};
use super::topic::Topic;
use super::words::means;
use crate::game::GameKind;

/// One thing that players have words for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The usual word in English; with `-` for spaces, the part of its sentences' keys that is its own.
    pub english: &'static str,
    /// The page that explains it.
    pub topic: Topic,
}

const fn term(english: &'static str, topic: Topic) -> Term {
    Term { english, topic }
}

/// The glossary, in the order in which it is read.
pub const TERMS: &[Term] = &[
    term("level", Topic::Cards),
    term("trump", Topic::Cards),
    term("joker", Topic::Cards),
    term("plain suit", Topic::Cards),
    term("points", Topic::Scoring),
    term("declarer", Topic::Scoring),
    term("opponents", Topic::Scoring),
    term("partner", Topic::Game(GameKind::Tractor)),
    term("call", Topic::Calling),
    term("overturn", Topic::Calling),
    term("no trump", Topic::Calling),
    term("kitty", Topic::Kitty),
    term("bury", Topic::Kitty),
    term("kitty capture", Topic::Kitty),
    term("trick", Topic::Following),
    term("lead", Topic::Following),
    term("follow", Topic::Following),
    term("single", Topic::Following),
    term("pair", Topic::Following),
    term("tractor", Topic::Following),
    term("throw", Topic::Throws),
    term("trump in", Topic::Following),
    term("discard", Topic::Following),
    term("beat", Topic::Following),
    term("void", Topic::Following),
    term("draw trumps", Topic::Following),
    term("give points", Topic::Scoring),
    term("save the kitty", Topic::Kitty),
    term("permanent trump", Topic::Cards),
    term("shutout", Topic::Scoring),
    term("near shutout", Topic::Scoring),
];

/// Pages with words that name them by themselves: games, and what is no word of tractor.
const PAGES: [(&str, Topic); 10] = [
    ("words", Topic::Words),
    ("intro", Topic::Intro),
    ("uno", Topic::Game(GameKind::Uno)),
    ("scoring", Topic::Scoring),
    ("playing", Topic::Playing),
    ("cards", Topic::Cards),
    ("rules", Topic::Rules),
    ("commands", Topic::Commands),
    ("rooms", Topic::Rooms),
    ("ratings", Topic::Ratings),
];

impl Term {
    /// The end of the key of its sentence, `term-tractor-…`.
    pub fn key(&self) -> String {
        format!("term-tractor-{}", self.english.replace(' ', "-"))
    }

    /// The usual word in this language.
    pub fn word(&self, locale: Locale) -> String {
        listed(&self.words_key(), locale).swap_remove(0)
    }

    fn words_key(&self) -> String {
        format!("words-term-{}", self.english.replace(' ', "-"))
    }
}

fn page_key(name: &str) -> String {
    format!("words-page-{name}")
}

/// The words of a sentence that lists them.
fn listed(key: &str, locale: Locale) -> Vec<String> {
    let sentence = Sentences::of(locale).say(key, &[]);
    let words = sentence.split('|').map(|word| word.trim().to_owned());
    words.collect()
}

/// The term that a word in lower case names, in the singular or plural.
pub fn term_of(word: &str) -> Option<&'static Term> {
    let named = |word: &str| TERMS.iter().find(|term| means(word, &term.words_key()));
    named(word).or_else(|| named(word.strip_suffix('s')?))
}

/// The page that a word in lower case names, beside the names of the pages themselves.
pub fn page_of(word: &str) -> Option<Topic> {
    let mut pages = PAGES.into_iter();
    let named = pages.find(|(name, _)| means(word, &page_key(name)));
    named.map(|(_, topic)| topic)
}

/// Every word of the glossary and every word for a page.
pub fn words() -> impl Iterator<Item = &'static str> {
    static WORDS: OnceLock<Vec<String>> = OnceLock::new();
    let all = || {
        let mut words: Vec<String> = Vec::new();
        for key in keys() {
            let listed = Locale::all().flat_map(|locale| listed(&key, locale));
            // Two ways of writing Chinese have words in common.
            for word in listed {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        words
    };
    WORDS.get_or_init(all).iter().map(String::as_str)
}

/// The keys of the sentences that list words.
pub(super) fn keys() -> impl Iterator<Item = String> {
    let terms = TERMS.iter().map(Term::words_key);
    terms.chain(PAGES.iter().map(|(name, _)| page_key(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;
    use std::collections::HashSet;

    #[test]
    fn no_word_names_two_things() {
        let mut seen = HashSet::new();
        for word in words() {
            assert!(seen.insert(word), "{word} is there twice");
            assert_eq!(word, word.to_lowercase());
        }
    }

    #[test]
    fn the_words_of_hints_and_reviews_are_explained() {
        let words =
            "吊主 保底 抠底 绝门 毙 盖毙 对子 拖拉机 甩牌 送分 管住 大光 小光 常主 扣底 级牌";
        let strange: Vec<&str> = words.split(' ').filter(|w| term_of(w).is_none()).collect();
        assert!(strange.is_empty(), "{strange:?}");
    }

    #[test]
    fn a_word_is_found_in_both_languages_and_in_the_plural() {
        for (word, english) in cases("glossary") {
            let found = term_of(&word).map_or("", |term| term.english);
            assert_eq!(found, english, "{word}");
        }
    }
}
