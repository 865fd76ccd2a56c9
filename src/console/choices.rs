//! What the controls of a page offer at a prompt: moves to be typed, numbers for everything else, and
//! what an empty line does.
//!
//! Decides which controls are offered and how. What they do is for the desk.

use crate::command::{Name, Verb};
use crate::table::TableView;
use crate::text::context::RenderContext;
use crate::text::markup::escape;
use crate::text::page::{Control, Page};
use crate::text::press::{Press, Sheet, Tap};
use crate::text::table;
use crate::text::voice::Voice;

/// A control that an answer offers by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    label: String,
    /// What it does.
    pub(super) press: Press,
    /// What it chooses in a menu.
    pub(super) values: Vec<String>,
}

/// What an empty line does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ready {
    /// The control's label.
    pub(super) label: String,
    /// What it does.
    pub(super) press: Press,
}

/// A move that a page offers.
struct Move<'a> {
    verb: Verb,
    words: &'a str,
    label: &'a str,
    press: &'a Press,
}

impl Move<'_> {
    /// As it is typed.
    fn typed(&self) -> String {
        let typed = format!("{} {}", Name::Move(self.verb).word(), self.words);
        typed.trim_end().to_owned()
    }
}

fn moves(page: &Page) -> impl Iterator<Item = Move<'_>> {
    page.controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Button {
                label,
                press,
                enabled: true,
                ..
            } => match &press.tap {
                Tap::Act { verb, words } => Some(Move {
                    verb: *verb,
                    words,
                    label,
                    press,
                }),
                _ => None,
            },
            Control::Button { .. } | Control::Menu { .. } => None,
        })
}

/// Whether a page offers a move.
pub(super) fn offers_moves(page: &Page) -> bool {
    moves(page).next().is_some()
}

/// The moves of a page as they are typed: several plays on one line, others with what they mean.
pub(super) fn typed_moves(page: &Page, cx: &RenderContext) -> Vec<String> {
    let plays: Vec<Move<'_>> = moves(page).filter(|m| m.verb == Verb::Play).collect();
    let mut lines = Vec::new();
    for offered in moves(page) {
        let several = offered.verb == Verb::Play && plays.len() > 1;
        if !several {
            let typed = cx.command(&offered.typed());
            lines.push(format!("  {typed}  {}", escape(offered.label)));
        } else if offered.words == plays[0].words {
            let others = plays[1..].iter().map(|play| format!("`{}`", play.words));
            let first = cx.command(&offered.typed());
            let typed: Vec<String> = std::iter::once(first).chain(others).collect();
            lines.push(format!("  {}", typed.join(" · ")));
        }
    }
    lines
}

/// An example of what can be typed now: a move that the page offers, or a sensible one that it does
/// not.
pub(super) fn example<G: Voice>(
    page: &Page,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Option<String> {
    let verb = G::bare_verb(view);
    let proposed = || {
        let proposals = G::proposals(verb, "", view)?;
        let (_, words) = proposals.into_iter().next()?;
        Some(format!("{} {words}", Name::Move(verb).word()))
    };
    let offered = moves(page).next().map(|offered| offered.typed());
    let typed = offered.or_else(proposed)?;
    Some(cx.command(&typed))
}

/// What an empty line does: the move that was hinted at, or the only one that there is.
pub(super) fn ready<G: Voice>(
    page: &Page,
    hinted: Option<&G::Action>,
    view: &TableView<G>,
) -> Option<Ready> {
    let found = match hinted {
        Some(hinted) => moves(page).find(|offered| {
            let action = G::parse(offered.verb, offered.words, view);
            action.is_ok_and(|action| is_same::<G>(&action, hinted, view))
        }),
        None => only_move(page),
    };
    found.map(|offered| Ready {
        label: offered.label.to_owned(),
        press: offered.press.clone(),
    })
}

/// Whether two moves are the same, whatever the order in which they name their cards.
fn is_same<G: Voice>(one: &G::Action, other: &G::Action, view: &TableView<G>) -> bool {
    let picks = G::picks(one, view);
    one == other || (!picks.is_empty() && picks == G::picks(other, view))
}

/// The only move of a page that leaves nothing to choose.
fn only_move(page: &Page) -> Option<Move<'_>> {
    let picks = |press: &Press| matches!(press.tap, Tap::Pick(_) | Tap::Choose(_));
    if page.presses().any(picks) {
        return None;
    }
    let goes_on = |verb: Verb| {
        matches!(
            verb,
            Verb::Play | Verb::Kitty | Verb::Call | Verb::Pass | Verb::Draw | Verb::Deal
        )
    };
    let mut open = moves(page).filter(|offered| goes_on(offered.verb));
    let only = open.next()?;
    // A call is never the only choice: one may wait.
    (open.next().is_none() && only.verb != Verb::Call).then_some(only)
}

/// What the controls of an answer offer by numbers, in rows; none for a hand or a question, which are
/// typed.
pub(super) fn numbered(page: &Page) -> Vec<(Option<&str>, Vec<Choice>)> {
    let is_hand = |press: &Press| matches!(press.tap, Tap::Hint | Tap::Sort | Tap::Pick(_));
    if table::asked(page).is_some() || page.presses().any(is_hand) {
        return Vec::new();
    }
    let rows = page.controls.iter().map(|row| {
        let heading = row.iter().find_map(|control| match control {
            Control::Menu { placeholder, .. } => Some(placeholder.as_str()),
            Control::Button { .. } => None,
        });
        (heading, row.iter().flat_map(choices_of).collect())
    });
    rows.filter(|(_, choices): &(_, Vec<Choice>)| !choices.is_empty())
        .collect()
}

fn choices_of(control: &Control) -> Vec<Choice> {
    match control {
        Control::Button {
            label,
            press,
            enabled: true,
            ..
        } if is_offered(&press.tap) => vec![Choice {
            label: label.clone(),
            press: press.clone(),
            values: Vec::new(),
        }],
        Control::Menu {
            choices,
            press,
            at_most: 1,
            ..
        } => {
            let choices = choices.iter().map(|option| Choice {
                label: option.label.clone(),
                press: press.clone(),
                values: vec![option.value.clone()],
            });
            choices.collect()
        }
        Control::Button { .. } | Control::Menu { .. } => Vec::new(),
    }
}

/// Whether a number is a help: what is typed anyway, and what only redraws a message, has none.
fn is_offered(tap: &Tap) -> bool {
    !matches!(
        tap,
        Tap::Act { .. } | Tap::Refrain | Tap::Clear | Tap::Show(Sheet::Hand)
    )
}

/// The choices as lines, numbered from 1.
pub(super) fn numbered_lines(rows: &[(Option<&str>, Vec<Choice>)]) -> Vec<String> {
    let mut number = 0;
    let lines = rows.iter().map(|(heading, choices)| {
        let choices = choices.iter().map(|choice| {
            number += 1;
            format!("`{number})` {}", escape(&choice.label))
        });
        let choices = choices.collect::<Vec<_>>().join(" · ");
        match heading {
            Some(heading) => format!("  {}: {choices}", escape(heading)),
            None => format!("  {choices}"),
        }
    });
    lines.collect()
}
