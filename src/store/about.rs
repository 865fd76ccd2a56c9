//! What is kept about one person, told to them.
//!
//! The rows that name them alone, and where and when they played. Others at their tables, and what was played there, are
//! not in it: that is theirs too, and replays and exports of matches tell it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::PersonId;
use super::forget::is_account;
use super::journal::Finished;
use super::servers::SettingChange;
use crate::club::cup::Cup;
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
    /// The changes of servers' settings that they made, by server and time.
    pub changes: Vec<KeptChange>,
    /// The cups that they called or signed up for, by server and number.
    pub cups: Vec<KeptCup>,
}

/// A cup that somebody called or signed up for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct KeptCup {
    /// On which server.
    pub guild: GuildId,
    /// Its number there.
    pub number: u32,
    /// What it is called.
    pub cup: String,
    /// Under which name they signed up, or were asked to, if they did.
    pub name: Option<String>,
}

/// A cup, as far as it is told to who has to do with it; `None` for all others.
pub(super) fn kept_cup(
    person: PersonId,
    guild: GuildId,
    (number, cup): (u32, Cup),
) -> Option<KeptCup> {
    let name = cup.named(person).map(|player| player.name.clone());
    (is_account(person) && cup.concerns(person)).then_some(KeptCup {
        guild,
        number,
        cup: cup.name,
        name,
    })
}

/// What somebody changed of the settings of a server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct KeptChange {
    /// On which server.
    pub guild: GuildId,
    /// When, and from what to what.
    #[serde(flatten)]
    pub change: SettingChange,
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
    fn has(person: u64, value: &Value) -> bool {
        match value {
            Value::Number(number) => number.as_u64() == Some(person),
            Value::Array(items) => items.iter().any(|item| has(person, item)),
            Value::Object(fields) => fields.values().any(|field| has(person, field)),
            _ => false,
        }
    }
    let summary = serde_json::from_str(summary);
    is_account(person) && summary.is_ok_and(|summary| has(person.0, &summary))
}
