//! The terminal table as a script plays it: the real program, its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::ops::Deref;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

/// The program with a conversation under way.
pub struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Everything that was said, for failures.
    pub said: String,
    /// Everything that was typed.
    typed: Vec<String>,
}

impl Terminal {
    pub fn open(arguments: &[&str]) -> Self {
        Self::open_in("memory:", arguments)
    }

    /// Opens the program with this store.
    pub fn open_in(store: &str, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
        program.args(arguments);
        Self::converse(store, program)
    }

    /// Runs a program with this store.
    pub fn converse(store: &str, mut program: Command) -> Self {
        let mut child = program
            .env("DATABASE_URL", store)
            .env_remove("DISCORD_TOKEN")
            .env("LOCALE", "en-US")
            .env("STUDIES", "2")
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a piped output"));
        Self {
            child,
            input,
            output,
            said: String::new(),
            typed: Vec::new(),
        }
    }

    pub fn types(&mut self, line: &str) {
        self.typed.push(line.to_owned());
        self.presses(format!("{line}\n"));
    }

    /// Sends keys as they are.
    pub fn presses(&mut self, keys: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        // A program that has ended is noticed when its output ends.
        let _ = input.write_all(keys.as_ref()).and_then(|()| input.flush());
    }

    /// One line of what is said; empty at the end.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("readable output");
        self.said.push_str(&line);
        line
    }

    /// Reads on until this was said.
    pub fn hears(&mut self, words: &str) {
        let mut heard = Vec::new();
        while !String::from_utf8_lossy(&heard).contains(words) {
            let mut sign = [0];
            let read = self.output.read(&mut sign).expect("readable output");
            assert_eq!(read, 1, "never heard {words:?}\n{}", self.said);
            self.said.push(char::from(sign[0]));
            heard.push(sign[0]);
        }
    }

    /// Sends a signal, as another program would.
    pub fn signal(&self, name: &str) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.expect("a program called kill").success());
    }

    /// Waits for the end of a program that nobody told to end; whether it ended well.
    pub fn ends(&mut self) -> bool {
        while self.answer().1.is_some() {}
        self.child.wait().expect("the program ends").success()
    }

    /// What is said up to the next prompt, and the prompt; `None` for the prompt at the end.
    pub fn answer(&mut self) -> (String, Option<String>) {
        let mut text = String::new();
        loop {
            let line = self.line();
            match line.trim_end().strip_suffix(" >") {
                _ if line.is_empty() => return (text, None),
                Some(prompt) => return (text, Some(prompt.to_owned())),
                None => text.push_str(&line),
            }
        }
    }

    /// Ends the input and waits for the program's end.
    pub fn leave(mut self) -> String {
        drop(self.input.take());
        assert!(self.ends(), "it failed\n{}", self.said);
        check_unmarked(&self.said);
        self.said
    }
}

/// No line shows the markup of messages.
fn check_unmarked(said: &str) {
    for line in said.lines() {
        let marks = ["**", "`", "\\", "<t:", "<@", "<#", "</", "-# "];
        let found = marks.iter().find(|mark| line.contains(**mark));
        assert_eq!(found, None, "{line:?} shows markup");
    }
}

/// Follows its own hints, by empty lines, until this is said.
fn play_by_hints(terminal: &mut Terminal, ends: &str) {
    let (mut text, mut due) = terminal.answer();
    let mut lines = 0;
    while !text.contains(ends) {
        assert!(due.is_some(), "{}", terminal.said);
        assert!(lines < 300, "it does not go on\n{text}");
        if due.as_deref() == Some("deal") {
            terminal.types("$deal");
        } else {
            terminal.types("$hint");
            // News may come with a prompt of their own before the hint.
            let mut hint = terminal.answer();
            let is_hint = |said: &str| said.contains("Hint: ") || said.contains("a good square");
            while !is_hint(&hint.0) && hint.1.is_some() {
                hint = terminal.answer();
            }
            terminal.types("");
        }
        (text, due) = terminal.answer();
        lines += 1;
    }
}

#[test]
fn a_script_of_hints_and_empty_lines_plays_every_game_to_its_end() {
    for (arguments, ends) in [
        ("--seed 4 --deal-interval 0 --rule rounds=1", "Matches won"),
        ("uno --seed 4 --rule match_to=50", "Matches won"),
        ("ttt --level 0 --seed 4", "Series 1"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut terminal = Terminal::open(&arguments);
        play_by_hints(&mut terminal, ends);
        let said = terminal.leave();
        assert!(said.contains("Goodbye."), "{said}");
    }
}

/// A short match of tractor.
const SHORT: [&str; 6] = ["--rule", "rounds=1", "--deal-interval", "0", "--seed", "11"];

#[test]
fn no_page_shows_the_markup_of_messages_in_any_language() {
    let mut english = Terminal::open(&SHORT);
    play_by_hints(&mut english, "Matches won");
    let played = english.typed.clone();
    english.leave();
    let asked = "intro|help|help play|help rules|help words|rules all|rules hand|settings|list|score|last|verify|\
                 replay|replay 1|table|hand|stats|leaderboard tractor|top10|computer|surrender|leave|reset|room|\
                 export nothing|nonsense|play 99Z|join nowhere|chat hello|hint";
    let mut pages = 0;
    for tag in ["en-US", "zh-CN"] {
        let mut terminal = Terminal::open(&[&SHORT[..], &["--locale", tag]].concat());
        terminal.answer();
        let half = played.len() / 2;
        for line in &played[..half] {
            terminal.types(line);
            terminal.answer();
        }
        for command in asked.split('|') {
            terminal.types(&format!("${}", command.trim()));
            let (text, prompt) = terminal.answer();
            pages += usize::from(!text.is_empty());
            assert!(prompt.is_some(), "{command}: {text}");
        }
        terminal.leave();
    }
    assert!(pages > 40, "{pages}");
}

#[test]
fn a_table_goes_on_where_it_was_left() {
    let store = FreshStore::new();
    let mut terminal = Terminal::open_in(&store, &[]);
    terminal.answer();
    terminal.types("$rules match_to=6");
    terminal.leave();
    let mut terminal = Terminal::open_in(&store, &[]);
    let (text, due) = terminal.answer();
    assert!(text.contains("Your last table goes on"), "{text} {due:?}");
    terminal.types("$end");
    let (text, due) = terminal.answer();
    assert_eq!(due.as_deref(), Some("yes or no"), "{text}");
    terminal.types("no");
    let (text, _) = terminal.answer();
    assert!(text.contains("Nothing happened."), "{text}");
    terminal.types("$end");
    terminal.answer();
    terminal.types("yes");
    let said = terminal.leave();
    assert!(said.contains("closed"), "{said}");
    let mut terminal = Terminal::open_in(&store, &[]);
    let (text, _) = terminal.answer();
    assert!(!text.contains("goes on"), "{text}");
    terminal.leave();
}

/// A store in a folder of its own, empty.
pub struct FreshStore {
    address: String,
    _folder: TempDir,
}

impl FreshStore {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("table.db");
        let address = format!("sqlite://{}", file.display());
        Self {
            address,
            _folder: folder,
        }
    }
}

impl Deref for FreshStore {
    type Target = str;

    fn deref(&self) -> &str {
        &self.address
    }
}
