//! Challenges: a new table whose free seat is reserved for one person, and how it ended.

use super::controls::button;
use super::people::{game_name, person};
use super::rules::rules_line;
use crate::table::{Closer, Invited, TableView};
use crate::text::context::RenderContext;
use crate::text::page::{Page, Style};
use crate::text::press::{Sheet, Tap};
use crate::text::voice::Voice;

/// The table while it waits for the invited person.
pub fn challenge_page<G: Voice>(
    view: &TableView<G>,
    invited: &Invited,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(game_name(G::KIND.name(), cx));
    let (host, guest) = (person(view, view.host, cx), cx.name(&invited.name));
    page.push(say!(cx, "challenge-made", who = host, other = guest));
    page.lines.extend(G::lobby_lines(view, cx));
    page.push(rules_line(view, cx));
    let wait = say!(cx, "challenge-wait", other = cx.name(&invited.name));
    page.push(match cx.when() {
        Some(when) => format!("{wait} · {when}"),
        None => wait,
    });
    let plain = |label, tap| button(view, cx, label, tap, Style::Plain);
    let accept = say!(cx, "button-accept");
    page.row(vec![
        button(view, cx, accept, Tap::Join, Style::Good),
        plain(say!(cx, "button-decline"), Tap::Decline),
        plain(say!(cx, "button-rules"), Tap::Show(Sheet::Rules)),
        plain(say!(cx, "button-take-back"), Tap::End),
    ]);
    page.ping.push(invited.person);
    page
}

/// How a challenge ended that was not accepted; `None` for any other table.
pub fn challenge_end<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Option<String> {
    let by = view.closing.as_ref()?.by;
    let who = cx.name(&view.invited.as_ref()?.name);
    Some(match by {
        Some(Closer::Declined(_)) => say!(cx, "challenge-declined", who = who),
        Some(Closer::Idle) => say!(cx, "challenge-unanswered", who = who),
        Some(
            Closer::Host(_) | Closer::Moderator(_) | Closer::Anybody { .. } | Closer::Deserted,
        )
        | None => say!(cx, "challenge-taken-back"),
    })
}
