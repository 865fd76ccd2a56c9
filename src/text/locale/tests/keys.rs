//! The keys of all sentences: those that the Fluent files have, and those that are said, with their facts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::super::*;
use crate::command::Name;
use crate::game::{Choices, GameKind, RuleEntry, RuleSet, at_game};
use crate::store::Measure;
use crate::table::{Limits, Skill};
use crate::text::settings::{Kind, ROWS, all_signs};
use crate::text::table::COMPUTER_NAMES;
use crate::text::topic::Topic;
use crate::text::topic::{self, terms};
use crate::text::tractor::lesson;
use crate::text::voice::Voice;
use crate::tractor::seating::Wind;

/// Words of examples, as written in the sources.
const EXAMPLES: &str = "lucky words, good luck, hello, all, off, good, north, west, south, \
    east, yes, throws, words, calling, playing, scoring, limits, match";

/// The lines that have a button of their name.
const NAMED: &str =
    "score verify rules leave more decline join review hint sort hand clear back end browser";

/// The arguments of each sentence, by key.
pub(super) type Keys = BTreeMap<String, BTreeSet<String>>;

/// Keys and arguments of all Fluent files of a language; a duplicate key is an error.
pub(super) fn keys(locale: Locale) -> Keys {
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
            if !key.is_empty() && !line.starts_with('#') {
                let facts = words_after(line, "$");
                keys.entry(key.clone()).or_default().extend(facts);
            }
        }
    }
    // A sentence within another one has its facts from there.
    let own = keys.clone();
    for (key, names) in references(locale) {
        for name in names {
            let facts = own.get(&name).unwrap_or_else(|| panic!("{key}: no {name}"));
            keys.entry(key.clone()).or_default().extend(facts.clone());
        }
    }
    keys
}

/// The words that follow each of these signs.
pub(super) fn words_after(line: &str, sign: &str) -> Vec<String> {
    let words = line.split(sign).skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        rest[..end.unwrap_or(rest.len())]
            .trim_end_matches('-')
            .to_owned()
    });
    words.collect()
}

/// The sentences that stand within each sentence, and the labels of its buttons.
pub(super) fn references(locale: Locale) -> Keys {
    let mut found = Keys::new();
    for file in locale.files() {
        let mut key = "";
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with(|c: char| c.is_ascii_lowercase()) {
                key = line.split_once(" =").expect("key = sentence").0;
            }
            let within = words_after(line, "{ ").into_iter();
            let within = within.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
            let names = found.entry(key.to_owned()).or_default();
            names.extend(within.chain(words_after(line, "BUTTON(\"")));
        }
    }
    found
}

/// What is told by its name and fields, one a line: the beginning of its keys, where it is declared, the facts beside
/// its fields, and the variants that are said otherwise.
const TOLD: &str = "
news | table/news.rs Happening | stage who seats rule | Asked Declined Paused Closed MatchOver
news | host/shared.rs Fate |  |
news-closed-by | table/input.rs Closer |  |
refuse | table/news.rs Refusal | seat_example opens daily name | NotSeated Rule Game
refuse-rule | game/rules.rs RuleError | example |
note | tractor/event.rs Event | declares waits leads | TrickWon StandingSet RoundOver MatchOver
note | tractor/event.rs Notice | leads | Open CardDealt KittyTaken
reject | tractor/rejection.rs Rejection | play kitty cards held higher own_call taken_over who call pass dealer | MustFollow
reject | tractor/follow.rs Breach | suit example |
reason | players/tractor/heuristic/reason.rs Reason |  |
uno-note | uno/event.rs OpenEvent |  | Ready RoundOver MatchOver
uno-note | uno/event.rs Happened |  | Open
uno-reject | uno/rejection.rs Rejection | example pass bluff play |
ttt | tictactoe.rs Event |  | Ended
ttt | tictactoe.rs Rejection | example |
parse | text/words.rs ParseError | play pass word |
trouble | text/trouble.rs Trouble |  | UnknownCommand
room-trouble | text/rooms.rs RoomTrouble | list commands most | GuessedHere
cup-trouble | text/cups.rs CupTrouble | name rounds days n |
cup-done | text/cups.rs CupDone |  |
report-trouble | text/strangers.rs ReportTrouble | most |
seek-trouble | text/strangers.rs SeekTrouble | least most |
petition | table/asking.rs Wish | who host changes later |
declined | table/asking.rs Wish | who changes stands |
";

/// The variants of an enum with their fields, as its source declares them.
pub(super) fn variants(declared: &str) -> Vec<(String, BTreeSet<String>)> {
    let (file, name) = declared.split_once(' ').expect("a file and a name");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let source = fs::read_to_string(path).expect("a source");
    let (_, body) = source
        .split_once(&format!("pub enum {name}"))
        .expect("the enum");
    let (body, _) = body.split_once("\n}").expect("its end");
    let mut variants: Vec<(String, BTreeSet<String>)> = Vec::new();
    let code = body
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with(['/', '#']));
    for line in code.skip(1) {
        let fields: &str = match line.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => {
                let end = line.find(|c: char| !c.is_ascii_alphanumeric());
                let (name, rest) = line.split_at(end.unwrap_or(line.len()));
                let of_one = rest.starts_with('(').then(|| "it".to_owned());
                variants.push((name.to_owned(), of_one.into_iter().collect()));
                rest
            }
            false => line,
        };
        let named = fields
            .split([',', '{'])
            .filter_map(|field| field.split_once(": "));
        let named = named.map(|(name, _)| name.trim().to_owned());
        let last = variants.last_mut().expect("fields stand after a name");
        last.1
            .extend(named.filter(|name| !name.contains(['(', '<'])));
    }
    variants
}

/// The keys of what is told by its name, each with the facts that it can have.
pub(super) fn told() -> Keys {
    let mut told = Keys::new();
    for row in TOLD.lines().filter(|row| !row.is_empty()) {
        let parts: Vec<&str> = row.split('|').map(str::trim).collect();
        let [prefix, declared, more, otherwise] = parts[..] else {
            panic!("four parts, not {row}");
        };
        for (name, fields) in variants(declared) {
            if otherwise.split(' ').any(|other| other == name) {
                continue;
            }
            let kebab =
                name.chars()
                    .fold(String::new(), |so_far, sign| match sign.is_uppercase() {
                        true => format!("{so_far}-{}", sign.to_lowercase()),
                        false => format!("{so_far}{sign}"),
                    });
            let places = fields.iter().map(|field| format!("{field}_place"));
            let of_time = fields
                .iter()
                .filter_map(|field| field.strip_suffix("_s"))
                .map(str::to_owned);
            let more = more.split(' ').chain(["face"]).map(str::to_owned);
            let facts = fields
                .iter()
                .cloned()
                .chain(places)
                .chain(of_time)
                .chain(more);
            told.entry(format!("{prefix}{kebab}"))
                .or_default()
                .extend(facts);
        }
    }
    told
}

/// Keys and arguments of every `say!` in the sources of the library.
pub(super) fn said() -> Keys {
    said_in(|_| true)
}

/// Keys and arguments of every `say!` in the sources whose path below `src` is `wanted`.
pub(super) fn said_in(wanted: impl Fn(&str) -> bool) -> Keys {
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
            let own = path.ends_with("locale.rs") || below.starts_with("text/locale/tests");
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

pub(super) fn scan(source: &str, said: &mut Keys) {
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
pub(super) fn arguments(call: &str) -> Vec<String> {
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
pub(super) fn at_listed_skills(game: GameKind) -> impl Iterator<Item = Skill> {
    at_game!(game, G => G::SKILLS.iter().chain(G::SUBSTITUTES)).copied()
}

/// The keys composed at run time.
pub(super) fn composed() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    keys.extend(GameKind::ALL.map(|game| format!("game-{}", game.name())));
    let skills = Skill::NAMED.into_iter().chain([Skill::Steady]);
    keys.extend(skills.map(|skill| format!("skill-{skill}")));
    for game in GameKind::ALL {
        let skills = at_listed_skills(game);
        keys.extend(skills.map(|skill| format!("skill-note-{}-{skill}", game.name())));
    }
    keys.extend(Wind::ALL.map(|wind| format!("seat-{}", wind.word())));
    let suits = crate::cards::Suit::ALL.iter();
    keys.extend(
        suits.flat_map(|suit| ["suit", "typed"].map(|kind| format!("{kind}-{}", suit.word()))),
    );
    keys.extend(crate::uno::Color::ALL.map(|color| format!("uno-{}", color.word())));
    let lines = NAMED.split_whitespace();
    keys.extend(lines.map(|line| format!("button-{line}")));
    keys.extend((0..COMPUTER_NAMES).map(|seat| format!("computer-{seat}")));
    for topic in Topic::all() {
        keys.insert(format!("help-{}-title", topic.word()));
        if !matches!(topic, Topic::Commands | Topic::CommandsTo(_) | Topic::Words) {
            keys.insert(format!("help-{}", topic.word()));
        }
    }
    keys.extend(Name::all().map(|name| format!("usage-{}", name.word())));
    keys.extend(Name::all().map(|name| format!("command-{}", name.word())));
    // The usual game is opened by sitting down.
    let opens = GameKind::ALL.into_iter().skip(1).map(Name::Open);
    keys.extend(opens.map(|name| format!("slash-{}", name.word())));
    let examples = EXAMPLES.split(", ");
    keys.extend(examples.map(|words| format!("example-{}", words.replace(' ', "-"))));
    keys.extend(terms().map(|term| term.key()));
    keys.extend(topic::keys());
    keys.extend(
        ["chat", "cup", "mix", "report", "room", "rules"].map(|name| format!("form-{name}")),
    );
    keys.extend(lesson::step_keys());
    for game in GameKind::ALL {
        let measures = Measure::of(game).iter();
        keys.extend(measures.map(|measure| format!("measure-{}", measure.name)));
    }
    let honours = crate::club::Honour::ALL.iter();
    keys.extend(honours.map(|honour| format!("honour-{}", honour.name())));
    for row in ROWS {
        let name = row.name.replace('_', "-");
        let (label, about) = (format!("setting-{name}"), format!("about-setting-{name}"));
        keys.extend([label, about, format!("word-setting-{name}")]);
        if let Kind::Words(words) = row.kind {
            let english = Sentences::of(Locale::ENGLISH);
            let listed = |word: &&str| {
                let keys = [format!("word-{}-{word}", row.name), format!("word-{word}")];
                keys.into_iter().find(|key| english.has(key))
            };
            keys.extend(words.iter().filter_map(listed));
            // Cards of a style are shown as they are, and what is on or off is so everywhere.
            let own = words
                .iter()
                .filter(|word| row.name != "style" && !matches!(**word, "on" | "off"));
            keys.extend(own.map(|word| format!("value-{name}-{word}")));
        }
    }
    keys.remove("");
    for signs in all_signs() {
        let name = signs.setting;
        keys.extend(["", "about-", "word-"].map(|kind| format!("{kind}setting-{name}")));
    }
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
pub(super) fn rules_of_game<G: Voice>(keys: &mut BTreeSet<String>) {
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
pub(super) fn keys_of_rule(entry: &RuleEntry) -> Vec<String> {
    let name = entry.name.replace('_', "-");
    let mut keys = vec![format!("rule-{name}"), format!("about-{name}")];
    if let Choices::Words(words) = entry.choices {
        keys.extend(words.iter().filter_map(|word| key_of_value(entry, word)));
    }
    keys
}

/// The key of a value that is put into words.
pub(super) fn key_of_value(entry: &RuleEntry, value: &str) -> Option<String> {
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
