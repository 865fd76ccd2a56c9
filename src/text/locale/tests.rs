//! Both languages say everything, with the same facts; and nothing is said that nobody uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::*;
use crate::command::Name;
use crate::game::{Choices, GameKind, RuleEntry, RuleSet, at_game};
use crate::store::Measure;
use crate::table::{Limits, Skill};
use crate::text::glossary::{self, TERMS, Term};
use crate::text::looks::{CardLook, HandLook, SUIT_COLORS, suits_word};
use crate::text::settings::all_signs;
use crate::text::table::COMPUTER_NAMES;
use crate::text::topic::Topic;
use crate::text::tractor::lesson;
use crate::text::typed::EXAMPLES;
use crate::text::voice::Voice;
use crate::tractor::Tractor;

/// The arguments of each sentence, by key.
type Keys = BTreeMap<String, BTreeSet<String>>;

/// Keys and arguments of all Fluent files of a language; a duplicate key is an error.
fn keys(locale: Locale) -> Keys {
    let mut keys = Keys::new();
    for file in locale.files() {
        let resource = FluentResource::try_new((*file).to_owned());
        assert!(resource.is_ok(), "{}: {:?}", locale.tag(), resource.err());
        let mut key = String::new();
        for line in file.lines() {
            if line.starts_with(|c: char| c.is_ascii_lowercase()) {
                let (name, _) = line.split_once(" =").expect("key = sentence");
                key = name.to_owned();
                let twice = keys.insert(key.clone(), BTreeSet::new());
                assert!(twice.is_none(), "{}: {key} is there twice", locale.tag());
            }
            let facts = line.split('$').skip(1).map(|rest| {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                rest[..end.unwrap_or(rest.len())].to_owned()
            });
            if !key.is_empty() && !line.starts_with('#') {
                keys.entry(key.clone()).or_default().extend(facts);
            }
        }
    }
    keys
}

/// Keys and arguments of every `say!` in the sources of the library.
fn said() -> Keys {
    said_in(|_| true)
}

/// Keys and arguments of every `say!` in the sources whose path below `src` is `wanted`.
fn said_in(wanted: impl Fn(&str) -> bool) -> Keys {
    let mut said = Keys::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let below = path
                .strip_prefix(&root)
                .expect("below it")
                .to_string_lossy();
            // The macro's definition and this test are no uses.
            let own = path.ends_with("locale.rs") || path.ends_with("locale/tests.rs");
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") && !own && wanted(&below) {
                let source = fs::read_to_string(&path).expect("a source");
                scan(&source, &mut said);
            }
        }
    }
    said
}

fn scan(source: &str, said: &mut Keys) {
    for word in source.split("\"word-").skip(1) {
        let (word, _) = word.split_once('"').expect("the end of a key");
        // Of the others only a part is written there.
        if !word.ends_with(['-', '}']) {
            said.insert(format!("word-{word}"), BTreeSet::new());
        }
    }
    for call in source.split("say!(").skip(1) {
        let parts = arguments(call);
        let key = parts[1].trim().trim_matches('"').to_owned();
        let facts: BTreeSet<String> = parts[2..]
            .iter()
            .map(|part| part.split_once('=').map_or(&part[..], |(name, _)| name))
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        if let Some(before) = said.insert(key.clone(), facts.clone()) {
            assert_eq!(before, facts, "{key} is said with other facts elsewhere");
        }
    }
}

/// The arguments of a macro call, from after its opening parenthesis.
fn arguments(call: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for sign in call.chars() {
        let last = parts.last_mut().expect("never empty");
        match sign {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        last.push(sign);
    }
    parts
}

/// The skills that a game offers, for a seat or for those who are away.
fn at_listed_skills(game: GameKind) -> impl Iterator<Item = Skill> {
    at_game!(game, G => G::SKILLS.iter().chain(G::SUBSTITUTES)).copied()
}

/// The keys composed at run time.
fn composed() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    keys.extend(GameKind::ALL.map(|game| format!("game-{}", game.name())));
    let skills = Skill::NAMED.into_iter().chain([Skill::Steady]);
    keys.extend(skills.map(|skill| format!("skill-{skill}")));
    for game in GameKind::ALL {
        let skills = at_listed_skills(game);
        keys.extend(skills.map(|skill| format!("skill-note-{}-{skill}", game.name())));
    }
    keys.extend((0..COMPUTER_NAMES).map(|seat| format!("computer-{seat}")));
    for topic in Topic::all() {
        keys.insert(format!("help-{}-title", topic.word()));
        if !matches!(topic, Topic::Commands | Topic::CommandsTo(_) | Topic::Words) {
            keys.insert(format!("help-{}", topic.word()));
        }
    }
    keys.extend(Name::all().map(|name| format!("usage-{}", name.word())));
    keys.extend(Name::all().map(|name| format!("command-{}", name.word())));
    keys.extend(EXAMPLES.map(|words| format!("example-{}", words.replace(' ', "-"))));
    keys.extend(TERMS.iter().map(Term::key));
    keys.extend(glossary::keys());
    keys.extend(lesson::step_keys());
    for game in GameKind::ALL {
        let measures = Measure::of(game).iter();
        keys.extend(measures.map(|measure| format!("measure-{}", measure.name)));
    }
    let honours = crate::club::Honour::ALL.iter();
    keys.extend(honours.map(|honour| format!("honour-{}", honour.name())));
    for name in [
        "profile",
        "language",
        "cards",
        "suits",
        "style",
        "letters",
        "show-play-number",
        "confirm",
        "suggestions",
        "hand",
        "prefix",
        "channels",
        "ping",
        "pictures",
        "watching",
        "rooms",
        "cups",
    ]
    .into_iter()
    .chain(all_signs().map(|signs| signs.setting))
    {
        keys.extend([format!("setting-{name}"), format!("about-setting-{name}")]);
    }
    keys.extend(CardLook::ALL.map(|look| format!("value-cards-{}", look.word())));
    keys.extend(HandLook::ALL.map(|look| format!("value-hand-{}", look.word())));
    keys.extend(SUIT_COLORS.map(|colors| format!("value-suits-{}", suits_word(colors))));
    for entry in Limits::default().entries() {
        keys.extend(keys_of_rule(&entry));
    }
    macro_rules! rules_of_games {
        ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
            $(rules_of_game::<crate::$module::$variant>(&mut keys);)+
        };
    }
    for_each_game!(rules_of_games);
    #[cfg(feature = "web")]
    for (kind, words) in [
        ("web", crate::web::WORDS),
        ("activity", crate::web::ACTIVITY_WORDS),
    ] {
        let words = words.split_whitespace();
        keys.extend(words.map(|word| format!("{kind}-{}", word.replace('_', "-"))));
    }
    keys
}

/// The keys of the rules of a game and of their groups, with what the game says in its own way.
fn rules_of_game<G: Voice>(keys: &mut BTreeSet<String>) {
    let (game, english) = (G::KIND.name(), Sentences::of(Locale::ENGLISH));
    let listed = |rules: G::Rules| rules.entries().into_iter().chain(rules.aliases());
    let usual = G::Rules::default();
    for entry in listed(usual) {
        keys.extend(keys_of_rule(&entry));
        let name = entry.name.replace('_', "-");
        let own = [
            format!("rule-{game}-{name}"),
            format!("about-{game}-{name}"),
        ];
        keys.extend(own.into_iter().filter(|key| english.has(key)));
        for word in entry.choices.offered() {
            if entry.name == "preset" {
                keys.insert(format!("about-preset-{word}"));
            }
            // A change is seen under other names as well, and as a value that none can be set to.
            let mut changed = usual;
            if changed.set(entry.name, word).is_ok() {
                keys.extend(listed(changed).filter_map(|entry| key_of_value(&entry, &entry.value)));
            }
        }
    }
    keys.extend(G::ACCORDS.iter().flat_map(|(name, choices)| {
        let (value, default) = (String::new(), String::new());
        keys_of_rule(&RuleEntry {
            name,
            value,
            default,
            choices: *choices,
        })
    }));
    let group = |(group, _): (&str, _)| format!("rules-{game}-{group}");
    keys.extend(G::Rules::groups().into_iter().map(group));
}

/// The keys of a rule, of what it is about and of its values that are words.
fn keys_of_rule(entry: &RuleEntry) -> Vec<String> {
    let name = entry.name.replace('_', "-");
    let mut keys = vec![format!("rule-{name}"), format!("about-{name}")];
    if let Choices::Words(words) = entry.choices {
        keys.extend(words.iter().filter_map(|word| key_of_value(entry, word)));
    }
    keys
}

/// The key of a value that is put into words.
fn key_of_value(entry: &RuleEntry, value: &str) -> Option<String> {
    let Choices::Words(words) = entry.choices else {
        return None;
    };
    let key = value.replace('_', "-");
    let spoken = key.len() > 2 && key.chars().any(|c| c.is_ascii_lowercase());
    match value {
        // Computer players are called as everywhere.
        _ if entry.name == "substitute" => None,
        "on" | "off" => Some(format!("value-{key}")),
        // The values of a switch have shared keys for on and off.
        "true" | "false" if words.len() == 2 => None,
        _ => spoken.then(|| format!("value-{}-{key}", entry.name.replace('_', "-"))),
    }
}

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
}

#[test]
fn no_sentence_is_left_that_nobody_says() {
    let (said, composed) = (said(), composed());
    let known = keys(Locale::ENGLISH);
    let unused = known
        .keys()
        .filter(|key| !said.contains_key(*key) && !composed.contains(*key));
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
    let who = ("who", Fact::from("**Ana**"));
    let sentence = Sentences::of(Locale::ENGLISH).say("reject-turn", &[who]);
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
const UNSAID: [(&str, &[&str]); 2] = [
    (
        "en-US",
        &[
            "whoever",
            "whose call",
            "one may",
            "what fits",
            " lays ",
            " laid",
            "doubt",
            "last but one",
            "card but one",
            "dealer",
            "concede",
            "percent",
            "start over",
            "is sealed",
            "largest unit",
        ],
    ),
    (
        "zh-CN",
        &[
            "叫主", "不叫", "墩", "密文", "封条", "掺", "对亮", "j+", "j-", "诈", "调主", "埋",
            "冷场",
        ],
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
                for word in words {
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
const ABOUT_OTHERS: [&str; 31] = [
    "ask-kick",
    "ask-kick-others",
    "challenge-unanswered",
    "chat-mutes",
    "declined-sit",
    "news-comes-in-match",
    "news-comes-in-round",
    "news-sat",
    "news-stays-out",
    "news-sat-instead",
    "news-substituted-absent",
    "note-buried",
    "note-buried-over",
    "petition-sit",
    "reject-burying",
    "seat-absent",
    "seat-kept",
    "seat-left",
    "surrender-partner",
    "ttt-asked",
    "ttt-bot",
    "ttt-outcome",
    "uno-catch-costs",
    "uno-catch-free",
    "uno-outcome",
    "uno-outcome-alone",
    "uno-outcome-score",
    "uno-round-won",
    "uno-round-you-lost",
    "uno-turn-drawn",
    "uno-won",
];

#[test]
fn the_reader_is_addressed_as_english_does() {
    let english = Sentences::of(Locale::ENGLISH);
    let people = [
        "who", "by", "caller", "accused", "stopper", "whom", "host", "with",
    ];
    let mut wrong = Vec::new();
    for (key, names) in keys(Locale::ENGLISH) {
        if ABOUT_OTHERS.contains(&key.as_str()) || !names.iter().any(|n| people.contains(&&**n)) {
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
    check("reject-not-held", &[("card", "大王")], "你没有大王。");
    check("reject-not-held", &[("card", "♠K")], "你没有 ♠K。");
    check("study-pair", &[("card", "小王")], "小王这一对不拆。");
    check("study-pair", &[("card", "♠K")], "♠K 这一对不拆。");
    check(
        "study-keeps",
        &[("cards", "♠K 大王")],
        "♠K 大王留着后面用。",
    );
    check("button-play", &[("cards", "大王 ♠K")], "出大王 ♠K");
    check("note-led", &[("who", "你"), ("cards", "♠K")], "你领出 ♠K。");
    check(
        "note-led",
        &[("who", "**小东**"), ("cards", "♠K")],
        "**小东** 领出 ♠K。",
    );
}

#[test]
fn two_cards_keep_the_blank_between_them_and_names_theirs() {
    let card = |text: &str| match fact("card", &Fact::from(text)) {
        Fact::String(text) => text.into_owned(),
        other => panic!("{other:?}"),
    };
    let two = format!("出 {} {} 了", card("大王"), card("小王"));
    assert_eq!(joined(two), "出大王 小王了");
    let facts = [("who", "小明"), ("cards", "大王")];
    check("note-played", &facts, "小明 出大王。");
}
