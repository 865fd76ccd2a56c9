//! What is shown, before any face gives it its looks.
//!
//! A page is a title, lines of light markup ([`super::markup`]) and controls. Which message it
//! becomes, and whether controls can be shown at all, is for the face.

use super::press::Press;
use crate::table::PersonId;

/// Something to show: a message in Discord, a few lines in the terminal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The first line; empty if the page needs none.
    pub title: String,
    /// The lines below, with `**bold**`, `` `code` `` and escaped names. An empty line is a gap.
    pub lines: Vec<String>,
    /// Rows of controls, at most five. A menu has its row alone, other rows have up to five buttons.
    pub controls: Vec<Vec<Control>>,
    /// Who should be told that this page asks something of them.
    pub ping: Vec<PersonId>,
}

impl From<String> for Page {
    fn from(line: String) -> Self {
        Page::line(line)
    }
}

impl Page {
    /// A page with only a title.
    pub fn titled(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// A page of one line without a title: an answer.
    pub fn line(line: impl Into<String>) -> Self {
        Self {
            lines: vec![line.into()],
            ..Self::default()
        }
    }

    /// Adds a line.
    pub fn push(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds a row of controls unless it is empty.
    pub fn row(&mut self, row: Vec<Control>) {
        if !row.is_empty() {
            self.controls.push(row);
        }
    }

    /// Title and lines with line breaks between, markup included.
    pub fn text(&self) -> String {
        let title = (!self.title.is_empty()).then(|| format!("**{}**", self.title));
        let lines = title.into_iter().chain(self.lines.iter().cloned());
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// How a button looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// What most people will want to do now.
    Main,
    /// Anything else.
    Plain,
    /// What helps or confirms.
    Good,
    /// What cannot be taken back.
    Grave,
}

/// Something to tap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// A button.
    Button {
        /// What is written on it, at most 80 characters.
        label: String,
        /// What it means.
        press: Press,
        /// How it looks.
        style: Style,
        /// Whether it can be tapped.
        enabled: bool,
    },
    /// A menu to choose from.
    Menu {
        /// What is written on it while nothing is chosen, at most 150 characters.
        placeholder: String,
        /// What can be chosen, 1 to 25.
        choices: Vec<MenuOption>,
        /// The fewest that may be chosen.
        at_least: u8,
        /// The most that may be chosen.
        at_most: u8,
        /// What choosing means; the chosen values come with it.
        press: Press,
    },
}

/// One line of a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuOption {
    /// What is read, at most 100 characters.
    pub label: String,
    /// What is chosen; different for every choice of a menu.
    pub value: String,
    /// A word of explanation, or empty.
    pub note: String,
    /// Whether it is chosen already.
    pub chosen: bool,
}
