//! The terminal table as a script plays it: the real program, its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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

/// The command that a hint amounts to.
fn hinted(hint: &str) -> String {
    let line = hint.lines().find_map(|line| line.strip_prefix("Hint: "));
    let line = line.unwrap_or_else(|| panic!("no hint in {hint:?}"));
    // The cards come first, then a sentence that says why.
    let cards = |words: &str| -> String {
        let is_card = |word: &&str| word.starts_with(['♠', '♥', '♦', '♣', 'J']);
        let word = |word: &str| word.trim_end_matches('.').to_owned();
        words
            .split(' ')
            .take_while(is_card)
            .map(|w| word(w) + " ")
            .collect()
    };
    match line.split_once(' ') {
        Some(("bury", words)) => format!("$kitty {}", cards(words)),
        Some(("show" | "make", _)) => "$pass".to_owned(),
        _ => format!("$play {}", cards(line)),
    }
}

/// Plays by its own hints until the match is over; answers with the number of plays.
fn play_by_hints(terminal: &mut Terminal) -> usize {
    let mut plays = 0;
    let (mut text, mut prompt) = terminal.answer();
    while let Some(due) = prompt {
        let ends = [
            "won the match",
            "lost the match",
            "wins the match",
            "win the match",
        ];
        if ends.iter().any(|end| text.contains(end)) {
            return plays;
        }
        if due == "deal" {
            terminal.types("$deal");
        } else {
            terminal.types("$hint");
            // News may come with a prompt of their own before the hint.
            let mut hint = terminal.answer();
            while !hint.0.contains("Hint: ") && hint.1.is_some() {
                hint = terminal.answer();
            }
            let hint = hint.0;
            let command = hinted(&hint);
            plays += usize::from(command.starts_with("$play"));
            terminal.types(&command);
        }
        (text, prompt) = terminal.answer();
    }
    panic!("the program ended before the match\n{}", terminal.said);
}

#[test]
fn a_script_plays_a_match_to_its_end() {
    let rules = [
        "--rule",
        "match_to=4",
        "--deal-interval",
        "0",
        "--seed",
        "11",
    ];
    let mut terminal = Terminal::open(&rules);
    let plays = play_by_hints(&mut terminal);
    assert!(plays >= 25, "only {plays} plays\n{}", terminal.said);
    let said = terminal.leave();
    assert!(said.contains("Goodbye."), "{said}");
}

#[test]
fn no_page_shows_the_markup_of_messages_in_any_language() {
    let options = [
        "--rule",
        "match_to=3",
        "--deal-interval",
        "0",
        "--seed",
        "11",
    ];
    let mut english = Terminal::open(&options);
    play_by_hints(&mut english);
    let played = english.typed.clone();
    english.leave();
    let asked = "intro|help|help play|help rules|help words|rules all|rules hand|settings|list|score|last|verify|\
                 replay|replay 1|table|hand|stats|leaderboard tractor|top10|computer|surrender|leave|reset|room|\
                 export nothing|nonsense|play 99Z|join nowhere|chat hello|hint";
    let mut pages = 0;
    for tag in ["en-US", "zh-CN"] {
        let mut terminal = Terminal::open(&[&options[..], &["--locale", tag]].concat());
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
fn the_same_seed_and_script_give_the_same_match() {
    let run = || {
        let rules = [
            "--rule",
            "match_to=3",
            "--deal-interval",
            "0",
            "--seed",
            "12",
        ];
        let mut terminal = Terminal::open(&rules);
        play_by_hints(&mut terminal);
        terminal.types("$score");
        let said = terminal.leave();
        let score = said
            .rfind("# · declarer")
            .expect("the scoreboard of the match");
        said[score..].to_owned()
    };
    assert_eq!(run(), run());
}

#[test]
fn four_computers_can_be_watched() {
    let watch = [
        "--watch",
        "--seed",
        "3",
        "--deal-interval",
        "0",
        "--rule",
        "match_to=3",
    ];
    let said = Terminal::open(&watch).leave();
    assert!(said.contains("leads"), "{said}");
    assert!(said.contains("Goodbye."), "{said}");
    let leads = said.lines().filter(|line| line.contains(" leads "));
    let unmarked: Vec<&str> = leads.filter(|line| !line.contains('🤖')).collect();
    assert!(unmarked.is_empty(), "{unmarked:?}");
}

#[test]
fn the_end_of_the_input_ends_the_game_cleanly() {
    let said = Terminal::open(&["--seed", "1"]).leave();
    assert!(said.contains("Goodbye."), "{said}");
}

#[test]
fn nonsense_is_answered_with_a_right_example() {
    let mut terminal = Terminal::open(&["--seed", "1", "--deal-interval", "0"]);
    terminal.answer();
    let mut check = |line: &str, expected: &str| {
        terminal.types(line);
        let (text, _) = terminal.answer();
        assert!(text.contains(expected), "{line:?} was answered {text:?}");
    };
    check("$paly 5H", "$play");
    check("$play", "$deal deals them");
    check("$rules throw_winner=nobody", "top_unit");
    check("$join nowhere", "south");
    check("$help throws", "Throws");
    terminal.leave();
}

#[test]
fn the_other_games_open_in_the_terminal() {
    for game in ["uno", "ttt"] {
        let mut terminal = Terminal::open(&[game, "--seed", "2"]);
        let (text, due) = terminal.answer();
        assert!(due.is_some(), "{game}: {text}");
        terminal.leave();
    }
}

#[test]
fn a_table_goes_on_where_it_was_left() {
    let store = fresh_store("goes_on");
    let mut terminal = Terminal::open_in(&store, &[]);
    terminal.answer();
    terminal.types("$deal hello");
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

#[test]
fn with_the_last_one_the_table_closes_and_nothing_else_is_told() {
    for (game, word) in [(&[][..], "join"), (&["uno"], "uno"), (&["ttt"], "ttt")] {
        let mut terminal = Terminal::open(&[game, &["--seed", "2"]].concat());
        terminal.answer();
        terminal.types("$leave");
        let (text, due) = terminal.answer();
        assert_eq!(due.as_deref(), Some("yes or no"), "{text}");
        terminal.types("yes");
        let (told, next) = terminal.answer();
        let asks = format!("Enter or ${word} opens another table, quit ends");
        assert_eq!(next, Some(asks), "{told}");
        let said = terminal.leave();
        let (_, told) = said.rsplit_once("yes or no > ").expect("the question");
        let lines: Vec<&str> = told.lines().filter(|line| !line.is_empty()).collect();
        let told = [lines[0], lines[lines.len() - 1]];
        let expected = ["Everybody left: the table is closed.", "Goodbye."];
        assert_eq!((told, lines.len()), (expected, 3), "{game:?}");
    }
}

/// A store in a file of its own, empty.
pub fn fresh_store(name: &str) -> String {
    let file = format!("{}/{name}.db", env!("CARGO_TARGET_TMPDIR"));
    for end in ["", "-wal", "-shm"] {
        // There is none after a first run.
        let _ = std::fs::remove_file(format!("{file}{end}"));
    }
    format!("sqlite://{file}")
}

#[test]
fn wrong_options_are_explained() {
    let run = |arguments: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
            .args(arguments)
            .env("DATABASE_URL", "memory:")
            .output();
        let output = program.expect("the program starts");
        assert!(!output.status.success(), "{arguments:?} was accepted");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(run(&["--seats", "me"]).contains("you,simple"));
    assert!(run(&["--rule", "no_call"]).contains("no_call=redeal"));
    assert!(run(&["--deal-interval", "9"]).contains("deal_interval"));
    assert!(run(&["--level", "99"]).contains("at which both teams start, 2 to A"));
}

#[test]
fn a_number_plays_that_card_of_uno() {
    let mut terminal = Terminal::open(&["uno", "--seed", "2"]);
    let (mut text, mut due) = terminal.answer();
    for _ in 0..40 {
        let Some(prompt) = due else {
            panic!("the program ended\n{}", terminal.said);
        };
        if prompt == "deal" {
            terminal.types("$deal");
            (text, due) = terminal.answer();
            continue;
        }
        // The first choice is a card that fits; it stands in the hand with its number.
        let typed = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("$play "));
        let plain = typed.map(|line| line.split_whitespace().next().unwrap_or_default());
        let Some(card) = plain.filter(|card| card.starts_with(['r', 'g', 'b', 'y'])) else {
            terminal.types("d");
            (text, due) = terminal.answer();
            if text.contains("$pass") {
                terminal.types("p");
                (text, due) = terminal.answer();
            }
            continue;
        };
        let face = card[1..].replace('s', "⊘").replace('r', "⇄");
        let letter = card[..1].to_uppercase();
        let held = text
            .lines()
            .find(|line| line.contains(&format!("{letter} ")) && line.contains(':'));
        let held = held.unwrap_or_else(|| panic!("no {letter} in {text}"));
        let numbered = held.split_whitespace().find_map(|word| {
            let (number, own) = word.split_once(':')?;
            (own.trim_end_matches('✓') == face).then(|| number.to_owned())
        });
        let number = numbered.unwrap_or_else(|| panic!("no {face} in {held}"));
        terminal.types(&number);
        let (news, _) = terminal.answer();
        assert!(news.contains("plays"), "{number} of {held}: {news}");
        assert!(news.contains(&face), "{number} of {held}: {news}");
        terminal.leave();
        return;
    }
    panic!("no card ever fitted\n{}", terminal.said);
}

#[test]
fn what_an_answer_offers_is_chosen_by_its_number() {
    let mut terminal = Terminal::open(&["--seed", "1", "--deal-interval", "0"]);
    terminal.answer();
    terminal.types("$settings");
    let (text, _) = terminal.answer();
    let chinese = text.split(&[' ', '\n'][..]).collect::<Vec<_>>();
    let at = chinese.iter().position(|word| word.contains("中文"));
    let at = at.unwrap_or_else(|| panic!("no language in {text}"));
    let number = chinese[..at]
        .iter()
        .rev()
        .find_map(|word| word.strip_suffix(')'));
    terminal.types(number.expect("a number before it"));
    let (text, _) = terminal.answer();
    assert!(text.contains("设置") || text.contains("语言"), "{text}");
    // A number that nothing has is read as what it was before.
    terminal.types("$table");
    terminal.answer();
    terminal.types("99");
    let (text, due) = terminal.answer();
    assert!(due.is_some(), "{text}");
    terminal.leave();
}

#[test]
fn help_names_the_levels_that_the_table_names() {
    let help = |arguments: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
            .args(arguments)
            .output();
        let output = program.expect("the program starts");
        assert!(output.status.success(), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for arguments in [&["--help"][..], &["tractor", "--help"]] {
        let text = help(arguments);
        assert!(
            text.contains("random, beginner, simple, good, strong"),
            "{text}"
        );
        assert!(text.contains("you,strong,good,simple"), "{text}");
        assert!(text.contains("--deal-interval"), "{text}");
    }
    let text = help(&["ttt", "--help"]);
    assert!(text.contains("0, 1, 2, 3, 4, 5"), "{text}");
    assert!(!text.contains("2 to A"), "{text}");
    assert!(!text.contains("--deal-interval"), "{text}");
    let text = help(&["uno", "--help"]);
    assert!(
        text.contains("random, beginner, simple, good, strong"),
        "{text}"
    );
}

#[test]
fn the_list_says_who_sits_where() {
    let mut terminal = Terminal::open(&["--seed", "1", "--deal-interval", "0"]);
    terminal.answer();
    terminal.types("$list");
    let (text, _) = terminal.answer();
    assert!(
        text.contains("Here · Tractor") && text.contains("North Player 1 · West "),
        "{text}"
    );
    terminal.leave();
}
