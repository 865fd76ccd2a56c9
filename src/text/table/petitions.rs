//! What somebody asked for that waits for others at the table, in lines, with its buttons.

use super::controls::{button, plain_button};
use super::people::person;
use super::rules::{rule_label, value_label};
use crate::table::{LimitChange, PersonId, PetitionView, TableView, Wish};
use crate::text::context::RenderContext;
use crate::text::page::{Page, Style};
use crate::text::press::Tap;
use crate::text::voice::Voice;

/// Adds what waits for others, with the buttons that answer the newest; to who sits there the newest that waits for
/// them, or else the button that takes their own back.
pub fn add_petitions<G: Voice>(view: &TableView<G>, cx: &RenderContext, page: &mut Page) {
    for petition in &view.petitions {
        page.push(wish_line(petition.by, &petition.wish, view, cx));
    }
    let viewer = view
        .seat()
        .and_then(|seat| view.place(seat)?.occupant.person());
    let waits = |petition: &&PetitionView| match viewer {
        Some(viewer) => petition.awaited.contains(&viewer),
        None => !petition.awaited.is_empty(),
    };
    let own = |petition: &&PetitionView| Some(petition.by) == viewer;
    if let Some(petition) = view.petitions.iter().rfind(waits) {
        let (yes, needed) = (petition.yes, petition.needed);
        let agree = match needed {
            1 => say!(cx, "button-agree"),
            needed => say!(cx, "button-agree-more", yes, needed),
        };
        let disagree = say!(cx, "button-disagree");
        page.row(vec![
            button(view, cx, agree, Tap::Agree(petition.at), Style::Good),
            plain_button(view, cx, disagree, Tap::Disagree(petition.at)),
        ]);
    } else if let Some(petition) = view.petitions.iter().rfind(own) {
        let withdraw = say!(cx, "button-withdraw");
        page.row(vec![plain_button(
            view,
            cx,
            withdraw,
            Tap::Disagree(petition.at),
        )]);
    }
}

/// What somebody asks for, and whose yes it needs.
pub fn wish_line<G: Voice>(
    by: PersonId,
    wish: &Wish,
    view: &TableView<G>,
    cx: &RenderContext,
) -> String {
    let agree = cx.by_button(&say!(cx, "button-agree"), "agree");
    let who = person(view, by, cx);
    match wish {
        Wish::Limits(changes) => say!(
            cx,
            "petition-limits",
            who,
            changes = changes_of::<G>(changes, cx),
            agree
        ),
        Wish::Accord(changes) => say!(
            cx,
            "petition-accord",
            who,
            changes = changes_of::<G>(changes, cx),
            agree
        ),
        Wish::Kick { person: whom } => {
            let same = |petition: &&PetitionView| petition.wish == *wish;
            let petition = view.petitions.iter().find(same);
            let unasked = petition.is_some_and(|petition| petition.awaited.is_empty());
            let whom = person(view, *whom, cx);
            match unasked {
                true => say!(cx, "petition-kick-later", who, whom),
                false => say!(cx, "petition-kick", who, whom, agree),
            }
        }
        Wish::Sit { name, .. } => say!(
            cx,
            "petition-sit",
            who = cx.name(name),
            host = person(view, view.host, cx),
            agree,
            no = cx.by_button(&say!(cx, "button-disagree"), "agree no")
        ),
    }
}

/// What becomes of what was not granted, or was taken back.
pub(super) fn declined_line<G: Voice>(
    by: PersonId,
    wish: &Wish,
    view: &TableView<G>,
    cx: &RenderContext,
) -> String {
    match wish {
        Wish::Limits(changes) => {
            let changes = changes_of::<G>(changes, cx);
            match view.petitions.iter().any(|petition| petition.wish == *wish) {
                true => say!(cx, "declined-limits", changes),
                false => say!(cx, "withdrawn-limits", who = person(view, by, cx), changes),
            }
        }
        Wish::Accord(changes) => {
            let changes = changes_of::<G>(changes, cx);
            say!(cx, "declined-accord", changes)
        }
        Wish::Kick { person: whom } => say!(cx, "declined-kick", whom = person(view, *whom, cx)),
        Wish::Sit { name, .. } => say!(cx, "declined-sit", who = cx.name(name)),
    }
}

fn changes_of<G: Voice>(changes: &[LimitChange], cx: &RenderContext) -> String {
    let changes = changes.iter().map(|change| {
        let rule = rule_label::<G>(&change.limit, cx);
        let value = value_label(&change.limit, &change.value, cx);
        say!(cx, "petition-change", rule, value)
    });
    cx.list(changes)
}
