//! What is the same at every table: lobby, seats, house rules, news and refusals.

mod challenge;
mod news;
mod refusals;
mod rules;
mod seats;

pub use challenge::{challenge_end, challenge_page};
pub use news::news_lines;
pub use refusals::{refusal, rule_error};
pub use rules::{rules_about, rules_after, rules_example, rules_page, value_label};
pub use seats::{away_lines, away_row, come_back};

use super::context::{Face, RenderContext};
use super::locale::Locale;
use super::markup;
use super::page::{Control, MenuOption, Page, Style};
use super::press::{Press, Sheet, Tap};
use super::topic::Topic;
use super::voice::Voice;
use crate::command::Verb;
use crate::game::{Seat, Viewer};
use crate::table::{Motion, Occupant, PersonId, SeatView, Skill, TableView};
use rules::rules_line;

/// Who sits on the seat, as it is shown: `**Ana**`, with a robot if a computer plays there.
pub fn who<G: Voice>(view: &TableView<G>, seat: Seat, cx: &RenderContext) -> String {
    let Some(place) = view.place(seat) else {
        return say!(cx, "seat-empty");
    };
    let name = || cx.name(place.name.as_deref().unwrap_or_default());
    match place.occupant {
        Occupant::Empty if place.name.is_none() => say!(cx, "seat-empty"),
        Occupant::Empty | Occupant::Person(_) => name(),
        Occupant::Computer(_) => format!("{} 🤖", cx.name(&computer_name::<G>(seat, cx))),
        Occupant::Substitute { .. } => format!("{} 🤖", name()),
    }
}

/// What the computer player on a seat is called: by a name of its own where there may be several.
pub fn computer_name<G: Voice>(seat: Seat, cx: &RenderContext) -> String {
    let several = most_seats::<G>() > 2;
    match several {
        true => cx.say_key(&format!("computer-{}", seat.index() % COMPUTER_NAMES), "?"),
        false => say!(cx, "computer"),
    }
}

/// How many names there are for computer players.
pub const COMPUTER_NAMES: usize = 10;

/// The most seats that a table of this game can have.
fn most_seats<G: Voice>() -> u8 {
    *G::seats(&G::Rules::default()).end()
}

/// The person as they are shown, as far as they have a seat here.
pub fn person<G: Voice>(view: &TableView<G>, person: PersonId, cx: &RenderContext) -> String {
    match view.seat_of(person) {
        Some(seat) => who(view, seat, cx),
        None => cx.name("?"),
    }
}

/// A button for this view.
pub fn button<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    label: String,
    tap: Tap,
    style: Style,
) -> Control {
    Control::Button {
        label: markup::plain(&label).chars().take(80).collect(),
        press: press(view, cx, tap),
        style,
        enabled: true,
    }
}

/// The tap as it is offered with this view.
pub fn press<G: Voice>(view: &TableView<G>, cx: &RenderContext, tap: Tap) -> Press {
    Press {
        table: cx.table,
        at: view.position,
        tap,
    }
}

/// What a game is called.
pub fn game_name(name: &str, cx: &RenderContext) -> String {
    cx.say_key(&format!("game-{name}"), name)
}

/// What a computer player of this level is called.
pub fn skill_name(skill: Skill, cx: &RenderContext) -> String {
    match skill {
        Skill::Level(level) => say!(cx, "skill-level", n = level),
        named => cx.say_key(&format!("skill-{named}"), &named.to_string()),
    }
}

/// The computer player that a word means: its name (`greedy`, `level3`, `3`) or what it is called in
/// one of the languages (`simple`, `高手`).
pub fn skill_of(word: &str) -> Option<Skill> {
    let called = |skill: &Skill| {
        Locale::all().any(|locale| {
            let cx = RenderContext::new(locale, Face::Terminal, "");
            skill_name(*skill, &cx).to_lowercase() == word.to_lowercase()
        })
    };
    Skill::from_name(word).or_else(|| Skill::NAMED.into_iter().find(called))
}

/// The table before a match.
pub fn lobby_page<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Page {
    if let Some(invited) = &view.invited {
        return challenge_page(view, invited, cx);
    }
    let seated = view.seated();
    let least = usize::from(*G::seats(&view.rules).start());
    let mut page = lobby_brief(view, cx);
    page.lines.extend(G::lobby_lines(view, cx));
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

/// Who sits at the table before a match, without its controls: for those who see them elsewhere.
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

/// Who sits where, two to a line.
pub fn seat_lines<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Vec<String> {
    // Where many may sit, the empty seats would be a page of their own.
    let few = usize::from(*G::seats(&view.rules).end()) <= 4;
    let taken = |place: &&SeatView| few || !place.occupant.is_empty();
    let places = view.seats.iter().filter(taken).map(|place| {
        let seat = G::seat_name(place.seat, cx);
        format!("{seat} {}", who(view, place.seat, cx))
    });
    let places: Vec<String> = places.collect();
    places.chunks(2).map(|pair| pair.join(" · ")).collect()
}

fn lobby_controls<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    enough: bool,
    page: &mut Page,
) {
    // A computer makes room for a person.
    let room = view
        .seats
        .iter()
        .any(|place| place.occupant.person().is_none());
    let plain = |label, tap| button(view, cx, label, tap, Style::Plain);
    let mut start = button(view, cx, say!(cx, "button-start"), Tap::Start, Style::Good);
    let mut join = button(view, cx, say!(cx, "button-join"), Tap::Join, Style::Main);
    for (control, possible) in [(&mut start, enough), (&mut join, room)] {
        if let Control::Button { enabled, .. } = control {
            *enabled = possible;
        }
    }
    page.row(vec![
        join,
        plain(say!(cx, "button-leave"), Tap::Leave),
        plain(say!(cx, "button-rules"), Tap::Show(Sheet::Rules)),
        plain(
            say!(cx, "button-help"),
            Tap::Show(Sheet::Help(Topic::Game(G::KIND))),
        ),
        start,
    ]);
    seats::lobby_menus(view, cx, page);
}

/// Adds a menu from which one thing is chosen, unless there is nothing to choose.
fn menu<G: Voice>(
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

/// A table at which nothing can happen any more.
pub fn closed_page<G: Voice>(cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "closed-title"));
    page.push(say!(cx, "closed-hint", join = cx.command(G::OPENED_WITH)));
    page
}

/// Matches won in this series, if any were: `Matches won: Ana 2, Bo 1`.
pub fn series_line<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Option<String> {
    let winners = view.seats.iter().filter(|place| place.won > 0);
    let wins = winners.map(|place| format!("{} {}", who(view, place.seat, cx), place.won));
    let wins: Vec<String> = wins.collect();
    (!wins.is_empty()).then(|| say!(cx, "wins-list", wins = cx.list(wins)))
}

/// The button that votes for starting over, with the votes so far.
pub fn reset_button<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Control {
    let vote = view.votes.iter().find(|vote| vote.motion == Motion::Reset);
    let label = match vote {
        Some(vote) if !vote.supporters.is_empty() => {
            let votes = vote.supporters.len();
            say!(cx, "button-reset", votes = votes, needed = vote.needed)
        }
        _ => say!(cx, "button-reset-none"),
    };
    button(view, cx, label, Tap::VoteReset, Style::Plain)
}

/// The persons whose turn it is, for telling them.
pub fn awaited<G: Voice>(view: &TableView<G>) -> Vec<PersonId> {
    let due = view.seats.iter().filter(|place| view.awaits(place.seat));
    due.filter_map(|place| place.occupant.person()).collect()
}

/// A button that is the same as typing.
pub fn act<G: Voice>(
    view: &TableView<G>,
    cx: &RenderContext,
    label: String,
    (verb, words): (Verb, String),
    style: Style,
) -> Control {
    button(view, cx, label, Tap::Act { verb, words }, style)
}

/// Whether the view is that of a player of this seat.
pub fn is_viewer<G: Voice>(view: &TableView<G>, seat: Seat) -> bool {
    view.viewer == Viewer::Seat(seat)
}
