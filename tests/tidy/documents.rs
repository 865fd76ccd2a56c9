//! The written pages: the README is short, links lead somewhere, and each page beside the code is
//! part of the documentation of its module.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tractor_bot::text::locale::Locale;

use super::{check, root};

/// The most that a README may have, in bytes.
const MOST_README_BYTES: u64 = 12 * 1024;

/// All Markdown files, build folders and hidden ones left out.
pub fn pages() -> Vec<PathBuf> {
    let mut folders = vec![root().to_path_buf()];
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    assert!(pages.len() > 8, "the pages were found");
    pages
}

/// The page without blocks of code and code within lines.
fn prose(text: &str) -> String {
    let outside = text.split("```").step_by(2);
    let lines: Vec<&str> = outside.flat_map(str::lines).collect();
    let plain = lines.iter().map(|line| line.split('`').step_by(2));
    plain
        .map(|parts| parts.collect::<String>() + "\n")
        .collect()
}

/// Where the links of a page lead, as written.
fn links(text: &str) -> Vec<String> {
    let targets = prose(text);
    let targets = targets.split("](").skip(1);
    targets
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target.to_owned())
        .collect()
}

/// The anchors that the headings of a page make.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept = words.chars().filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
                _ => None,
            });
            kept.collect()
        })
        .collect()
}

/// What is wrong with a link of this page; `None` if it leads somewhere.
fn trouble(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match path {
        "" => page.to_path_buf(),
        _ => page.parent().unwrap_or(root()).join(path),
    };
    let broken = match (file.exists(), anchor) {
        (false, _) => true,
        (true, "") => false,
        (true, anchor) => {
            let text = fs::read_to_string(&file).unwrap_or_default();
            !anchors(&text).iter().any(|known| known == anchor)
        }
    };
    broken.then(|| format!("{} links to {target}", page.display()))
}

#[test]
fn links_are_found_outside_of_code() {
    let text = "[a](b.md) `[c](d.md)` [e](f.md#g)\n```text\n[h](i.md)\n```\n![j](k.svg)\n";
    assert_eq!(links(text), ["b.md", "f.md#g", "k.svg"]);
    assert_eq!(
        anchors("# A page, *well*\n## `b` c"),
        ["a-page-well", "b-c"]
    );
}

/// The name of a page in this language: `rules.zh-CN.md`.
pub fn named(page: &str, locale: Locale) -> String {
    match locale == Locale::ENGLISH {
        true => format!("{page}.md"),
        false => format!("{page}.{}.md", locale.tag()),
    }
}

#[test]
fn every_language_has_a_short_readme_that_leads_to_the_others() {
    let names: Vec<String> = Locale::all()
        .map(|locale| named("README", locale))
        .collect();
    for name in &names {
        let text = fs::read_to_string(root().join(name)).expect("a README");
        assert!(
            text.len() as u64 <= MOST_README_BYTES,
            "{name} has {} bytes",
            text.len()
        );
        let links = links(&text);
        let others = names.iter().filter(|other| *other != name);
        let missing: Vec<&String> = others.filter(|other| !links.contains(other)).collect();
        assert!(missing.is_empty(), "{name} does not lead to {missing:?}");
    }
}

/// All lead to the same pages, whatever language these are in.
#[test]
fn every_readme_leads_to_the_same_pages() {
    let untagged = |link: String| {
        let tags = Locale::all().map(|locale| format!(".{}.", locale.tag()));
        tags.fold(link, |link, tag| link.replace(&tag, "."))
    };
    let pages_of = |locale: Locale| {
        let text = fs::read_to_string(root().join(named("README", locale))).expect("a README");
        let links = links(&text).into_iter().map(untagged);
        let pages = links.filter(|link| link != "README.md");
        pages.collect::<BTreeSet<String>>()
    };
    for locale in Locale::all() {
        assert_eq!(
            pages_of(locale),
            pages_of(Locale::ENGLISH),
            "{}",
            locale.tag()
        );
    }
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let mut problems = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a readable page");
        problems.extend(
            links(&text)
                .iter()
                .filter_map(|target| trouble(&page, target)),
        );
    }
    check(problems);
}

/// The paths that a page names, each as far as it is written out (`src/text/NAME.rs` up to its folder), and the targets of
/// its commands.
fn paths(text: &str) -> Vec<String> {
    const ROOTS: [&str; 9] = [
        "src/",
        "tests/",
        "examples/",
        "benches/",
        "fixtures/",
        "deploy/",
        ".ci/",
        ".github/",
        ".cargo/",
    ];
    const TARGETS: [(&str, &str); 3] = [
        ("--test", "tests"),
        ("--example", "examples"),
        ("--bench", "benches"),
    ];
    let is_of_a_path = |sign: char| sign.is_alphanumeric() || "/._-*…".contains(sign);
    let words: Vec<&str> = text.split(|sign| !is_of_a_path(sign)).collect();
    let is_written_out = |part: &&str| {
        let name = part.split('.').next().unwrap_or_default();
        let stands_for_others = name.chars().all(|sign| !sign.is_lowercase()) && name != "README";
        !part.contains(['*', '…']) && (name.is_empty() || !stands_for_others)
    };
    let named = words
        .iter()
        .filter(|word| ROOTS.iter().any(|root| word.starts_with(root)));
    let named = named.map(|word| {
        let parts = word
            .trim_end_matches('.')
            .split('/')
            .take_while(is_written_out);
        parts.collect::<Vec<_>>().join("/")
    });
    let pairs = words
        .windows(2)
        .filter(|pair| !pair[1].is_empty() && is_written_out(&pair[1]));
    let targets = pairs.filter_map(|pair| {
        let (_, folder) = TARGETS.iter().find(|(option, _)| pair[0] == *option)?;
        Some(format!("{folder}/{}", pair[1]))
    });
    named.chain(targets).collect()
}

#[test]
fn every_path_that_is_named_to_contributors_is_there() {
    let text = "`src/a/NAME/b.rs`, [c](tests/c.rs). cargo test --test d `fixtures/*.txt` .ci/run";
    let found = ["src/a", "tests/c.rs", "fixtures", ".ci/run", "tests/d"];
    assert_eq!(paths(text), found);
    let is_there = |path: &str| {
        let path = root().join(path);
        path.exists() || path.with_extension("rs").exists()
    };
    let pages = [
        "CONTRIBUTING.md",
        "benches/README.md",
        "fixtures/mutants/README.md",
    ];
    let missing = pages.into_iter().flat_map(|page| {
        let text = fs::read_to_string(root().join(page)).expect(page);
        let missing = paths(&text).into_iter().filter(|path| !is_there(path));
        missing.map(move |path| format!("{page}: there is no {path}"))
    });
    check(missing.collect());
}

#[test]
fn every_page_beside_the_code_is_part_of_its_documentation() {
    let src = root().join("src");
    let included: Vec<PathBuf> = super::files_below(&src)
        .iter()
        .flat_map(|file| {
            let text = fs::read_to_string(file).expect("a readable file");
            let names = text.lines().filter_map(|line| {
                let rest = line.trim().split_once("doc = include_str!(\"")?.1;
                Some(rest.split_once('"')?.0.to_owned())
            });
            let folder = file.parent().expect("in a folder").to_path_buf();
            names.map(|name| folder.join(name)).collect::<Vec<_>>()
        })
        .collect();
    let lonely = pages()
        .into_iter()
        .filter(|page| page.starts_with(&src) && !included.contains(page));
    check(
        lonely
            .map(|page| format!("{} is in no module's documentation", page.display()))
            .collect(),
    );
}

#[test]
fn every_variable_of_the_example_is_explained() {
    let example = fs::read_to_string(root().join(".env.example")).expect("an example");
    let page = root().join("src/discord/operating.md");
    let page = fs::read_to_string(page).expect("a page about running the bot");
    let names = example
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('=').map(|(name, _)| format!("`{name}`")));
    let missing = names.filter(|name| !page.contains(name));
    check(
        missing
            .map(|name| format!("operating.md does not explain {name}"))
            .collect(),
    );
}
