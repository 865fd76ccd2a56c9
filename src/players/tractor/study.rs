//! The study of a decision: what each candidate brings on average, and by what they differ.
//!
//! It sees what the player on turn sees, a [`View`](crate::tractor::view::View), and deals the hidden cards many times in ways
//! that agree with it. What is said of two candidates comes from worlds that had no part in choosing
//! them, so that the better one is not made out better than it is. The work is counted, not timed:
//! equal seeds and views give equal studies on any machine.
//!
//! The review of a round tells the decisions of one seat that cost most. All are glanced at; those that
//! seem to have cost most are studied again, more closely and in other worlds.

mod finding;
mod trial;

use crate::chance::Seed;
use crate::tractor::action::Action;
use crate::tractor::view::{PhaseView, View};
pub use finding::{Finding, Why};
pub use trial::{DecisionKind, Mean, SampledOutcome, Study, TrialEffort};

const MOST_TOLD: usize = 3;
/// The most that are looked at closely.
const MOST_STUDIED: usize = 6;
/// The fewest points that a decision must have cost, by estimate, to be told.
const FEWEST: f64 = 4.0;

/// A decision as it was made.
#[derive(Debug, Clone)]
pub struct ReviewedDecision {
    pub view: View,
    pub action: Action,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Costly {
    /// Which of the decisions it is, counted from 0.
    pub decision: usize,
    /// The trick in which it was made, counted from 1; `None` for the kitty.
    pub trick: Option<u32>,
    /// By what it differs from what the strong player would have done.
    pub finding: Finding,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Review {
    /// How many decisions there were with a choice.
    pub decisions: u32,
    /// How many of them were as good as the strong player's, as far as can be told.
    pub good: u32,
    /// Those that cost most, in the order in which they were made.
    pub costly: Vec<Costly>,
}

impl Review {
    /// Judges the decisions of a seat in one round.
    pub fn of(
        decisions: &[ReviewedDecision],
        glance: TrialEffort,
        close_look: TrialEffort,
        seed: Seed,
    ) -> Review {
        let mut review = Review::default();
        let mut doubtful: Vec<(usize, f64)> = Vec::new();
        for (at, decision) in decisions.iter().enumerate() {
            let Some(study) = decision.study(glance, seed.derive("a glance", at as u64)) else {
                continue;
            };
            review.decisions += 1;
            match study.against_the_own() {
                Some(finding) if !finding.is_close() => {
                    doubtful.push((at, finding.worth.mean));
                }
                Some(_) | None => review.good += 1,
            }
        }
        doubtful.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut found: Vec<Costly> = Vec::new();
        for (at, _) in doubtful.into_iter().take(MOST_STUDIED) {
            let decision = &decisions[at];
            let seed = seed.derive("a close look", at as u64);
            let finding = decision.study(close_look, seed);
            let finding = finding.and_then(|study| study.against_the_own());
            match finding.filter(|finding| !finding.is_close() && finding.points.mean >= FEWEST) {
                Some(finding) => found.push(Costly {
                    decision: at,
                    trick: decision.trick(),
                    finding,
                }),
                // The first impression was wrong.
                None => review.good += 1,
            }
        }
        let worth = |costly: &Costly| costly.finding.worth.mean;
        found.sort_by(|a, b| (worth(b).total_cmp(&worth(a))).then(a.decision.cmp(&b.decision)));
        found.truncate(MOST_TOLD);
        found.sort_by_key(|costly| costly.decision);
        review.costly = found;
        review
    }
}

impl ReviewedDecision {
    fn study(&self, effort: TrialEffort, seed: Seed) -> Option<Study> {
        Study::of(&self.view, Some(&self.action), effort, seed)
    }

    fn trick(&self) -> Option<u32> {
        match self.view.phase {
            PhaseView::Playing { .. } => Some(self.view.tricks.len() as u32 + 1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
