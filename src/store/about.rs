//! What is kept about one person, told to them.
//!
//! The rows that name them alone, and where and when they played. Others at their tables, and what was played there, are
//! not in it: that is theirs too, and replays and exports of matches tell it.
//!
//! Removes a person from stored texts that others still need.
//!
//! The journals of closed tables stay readable for the other players: the person's id is replaced
//! by a small number that no account has, and a `name` beside a `person` is emptied. Entries keep
//! their number, time and everything else, so the moves are unchanged. A table's digests may cover
//! people; [`crate::table::Saved::altered`] marks a journal that was changed in this way.
//!
//! Only ids in Discord's form are replaced. The terminal numbers its players from 1: such a number
//! identifies nobody, and could as well be a card or a seat.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::journal::Finished;
use super::{PersonId, Scope};
use crate::table::{GuildId, UnixMillis};

/// Everything under a person's number.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct KeptAbout {
    /// The last name.
    pub name: Option<String>,
    /// Settings of their own, by name.
    pub settings: BTreeMap<String, String>,
    /// Sums of statistics, in order.
    pub sums: Vec<KeptSum>,
    /// The rounds and matches that are over, in the order in which they ended.
    pub finished: Vec<KeptResult>,
    /// What servers keep of them: the changes of settings that they made, whether they look for a game, cups.
    pub elsewhere: Vec<KeptElsewhere>,
}

/// What is kept of somebody among the settings of a server or a channel, without what is there of others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeptElsewhere {
    /// Whose setting.
    pub scope: Scope,
    /// Which.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// Of a value what concerns this person: of a list with something of theirs only that.
pub(super) fn share(person: PersonId, value: Value) -> Value {
    match value {
        Value::Array(items) if items.iter().any(|item| has(person.0, item)) => {
            let theirs = items.into_iter().filter(|item| has(person.0, item));
            theirs.map(|item| share(person, item)).collect()
        }
        // Of others alone.
        Value::Array(items) if items.iter().any(Value::is_object) => Value::Array(Vec::new()),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            let fields = fields.map(|(name, field)| (name, share(person, field)));
            fields.collect()
        }
        value => value,
    }
}

/// A number of the statistics.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct KeptSum {
    /// By its name in the program.
    pub game: String,
    /// On which server; 0 beyond all.
    pub guild: GuildId,
    /// With whom or against whom, as it is written in the store; empty for everybody.
    pub versus: String,
    /// What is counted, some by month.
    pub counter: String,
    /// How much.
    pub value: i64,
}

/// Where and when somebody played.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct KeptResult {
    /// Milliseconds since 1970.
    pub at: UnixMillis,
    /// By its name in the program.
    pub game: String,
    /// On which server.
    pub guild: GuildId,
    /// The channel or room.
    pub channel: u64,
    /// Its number at the table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The round of the match, from 1; `None` for the match itself.
    pub round: Option<u32>,
}

/// A result, as far as it is told to who played.
pub(super) fn kept_result(guild: GuildId, finished: &Finished) -> KeptResult {
    KeptResult {
        at: finished.at,
        game: finished.game.name().to_owned(),
        guild,
        channel: finished.table.key.0,
        match_number: finished.match_number,
        round: finished.round,
    }
}

/// Whether a summary is of something that this person played.
pub(super) fn names(person: PersonId, summary: &str) -> bool {
    let summary = serde_json::from_str(summary);
    is_account(person) && summary.is_ok_and(|summary| has(person.0, &summary))
}

fn has(person: u64, value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_u64() == Some(person),
        Value::Array(items) => items.iter().any(|item| has(person, item)),
        Value::Object(fields) => fields.values().any(|field| has(person, field)),
        _ => false,
    }
}

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
