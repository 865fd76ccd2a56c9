//! Names of people, computer players and games.

use super::*;
use crate::game::Viewer;
use crate::table::Ping;

/// The occupant of the seat, as shown: `**Ana**`, with a robot if a computer plays there; the reader
/// themselves, as sentences address them.
pub fn who<G: Voice>(seat: Seat, cx: &TableContext<G>) -> String {
    let Some(place) = cx.view.place(seat) else {
        return say!(cx, "seat-empty");
    };
    let name = || cx.name(place.name.as_deref().unwrap_or_default());
    match place.occupant {
        Occupant::Person(_) if is_viewer(cx.view, seat) => say!(cx, "you"),
        Occupant::Empty if place.name.is_none() => say!(cx, "seat-empty"),
        Occupant::Empty | Occupant::Person(_) => name(),
        Occupant::Computer(_) => format!("{} 🤖", cx.name(&computer_name::<G>(seat, cx))),
        Occupant::Substitute { .. } => format!("{} 🤖", name()),
    }
}

/// The name of the computer player on a seat; an individual one where there may be several.
pub fn computer_name<G: Voice>(seat: Seat, cx: &RenderContext) -> String {
    match most_seats::<G>() > 2 {
        true => cx.say_key(&format!("computer-{}", seat.index() % COMPUTER_NAMES), "?"),
        false => say!(cx, "computer"),
    }
}

/// The number of names for computer players.
pub const COMPUTER_NAMES: usize = 10;

/// The most seats that a table of this game can have.
fn most_seats<G: Voice>() -> u8 {
    *G::seats(&G::Rules::default()).end()
}

/// The player on a seat in a list: not bold, and by the seat's name if nobody is known. Somebody for whom
/// a computer plays keeps their name.
pub fn plain_who<G: Voice>(seat: Seat, cx: &TableContext<G>) -> String {
    let place = cx.view.place(seat);
    let occupant = place.map(|place| place.occupant);
    match (occupant, place.and_then(|place| place.name.as_deref())) {
        (Some(Occupant::Computer(_)), _) => computer_name::<G>(seat, cx),
        (Some(Occupant::Person(_)), _) if is_viewer(cx.view, seat) => say!(cx, "you"),
        (_, Some(name)) => cx.plain_name(name),
        (_, None) => G::seat_name(seat, cx),
    }
}

/// The name of a person who has a seat here or waits for one; `?` for others.
pub fn person<G: Voice>(person: PersonId, cx: &TableContext<G>) -> String {
    if let Some(seat) = cx.view.seat_of(person) {
        return who(seat, cx);
    }
    let mut newcomers = cx.view.newcomers.iter();
    let newcomer = newcomers.find(|newcomer| newcomer.person == person);
    cx.name(newcomer.map_or("?", |newcomer| &newcomer.name))
}

/// The people whose turn it is, to be pinged.
pub fn awaited<G: Voice>(view: &TableView<G>) -> Vec<PersonId> {
    // A match that is paused waits for anybody.
    let due = view.seats.iter().filter(|_| !view.paused);
    let due = due.filter(|place| view.awaits(place.seat));
    due.filter_map(|place| place.occupant.person()).collect()
}

/// Has them pinged by a page, where the table pings.
pub fn ping<G: Voice>(view: &TableView<G>, page: &mut Page) {
    if view.limits.ping == Ping::On {
        page.ping = awaited(view);
    }
}

pub fn is_viewer<G: Voice>(view: &TableView<G>, seat: Seat) -> bool {
    view.viewer == Viewer::Seat(seat)
}

pub fn game_name(name: &str, cx: &RenderContext) -> String {
    cx.say_key(&format!("game-{name}"), name)
}

pub fn skill_name(skill: Skill, cx: &RenderContext) -> String {
    match skill {
        Skill::Level(level) => say!(cx, "skill-level", n = level),
        Skill::Program(name) => say!(cx, "skill-program", name = name.as_str()),
        named => cx.say_key(&format!("skill-{named}"), &named.to_string()),
    }
}

/// What a computer player of this skill does in this game, in one line; empty where the game has
/// none of that name.
pub fn skill_note<G: Voice>(skill: &str, cx: &RenderContext) -> String {
    cx.say_key(&format!("skill-note-{}-{skill}", G::KIND.name()), "")
}

/// The skill that a word means: its name (`greedy`, `level3`, `3`) or its name in one of the
/// languages (`simple`, `高手`).
pub fn skill_of(word: &str) -> Option<Skill> {
    let called = |skill: &Skill| {
        let named = |cx: &_| skill_name(*skill, cx).to_lowercase() == word.to_lowercase();
        RenderContext::in_any_language(named)
    };
    Skill::from_name(word).or_else(|| Skill::NAMED.into_iter().find(called))
}

/// Whether the viewer is the only person at the table.
pub fn is_alone<G: Voice>(view: &TableView<G>) -> bool {
    let mut others = view.seats.iter();
    !others.any(|place| {
        let other = Viewer::Seat(place.seat) != view.viewer;
        other && place.occupant.holder().is_some()
    })
}
