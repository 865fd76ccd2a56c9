//! Pages, independent of any face.
//!
//! A page is a title, lines of light markup ([`super::markup`]) and controls. The face decides how
//! it becomes a message, and whether controls are shown.

use super::markup::plain;
use super::press::Press;
use super::*;
use crate::art::Picture;
use crate::table::Position;

/// A page: a message in Discord, a few lines in the terminal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The title; may be empty.
    pub title: String,
    /// The lines, with `**bold**`, `` `code` `` and escaped names. An empty line is a gap.
    pub lines: Vec<String>,
    /// Rows of controls: one menu alone, or up to five buttons. There are at most five, unless the page is laid out.
    pub controls: Vec<Vec<Control>>,
    /// Whether the page needs a message that is laid out, and in which colour: there its rows and controls may be
    /// [`Page::MOST_PARTS`] together.
    pub layout: Option<Tint>,
    /// The people to be pinged because the page waits for them.
    pub ping: Vec<PersonId>,
    /// What is shown beside it where there are pictures; the page says everything without it.
    pub picture: Option<Box<Picture>>,
    /// What is seen on the picture, in one sentence without markup.
    pub alt: String,
    /// An address that leads out of Discord, as a button of its own.
    pub link: Option<PageLink>,
    /// What is laid on a table beside it, where cards lie on one: JSON of [`super::scene`].
    pub exhibit: Option<Box<str>>,
}

/// An address to be opened in a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageLink {
    /// The label, at most 80 characters.
    pub label: String,
    pub url: String,
}

impl From<String> for Page {
    fn from(line: String) -> Self {
        Page::line(line)
    }
}

impl Extend<String> for Page {
    fn extend<T: IntoIterator<Item = String>>(&mut self, lines: T) {
        self.lines.extend(lines);
    }
}

impl Page {
    /// What a page that is laid out may have, its rows and each control in them counted.
    pub const MOST_PARTS: usize = 38;

    /// The most rows of controls of a page that is not laid out.
    pub const MOST_ROWS: usize = 5;

    /// The most buttons of a row.
    pub const MOST_BUTTONS: usize = 5;

    /// What lines of so many buttons take of [`Page::MOST_PARTS`], each line in rows of its own.
    pub fn parts(lines: &[usize]) -> usize {
        let rows = |count: usize| count.div_ceil(Self::MOST_BUTTONS);
        lines.iter().map(|count| count + rows(*count)).sum()
    }

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

    /// Adds a picture, with a sentence that says what is seen on it.
    pub fn show(&mut self, picture: Picture, alt: &str) {
        self.picture = Some(Box::new(picture));
        self.alt = plain(alt);
    }

    pub fn push(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds a line with a gap before it.
    pub fn part(&mut self, line: impl Into<String>) {
        self.push("");
        self.push(line);
    }

    /// Adds controls in a row of their own, or in several where they are more than one has room for.
    pub fn row(&mut self, mut controls: Vec<Control>) {
        while controls.len() > Self::MOST_BUTTONS {
            let rest = controls.split_off(Self::MOST_BUTTONS);
            self.controls.push(std::mem::replace(&mut controls, rest));
        }
        if !controls.is_empty() {
            self.controls.push(controls);
        }
    }

    /// The same page with these controls in a further row.
    #[must_use]
    pub fn with(mut self, controls: Vec<Control>) -> Self {
        self.row(controls);
        self
    }

    /// Takes away the controls that are not `wanted`.
    pub fn retain(&mut self, wanted: impl Fn(&Press) -> bool) {
        for row in &mut self.controls {
            row.retain(|control| wanted(control.press()));
        }
        self.controls.retain(|row| !row.is_empty());
    }

    pub fn presses(&self) -> impl Iterator<Item = &Press> {
        self.controls.iter().flatten().map(Control::press)
    }

    /// The moves that single buttons make, in order.
    pub fn moves(&self) -> impl Iterator<Item = PageMove<'_>> {
        let buttons = self.controls.iter().flatten();
        buttons.filter_map(|control| match control {
            Control::Button {
                label,
                press,
                enabled: true,
                ..
            } => press.line.as_move().map(|(verb, words)| PageMove {
                verb,
                words,
                label,
                press,
            }),
            Control::Button { .. } | Control::Menu { .. } => None,
        })
    }

    /// Whether Discord shows it whole: a title of at most 256 characters above at most 4,096, or 4,000 characters
    /// where it is laid out, some of them left for what is put around the page.
    pub fn fits(&self) -> bool {
        let lines = self.lines.iter().map(|line| line.chars().count() + 1);
        let (title, lines) = (self.title.chars().count(), lines.sum::<usize>());
        let most = match self.layout {
            Some(_) => 3_940 - title,
            None => 4_040,
        };
        title <= 256 && lines <= most
    }

    /// The title in bold, if there is one, and the lines.
    pub fn told(&self) -> impl Iterator<Item = String> {
        let title = (!self.title.is_empty()).then(|| format!("**{}**", self.title));
        title.into_iter().chain(self.lines.iter().cloned())
    }

    /// Title and lines, separated by line breaks, markup included.
    pub fn text(&self) -> String {
        self.told().collect::<Vec<_>>().join("\n")
    }
}

/// A page about a match or table that is shown when asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageKind {
    Hand,
    Score,
    LastTrick,
    /// A trick of the present round, by its number from 1.
    Trick(u8),
    /// The cards that have been played in the round.
    Seen,
    /// How to check the shuffle of the last round.
    Verify,
    /// Whether to concede.
    Surrender,
    /// What is seldom needed, and what cannot be undone.
    More,
}

impl PageKind {
    /// Whether it tells of a match, and can be asked for when the table is closed.
    pub const fn is_of_match(self) -> bool {
        use PageKind::{Hand, LastTrick, Score, Seen, Trick, Verify};
        matches!(self, Hand | Score | LastTrick | Trick(_) | Seen | Verify)
    }
}

/// A move that a button makes.
#[derive(Debug, Clone, Copy)]
pub struct PageMove<'a> {
    pub verb: Verb,
    /// With what, as it is typed; may be empty.
    pub words: &'a str,
    pub label: &'a str,
    pub press: &'a Press,
}

/// What the colour of a page's edge says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// Nothing is due from its reader.
    Calm,
    /// It is their turn.
    Turn,
    /// They bury the kitty.
    Kitty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    Main,
    /// Any other action.
    Plain,
    /// Helps or confirms.
    Good,
    /// Cannot be undone.
    Grave,
}

impl Style {
    /// What is marked among buttons that are main.
    pub const fn good_if(good: bool) -> Self {
        if good { Style::Good } else { Style::Main }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    Button {
        /// The label, at most 80 characters.
        label: String,
        /// What is shown before the label; then the label may be empty.
        icon: Option<Emoji>,
        press: Press,
        style: Style,
        enabled: bool,
    },
    /// Something to be chosen, one of several.
    Menu {
        /// The text while nothing is chosen, at most 150 characters.
        placeholder: String,
        /// The options, 1 to 25.
        choices: Vec<MenuOption>,
        /// The press; the chosen value is added to it.
        press: Press,
    },
}

impl MenuOption {
    /// An option that is not chosen, without an icon.
    pub const fn new(label: String, value: String, note: String) -> Self {
        Self {
            label,
            icon: None,
            value,
            note,
            chosen: false,
        }
    }

    pub fn chosen_if(self, chosen: bool) -> Self {
        Self { chosen, ..self }
    }
}

impl Control {
    /// A menu for one choice, wherever the match stands.
    pub fn menu(
        placeholder: String,
        choices: Vec<MenuOption>,
        table: TableKey,
        line: impl Into<Line>,
    ) -> Self {
        let (at, line) = (Position(0), line.into());
        Control::Menu {
            placeholder,
            choices,
            press: Press { table, at, line },
        }
    }

    /// A button that can be tapped, wherever the match stands.
    pub fn button(label: String, table: TableKey, line: impl Into<Line>, style: Style) -> Self {
        let (at, line) = (Position(0), line.into());
        Control::Button {
            icon: None,
            label,
            press: Press { table, at, line },
            style,
            enabled: true,
        }
    }

    /// The same for what is neither main nor grave.
    pub fn plain(label: String, table: TableKey, line: impl Into<Line>) -> Self {
        Self::button(label, table, line, Style::Plain)
    }

    /// What it does.
    pub const fn press(&self) -> &Press {
        match self {
            Control::Button { press, .. } | Control::Menu { press, .. } => press,
        }
    }

    /// The same button, which can be tapped only if this holds; a menu as it is.
    pub fn only_if(mut self, possible: bool) -> Self {
        if let Control::Button { enabled, .. } = &mut self {
            *enabled = possible;
        }
        self
    }

    /// The same button with an icon before its label; a menu as it is.
    pub fn with_icon(mut self, shown: Option<Emoji>) -> Self {
        if let Control::Button { icon, .. } = &mut self {
            *icon = shown;
        }
        self
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuOption {
    /// The label, at most 100 characters.
    pub label: String,
    /// What is shown before the label.
    pub icon: Option<Emoji>,
    /// The value; unique in its menu.
    pub value: String,
    /// An explanation; may be empty.
    pub note: String,
    pub chosen: bool,
}
