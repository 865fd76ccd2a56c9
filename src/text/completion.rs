//! What the words of a move can be completed to: whole moves that are legal now.
//!
//! They come from the game, or from the buttons and menus of the own hand page. Knows no table and not
//! how a completion is offered.

use super::context::RenderContext;
use super::draft::Draft;
use super::markup::plain;
use super::page::{Control, Page};
use super::press::Tap;
use super::voice::Voice;
use crate::command::Verb;
use crate::table::TableView;

/// Whole moves of this verb that begin like the words, as shown and as typed.
pub fn of<G: Voice>(
    verb: Verb,
    words: &str,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Vec<(String, String)> {
    if let Some(found) = G::proposals(verb, words, view) {
        return found;
    }
    // What is put together by two taps is one completion.
    let mut cx = cx.without_faces();
    cx.looks.confirm = false;
    cx.draft = Draft::default();
    whole(&G::hand_page(view, &cx), verb, words.trim())
}

/// The moves that a single button or menu option of the page makes.
fn whole(page: &Page, verb: Verb, words: &str) -> Vec<(String, String)> {
    let begins = |word: &str| word.to_lowercase().starts_with(&words.to_lowercase());
    let moves = page.moves().filter(|offered| offered.verb == verb);
    let moves = moves.filter(|offered| !offered.words.is_empty() && begins(offered.words));
    let buttons = moves.map(|offered| (plain(offered.label), offered.words.to_owned()));
    let chosen = |control: &Control| match control {
        Control::Menu { choices, press, .. } if press.tap == Tap::Choose(verb) => choices.clone(),
        Control::Menu { .. } | Control::Button { .. } => Vec::new(),
    };
    let choices = page.controls.iter().flatten().flat_map(chosen);
    let choices = choices.filter(|choice| begins(&choice.value) || begins(&choice.label));
    buttons
        .chain(choices.map(|choice| (plain(&choice.label), choice.value)))
        .collect()
}
