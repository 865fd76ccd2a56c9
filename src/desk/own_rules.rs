//! House rules that somebody keeps under a name of their own, and takes over at another table.
//!
//! Decides what is kept, under which names and how many. Knows no rule: each is set by its name, as if
//! it were typed.

use std::collections::BTreeMap;

use super::{Answer, At, Desk, Served};
use crate::game::{RuleEntry, RuleSet};
use crate::text::page::Page;
use crate::text::table;
use crate::text::trouble::Trouble;
use crate::text::words::means;

/// The most sets that one person keeps for a game.
const MOST_KEPT: usize = 20;
/// The most signs of a name.
const MOST_SIGNS: usize = 32;

/// What is kept of rules that are all standard.
const STANDARD: &str = "-";

impl Desk {
    /// Keeps the rules of the table, forgets kept ones, or takes them over; `None` if the words are about
    /// something else.
    pub(super) async fn own_rules<G: Served>(&self, at: &At<'_, G>, words: &str) -> Option<Answer> {
        let words = words.trim();
        let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let kept = self
            .settings
            .kept_rules(at.who.person, G::KIND.name())
            .await;
        if means(first, "word-save") {
            return Some(self.keep_rules(at, &named(rest), &kept).await);
        }
        if means(first, "word-forget") {
            return Some(self.forget_rules(at, &named(rest), &kept).await);
        }
        let wanted = words.strip_prefix("preset=").unwrap_or(words);
        let rules = kept.get(&named(wanted))?;
        Some(self.take_over(at, rules).await)
    }

    async fn keep_rules<G: Served>(
        &self,
        at: &At<'_, G>,
        name: &str,
        kept: &BTreeMap<String, String>,
    ) -> Answer {
        let view = at.view();
        let signs = name.chars().count();
        let plain = |sign: char| sign.is_alphanumeric() || matches!(sign, ' ' | '-');
        // The name of a rule, or of a preset, means that.
        let is_known = table::rules_about(name, &view, &at.cx).is_some()
            || G::Rules::PRESETS.iter().any(|(preset, _)| *preset == name);
        if signs == 0 || signs > MOST_SIGNS || !name.chars().all(plain) || is_known {
            return Answer::refused(self.names_page(at, kept));
        }
        if kept.len() >= MOST_KEPT && !kept.contains_key(name) {
            let names = at.cx.list(kept.keys().cloned());
            return Answer::refused(say!(at.cx, "own-rules-many", names));
        }
        let changed = settings(&view.rules).filter(|entry| entry.value != entry.default);
        let changed: Vec<String> = changed
            .map(|entry| format!("{}={}", entry.name, entry.value))
            .collect();
        let rules = match changed.is_empty() {
            true => STANDARD.to_owned(),
            false => changed.join(" "),
        };
        let command = at.cx.command(&format!("rules {name}"));
        let said = say!(at.cx, "own-rules-saved", name, command);
        self.write_rules(at, name, Some(&rules), said).await
    }

    async fn forget_rules<G: Served>(
        &self,
        at: &At<'_, G>,
        name: &str,
        kept: &BTreeMap<String, String>,
    ) -> Answer {
        if !kept.contains_key(name) {
            return Answer::refused(self.names_page(at, kept));
        }
        let said = say!(at.cx, "own-rules-forgotten", name);
        self.write_rules(at, name, None, said).await
    }

    async fn write_rules<G: Served>(
        &self,
        at: &At<'_, G>,
        name: &str,
        rules: Option<&str>,
        said: String,
    ) -> Answer {
        let game = G::KIND.name();
        match self
            .settings
            .keep_rules(at.who.person, game, name, rules)
            .await
        {
            true => Answer::shown(Page::line(said)).for_them_alone(),
            false => Answer::refused(Trouble::NotSaved.page(&at.cx)),
        }
    }

    /// Which sets somebody keeps, and how one is kept.
    fn names_page<G: Served>(&self, at: &At<'_, G>, kept: &BTreeMap<String, String>) -> Page {
        let command = at.cx.command("rules save our evening");
        let mut page = Page::line(say!(at.cx, "own-rules-name", most = MOST_SIGNS, command));
        if !kept.is_empty() {
            let names = kept
                .keys()
                .map(|name| at.cx.command(&format!("rules {name}")));
            page.push(say!(at.cx, "own-rules-list", names = at.cx.list(names)));
        }
        page
    }

    /// Sets the rules of the table to those that were kept: by way of the standard ones, so that none
    /// meets another with which it does not go.
    async fn take_over<G: Served>(&self, at: &At<'_, G>, rules: &str) -> Answer {
        let wanted = rules
            .split_whitespace()
            .filter_map(|pair| pair.split_once('='));
        let wanted: BTreeMap<&str, &str> = wanted.collect();
        let (mut standard, mut others) = (Vec::new(), Vec::new());
        for entry in settings(&at.view().rules) {
            let value = wanted.get(entry.name).copied().unwrap_or(&entry.default);
            if value == entry.value {
                continue;
            }
            if value != entry.default {
                others.push((entry.name.to_owned(), value.to_owned()));
            }
            if entry.value != entry.default {
                standard.push((entry.name.to_owned(), entry.default));
            }
        }
        standard.append(&mut others);
        self.set_all(at, &standard).await
    }
}

/// The rules of a game one by one, without the preset that they make.
fn settings<R: RuleSet>(rules: &R) -> impl Iterator<Item = RuleEntry> + use<R> {
    let preset = R::PRESET.map(|preset| preset.name);
    let entries = rules.entries().into_iter();
    entries.filter(move |entry| Some(entry.name) != preset)
}

/// A name as it is kept and found again.
fn named(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.to_lowercase()
}
