//! House rules and limits: the page of a table's, what each is about, and which values it has.

use super::*;
use crate::game::{Choices, RuleEntry, RuleSet, kept_rules, rules_of_kept};
use crate::table::Limits;
use crate::text::words::means;
use std::collections::HashSet;

/// The line with the changed house rules, and whether they are those of the reader's server.
pub(super) fn rules_line<G: Voice>(cx: &TableContext<G>) -> String {
    let Some(rules) = rules_in_words::<G>(&cx.view.rules, cx) else {
        return say!(cx, "lobby-rules-standard");
    };
    let servers = cx.server_rules.get(G::KIND.name());
    let is_servers = |kept: &String| {
        let servers: G::Rules = rules_of_kept(kept);
        kept_rules(&servers) == kept_rules(&cx.view.rules)
    };
    let own = servers.is_some_and(is_servers).to_string();
    say!(cx, "lobby-rules-other", own, rules)
}

/// The house rules that are not standard, a preset by its name; `None` if all are.
pub fn rules_in_words<G: Voice>(rules: &G::Rules, cx: &RenderContext) -> Option<String> {
    let mut changed = rules.entries();
    changed.retain(|entry| entry.value != entry.default);
    // An unchanged preset stands for all of its rules; a changed one is not mentioned.
    let (preset, mut presets) = (rules.preset(), G::Rules::PRESETS.iter());
    let said = presets.find(|(name, _)| preset == Some(*name));
    let said = said.map_or_else(Vec::new, |(_, rules)| rules.entries());
    changed.retain(|entry| match entry.name {
        PRESET => preset.is_some(),
        name => (said.iter()).all(|own| own.name != name || own.value != entry.value),
    });
    cx.listed(changed.iter().map(|entry| {
        let (label, value) = (rule_label::<G>(entry.name, cx), rule_value(entry, cx));
        format!("{label} **{value}**")
    }))
}

/// The game's house rules, without those that are limits of every table: those are the table's.
fn own_rules<G: Voice>(view: &TableView<G>) -> Vec<RuleEntry> {
    let limits = limits(view);
    let mut rules = view.rules.entries();
    rules.retain(|rule| limits.iter().all(|limit| limit.name != rule.name));
    rules
}

/// The limits of the table, without those that have no effect in this game.
fn limits<G: Voice>(view: &TableView<G>) -> Vec<RuleEntry> {
    let mut limits = view.limits.entries();
    limits.retain(|limit| !values::<G>(limit).is_empty());
    limits
}

/// The values offered for a rule; of computer players only those for this game.
fn values<G: Voice>(entry: &RuleEntry) -> Vec<&'static str> {
    let plays = |word: &&str| Skill::from_name(word).is_some_and(|s| G::SUBSTITUTES.contains(&s));
    let offered = |word: &&str| entry.name != SUBSTITUTE || plays(word);
    let words = entry.choices.offered().iter();
    words.copied().filter(offered).collect()
}

/// The limit for the substitute's skill.
const SUBSTITUTE: &str = "substitute";

/// What can be agreed on in the match that is played, with what it is now.
fn accords<G: Voice>(view: &TableView<G>) -> Vec<RuleEntry> {
    let StageView::Playing(game) = &view.stage else {
        return Vec::new();
    };
    let entry = |(name, choices): &(&'static str, Choices)| RuleEntry {
        name,
        value: G::accord(game, name),
        default: String::new(),
        choices: *choices,
    };
    G::ACCORDS.iter().map(entry).collect()
}

fn is_accord<G: Voice>(name: &str) -> bool {
    G::ACCORDS.iter().any(|(accord, _)| *accord == name)
}

/// Every rule and limit, aliases included, and what can be agreed on.
fn known<G: Voice>(view: &TableView<G>) -> Vec<RuleEntry> {
    let rules = own_rules(view).into_iter().chain(view.rules.aliases());
    rules.chain(limits(view)).chain(accords(view)).collect()
}

/// The groups of rules by name; the limits of every table and what can be agreed on come last. A game whose rules
/// fit into one menu has no groups.
fn groups<G: Voice>(view: &TableView<G>) -> Vec<(&'static str, Vec<RuleEntry>)> {
    let groups = G::Rules::groups();
    if groups.is_empty() {
        return Vec::new();
    }
    let known = known(view);
    let entries = |names: Vec<&str>| {
        let named = names
            .into_iter()
            .filter_map(|name| known.iter().find(|rule| rule.name == name));
        named.cloned().collect()
    };
    let groups = groups.into_iter();
    let groups = groups.map(|(group, names)| (group, entries(names)));
    groups
        .chain([(LIMITS, limits(view))])
        .chain(Some((MATCH, accords(view))).filter(|(_, accords)| !accords.is_empty()))
        .collect()
}

/// The group that has this rule.
fn group_of<G: Voice>(name: &str, view: &TableView<G>) -> Option<(&'static str, Vec<RuleEntry>)> {
    let has = |(_, rules): &(&str, Vec<RuleEntry>)| rules.iter().any(|rule| rule.name == name);
    groups(view).into_iter().find(has)
}

/// The name of the group of limits.
const LIMITS: &str = "limits";

/// The name of the group of what can be agreed on in a match.
const MATCH: &str = "match";

fn group_label<G: Voice>(group: &str, cx: &RenderContext) -> String {
    match group {
        LIMITS => say!(cx, "rules-limits"),
        MATCH => say!(cx, "rules-match"),
        group => cx.say_key(&format!("rules-{}-{group}", G::KIND.name()), group),
    }
}

/// The house rules: the changed ones, and menus for all others. If there are few, all of them.
pub fn rules_page<G: Voice>(cx: &TableContext<G>) -> Page {
    let view = cx.view;
    let groups = groups(view);
    if groups.is_empty() {
        let mut page = all_rules(cx);
        rule_menu(known(view), cx, &mut page);
        end_row(cx, &mut page);
        return page;
    }
    let mut page = Page::titled(say!(cx, "rules-title"));
    let (own, limits) = (own_rules(view), limits(view));
    let preset = own.iter().find(|entry| entry.name == PRESET);
    let changed = own.iter().chain(&limits);
    let changed = changed.filter(|entry| entry.name != PRESET && entry.value != entry.default);
    page.extend(preset.map(|entry| rule_line::<G>(entry, cx)));
    let before = page.lines.len();
    page.extend(changed.map(|entry| rule_line::<G>(entry, cx)));
    let all = (page.lines.len() == before).to_string();
    page.push(say!(cx, "rules-usual", all));
    page.push("");
    if cx.face != Surface::Browser {
        let names = groups
            .iter()
            .map(|(group, _)| cx.command(&format!("rules {group}")));
        page.push(names.collect::<Vec<_>>().join(" · "));
        page.push(say!(cx, "rules-all"));
    }
    page.push(hint(&own, cx));
    if let Some(preset) = preset.filter(|_| may_change(view, PRESET)) {
        value_menu::<G>(preset, cx, &mut page);
    }
    let choices = groups.iter().map(|(group, rules)| {
        let rules = cx.list(rules.iter().map(|rule| rule_label::<G>(rule.name, cx)));
        let label = group_label::<G>(group, cx);
        MenuOption::new(label, (*group).to_owned(), clipped(rules))
    });
    let placeholder = say!(cx, "menu-rules");
    menu(cx, &mut page, placeholder, choices.collect(), "rules *");
    end_row(cx, &mut page);
    page
}

/// All rules and limits, in groups.
fn all_rules<G: Voice>(cx: &TableContext<G>) -> Page {
    let mut page = Page::titled(say!(cx, "rules-title"));
    let own = own_rules(cx.view);
    let mut groups = groups(cx.view);
    if groups.is_empty() {
        groups = vec![("", own.clone()), (LIMITS, limits(cx.view))];
    }
    // A rule already listed under another name is skipped.
    let mut listed = HashSet::new();
    let preset = own.iter().filter(|entry| entry.name == PRESET);
    page.extend(preset.map(|entry| rule_line::<G>(entry, cx)));
    for (group, rules) in groups {
        if !page.lines.is_empty() {
            page.push("");
        }
        if !group.is_empty() {
            page.push(format!("**{}**", group_label::<G>(group, cx)));
        }
        let rules = rules.iter().filter(|rule| listed.insert(rule.name));
        page.extend(rules.map(|entry| rule_line::<G>(entry, cx)));
    }
    page.part(hint(&own, cx));
    page
}

/// How a rule is changed, or who can change it and when.
fn hint<G: Voice>(rules: &[RuleEntry], cx: &TableContext<G>) -> String {
    let view = cx.view;
    if let Some(accord) = rules.first().filter(|rule| is_accord::<G>(rule.name)) {
        let command = rule_example::<G>(accord);
        let alone = is_alone(view).to_string();
        return say!(cx, "rules-in-match", alone, command);
    }
    if !is_host(view) && view.seat_of(view.host).is_some() {
        return say!(cx, "rules-host", who = person(view.host, cx));
    }
    match is_open(view) {
        true if cx.face == Surface::Browser => String::new(),
        true => {
            let command = rules.first().map_or_else(String::new, rule_example::<G>);
            say!(cx, "rules-hint", command)
        }
        false => say!(cx, "rules-later"),
    }
}

/// The page that the words ask for: all rules, a group of them or one.
pub fn rules_about<G: Voice>(words: &str, cx: &TableContext<G>) -> Option<Page> {
    let name = words.trim().to_lowercase().replace('-', "_");
    if means(words, "word-all") {
        return Some(all_rules(cx));
    }
    let mut groups = groups(cx.view).into_iter();
    match groups.find(|(group, _)| *group == name || is_group_called::<G>(group, words)) {
        Some((group, rules)) => Some(group_page(group, rules, cx)),
        None => rule_page(&rule_called(&name, cx.view), cx),
    }
}

/// The page after a change: the rules of the same group.
pub fn rules_after<G: Voice>(name: &str, cx: &TableContext<G>) -> Page {
    match group_of(name, cx.view) {
        Some((group, rules)) => group_page(group, rules, cx),
        None => rules_page(cx),
    }
}

fn group_page<G: Voice>(group: &str, rules: Vec<RuleEntry>, cx: &TableContext<G>) -> Page {
    let mut page = Page::titled(group_label::<G>(group, cx));
    page.extend(rules.iter().map(|entry| rule_line::<G>(entry, cx)));
    page.part(hint(&rules, cx));
    let mut row = vec![cx.plain(say!(cx, "button-back"), "rules")];
    if rules.iter().any(|rule| may_change(cx.view, rule.name)) {
        row.extend(cx.asking(format!("rules {group} *")));
    }
    rule_menu(rules, cx, &mut page);
    page.row(row);
    page
}

/// The rules of a group as they can be written: a name and a value a line. `None` if there is no such group.
pub fn rules_to_write<G: Voice>(group: &str, view: &TableView<G>) -> Option<String> {
    let (_, rules) = groups(view).into_iter().find(|(name, _)| *name == group)?;
    let written = rules.iter().filter(|rule| !rule.value.is_empty());
    let lines = written.map(|rule| format!("{}={}", rule.name, rule.value));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// The words without the group that rules are written of: `scoring match_to=5`.
pub fn without_group<'a, G: Voice>(words: &'a str, view: &TableView<G>) -> &'a str {
    match words.split_once(' ') {
        Some((first, rest)) if rest.contains('=') && rules_to_write(first, view).is_some() => rest,
        _ => words,
    }
}

/// One house rule with its description and values, and a menu for those who may change it; `None`
/// if there is no such rule.
pub fn rule_page<G: Voice>(name: &str, cx: &TableContext<G>) -> Option<Page> {
    let entry = known(cx.view)
        .into_iter()
        .find(|entry| entry.name == name)?;
    let mut page = Page::titled(rule_label::<G>(entry.name, cx));
    page.push(rule_line::<G>(&entry, cx));
    page.push(about::<G>(entry.name, cx));
    page.push("");
    match &entry.choices {
        Choices::Words(_) => page.extend(values::<G>(&entry).into_iter().map(|word| {
            let (value, note) = (value_label(name, word, cx), value_note::<G>(name, word, cx));
            let value = Some(value).filter(|value| value != word);
            let parts = [value, Some(note).filter(|note| !note.is_empty())];
            let parts = std::iter::once(format!("`{word}`")).chain(parts.into_iter().flatten());
            parts.collect::<Vec<_>>().join(" · ")
        })),
        number => page.push(choices_sentence(entry.name, number, cx)),
    }
    page.push(hint(std::slice::from_ref(&entry), cx));
    if may_change(cx.view, entry.name) {
        value_menu::<G>(&entry, cx, &mut page);
    }
    let back = match group_of(name, cx.view) {
        Some((group, _)) => format!("rules {group}"),
        None => "rules".to_owned(),
    };
    page.row(vec![cx.plain(say!(cx, "button-back"), back)]);
    Some(page)
}

/// A correct command that changes a rule of this game.
pub fn rules_example<G: Voice>(view: &TableView<G>) -> String {
    own_rules(view)
        .first()
        .map_or_else(String::new, rule_example::<G>)
}

fn is_open<G: Voice>(view: &TableView<G>) -> bool {
    matches!(view.stage, StageView::Lobby | StageView::Over(_))
}

/// Whether the viewer may be the host: a host without a seat has the public view.
fn is_host<G: Voice>(view: &TableView<G>) -> bool {
    let host = view.seat_of(view.host);
    host.is_none() || host == view.seat()
}

/// Whether the viewer may change this rule now; limits can be changed at any time.
fn may_change<G: Voice>(view: &TableView<G>, name: &str) -> bool {
    let limit = limits(view).iter().any(|limit| limit.name == name);
    if is_accord::<G>(name) {
        return view.seat().is_some();
    }
    is_host(view) && (is_open(view) || limit)
}

fn rule_menu<G: Voice>(rules: Vec<RuleEntry>, cx: &TableContext<G>, page: &mut Page) {
    let choices = rules.iter().map(|entry| {
        let (label, value) = (rule_label::<G>(entry.name, cx), rule_value(entry, cx));
        MenuOption::new(label, entry.name.to_owned(), value)
    });
    let placeholder = say!(cx, "menu-rule");
    menu(cx, page, placeholder, choices.collect(), "rules *");
}

fn value_menu<G: Voice>(entry: &RuleEntry, cx: &TableContext<G>, page: &mut Page) {
    let choices = values::<G>(entry).into_iter().map(|value| {
        let label = value_label(entry.name, value, cx);
        let note = match value_note::<G>(entry.name, value, cx) {
            note if !note.is_empty() => clipped(note),
            _ if *value == label => String::new(),
            _ => value.to_owned(),
        };
        MenuOption::new(label, value.to_owned(), note).chosen_if(value == entry.value)
    });
    let placeholder = rule_label::<G>(entry.name, cx);
    let line = format!("rules {}=*", entry.name);
    menu(cx, page, placeholder, choices.collect(), line);
}

fn end_row<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    let hosts = cx.view.seat().is_some() && is_host(cx.view);
    // At a table in a browser it stands in the menu.
    if is_open(cx.view) && hosts && cx.face != Surface::Browser {
        let end = say!(cx, "button-end");
        page.row(vec![cx.button(end, "end", Style::Grave)]);
    }
}

/// The text, clipped to the length of a menu's note.
fn clipped(text: String) -> String {
    match text.char_indices().nth(96) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The description of a rule; a game may have its own.
pub(super) fn about<G: Voice>(name: &str, cx: &RenderContext) -> String {
    own_or_shared::<G>("about", name, "", cx)
}

/// The description of a value whose name is not enough: of a preset, or a computer player.
fn value_note<G: Voice>(name: &str, value: &str, cx: &RenderContext) -> String {
    match name {
        PRESET => cx.say_key(&format!("about-{PRESET}-{}", value.replace('_', "-")), ""),
        SUBSTITUTE => skill_note::<G>(value, cx),
        _ => String::new(),
    }
}

/// The rule that sets all others.
const PRESET: &str = "preset";

fn rule_line<G: Voice>(entry: &RuleEntry, cx: &RenderContext) -> String {
    let (label, value) = (rule_label::<G>(entry.name, cx), rule_value(entry, cx));
    if cx.face == Surface::Browser {
        say!(cx, "settings-choice", label, value)
    } else if entry.value == entry.default {
        say!(cx, "rules-entry-usual", label, value, name = entry.name)
    } else {
        say!(cx, "rules-entry", label, value, name = entry.name)
    }
}

/// The label of a rule; a game may have its own for a shared name.
pub(super) fn rule_label<G: Voice>(name: &str, cx: &RenderContext) -> String {
    own_or_shared::<G>("rule", name, name, cx)
}

fn own_or_shared<G: Voice>(of: &str, name: &str, otherwise: &str, cx: &RenderContext) -> String {
    let key = name.replace('_', "-");
    let shared = cx.say_key(&format!("{of}-{key}"), otherwise);
    cx.say_key(&format!("{of}-{}-{key}", G::KIND.name()), &shared)
}

fn rule_value(entry: &RuleEntry, cx: &RenderContext) -> String {
    value_label(entry.name, &entry.value, cx)
}

/// A value of a rule in words; numbers and ranks are unchanged.
pub fn value_label(name: &str, value: &str, cx: &RenderContext) -> String {
    let (name, key) = (name.replace('_', "-"), value.replace('_', "-"));
    if name == SUBSTITUTE {
        return cx.say_key(&format!("skill-{key}"), value);
    }
    let switch = match value {
        "on" | "true" => cx.say_key("value-on", value),
        "off" | "false" => cx.say_key("value-off", value),
        _ => value.to_owned(),
    };
    match value {
        "on" | "off" => switch,
        _ => cx.say_key(&format!("value-{name}-{key}"), &switch),
    }
}

/// A command that changes the rule to another value: `rules throw_penalty=ten_per_throw`.
fn rule_example<G: Voice>(entry: &RuleEntry) -> String {
    let other = values::<G>(entry)
        .into_iter()
        .find(|value| *value != entry.value);
    format!("rules {}={}", entry.name, other.unwrap_or_default())
}

pub(super) fn choices_sentence(name: &str, choices: &Choices, cx: &RenderContext) -> String {
    match choices {
        Choices::Words(words) => {
            let values = words.iter().map(|word| format!("`{word}`"));
            say!(cx, "rule-values", name, values = cx.list(values))
        }
        Choices::Number {
            least,
            most,
            suggested,
            ..
        } => {
            let values = cx.list(suggested.iter().map(|word| format!("`{word}`")));
            say!(cx, "rule-range", name, least = *least, most = *most, values)
        }
    }
}

/// The rule or limit of this game with this name, or this label in any language (in lower case).
pub fn rule_help<G: Voice>(word: &str, cx: &RenderContext) -> Option<Page> {
    let rules = G::Rules::default();
    let entries = rules.entries().into_iter().chain(rules.aliases());
    let mut entries = entries.chain(Limits::default().entries());
    let entry = entries.find(|entry| is_called::<G>(entry, word))?;
    let mut page = Page::titled(rule_label::<G>(entry.name, cx));
    page.push(about::<G>(entry.name, cx));
    page.push(choices_sentence(entry.name, &entry.choices, cx));
    let value = value_label(entry.name, &entry.default, cx);
    page.push(say!(cx, "help-rule-usual", value, name = entry.name));
    Some(page)
}

/// Whether a group of rules has this name in any language.
fn is_group_called<G: Voice>(group: &str, word: &str) -> bool {
    // Some have a short name in every language, by which they are shown and typed.
    means(word, &format!("example-{group}"))
        || RenderContext::in_any_language(|cx| group_label::<G>(group, cx) == word.trim())
}

/// The name of the rule or limit that is called so in any language; the word itself if none is.
pub fn rule_called<G: Voice>(word: &str, view: &TableView<G>) -> String {
    let mut known = known(view).into_iter();
    let entry = known.find(|entry| is_called::<G>(entry, word));
    entry.map_or_else(|| word.to_owned(), |entry| entry.name.to_owned())
}

/// The value of a rule that is called so in any language, whole or up to its first comma; the word itself if none is.
pub fn value_called<G: Voice>(name: &str, word: &str, view: &TableView<G>) -> String {
    let entry = known(view).into_iter().find(|entry| entry.name == name);
    let offered = entry.map_or_else(Vec::new, |entry| values::<G>(&entry));
    let is_called = |value: &&&str| {
        RenderContext::in_any_language(|cx| {
            let label = value_label(name, value, cx).to_lowercase();
            let short = label.split(['，', ',']).next().unwrap_or_default();
            let word = word.to_lowercase();
            label == word || short.trim() == word
        })
    };
    // Its own name comes first.
    let found = offered.iter().find(|value| **value == word);
    let found = found.or_else(|| offered.iter().find(is_called));
    found.map_or_else(|| word.to_owned(), |value| (*value).to_owned())
}

fn is_called<G: Voice>(entry: &RuleEntry, word: &str) -> bool {
    let name = word.replace(['-', ' '], "_");
    let label = |cx: &_| rule_label::<G>(entry.name, cx).to_lowercase();
    entry.name == name || RenderContext::in_any_language(|cx| label(cx) == word)
}
