//! The small faults under `fixtures/mutants`: where each is, what it makes of the code, and the test that
//! has to notice it. The README there tells how they are written.

use std::fs;
use std::ops::Range;
use std::path::Path;

/// What has to become of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// This test of this program fails with it: the libraries' own tests are those of `lib` and `engine`.
    Killed { program: String, test: String },
    /// Nothing can notice it, for this reason.
    Lives(String),
}

/// A small fault.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// By which it is chosen, counted from 1 over all lists.
    pub number: u32,
    /// The list that it is in, without its ending.
    pub list: String,
    /// The source file, from the root.
    pub file: String,
    /// The function behind whose name it is looked for, where its line is not the only one.
    function: Option<String>,
    before: String,
    pub original: String,
    pub replacement: String,
    after: String,
    /// The house rule that it ignores, as `game.rule`.
    pub ignores: Option<String>,
    pub fate: Option<Fate>,
}

impl Mutant {
    fn of(line: &str) -> Option<Self> {
        let line = line.trim();
        let (function, line) = match line.strip_prefix("fn ") {
            Some(rest) => {
                let (name, line) = rest.split_once(": ")?;
                (Some(name.to_owned()), line)
            }
            None => (None, line),
        };
        let (before, rest) = line.split_once('«')?;
        let (change, after) = rest.split_once('»')?;
        let (original, replacement) = change.split_once("=>")?;
        Some(Self {
            number: 0,
            list: String::new(),
            file: String::new(),
            function,
            before: before.to_owned(),
            original: original.trim().to_owned(),
            replacement: replacement.trim().to_owned(),
            after: after.to_owned(),
            ignores: None,
            fate: None,
        })
    }

    /// What is wrong with it by the sources as they are: its place, or the test that is named beside it.
    pub fn wrong(&self, root: &Path) -> Option<String> {
        let at = format!("fixtures/mutants/{}.txt", self.list);
        let text = fs::read_to_string(root.join(&self.file));
        let place = text.map_err(|error| format!("{}: {error}", self.file));
        if let Err(wrong) = place.and_then(|text| self.place(&text)) {
            return Some(format!("{at}: {wrong}"));
        }
        if self.original == self.replacement {
            return Some(format!("{at}: `{}` changes nothing", self.original));
        }
        match &self.fate {
            None => Some(format!(
                "{at}: what notices the mutant of `{}`?",
                self.original
            )),
            Some(Fate::Killed { program, test }) if !is_there(root, program, test) => {
                Some(format!("{at}: {program} has no test {test}"))
            }
            Some(_) => None,
        }
    }

    /// Where the original stands in the text of its file.
    ///
    /// # Errors
    /// Says so if it is not there, or more than once.
    pub fn place(&self, text: &str) -> Result<Range<usize>, String> {
        let sought = format!("{}{}{}", self.before, self.original, self.after);
        let from = match &self.function {
            None => 0,
            Some(name) => {
                let head = format!("fn {name}");
                let mut heads = text.match_indices(&head).map(|(at, _)| at);
                let is_whole = |at: &usize| !text[at + head.len()..].starts_with(is_of_a_name);
                let found = heads.find(is_whole);
                found.ok_or_else(|| format!("{}: there is no `{head}`", self.file))?
            }
        };
        let mut found = text[from..].match_indices(&sought).map(|(at, _)| from + at);
        let at = found
            .next()
            .ok_or_else(|| format!("{}: `{sought}` is not there", self.file))?;
        if self.function.is_none() && found.next().is_some() {
            return Err(format!("{}: `{sought}` is there twice", self.file));
        }
        let start = at + self.before.len();
        Ok(start..start + self.original.len())
    }
}

/// Whether a file of a program, by whose path the test's name begins, declares a function of its last name.
fn is_there(root: &Path, program: &str, test: &str) -> bool {
    let base = match program {
        "engine" | "lib" => root.join("src"),
        name => root.join("tests").join(name),
    };
    let mut names: Vec<&str> = test.split("::").collect();
    let last = names.pop().unwrap_or_default();
    let head = format!("fn {last}(");
    // A test that a macro makes stands in the macro's list, a line of its own.
    let has = |text: String| text.contains(&head) || text.lines().any(|line| line.trim() == last);
    let declares = |file: &Path| fs::read_to_string(file).is_ok_and(has);
    let files =
        (1..=names.len()).map(|many| base.join(names[..many].join("/")).with_extension("rs"));
    let heads = ["main.rs", "engine.rs", "lib.rs"].map(|name| base.join(name));
    files.chain(heads).any(|file| declares(&file))
}

fn is_of_a_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// All mutants, list by list.
///
/// # Errors
/// Names the line that cannot be read.
pub fn all(root: &Path) -> Result<Vec<Mutant>, String> {
    let folder = root.join("fixtures/mutants");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut lists: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    lists.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    lists.sort();
    let mut mutants = Vec::new();
    for path in lists {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        read(&name, &text, &mut mutants)?;
    }
    Ok(mutants)
}

fn read(list: &str, text: &str, mutants: &mut Vec<Mutant>) -> Result<(), String> {
    let mut file = None;
    for (index, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("fixtures/mutants/{list}.txt:{}: {what}", index + 1);
        if line.trim().is_empty() {
            continue;
        }
        if let Some(path) = line.strip_prefix("# ") {
            file = Some(path.trim().to_owned());
            continue;
        }
        if !line.starts_with(' ') {
            let mut mutant = Mutant::of(line).ok_or_else(|| wrong("no «original => mutant»"))?;
            mutant.number = u32::try_from(mutants.len()).expect("a few hundred") + 1;
            mutant.list = list.to_owned();
            mutant.file = file.clone().ok_or_else(|| wrong("of no file"))?;
            mutants.push(mutant);
            continue;
        }
        let mutant = mutants.last_mut().ok_or_else(|| wrong("of no mutant"))?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match (word, rest.split_once(' ')) {
            ("by", Some((program, test))) => {
                let (program, test) = (program.to_owned(), test.trim().to_owned());
                mutant.fate = Some(Fate::Killed { program, test });
            }
            ("lives", _) if !rest.is_empty() => mutant.fate = Some(Fate::Lives(rest.to_owned())),
            ("ignores", None) if !rest.is_empty() => mutant.ignores = Some(rest.to_owned()),
            _ => return Err(wrong("neither `by`, `lives` nor `ignores`")),
        }
    }
    Ok(())
}
