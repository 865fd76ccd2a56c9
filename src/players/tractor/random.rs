//! A random legal player: a baseline, and what simulations are made of.

use super::sight::{Decision, Sight};
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::deck::KITTY;
use crate::tractor::follow;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::shape::Units;
use crate::tractor::view::{PhaseView, View};

/// Plays any legal action. Equal seeds and views give equal answers: the choice depends on the
/// position, not on how often the player was asked before.
#[derive(Debug, Clone)]
pub struct Random {
    seed: Seed,
    /// One time in so many it offers to give the round up.
    surrender: Option<u32>,
    /// The last round that it offered to give up: whoever is declined does not ask again.
    offered: u32,
}

impl Random {
    /// A player who plays every round to the end.
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            surrender: None,
            offered: 0,
        }
    }

    /// A player who, one time in `times` that it is asked, offers to give the round up.
    #[cfg(feature = "testing")]
    pub fn giving_up(seed: Seed, times: u32) -> Self {
        Self {
            surrender: Some(times),
            ..Self::new(seed)
        }
    }

    /// The chance for this decision: derived from the seed, the seat and the position, so that every
    /// decision has its own.
    fn chance(&self, view: &View, seat: Seat) -> Chance {
        let (stage, step) = match &view.phase {
            PhaseView::Ready { .. } => (0, 0),
            PhaseView::Dealing { dealt, .. } => (1, u64::from(*dealt)),
            PhaseView::CallWindow { passed, .. } => (2, passed.len() as u64),
            PhaseView::Burying => (3, 0),
            PhaseView::Overcalls { asked, .. } => (6, asked.index() as u64),
            PhaseView::Playing { trick, .. } => {
                let tricks = view.tricks.len() as u64;
                (4, 4 * tricks + trick.plays.len() as u64)
            }
            PhaseView::Over { .. } => (5, 0),
        };
        let spoken = (view.calls.len() + view.surrender.len()) as u64;
        let moment = u64::from(view.round) << 40
            | u64::from(view.attempt & 0xFFFF) << 24
            | stage << 20
            | spoken << 16
            | step << 2
            | seat.index() as u64;
        self.seed
            .derive("a random player of tractor", moment)
            .chance()
    }
}

impl Player<Tractor> for Random {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let mut chance = self.chance(view, view.seat()?);
        let decision = Decision::of(view);
        match decision {
            Decision::None => return None,
            Decision::Answer => {
                return Some(match chance.below(2) {
                    0 => Action::Surrender,
                    _ => Action::PlayOn,
                });
            }
            Decision::Call(open) => {
                if open.is_empty() || chance.below(16) > 0 {
                    return None;
                }
                let at = chance.below(open.len() as u32) as usize;
                return Some(Action::Call(open[at]));
            }
            Decision::CallOrPass(open) => {
                let at = chance.below(2 * open.len() as u32 + 1) as usize;
                // Every second time a pass.
                let call = open.get(at).copied();
                return Some(call.map_or(Action::PassCall, Action::Call));
            }
            Decision::Bury | Decision::Play => {}
        }
        let sight = Sight::of(view)?;
        let gives_up = self.surrender.is_some_and(|times| chance.below(times) == 0);
        if gives_up && self.offered < view.round {
            self.offered = view.round;
            return Some(Action::Surrender);
        }
        let (layout, hand) = (sight.layout, sight.hand);
        if decision == Decision::Bury {
            return Some(sight.bury(random_kitty(hand, &mut chance)));
        }
        let cards = match &sight.table {
            Some(table) => {
                follow::random(layout, sight.follow_rules(), &table.lead, hand, &mut chance)
            }
            None => random_lead(layout, hand, &mut chance),
        };
        Some(sight.play(cards))
    }
}

/// Any eight cards of the hand.
pub fn random_kitty(hand: Hand, chance: &mut Chance) -> Hand {
    let mut kitty = Hand::EMPTY;
    let mut rest = hand;
    for _ in 0..KITTY {
        let card = random_card(rest, chance);
        kitty = kitty.plus(card);
        rest = rest.minus(card);
    }
    kitty
}

/// A random lead from the hand: a card, and as chance will have it its pair, its tractor, or a
/// throw of several cards of its suit.
pub fn random_lead(layout: &Layout, hand: Hand, chance: &mut Chance) -> Hand {
    let card = random_card(hand, chance);
    let Some(suit) = card.only_suit(layout) else {
        return card;
    };
    let suit = hand.in_suit(layout, suit);
    match chance.below(8) {
        // The unit that the card belongs to.
        0..5 => unit_of(layout, suit, card),
        5 | 6 => card,
        _ => {
            let (mut play, mut rest) = (card, suit.minus(card));
            while !rest.is_empty() && chance.below(3) > 0 {
                let unit = unit_of(layout, rest, random_card(rest, chance));
                play = play.plus(unit);
                rest = rest.minus(unit);
            }
            play
        }
    }
}

/// The unit that a card belongs to when all these cards of one suit are led.
fn unit_of(layout: &Layout, suit: Hand, card: Hand) -> Hand {
    if suit.two() & card.one() == 0 {
        return card;
    }
    let mut units = Units::of(layout, suit);
    let unit = units.find(|unit| unit.cards.holds(card));
    unit.map_or(card, |unit| unit.cards)
}

fn random_card(hand: Hand, chance: &mut Chance) -> Hand {
    hand.any_copy(|len| chance.below(len.max(1)))
}
