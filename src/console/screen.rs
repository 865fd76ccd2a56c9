//! Where the lines of the terminal table are written, and where typed lines come from.
//!
//! With a terminal on both sides lines are edited, news appear above them, and text is broken at the
//! window's width; two threads belong to the editor: one reads lines, the other prints, because printing
//! waits while the editor is busy. Otherwise text is written as it is, and a script is read line by line.

use std::io::{BufRead as _, ErrorKind, IsTerminal as _, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use rustyline::config::Configurer as _;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor, ExternalPrinter};
use tokio::sync::mpsc;

use super::paint::{Window, wrap};
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

/// Whether the terminal shows ASCII alone.
static IN_LETTERS: AtomicBool = AtomicBool::new(false);

/// Whether `♠` takes two columns.
static WIDE_SIGNS: AtomicBool = AtomicBool::new(false);

/// From now on all text is written in signs that every terminal has, if that is a terminal's: scripts and files take all.
pub fn write_in_letters() {
    let terminal = std::io::stdout().is_terminal();
    IN_LETTERS.store(terminal, Ordering::Relaxed);
}

/// Whether text is written so.
pub(super) fn is_in_letters() -> bool {
    IN_LETTERS.load(Ordering::Relaxed)
}

/// The text as it is written where lines have so many columns, if they are broken.
fn fitted(text: &Painted, columns: Option<usize>) -> String {
    let window = columns.map(|columns| Window {
        columns,
        wide_signs: WIDE_SIGNS.load(Ordering::Relaxed),
    });
    match is_in_letters() {
        true => wrap(&text.in_letters(), window),
        false => wrap(text, window),
    }
}

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

/// The two sides of a terminal, or of a script.
pub(super) struct Screen {
    /// Where typed lines come from.
    lines: mpsc::Receiver<TypedLine>,
    /// Where lines are edited.
    editor: Option<Editor>,
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
        let edits = typed && !options.watch;
        let measures = edits && columns().is_some() && !is_in_letters();
        let (ahead, wide) = measures.then(measured).unwrap_or_default();
        WIDE_SIGNS.store(wide, Ordering::Relaxed);
        // Whoever types need not wait; a script is read no further than it is played.
        let (typing, lines) = mpsc::channel(if edits { MOST_LINES } else { 1 });
        let editor = edits.then(|| Editor::open(ahead, &typing)).flatten();
        if editor.is_none() && !options.watch {
            std::thread::spawn(move || read_plain(&typing));
        }
        let paint = match typed {
            true => Paint::of_output(options.colours),
            false => Paint::Plain,
        };
        Self {
            lines,
            editor,
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
        // A card has three columns for its suit and rank.
        let fits = wide && !WIDE_SIGNS.load(Ordering::Relaxed) && !is_in_letters();
        self.paint == Paint::Colours && cards == CardDisplay::Faces && fits
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
        let end = match (&self.editor, self.typed) {
            (Some(_), _) => "\n",
            (None, true) => " > ",
            (None, false) => " > \n",
        };
        self.write(&self.paint.line(prompt).then(end));
    }

    /// The next line; `None` at the end of the input, and for Ctrl+C. What is not UTF-8 is [`NO_TEXT`].
    pub(super) async fn next(&mut self) -> std::io::Result<Option<String>> {
        let line = self.lines.recv().await.unwrap_or(Ok(None));
        if let Some(editor) = &mut self.editor {
            editor.ended |= !matches!(line, Ok(Some(_)));
        }
        line
    }

    /// Gives the terminal back as it was; what is written afterwards is no longer disturbed by typing.
    pub(super) fn close(&mut self) {
        if self.editor.take().is_some_and(Editor::close) {
            write("\r\x1b[J");
        }
    }

    fn write(&self, text: &Painted) {
        let text = fitted(text, self.columns());
        match &self.editor {
            // Without its thread there is no terminal any more.
            Some(editor) => drop(editor.told.send(PrinterMessage::Text(text))),
            None => write(&text),
        }
    }
}

/// Prints text outside a table, broken at the window's width.
pub fn print(text: &Painted) {
    write(&fitted(text, columns()));
}

/// Prints a line of light markup outside a table, without colours.
pub fn tell(line: &str) {
    print(&Paint::Plain.line(line).then("\n"));
}

/// Prints lines outside a table, unbroken. That nobody reads them any more is no failure.
pub fn say(lines: &str) {
    write(&fitted(&Painted::plain(lines).then("\n"), None));
}

/// Writes to standard output. That nobody reads any more shows in the end of the input.
fn write(text: &str) {
    let mut output = std::io::stdout().lock();
    let written = output.write_all(text.as_bytes());
    let _ = written.and_then(|()| output.flush());
}

/// What the line that is edited begins with.
const PROMPT: &str = "> ";

/// How many lines the history has.
const MOST_LINES: usize = 1_000;

/// How long what was told last may take to be printed.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is typed; `None` at the end of the input, and for Ctrl+C.
type TypedLine = std::io::Result<Option<String>>;

/// What the printing thread is told.
enum PrinterMessage {
    Text(String),
    /// To answer when all before it is printed.
    Answer(Sender<()>),
}

struct Editor {
    told: Sender<PrinterMessage>,
    /// How the terminal was set before, if that can be found out.
    before: Option<String>,
    /// Whether no further line is read: the terminal is as it was.
    ended: bool,
}

impl Editor {
    /// Begins to read lines, the first ones from what was typed `ahead`; `None` where lines cannot be edited.
    fn open(ahead: String, typing: &mpsc::Sender<TypedLine>) -> Option<Self> {
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
        let typing = typing.clone();
        std::thread::spawn(move || read_all(editor, &ahead, &typing));
        Some(Self {
            told: tell,
            before,
            ended: false,
        })
    }

    /// Waits for what is still to be printed, and sets back what the editor has set. Whether a line was
    /// being read, which is still shown.
    fn close(self) -> bool {
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

/// Reads lines until the input ends; what was typed `ahead` comes first.
fn read_all(mut editor: DefaultEditor, ahead: &str, typed: &mpsc::Sender<TypedLine>) {
    let (lines, mut begun) = ahead.rsplit_once(['\r', '\n']).unwrap_or(("", ahead));
    for line in lines.lines() {
        let _ = typed.blocking_send(Ok(Some(line.to_owned())));
    }
    loop {
        let line = match editor.readline_with_initial(PROMPT, (std::mem::take(&mut begun), "")) {
            Ok(line) => Ok(Some(line)),
            // The editor has dropped the line.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                Ok(Some(NO_TEXT.to_string()))
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(_) => Ok(None),
        };
        if !hands_over(line, typed) {
            return;
        }
    }
}

/// Hands a line over to who waits for it; `false` once there are no more.
fn hands_over(line: TypedLine, typed: &mpsc::Sender<TypedLine>) -> bool {
    let goes_on = matches!(line, Ok(Some(_)));
    typed.blocking_send(line).is_ok() && goes_on
}

/// Reads lines as they come until the input ends; signs that are none are [`NO_TEXT`].
fn read_plain(typed: &mpsc::Sender<TypedLine>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = input.read_until(b'\n', &mut line);
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']).to_owned();
        if !hands_over(read.map(|bytes| (bytes > 0).then_some(text)), typed) {
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

/// Asks the terminal where its cursor stands behind a suit: what was typed ahead meanwhile, and whether a suit takes two
/// columns. A terminal that does not answer within a second has usual ones.
fn measured() -> (String, bool) {
    let Some(before) = stty("-g") else {
        return Default::default();
    };
    // A read ends with a second's silence.
    stty("raw -echo min 0 time 10");
    write("\r♠\x1b[6n");
    let mut heard = Vec::new();
    if let Ok(mut terminal) = std::fs::File::open("/dev/tty") {
        let mut byte = [0];
        while heard.len() < 4_096 && matches!(terminal.read(&mut byte), Ok(1)) {
            heard.push(byte[0]);
            if byte == [b'R'] && position(&String::from_utf8_lossy(&heard)).is_some() {
                break;
            }
        }
    }
    write("\r\x1b[K");
    stty(&before);
    let heard = String::from_utf8_lossy(&heard).into_owned();
    match position(&heard) {
        Some((ahead, column)) => (ahead.to_owned(), column == 3),
        None => (heard, false),
    }
}

/// What stands before a terminal's answer where its cursor is, and the column, from 1: `ESC [ row ; column R`.
fn position(heard: &str) -> Option<(&str, usize)> {
    let (ahead, answer) = heard.strip_suffix('R')?.rsplit_once("\x1b[")?;
    let (row, column) = answer.split_once(';')?;
    row.parse::<usize>().ok()?;
    Some((ahead, column.parse().ok()?))
}

/// Asks for or sets the modes of the terminal; its answer.
fn stty(words: &str) -> Option<String> {
    let asked = Command::new("stty")
        .args(words.split(' '))
        .stdin(Stdio::inherit())
        .stderr(Stdio::null())
        .output();
    let answered = asked.ok().filter(|output| output.status.success())?;
    let answer = String::from_utf8(answered.stdout).ok()?;
    Some(answer.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn a_terminal_says_where_its_cursor_is_behind_what_was_typed() {
        for (heard, expected) in [
            ("\x1b[12;3R", Some(("", 3))),
            ("hint\r\x1b[1;2R", Some(("hint\r", 2))),
            ("R", None),
            ("\x1b[12R", None),
            ("\x1b[1;2", None),
        ] {
            assert_eq!(position(heard), expected, "{heard:?}");
        }
    }
}
