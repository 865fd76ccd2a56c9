//! What became of a table that could not simply go on after a restart.

use crate::host::Fate;
use crate::text::context::RenderContext;

/// What became of a table, as one line for everybody.
pub fn fate_line(fate: Fate, cx: &RenderContext) -> String {
    let command = cx.command("join");
    match fate {
        Fate::DealtAgain { round: Some(_) } => say!(cx, "news-dealt-again"),
        Fate::DealtAgain { round: None } => say!(cx, "news-match-off"),
        Fate::Aside { later: true, .. } => say!(cx, "news-aside-later", command = command),
        Fate::Aside {
            table,
            later: false,
        } => {
            let table = format!("`{table}`");
            say!(cx, "news-aside", table = table, command = command)
        }
    }
}
