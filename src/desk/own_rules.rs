//! House rules that somebody keeps under a name of their own, and takes over at another table.
//!
//! Decides what is kept, under which names and how many. Knows no rule: each is set by its name, as if
//! it were typed. `server` is the name of those with which new tables of the server begin: they are kept
//! with its settings ([`super::settings`]).

use std::collections::BTreeMap;

use super::answer::{Done, refuse};
use super::{Answer, At, Served, Tables};
use crate::game::{RuleSet, kept_rules, rules_of_kept, rules_one_by_one};
use crate::store::Scope;
use crate::text::page::Page;
use crate::text::table;
use crate::text::words::means;

/// The most sets that one person keeps for a game.
const MOST_KEPT: usize = 20;
/// The most signs of a name.
const MOST_SIGNS: usize = 32;

impl Tables {
    /// Keeps the rules of the table, forgets kept ones, or takes them over; `None` if the words are about
    /// something else.
    pub(super) async fn own_rules<G: Served>(&self, at: &At<'_, G>, words: &str) -> Option<Done> {
        let words = words.trim();
        // The options of a slash command come as `save=our evening`.
        let ends = |sign: char| sign.is_whitespace() || sign == '=';
        let (first, rest) = words.split_once(ends).unwrap_or((words, ""));
        let kept = self
            .front
            .settings
            .person(at.who.person)
            .await
            .rules(&kept_as::<G>(""));
        if means(first, "word-save") {
            let rest = rest.trim();
            let (to, which) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            return Some(match means(to, "word-server") {
                true => self.keep_for_server(at, &named(which), &kept).await,
                false => self.keep_rules(at, &named(rest), &kept).await,
            });
        }
        if means(first, "word-forget") {
            let name = named(rest);
            if is_servers(&name, &kept) {
                return Some(self.people.set_server_rules(at, &G::Rules::default()).await);
            }
            if !kept.contains_key(&name) {
                return Some(self.tell_names(at, &kept));
            }
            let said = say!(at.cx, "own-rules-forgotten", name = name.as_str());
            return Some(self.write_rules(at, &name, None, said).await);
        }
        let wanted = named(words.strip_prefix("preset=").unwrap_or(words));
        if is_servers(&wanted, &kept) {
            let rules = self.front.settings.opening_rules::<G>(at.place.guild).await;
            return Some(self.take_over(at, &kept_rules(&rules)).await);
        }
        let rules = kept.get(&wanted)?;
        Some(self.take_over(at, rules).await)
    }

    /// Keeps for the server the rules of the table, or those of a preset or an own set of this name.
    async fn keep_for_server<G: Served>(
        &self,
        at: &At<'_, G>,
        which: &str,
        kept: &BTreeMap<String, String>,
    ) -> Done {
        let preset = || {
            let mut presets = G::Rules::PRESETS.iter();
            let (_, preset) = presets.find(|(preset, _)| *preset == which)?;
            Some(G::Rules::default().of_preset(preset))
        };
        let own = || kept.get(which).map(|kept| rules_of_kept(kept));
        let rules = match which {
            "" => Some(at.view().rules),
            _ => preset().or_else(own),
        };
        match rules {
            Some(rules) => self.people.set_server_rules(at, &rules).await,
            None => self.tell_names(at, kept),
        }
    }

    async fn keep_rules<G: Served>(
        &self,
        at: &At<'_, G>,
        name: &str,
        kept: &BTreeMap<String, String>,
    ) -> Done {
        let view = at.view();
        let signs = name.chars().count();
        let plain = |sign: char| sign.is_alphanumeric() || matches!(sign, ' ' | '-');
        // The name of a rule, or of a preset, means that.
        let is_known = table::rules_about(name, &at.cx.at(&view)).is_some()
            || G::Rules::PRESETS.iter().any(|(preset, _)| *preset == name);
        if signs == 0 || signs > MOST_SIGNS || !name.chars().all(plain) || is_known {
            return self.tell_names(at, kept);
        }
        if kept.len() >= MOST_KEPT && !kept.contains_key(name) {
            let names = at.cx.list(kept.keys().cloned());
            return refuse(say!(at.cx, "own-rules-many", names));
        }
        let rules = kept_rules(&view.rules);
        let command = at.cx.command(&format!("rules {name}"));
        let said = say!(at.cx, "own-rules-saved", name, command);
        self.write_rules(at, name, Some(&rules), said).await
    }

    async fn write_rules<G: Served>(
        &self,
        at: &At<'_, G>,
        name: &str,
        rules: Option<&str>,
        said: String,
    ) -> Done {
        let (scope, name) = (Scope::Person(at.who.person), kept_as::<G>(name));
        let change = (name, rules.map(str::to_owned));
        at.saved(self.front.settings.set(scope, vec![change]).await)?;
        Ok(Answer::shown(said).for_them_alone())
    }

    /// Which sets somebody keeps, and how one is kept.
    fn tell_names<G: Served>(&self, at: &At<'_, G>, kept: &BTreeMap<String, String>) -> Done {
        let mut page = Page::line(say!(at.cx, "own-rules-name", most = MOST_SIGNS));
        if !kept.is_empty() {
            let names = kept.keys();
            let names = names.map(|name| at.cx.command(&format!("rules {name}")));
            page.push(say!(at.cx, "own-rules-list", names = at.cx.list(names)));
        }
        refuse(page)
    }

    /// Sets the rules of the table to those that were kept: by way of the standard ones, so that none
    /// meets another with which it does not go.
    async fn take_over<G: Served>(&self, at: &At<'_, G>, rules: &str) -> Done {
        let pairs = rules.split_whitespace();
        let pairs = pairs.filter_map(|pair| pair.split_once('='));
        let wanted: BTreeMap<&str, &str> = pairs.collect();
        let (mut standard, mut others) = (Vec::new(), Vec::new());
        for entry in rules_one_by_one(&at.view().rules) {
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

/// Whether a name means the rules of the server. It was once free: who keeps rules under it has theirs.
fn is_servers(name: &str, kept: &BTreeMap<String, String>) -> bool {
    means(name, "word-server") && !kept.contains_key(name)
}

/// The setting by which a game's rules are kept under a name.
fn kept_as<G: Served>(name: &str) -> String {
    format!("rules {} {name}", G::KIND.name())
}

/// A name as it is kept and found again.
fn named(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.to_lowercase()
}
