//! Buttons and menus of a table.

use crate::command::Verb;
use crate::table::TableView;
use crate::text::context::RenderContext;
use crate::text::markup;
use crate::text::page::{Control, MenuOption, Page, Style};
use crate::text::press::PageKind;
use crate::text::press::{Press, Tap};
use crate::text::voice::Voice;

pub fn button<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    label: String,
    tap: Tap,
    style: Style,
) -> Control {
    Control::Button {
        icon: None,
        label: markup::plain(&label).chars().take(80).collect(),
        press: press(view, cx, tap),
        style,
        enabled: true,
    }
}

/// The label of a move that a computer player would make.
pub fn hinted(label: &str) -> String {
    format!("💡 {label}")
}

pub fn press<G: Voice>(view: &TableView<G>, cx: &RenderContext, tap: Tap) -> Press {
    Press {
        table: cx.table,
        at: view.position,
        tap,
    }
}

/// A button that is the same as typing this command.
pub fn act<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    label: String,
    (verb, words): (Verb, String),
    style: Style,
) -> Control {
    button(view, cx, label, Tap::Act { verb, words }, style)
}

/// Adds a menu for one choice, unless it has no options.
pub(super) fn menu<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    page: &mut Page,
    placeholder: String,
    mut choices: Vec<MenuOption>,
    tap: Tap,
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
        press: press(view, cx, tap),
    }]);
}

pub fn plain_button<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    label: String,
    tap: Tap,
) -> Control {
    button(view, cx, label, tap, Style::Plain)
}

/// The button with which everybody sees their own profile, on results.
pub fn profile_button<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Control {
    plain_button(view, cx, say!(cx, "profile-title"), Tap::Profile)
}

/// The button that opens the page with what is seldom needed.
pub fn more_button<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Control {
    let more = Tap::Show(PageKind::More);
    plain_button(view, cx, say!(cx, "button-more"), more)
}

/// The button by which the channel's table is opened in a window of Discord.
pub fn window_button(cx: &RenderContext) -> Control {
    Control::button(
        say!(cx, "button-window"),
        cx.table,
        Tap::Activity,
        Style::Plain,
    )
}
