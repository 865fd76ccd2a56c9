//! The greedy player, *simple* at the table: it looks at its own hand alone.
//!
//! It stays in the colour it holds most of, keeps wild cards for when nothing else fits, lays the
//! dearest card first, and calls a bluff on a whim.

use super::sight::Sight;
use crate::chance::Seed;
use crate::players::Player;
use crate::uno::card::{Card, Color, Kinds};
use crate::uno::view::Decision;
use crate::uno::{Action, Hand, Move, Play, Uno, View};

/// Plays for its own hand alone.
#[derive(Debug, Clone, Copy)]
pub struct Greedy {
    seed: Seed,
}

/// One time in so many it forgets to say UNO.
const FORGETS: u32 = 8;
/// One time in so many it sees too late that somebody else forgot.
const OVERLOOKS: u32 = 2;
/// One time in so many it calls a Wild Draw Four a bluff.
const CALLS: u32 = 8;

impl Greedy {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Greedy {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a simple player of uno", self.seed)?;
        let mut chance = sight.chance();
        if !sight.in_turn() {
            let sees = chance.below(OVERLOOKS) != 0;
            return sight.catch().filter(|_| sees).or_else(|| sight.jump_in());
        }
        let round = sight.round;
        let chosen = match round.decision {
            Decision::Color => Move::Color(best_color(&sight.hand, None)),
            Decision::Swap => Move::Swap(sight.fewest_cards()),
            Decision::Turn | Decision::AfterDrawing => {
                let bluff = |card: &Card| round.would_bluff && *card == Card::WILD_DRAW_FOUR;
                let fitting = round.playable.iter().copied().filter(|card| !bluff(card));
                match fitting.max_by_key(|card| worth(&sight.hand, *card)) {
                    _ if round.may.call && chance.below(CALLS) == 0 => Move::Call,
                    Some(card) => Move::Play(Play {
                        uno: chance.below(FORGETS) != 0,
                        ..sight.play(card, best_color(&sight.hand, Some(card)))
                    }),
                    None => sight.give_way(best_color(&sight.hand, None))?,
                }
            }
        };
        Some(chosen.into())
    }
}

/// How much there is to be said for laying a card, by the own hand alone.
fn worth(hand: &Hand, card: Card) -> u32 {
    match card.color() {
        None => 0,
        Some(color) => 20 * u32::from(hand.of_color(color)) + card.points(),
    }
}

/// The colour to go on in once `laid` is gone: the one held most, dear cards first.
pub(super) fn best_color(hand: &Hand, laid: Option<Card>) -> Color {
    let worth = |color: Color| {
        let kinds = hand.kinds() & Kinds::of_color(color);
        let held = |card: Card| u32::from(hand.count(card)) * (20 + card.points());
        let all: u32 = kinds.iter().map(held).sum();
        let laid = laid.filter(|card| card.color() == Some(color));
        all - laid.map_or(0, |card| 20 + card.points())
    };
    let best = Color::ALL.into_iter().max_by_key(|color| worth(*color));
    best.unwrap_or(Color::Red)
}
