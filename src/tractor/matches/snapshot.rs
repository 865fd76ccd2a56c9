//! A match between two rounds as a snapshot keeps it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::judge::listed;
use super::record::PlayedTrick;
use super::{Phase, Tractor, sealed};
use crate::chance::{Contributions, Seed};
use crate::game::{Seat, SeatSet, differing, of_differing};
use crate::tractor::action::{Progress, RoundResult};
use crate::tractor::card::{Card, Rank};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::score::MatchScore;
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::trump::Trump;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptMatch {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, String>,
    levels: [Rank; 2],
    progress: [Progress; 2],
    dealer: Option<Seat>,
    round: u32,
    attempt: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    again: u64,
    contributions: Contributions,
    turns: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<Team>,
    history: Vec<RoundResult>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parting: Option<KeptTrick>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptTrick {
    trump: Trump,
    leader: Seat,
    plays: [Vec<Card>; PLAYERS],
    winner: Seat,
    points: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tried: Option<Vec<Card>>,
}

const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Tractor {
    /// The match without its seed; `None` while a round is played.
    pub(super) fn keep(&self) -> Option<Value> {
        let over = match self.phase {
            Phase::Ready => None,
            Phase::Over(team) => Some(team),
            Phase::Dealing(_)
            | Phase::CallWindow(_)
            | Phase::Burying(..)
            | Phase::Overcalls(..)
            | Phase::Playing(..) => return None,
        };
        let parting = self.parting.as_deref().map(|(trump, trick)| {
            let layout = Layout::of(*trump);
            KeptTrick {
                trump: *trump,
                leader: trick.leader,
                plays: trick.plays.map(|play| listed(layout, play)),
                winner: trick.winner,
                points: trick.points,
                tried: trick.tried.map(|tried| listed(layout, tried)),
            }
        });
        let kept = KeptMatch {
            rules: differing(&self.rules),
            levels: self.standing.levels,
            progress: self.standing.progress,
            dealer: self.dealer,
            round: self.round,
            attempt: self.attempt,
            again: self.again,
            contributions: self.contributions.clone(),
            turns: self.turns,
            over,
            history: self.history.to_vec(),
            parting,
        };
        let mut kept = serde_json::to_value(kept).ok()?;
        // The commitments follow from the secrets.
        for result in kept["history"].as_array_mut()? {
            result.as_object_mut()?.remove("commitment");
        }
        Some(kept)
    }

    /// The match of this seed that was kept.
    pub(super) fn of_kept(seed: Seed, kept: &Value) -> Option<Tractor> {
        let kept = KeptMatch::deserialize(kept).ok()?;
        let seated = kept.dealer.is_none_or(|dealer| dealer.index() < PLAYERS);
        let fits = seated && kept.contributions.iter().len() == PLAYERS;
        let parting = match kept.parting {
            None => None,
            Some(trick) => Some(Arc::new(trick.read()?)),
        };
        fits.then_some(Tractor {
            rules: of_differing(&kept.rules)?,
            seed,
            sealed: sealed(&seed, kept.round, kept.attempt, kept.again),
            standing: MatchScore {
                levels: kept.levels,
                progress: kept.progress,
            },
            dealer: kept.dealer,
            round: kept.round,
            attempt: kept.attempt,
            again: kept.again,
            contributions: kept.contributions,
            offers: SeatSet::EMPTY,
            turns: kept.turns,
            phase: kept.over.map_or(Phase::Ready, Phase::Over),
            history: Arc::new(kept.history),
            parting,
        })
    }
}

impl KeptTrick {
    fn read(self) -> Option<(Trump, PlayedTrick)> {
        let layout = Layout::of(self.trump);
        let hand = |cards: &Vec<Card>| Hand::of(layout, cards).ok();
        let mut plays = [Hand::EMPTY; PLAYERS];
        for (play, cards) in plays.iter_mut().zip(&self.plays) {
            *play = hand(cards)?;
        }
        let tried = match &self.tried {
            None => None,
            Some(cards) => Some(hand(cards)?),
        };
        let trick = PlayedTrick {
            leader: self.leader,
            plays,
            winner: self.winner,
            points: self.points,
            tried,
        };
        Some((self.trump, trick))
    }
}
