//! A house rule or limit explained without a table: what it is about, and which values it has.

use super::rules::{about, choices_sentence, rule_label, value_label};
use crate::game::{RuleEntry, RuleSet as _};
use crate::table::Limits;
use crate::text::context::{Face, RenderContext};
use crate::text::locale::Locale;
use crate::text::page::Page;
use crate::text::voice::Voice;

/// The rule or limit of this game with this name, or this label in any language (in lower case).
pub fn rule_help<G: Voice>(word: &str, cx: &RenderContext) -> Option<Page> {
    let rules = G::Rules::default();
    let entries = rules.entries().into_iter().chain(rules.aliases());
    let mut entries = entries.chain(Limits::default().entries());
    let entry = entries.find(|entry| is_called::<G>(entry, word))?;
    let mut page = Page::titled(rule_label::<G>(entry.name, cx));
    page.push(about::<G>(entry.name, cx));
    page.push(choices_sentence(entry.name, &entry.choices, cx));
    page.push(say!(
        cx,
        "help-rule-usual",
        value = value_label(entry.name, &entry.default, cx),
        command = cx.command(&format!("rules {}", entry.name))
    ));
    Some(page)
}

fn is_called<G: Voice>(entry: &RuleEntry, word: &str) -> bool {
    let name = word.replace(['-', ' '], "_");
    entry.name == name
        || Locale::all().any(|locale| {
            let cx = RenderContext::new(locale, Face::Terminal, "");
            rule_label::<G>(entry.name, &cx).to_lowercase() == word
        })
}
