//! Honours of rounds that were finished before anybody looked for them.
//!
//! Decides where a round of the past can be looked at: in the archive of its match, or its own
//! recording. Rounds whose moves are not kept any more keep what they were awarded.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Paced;
use crate::club::{Honour, honour};
use crate::game::{Seat, at_game};
use crate::store::{Finished, FinishedPlace, Store, StoreError};
use crate::table::{Archive, Recording};

/// How many rounds are looked at before more are asked for.
const AT_A_TIME: u32 = 500;

/// Finds the honours of all finished rounds that are kept, and writes them into their summaries; they
/// are to be counted afterwards by [`Store::rebuild_ratings`]. Answers with the number of rounds
/// where something changed.
///
/// # Errors
/// [`StoreError`] if the store cannot be reached.
pub async fn award_past(store: &dyn Store) -> Result<u64, StoreError> {
    let (mut changed, mut after) = (0, None::<FinishedPlace>);
    let mut archive = None::<(FinishedPlace, Option<Archive>)>;
    loop {
        let rounds = store.finished_after(after, AT_A_TIME).await?;
        let Some(last) = rounds.last() else {
            return Ok(changed);
        };
        after = Some((last.table, last.match_number, last.round));
        for round in &rounds {
            let of_match = (round.table, round.match_number, None);
            if archive.as_ref().is_none_or(|(known, _)| *known != of_match) {
                let text = store.archive(round.table, round.match_number).await?;
                archive = Some((of_match, text.and_then(|text| Archive::of_text(&text))));
            }
            let recording = match (&archive, round.round) {
                (Some((_, Some(_))), _) | (_, None) => None,
                (_, Some(n)) => store.replay(round.table, round.match_number, n).await?,
            };
            let kept = archive.as_ref().and_then(|(_, archive)| archive.as_ref());
            let found = at_game!(round.game, G => found::<G>(round, kept, recording.as_deref()));
            if let Some(summary) = found.and_then(|honours| awarded(round, &honours)) {
                let place = (round.table, round.match_number, round.round);
                store.put_summary(place, summary).await?;
                changed += 1;
            }
        }
    }
}

/// What was earned in a round; `None` if it cannot be looked at.
fn found<G: Paced>(
    round: &Finished,
    archive: Option<&Archive>,
    recording: Option<&str>,
) -> Option<Vec<(Seat, Honour)>> {
    if round.round.is_some() != G::HAS_ROUNDS {
        return None;
    }
    let replay = match (archive, recording) {
        (Some(archive), _) => {
            let mut rounds: BTreeMap<u32, G::Replay> = archive.recordings::<G>();
            rounds.remove(&round.round.unwrap_or(1))?
        }
        (None, Some(text)) => Recording::<G>::of_text(text)?.replay,
        (None, None) => return None,
    };
    Some(G::honours(&replay))
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
