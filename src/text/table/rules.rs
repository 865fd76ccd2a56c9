//! House rules and limits: the listing, one rule with its values, and their names in words.

use super::super::page::{Choice, Page, Style};
use super::super::press::{Sheet, Tap};
use super::super::speech::Speech;
use super::super::voice::Voice;
use super::{button, menu};
use crate::game::{Choices, RuleEntry, RuleSet};
use crate::table::{StageView, TableView};

/// Which house rules are not the standard ones, in a line.
pub(super) fn rules_line<G: Voice>(view: &TableView<G>, cx: &Speech) -> String {
    let mut changed = view.rules.entries();
    changed.retain(|entry| entry.value != entry.default);
    // A preset says it all; one that was changed says nothing.
    match changed.iter().position(|entry| entry.name == "preset") {
        Some(at) if changed[at].value == "custom" => drop(changed.remove(at)),
        Some(at) => changed = vec![changed.swap_remove(at)],
        None => {}
    }
    let changed = changed.into_iter();
    let changed: Vec<String> = changed
        .map(|entry| {
            format!(
                "{} **{}**",
                rule_label::<G>(entry.name, cx),
                rule_value(&entry, cx)
            )
        })
        .collect();
    if changed.is_empty() {
        say!(cx, "lobby-rules-standard")
    } else {
        say!(cx, "lobby-rules-changed", rules = cx.list(changed))
    }
}

/// The house rules of the game, without those that are limits of every table: there the table's
/// word counts.
fn own_rules<G: Voice>(view: &TableView<G>) -> Vec<RuleEntry> {
    let limits = view.limits.entries();
    let mut rules = view.rules.entries();
    rules.retain(|rule| limits.iter().all(|limit| limit.name != rule.name));
    rules
}

/// The house rules and limits of the table; in the lobby they can be changed there.
pub fn rules_page<G: Voice>(view: &TableView<G>, cx: &Speech) -> Page {
    let mut page = Page::titled(say!(cx, "rules-title"));
    let limits = view.limits.entries();
    let rules = own_rules(view);
    page.lines
        .extend(rules.iter().map(|entry| rule_line::<G>(entry, cx)));
    page.push("");
    page.push(format!("**{}**", say!(cx, "rules-limits")));
    page.lines
        .extend(limits.iter().map(|entry| rule_line::<G>(entry, cx)));
    let open = matches!(view.stage, StageView::Lobby | StageView::Over(_));
    if open && view.invited.is_none() {
        let example = rules.first().map_or_else(String::new, rule_example);
        page.push("");
        page.push(say!(cx, "rules-hint", command = cx.command(&example)));
        let choices = rules.iter().chain(&limits).map(|entry| Choice {
            label: rule_label::<G>(entry.name, cx),
            value: entry.name.to_owned(),
            note: rule_value(entry, cx),
            chosen: false,
        });
        let placeholder = say!(cx, "menu-rule");
        menu(
            view,
            cx,
            &mut page,
            placeholder,
            choices.collect(),
            Tap::ChooseRule,
        );
        let end = say!(cx, "button-end");
        page.row(vec![button(view, cx, end, Tap::End, Style::Grave)]);
    }
    page
}

/// One house rule and what it may be, with a menu of its values; `None` if there is no such rule.
pub fn rule_page<G: Voice>(name: &str, view: &TableView<G>, cx: &Speech) -> Option<Page> {
    let mut entries = own_rules(view).into_iter().chain(view.limits.entries());
    let entry = entries.find(|entry| entry.name == name)?;
    let mut page = Page::titled(rule_label::<G>(entry.name, cx));
    page.push(rule_line::<G>(&entry, cx));
    page.push(choices_sentence(entry.name, &entry.choices, cx));
    let values = match entry.choices {
        Choices::Words(words) => words,
        Choices::Number { suggested, .. } => suggested,
    };
    let choices = values.iter().map(|value| Choice {
        label: value_label(entry.name, value, cx),
        value: (*value).to_owned(),
        note: (*value).to_owned(),
        chosen: *value == entry.value,
    });
    let tap = Tap::SetRule(entry.name.to_owned());
    menu(
        view,
        cx,
        &mut page,
        say!(cx, "menu-value"),
        choices.collect(),
        tap,
    );
    let back = Tap::Show(Sheet::Rules);
    page.row(vec![button(
        view,
        cx,
        say!(cx, "button-back"),
        back,
        Style::Plain,
    )]);
    Some(page)
}

fn rule_line<G: Voice>(entry: &RuleEntry, cx: &Speech) -> String {
    let (label, value) = (rule_label::<G>(entry.name, cx), rule_value(entry, cx));
    if entry.value == entry.default {
        say!(
            cx,
            "rules-entry-usual",
            label = label,
            value = value,
            name = entry.name
        )
    } else {
        say!(
            cx,
            "rules-entry",
            label = label,
            value = value,
            name = entry.name
        )
    }
}

/// What a rule is called; a game may have a label of its own for a name that others have too.
pub(super) fn rule_label<G: Voice>(name: &str, cx: &Speech) -> String {
    let key = name.replace('_', "-");
    let own = cx.say_key(&format!("rule-{}-{key}", G::KIND.name()), "");
    if own.is_empty() {
        cx.say_key(&format!("rule-{key}"), name)
    } else {
        own
    }
}

fn rule_value(entry: &RuleEntry, cx: &Speech) -> String {
    value_label(entry.name, &entry.value, cx)
}

/// A value of a rule in words; values that are numbers or ranks stay as they are.
pub fn value_label(name: &str, value: &str, cx: &Speech) -> String {
    let (name, key) = (name.replace('_', "-"), value.replace('_', "-"));
    if name == "substitute" {
        return cx.say_key(&format!("skill-{key}"), value);
    }
    match value {
        "on" | "off" => cx.say_key(&format!("value-{key}"), value),
        _ => cx.say_key(&format!("value-{name}-{key}"), value),
    }
}

/// How the rule is changed to another value than it has: `rules throw_penalty=ten_per_throw`.
fn rule_example(entry: &RuleEntry) -> String {
    let values = match entry.choices {
        Choices::Words(words) => words,
        Choices::Number { suggested, .. } => suggested,
    };
    let other = values.iter().find(|value| **value != entry.value);
    format!("rules {}={}", entry.name, other.unwrap_or(&""))
}

pub(super) fn choices_sentence(name: &str, choices: &Choices, cx: &Speech) -> String {
    match choices {
        Choices::Words(words) => {
            let values = words.iter().map(|word| format!("`{word}`"));
            say!(cx, "rule-values", name = name, values = cx.list(values))
        }
        Choices::Number {
            least,
            most,
            suggested,
        } => {
            let values = cx.list(suggested.iter().map(|word| format!("`{word}`")));
            say!(
                cx,
                "rule-range",
                name = name,
                least = *least,
                most = *most,
                values = values
            )
        }
    }
}
