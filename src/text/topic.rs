//! The topics of the help, and the words of tractor that players use, in every language, each with the page that
//! explains it. [`super::help`] has the pages.
//!
//! Decides which words name the same thing. The words, and what each means, are sentences of each language.

use super::*;
use crate::command::Aim;
use std::sync::OnceLock;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    Intro,
    /// How a game is played: the help of its lobby.
    Game(GameKind),
    /// Tractor: playing by buttons and by typing.
    Playing,
    /// Tractor: cards, their order and notation.
    Cards,
    /// Tractor: calling trump.
    Calling,
    /// Tractor: the kitty.
    Kitty,
    /// Tractor: leading and following.
    Following,
    /// Tractor: throws, with examples.
    Throws,
    /// Tractor: points, levels and the match.
    Scoring,
    Rules,
    /// What commands are for, with the names of all.
    Commands,
    /// The commands for what somebody wants to do.
    CommandsTo(Aim),
    Rooms,
    /// Ratings: what counts, and how.
    Ratings,
    /// The words of the game, in both languages.
    Words,
}

impl Topic {
    /// The further topics of tractor, then the general ones, with the words for them.
    const MORE: [(Topic, &'static str); 18] = [
        (Topic::Playing, "playing"),
        (Topic::Cards, "cards"),
        (Topic::Calling, "calling"),
        (Topic::Kitty, "kitty"),
        (Topic::Following, "following"),
        (Topic::Throws, "throws"),
        (Topic::Scoring, "scoring"),
        (Topic::Rules, "rules"),
        (Topic::Commands, "commands"),
        (Topic::CommandsTo(Aim::Sit), "commands-seats"),
        (Topic::CommandsTo(Aim::Play), "commands-play"),
        (Topic::CommandsTo(Aim::Decide), "commands-match"),
        (Topic::CommandsTo(Aim::LookBack), "commands-results"),
        (Topic::CommandsTo(Aim::Meet), "commands-people"),
        (Topic::CommandsTo(Aim::Learn), "commands-learn"),
        (Topic::Rooms, "rooms"),
        (Topic::Ratings, "ratings"),
        (Topic::Words, "words"),
    ];

    /// All topics in reading order: the first game's before the general ones.
    pub fn all() -> impl Iterator<Item = Topic> {
        let mut games = GameKind::ALL.into_iter().map(Topic::Game);
        let first = [Topic::Intro].into_iter().chain(games.next());
        first.chain(Self::MORE.map(|(topic, _)| topic)).chain(games)
    }

    /// The word for the topic, as in `$help throws`. Tractor's is `table`.
    pub fn word(self) -> &'static str {
        match self {
            Topic::Game(GameKind::Tractor) => "table",
            Topic::Game(game) => game.name(),
            more => {
                let named = Self::MORE.into_iter().find(|(topic, _)| *topic == more);
                named.map_or("intro", |(_, word)| word)
            }
        }
    }

    pub fn of(word: &str) -> Option<Topic> {
        Topic::all().find(|topic| topic.word() == word)
    }
}

/// One thing that players have words for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term(
    /// The usual word in English; with `-` for spaces, the part of its sentences' keys that is its own.
    &'static str,
    /// The page that explains it.
    pub Topic,
);

/// The glossary, in the order in which it is read: a page, and the things that it explains.
const GLOSSARY: [(Topic, &str); 12] = [
    (Topic::Cards, "level|trump|joker|plain suit"),
    (Topic::Scoring, "points|declarer|opponents"),
    (Topic::Game(GameKind::Tractor), "partner"),
    (Topic::Calling, "call|overturn|no trump"),
    (Topic::Kitty, "kitty|bury|kitty capture"),
    (Topic::Following, "trick|lead|follow|single|pair|tractor"),
    (Topic::Throws, "throw"),
    (Topic::Following, "trump in|discard|beat|void|draw trumps"),
    (Topic::Scoring, "give points"),
    (Topic::Kitty, "save the kitty"),
    (Topic::Cards, "permanent trump"),
    (Topic::Scoring, "shutout|near shutout"),
];

/// Pages with words that name them by themselves: games, and what is no word of tractor.
const PAGES: &str = "words intro uno scoring playing cards rules commands rooms ratings";

/// The terms of the glossary.
pub fn terms() -> impl Iterator<Item = Term> {
    let of =
        |(topic, words): (Topic, &'static str)| words.split('|').map(move |word| Term(word, topic));
    GLOSSARY.into_iter().flat_map(of)
}

impl Term {
    /// The end of the key of its sentence, `term-tractor-…`.
    pub fn key(&self) -> String {
        format!("term-tractor-{}", self.0.replace(' ', "-"))
    }

    /// The usual word in this language.
    pub fn word(&self, locale: Locale) -> String {
        listed(&self.words_key(), locale).swap_remove(0)
    }

    fn words_key(&self) -> String {
        format!("words-term-{}", self.0.replace(' ', "-"))
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
pub fn term_of(word: &str) -> Option<Term> {
    let named = |word: &str| terms().find(|term| means(word, &term.words_key()));
    named(word).or_else(|| named(word.strip_suffix('s')?))
}

/// The page that a word in lower case names, beside the names of the pages themselves.
pub fn page_of(word: &str) -> Option<Topic> {
    let mut pages = PAGES.split(' ');
    Topic::of(pages.find(|name| means(word, &page_key(name)))?)
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
    let terms = terms().map(|term| term.words_key());
    terms.chain(PAGES.split(' ').map(page_key))
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
            let found = term_of(&word).map_or("", |term| term.0);
            assert_eq!(found, english, "{word}");
        }
    }
}
