//! Calls: whether to call trump, and which suit.

use super::{Bid, Weights};
use crate::tractor::action::{Call, CallKind};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::hand::Layout;
use crate::tractor::seating::Team;
use crate::tractor::trump::Trump;

/// The call to make now among open ones, if any.
pub fn choose(bid: &Bid<'_>, open: impl Iterator<Item = Call>, weights: &Weights) -> Option<Call> {
    let standing = bid.standing;
    let now = strength(bid, standing.and_then(|(_, call)| call.suit()));
    let own_side = standing.is_some_and(|(caller, _)| Team::of(caller) == Team::of(bid.seat));
    let share = bid.hand.len() as f32 / 25.0;
    let first = if bid.fixed.is_none() && bid.standing.is_none() {
        weights.call_first
    } else {
        0.0
    };
    let enough = weights.call_low + (weights.call_high - weights.call_low) * share - first;
    let mut best: Option<(f32, Call)> = None;
    for call in open {
        let strength = strength(bid, call.suit());
        let wanted = match (standing, call.kind()) {
            (None, CallKind::Weak | CallKind::Strong) => strength >= enough,
            (Some(_), CallKind::Weak | CallKind::Strong) => {
                let over = if own_side { 2.0 } else { 1.0 } * weights.call_over;
                strength >= enough && strength >= now + over
            }
            (None, CallKind::SmallJokers | CallKind::BigJokers) => false,
            (Some(_), CallKind::SmallJokers | CallKind::BigJokers) => {
                !own_side && bid.hand.len() >= 20 && now <= 0.7 * enough
            }
        };
        if wanted && best.is_none_or(|(most, _)| strength > most) {
            best = Some((strength, call));
        }
    }
    best.map(|(_, call)| call)
}

/// The strength of the hand's trumps with this suit, in units of a low trump.
fn strength(bid: &Bid<'_>, suit: Option<Suit>) -> f32 {
    let layout = Layout::of(Trump {
        rank: bid.level,
        suit,
    });
    let hand = bid.hand.remapped(bid.layout(), layout);
    let trumps = hand.within(layout.trumps());
    let high: f32 = trumps
        .cards(layout)
        .map(|card| height(card, bid.level))
        .sum();
    let aces = hand
        .cards(layout)
        .filter(|card| card.rank() == Some(Rank::ACE));
    trumps.len() as f32 + high + 0.6 * trumps.pairs() as f32 + 0.3 * aces.count() as f32
}

/// What a trump is worth beyond a low one.
fn height(card: Card, level: Rank) -> f32 {
    match card.rank() {
        None if card == Card::BIG_JOKER => 1.0,
        None => 0.7,
        Some(rank) if rank == level => 0.4,
        Some(_) => 0.0,
    }
}
