//! The lowest legal play: what is played for somebody who is away.

use super::sight::{PlayTurn, Sight};
use crate::players::Player;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::deck::KITTY;
use crate::tractor::follow;
use crate::tractor::hand::Hand;
use crate::tractor::view::{PhaseView, View};
use crate::tractor::{Tractor, trump::EffectiveSuit};

/// Plays the lowest legal cards, buries the lowest cards without points, never calls, and declines
/// to surrender: nothing that an absent person could regret.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lowest;

impl Player<Tractor> for Lowest {
    fn choose(&mut self, view: &View) -> Option<Action> {
        if let PhaseView::CallWindow { passed, .. } = &view.phase {
            return (!passed.contains(view.seat()?)).then_some(Action::PassCall);
        }
        let sight = Sight::of(view)?;
        Some(match sight.turn() {
            PlayTurn::Answer => Action::PlayOn,
            PlayTurn::Wait => return None,
            PlayTurn::Overcall(_) => Action::PassCall,
            PlayTurn::Bury => sight.bury(lowest_kitty(&sight)),
            PlayTurn::Play => sight.play(match sight.table() {
                Some(table) => {
                    follow::lowest(sight.layout, sight.follow_rules(), &table.lead, sight.hand)
                }
                None => lowest_card(&sight),
            }),
        })
    }
}

/// The eight cards that a player misses least: side suits before trumps, no points before points,
/// low before high.
pub(super) fn lowest_kitty(sight: &Sight<'_>) -> Hand {
    let mut cards: Vec<Card> = sight.hand.cards(sight.layout).collect();
    cards.sort_by_key(|&card| (card.points(), worth(sight, card)));
    let mut kitty = Hand::EMPTY;
    for &card in cards.iter().take(KITTY) {
        kitty.insert(sight.layout, card);
    }
    kitty
}

fn lowest_card(sight: &Sight<'_>) -> Hand {
    let lowest = sight
        .hand
        .cards(sight.layout)
        .min_by_key(|&card| worth(sight, card));
    let mut play = Hand::EMPTY;
    if let Some(card) = lowest {
        play.insert(sight.layout, card);
    }
    play
}

/// Side suits below trumps, and each low to high.
fn worth(sight: &Sight<'_>, card: Card) -> (bool, u8) {
    let trump = sight.layout.trump();
    let trumps = trump.effective_suit(card) == EffectiveSuit::Trumps;
    (trumps, trump.step(card))
}
