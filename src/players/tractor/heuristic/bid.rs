//! What a player knows who may call trump, and whether to call, and which suit.
//!
//! Decides nothing. It is made from a view, or from a deal in simulation; neither shows it the cards of
//! others.

use super::Weights;
use crate::game::Seat;
use crate::tractor::action::{Call, CallKind};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::Dealing;
use crate::tractor::rules::{FirstDealer, Rules};
use crate::tractor::seating::Team;
use crate::tractor::trump::Trump;
use crate::tractor::view::View;

/// What a player knows who may call.
#[derive(Debug, Clone, Copy)]
pub struct Bid<'a> {
    pub rules: &'a Rules,
    /// The dominant rank.
    pub level: Rank,
    /// Who asks.
    pub seat: Seat,
    /// The cards so far, in the layout of a round without a trump suit.
    pub hand: Hand,
    /// Who deals by the rounds before.
    pub fixed: Option<Seat>,
    /// Who made the first call.
    pub first: Option<Seat>,
    pub standing: Option<(Seat, Call)>,
}

impl<'a> Bid<'a> {
    /// What a player sees while cards are dealt; `None` for spectators.
    pub fn of(view: &'a View) -> Option<Bid<'a>> {
        let layout = Layout::of(Trump::no_trump(view.level));
        Some(Bid {
            rules: &view.rules,
            level: view.level,
            seat: view.seat()?,
            hand: Hand::of(layout, &view.hand).ok()?,
            // In the first round the calls name the dealer.
            fixed: view.dealer.filter(|_| view.round > 1),
            first: view.calls.first().map(|(by, _)| *by),
            standing: view.standing_call(),
        })
    }

    pub fn in_deal(dealing: &Dealing, seat: Seat, rules: &'a Rules) -> Bid<'a> {
        Bid {
            rules,
            level: dealing.opening().level,
            seat,
            hand: dealing.hands()[seat.index()],
            fixed: dealing.opening().dealer,
            first: dealing.calls().first().map(|(by, _)| by),
            standing: dealing.calls().standing(),
        }
    }

    pub fn layout(&self) -> &'static Layout {
        Layout::of(Trump::no_trump(self.level))
    }

    /// Who would deal after this call, or if nobody called any more; `None` if nobody would.
    pub fn dealer_after(&self, call: Option<Call>) -> Option<Seat> {
        let standing = self.standing.map(|(by, _)| by);
        match (self.fixed, self.rules.first_dealer) {
            (Some(dealer), _) => Some(dealer),
            (None, FirstDealer::FinalCall) => call.map(|_| self.seat).or(standing),
            (None, _) => self.first.or(call.map(|_| self.seat)),
        }
    }
}

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
    let layout = Layout::of(Trump::under(bid.rules, bid.level, suit));
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
