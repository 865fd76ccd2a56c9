//! Where the lines of the terminal table are written, and where typed lines come from.
//!
//! With a terminal on both sides lines are edited, news appear above them, and text is broken at the
//! window's width. Otherwise text is written as it is, and a script is read line by line.

use std::io::{IsTerminal as _, Write as _};

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines, Stdin};

use super::editor::Editor;
use super::wrap::wrap;
use super::{Cards, Paint};
use crate::text::page::Page;

/// The columns of a window that does not say how many it has.
const USUAL_COLUMNS: usize = 80;

/// The columns that a table with cards around it takes.
const WIDE: usize = 60;

/// How many columns the window has; `None` where there is none.
pub(super) fn columns() -> Option<usize> {
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

enum Input {
    /// Lines are edited.
    Edited(Editor),
    /// Lines come as they are.
    Plain(Lines<BufReader<Stdin>>),
}

fn plain() -> Input {
    Input::Plain(BufReader::new(tokio::io::stdin()).lines())
}

/// The two sides of a terminal, or of a script.
pub(super) struct Screen {
    input: Input,
    paint: Paint,
    /// A person types; otherwise a script is read when the game waits for it.
    typed: bool,
}

impl Screen {
    /// Opens both sides; with `watch` nothing is read.
    pub(super) fn open(watch: bool, colours: bool) -> Self {
        let typed = is_typed();
        let editor = if typed && !watch {
            Editor::open()
        } else {
            None
        };
        let paint = match typed {
            true => Paint::of_output(colours),
            false => Paint::Plain,
        };
        Self {
            input: editor.map_or_else(plain, Input::Edited),
            paint,
            typed,
        }
    }

    /// Whether cards are shown as they lie on a table.
    pub(super) fn has_faces(&self, cards: Cards) -> bool {
        let wide = columns().is_some_and(|columns| columns >= WIDE);
        self.paint == Paint::Colours && cards == Cards::Faces && wide
    }

    /// Whether a person types.
    pub(super) fn is_typed(&self) -> bool {
        self.typed
    }

    /// A line of light markup.
    pub(super) fn line(&self, line: &str) {
        self.write(&format!("{}\n", self.paint.line(line)));
    }

    pub(super) fn page(&self, page: &Page) {
        self.write(&self.paint.page(page));
    }

    /// A page with what it offers, lines of light markup.
    pub(super) fn page_with(&self, page: &Page, offers: &[String]) {
        let mut text = self.paint.page(page);
        for offer in offers {
            text.push_str(&self.paint.line(offer));
            text.push('\n');
        }
        self.write(&text);
    }

    /// What is asked for: a person types behind it or below, a script reads it as a line.
    pub(super) fn prompt(&self, prompt: &str) {
        let prompt = self.paint.line(prompt);
        match (&self.input, self.typed) {
            (Input::Edited(_), _) => self.write(&format!("{prompt}\n")),
            (Input::Plain(_), true) => self.write(&format!("{prompt} > ")),
            (Input::Plain(_), false) => self.write(&format!("{prompt} > \n")),
        }
    }

    /// The next line; `None` at the end of the input, and for Ctrl+C.
    pub(super) async fn next(&mut self) -> std::io::Result<Option<String>> {
        match &mut self.input {
            Input::Edited(editor) => editor.next().await,
            Input::Plain(lines) => lines.next_line().await,
        }
    }

    /// Gives the terminal back as it was; what is written afterwards is no longer disturbed by typing.
    pub(super) fn close(&mut self) {
        if let Input::Edited(editor) = std::mem::replace(&mut self.input, plain())
            && editor.close()
        {
            write("\r\x1b[J");
        }
    }

    fn write(&self, text: &str) {
        let text = wrap(text, columns());
        match &self.input {
            Input::Edited(editor) => editor.print(text),
            Input::Plain(_) => write(&text),
        }
    }
}

/// Prints text outside a table, broken at the window's width.
pub fn print(text: &str) {
    write(&wrap(text, columns()));
}

/// Prints lines outside a table as they are. That nobody reads them any more is no failure.
pub fn say(lines: &str) {
    write(&format!("{lines}\n"));
}

/// Writes to standard output. That nobody reads any more shows in the end of the input.
pub(super) fn write(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}
