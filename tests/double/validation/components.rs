//! Rows, buttons, menus and forms: what the schemas leave unsaid.

use serde_json::Value;
use std::collections::BTreeSet;

const MOST_ROWS: usize = 5;
const ROW: u64 = 1;
const BUTTON: u64 = 2;
const LINK: u64 = 5;
const PREMIUM: u64 = 6;

/// Checks the components of a message.
pub fn check(components: &Value, faults: &mut Vec<String>) {
    let Some(rows) = components.as_array() else {
        return;
    };
    let plain = rows.iter().filter(|row| row["type"] == ROW).count();
    if plain > MOST_ROWS {
        faults.push(format!(
            "{plain} rows of components, where {MOST_ROWS} are the most"
        ));
    }
    let mut ids = BTreeSet::new();
    for row in rows {
        check_row(row, &mut ids, faults);
    }
}

fn check_row(row: &Value, ids: &mut BTreeSet<String>, faults: &mut Vec<String>) {
    let Some(inner) = row["components"].as_array() else {
        return;
    };
    if row["type"] == ROW && inner.is_empty() {
        faults.push("a row without components".to_owned());
    }
    let is_menu = |component: &Value| matches!(component["type"].as_u64(), Some(3 | 5..=8));
    if row["type"] == ROW && inner.len() > 1 && inner.iter().any(is_menu) {
        faults.push("a menu that shares its row".to_owned());
    }
    for component in inner {
        if let Some(id) = component["custom_id"].as_str()
            && !ids.insert(id.to_owned())
        {
            faults.push(format!("the custom_id `{id}` twice in one message"));
        }
        match component["type"].as_u64() {
            Some(BUTTON) => check_button(component, faults),
            Some(3) => check_menu(component, faults),
            Some(_) | None => check_row(component, ids, faults),
        }
    }
}

fn check_button(button: &Value, faults: &mut Vec<String>) {
    let style = button["style"].as_u64().unwrap_or_default();
    let label = button["label"].as_str().unwrap_or_default();
    if label.is_empty() && button["emoji"].is_null() && style != PREMIUM {
        faults.push("a button with neither label nor emoji".to_owned());
    }
    let (has_id, has_url) = (button["custom_id"].is_string(), button["url"].is_string());
    if style == LINK && (has_id || !has_url) {
        faults.push(format!("the link `{label}` needs a url, and no custom_id"));
    }
    if !matches!(style, LINK | PREMIUM) && (!has_id || has_url) {
        faults.push(format!(
            "the button `{label}` needs a custom_id, and no url"
        ));
    }
}

fn check_menu(menu: &Value, faults: &mut Vec<String>) {
    let name = menu["custom_id"].as_str().unwrap_or_default();
    let options = menu["options"].as_array().cloned().unwrap_or_default();
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    let count = options.len() as u64;
    if options.is_empty() {
        faults.push(format!("the menu `{name}` has no options"));
    } else if least > most || most > count {
        faults.push(format!(
            "the menu `{name}` takes {least} to {most} of {count} options"
        ));
    }
    let values: BTreeSet<_> = options
        .iter()
        .filter_map(|option| option["value"].as_str())
        .collect();
    if values.len() < options.len() {
        faults.push(format!("the menu `{name}` has a value twice"));
    }
    let chosen = options
        .iter()
        .filter(|option| option["default"] == true)
        .count() as u64;
    if chosen > most {
        faults.push(format!(
            "the menu `{name}` has {chosen} options chosen, and takes {most}"
        ));
    }
}

/// Checks a form.
pub fn check_form(form: &Value, faults: &mut Vec<String>) {
    let rows = form["components"].as_array().cloned().unwrap_or_default();
    if rows.is_empty() || rows.len() > MOST_ROWS {
        faults.push(format!("a form of {} rows", rows.len()));
    }
    let mut ids = BTreeSet::new();
    for row in rows {
        let inner = row["components"]
            .as_array()
            .cloned()
            .unwrap_or_else(|| vec![row["component"].clone()]);
        for component in inner {
            let id = component["custom_id"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            if !id.is_empty() && !ids.insert(id.clone()) {
                faults.push(format!("the custom_id `{id}` twice in one form"));
            }
        }
    }
}
