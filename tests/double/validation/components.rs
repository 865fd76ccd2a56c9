//! Buttons, menus and layouts: what the schemas leave unsaid.

use crate::wire::texts;
use serde_json::Value;
use std::collections::BTreeSet;

const MOST_ROWS: usize = 5;
/// Of a message that is laid out, nested ones included.
const MOST_PARTS: usize = 40;
const MOST_LAID_OUT: usize = 4_000;
const ROW: u64 = 1;
const LINK: u64 = 5;

/// A message that is laid out has neither content nor embeds.
pub fn check_fields(message: &Value, faults: &mut Vec<String>) {
    let says = message["content"]
        .as_str()
        .is_some_and(|text| !text.is_empty());
    let frames = message["embeds"]
        .as_array()
        .is_some_and(|list| !list.is_empty());
    if says || frames {
        faults.push("content or embeds beside a layout".to_owned());
    }
}

/// Checks what a message that is laid out has in all.
pub fn check_laid_out(components: &Value, faults: &mut Vec<String>) {
    let parts = components.as_array().map_or(&[][..], Vec::as_slice);
    let count: usize = parts.iter().map(count).sum();
    if count > MOST_PARTS {
        faults.push(format!(
            "{count} components, where {MOST_PARTS} are the most"
        ));
    }
    let length: usize = texts(parts).iter().map(|text| text.chars().count()).sum();
    if length > MOST_LAID_OUT {
        faults.push(format!(
            "{length} characters laid out, where {MOST_LAID_OUT} are the most"
        ));
    }
}

fn count(component: &Value) -> usize {
    let inner = component["components"].as_array().into_iter().flatten();
    1 + inner.map(count).sum::<usize>()
}

/// Without a layout there are at most five rows, and nothing else.
pub fn check_plain(components: &Value, faults: &mut Vec<String>) {
    let parts = components.as_array().map_or(&[][..], Vec::as_slice);
    if parts.iter().any(|part| part["type"] != ROW) {
        faults.push("what only a layout has, and no flag for one".to_owned());
    }
    if parts.len() > MOST_ROWS {
        let count = parts.len();
        faults.push(format!(
            "{count} rows of components, where {MOST_ROWS} are the most"
        ));
    }
}

/// The addresses of the pictures that are shown in a component.
pub fn collect_media<'a>(component: &'a Value, found: &mut Vec<&'a Value>) {
    for item in component["items"].as_array().into_iter().flatten() {
        found.push(&item["media"]["url"]);
    }
    for inner in component["components"].as_array().into_iter().flatten() {
        collect_media(inner, found);
    }
}

/// Checks the controls of a message.
pub fn check(components: &Value, faults: &mut Vec<String>) {
    let mut ids = BTreeSet::new();
    for part in components.as_array().into_iter().flatten() {
        check_part(part, &mut ids, faults);
    }
}

fn check_part<'a>(part: &'a Value, ids: &mut BTreeSet<&'a str>, faults: &mut Vec<String>) {
    if let Some(id) = part["custom_id"].as_str()
        && !ids.insert(id)
    {
        faults.push(format!("the custom_id `{id}` twice in one message"));
    }
    match part["type"].as_u64() {
        Some(2) => check_button(part, faults),
        Some(3) => check_menu(part, faults),
        _ => {}
    }
    let inner = part["components"].as_array().map_or(&[][..], Vec::as_slice);
    let is_menu = |component: &Value| matches!(component["type"].as_u64(), Some(3 | 5..=8));
    if part["type"] == ROW && inner.len() > 1 && inner.iter().any(is_menu) {
        faults.push("a menu that shares its row".to_owned());
    }
    for component in inner {
        check_part(component, ids, faults);
    }
}

fn check_button(button: &Value, faults: &mut Vec<String>) {
    let label = button["label"].as_str().unwrap_or_default();
    if label.is_empty() && button["emoji"].is_null() {
        faults.push("a button with neither label nor emoji".to_owned());
    }
    let (has_id, has_url) = (button["custom_id"].is_string(), button["url"].is_string());
    let is_link = button["style"] == LINK;
    if (has_id, has_url) != (!is_link, is_link) {
        faults.push(format!(
            "the button `{label}` needs a custom_id, or as a link a url, and no other"
        ));
    }
}

fn check_menu(menu: &Value, faults: &mut Vec<String>) {
    let name = menu["custom_id"].as_str().unwrap_or_default();
    let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    let count = options.len() as u64;
    if least > most || most > count {
        faults.push(format!(
            "the menu `{name}` takes {least} to {most} of {count} options"
        ));
    }
    let values = options.iter().filter_map(|option| option["value"].as_str());
    if values.collect::<BTreeSet<_>>().len() < options.len() {
        faults.push(format!("the menu `{name}` has a value twice"));
    }
    let chosen = options.iter().filter(|option| option["default"] == true);
    let chosen = chosen.count() as u64;
    if chosen > most {
        faults.push(format!(
            "the menu `{name}` has {chosen} options chosen, and takes {most}"
        ));
    }
}
