//! Circles of files: a file that needs another which needs, perhaps by way of more, the first.
//!
//! A name is followed to the file that defines it, through every `use` on the way: neither
//! `mod child;` nor `pub use child::Name;` makes a parent need its child.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, check, sources};

/// A path as its names: `["crate", "text", "page", "Page"]`.
type Names = Vec<String>;

/// One file of the crate.
#[derive(Default)]
struct File {
    path: String,
    /// The code without its `use` clauses.
    tokens: Vec<String>,
    /// Its own items and macros.
    items: BTreeSet<String>,
    children: BTreeSet<String>,
    /// What each name means that a `use` brings in.
    imports: BTreeMap<String, Names>,
    /// The names in `imports` that the file needs itself: those of `use` without `pub`.
    private: Vec<String>,
    /// Modules of which everything is brought in.
    globs: Vec<Names>,
}

/// All files by their modules; the root's name is empty.
struct Crate(BTreeMap<Names, File>);

/// The most `use` clauses between a name and its definition.
const MOST_HOPS: u8 = 8;

fn is_word(token: &str) -> bool {
    token.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
}

/// Words, `::`, and every other sign by itself.
fn tokens_of(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut before = ' ';
    for sign in code.chars() {
        let goes_on = |sign: char| sign.is_alphanumeric() || sign == '_';
        let joins = goes_on(before) && goes_on(sign) || before == ':' && sign == ':';
        match tokens.last_mut() {
            Some(last) if joins => last.push(sign),
            _ if sign.is_whitespace() => {}
            _ => tokens.push(sign.to_string()),
        }
        before = sign;
    }
    tokens
}

impl File {
    fn read(path: &str, code: &str) -> Self {
        let mut file = Self {
            path: path.to_owned(),
            ..Self::default()
        };
        let tokens = tokens_of(code);
        let mut rest = tokens.iter().map(String::as_str).peekable();
        let mut before = "";
        while let Some(token) = rest.next() {
            let next = rest.peek().copied().unwrap_or_default();
            match token {
                // Of `pub`, `pub(crate)` and `pub(super)` these come last.
                "use" if is_word(next) => {
                    let clause: Vec<&str> = rest.by_ref().take_while(|t| *t != ";").collect();
                    file.read_use(&mut clause.into_iter(), &[], matches!(before, "pub" | ")"));
                }
                "mod" => drop(file.children.insert(next.to_owned())),
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" => {
                    file.items.insert(next.to_owned());
                }
                _ if before == "!"
                    && file
                        .tokens
                        .iter()
                        .rev()
                        .nth(1)
                        .is_some_and(|t| t == "macro_rules") =>
                {
                    file.items.insert(token.to_owned());
                }
                _ => {}
            }
            if token != "use" {
                file.tokens.push(token.to_owned());
            }
            before = token;
        }
        file
    }

    /// Reads a `use` clause, or a group in one, to its end.
    fn read_use(
        &mut self,
        clause: &mut dyn Iterator<Item = &str>,
        prefix: &[String],
        is_public: bool,
    ) {
        let mut path = prefix.to_vec();
        let mut called = None;
        loop {
            match clause.next() {
                Some("{") => {
                    self.read_use(clause, &path, is_public);
                    path.clear();
                }
                Some("as") => called = clause.next().map(str::to_owned),
                Some("*") => self.globs.push(std::mem::take(&mut path)),
                Some("::") => {}
                Some(name) if is_word(name) => path.push(name.to_owned()),
                end => {
                    let mut path = std::mem::replace(&mut path, prefix.to_vec());
                    if path.len() > prefix.len() {
                        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                            path.pop();
                        }
                        let name = called
                            .take()
                            .unwrap_or_else(|| path[path.len() - 1].clone());
                        // Several traits may be brought in without a name.
                        let name = match name.as_str() {
                            "_" => path.join("::"),
                            _ => name,
                        };
                        self.private.extend((!is_public).then(|| name.clone()));
                        self.imports.insert(name, path);
                    }
                    if end != Some(",") {
                        return;
                    }
                }
            }
        }
    }

    fn knows(&self, name: &str) -> bool {
        self.items.contains(name) || self.children.contains(name) || self.imports.contains_key(name)
    }

    /// The paths in the code, single names included; a macro's name ends with `!`.
    fn paths(&self) -> Vec<Names> {
        let mut paths: Vec<Names> = Vec::new();
        let mut joined = false;
        for token in &self.tokens {
            match (token.as_str(), paths.last_mut()) {
                (word, Some(path)) if is_word(word) && joined => path.push(word.to_owned()),
                (word, _) if is_word(word) => paths.push(vec![word.to_owned()]),
                _ => {}
            }
            joined = token == "::";
        }
        paths
    }
}

impl Crate {
    fn read<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let files = files.map(|(path, code)| {
            let module = path.trim_end_matches(".rs").trim_start_matches("lib");
            let names = module.split('/').filter(|name| !name.is_empty());
            (names.map(str::to_owned).collect(), File::read(path, code))
        });
        Self(files.collect())
    }

    /// The file that defines the item that a path in `module` names; `None` for a module and for
    /// what is not of this crate.
    fn home(&self, module: &[String], path: &[String], hops: u8) -> Option<&File> {
        let hops = hops.checked_sub(1)?;
        let mut at = module.to_vec();
        for (index, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" | "tractor_bot" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()?),
                name => {
                    let file = self.0.get(&at)?;
                    if file.children.contains(name) {
                        at.push(name.to_owned());
                        continue;
                    }
                    if file.items.contains(name) {
                        return Some(file);
                    }
                    let rest = &path[index + 1..];
                    if let Some(import) = file.imports.get(name) {
                        return self.home(&at, &[import, rest].concat(), hops);
                    }
                    let brings_in = |glob: &&Names| {
                        let file = self.module(&at, glob).and_then(|found| self.0.get(&found));
                        file.is_some_and(|file| file.knows(name))
                    };
                    if let Some(glob) = file.globs.iter().find(brings_in) {
                        return self.home(&at, &[glob, &path[index..]].concat(), hops);
                    }
                    // A bare name may be another crate's; any other is made by a macro there.
                    return (index > 0).then_some(file);
                }
            }
        }
        None
    }

    /// The module that a path in `module` names.
    fn module(&self, module: &[String], path: &[String]) -> Option<Names> {
        let mut at = module.to_vec();
        for name in path {
            match name.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()?),
                name => at.push(name.to_owned()),
            }
        }
        self.0.contains_key(&at).then_some(at)
    }

    /// The files that each file needs.
    fn needs(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let macros = self.0.values().flat_map(|file| {
            let defined = file
                .tokens
                .windows(3)
                .filter(|three| three[0] == "macro_rules");
            defined.map(move |three| (three[2].as_str(), file))
        });
        let macros: BTreeMap<&str, &File> = macros.collect();
        let needs = self.0.iter().map(|(module, file)| {
            let private = file.private.iter().map(|name| file.imports[name].clone());
            let paths = private.chain(file.paths());
            let homes = paths.filter_map(|path| self.home(module, &path, MOST_HOPS));
            let called = file.tokens.windows(2).filter(|pair| pair[1] == "!");
            let called = called.filter_map(|pair| macros.get(pair[0].as_str()).copied());
            let needed = homes.chain(called).map(|home| home.path.as_str());
            let path = file.path.as_str();
            (path, needed.filter(|needed| *needed != path).collect())
        });
        needs.collect()
    }

    /// Each circle with the steps in it, in words.
    fn circles(&self) -> Vec<String> {
        let needs = self.needs();
        let reached = |start: &str| {
            let mut reached = BTreeSet::new();
            let mut open: Vec<&str> = needs[start].iter().copied().collect();
            while let Some(path) = open.pop() {
                if reached.insert(path) {
                    open.extend(&needs[path]);
                }
            }
            reached
        };
        let reached: BTreeMap<&str, BTreeSet<&str>> =
            needs.keys().map(|path| (*path, reached(path))).collect();
        let mut circles = BTreeSet::new();
        for (path, all) in reached.iter().filter(|(path, all)| all.contains(*path)) {
            let circle = all.iter().filter(|other| reached[*other].contains(path));
            circles.insert(circle.copied().collect::<BTreeSet<&str>>());
        }
        let said = circles.iter().map(|circle| {
            let steps = circle.iter().map(|path| {
                let within: Vec<&str> = needs[path].intersection(circle).copied().collect();
                format!("  {path} needs {}", within.join(", "))
            });
            format!("a circle:\n{}", steps.collect::<Vec<_>>().join("\n"))
        });
        said.collect()
    }
}

#[test]
fn a_circle_is_found_through_every_way_of_naming() {
    let check = |a: &str, b: &str, c: Option<&str>, expected: &[&str]| {
        let mut files = vec![
            ("lib.rs", "pub mod a; pub mod b;"),
            ("a.rs", a),
            ("b.rs", b),
        ];
        files.extend(c.map(|code| ("a/c.rs", code)));
        let circles = Crate::read(files.iter().copied()).circles();
        assert_eq!(circles, expected, "{files:?}");
    };
    let circle = ["a circle:\n  a.rs needs b.rs\n  b.rs needs a.rs"];
    let two = |a, b, is_one: bool| check(a, b, None, &circle[..usize::from(is_one)]);
    two("pub fn f() {}", "use crate::a::f;", false);
    let a = "use crate::b; fn f() { b::g() }";
    two(a, "pub fn g() { crate::a::f() }", true);
    two("use crate::b; type B = u8;", "use super::a::B;", false);
    let a = "use std::{fmt, io}; use super::{b::{self, G as H}};\nstruct F;";
    two(a, "pub struct G(super::a::F);", true);
    two("macro_rules! m { () => {}; }", "fn g() { m!() }", false);
    let a = "macro_rules! m { () => {}; } use crate::b::T as _;";
    two(a, "trait T { fn g() { m!() } }", true);
    let a = "use crate::b::*; struct A(B); struct C;";
    two(a, "struct B(crate::a::C);", true);
    let circle = ["a circle:\n  a.rs needs a/c.rs\n  a/c.rs needs a.rs"];
    let child = |a, b, is_one: bool| {
        let c = "use super::F; struct G;";
        check(a, b, Some(c), &circle[..usize::from(is_one)]);
    };
    child("mod c; pub use c::G; struct F;", "", false);
    child("mod c; use c::G; struct F;", "", true);
    child("mod c; struct F; fn f() { c::G; }", "", true);
    child("mod c; use crate::b::F; use c::G;", "struct F;", false);
}

#[test]
fn no_file_needs_one_that_needs_it() {
    let sources = sources();
    let files = sources
        .iter()
        .map(|Source { path, code, .. }| (path.as_str(), code.as_str()));
    check(Crate::read(files).circles());
}
