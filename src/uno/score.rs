//! Scores of a round and of a match.
//!
//! Decides what a round is worth, when a match is over, and the places of its players. Knows no
//! cards in play.

use serde::{Deserialize, Serialize};

use super::hand::Hand;
use super::rules::{Rules, Score};
use crate::chance::OpenedDeal;
use crate::game::Seat;

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundEnd {
    /// Somebody laid their last card (under `end=places`: all but one did).
    Out,
    /// Nothing was left to draw, or everybody passed again and again, and nobody laid a card any more; the
    /// lowest hand wins.
    Blocked,
    /// All others left.
    Abandoned,
}

/// A round that is over: nothing of it is secret any more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundResult {
    /// The round, counted from 1.
    pub round: u32,
    /// How it ended.
    pub end: RoundEnd,
    /// Who played to the end, the winner first.
    pub places: Vec<Seat>,
    /// What each seat held at the end.
    pub hands: Vec<Hand>,
    /// What was added to the score of each seat.
    pub gained: Vec<u32>,
    /// The score of each seat after this round.
    pub scores: Vec<u32>,
    /// What the shuffle can be checked with.
    pub deal: OpenedDeal,
}

/// The most rounds of a match: far more than anybody plays. A limit is needed because a round may add
/// nothing to any score.
pub const MOST_ROUNDS: usize = 500;

/// What a round adds to the score of each seat, the winner being first of `places`, where each has
/// so many points to count.
///
/// ```
/// use engine::{game::Seat, uno::{Rules, rules::Score, score::gains_of}};
///
/// let held = [0, 25, 50];
/// assert_eq!(gains_of(&Rules::OFFICIAL, &held, &[Seat::new(0)]), [75, 0, 0]);
/// let lowest = Rules { score: Score::Lowest, ..Rules::OFFICIAL };
/// assert_eq!(gains_of(&lowest, &held, &[Seat::new(0)]), [0, 25, 50]);
/// ```
pub fn gains_of(rules: &Rules, held: &[u32], places: &[Seat]) -> Vec<u32> {
    let mut gained = vec![0; held.len()];
    match rules.score {
        Score::None => {}
        Score::Match | Score::Round => {
            if let Some(winner) = places.first() {
                let others = held.iter().enumerate();
                let others = others.filter(|(seat, _)| *seat != winner.index());
                gained[winner.index()] = others.map(|(_, points)| points).sum();
            }
        }
        Score::Lowest => gained.copy_from_slice(held),
    }
    gained
}

/// Whether the match is over after a round with these scores.
///
/// ```
/// use engine::uno::{Rules, score::is_decided};
///
/// assert!(!is_decided(&Rules::OFFICIAL, &[499, 120]));
/// assert!(is_decided(&Rules::OFFICIAL, &[500, 120]));
/// assert!(is_decided(&Rules::IRC, &[20, 0]), "one round is the match");
/// ```
pub fn is_decided(rules: &Rules, scores: &[u32]) -> bool {
    match rules.score {
        Score::None | Score::Round => true,
        Score::Match | Score::Lowest => scores
            .iter()
            .any(|score| *score >= u32::from(rules.match_to)),
    }
}

/// The places of the match: by score, equal scores by the places of the last round.
///
/// ```
/// use engine::{game::Seat, uno::{Rules, score::places}};
///
/// let [a, b, c] = [0, 1, 2].map(Seat::new);
/// assert_eq!(places(&Rules::OFFICIAL, &[90, 500, 90], &[c, b, a]), [b, c, a]);
/// ```
pub fn places(rules: &Rules, scores: &[u32], last_round: &[Seat]) -> Vec<Seat> {
    let mut places = last_round.to_vec();
    match rules.score {
        Score::None => {}
        Score::Match | Score::Round => {
            places.sort_by_key(|seat| std::cmp::Reverse(scores[seat.index()]));
        }
        Score::Lowest => places.sort_by_key(|seat| scores[seat.index()]),
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{RuleSet as _, cases};
    use crate::uno::card::cards;

    /// House rules, and hands by seat after a round won by the first one without cards: what each seat gains, and the
    /// places of the match if it is over then.
    fn check(case: &[&str]) {
        let chosen = Rules::OFFICIAL.with(&cases::settings(case[0]));
        let hand = |text: &str| cards(text).expect("cards").into_iter().collect();
        let hands: Vec<Hand> = case[1].split('/').map(hand).collect();
        let mut last: Vec<_> = Seat::first(hands.len() as u8).collect();
        last.sort_by_key(|seat| hands[seat.index()].points());
        let held: Vec<u32> = hands.iter().map(Hand::points).collect();
        let gained = gains_of(&chosen, &held, &last);
        assert_eq!(format!("{gained:?}"), case[2], "{case:?}");
        let over = is_decided(&chosen, &gained).then(|| places(&chosen, &gained, &last));
        let over = over.map(|seats| seats.iter().map(|seat| seat.index()).collect::<Vec<_>>());
        let told = over.map_or_else(String::new, |seats| format!("{seats:?}"));
        assert_eq!(told, case[3], "{case:?}");
    }

    cases::sections! {
        include_str!("../../fixtures/uno/scores.cases"), cases::each(check);
        the_winner_collects_what_the_others_hold
        under_lowest_everybody_notes_their_own_hand
    }
}
