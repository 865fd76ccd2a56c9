//! Messages whose emojis Discord does not know.
//!
//! Decides what such a message shows in the end: buttons and menus with words alone.

use serde_json::Value;

/// So many refusals of its emojis a message gets over. The first may be a mistake of Discord's, which
/// does not always know emojis that are there; then it is shown without.
pub(super) const MOST_MISSED: u32 = 2;

/// What is sent after so many refusals of its emojis: after the second one, buttons and menus with
/// words alone.
pub(super) fn shown(mut body: Value, missed: u32) -> Value {
    if missed >= MOST_MISSED {
        without_emojis(&mut body);
    }
    body
}

fn without_emojis(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(emoji) = fields.remove("emoji") {
                let words = fields.get("label").and_then(Value::as_str);
                if words.is_none_or(str::is_empty) {
                    // A button has to show something: `t_SK_3fa9` is worth `SK`.
                    let name = emoji["name"].as_str().unwrap_or("?");
                    let stem = name.split_once('_').map_or(name, |(_, stem)| stem);
                    let stem = stem.rsplit_once('_').map_or(stem, |(stem, _)| stem);
                    fields.insert("label".to_owned(), stem.into());
                }
            }
            fields.values_mut().for_each(without_emojis);
        }
        Value::Array(list) => list.iter_mut().for_each(without_emojis),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_is_shown_without_emojis_in_the_end() {
        let emoji = json!({"id": "17", "name": "t_SK_3fa9"});
        let body = json!({"data": {"content": "<:t_SK_3fa9:17>", "components": [{"type": 1, "components": [
            {"type": 2, "label": "Play", "emoji": emoji, "custom_id": "a"},
            {"type": 2, "emoji": emoji, "custom_id": "b"},
            {"type": 3, "options": [{"label": "K", "value": "1", "emoji": emoji}]},
        ]}]}});
        assert_eq!(shown(body.clone(), 1), body);
        let bare = json!({"data": {"content": "<:t_SK_3fa9:17>", "components": [{"type": 1, "components": [
            {"type": 2, "label": "Play", "custom_id": "a"},
            {"type": 2, "label": "SK", "custom_id": "b"},
            {"type": 3, "options": [{"label": "K", "value": "1"}]},
        ]}]}});
        assert_eq!(shown(body, 2), bare);
    }
}
