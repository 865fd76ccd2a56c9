//! Where the lines of the terminal table are written, and where typed lines come from.
//!
//! With a terminal on both sides lines are edited, news appear above them, and text is broken at the
//! window's width; two threads belong to the editor: one reads lines, the other prints, because printing
//! waits while the editor is busy. Otherwise text is written as it is, and a script is read line by line.

use std::io::{ErrorKind, IsTerminal as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use rustyline::config::Configurer as _;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor, ExternalPrinter};
use tokio::io::{AsyncBufReadExt as _, BufReader, Stdin};
use tokio::sync::mpsc;

use super::paint::wrap;
use super::{CardDisplay, Paint, Painted, TerminalOptions};
use crate::text::page::Page;

/// What stands in a line where somebody typed no text.
pub(super) const NO_TEXT: char = char::REPLACEMENT_CHARACTER;

/// The columns of a window that does not say how many it has.
const USUAL_COLUMNS: usize = 80;

/// The rows of a window that does not say how many it has.
const USUAL_ROWS: usize = 50;

/// The columns that a table with cards around it takes.
const WIDE: usize = 58;

/// How many columns the window has; `None` where there is none.
fn columns() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let size = terminal_size::terminal_size();
    let columns = size.map(|(width, _)| usize::from(width.0));
    Some(columns.filter(|&n| n > 0).unwrap_or(USUAL_COLUMNS))
}

/// Whether a person types.
pub(super) fn is_typed() -> bool {
    std::io::stdin().is_terminal()
}

enum ScreenInput {
    /// Lines are edited.
    Edited(Editor),
    /// Lines come as they are.
    Plain(PlainInput),
}

fn plain() -> ScreenInput {
    ScreenInput::Plain(PlainInput {
        input: BufReader::new(tokio::io::stdin()),
        begun: Vec::new(),
    })
}

/// Lines of a script.
struct PlainInput {
    input: BufReader<Stdin>,
    /// What was read of a line: nothing is lost where somebody waits for something else, too.
    begun: Vec<u8>,
}

impl PlainInput {
    async fn next(&mut self) -> std::io::Result<Option<String>> {
        self.input.read_until(b'\n', &mut self.begun).await?;
        let line = std::mem::take(&mut self.begun);
        let line = String::from_utf8_lossy(&line);
        Ok((!line.is_empty()).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
    }
}

/// The two sides of a terminal, or of a script.
pub(super) struct Screen {
    input: ScreenInput,
    paint: Paint,
    /// As asked for; `None` for the width of the window.
    columns: Option<usize>,
    /// A person types; otherwise a script is read when the game waits for it.
    typed: bool,
}

impl Screen {
    /// Opens both sides; with `watch` nothing is read.
    pub(super) fn open(options: &TerminalOptions) -> Self {
        let typed = is_typed();
        let editor = if typed && !options.watch {
            Editor::open()
        } else {
            None
        };
        let paint = match typed {
            true => Paint::of_output(options.colours),
            false => Paint::Plain,
        };
        Self {
            input: editor.map_or_else(plain, ScreenInput::Edited),
            paint,
            columns: options.columns.map(usize::from),
            typed,
        }
    }

    /// Where lines are broken, if they are.
    fn columns(&self) -> Option<usize> {
        self.columns.or_else(columns)
    }

    /// Whether cards are shown as they lie on a table.
    pub(super) fn has_faces(&self, cards: CardDisplay) -> bool {
        let wide = self.columns().is_some_and(|columns| columns >= WIDE);
        self.paint == Paint::Colours && cards == CardDisplay::Faces && wide
    }

    /// Whether a person types.
    pub(super) fn is_typed(&self) -> bool {
        self.typed
    }

    /// A line of light markup.
    pub(super) fn line(&self, line: &str) {
        self.write(&self.paint.line(line).then("\n"));
    }

    /// Moves what stands on the screen out of sight.
    pub(super) fn scroll_away(&self) {
        let size = terminal_size::terminal_size();
        let rows = size.map_or(USUAL_ROWS, |(_, height)| usize::from(height.0));
        self.write(&(0..rows).fold(Painted::plain(""), |text, _| text.then("\n")));
    }

    pub(super) fn page(&self, page: &Page) {
        self.write(&self.paint.page(page));
    }

    /// A page with what it offers, lines of light markup.
    pub(super) fn page_with(&self, page: &Page, offers: &[String]) {
        let mut text = self.paint.page(page);
        let offers = offers.iter();
        text.extend(offers.map(|offer| self.paint.line(offer).then("\n")));
        self.write(&text);
    }

    /// What is asked for: a person types behind it or below, a script reads it as a line.
    pub(super) fn prompt(&self, prompt: &str) {
        let prompt = self.paint.line(prompt);
        match (&self.input, self.typed) {
            (ScreenInput::Edited(_), _) => self.write(&prompt.then("\n")),
            (ScreenInput::Plain(_), true) => self.write(&prompt.then(" > ")),
            (ScreenInput::Plain(_), false) => self.write(&prompt.then(" > \n")),
        }
    }

    /// The next line; `None` at the end of the input, and for Ctrl+C. What is not UTF-8 is [`NO_TEXT`].
    pub(super) async fn next(&mut self) -> std::io::Result<Option<String>> {
        match &mut self.input {
            ScreenInput::Edited(editor) => editor.next().await,
            ScreenInput::Plain(lines) => lines.next().await,
        }
    }

    /// Gives the terminal back as it was; what is written afterwards is no longer disturbed by typing.
    pub(super) fn close(&mut self) {
        if let ScreenInput::Edited(editor) = std::mem::replace(&mut self.input, plain())
            && editor.close()
        {
            write("\r\x1b[J");
        }
    }

    fn write(&self, text: &Painted) {
        let text = wrap(text, self.columns());
        match &self.input {
            ScreenInput::Edited(editor) => editor.print(text),
            ScreenInput::Plain(_) => write(&text),
        }
    }
}

/// Prints text outside a table, broken at the window's width.
pub fn print(text: &Painted) {
    write(&wrap(text, columns()));
}

/// Prints lines outside a table, unbroken. That nobody reads them any more is no failure.
pub fn say(lines: &str) {
    write(&Painted::plain(lines).then("\n").to_string());
}

/// Writes to standard output. That nobody reads any more shows in the end of the input.
fn write(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}

/// What the line that is edited begins with.
const PROMPT: &str = "> ";

/// How many lines the history has.
const MOST_LINES: usize = 1_000;

/// How long what was told last may take to be printed.
const PATIENCE: Duration = Duration::from_millis(500);

/// What the editor hears.
type EditorLine = std::io::Result<Option<String>>;

/// What the printing thread is told.
enum PrinterMessage {
    Text(String),
    /// To answer when all before it is printed.
    Answer(Sender<()>),
}

pub(super) struct Editor {
    typed: mpsc::UnboundedReceiver<EditorLine>,
    told: Sender<PrinterMessage>,
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
        let _ = self.told.send(PrinterMessage::Text(text));
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
        let _ = self.told.send(PrinterMessage::Answer(answer));
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
fn read_all(mut editor: DefaultEditor, typed: &mpsc::UnboundedSender<EditorLine>) {
    loop {
        let line = match editor.readline(PROMPT) {
            Ok(line) => Ok(Some(line)),
            // The editor has dropped the line.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                Ok(Some(NO_TEXT.to_string()))
            }
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
fn print_all(mut printer: impl ExternalPrinter, told: &Receiver<PrinterMessage>) {
    for told in told {
        match told {
            // That nobody reads any more shows in the end of the input.
            PrinterMessage::Text(text) => drop(printer.print(text)),
            PrinterMessage::Answer(answer) => drop(answer.send(())),
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
