//! Small faults on purpose: all those listed under `fixtures/mutants` are built into a copy of the
//! sources at once, one is chosen by the environment, and the test that is named beside it has to fail.
//!
//! ```sh
//! cargo test --test mutants                      # all of them
//! cargo test --test mutants -- tractor uno.rs    # those of a list, or of files with this in their path
//! cargo test --test mutants -- --list            # looks only whether each has its place, and the test beside it is there
//! ```
//!
//! Prints a line for each that is tried, and ends in failure if one lives without a stated reason.

mod list;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use list::{Fate, Mutant};

/// A test that takes longer with a mutant does not end, which is noticed, too.
const LONGEST: Duration = Duration::from_secs(120);

/// The programs that are the own tests of a library: all are built together.
const LIBRARIES: [&str; 2] = ["engine", "lib"];

/// The choice of a mutant, in the copy.
const CHOICE: &str = r#"
/// Whether this mutant was chosen.
pub fn mutated(number: u32) -> bool {
    static CHOSEN: std::sync::LazyLock<Option<u32>> =
        std::sync::LazyLock::new(|| std::env::var("MUTANT").ok()?.parse().ok());
    *CHOSEN == Some(number)
}
"#;

/// Where the test programs of the copy are, by their names.
type Programs = BTreeMap<String, PathBuf>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every mutant without a reason to live was noticed.
fn run() -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = list::all(root)?;
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--list"] {
        let wrong: Vec<String> = all.iter().filter_map(|mutant| mutant.wrong(root)).collect();
        println!("{} mutants, {} of them out of date", all.len(), wrong.len());
        return wrong.is_empty().then_some(true).ok_or(wrong.join("\n"));
    }
    let chosen = chosen(&all, &words)?;
    let tree = root.join("target/mutants");
    let lines = copy(root, &tree, &all)?;
    let tests = killers(&chosen);
    let programs = build(&tree, tests.keys().copied())?;
    sound(&tree, &programs, &tests)?;
    let started = Instant::now();
    let alive = AtomicUsize::new(0);
    let next = Mutex::new(chosen.iter());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(mutant) = { next.lock().expect("no panic").next() } {
                    let place = format!("{}:{}", mutant.file, lines[&mutant.number]);
                    let lives = lives(mutant, &place, &tree, &programs);
                    alive.fetch_add(usize::from(lives), Ordering::Relaxed);
                }
            });
        }
    });
    let alive = alive.into_inner();
    println!(
        "\n{} mutants, {alive} alive without a reason; {} s without the build",
        chosen.len(),
        started.elapsed().as_secs(),
    );
    Ok(alive == 0)
}

/// Those that are asked for: by a list, or a part of a path.
fn chosen<'a>(all: &'a [Mutant], words: &[String]) -> Result<Vec<&'a Mutant>, String> {
    if words.iter().any(|word| word.starts_with('-')) {
        return Err("[LIST or part of a path ...], or --list".to_owned());
    }
    println!("mutants of {words:?}");
    let is_asked = |mutant: &&Mutant| {
        let fits = |part: &String| mutant.list == *part || mutant.file.contains(part);
        words.is_empty() || words.iter().any(fits)
    };
    Ok(all.iter().filter(is_asked).collect())
}

/// The tests that have to notice them, by their programs.
fn killers<'a>(chosen: &[&'a Mutant]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut tests: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for mutant in chosen {
        if let Some(Fate::Killed { program, test }) = &mutant.fate {
            tests.entry(program).or_default().insert(test);
        }
    }
    tests
}

/// Copies what belongs to the project and builds all mutants into it; the line of each.
fn copy(root: &Path, tree: &Path, all: &[Mutant]) -> Result<BTreeMap<u32, usize>, String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z"])
        .args(["--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git: {error}"))?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut by_file: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in all {
        by_file.entry(&mutant.file).or_default().push(mutant);
    }
    let mut lines = BTreeMap::new();
    for name in listed.split('\0').filter(|name| root.join(name).is_file()) {
        let mut bytes = fs::read(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
        if let Some(mutants) = by_file.get(name) {
            let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
            bytes = mutated(&text, mutants, &mut lines)?.into_bytes();
        }
        match name {
            "src/lib.rs" | "src/engine.rs" => bytes.extend(CHOICE.as_bytes()),
            // The copy's library has another name in the folder of what was built.
            "Cargo.toml" => {
                let text = String::from_utf8_lossy(&bytes);
                bytes = text
                    .replacen("[features]", "[features]\nmutants = []", 1)
                    .into_bytes();
            }
            _ => {}
        }
        // Both are built into one folder, where a crate of the same version is the same one.
        let crates = [
            ("double", "tests/double/Cargo.toml"),
            ("engine", "src/engine/Cargo.toml"),
            ("gateway", "src/discord/gateway/Cargo.toml"),
        ];
        for (crate_name, manifest) in crates {
            if ["Cargo.lock", manifest].contains(&name) {
                let text = String::from_utf8_lossy(&bytes);
                let own = format!("name = \"{crate_name}\"\nversion = \"0.1.0\"");
                let other = own.replace("0.1.0", "9001.0.0");
                if !text.contains(&own) {
                    return Err(format!("{name} has no {own}"));
                }
                bytes = text.replacen(&own, &other, 1).into_bytes();
            }
        }
        write_if_new(&tree.join(name), &bytes)?;
    }
    Ok(lines)
}

/// The text of a file with its mutants in it; notes their lines.
fn mutated(
    text: &str,
    mutants: &[&Mutant],
    lines: &mut BTreeMap<u32, usize>,
) -> Result<String, String> {
    let mut places = Vec::new();
    for mutant in mutants {
        let place = mutant.place(text)?;
        lines.insert(mutant.number, text[..place.start].lines().count().max(1));
        places.push((place, *mutant));
    }
    places.sort_by_key(|(place, _)| place.start);
    let overlap = places.windows(2).find(|two| two[0].0.end > two[1].0.start);
    if let Some(two) = overlap {
        let (file, original) = (&two[1].1.file, &two[1].1.original);
        return Err(format!("{file}: `{original}` is within another mutant"));
    }
    let mut text = text.to_owned();
    for (place, mutant) in places.into_iter().rev() {
        text.replace_range(place, &code(mutant));
    }
    Ok(text)
}

/// The code that does as the original, or as the replacement if this mutant is chosen.
fn code(mutant: &Mutant) -> String {
    let (original, replacement) = (&mutant.original, &mutant.replacement);
    let chosen = format!("if crate::mutated({}) {{ {replacement} }}", mutant.number);
    if original.is_empty() {
        chosen
    } else if original.ends_with(';') {
        format!("{chosen} else {{ {original} }}")
    } else {
        format!("({chosen} else {{ {original} }})")
    }
}

/// What is the same stays untouched, so that it is not built again.
fn write_if_new(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    let folder = path.parent().expect("a file is in a folder");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Builds these test programs of the copy.
fn build<'a>(tree: &Path, wanted: impl Iterator<Item = &'a str>) -> Result<Programs, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["test", "--no-run", "--features", "mutants"])
        .arg("--message-format=json")
        .current_dir(tree)
        .stderr(Stdio::inherit());
    // What the outer cargo has set would have its dependencies built anew.
    let by_hand = ["CARGO_HOME", "CARGO_INCREMENTAL", "CARGO_PROFILE_DEV_DEBUG"];
    let set_by_cargo = |name: &str| name.starts_with("CARGO_") && !by_hand.contains(&name);
    for (name, _) in std::env::vars().filter(|(name, _)| set_by_cargo(name)) {
        cargo.env_remove(name);
    }
    cargo.env("CARGO_TARGET_DIR", target_of(tree));
    let (libraries, tests): (Vec<&str>, Vec<&str>) =
        wanted.partition(|name| LIBRARIES.contains(name));
    cargo.args((!libraries.is_empty()).then_some("--lib"));
    for name in tests {
        cargo.args(["--test", name]);
    }
    let built = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    let mut programs = BTreeMap::new();
    for line in String::from_utf8_lossy(&built.stdout).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else {
            continue;
        };
        let error = &message["message"];
        if error["level"] == "error" {
            eprintln!("{}", error["rendered"].as_str().unwrap_or_default());
        }
        if let (Some(path), true) = (
            message["executable"].as_str(),
            message["profile"]["test"] == true,
        ) {
            let name = match message["target"]["name"].as_str().unwrap_or_default() {
                "tractor_bot" => "lib",
                name => name,
            };
            programs.insert(name.to_owned(), PathBuf::from(path));
        }
    }
    match built.status.success() {
        true => Ok(programs),
        false => Err("the mutants do not compile".to_owned()),
    }
}

/// Without a mutant every test that is named passes, and there is one of that name.
fn sound(
    tree: &Path,
    programs: &Programs,
    tests: &BTreeMap<&str, BTreeSet<&str>>,
) -> Result<(), String> {
    for (program, tests) in tests {
        let path = programs
            .get(*program)
            .ok_or(format!("no program is named {program}"))?;
        let ran = test_command(path, tree).args(tests).arg("--exact").output();
        let ran = ran.map_err(|error| format!("{program}: {error}"))?;
        let said = String::from_utf8_lossy(&ran.stdout);
        let passes = |test: &&&str| said.contains(&format!("test {test} ... ok"));
        let absent: Vec<_> = tests.iter().filter(|test| !passes(test)).collect();
        if !absent.is_empty() {
            return Err(format!(
                "{program}: without a mutant these do not pass: {absent:?}"
            ));
        }
    }
    Ok(())
}

/// Where the copy is built: beside this program, whose folder is `TARGET/debug/deps`.
fn target_of(tree: &Path) -> PathBuf {
    let own = std::env::current_exe().ok();
    let target = own.as_deref().and_then(|own| own.ancestors().nth(3));
    target.map_or_else(|| tree.join(".."), Path::to_path_buf)
}

fn test_command(program: &Path, tree: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(tree)
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
        .env_remove("MUTANT");
    command
}

/// Runs the test that has to notice a mutant and prints what became of it; whether it lives unnoticed.
fn lives(mutant: &Mutant, place: &str, tree: &Path, programs: &Programs) -> bool {
    let rule = mutant.ignores.as_ref();
    let rule = rule.map_or_else(String::new, |rule| format!("  ignores {rule}"));
    let change = format!("{} => {}{rule}", mutant.original, mutant.replacement);
    let (lives, told) = match &mutant.fate {
        Some(Fate::Lives(reason)) => {
            println!("lives   {place}  {change}  because {reason}");
            return false;
        }
        Some(Fate::Killed { program, test }) => {
            let mut command = test_command(&programs[program], tree);
            let number = mutant.number.to_string();
            command.args(["--exact", test]).env("MUTANT", number);
            (passes(command), format!("{program} {test}"))
        }
        None => (true, "nobody".to_owned()),
    };
    match lives {
        true => println!("ALIVE   {place}  {change}  not noticed by {told}"),
        false => println!("killed  {place}  {change}  by {told}"),
    }
    lives
}

/// Whether a test passes within [`LONGEST`].
fn passes(mut command: Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn().expect("it was built a moment ago");
    let started = Instant::now();
    loop {
        match child.try_wait().expect("a child of this process") {
            Some(status) => return status.success(),
            None if started.elapsed() > LONGEST => {
                child.kill().ok();
                child.wait().ok();
                return false;
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
}
