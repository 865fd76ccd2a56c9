//! Buttons and menus of a table.

use crate::command::Verb;
use crate::game::Seat;
use crate::text::context::{RenderContext, TableContext};
use crate::text::markup;
use crate::text::page::{Control, MenuOption, Page, Style};
use crate::text::press::{Line, Press};
use crate::text::topic::Topic;
use crate::text::voice::Voice;

impl<G: Voice> TableContext<'_, G> {
    pub fn button(&self, label: String, line: impl Into<Line>, style: Style) -> Control {
        Control::Button {
            icon: None,
            label: markup::plain(&label).chars().take(80).collect(),
            press: press(self, line),
            style,
            enabled: true,
        }
    }

    pub fn plain(&self, label: String, line: impl Into<Line>) -> Control {
        self.button(label, line, Style::Plain)
    }

    /// The button that opens a form for a line of this table, such as `mix *`, where there are forms.
    pub fn asking(&self, line: impl Into<Line>) -> Vec<Control> {
        let mut asking = (**self).asking(self.table, line);
        for control in &mut asking {
            if let Control::Button { press, .. } = control {
                press.at = self.view.position;
            }
        }
        asking
    }

    /// A button that is the same as typing this command.
    pub fn act(
        &self,
        label: String,
        (verb, words): (Verb, impl AsRef<str>),
        style: Style,
    ) -> Control {
        self.button(label, Line::of_move(verb, words.as_ref()), style)
    }
}

/// The label of a move that a computer player would make.
pub fn hinted(label: &str) -> String {
    format!("💡 {label}")
}

pub fn press<G: Voice>(cx: &TableContext<G>, line: impl Into<Line>) -> Press {
    Press {
        table: cx.table,
        at: cx.view.position,
        line: line.into(),
    }
}

/// Adds a menu for one choice, unless it has no options.
pub(super) fn menu<G: Voice>(
    cx: &TableContext<G>,
    page: &mut Page,
    placeholder: String,
    mut choices: Vec<MenuOption>,
    line: impl Into<Line>,
) {
    choices.truncate(25);
    if choices.is_empty() {
        return;
    }
    page.row(vec![Control::Menu {
        placeholder,
        choices,
        at_least: 1,
        at_most: 1,
        press: press(cx, line),
    }]);
}

/// What is tapped after a match: another one, and what there is to be seen of this one.
pub fn rematch_row<G: Voice>(cx: &TableContext<G>) -> Vec<Control> {
    let rematch = say!(cx, "button-rematch");
    vec![
        cx.button(rematch, "start deal", Style::Good),
        cx.plain(say!(cx, "button-score"), "score"),
        cx.plain(say!(cx, "button-verify"), "verify"),
        cx.plain(say!(cx, "button-rules"), "rules"),
        cx.plain(say!(cx, "button-leave"), "leave"),
    ]
}

/// The button with which everybody sees their own profile, on results.
pub fn profile_button<G: Voice>(cx: &TableContext<G>) -> Control {
    cx.plain(say!(cx, "profile-title"), "profile")
}

/// The button that opens the page with what is seldom needed.
pub fn more_button<G: Voice>(cx: &TableContext<G>) -> Control {
    cx.plain(say!(cx, "button-more"), "more")
}

/// The button that opens the help that fits what its presser is doing at the table.
pub fn help_button<G: Voice>(cx: &TableContext<G>) -> Control {
    let topic = Topic::Game(G::KIND).word();
    cx.plain(say!(cx, "button-help"), format!("help here {topic}"))
}

/// What sits down on this seat.
pub fn seat_line(seat: Seat) -> String {
    format!("join #{}", seat.index() + 1)
}

/// The button by which the channel's table is opened in a window of Discord.
pub fn window_button(cx: &RenderContext) -> Control {
    Control::plain(say!(cx, "button-window"), cx.table, "activity")
}
