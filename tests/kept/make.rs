//! Writes the files of a version, once.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;

use serde_json::Value;
use tractor_bot::game::{Choices, RuleEntry, RuleSet};
use tractor_bot::store::forget;
use tractor_bot::table::{Limits, PersonId, Record, Saved};

use super::drive::person;
use super::examine::examine;
use super::facts::Told;
use super::scenes::{self, Scenes};
use super::{files, stores};

/// The version that is written. A new one adds a folder; none is ever written again.
const VERSION: &str = "v2";

/// The journal as it is after somebody has asked to be forgotten.
fn forgotten(saved: &Saved) -> Saved {
    let without = |record: &Record| Record {
        line: forget::without(person(0), PersonId(1), &record.line)
            .unwrap_or_else(|| record.line.clone()),
        ..record.clone()
    };
    Saved {
        header: without(&saved.header),
        entries: saved.entries.iter().map(without).collect(),
        altered: true,
        ..saved.clone()
    }
}

/// Every value of every rule was used at some table, at first or later.
fn check_rules(entries: &[RuleEntry], used: &BTreeSet<(String, String)>) {
    for entry in entries {
        let values = match entry.choices {
            Choices::Words(words) => words,
            Choices::Number { suggested, .. } => suggested,
        };
        for value in values {
            let pair = (entry.name.to_owned(), (*value).to_owned());
            assert!(used.contains(&pair), "no table has {pair:?}");
        }
    }
}

fn note(facts: &Value, used: &mut BTreeSet<(String, String)>) {
    for list in ["rules", "limits"] {
        for (name, value) in facts[list].as_object().expect("a list") {
            let value = value.as_str().expect("a word");
            used.insert((name.clone(), value.to_owned()));
        }
    }
}

/// Writes the journals of a game, and gives the tables back.
fn write<G: Told>(folder: &Path, scenes: Scenes<G>) -> Scenes<G> {
    let game = G::KIND.name();
    fs::create_dir_all(folder.join(game)).expect("a new folder");
    let mut journals: Vec<(String, Saved)> = Vec::new();
    let (mut saw, mut names) = (BTreeSet::new(), BTreeSet::new());
    for (name, drive) in &scenes {
        assert!(names.insert(name.clone()), "{name} is there twice");
        saw.extend(drive.saw.iter().cloned());
        journals.push((name.clone(), drive.saved.clone()));
        if name == "left-and-back" || name == "closed-host" {
            journals.push((format!("{name}-forgotten"), forgotten(&drive.saved)));
        }
    }
    let (mut told, mut used) = (String::new(), BTreeSet::new());
    for (name, saved) in &journals {
        let mut about = examine::<G>(name, saved);
        note(&about["facts"], &mut used);
        about["journal"] = name.clone().into();
        told += &format!("{about}\n");
        let path = folder.join(game).join(format!("{name}.gz"));
        files::pack(&path, files::to_text(saved).as_bytes());
    }
    fs::write(folder.join(format!("{game}.facts")), told).expect("a file is written");
    let entries: usize = journals.iter().map(|(_, saved)| saved.entries.len()).sum();
    println!("{game}: {} journals, {entries} entries", journals.len());
    println!("{game}: {saw:?}");
    let mut rules = G::Rules::default().entries();
    rules.extend(Limits::default().entries());
    check_rules(&rules, &used);
    scenes
}

#[tokio::test]
#[ignore = "writes the files; a new version adds a folder, it never rewrites one"]
async fn a_new_version_writes_its_files() {
    let folder = files::root().join(VERSION);
    assert!(!folder.exists(), "{VERSION} is kept as it is");
    fs::create_dir_all(&folder).expect("a new folder");
    let folder = &folder;
    let (tractor, uno, ttt) = thread::scope(|scope| {
        let tractor = scope.spawn(|| write(folder, scenes::tractor::scenes()));
        let uno = scope.spawn(|| write(folder, scenes::uno::scenes()));
        let ttt = write(folder, scenes::ttt::scenes());
        let no_panic = "every table was played";
        (
            tractor.join().expect(no_panic),
            uno.join().expect(no_panic),
            ttt,
        )
    });
    stores::write(folder, &tractor, &uno, &ttt).await;
}
