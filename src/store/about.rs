//! What is kept about one person, told to them.
//!
//! The rows that name them alone, and where and when they played. Others at their tables, and what was played there, are
//! not in it: that is theirs too, and replays and exports of matches tell it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::forget::is_account;
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
