//! Free seats: in the lobby, and during a match those of substitutes.

use super::controls::{button, menu};
use super::people::{computer_name, skill_name, skill_note, who};
use crate::table::{Away, Occupant, SeatView, Skill, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::page::{Control, MenuOption, Page, Style};
use crate::text::press::Tap;
use crate::text::voice::Voice;

/// The most programs that the menu offers; others are seated by their names.
const MOST_PROGRAMS: usize = 10;

/// The menus of the lobby: take a seat; add a computer player or remove one.
pub(super) fn lobby_menus<G: Voice>(view: &TableView<G>, cx: &RenderContext, page: &mut Page) {
    let choice = |place: &SeatView, note: String| MenuOption {
        icon: None,
        label: G::seat_name(place.seat, cx),
        value: place.seat.index().to_string(),
        note,
        chosen: false,
    };
    let note = |place: &SeatView| match place.occupant {
        Occupant::Computer(_) => say!(
            cx,
            "menu-seat-computer",
            name = computer_name::<G>(place.seat, cx)
        ),
        Occupant::Empty | Occupant::Person(_) | Occupant::Substitute { .. } => String::new(),
    };
    let open = view.seats.iter();
    let open = open.filter(|place| place.occupant.person().is_none());
    let open = open.map(|place| choice(place, note(place))).collect();
    menu(view, cx, page, say!(cx, "menu-seat"), open, Tap::Sit(None));
    let free = view.seats.iter().any(|place| place.occupant.is_empty());
    let skills = G::SKILLS.iter().filter(|_| free).map(|skill| MenuOption {
        icon: None,
        label: skill_name(*skill, cx),
        value: skill.to_string(),
        note: skill_note::<G>(&skill.to_string(), cx),
        chosen: false,
    });
    let programs = cx.programs.iter().filter(|_| free).take(MOST_PROGRAMS);
    let programs = programs.map(|name| MenuOption {
        icon: None,
        label: skill_name(Skill::Program(*name), cx),
        value: Skill::Program(*name).to_string(),
        note: say!(cx, "skill-note-program"),
        chosen: false,
    });
    let away = view.seats.iter().filter_map(|place| {
        let skill = skill_name(place.occupant.computer()?, cx);
        let name = computer_name::<G>(place.seat, cx);
        let seat = G::seat_name(place.seat, cx);
        Some(MenuOption {
            icon: None,
            label: say!(cx, "menu-away", seat = seat),
            value: format!("-{}", place.seat.index()),
            note: format!("{name} · {skill}"),
            chosen: false,
        })
    });
    let title = match free {
        true => say!(cx, "menu-computer"),
        false => say!(cx, "menu-computer-away"),
    };
    let computers = skills.chain(programs).chain(away).collect();
    menu(view, cx, page, title, computers, Tap::AddComputer(None));
}

/// That the match is paused, and until when.
pub(super) fn paused_line<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> String {
    let join = cx.command("join");
    match view.limits.idle_limit_min {
        Some(minutes) => say!(cx, "match-paused", join = join, minutes = minutes),
        None => say!(cx, "match-paused-kept", join = join),
    }
}

/// Who is absent in a match, and what happens to their seat; that nobody is there, if so.
pub fn away_lines<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Vec<String> {
    let StageView::Playing(_) = view.stage else {
        return Vec::new();
    };
    let paused = view.paused.then(|| paused_line(view, cx));
    let lines = view.seats.iter().filter_map(|place| {
        let Occupant::Substitute { away, .. } = place.occupant else {
            return None;
        };
        let who = who(view, place.seat, cx);
        Some(match away {
            Away::Absent => say!(cx, "seat-absent", who = who),
            Away::Left => say!(cx, "seat-left", who = who),
        })
    });
    paused.into_iter().chain(lines).collect()
}

/// The buttons to come back to a match, or to take a computer player's seat; where the match is paused,
/// the one that goes on with it, from whichever seat.
pub fn away_row<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Vec<Control> {
    let StageView::Playing(_) = view.stage else {
        return Vec::new();
    };
    if view.paused {
        let go_on = say!(cx, "button-go-on");
        return vec![button(view, cx, go_on, Tap::Join, Style::Good)];
    }
    let occupants = || view.seats.iter().map(|place| (place.seat, place.occupant));
    let absent = occupants().find(|(_, occupant)| {
        let away = Away::Absent;
        matches!(occupant, Occupant::Substitute { away: own, .. } if *own == away)
    });
    let open = occupants().any(|(_, occupant)| match occupant {
        Occupant::Computer(_)
        | Occupant::Substitute {
            away: Away::Left, ..
        } => true,
        Occupant::Empty | Occupant::Person(_) | Occupant::Substitute { .. } => false,
    });
    let mut row = Vec::new();
    if let Some((seat, _)) = absent {
        // An absent person gets their own seat, whichever is named.
        let back = Tap::Sit(Some(seat));
        row.push(button(
            view,
            cx,
            say!(cx, "button-back-again"),
            back,
            Style::Good,
        ));
    }
    if open {
        let take = say!(cx, "button-take-seat");
        row.push(button(view, cx, take, Tap::Join, Style::Plain));
    }
    row
}

/// The line for a viewer with a substitute, and the button to come back.
pub fn come_back<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Option<(String, Control)> {
    let place = view.seat().and_then(|seat| view.place(seat))?;
    place.occupant.away()?;
    let back = Tap::Sit(Some(place.seat));
    let back = button(view, cx, say!(cx, "button-back-again"), back, Style::Good);
    Some((say!(cx, "seat-absent-you"), back))
}
