//! Those who come while a match is played and wait for a seat, in lines, and the button to become one of
//! them.

use super::controls::plain_button;
use super::lobby::has_open_seat;
use crate::table::{Admission, Newcomer, TableView};
use crate::text::context::RenderContext;
use crate::text::page::Control;
use crate::text::press::Tap;
use crate::text::voice::Voice;

/// Who gets a seat with the next round, and who with the next match.
pub fn newcomer_lines<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Vec<String> {
    let names = |when: Admission| {
        let due = |newcomer: &&Newcomer| view.admission(newcomer.person) == Some(when);
        let names = view.newcomers.iter().filter(due);
        let names: Vec<String> = names.map(|newcomer| cx.name(&newcomer.name)).collect();
        (!names.is_empty()).then(|| cx.list(names))
    };
    let with_round =
        names(Admission::NextRound).map(|names| say!(cx, "newcomers-next-round", names));
    let with_match =
        names(Admission::NextMatch).map(|names| say!(cx, "newcomers-next-match", names));
    with_round.into_iter().chain(with_match).collect()
}

/// When somebody gets a seat who waits for one, as it is told to them.
pub fn comes_in(admission: Admission, cx: &RenderContext) -> String {
    let leave = cx.command("leave");
    match admission {
        Admission::NextRound => say!(cx, "comes-in-next-round", leave),
        Admission::NextMatch => say!(cx, "comes-in-next-match", leave),
    }
}

/// The button to come in later, where nobody's seat can be taken over at once.
pub fn come_in_button<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Option<Control> {
    let later = view.next_admission().is_some() && !has_open_seat(view);
    later.then(|| plain_button(view, cx, say!(cx, "button-join"), Tap::Join))
}
