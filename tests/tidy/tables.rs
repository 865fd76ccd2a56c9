//! The tables on the written pages have what there is: every house rule with its values, every
//! limit, every command.

use std::fs;

use tractor_bot::command::Name;
use tractor_bot::game::{Choices, Game, RuleEntry, RuleSet, for_each_game};
use tractor_bot::table::Limits;
use tractor_bot::text::cards;
use tractor_bot::text::locale::{Locale, Sentences};
use tractor_bot::text::typed;
use tractor_bot::tractor::card::Card;

use super::documents::named;
use super::{check, root};

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a readable page")
}

/// What is wrong with the row of a rule: it has to tell the default and every value that is a word,
/// unless it gives a range (`2` … `A`).
fn trouble(page: &str, rule: &RuleEntry) -> Option<String> {
    let name = format!("`{}`", rule.name);
    let first_cell = |line: &str| line.split('|').nth(1).unwrap_or_default().contains(&name);
    let Some(row) = page.lines().find(|line| first_cell(line)) else {
        return Some(format!("{name} has no row"));
    };
    let has = |value: &str| row.contains(&format!("`{value}`"));
    if !has(&rule.default) {
        return Some(format!("{name}: the default {} is not told", rule.default));
    }
    let Choices::Words(words) = &rule.choices else {
        return None;
    };
    let range = row.contains('…');
    let word = |value: &&&str| !range && value.parse::<u32>().is_err();
    let missing = words.iter().filter(word).find(|value| !has(value))?;
    Some(format!("{name}: {missing} is not told"))
}

/// Checks the rows of all these rules on a page.
#[track_caller]
fn check_entries(path: &str, entries: &[RuleEntry]) {
    let page = page(path);
    assert!(!entries.is_empty(), "there are rules");
    let problems = entries.iter().filter_map(|rule| trouble(&page, rule));
    check(
        problems
            .map(|problem| format!("{path}: {problem}"))
            .collect(),
    );
}

/// The same for a game's rules; those that are limits of its table as well are told there.
#[track_caller]
fn check_rules(path: &str, rules: &impl RuleSet) {
    let limits = Limits::default().entries();
    let is_limit = |rule: &RuleEntry| limits.iter().any(|limit| limit.name == rule.name);
    let mut entries = rules.entries();
    entries.retain(|rule| !is_limit(rule));
    check_entries(path, &entries);
}

/// The page of a game is beside its module, or inside it; and in other languages beside that.
#[track_caller]
fn check_game<G: Game>(module: &str) {
    let pages = ["/rules", ""].map(|end| format!("src/{module}{end}"));
    let is_written = |page: &String| root().join(page).is_file();
    let page = pages.iter().find(|page| is_written(&format!("{page}.md")));
    let page = page.unwrap_or_else(|| panic!("there is no page {}", pages.join(" or ")));
    let pages = Locale::all().map(|locale| (named(page, locale), locale));
    let pages: Vec<_> = pages.filter(|(page, _)| is_written(page)).collect();
    for (page, locale) in &pages {
        // A page in one language is written by hand.
        if pages.len() > 1 {
            check_rows::<G::Rules>(page, *locale);
        }
        check_rules(page, &G::Rules::default());
    }
}

/// Rules with a `row` among their sentences stand so on the page of the language; `UPDATE_FIXTURES=1` writes them there.
#[track_caller]
fn check_rows<R: RuleSet>(path: &str, locale: Locale) {
    let mut lines: Vec<String> = page(path).lines().map(str::to_owned).collect();
    let (before, mut last) = (lines.clone(), None);
    for name in R::RULES.iter().map(|rule| rule.name) {
        let key = format!("rule-{}", name.replace('_', "-"));
        let Some(row) = Sentences::of(locale).part(&key, Some("row"), &[]) else {
            continue;
        };
        let begins = format!("| `{name}` |");
        let at = lines.iter().position(|line| line.starts_with(&begins));
        let at = at.unwrap_or_else(|| {
            let at = last.map_or(lines.len(), |last| last + 1);
            lines.insert(at, String::new());
            at
        });
        (lines[at], last) = (format!("{begins} {row} |"), Some(at));
    }
    if lines == before {
        return;
    }
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        let written = fs::write(root().join(path), lines.join("\n") + "\n");
        return written.expect("a page that can be written");
    }
    let other = lines.iter().find(|line| !before.contains(line));
    panic!(
        "{path} is not as the sentences say, for example {other:?}: UPDATE_FIXTURES=1 writes it"
    );
}

#[test]
fn every_house_rule_and_limit_is_in_its_table() {
    macro_rules! check_games {
        ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
            $(check_game::<tractor_bot::$module::$variant>(stringify!($module));)+
        };
    }
    for_each_game!(check_games);
    check_entries("src/desk/commands.md", &Limits::default().entries());
}

#[test]
fn every_command_is_on_the_page_of_commands() {
    let page = page("src/desk/commands.md");
    let missing = Name::all()
        .map(|name| name.word())
        .filter(|word| !page.contains(&format!("`${word}")));
    check(missing.map(|word| format!("${word} is missing")).collect());
}

/// Addresses and folders on pages for operators, which look like slash commands.
const PATHS: [&str; 4] = ["data", "healthz", "readyz", "metrics"];

/// The commands that a text names as code: the words behind a prefix (`$`, or `{ $p }` in sentences) or a slash, and
/// whether it was a slash. Paths and variables of a shell are none.
fn commands_named(text: &str) -> Vec<(String, bool)> {
    let codes = text.split('`').skip(1).step_by(2);
    let named = codes.filter_map(|code| {
        let typed = code.strip_prefix("{ $p }").or(code.strip_prefix('$'));
        let rest = typed.or(code.strip_prefix('/'))?;
        let is_word = |c: char| c.is_alphanumeric() || c == '-';
        let word: String = rest.chars().take_while(|c| is_word(*c)).collect();
        let is_path = rest[word.len()..].starts_with(['/', '.']) || PATHS.contains(&&*word);
        let is_path = typed.is_none() && is_path;
        let is_shell = word.is_empty() || word.starts_with(|c: char| c.is_ascii_uppercase());
        (!is_path && !is_shell).then_some((word, typed.is_none()))
    });
    named.collect()
}

#[test]
fn every_command_that_a_sentence_or_a_page_names_is_one() {
    let sentences = Locale::all().flat_map(|locale| {
        let folder = root().join("src/text/locales").join(locale.tag());
        let files = fs::read_dir(folder).expect("the sentences of a language");
        files.map(|file| file.expect("a readable entry").path())
    });
    let (mut named, mut problems) = (0, Vec::new());
    for path in sentences.chain(super::documents::pages()) {
        // What changed may be called as it was then.
        if path.ends_with("CHANGELOG.md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable page");
        for line in text.lines() {
            for call in line.split("CMD(\"").skip(1) {
                named += 1;
                let word = call.split(['"', ' ']).next().unwrap_or_default();
                if Name::of(word).is_none() {
                    problems.push(format!("{}: {word:?} is no command", path.display()));
                }
            }
            for (word, slash) in commands_named(line) {
                named += 1;
                let name = Name::of(&word);
                // Slash commands have one name in each language.
                let slashed = |name: Name| {
                    Locale::all().any(|locale| typed::line(name.word(), locale) == word)
                };
                let is_one = name.is_some_and(|name| !slash || slashed(name));
                if !is_one {
                    problems.push(format!("{}: {word:?} is no command", path.display()));
                }
            }
        }
    }
    // What sentences are given by the code.
    for source in super::sources() {
        for line in source.text.split("cx.command(\"").skip(1) {
            named += 1;
            let word = line.split(['"', ' ', '\\']).next().unwrap_or_default();
            if Name::of(word).is_none() {
                problems.push(format!("{}: {word:?} is no command", source.path));
            }
        }
    }
    assert!(named > 700, "only {named} were found");
    check(problems);
}

/// The cards of the examples on the page of tractor's rules, from its second heading on.
fn examples(page: &str) -> Vec<Vec<Card>> {
    let sections = page.split("\n## ").skip(1);
    // Names of rules and their values are code as well.
    let sections = sections.take_while(|section| !section.contains("`deal_interval`"));
    let codes = sections.flat_map(|section| section.split('`').skip(1).step_by(2));
    let whole = codes.filter(|code| !code.contains('…'));
    whole.map(|code| cards::read(code).expect(code)).collect()
}

#[test]
fn the_rules_of_tractor_have_the_same_examples_in_every_language() {
    let examples_in = |locale| examples(&page(&named("src/tractor/rules", locale)));
    let english = examples_in(Locale::ENGLISH);
    assert!(english.len() > 15, "examples are found");
    for locale in Locale::all() {
        assert_eq!(examples_in(locale), english, "{}", locale.tag());
    }
}
