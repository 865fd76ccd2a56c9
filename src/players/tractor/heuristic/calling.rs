//! Calls: whether to call trump, and which suit.

use super::Weights;
use crate::game::Seat;
use crate::tractor::action::{Call, CallKind};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::Team;
use crate::tractor::trump::Trump;
use crate::tractor::view::View;

/// The call to make now, if any.
pub fn choose(view: &View, seat: Seat, open: &[Call], weights: &Weights) -> Option<Call> {
    if open.is_empty() {
        return None;
    }
    let standing = view.standing_call();
    let now = strength(view, standing.and_then(|(_, call)| call.suit()));
    let own_side = standing.is_some_and(|(caller, _)| Team::of(caller) == Team::of(seat));
    let enough = enough(view, weights);
    let mut best: Option<(f32, Call)> = None;
    for &call in open {
        let strength = strength(view, call.suit());
        let wanted = match (standing, call.kind()) {
            (None, CallKind::Weak | CallKind::Strong) => strength >= enough,
            (Some(_), CallKind::Weak | CallKind::Strong) => {
                let over = if own_side { 2.0 } else { 1.0 } * weights.call_over;
                strength >= enough && strength >= now + over
            }
            (None, CallKind::SmallJokers | CallKind::BigJokers) => false,
            // Against a suit of which one has little, no trump suit at all is better.
            (Some(_), CallKind::SmallJokers | CallKind::BigJokers) => {
                !own_side && view.hand.len() >= 20 && now <= 0.7 * enough
            }
        };
        if wanted && best.is_none_or(|(most, _)| strength > most) {
            best = Some((strength, call));
        }
    }
    best.map(|(_, call)| call)
}

/// How strong a suit has to be with the cards that are in hand by now.
fn enough(view: &View, weights: &Weights) -> f32 {
    let share = view.hand.len() as f32 / 25.0;
    let first = if view.dealer.is_none() {
        weights.call_first
    } else {
        0.0
    };
    weights.call_low + (weights.call_high - weights.call_low) * share - first
}

/// The strength of the hand's trumps with this suit, in units of a low trump.
fn strength(view: &View, suit: Option<Suit>) -> f32 {
    let layout = Layout::of(Trump {
        rank: view.level,
        suit,
    });
    let mut hand = Hand::EMPTY;
    for &card in &view.hand {
        hand.insert(layout, card);
    }
    let trumps = hand.within(layout.trumps());
    let high: f32 = trumps
        .cards(layout)
        .map(|card| height(card, view.level))
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
