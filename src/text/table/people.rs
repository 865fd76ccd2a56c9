//! What people, computer players and games are called.

use crate::game::{Seat, Viewer};
use crate::table::{Occupant, PersonId, Skill, TableView};
use crate::text::context::{Face, RenderContext};
use crate::text::locale::Locale;
use crate::text::markup;
use crate::text::voice::Voice;

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

/// The player on a seat as lists name them: not bold, and by the seat where nobody is known.
pub fn plain_who<G: Voice>(view: &TableView<G>, seat: Seat, cx: &RenderContext) -> String {
    let place = view.place(seat);
    let computer = place.is_some_and(|place| place.occupant.computer().is_some());
    match place.and_then(|place| place.name.as_deref()) {
        _ if computer => computer_name::<G>(seat, cx),
        Some(name) => markup::name(name),
        None => G::seat_name(seat, cx),
    }
}

/// The person as they are shown, as far as they have a seat here.
pub fn person<G: Voice>(view: &TableView<G>, person: PersonId, cx: &RenderContext) -> String {
    match view.seat_of(person) {
        Some(seat) => who(view, seat, cx),
        None => cx.name("?"),
    }
}

/// The persons whose turn it is, for telling them.
pub fn awaited<G: Voice>(view: &TableView<G>) -> Vec<PersonId> {
    let due = view.seats.iter().filter(|place| view.awaits(place.seat));
    due.filter_map(|place| place.occupant.person()).collect()
}

/// Whether the view is that of a player of this seat.
pub fn is_viewer<G: Voice>(view: &TableView<G>, seat: Seat) -> bool {
    view.viewer == Viewer::Seat(seat)
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
