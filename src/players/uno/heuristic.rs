//! The quick good player: it watches the others as well as its own hand.

use super::scene::{Scene, Suspicion};
use super::sight::Sight;
use super::worlds::unseen;
use crate::uno::Move;
use crate::uno::card::{Card, Kinds};
use crate::uno::rules::Wild4;
use crate::uno::view::UnoDecision;

/// One time in so many it bluffs though nobody is about to win, and if somebody is.
const BLUFFS: u32 = 12;
const BLUFFS_IN_DANGER: u32 = 3;

/// What the heuristic player does in its turn.
pub(super) fn choice(sight: &Sight<'_>) -> Option<Move> {
    let round = sight.round;
    let scene = Scene::of_view(sight.rules, &sight.view.order, round, &sight.hand);
    Some(match round.decision {
        UnoDecision::Color => Move::Color(scene.best_color(None)),
        UnoDecision::Swap => Move::Swap(sight.fewest_cards()),
        UnoDecision::Turn | UnoDecision::AfterDrawing => {
            let mut kinds: Kinds = round.playable.iter().copied().collect();
            if round.would_bluff && !bluffs(sight, &scene) {
                kinds.remove(Card::WILD_DRAW_FOUR);
            }
            match scene.best_of(kinds) {
                _ if round.may.call && call_pays(sight) => Move::Call,
                Some(card) => Move::Play(sight.play(card, scene.best_color(Some(card)))),
                None => sight.give_way(scene.best_color(None))?,
            }
        }
    })
}

/// Whether to lay a Wild Draw Four as a bluff this time: where nobody can call it there is nothing
/// to lose, else when somebody is about to win, or on a whim.
fn bluffs(sight: &Sight<'_>, scene: &Scene<'_>) -> bool {
    match sight.rules.wild4 {
        Wild4::Free | Wild4::Enforced => true,
        Wild4::Challenge => {
            let odds = match scene.in_danger() {
                true => BLUFFS_IN_DANGER,
                false => BLUFFS,
            };
            sight.chance().below(odds) == 0
        }
    }
}

/// Whether calling the bluff on top is likely to pay.
fn call_pays(sight: &Sight<'_>) -> bool {
    let suspicion = suspicion(sight);
    suspicion.is_some_and(|suspicion| suspicion.call_pays(suspicion.guilt(&unseen(sight.view))))
}

/// The Wild Draw Four on top, if it may be called.
pub(super) fn suspicion<'a>(sight: &Sight<'a>) -> Option<Suspicion<'a>> {
    let round = sight.round;
    let (by, _) = round.last_play.filter(|_| round.callable)?;
    Some(Suspicion {
        rules: sight.rules,
        by,
        held: sight.size(by),
        lacks: &round.lacks[by.index()],
        color: round.color_before?,
        below: *round.gone.last()?,
        own: sight.hand.len(),
        owed: round.owed,
        others: sight.others().count() as u16,
    })
}
