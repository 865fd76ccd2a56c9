//! Inputs that mean something: kept journals and exports, examples of commands, and the controls of
//! the scenes' pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tractor_bot::command::{COMMANDS, Name};
use tractor_bot::game::{GameKind, RuleSet as _, at_game};
use tractor_bot::table::{MatchRecord, Saved};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::PageKind;
use tractor_bot::text::{table, typed};

use crate::files;
use crate::scenes::{Scene, Staged};

/// A line as it is typed, without prefix, or the code of a control.
pub type Text = Vec<u8>;

/// The files of a folder, those of its folders included, whose name ends so.
fn found(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).expect("a folder of fixtures");
    for path in entries.map(|entry| entry.expect("a readable entry").path()) {
        match path.is_dir() {
            true => found.extend(self::found(&path, end)),
            false if path.to_string_lossy().ends_with(end) => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// The exports of finished matches and the recordings of finished rounds that are no longer than this: the
/// kept ones, and those of the scenes.
pub fn exports(longest: usize) -> Vec<Text> {
    let mut texts = Vec::new();
    for file in found(&files::root(), ".exports.gz") {
        let exports = files::unpack(&file);
        texts.extend(exports.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
    }
    let replays = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/replays");
    for file in found(&replays, ".json") {
        let kept: Vec<serde_json::Value> =
            serde_json::from_slice(&fs::read(file).expect("a fixture")).expect("a list");
        texts.extend(
            kept.iter()
                .map(|kept| kept["film"].to_string().into_bytes()),
        );
    }
    for game in GameKind::ALL {
        at_game!(game, G => for scene in <G as Staged>::scenes() {
            if let Ok(record) = MatchRecord::<G>::of(&scene.saved, 1) {
                texts.extend([record.to_text(), record.recorded().to_text()].map(String::into_bytes));
            }
        });
    }
    texts.retain(|text| (1..=longest).contains(&text.len()));
    texts
}

/// The kept journals of all versions, as far as they are no longer than this: a line about the table,
/// then one for each record.
pub fn journals(longest: usize) -> Vec<Text> {
    let is_journal = |file: &PathBuf| {
        !file
            .parent()
            .is_some_and(|folder| folder.ends_with("stores"))
    };
    let files = found(&files::root(), ".gz").into_iter().filter(is_journal);
    let mut texts: Vec<Text> = files.map(|file| files::unpack(&file)).collect();
    texts.retain(|text| text.len() <= longest);
    texts
}

/// A journal in the form of those that are kept, and its snapshot at the end.
pub fn journal(saved: &Saved) -> Text {
    let mut text = files::to_text(saved);
    if let Some(record) = &saved.snapshot {
        text += &format!("s{}\t{}\t{}\n", record.position.0, record.at.0, record.line);
    }
    text.into_bytes()
}

pub fn scene_journals() -> Vec<Text> {
    let texts = GameKind::ALL.map(|game| {
        at_game!(game, G => {
            let scenes = <G as Staged>::scenes().iter();
            scenes.map(|scene| journal(&scene.saved)).collect::<Vec<Text>>()
        })
    });
    texts.concat()
}

/// The pages of a scene for one of those who see it.
fn pages<G: Staged>(scene: &Scene<G>, who: u8, cx: &RenderContext) -> Vec<Page> {
    let view = scene.view(who);
    let mut pages = vec![table::public_page(view, cx), table::rules_page(view, cx)];
    if view.stage.game().is_some() {
        pages.push(G::hand_page(view, cx));
        let sheets = [
            PageKind::Score,
            PageKind::LastTrick,
            PageKind::Verify,
            PageKind::More,
            PageKind::Surrender,
        ];
        pages.extend(sheets.map(|sheet| table::sheet_page(sheet, view, cx)));
    }
    pages
}

/// The codes of all controls of all scenes, with what can be chosen in menus behind them, a line each.
pub fn codes() -> Vec<Text> {
    static CODES: OnceLock<Vec<Text>> = OnceLock::new();
    CODES.get_or_init(controls).clone()
}

fn controls() -> Vec<Text> {
    let mut codes = BTreeSet::new();
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
    for game in GameKind::ALL {
        at_game!(game, G => for scene in <G as Staged>::scenes() {
            for who in [0, scene.views.len() - 1] {
                for page in pages::<G>(scene, who as u8, &cx) {
                    codes.extend(page.controls.iter().flatten().map(code));
                }
            }
        });
    }
    codes.into_iter().map(String::into_bytes).collect()
}

fn code(control: &Control) -> String {
    match control {
        Control::Button { press, .. } => press.code(),
        Control::Menu {
            press,
            choices,
            at_most,
            ..
        } => {
            let chosen = choices
                .iter()
                .take(*at_most as usize)
                .map(|choice| choice.value.as_str());
            [&[press.code().as_str()], &chosen.collect::<Vec<_>>()[..]]
                .concat()
                .join("\n")
        }
    }
}

/// Lines that can be typed: examples of all commands in all languages, and what the controls of the
/// scenes stand for.
pub fn lines() -> Vec<Text> {
    static LINES: OnceLock<Vec<Text>> = OnceLock::new();
    LINES.get_or_init(typed_lines).clone()
}

fn typed_lines() -> Vec<Text> {
    let mut lines = BTreeSet::new();
    for row in COMMANDS {
        lines.extend(Locale::all().map(|locale| typed::line(row.example, locale)));
        lines.extend(row.words.iter().map(|word| (*word).to_owned()));
    }
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
    for game in GameKind::ALL {
        at_game!(game, G => for scene in <G as Staged>::scenes() {
            for who in [0, scene.views.len() - 1] {
                let pages = pages::<G>(scene, who as u8, &cx);
                let moves = pages.iter().flat_map(Page::moves);
                lines.extend(moves.map(|play| format!("{} {}", Name::Move(play.verb).word(), play.words)));
            }
        });
    }
    lines.into_iter().map(String::into_bytes).collect()
}

/// Words of commands, options, cards, seats, house rules and their values.
pub fn words() -> Vec<Text> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    for row in COMMANDS {
        words.extend(row.words.iter().map(|word| (*word).to_owned()));
        words.extend(row.example.split(' ').map(str::to_owned));
    }
    for game in GameKind::ALL {
        at_game!(game, G => {
            for entry in <G as tractor_bot::game::Game>::Rules::default().entries() {
                words.insert(entry.name.to_owned());
                words.insert(format!("{}={}", entry.name, entry.value));
                words.extend(entry.choices.offered().iter().map(|value| (*value).to_owned()));
            }
        });
    }
    let cards = "8S 5H 10C J+ J- AD 大王 小王 黑桃8 红桃 方块 r5 bs gr y+2 w wf +4 w:b #2 a1 c3 5 uno yes no off all @1 north 南 \
                 #5 ++ 8S8S8S 5h5h6h6h r5r5 s[1] lucky";
    words.extend(cards.split_whitespace().map(str::to_owned));
    words.into_iter().map(String::into_bytes).collect()
}
