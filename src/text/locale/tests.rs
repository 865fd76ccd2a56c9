//! Both languages say everything, with the same facts; and nothing is said that nobody uses.

mod keys;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use keys::*;

use super::*;
use crate::game::GameKind;
use crate::text::voice::Voice;
use crate::tractor::Tractor;

#[test]
fn all_languages_have_the_same_keys_with_the_same_facts() {
    let english = keys(Locale::ENGLISH);
    for locale in Locale::all() {
        let others = keys(locale);
        for (key, facts) in &english {
            let found = others.get(key);
            assert_eq!(found, Some(facts), "{}: {key}", locale.tag());
        }
        for key in others.keys() {
            assert!(english.contains_key(key), "{}: {key} is new", locale.tag());
        }
    }
}

#[test]
fn everything_that_is_said_exists_with_just_these_facts() {
    let known = keys(Locale::ENGLISH);
    for (key, facts) in said() {
        assert_eq!(known.get(&key), Some(&facts), "{key}");
    }
    for key in composed() {
        assert!(known.contains_key(&key), "{key} is missing");
    }
    for (key, facts) in told() {
        let found = known.get(&key);
        let wanted = found.unwrap_or_else(|| panic!("{key} is missing"));
        assert!(wanted.is_subset(&facts), "{key}: {wanted:?} of {facts:?}");
    }
}

#[test]
fn no_sentence_is_left_that_nobody_says() {
    let (said, composed, told) = (said(), composed(), told());
    let within: BTreeSet<String> = references(Locale::ENGLISH)
        .into_values()
        .flatten()
        .collect();
    let known = keys(Locale::ENGLISH);
    let unused = known.keys().filter(|key| {
        let elsewhere = composed.contains(*key) || within.contains(*key);
        !(said.contains_key(*key) || told.contains_key(*key) || elsewhere)
    });
    let unused: Vec<_> = unused.collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

/// Chinese has no singular: `[one]` is never chosen there, `[1]` is.
#[test]
fn no_chinese_sentence_waits_for_a_singular() {
    for locale in Locale::all().filter(|locale| locale.is_chinese()) {
        let folder = format!("src/text/locales/{}", locale.tag());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for file in fs::read_dir(folder).expect("a folder of sentences") {
            let path = file.expect("a file").path();
            let sentences = fs::read_to_string(&path).expect("sentences");
            assert!(!sentences.contains("[one]"), "{}", path.display());
        }
    }
}

#[test]
fn a_locale_is_found_by_its_tag_its_language_and_its_relatives() {
    for (tag, found) in [
        ("en-US", Some("en-US")),
        ("en-GB", Some("en-US")),
        ("EN", Some("en-US")),
        ("zh-CN", Some("zh-CN")),
        ("zh_cn", Some("zh-CN")),
        ("zh-TW", Some("zh-TW")),
        ("zh-HK", Some("zh-TW")),
        ("zh-SG", Some("zh-CN")),
        ("fr", None),
        ("", None),
    ] {
        assert_eq!(Locale::of(tag).map(Locale::tag), found, "{tag}");
    }
}

#[test]
fn names_and_facts_stand_in_sentences_without_invisible_marks() {
    let turn = ("turn", Fact::from("**Ana**"));
    let sentence = Sentences::of(Locale::ENGLISH).say("reject-not-your-turn", &[turn]);
    assert_eq!(sentence, "It is **Ana**'s turn.");
    assert!(Tractor::SEAT_EXAMPLE.is_ascii());
}

/// Keys in the file of one game are used by no other game.
#[test]
fn a_game_says_no_sentence_of_another() {
    let sentences = |name: &str| {
        let path = format!("src/text/locales/en-US/{name}.ftl");
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
    };
    let check = |name: &str, module: &str| {
        let said = said_in(|path| path.starts_with(&format!("text/{module}")));
        for other in GameKind::ALL.map(GameKind::name) {
            let theirs = sentences(other);
            let keys = theirs.lines().filter_map(|line| line.split_once(" ="));
            for (key, _) in keys.filter(|_| other != name) {
                assert!(!said.contains_key(key), "{name} says {key} of {other}");
            }
        }
    };
    macro_rules! check_games {
        ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
            $(check($name, stringify!($module));)+
        };
    }
    for_each_game!(check_games);
}

/// Words for which another one is used everywhere.
const UNSAID: [(&str, &str); 2] = [
    (
        "en-US",
        "whoever|whose call|one may|what fits| lays | laid|doubt|last but one|card but one|\
         dealer|concede|percent|start over|is sealed|largest unit",
    ),
    (
        "zh-CN",
        "叫主|不叫|墩|密文|封条|掺|对亮|j+|j-|诈|调主|埋|冷场",
    ),
];

/// A line of a file in small letters, without its key, code and facts.
fn said_by(line: &str) -> String {
    let key = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase());
    let text = line.split_once(" =").filter(|_| key(line));
    let text = text.map_or(line, |(_, text)| text);
    let outside = text.split('`').step_by(2).collect::<String>();
    let without = |piece: &str| {
        piece
            .split_once('}')
            .map_or("", |(_, rest)| rest)
            .to_owned()
    };
    let mut pieces = outside.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest: String = pieces.map(without).collect();
    (first + &rest).to_lowercase()
}

#[test]
fn one_thing_has_one_word() {
    for (tag, words) in UNSAID {
        let locale = Locale::of(tag).expect("a language");
        for file in locale.files() {
            // What is only understood may be written in any way.
            let shown = |line: &&str| !line.starts_with('#') && !line.starts_with("word");
            for line in file.lines().filter(shown) {
                let said = said_by(line);
                for word in words.split('|') {
                    assert!(!said.contains(word), "{tag} says {word:?}: {line}");
                }
            }
        }
    }
}

/// Checks a sentence with these cards in it.
#[track_caller]
fn check(key: &str, facts: &[(&'static str, &str)], expected: &str) {
    let facts: Vec<_> = facts.iter().map(|(n, v)| (*n, Fact::from(*v))).collect();
    assert_eq!(Sentences::of(Locale::CHINESE).say(key, &facts), expected);
}

/// Sentences about somebody who is not the reader.
const ABOUT_OTHERS: &str = "ask-kick ask-kick-others challenge-unanswered chat-mutes news-sat news-stays-out news-substituted \
    note-kitty-buried picture-trick reject-burying seat-absent seat-kept seat-left surrender-partner \
    ttt-asked ttt-bot ttt-outcome uno-may-catch uno-outcome uno-outcome-alone \
    uno-outcome-score uno-round-won uno-round-you-lost uno-turn-drawn uno-won";

#[test]
fn the_reader_is_addressed_as_english_does() {
    let english = Sentences::of(Locale::ENGLISH);
    let people = "who by caller accused stopped_by whom host with seat person dealer to turn";
    let people: Vec<&str> = people.split(' ').collect();
    let mut wrong = Vec::new();
    for (key, names) in keys(Locale::ENGLISH) {
        let others = ABOUT_OTHERS.split(' ').any(|other| other == key);
        if others || !names.iter().any(|n| people.contains(&&**n)) {
            continue;
        }
        let facts: Vec<(&'static str, Fact<'_>)> = names
            .iter()
            .map(|name| -> (&'static str, Fact<'_>) {
                let name: &'static str = name.clone().leak();
                let fact = if people.contains(&name) { "You" } else { "2" };
                (name, Fact::from(fact))
            })
            .collect();
        let said = english.say(&key, &facts);
        let words: Vec<&str> = said.split_whitespace().collect();
        let third = |verb: &str| verb.ends_with('s') && !verb.ends_with("ss");
        if words
            .windows(2)
            .any(|two| two[0].eq_ignore_ascii_case("you") && third(two[1]))
        {
            wrong.push(said);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_card_in_words_is_joined_without_a_blank() {
    let none = ("held", "0");
    check("reject-not-held", &[("card", "大王"), none], "你没有大王。");
    check("reject-not-held", &[("card", "♠K"), none], "你没有 ♠K。");
    check("study-pair", &[("card", "小王")], "小王这一对不拆。");
    check("study-pair", &[("card", "♠K")], "♠K 这一对不拆。");
    check(
        "study-keeps",
        &[("cards", "♠K 大王")],
        "♠K 大王留着后面用。",
    );
    check("button-play", &[("cards", "大王 ♠K")], "出大王 ♠K");
    let led = |seat, cards| [("seat", seat), ("cards", cards), ("lead", "true")];
    check("note-played", &led("你", "♠K"), "你领出 ♠K。");
    check("note-played", &led("**小东**", "♠K"), "**小东** 领出 ♠K。");
}

#[test]
fn two_cards_keep_the_blank_between_them_and_names_theirs() {
    let card = |text: &str| match fact("card", &Fact::from(text)) {
        Fact::String(text) => text.into_owned(),
        other => panic!("{other:?}"),
    };
    let two = format!("出 {} {} 了", card("大王"), card("小王"));
    assert_eq!(joined(two), "出大王 小王了");
    let facts = [("seat", "小明"), ("cards", "大王"), ("lead", "false")];
    check("note-played", &facts, "小明 出大王。");
}
