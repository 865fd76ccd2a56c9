//! What the controls of a page offer at a prompt: moves to be typed, numbers for everything else, and
//! what an empty line does.
//!
//! Decides which controls are offered and how. What they do is for the desk.

use serde::Serialize;
use serde_json::Value;

use crate::command::{Anywhere, Name, Verb};
use crate::table::{Position, TableView};
use crate::text::context::RenderContext;
use crate::text::markup::{Span, escape, spans};
use crate::text::page::{Control, Page, PageMove};
use crate::text::press::{Line, Press};
use crate::text::table;
use crate::text::typed::line;
use crate::text::voice::{Voice, word_of};

/// A control that is offered by a number, or by an empty line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) label: String,
    pub(super) press: Press,
}

/// Whether it shows a page of the help.
pub(super) fn turns_page(choice: &Choice) -> bool {
    choice.press.line.name() == Some(Name::Anywhere(Anywhere::Help))
}

#[derive(Debug, Clone)]
pub(super) struct Hinted<A> {
    pub(super) turn: Position,
    pub(super) action: A,
    /// The command that the hint names, if it names one.
    pub(super) typed: Option<Choice>,
}

/// The moves of a page as they are typed: several plays on one line, others with what they mean.
pub(super) fn typed_moves<G: Voice>(page: &Page, cx: &RenderContext) -> Vec<String> {
    let plays: Vec<PageMove<'_>> = page.moves().filter(|m| m.verb == Verb::Play).collect();
    let mut lines = Vec::new();
    for offered in page.moves() {
        let several = offered.verb == Verb::Play && plays.len() > 1;
        if !several {
            let typed = cx.command(&typed::<G>(&offered));
            lines.push(format!("  {typed}  {}", escape(offered.label)));
        } else if offered.words == plays[0].words {
            let others = plays[1..].iter().map(|play| {
                let line = line(&typed::<G>(play), cx.locale);
                format!("`{}`", line.split_once(' ').map_or("", |(_, words)| words))
            });
            let first = cx.command(&typed::<G>(&offered));
            let typed: Vec<String> = std::iter::once(first).chain(others).collect();
            lines.push(format!("  {}", typed.join(" · ")));
        }
    }
    lines
}

/// A move as it is typed, in the words of its game: `play 8S 8S`.
fn typed<G: Voice>(offered: &PageMove<'_>) -> String {
    let typed = format!("{} {}", word_of::<G>(offered.verb), offered.words);
    typed.trim_end().to_owned()
}

/// An example of what can be typed now: a move that the page offers, or one that it does not.
pub(super) fn example<G: Voice>(
    page: &Page,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Option<String> {
    let verb = G::bare_verb(view);
    let proposed = || {
        let proposals = G::proposals(verb, "", &cx.at(view))?;
        let (_, words) = proposals.into_iter().next()?;
        Some(format!("{} {words}", Name::Move(verb).word()))
    };
    let offered = page.moves().next().map(|offered| typed::<G>(&offered));
    let typed = offered.or_else(proposed)?;
    Some(cx.command(&typed))
}

/// What an empty line does: the move that was hinted at, or the only one that there is.
pub(super) fn ready<G: Voice>(
    page: &Page,
    hinted: Option<&Hinted<G::Action>>,
    view: &TableView<G>,
) -> Option<Choice> {
    let press = |offered: PageMove<'_>| Choice {
        label: offered.label.to_owned(),
        press: offered.press.clone(),
    };
    let Some(hinted) = hinted else {
        return only_move(page).map(press);
    };
    let offered = page.moves().find(|offered| {
        let action = G::parse(offered.verb, offered.words, view);
        action.is_ok_and(|action| unordered(&action) == unordered(&hinted.action))
    });
    offered.map(press).or_else(|| hinted.typed.clone())
}

/// The command that a line names first.
pub(super) fn command_in(line: &str, cx: &RenderContext) -> Option<String> {
    spans(line).into_iter().find_map(|span| match span {
        Span::Code(code) => code.strip_prefix(&cx.prefix).map(str::to_owned),
        _ => None,
    })
}

/// A move as it is written down, its cards in one order.
fn unordered(action: &impl Serialize) -> Value {
    let mut written = serde_json::to_value(action).unwrap_or_default();
    sort(&mut written);
    written
}

fn sort(value: &mut Value) {
    match value {
        Value::Array(items) => items.sort_by_key(Value::to_string),
        Value::Object(fields) => fields.values_mut().for_each(sort),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The only move of a page that leaves nothing to choose.
fn only_move(page: &Page) -> Option<PageMove<'_>> {
    let goes_on = |verb: Verb| {
        matches!(
            verb,
            Verb::Play | Verb::Kitty | Verb::Call | Verb::Pass | Verb::Draw | Verb::Deal
        )
    };
    let mut open = page.moves().filter(|offered| goes_on(offered.verb));
    let only = open.next()?;
    // A call is never the only choice: one may wait; nor are cards where a hint could name others.
    let chooses = match only.verb {
        Verb::Call => true,
        Verb::Play | Verb::Kitty => page.presses().any(|press| press.line == "hint"),
        _ => false,
    };
    (open.next().is_none() && !chooses).then_some(only)
}

/// What the controls of an answer offer by numbers, in rows; none for a hand or a question, which are
/// typed.
pub(super) fn numbered(page: &Page) -> Vec<(Option<&str>, Vec<Choice>)> {
    // Hands and tables alone have a way to what is seldom needed.
    let is_hand = |press: &Press| matches!(press.line.as_str(), "hint" | "sort" | "more");
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
        } if is_offered(&press.line) => vec![Choice {
            label: label.clone(),
            press: press.clone(),
        }],
        Control::Menu { choices, press, .. } => {
            let choices = choices.iter().map(|option| {
                let line = press.line.with(std::slice::from_ref(&option.value));
                let (label, press) = (option.label.clone(), Press { line, ..*press });
                Choice { label, press }
            });
            choices.collect()
        }
        Control::Button { .. } => Vec::new(),
    }
}

/// Whether a number is a help: what is typed anyway, and what only redraws a message, has none.
fn is_offered(line: &Line) -> bool {
    line.as_move().is_none() && !matches!(line.as_str(), "back" | "clear" | "hand")
}

/// The choices as lines, numbered from 1.
pub(super) fn numbered_lines(
    rows: &[(Option<&str>, Vec<Choice>)],
    cx: &RenderContext,
) -> Vec<String> {
    let mut number = 0;
    let lines = rows.iter().map(|(heading, choices)| {
        // Some name what they are about themselves.
        let told = |heading: &&str| choices[0].label.starts_with(heading);
        let heading = heading.filter(|heading| !told(heading)).map(escape);
        let choices = choices.iter().map(|choice| {
            number += 1;
            format!("`{number})` {}", escape(&choice.label))
        });
        let choices = choices.collect::<Vec<_>>().join(" · ");
        match heading {
            Some(heading) => {
                let about = say!(cx, "console-about", heading, choices);
                format!("  {about}")
            }
            None => format!("  {choices}"),
        }
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableKey;
    use crate::text::page::Style;
    use crate::tractor::Tractor;

    fn press(line: impl Into<Line>) -> Press {
        Press {
            table: TableKey(1),
            at: Position(3),
            line: line.into(),
        }
    }

    fn button(label: &str, line: impl Into<Line>) -> Control {
        Control::Button {
            icon: None,
            label: label.to_owned(),
            press: press(line),
            style: Style::Plain,
            enabled: true,
        }
    }

    fn act(verb: Verb, words: &str, label: &str) -> Control {
        button(label, Line::of_move(verb, words))
    }

    fn page(rows: Vec<Vec<Control>>) -> Page {
        Page {
            controls: rows,
            ..Page::default()
        }
    }

    #[test]
    fn an_empty_line_makes_the_only_move_that_there_is() {
        let check = |rows: Vec<Vec<Control>>, expected: Option<&str>| {
            let page = page(rows);
            let only = only_move(&page).map(|only| super::typed::<Tractor>(&only));
            assert_eq!(only.as_deref(), expected, "{page:?}");
        };
        let forced = || act(Verb::Play, "8S8S", "Play ♠8 ♠8");
        let more = || button("More…", "more");
        check(vec![vec![forced()], vec![more()]], Some("play 8S8S"));
        check(vec![vec![act(Verb::Deal, "", "Deal")]], Some("deal"));
        check(vec![vec![act(Verb::Pass, "", "Wait")]], Some("不亮"));
        // Two moves, a call that may wait, cards that may be chosen, nothing at all.
        check(vec![vec![forced(), act(Verb::Draw, "", "Draw")]], None);
        check(vec![vec![act(Verb::Call, "H", "♥")]], None);
        check(vec![vec![act(Verb::Surrender, "3", "Concede")]], None);
        check(vec![vec![forced(), button("Hint", "hint")]], None);
        check(vec![vec![more()]], None);
    }
}
