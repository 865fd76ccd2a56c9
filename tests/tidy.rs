//! The floors of the house and its habits, as far as a machine can see them.
//!
//! A module may use those of the floors below it and of none above: the rules know no table, the
//! table no clock, the host no sentences. What belongs to one floor alone (Discord's library, tasks,
//! the environment) is found nowhere else.

#[path = "tidy/documents.rs"]
mod documents;
#[path = "tidy/games.rs"]
mod games;
#[path = "tidy/mutants.rs"]
mod mutants;
#[path = "tidy/tables.rs"]
mod tables;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

macro_rules! modules {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        &[$(stringify!($module)),+]
    };
}

/// The modules of the games.
const GAMES: &[&str] = tractor_bot::for_each_game!(modules);

/// The floors, the lowest first; those in one row do not know each other.
const FLOORS: &[&[&str]] = &[
    &["chance", "cards"],
    &["game"],
    &["command"],
    GAMES,
    &["art"],
    &["table"],
    &["club"],
    &["players"],
    &["store"],
    &["host"],
    &["text"],
    &["desk"],
    &["config"],
    &["health"],
    &["discord", "console", "web", "export"],
    &["launch"],
    &["main"],
];

/// Where whom has to be looked for: a word in the code, and the files (or folders) that may use it.
const ONLY: &[(&str, &[&str])] = &[
    ("serenity::", &["discord"]),
    ("poise::", &["discord"]),
    ("resvg", &["art"]),
    ("skillratings", &["club"]),
    ("dashmap", &["host/tables.rs"]),
    (
        "tokio",
        &[
            "host", "store", "health", "discord", "console", "web", "launch",
        ],
    ),
    ("metrics::", &["host", "store", "health", "discord"]),
    ("metrics_exporter_prometheus", &["health"]),
    ("axum", &["health", "web"]),
    ("hyper", &["health", "web"]),
    ("sqlx", &["store"]),
    ("fluent_bundle", &["text", "discord/commands.rs"]),
    ("std::env", &["config", "players/program/process.rs"]),
    ("SystemTime", &["host/shared.rs", "discord", "console"]),
    ("SysRng", &["host/shared.rs", "store/sql/backup.rs"]),
    ("thread_rng", &[]),
    ("rand::rng()", &["discord"]),
    ("rand::random", &["discord"]),
    ("StdRng", &[]),
    ("OsRng", &[]),
    ("getrandom", &[]),
    ("thread::sleep", &[]),
    // Nothing is hidden from whoever looks at what is over: views are made for them of that alone.
    (
        "Viewer::All",
        &[
            "table/past.rs",
            "table/view.rs",
            "table/countdown.rs",
            "tractor/view.rs",
            "tractor/matches/show.rs",
            "uno.rs",
            "uno/view.rs",
            "tictactoe.rs",
        ],
    ),
    // A terminal is shown what is `Painted`, and nothing else.
    ("stdout()", &["console/screen.rs", "console/paint.rs"]),
    ("stderr()", &["launch.rs"]),
    ("print!(", &["launch/serving.rs"]),
    ("println!(", &["launch/serving.rs"]),
];

/// The highest of the floors on which no time goes by; so does none on those of words and requests.
const TIMELESS_UP_TO: &str = "players";
const TIMELESS_ABOVE: &[&str] = &["text", "desk"];

/// Whether no time goes by on a floor.
fn is_timeless(floor: &str) -> bool {
    let height = |name: &str| FLOORS.iter().position(|row| row.contains(&name));
    height(floor) <= height(TIMELESS_UP_TO) && height(floor).is_some()
        || TIMELESS_ABOVE.contains(&floor)
}

/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &[
    "utils", "util", "helpers", "common", "types", "manager", "misc",
];

const MOST_LINES: usize = 600;

/// A source file: its path below `src`, its whole text, and its code without comments and tests.
struct Source {
    path: String,
    text: String,
    code: String,
}

impl Source {
    /// The module of the first level that it belongs to.
    fn floor(&self) -> &str {
        let first = self.path.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    fn is_within(&self, places: &[&str]) -> bool {
        places
            .iter()
            .any(|place| *place == self.floor() || self.path == *place)
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The code without comments and words in quotes, and without what is compiled for tests alone.
fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            // A module or an item: to the line that closes it, or that is the whole of it.
            let indent = line.len() - line.trim_start().len();
            let closes = |line: &str| {
                let same = line.len() - line.trim_start().len() == indent;
                same && (line.trim_start().starts_with('}') || line.ends_with(';'))
            };
            for line in lines.by_ref() {
                if closes(line) {
                    break;
                }
            }
            continue;
        }
        let uncommented = match line.find("//") {
            Some(at) if !line[..at].ends_with(':') => &line[..at],
            Some(_) | None => line,
        };
        code.extend(uncommented.split('"').step_by(2));
        code.push('\n');
    }
    code
}

/// The modules that a file declares for tests alone, as paths below `src` without ending.
fn test_modules(path: &str, text: &str) -> Vec<String> {
    let folder = match path.strip_suffix(".rs").expect("a source file") {
        "engine" | "lib" | "main" => String::new(),
        parent => format!("{parent}/"),
    };
    let mut modules = Vec::new();
    let mut for_tests = false;
    for line in text.lines().map(str::trim) {
        let declared = line
            .strip_suffix(';')
            .and_then(|line| line.rsplit_once("mod "));
        if let (true, Some((_, name))) = (for_tests, declared) {
            modules.push(format!("{folder}{name}"));
        }
        for_tests = line == "#[cfg(test)]";
    }
    modules
}

/// All source files that are compiled into the program.
fn sources() -> Vec<Source> {
    let src = root().join("src");
    let mut all = Vec::new();
    let mut for_tests = BTreeSet::new();
    for file in files_below(&src) {
        let path = file
            .strip_prefix(&src)
            .expect("below it")
            .to_string_lossy()
            .replace('\\', "/");
        let text = fs::read_to_string(&file).expect("a readable file");
        for_tests.extend(test_modules(&path, &text));
        let code = code_of(&text);
        all.push(Source { path, text, code });
    }
    all.retain(|source| {
        let path = source.path.trim_end_matches(".rs");
        let inside = |module: &String| path == module || path.starts_with(&format!("{module}/"));
        !for_tests.iter().any(inside)
    });
    assert!(all.len() > 50, "the sources were found");
    all
}

fn check(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

/// The modules of this crate that a piece of code names.
fn used_modules(code: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for prefix in ["crate::", "tractor_bot::"] {
        for (at, _) in code.match_indices(prefix) {
            let rest = &code[at + prefix.len()..];
            if let Some(group) = rest.strip_prefix('{') {
                let group = group.split('}').next().unwrap_or_default();
                let names = group
                    .split(',')
                    .map(|part| part.split("::").next().unwrap_or(part));
                used.extend(names.map(|name| name.trim().to_owned()));
            } else {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                used.insert(rest[..end.unwrap_or(rest.len())].to_owned());
            }
        }
    }
    used
}

#[test]
fn code_is_told_from_comments_quotes_and_tests() {
    let text = "use crate::{table::Table, text};\n// crate::discord\nlet a = \"crate::host\";\n\
                #[cfg(test)]\nmod tests {\n    use crate::main;\n}\nfn b() { crate::chance::c() }\n";
    let used: Vec<String> = used_modules(&code_of(text)).into_iter().collect();
    assert_eq!(used, ["chance", "table", "text"]);
    assert_eq!(
        test_modules("a/b.rs", "#[cfg(test)]\nmod tests;\nmod c;"),
        ["a/b/tests"]
    );
}

#[test]
fn every_module_uses_only_the_floors_below_it() {
    let floor_of = |module: &str| FLOORS.iter().position(|row| row.contains(&module));
    let mut problems = Vec::new();
    // The heads of the two crates are on no floor.
    let sources = sources();
    let floors = sources
        .iter()
        .filter(|source| !["engine", "lib"].contains(&source.floor()));
    for source in floors {
        let Some(own) = floor_of(source.floor()) else {
            problems.push(format!("{} is on no floor", source.path));
            continue;
        };
        for used in used_modules(&source.code) {
            let allowed = floor_of(&used).is_none_or(|floor| floor < own);
            if used != source.floor() && !allowed {
                problems.push(format!("{} uses {used}", source.path));
            }
        }
    }
    check(problems);
}

#[test]
fn what_belongs_to_one_floor_is_found_nowhere_else() {
    let mut problems = Vec::new();
    for source in sources() {
        for (word, places) in ONLY {
            if source.code.contains(word) && !source.is_within(places) {
                problems.push(format!("{} uses {word}", source.path));
            }
        }
        if source.code.contains("Instant") && is_timeless(source.floor()) {
            problems.push(format!("{} reads a clock", source.path));
        }
    }
    check(problems);
}

#[test]
fn files_are_short_well_named_and_say_what_they_decide() {
    let mut problems = Vec::new();
    let folders = ["src", "tests", "examples", "benches"].map(|folder| root().join(folder));
    for file in folders.iter().flat_map(|folder| files_below(folder)) {
        let text = fs::read_to_string(&file).expect("a readable file");
        let path = file.strip_prefix(root()).expect("below it").display();
        let lines = text.lines().count();
        if lines > MOST_LINES {
            problems.push(format!("{path} has {lines} lines, more than {MOST_LINES}"));
        }
        if !text.starts_with("//!") {
            problems.push(format!("{path} does not say what it is for"));
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if EMPTY_NAMES.contains(&&*name) {
            problems.push(format!("{path} has a name that says nothing"));
        }
    }
    check(problems);
}

#[test]
fn nothing_unfinished_and_no_lazy_unwrap_is_compiled_in() {
    let mut problems = Vec::new();
    for source in sources() {
        for word in ["todo!(", "unimplemented!(", "dbg!(", ".unwrap()"] {
            if source.code.contains(word) {
                problems.push(format!("{} contains {word}", source.path));
            }
        }
        if source.text.contains("allow(dead_code)") {
            problems.push(format!("{} keeps dead code", source.path));
        }
    }
    check(problems);
}
