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

/// The most rows of a page, and the most buttons of one.
const MOST_ROWS: usize = 5;
const MOST_BUTTONS: usize = 5;

/// That the match is paused, and until when.
pub(super) fn paused_line<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> String {
    let join = cx.command("join");
    match view.limits.idle_limit_min {
        Some(minutes) => say!(cx, "match-paused", join = join, minutes = minutes),
        None => say!(cx, "match-paused-kept", join = join),
    }
}

/// Adds who is absent in a match, what happens to their seats, and the buttons to come back or to take
/// such a seat. Where the match is paused, nothing of it happens: that, and the button with which anybody
/// there goes on, come before everything else.
pub fn add_away<G: Voice>(view: &TableView<G>, cx: &RenderContext, page: &mut Page) {
    if is_paused(view) {
        return add_pause(view, cx, page);
    }
    let StageView::Playing(_) = view.stage else {
        return;
    };
    for place in &view.seats {
        if let Occupant::Substitute { away, .. } = place.occupant {
            let who = who(view, place.seat, cx);
            page.push(match away {
                Away::Absent => say!(cx, "seat-absent", who = who),
                Away::Left => say!(cx, "seat-left", who = who),
            });
        }
    }
    page.row(away_row(view, cx));
}

/// Adds to the viewer's own hand that a computer plays for them, or that the match is paused, and the
/// button with which it is theirs again, or goes on.
pub fn add_return<G: Voice>(view: &TableView<G>, cx: &RenderContext, page: &mut Page) {
    if is_paused(view) {
        return add_pause(view, cx, page);
    }
    let Some((line, back)) = come_back(view, cx) else {
        return;
    };
    page.lines.insert(0, line);
    let full = page.controls.len() >= MOST_ROWS;
    match page
        .controls
        .last_mut()
        .filter(|row| full && row.len() < MOST_BUTTONS)
    {
        Some(row) => row.push(back),
        None => page.row(vec![back]),
    }
}

fn is_paused<G: Voice>(view: &TableView<G>) -> bool {
    view.paused && matches!(view.stage, StageView::Playing(_))
}

fn add_pause<G: Voice>(view: &TableView<G>, cx: &RenderContext, page: &mut Page) {
    page.lines.insert(0, paused_line(view, cx));
    let go_on = button(view, cx, say!(cx, "button-go-on"), Tap::Join, Style::Good);
    page.controls.insert(0, vec![go_on]);
}

/// The buttons to come back to a match, or to take a computer player's seat.
fn away_row<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Vec<Control> {
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

/// Whether a computer plays for the viewer.
pub fn is_away<G: Voice>(view: &TableView<G>) -> bool {
    let place = view.seat().and_then(|seat| view.place(seat));
    place.is_some_and(|place| place.occupant.away().is_some())
}

/// The line for a viewer with a substitute, and the button to come back.
fn come_back<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Option<(String, Control)> {
    is_away(view).then_some(())?;
    let place = view.seat().and_then(|seat| view.place(seat))?;
    let back = Tap::Sit(Some(place.seat));
    let back = button(view, cx, say!(cx, "button-back-again"), back, Style::Good);
    Some((say!(cx, "seat-absent-you", face = cx.face.word()), back))
}
