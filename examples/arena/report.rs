//! What a duel is printed as: lines, or one line of JSON.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::figures::{Conduct, Mean};
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
    for (name, Mean { mean, interval, .. }) in &outcome.measures {
        let _ = match name.ends_with("won") {
            true => writeln!(
                said,
                "{name} {:.1} % ± {:.1}",
                100.0 * mean,
                100.0 * interval
            ),
            false => writeln!(said, "{name} {mean:+.3} ± {interval:.3}"),
        };
    }
    for (name, conduct) in duel.names.iter().zip(&outcome.conduct) {
        let Conduct { ms, .. } = conduct;
        let _ = writeln!(
            said,
            "{name}: {} decisions, {:.4} ms on average, half below {:.4}, 99 % below {:.4}, {:.2} at most",
            ms.decisions, ms.mean, ms.p50, ms.p99, ms.longest
        );
        let kinds = conduct.by_kind.iter();
        let kinds = kinds.map(|(kind, ms)| format!("{kind} {:.4} (99 % {:.4})", ms.mean, ms.p99));
        let _ = writeln!(said, "{name}: {} ms", kinds.collect::<Vec<_>>().join(", "));
        let _ = writeln!(
            said,
            "{name}: {} illegal, {} missing, {} late, {} panics",
            conduct.illegal, conduct.missing, conduct.late, conduct.panics
        );
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
    let players = duel
        .names
        .iter()
        .zip(&outcome.conduct)
        .map(|(name, conduct)| {
            let by_kind = conduct.by_kind.iter();
            let by_kind: Map<String, Value> = by_kind
                .map(|(kind, times)| ((*kind).to_owned(), json!(times)))
                .collect();
            json!({
                "name": name,
                "illegal": conduct.illegal,
                "missing": conduct.missing,
                "late": conduct.late,
                "panics": conduct.panics,
                "ms": conduct.ms,
                "ms_by_kind": by_kind,
            })
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
