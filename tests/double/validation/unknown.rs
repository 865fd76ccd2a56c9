//! Keys that no schema knows. Discord drops them without a word, so a misspelt one goes unnoticed. One that says
//! nothing (null, false, an empty list) is let be: serenity writes out the fields that it leaves alone.

use super::Schemas;
use serde_json::{Value, json};

impl Schemas {
    /// Paths of all keys of a value that none of the schemas which may apply there knows.
    pub fn unknown_keys(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        self.walk(&[schema], value, "", &mut found);
        found
    }

    fn walk(&self, schemas: &[&Value], value: &Value, path: &str, found: &mut Vec<String>) {
        let mut flat = Vec::new();
        for schema in schemas {
            self.flatten(schema, &mut flat);
        }
        // Where alternatives are told apart by `type`, only the ones of that type apply.
        let fitting: Vec<&Value> = flat
            .iter()
            .copied()
            .filter(|schema| fits(schema, value))
            .collect();
        let flat = if fitting.is_empty() { flat } else { fitting };
        match value {
            Value::Object(object) => {
                let open = flat.iter().any(|schema| {
                    schema
                        .get("additionalProperties")
                        .is_some_and(|more| *more != false)
                });
                let known: Vec<_> = flat
                    .iter()
                    .filter_map(|schema| schema["properties"].as_object())
                    .collect();
                if known.is_empty() || open {
                    return;
                }
                for (key, inner) in object {
                    let path = format!("{path}/{key}");
                    let next: Vec<&Value> = known
                        .iter()
                        .filter_map(|properties| properties.get(key))
                        .collect();
                    if next.is_empty()
                        && (inner.is_null() || *inner == false || *inner == json!([]))
                    {
                        continue;
                    } else if next.is_empty() {
                        found.push(path);
                    } else {
                        self.walk(&next, inner, &path, found);
                    }
                }
            }
            Value::Array(list) => {
                let items: Vec<&Value> = flat
                    .iter()
                    .filter_map(|schema| schema.get("items"))
                    .collect();
                for (at, inner) in list.iter().enumerate() {
                    self.walk(&items, inner, &format!("{path}/{at}"), found);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// All schemas that one stands for, through references and alternatives.
    fn flatten<'a>(&'a self, schema: &'a Value, flat: &mut Vec<&'a Value>) {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or_default();
            self.flatten(&self.document["components"]["schemas"][name], flat);
        }
        for alternatives in ["oneOf", "anyOf", "allOf"] {
            for alternative in schema[alternatives].as_array().into_iter().flatten() {
                self.flatten(alternative, flat);
            }
        }
        if schema.get("properties").is_some()
            || schema.get("items").is_some()
            || schema.get("additionalProperties").is_some()
        {
            flat.push(schema);
        }
    }
}

fn fits(schema: &Value, value: &Value) -> bool {
    let kinds = schema["properties"]["type"]["enum"].as_array();
    match (kinds, value.get("type")) {
        (Some(kinds), Some(kind)) => kinds.contains(kind),
        (Some(_) | None, _) => true,
    }
}
