//! The table before a match, and after closing.

use super::challenge::challenge_page;
use super::controls::button;
use super::deeds::more_button;
use super::people::{game_name, person, who};
use super::rules::rules_line;
use super::seats::lobby_menus;
use crate::command::Name;
use crate::table::{SeatView, TableView};
use crate::text::context::RenderContext;
use crate::text::page::{Control, Page, Style};
use crate::text::press::{Sheet, Tap};
use crate::text::topic::Topic;
use crate::text::voice::Voice;

/// With how many players a game with more seats is started by one tap.
const PARTY: u8 = 4;

/// How many players sit at this table once computers were added by the tap that starts at once.
pub fn party<G: Voice>(view: &TableView<G>) -> usize {
    let (least, most) = G::seats(&view.rules).into_inner();
    usize::from(PARTY.clamp(least, most))
}

pub fn lobby_page<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Page {
    if let Some(invited) = &view.invited {
        return challenge_page(view, invited, cx);
    }
    let seated = view.seated();
    let least = usize::from(*G::seats(&view.rules).start());
    let mut page = lobby_brief(view, cx);
    page.lines.extend(G::lobby_lines(view, cx));
    page.lines
        .extend(G::lasts(view).map(|lasts| lasts.line(cx)));
    page.push(rules_line(view, cx));
    if view.seat_of(view.host).is_some() {
        page.push(say!(cx, "lobby-host", who = person(view, view.host, cx)));
    }
    page.lines.extend(series_line(view, cx));
    page.push(match least.saturating_sub(seated) {
        0 => say!(cx, "lobby-ready", start = cx.command("start")),
        missing => say!(cx, "lobby-wait", missing = missing),
    });
    lobby_controls(view, cx, seated >= least, &mut page);
    page
}

/// The seats before a match, without controls: for those who see them elsewhere.
pub fn lobby_brief<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(
        cx,
        "lobby-title",
        game = game_name(G::KIND.name(), cx),
        seated = view.seated(),
        seats = usize::from(*G::seats(&view.rules).end())
    ));
    page.lines = seat_lines(view, cx);
    page
}

/// The occupants of the seats, two to a line.
pub fn seat_lines<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Vec<String> {
    // At a table with many seats, empty ones are not listed.
    let few = usize::from(*G::seats(&view.rules).end()) <= 4;
    let taken = |place: &&SeatView| few || !place.occupant.is_empty();
    let places = view.seats.iter().filter(taken).map(|place| {
        let seat = G::seat_name(place.seat, cx);
        format!("{seat} {}", who(view, place.seat, cx))
    });
    let places: Vec<String> = places.collect();
    places.chunks(2).map(|pair| pair.join(" · ")).collect()
}

/// What begins a match first, then its length, then what is needed more seldom.
fn lobby_controls<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    enough: bool,
    page: &mut Page,
) {
    // A computer player gives its seat to a person.
    let mut seats = view.seats.iter();
    let room = seats.any(|place| place.occupant.person().is_none());
    let plain = |label, tap| button(view, cx, label, tap, Style::Plain);
    let mut start = button(view, cx, say!(cx, "button-start"), Tap::Start, Style::Good);
    let mut join = button(view, cx, say!(cx, "button-join"), Tap::Join, Style::Main);
    for (control, possible) in [(&mut start, enough), (&mut join, room)] {
        if let Control::Button { enabled, .. } = control {
            *enabled = possible;
        }
    }
    let missing = view.seated() < party::<G>(view);
    let quick = missing.then(|| plain(say!(cx, "button-quick"), Tap::Quick));
    page.row([join].into_iter().chain(quick).chain([start]).collect());
    let lengths = G::lengths(view, cx).into_iter().map(|length| {
        let label = match length.chosen {
            true => format!("✓ {}", length.label),
            false => length.label,
        };
        plain(label, Tap::SetRules(length.settings))
    });
    page.row(lengths.collect());
    page.row(vec![
        plain(say!(cx, "button-rules"), Tap::Show(Sheet::Rules)),
        plain(
            say!(cx, "button-help"),
            Tap::Show(Sheet::Help(Topic::Game(G::KIND))),
        ),
        plain(say!(cx, "button-leave"), Tap::Leave),
        more_button(view, cx),
    ]);
    lobby_menus(view, cx, page);
}

pub fn closed_page<G: Voice>(cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "closed-title"));
    page.push(say!(
        cx,
        "closed-hint",
        join = cx.command(Name::Open(G::KIND).word())
    ));
    page
}

/// Matches won in this series, if any were: `Matches won: Ana 2, Bo 1`.
pub fn series_line<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Option<String> {
    let winners = view.seats.iter().filter(|place| place.won > 0);
    let wins = winners.map(|place| format!("{} {}", who(view, place.seat, cx), place.won));
    let wins: Vec<String> = wins.collect();
    (!wins.is_empty()).then(|| say!(cx, "wins-list", wins = cx.list(wins)))
}
