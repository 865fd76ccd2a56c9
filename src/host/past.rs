//! Honours of rounds that were finished before anybody looked for them.
//!
//! Their matches are run again. Rounds whose moves are not kept any more keep what they were awarded.

use serde_json::Value;

use super::Paced;
use crate::club::{Honour, honour};
use crate::game::{Seat, at_game};
use crate::store::{Db, Finished, FinishedPlace, StoreError};
use crate::table::{Match, Saved};

/// How many rounds are looked at before more are asked for.
const AT_A_TIME: u32 = 500;

/// Finds the honours of all finished rounds that are kept, and writes them into their summaries; they
/// are to be counted afterwards by [`Db::rebuild_ratings`]. Answers with the number of rounds
/// where something changed.
///
/// # Errors
/// [`StoreError`] if the store cannot be reached.
pub async fn award_past(store: &Db) -> Result<u64, StoreError> {
    let (mut changed, mut after) = (0, None::<FinishedPlace>);
    loop {
        let rounds = store.finished_after(after, AT_A_TIME).await?;
        let Some(last) = rounds.last() else {
            return Ok(changed);
        };
        after = Some((last.table, last.match_number, last.round));
        let same_match =
            |a: &Finished, b: &Finished| (a.table, a.match_number) == (b.table, b.match_number);
        for rounds in rounds.chunk_by(same_match) {
            let saved = match store.journal(rounds[0].table).await {
                Ok(kept) => kept.saved,
                Err(error @ StoreError::Failed { .. }) => return Err(error),
                // Its moves are not kept any more, or cannot be read.
                Err(_) => continue,
            };
            let found = at_game!(saved.game, G => found::<G>(&saved, rounds));
            for (round, honours) in rounds.iter().zip(found) {
                let summary = honours.and_then(|honours| awarded(round, &honours));
                if let Some(summary) = summary {
                    let place = (round.table, round.match_number, round.round);
                    store.put_summary(place, summary).await?;
                    changed += 1;
                }
            }
        }
    }
}

/// What was earned in these rounds of a match, each `None` if it cannot be looked at.
fn found<G: Paced>(saved: &Saved, rounds: &[Finished]) -> Vec<Option<Vec<(Seat, Honour)>>> {
    let played = Match::<G>::of(saved, rounds[0].match_number).ok();
    let honours = |finished: &Finished| {
        if finished.round.is_some() != G::HAS_ROUNDS {
            return None;
        }
        let frames = played.as_ref()?.frames(finished.round.unwrap_or(1))?;
        let [.., before, after] = &frames[..] else {
            return None;
        };
        Some(G::honours(before, after))
    };
    rounds.iter().map(honours).collect()
}

/// The summary of a round with these honours; `None` if it has them.
fn awarded(round: &Finished, honours: &[(Seat, Honour)]) -> Option<String> {
    let mut summary: Value = serde_json::from_str(&round.summary).ok()?;
    let fields = summary.as_object_mut()?;
    let before = fields.remove("honours");
    let after = honour::written(honours);
    if before == after {
        return None;
    }
    fields.extend(after.map(|after| ("honours".to_owned(), after)));
    Some(summary.to_string())
}
