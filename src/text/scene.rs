//! The scene: what a viewer sees of a table, for faces that lay cards on one instead of writing lines.
//!
//! Made of the same view as the page beside it, which has all the words: a scene says where what lies and
//! what pressing it does. Its form is documented beside the face for browsers, and counted by [`VERSION`].
//! Cards, seats and presses are written as everywhere else: `10H`, the index of the seat, [`Press::code`].

use super::markup::plain;
use super::table::{add_vote, plain_who, public_page, sheet_page, skill_name};
use super::*;

use crate::command::AtTable;
use crate::table::Occupant;

/// The version of the form: it rises when what was there means something else, or is gone.
pub const VERSION: u32 = 1;

/// What a page has of a button, for what lies on the table itself; nothing for a menu.
pub fn button_of(control: &Control) -> Value {
    match control {
        Control::Button {
            label,
            press,
            enabled,
            ..
        } => json!({"label": label, "press": press.code(), "enabled": enabled}),
        Control::Menu { .. } => Value::Null,
    }
}

/// The same without those of these fields that say nothing.
pub fn given(mut fields: Value, unless_empty: &[&str]) -> Value {
    let empty = [Value::Null, json!(false), json!(""), json!([])];
    let says = |name: &String, value: &mut Value| {
        !unless_empty.contains(&name.as_str()) || !empty.contains(value)
    };
    if let Value::Object(fields) = &mut fields {
        fields.retain(says);
    }
    fields
}

/// Puts what belongs to a page beside it, if it can be seen there.
pub fn put_beside(page: &mut Page, exhibit: &Value, cx: &RenderContext) {
    if cx.face == Surface::Browser {
        page.exhibit = Some(exhibit.to_string().into());
    }
}

/// A position that the view has, with what everybody held then, read by these first lines of its page; and the cards
/// that are marked in it.
pub fn laid<G: Voice>(
    play: Value,
    hands: Value,
    (said, marks): (usize, Value),
    cx: &TableContext<G>,
) -> Value {
    let mut scene = scene(cx);
    scene["stage"] = json!("over");
    scene["deadline"] = Value::Null;
    scene["between"] = json!(false);
    scene["play"] = play;
    let said = (said > 0).then_some(said);
    let step = json!({"scene": scene, "hands": hands, "said": said, "marks": marks});
    json!({"step": given(step, &["hands", "said", "marks"])})
}

/// A table as one viewer sees it.
pub fn scene<G: Voice>(cx: &TableContext<G>) -> Value {
    let view = cx.view;
    let playing = matches!(view.stage, StageView::Playing(_));
    let seats = view.seats.iter().map(|place| {
        let computer = place.occupant.computer();
        let skill = computer.filter(|_| matches!(view.stage, StageView::Lobby));
        let seat = json!({
            "name": plain(&plain_who(place.seat, cx)),
            "taken": !place.occupant.is_empty(),
            "computer": computer.is_some(),
            "skill": skill.map(|skill| skill_name(skill, cx)),
            "away": matches!(place.occupant, Occupant::Substitute { .. }),
            "due": playing && view.awaits(place.seat),
            "won": place.won,
        });
        given(seat, &["skill"])
    });
    let scene = json!({
        "game": G::KIND.name(),
        "stage": tell::stage(&view.stage),
        "paused": view.paused,
        "you": view.seat(),
        "host": view.seat_of(view.host),
        "seats": seats.collect::<Vec<_>>(),
        "deadline": cx.deadline.map(|deadline| deadline.unix),
        "due": match &view.stage {
            StageView::Playing(game) => plain(&G::due(&cx.with(game))),
            StageView::Lobby | StageView::Over(_) | StageView::Closed => String::new(),
        },
        "between": is_between(view),
        "play": view.stage.game().map(|game| G::scene(&cx.with(game))),
    });
    given(scene, &["host"])
}

/// Whether nothing lies on the table.
fn is_between<G: Voice>(view: &TableView<G>) -> bool {
    view.stage.game().is_none_or(G::is_between)
}

/// Whether the viewer has their hand before them, and not the page of the table.
fn plays<G: Voice>(view: &TableView<G>) -> bool {
    matches!(view.stage, StageView::Playing(_)) && view.seat().is_some() && !is_between(view)
}

/// The page of a table without what the viewer has anyway, or what lies before them.
pub fn page_beside<G: Voice>(cx: &TableContext<G>) -> Page {
    let view = cx.view;
    let mut page = match plays(view) {
        true => sheet_page(PageKind::Hand, cx),
        false => public_page(cx),
    };
    let (seated, between) = (view.seat().is_some(), is_between(view));
    let playing = matches!(view.stage, StageView::Playing(_));
    page.retain(|press| match press.line.command() {
        // What is for who sits there, or for the host.
        Some((Name::AtTable(AtTable::Leave | AtTable::Computer | AtTable::Agree), _)) => seated,
        Some((Name::AtTable(AtTable::Reset), _)) => seated,
        Some((Name::AtTable(AtTable::Start), "computers")) => seated,
        Some((Name::AtTable(AtTable::Rules), words)) if words.contains('=') => {
            seated && view.seat_of(view.host) == view.seat()
        }
        Some((Name::Open(_), "")) => !seated || view.paused,
        Some((Name::AtTable(AtTable::Hand), _)) => !(playing && seated),
        _ => between || !G::lies_in_scene(&press.line),
    });
    page
}

/// What others want that waits for a yes, for who has their hand before them and not the page of the table.
pub fn asks_of<G: Voice>(cx: &TableContext<G>) -> Page {
    let mut asks = Page::default();
    if plays(cx.view) {
        add_vote(cx, &mut asks);
    }
    asks
}
