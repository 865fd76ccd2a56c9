//! The words of each game, as its sentences have them: so that none shows up at another game's table.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, RuleSet as _};
use tractor_bot::text::locale::Locale;

/// So many letters without spaces between, as Chinese is written, are told apart like a word.
const SIGNS: usize = 4;

/// The sentences of a language by game; `None` for those of no game.
pub struct Vocabulary {
    words: BTreeMap<Option<GameKind>, BTreeSet<String>>,
    /// Everything that is said at all, in this language and the one it falls back to.
    said: String,
}

/// The files of a language.
pub fn folder(locale: Locale) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("src/text/locales").join(locale.tag())
}

/// Sentences by key, without comments.
fn sentences(text: &str) -> Vec<(String, String)> {
    let mut sentences: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" =") {
            Some((key, rest)) if key.starts_with(|c: char| c.is_ascii_lowercase()) => {
                sentences.push((key.to_owned(), rest.to_owned()));
            }
            _ => {
                if let Some((_, sentence)) = sentences.last_mut() {
                    sentence.push('\n');
                    sentence.push_str(line);
                }
            }
        }
    }
    sentences
}

/// The text without what is filled in.
fn without_facts(text: &str) -> String {
    let mut depth = 0;
    let keep = |c: &char| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => return depth == 0,
        }
        false
    };
    text.chars().filter(keep).collect()
}

/// The words of a text: of letters with cases from four letters on, of signs in fours.
fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for run in text.split(|c: char| !c.is_alphabetic()) {
        if run.is_ascii() {
            if run.len() >= 4 {
                words.insert(run.to_lowercase());
            }
            continue;
        }
        let signs: Vec<char> = run.chars().collect();
        words.extend(signs.windows(SIGNS).map(|signs| signs.iter().collect()));
    }
    words
}

/// The kinds of sentences that name a game behind it; `suit-hearts` is of no game that may be called so.
const OF_GAMES: [&str; 5] = ["lesson", "term", "usage", "game", "help"];

/// The game whose sentence this is: by its file, or by its key in a file that games share.
fn owner(file: &str, key: &str) -> Option<GameKind> {
    let named = |name: &str| GameKind::ALL.into_iter().find(|game| game.name() == name);
    let (kind, rest) = key.split_once('-').unwrap_or((key, ""));
    let shared = OF_GAMES.contains(&kind).then(|| rest.split('-').next());
    named(file).or_else(|| shared.flatten().and_then(named))
}

impl Vocabulary {
    /// The sentences of this language.
    pub fn of(locale: Locale) -> Self {
        let mut vocabulary = Self {
            words: BTreeMap::new(),
            said: String::new(),
        };
        for entry in fs::read_dir(folder(locale)).expect("a folder of sentences") {
            let path = entry.expect("an entry").path();
            let file = path.file_stem().expect("a name").to_string_lossy();
            let text = fs::read_to_string(&path).expect("a readable file");
            // What is only understood is not said.
            let said = sentences(&text).into_iter();
            for (key, sentence) in said.filter(|(key, _)| !key.starts_with("word")) {
                let own = vocabulary.words.entry(owner(&file, &key)).or_default();
                own.extend(words(&without_facts(&sentence)));
                // Choices between forms are words as well.
                own.extend(words(&sentence));
                vocabulary.said.push_str(&sentence);
                vocabulary.said.push('\n');
            }
        }
        vocabulary
    }

    /// What is wrong with a line that is read at a table of this game.
    pub fn flaws(&self, game: GameKind, line: &str) -> Vec<String> {
        let mut flaws = Vec::new();
        if line.contains(['{', '}']) {
            flaws.push(format!("a fact is not filled in: {line}"));
        }
        // What is between backticks is for typing.
        let read: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        for token in read.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')) {
            if is_raw(token) && !self.said.contains(token) {
                flaws.push(format!("{token} is not put into words: {line}"));
            }
        }
        let nothing = BTreeSet::new();
        let known = |of: Option<GameKind>| self.words.get(&of).unwrap_or(&nothing);
        let strange =
            |word: &&String| !known(None).contains(*word) && !known(Some(game)).contains(*word);
        let words = words(&read);
        let strange: Vec<&String> = words.iter().filter(strange).collect();
        for other in GameKind::ALL.into_iter().filter(|other| *other != game) {
            // One word is enough to find the sentence.
            if let Some(word) = strange
                .iter()
                .find(|word| known(Some(other)).contains(**word))
            {
                flaws.push(format!("{word} is a word of {other:?}: {line}"));
            }
        }
        flaws
    }
}

/// Whether a token looks like a key or an identifier.
fn is_raw(token: &str) -> bool {
    let parts: Vec<&str> = token.split(['-', '_']).collect();
    let lower = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
    parts.len() > 1 && parts.iter().all(lower)
}

/// The keys of a sentence file, e.g. `uno` or `games`.
fn keys(locale: Locale, file: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(folder(locale).join(format!("{file}.ftl"))).expect("a file");
    sentences(&text).into_iter().map(|(key, _)| key).collect()
}

/// Every house rule of a game is described by the game itself or by a file of no game: two games may
/// have rules of one name that mean different things.
pub fn check_rules<G: Served>() {
    let own = G::KIND.name();
    for (locale, rule) in Locale::all().flat_map(|locale| {
        let rules = G::Rules::default().entries();
        rules
            .into_iter()
            .map(move |rule| (locale, rule.name.replace('_', "-")))
    }) {
        for kind in ["rule", "about"] {
            let shared = format!("{kind}-{rule}");
            if keys(locale, own).contains(&format!("{kind}-{own}-{rule}")) {
                continue;
            }
            for other in GameKind::ALL.into_iter().filter(|game| *game != G::KIND) {
                assert!(
                    !keys(locale, other.name()).contains(&shared),
                    "{shared} is a sentence of {}: {own} needs {kind}-{own}-{rule}",
                    other.name()
                );
            }
        }
    }
}
