//! What the pages show as typed is understood when it is typed, in their language.

use std::fs;
use std::path::Path;

use tractor_bot::game::GameKind;
use tractor_bot::text::locale::Locale;

use crate::console::Terminal;

/// Sentences that say that something was not understood begin so.
const NOT_UNDERSTOOD: [&str; 7] = [
    "parse-",
    "desk-unknown",
    "help-unknown",
    "stats-unknown",
    "room-no-game",
    "refuse-rule",
    "ttt-unknown",
];

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join(path)).expect("a readable file")
}

/// Commands in code, within lines and at the beginning of a line of a block of text.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for (n, piece) in page.split("```").enumerate() {
        let codes: Vec<&str> = match n % 2 {
            0 => piece.split('`').skip(1).step_by(2).collect(),
            _ if piece.starts_with("text") => piece
                .lines()
                .map(|line| line.split("  ").next().unwrap_or_default())
                .collect(),
            _ => continue,
        };
        let codes = codes
            .into_iter()
            .filter(|code| code.len() > 1 && code.starts_with('$'));
        // An ellipsis, and somebody who is mentioned, stand for what everybody fills in.
        let shown = codes.filter(|code| !code.contains(['…', '@']));
        commands.extend(shown.map(str::to_owned));
    }
    commands
}

/// The longest piece of each sentence that says that something was not understood.
fn refusals(locale: Locale) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("src/text/locales").join(locale.tag());
    let files = fs::read_dir(folder).expect("a folder of sentences");
    let files = files.map(|file| file.expect("a file").path());
    let files: Vec<String> = files
        .map(|path| fs::read_to_string(path).expect("a readable file"))
        .collect();
    let lines = files.iter().flat_map(|file| file.lines());
    let sentences = lines.filter(|line| NOT_UNDERSTOOD.iter().any(|key| line.starts_with(key)));
    let longest = sentences.filter_map(|line| {
        let (_, sentence) = line.split_once(" = ")?;
        let pieces = sentence.split('{').map(|piece| {
            let (_, after) = piece.split_once('}').unwrap_or(("", piece));
            after.replace('`', "")
        });
        pieces.max_by_key(|piece| piece.chars().count())
    });
    longest.collect()
}

/// Whether a fresh table understands the line.
fn understands(line: &str, locale: Locale, game: GameKind, refusals: &[String]) -> bool {
    // Without a name, the program opens tractor. No table waits by itself.
    let opened = match game {
        GameKind::Tractor => "--deal-interval 0 --rule call_window=0",
        GameKind::Uno => "uno --rule deal_wait=0",
        other => other.name(),
    };
    let opened = opened
        .split(' ')
        .chain(["--seed", "1", "--locale", locale.tag()]);
    let arguments: Vec<&str> = opened.collect();
    let mut terminal = Terminal::open(&arguments);
    terminal.types(line);
    let said = terminal.leave();
    !refusals.iter().any(|refusal| said.contains(refusal.trim()))
}

#[track_caller]
fn check(page: &str, locale: Locale) {
    let (commands, refusals) = (commands(&read(page)), refusals(locale));
    assert!(commands.len() > 1, "{page} shows commands");
    assert!(refusals.len() > 10, "sentences are found");
    let nonsense = understands("$xyzzy", locale, GameKind::Uno, &refusals);
    assert!(!nonsense, "{} understands everything", locale.tag());
    let understood = |line: &str| {
        let mut games = GameKind::ALL.iter();
        games.any(|game| understands(line, locale, *game, &refusals))
    };
    let strange: Vec<&String> = commands.iter().filter(|line| !understood(line)).collect();
    assert!(strange.is_empty(), "{page} shows {strange:?}");
}

#[test]
fn what_the_english_readme_shows_is_understood() {
    check("README.md", Locale::ENGLISH);
}

#[test]
fn what_the_chinese_readmes_show_is_understood() {
    check("README.zh-CN.md", Locale::CHINESE);
    let traditional = Locale::of("zh-TW").expect("it is a language");
    check("README.zh-TW.md", traditional);
}
