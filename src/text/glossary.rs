//! The words of tractor that players use, in both languages, and the page of the help for each.
//!
//! Decides which words name the same thing. What a word means is a sentence of each language.

use super::topic::Topic;
use crate::game::GameKind;

/// One thing that players have words for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The usual word in English; with `-` for spaces, the part of its sentence's key that is its own.
    pub english: &'static str,
    /// The usual word in Chinese.
    pub chinese: &'static str,
    /// Other words for it, and forms of the word, in lower case.
    pub also: &'static [&'static str],
    /// The page that explains it.
    pub topic: Topic,
}

const fn term(
    english: &'static str,
    chinese: &'static str,
    topic: Topic,
    also: &'static [&'static str],
) -> Term {
    Term {
        english,
        chinese,
        also,
        topic,
    }
}

/// The glossary, in the order in which it is read.
pub const TERMS: &[Term] = &[
    term(
        "level",
        "级",
        Topic::Cards,
        &["级牌", "打几", "等级", "level card", "rank", "dominant"],
    ),
    term(
        "trump",
        "主牌",
        Topic::Cards,
        &["主", "将牌", "trump suit", "主花色"],
    ),
    term(
        "joker",
        "王",
        Topic::Cards,
        &["大王", "小王", "大小王", "鬼"],
    ),
    term(
        "plain suit",
        "副牌",
        Topic::Cards,
        &["副", "side suit", "suit", "花色", "off-suit"],
    ),
    term(
        "points",
        "分",
        Topic::Scoring,
        &["分牌", "抓分", "point", "5 10 k", "80"],
    ),
    term(
        "declarer",
        "庄家",
        Topic::Scoring,
        &["庄", "坐庄", "dealer", "landlord", "zhuang", "台上"],
    ),
    term(
        "opponents",
        "闲家",
        Topic::Scoring,
        &["闲", "defender", "opponent", "challenger", "抓分方", "台下"],
    ),
    term(
        "partner",
        "对家",
        Topic::Game(GameKind::Tractor),
        &["队友", "搭档", "team", "seat", "座位"],
    ),
    term(
        "call",
        "亮主",
        Topic::Calling,
        &["亮", "叫主", "bid", "show trump", "定主", "weak", "strong"],
    ),
    term("overturn", "反主", Topic::Calling, &["反", "overbid"]),
    term("no trump", "无主", Topic::Calling, &["notrump", "nt"]),
    term("kitty", "底牌", Topic::Kitty, &["底", "底分", "bottom"]),
    term("bury", "扣底", Topic::Kitty, &["埋底", "扣牌", "垫底"]),
    term(
        "kitty capture",
        "抠底",
        Topic::Kitty,
        &["抄底", "捡底", "double", "翻倍"],
    ),
    term("trick", "轮", Topic::Following, &["墩", "一轮", "圈"]),
    term("lead", "先出", Topic::Following, &["领出", "首家", "出牌"]),
    term(
        "follow",
        "跟牌",
        Topic::Following,
        &["跟", "follow suit", "following suit", "revoke"],
    ),
    term("single", "单张", Topic::Following, &["单牌", "单"]),
    term("pair", "对子", Topic::Following, &["对", "一对"]),
    term(
        "tractor",
        "拖拉机",
        Topic::Following,
        &["连对", "tuolaji", "consecutive pairs"],
    ),
    term(
        "throw",
        "甩牌",
        Topic::Throws,
        &[
            "甩",
            "shuai",
            "shuaipai",
            "shuai pai",
            "combination",
            "failed throw",
            "甩牌失败",
        ],
    ),
    term(
        "trump in",
        "毙牌",
        Topic::Following,
        &["毙", "杀", "将吃", "ruff", "盖毙", "overruff"],
    ),
    term("discard", "垫牌", Topic::Following, &["垫", "slough"]),
];

/// Words that name a page by themselves: games, and what is no word of tractor.
const PAGES: &[(&[&str], Topic)] = &[
    (
        &[
            "words", "word", "glossary", "terms", "term", "术语", "術語", "词汇",
        ],
        Topic::Words,
    ),
    (
        &["升级", "升級", "shengji", "sheng ji", "80 points", "80分"],
        Topic::Intro,
    ),
    (
        &[
            "wild",
            "skip",
            "reverse",
            "draw two",
            "draw four",
            "+2",
            "+4",
            "stacking",
            "challenge",
            "叠加",
            "质疑",
            "摸牌",
            "跳过",
            "反转",
        ],
        Topic::Game(GameKind::Uno),
    ),
    (
        &[
            "score",
            "levels",
            "up",
            "win",
            "winning",
            "胜负",
            "升几级",
            "算分",
            "得分",
            "上台",
            "下台",
        ],
        Topic::Scoring,
    ),
    (
        &["buttons", "menus", "typing", "tapping", "按钮", "打字"],
        Topic::Playing,
    ),
    (&["card", "牌", "写法", "notation", "suits"], Topic::Cards),
    (&["house rules", "rule", "规则", "規則"], Topic::Rules),
    (&["command", "命令", "全部命令"], Topic::Commands),
    (&["rooms", "room", "房间", "房間"], Topic::Rooms),
];

impl Term {
    /// The end of the key of its sentence, `term-tractor-…`.
    pub fn key(&self) -> String {
        format!("term-tractor-{}", self.english.replace(' ', "-"))
    }

    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let both = [self.english, self.chinese];
        both.into_iter().chain(self.also.iter().copied())
    }
}

/// The term that a word in lower case names, in the singular or plural.
pub fn term_of(word: &str) -> Option<&'static Term> {
    let named = |word: &str| {
        TERMS
            .iter()
            .find(|term| term.words().any(|own| own == word))
    };
    named(word).or_else(|| named(word.strip_suffix('s')?))
}

/// The page that a word in lower case names, beside the names of the pages themselves.
pub fn page_of(word: &str) -> Option<Topic> {
    let found = PAGES.iter().find(|(words, _)| words.contains(&word));
    found.map(|(_, topic)| *topic)
}

/// Every word of the glossary and every word for a page.
pub fn words() -> impl Iterator<Item = &'static str> {
    let pages = PAGES.iter().flat_map(|(words, _)| words.iter().copied());
    TERMS.iter().flat_map(Term::words).chain(pages)
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_word_is_found_in_both_languages_and_in_the_plural() {
        let check = |word: &str, english: Option<&str>| {
            assert_eq!(term_of(word).map(|term| term.english), english, "{word}");
        };
        check("tractor", Some("tractor"));
        check("tractors", Some("tractor"));
        check("拖拉机", Some("tractor"));
        check("shuai", Some("throw"));
        check("分", Some("points"));
        check("points", Some("points"));
        check("ruff", Some("trump in"));
        check("xyzzy", None);
        check("s", None);
    }
}
