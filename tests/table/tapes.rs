//! The first hour of a newcomer at the terminal, as it is kept: what they type, and everything that they read.

use std::path::Path;

use crate::console::Terminal;

/// A conversation as it stands on the screen.
struct Tape {
    terminal: Terminal,
    text: String,
    /// What was said last, without the prompt.
    said: String,
    /// What is asked for; none once the program has ended.
    prompt: Option<String>,
}

impl Tape {
    fn begin(locale: &str, columns: u16) -> Self {
        let columns = columns.to_string();
        let options = ["--locale", locale, "--columns", &columns];
        let fixed = ["--seed", "7", "--deal-interval", "0"];
        let mut tape = Self {
            terminal: Terminal::open(&[&options[..], &fixed].concat()),
            text: String::new(),
            said: String::new(),
            prompt: None,
        };
        tape.listen();
        tape
    }

    fn listen(&mut self) {
        (self.said, self.prompt) = self.terminal.answer();
        self.note();
    }

    fn note(&mut self) {
        // A busy machine takes longer.
        for left in 0..15 {
            self.said = self.said.replace(&format!(" {left} s left"), " 15 s left");
            self.said = self.said.replace(&format!("还剩 {left} 秒"), "还剩 15 秒");
        }
        self.text.push_str(&self.said);
        if let Some(prompt) = &self.prompt {
            self.text.push_str(prompt);
            self.text.push_str(" >");
        }
    }

    /// Types what is followed by the last calls: the computers' come whenever they have decided, here
    /// behind everything else.
    fn types_before_last_calls(&mut self, line: &str, passes: &str) {
        self.say(line);
        self.prompt = None;
        let mut said = String::new();
        while said.matches(passes).count() < 3 || self.prompt.is_none() {
            let line = self.terminal.line();
            assert!(!line.is_empty(), "{}{said}", self.text);
            match line.trim_end().strip_suffix(" >") {
                Some(prompt) => self.prompt = Some(prompt.to_owned()),
                None => said.push_str(&line),
            }
        }
        let (mut calls, others): (Vec<&str>, Vec<&str>) = said
            .split_inclusive('\n')
            .partition(|line| line.contains(passes));
        calls.sort_unstable();
        self.said = [others, calls].concat().concat();
        self.note();
    }

    fn types(&mut self, line: &str) {
        self.say(line);
        self.listen();
    }

    fn say(&mut self, line: &str) {
        assert!(self.prompt.is_some(), "it has ended\n{}", self.text);
        let typed = format!(" {line}");
        self.text.push_str(typed.trim_end());
        self.text.push('\n');
        self.terminal.types(line);
    }
}

/// The words of a newcomer in a language.
struct Words {
    hello: &'static str,
    practice: &'static str,
    hint: &'static str,
    score: &'static str,
    help: &'static str,
    word: &'static str,
    rules: &'static str,
    review: &'static str,
    deal: &'static str,
    passes: &'static str,
    quit: &'static str,
}

const ENGLISH: Words = Words {
    hello: "hello",
    practice: "practice",
    hint: "hint",
    score: "score",
    help: "help",
    word: "help tractor",
    rules: "rules",
    review: "review",
    deal: "deal",
    passes: "makes no call.",
    quit: "quit",
};

const CHINESE: Words = Words {
    hello: "你好",
    practice: "练习",
    hint: "提示",
    score: "比分",
    help: "帮助",
    word: "帮助 拖拉机",
    rules: "规则",
    review: "复盘",
    deal: "发牌",
    passes: "🤖 不亮。",
    quit: "退出",
};

/// What is right at each step of the lesson.
const RIGHT: [&str; 12] = ["2", "3", "3", "1", "2", "2", "2", "1", "2", "2", "2", "3"];

/// Step by step through the lesson, with a wrong answer and another question on the way.
fn learn(tape: &mut Tape, words: &Words) {
    tape.types(words.practice);
    for (step, right) in (1..).zip(RIGHT) {
        match step {
            2 => tape.types(words.hint),
            3 => tape.types("1"),
            _ => {}
        }
        tape.types(right);
        tape.types("");
    }
}

/// A round by hints.
fn play(tape: &mut Tape, words: &Words) {
    tape.types_before_last_calls(words.deal, words.passes);
    let mut decisions = 0;
    while tape
        .prompt
        .as_deref()
        .is_some_and(|due| !due.starts_with(words.deal))
    {
        decisions += 1;
        assert!(decisions < 60, "{}", tape.text);
        match decisions {
            4 => tape.types(words.help),
            7 => tape.types(words.score),
            _ => {}
        }
        tape.types(words.hint);
        tape.types("");
    }
}

fn check(locale: &str, columns: u16, words: &Words) {
    let mut tape = Tape::begin(locale, columns);
    tape.types(words.hello);
    learn(&mut tape, words);
    play(&mut tape, words);
    for line in [
        words.score,
        words.word,
        words.rules,
        words.review,
        words.quit,
    ] {
        tape.types(line);
    }
    assert_eq!(tape.prompt, None, "{}", tape.text);
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tapes");
    let path = format!("{root}/first-hour.{locale}.{columns}.txt");
    let path = Path::new(&path);
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(path, &tape.text).expect("a writable folder");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == tape.text,
        "{} reads otherwise:\n{}",
        path.display(),
        tape.text
    );
}

#[test]
fn the_first_hour_in_english() {
    check("en-US", 60, &ENGLISH);
    check("en-US", 100, &ENGLISH);
}

#[test]
fn the_first_hour_in_chinese() {
    check("zh-CN", 60, &CHINESE);
    check("zh-CN", 100, &CHINESE);
}
