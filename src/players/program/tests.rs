//! The protocol: what the page says is what is sent, and what is answered is understood.

mod tractor;
mod uno;

use std::collections::BTreeSet;

use serde_json::Value;

use super::asked::Asked;

const PAGE: &str = include_str!("protocol.md");

fn question<G: Asked>(view: &G::View, ask: G::Ask) -> Value {
    let line = G::question(view, ask, Some("…")).line;
    assert!(!line.contains('\n'));
    serde_json::from_str(&line).expect("JSON")
}

/// The names of all fields, those of objects in objects too.
fn fields(value: &Value, before: &str, found: &mut BTreeSet<String>) {
    let Value::Object(object) = value else { return };
    for (name, value) in object {
        let name = format!("{before}{name}");
        match value {
            Value::Object(_) if name == "rules" || name == "example" => {}
            Value::Object(_) => fields(value, &format!("{name}."), found),
            Value::Array(items) if name == "calls" => {
                for item in items {
                    fields(item, "calls[].", found);
                }
            }
            _ => {}
        }
        found.insert(name);
    }
}

/// The fields that the page tells under this heading.
fn told(heading: &str) -> BTreeSet<String> {
    let table = PAGE.split(heading).nth(1).expect("a section");
    let table = table.split("\n## ").next().expect("its end");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned()))
        .collect()
}
