//! A match between two rounds as a snapshot keeps it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::round::MOST_PLAYERS;
use super::{Event, Phase, RoundResult, Uno};
use crate::chance::{Contributions, Seed};
use crate::game::{Seat, SeatSet, differing, of_differing};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, String>,
    order: Vec<Seat>,
    left: SeatSet,
    number: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    again: u64,
    scores: Vec<u32>,
    contributions: Contributions,
    history: Vec<RoundResult>,
    warned: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<Vec<Seat>>,
    recent: Vec<Event>,
}

const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Uno {
    /// The match without its seed; `None` while a round is played.
    pub(super) fn keep(&self) -> Option<Value> {
        let over = match &self.phase {
            Phase::Ready => None,
            Phase::Over { places } => Some(places.clone()),
            Phase::Playing(_) => return None,
        };
        let kept = Kept {
            rules: differing(&self.rules),
            order: self.order.clone(),
            left: self.left,
            number: self.number,
            again: self.again,
            scores: self.scores.clone(),
            contributions: self.contributions.clone(),
            history: self.history.clone(),
            warned: self.warned,
            over,
            recent: self.recent.clone(),
        };
        let mut kept = serde_json::to_value(kept).ok()?;
        // The commitments follow from the secrets.
        for result in kept["history"].as_array_mut()? {
            result.as_object_mut()?.remove("commitment");
        }
        Some(kept)
    }

    /// The match of this seed that was kept.
    pub(super) fn of_kept(seed: Seed, kept: &Value) -> Option<Uno> {
        let kept = Kept::deserialize(kept).ok()?;
        let seats = kept.scores.len();
        let mut order = kept.order.clone();
        order.sort_unstable();
        let fits = (2..=MOST_PLAYERS).contains(&seats)
            && order.into_iter().eq(Seat::first(seats as u8))
            && kept.contributions.iter().len() == seats;
        fits.then_some(Uno {
            rules: of_differing(&kept.rules)?,
            seed,
            order: kept.order,
            left: kept.left,
            number: kept.number,
            again: kept.again,
            scores: kept.scores,
            contributions: kept.contributions,
            history: kept.history,
            warned: kept.warned,
            phase: match kept.over {
                None => Phase::Ready,
                Some(places) => Phase::Over { places },
            },
            recent: kept.recent,
        })
    }
}
