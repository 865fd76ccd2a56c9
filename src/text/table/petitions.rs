//! What somebody asked for that waits for others at the table, in lines, with its buttons.

use super::people::person;
use super::rules::{rule_label, value_label};
use crate::table::{LimitChange, PersonId, PetitionView, Wish};
use crate::text::context::{RenderContext, TableContext};
use crate::text::page::{Page, Style};
use crate::text::tell;
use crate::text::voice::Voice;

/// Adds what waits for others, with the buttons that answer the newest; to who sits there the newest that waits for
/// them, or else the button that takes their own back.
pub fn add_petitions<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    let view = cx.view;
    for petition in &view.petitions {
        page.push(wish_line(petition.by, &petition.wish, cx));
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
            cx.button(agree, format!("agree #{}", petition.at.0), Style::Good),
            cx.plain(disagree, no(petition)),
        ]);
    } else if let Some(petition) = view.petitions.iter().rfind(own) {
        let withdraw = say!(cx, "button-withdraw");
        page.row(vec![cx.plain(withdraw, no(petition))]);
    }
}

/// What says no to it, or takes it back.
fn no(petition: &PetitionView) -> String {
    format!("agree no #{}", petition.at.0)
}

/// What somebody asks for, and whose yes it needs.
pub fn wish_line<G: Voice>(by: PersonId, wish: &Wish, cx: &TableContext<G>) -> String {
    let petition = cx
        .view
        .petitions
        .iter()
        .find(|petition| petition.wish == *wish);
    let later = petition.is_some_and(|petition| petition.awaited.is_empty());
    let more = [
        ("later", later.to_string()),
        ("host", person(cx.view.host, cx)),
    ];
    told("petition", by, wish, cx, more)
}

/// What becomes of what was not granted, or was taken back.
pub(super) fn declined_line<G: Voice>(by: PersonId, wish: &Wish, cx: &TableContext<G>) -> String {
    let stands = cx
        .view
        .petitions
        .iter()
        .any(|petition| petition.wish == *wish);
    told("declined", by, wish, cx, [("stands", stands.to_string())])
}

fn told<G: Voice>(
    prefix: &str,
    by: PersonId,
    wish: &Wish,
    cx: &TableContext<G>,
    more: impl IntoIterator<Item = (&'static str, String)>,
) -> String {
    let changes = match wish {
        Wish::Limits(changes) | Wish::Accord(changes) => changes_of::<G>(changes, cx),
        Wish::Kick { .. } | Wish::Sit { .. } => String::new(),
    };
    let by = [("who", person(by, cx)), ("changes", changes)];
    let more: Vec<_> = by.into_iter().chain(more).collect();
    tell::sentence(prefix, wish, cx, &more)
}

fn changes_of<G: Voice>(changes: &[LimitChange], cx: &RenderContext) -> String {
    let changes = changes.iter().map(|change| {
        let rule = rule_label::<G>(&change.limit, cx);
        let value = value_label(&change.limit, &change.value, cx);
        say!(cx, "petition-change", rule, value)
    });
    cx.list(changes)
}
