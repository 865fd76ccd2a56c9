//! What people are told who have to do with somebody that they do not know: that they were reported.

use super::context::RenderContext;
use super::markup;
use super::page::{Control, Page, Style};
use super::press::{Press, Tap};
use crate::table::{PersonId, Position, TableKey};

/// The most characters of the reason for a report.
pub const MOST_REASON: usize = 400;

/// Why something is not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportTrouble {
    /// Nobody is named whom it could be about; a right example.
    Whom(&'static str),
    /// The reason is too long; its characters.
    Long(usize),
    /// So many were made within a day.
    ManyToday(usize),
    /// So many wait for the operator.
    ManyWaiting(usize),
}

impl ReportTrouble {
    /// The refusal, with what would be right.
    pub fn page(self, cx: &RenderContext) -> Page {
        Page::line(match self {
            Self::Whom(example) => say!(cx, "report-whom", example = cx.command(example)),
            Self::Long(n) => say!(cx, "report-long", n, most = MOST_REASON),
            Self::ManyToday(most) => say!(cx, "report-many", most),
            Self::ManyWaiting(most) => say!(cx, "report-waiting", most),
        })
    }
}

/// What somebody wrote in one line, with nothing invisible in it.
pub fn reason(words: &str) -> String {
    let words = words.split_whitespace();
    let words: Vec<&str> = words.collect();
    let words = words.join(" ");
    words
        .chars()
        .filter(|c| !markup::is_treacherous(*c))
        .collect()
}

/// That somebody was reported, with a button to have nothing to do with them unless they are blocked.
pub fn reported(name: &str, block: Option<PersonId>, table: TableKey, cx: &RenderContext) -> Page {
    let mut page = Page::line(say!(cx, "report-done", who = name));
    if let Some(person) = block {
        page.push(say!(cx, "report-block"));
        page.row(vec![button(
            say!(cx, "button-block"),
            table,
            Tap::Block(person),
        )]);
    }
    page
}

fn button(label: String, table: TableKey, tap: Tap) -> Control {
    let at = Position(0);
    Control::Button {
        icon: None,
        label,
        press: Press { table, at, tap },
        style: Style::Plain,
        enabled: true,
    }
}
