//! Removes a person from stored texts that others still need.
//!
//! The journals of closed tables stay readable for the other players: the person's id is replaced
//! by a small number that no account has, and a `name` beside a `person` is emptied. Entries keep
//! their number, time and everything else, so the moves are unchanged. A table's digests may cover
//! people; [`crate::table::Saved::altered`] marks a journal that was changed in this way.
//!
//! Only ids in Discord's form are replaced. The terminal numbers its players from 1: such a number
//! identifies nobody, and could as well be a card or a seat.

use serde_json::Value;

use super::PersonId;

/// Smaller numbers are no Discord accounts, whose ids begin with a time.
const SMALLEST_ACCOUNT: u64 = 1 << 32;

/// Whether this person can be recognised in texts.
pub(super) fn is_account(person: PersonId) -> bool {
    person.0 >= SMALLEST_ACCOUNT
}

/// The JSON text with every mention of `person` replaced by `stand_in` and the names beside it
/// emptied; `None` if nothing had to change.
pub fn without(person: PersonId, stand_in: PersonId, text: &str) -> Option<String> {
    if !is_account(person) || !text.contains(&person.0.to_string()) {
        return None;
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    replace(person, stand_in, &mut value).then(|| value.to_string())
}

fn replace(person: PersonId, stand_in: PersonId, value: &mut Value) -> bool {
    match value {
        Value::Number(number) if number.as_u64() == Some(person.0) => {
            *value = stand_in.0.into();
            true
        }
        Value::String(text) if *text == person.0.to_string() => {
            *text = stand_in.0.to_string();
            true
        }
        Value::Array(items) => {
            let changes = items.iter_mut().map(|item| replace(person, stand_in, item));
            changes.filter(|changed| *changed).count() > 0
        }
        Value::Object(fields) => {
            let mut changed = false;
            for field in fields.values_mut() {
                changed |= replace(person, stand_in, field);
            }
            if let Some(field) = fields.remove(&person.0.to_string()) {
                fields.insert(stand_in.0.to_string(), field);
                changed = true;
            }
            let here = fields.get("person").and_then(Value::as_u64) == Some(stand_in.0);
            if here && let Some(Value::String(name)) = fields.get_mut("name") {
                name.clear();
            }
            changed
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PersonId = PersonId(1_234_567_890_123_456_789);

    fn check(before: &str, after: Option<&str>) {
        let before = before.replace("ANN", &ANN.0.to_string());
        let result = without(ANN, PersonId(1), &before);
        assert_eq!(result.as_deref(), after, "{before}");
    }

    #[test]
    fn ids_are_replaced_wherever_they_are_and_names_beside_them_emptied() {
        check(
            r#"{"sit":{"name":"Ann","person":ANN,"seat":2}}"#,
            Some(r#"{"sit":{"name":"","person":1,"seat":2}}"#),
        );
        check(r#"{"by":{"person":ANN}}"#, Some(r#"{"by":{"person":1}}"#));
        let rule = |by| format!(r#"{{"by":{by},"name":"throw_penalty"}}"#);
        check(&rule("ANN"), Some(&rule("1")));
        check(r#"[ANN,{"a":["ANN"]}]"#, Some(r#"[1,{"a":["1"]}]"#));
        check(r#"{"names":{"ANN":"x"}}"#, Some(r#"{"names":{"1":"x"}}"#));
    }

    #[test]
    fn other_people_and_other_numbers_stay() {
        check(r#"{"name":"Bob","person":1234567890123456788}"#, None);
        check(r#"{"nonce":12345678901234567890}"#, None);
        check(r#"ANN is no JSON {"#, None);
        let small = without(PersonId(2), PersonId(1), r#"{"seat":2}"#);
        assert_eq!(small, None);
    }
}
