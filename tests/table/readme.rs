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
    "room-trouble-no-game",
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

/// A word that is nobody's command, and that its refusal repeats.
fn nonsense(n: usize) -> String {
    format!("xyzzy{n}x")
}

/// Whether each line is understood at one fresh table. Between two of them stands nonsense, so that what is said tells which
/// line was refused: more than the nonsense was.
fn understands(lines: &[String], locale: Locale, game: GameKind, refusals: &[String]) -> Vec<bool> {
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
    terminal.types(&format!("${}", nonsense(0)));
    terminal.types(&format!("${}", nonsense(1)));
    for (line, n) in lines.iter().zip(2..) {
        terminal.types(line);
        terminal.types(&format!("${}", nonsense(n)));
    }
    let said = terminal.leave();
    let between = |from: usize| {
        let (_, after) = said.split_once(&nonsense(from))?;
        Some(after.split_once(&nonsense(from + 1))?.0)
    };
    let refuses = |text: &str| refusals.iter().any(|refusal| text.contains(refusal.trim()));
    let nonsense_told = between(0).expect("nonsense is told");
    assert!(
        refuses(nonsense_told),
        "{} understands everything",
        locale.tag()
    );
    // The lines of the nonsense itself are left out: it may be refused as a word or as a card.
    let answer = |n| {
        between(n)?
            .split_once('\n')?
            .1
            .rsplit_once('\n')
            .map(|(answer, _)| answer)
    };
    let understood = |n| answer(n).is_some_and(|answer| !refuses(answer));
    (1..=lines.len()).map(understood).collect()
}

#[track_caller]
fn check(page: &str, locale: Locale) {
    let (mut strange, refusals) = (commands(&read(page)), refusals(locale));
    assert!(strange.len() > 1, "{page} shows commands");
    assert!(refusals.len() > 10, "sentences are found");
    for game in GameKind::ALL {
        // What ends a table hides what came after it from this one.
        while !strange.is_empty() {
            let understood = understands(&strange, locale, game, &refusals);
            let before = strange.len();
            let mut understood = understood.into_iter();
            strange.retain(|_| !understood.next().expect("each was tried"));
            if strange.len() == before {
                break;
            }
        }
    }
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
