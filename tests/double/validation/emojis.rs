//! Emojis that messages show: they have to exist. In a text an unknown one is shown by its name, in a button or menu the
//! message is refused.

use super::Refusal;
use serde_json::{Value, json};

/// The custom emojis of a text that do not exist, `<:name:id>`, as violations.
pub fn unknown_in_text(message: &Value, known: &[Value]) -> Vec<String> {
    let parts = message["components"].as_array();
    let laid_out = crate::wire::texts(parts.map_or(&[][..], Vec::as_slice));
    let mut texts = Vec::new();
    collect(&message["content"], &mut texts);
    collect(&message["embeds"], &mut texts);
    texts.extend(laid_out.iter().map(String::as_str));
    let written = texts.iter().flat_map(|text| text.split("<:").skip(1));
    let written = written.filter_map(|rest| rest.split_once('>')?.0.split_once(':'));
    let unknown = written.filter(|(name, id)| {
        let same = |emoji: &Value| emoji["name"] == *name && emoji["id"] == *id;
        id.bytes().all(|byte| byte.is_ascii_digit()) && !known.iter().any(same)
    });
    unknown
        .map(|(name, id)| format!("the text shows the emoji {name}, {id}, which does not exist"))
        .collect()
}

fn collect<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(list) => list.iter().for_each(|value| collect(value, texts)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, texts)),
        _ => {}
    }
}

/// The first emoji of a button or menu that does not exist, and how Discord refuses it.
pub fn unknown_in_controls(
    path: &str,
    message: &Value,
    known: &[Value],
) -> Option<(String, Refusal)> {
    let (emoji, mut keys) = find(&message["components"], known)?;
    keys.extend(["components".to_owned(), path.to_owned()]);
    let leaf = json!({"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]});
    let keys = keys.into_iter().filter(|key| !key.is_empty());
    let errors = keys.fold(json!({"id": leaf}), |inner, key| json!({key: inner}));
    let refusal = Refusal {
        errors: Some(errors),
        ..Refusal::new(400, 50_035, "Invalid Form Body")
    };
    Some((
        format!("a control shows the emoji {emoji}, which does not exist"),
        refusal,
    ))
}

/// The emoji, and the keys to it from the inside.
fn find(value: &Value, known: &[Value]) -> Option<(Value, Vec<String>)> {
    let inside = |key: String, value: &Value| {
        let (emoji, mut keys) = find(value, known)?;
        keys.push(key);
        Some((emoji, keys))
    };
    match value {
        Value::Array(list) => {
            let mut list = list.iter().enumerate();
            list.find_map(|(at, value)| inside(at.to_string(), value))
        }
        Value::Object(fields) => {
            let id = fields.get("emoji").map(|emoji| &emoji["id"]);
            if let Some(id) = id.filter(|id| !id.is_null())
                && !known.iter().any(|emoji| emoji["id"] == *id)
            {
                return Some((fields["emoji"].clone(), vec!["emoji".to_owned()]));
            }
            let mut fields = fields.iter();
            fields.find_map(|(key, value)| inside(key.clone(), value))
        }
        _ => None,
    }
}
