//! A line editor with history, above which news can be printed while somebody types.
//!
//! Decides nothing about what is typed. Two threads belong to it: one reads lines, the other prints,
//! because printing waits while the editor is busy.

use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use rustyline::config::Configurer as _;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor, ExternalPrinter};
use tokio::sync::mpsc;

/// What the line that is edited begins with.
const PROMPT: &str = "> ";

/// How many lines the history has.
const MOST_LINES: usize = 1_000;

/// How long what was told last may take to be printed.
const PATIENCE: Duration = Duration::from_millis(500);

/// What the editor hears.
type Typed = std::io::Result<Option<String>>;

/// What the printing thread is told.
enum Told {
    Text(String),
    /// To answer when all before it is printed.
    Answer(Sender<()>),
}

pub(super) struct Editor {
    typed: mpsc::UnboundedReceiver<Typed>,
    told: Sender<Told>,
    /// How the terminal was set before, if that can be found out.
    before: Option<String>,
    /// Whether no further line is read: the terminal is as it was.
    ended: bool,
}

impl Editor {
    /// Begins to read lines; `None` where lines cannot be edited.
    pub(super) fn open() -> Option<Self> {
        let config = Config::builder()
            .auto_add_history(true)
            .bracketed_paste(false)
            .build();
        let mut editor = DefaultEditor::with_config(config).ok()?;
        editor.set_max_history_size(MOST_LINES).ok()?;
        let printer = editor.create_external_printer().ok()?;
        let before = stty("-g");
        let (tell, told) = channel();
        std::thread::spawn(move || print_all(printer, &told));
        let (type_, typed) = mpsc::unbounded_channel();
        std::thread::spawn(move || read_all(editor, &type_));
        Some(Self {
            typed,
            told: tell,
            before,
            ended: false,
        })
    }

    /// Prints whole lines above the one that is edited.
    pub(super) fn print(&self, text: String) {
        // Without the thread there is no terminal any more.
        let _ = self.told.send(Told::Text(text));
    }

    /// The next line; `None` at the end of the input and for Ctrl+C.
    pub(super) async fn next(&mut self) -> std::io::Result<Option<String>> {
        let typed = self.typed.recv().await.unwrap_or(Ok(None));
        self.ended |= !matches!(typed, Ok(Some(_)));
        typed
    }

    /// Waits for what is still to be printed, and sets back what the editor has set. Whether a line was
    /// being read, which is still shown.
    pub(super) fn close(self) -> bool {
        let (answer, answered) = channel();
        let _ = self.told.send(Told::Answer(answer));
        let _ = answered.recv_timeout(PATIENCE);
        if !self.ended
            && let Some(before) = &self.before
        {
            stty(before);
        }
        !self.ended
    }
}

/// Reads lines until the input ends.
fn read_all(mut editor: DefaultEditor, typed: &mpsc::UnboundedSender<Typed>) {
    loop {
        let line = match editor.readline(PROMPT) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(_) => Ok(None),
        };
        let goes_on = matches!(line, Ok(Some(_)));
        if typed.send(line).is_err() || !goes_on {
            return;
        }
    }
}

/// Prints what it is told, above the line that is edited.
fn print_all(mut printer: impl ExternalPrinter, told: &Receiver<Told>) {
    for told in told {
        match told {
            // That nobody reads any more shows in the end of the input.
            Told::Text(text) => drop(printer.print(text)),
            Told::Answer(answer) => drop(answer.send(())),
        }
    }
}

/// Asks for or sets the modes of the terminal; its answer.
fn stty(words: &str) -> Option<String> {
    let asked = Command::new("stty")
        .arg(words)
        .stdin(Stdio::inherit())
        .stderr(Stdio::null())
        .output();
    let answered = asked.ok().filter(|output| output.status.success())?;
    let answer = String::from_utf8(answered.stdout).ok()?;
    Some(answer.trim().to_owned())
}
