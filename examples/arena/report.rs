//! What a duel is printed as: lines, or one line of JSON.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::figures::Conduct;
use crate::mean::Mean;
use crate::options::Duel;

#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What was played so often.
    pub unit: &'static str,
    /// Measures with their names; the first kind's, above 0 or a half if it is stronger.
    pub measures: Vec<(&'static str, Mean)>,
    /// What each kind did beside winning and losing.
    pub conduct: [Conduct; 2],
}

/// Lines for people.
pub fn text(duel: &Duel, outcome: &Outcome) -> String {
    let [first, second] = &duel.names;
    let count = outcome.measures.first().map_or(0, |(_, mean)| mean.count);
    let mut said = format!("{first} against {second}, {count} {}\n", outcome.unit);
    for (name, mean) in &outcome.measures {
        let _ = match name.ends_with("won") {
            true => writeln!(
                said,
                "{name} {:.1} % ± {:.1}",
                100.0 * mean.mean,
                100.0 * mean.interval
            ),
            false => writeln!(said, "{name} {mean}"),
        };
    }
    for (name, conduct) in duel.names.iter().zip(&outcome.conduct) {
        let kinds = conduct.by_kind.iter();
        let kinds = kinds.map(|(kind, ms)| format!("{kind} {:.4} (99 % {:.4})", ms.mean, ms.p99));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let _ = writeln!(said, "{name}: {}\n{name}: {kinds} ms", conduct.ms);
        let _ = writeln!(said, "{name}: {}", conduct.faults());
    }
    said.trim_end().to_owned()
}

/// One line for programs.
pub fn json(duel: &Duel, outcome: &Outcome) -> String {
    let measures: Map<String, Value> = outcome
        .measures
        .iter()
        .map(|(name, mean)| (name.replace(' ', "_"), json!(mean)))
        .collect();
    let players = duel.names.iter().zip(&outcome.conduct);
    let players = players.map(|(name, conduct)| {
        let mut player = json!(conduct);
        player["name"] = json!(name);
        player
    });
    let said = json!({
        "unit": outcome.unit,
        "seed": duel.common.seed,
        "rules": duel.common.rules,
        "measures": measures,
        "players": players.collect::<Vec<_>>(),
    });
    said.to_string()
}
