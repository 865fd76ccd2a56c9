//! What a step of a game shows of hidden cards by the rules: there, what somebody hears may differ in two
//! worlds that were the same to them until then.

use tractor_bot::desk::Served;
use tractor_bot::game::Worlds;
use tractor_bot::tictactoe::TicTacToe;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::event::{Event, Notice};
use tractor_bot::tractor::rules::{ForcedPlays, KittyPoints, ThrowStopper};
use tractor_bot::uno::Uno;
use tractor_bot::uno::event::{Happened, OpenEvent};
use tractor_bot::uno::rules::{Draw, Toggle};

/// A game of which it is known what its steps show by the rules.
pub trait Told: Served + Worlds {
    /// Whether what a viewer hears may differ in two worlds that were the same to them.
    fn shows(rules: &Self::Rules, here: &[Self::Notice], there: &[Self::Notice]) -> bool;
}

impl Told for Tractor {
    fn shows(rules: &Self::Rules, here: &[Self::Notice], there: &[Self::Notice]) -> bool {
        let failed = |told: &[Notice]| {
            told.iter().find_map(|notice| match notice {
                Notice::Open(Event::ThrowFailed { played, .. }) => Some(played.clone()),
                _ => None,
            })
        };
        let played = |told: &[Notice]| {
            told.iter().find_map(|notice| match notice {
                Notice::Open(Event::Played { cards, .. }) => Some(cards.clone()),
                _ => None,
            })
        };
        // What a player chooses is the same in both worlds; what the clock has them play is not.
        if rules.forced_plays == ForcedPlays::Automatic && played(here) != played(there) {
            return true;
        }
        // How many points are buried can be told.
        let buried = |notice: &Notice| matches!(notice, Notice::KittyBuried { .. });
        if rules.kitty_points == KittyPoints::Shown && here.iter().any(buried) {
            return true;
        }
        match (failed(here), failed(there)) {
            // Who stopped it is all that can differ.
            (Some(one), Some(other)) if one == other => rules.throw_stopper == ThrowStopper::Shown,
            (Some(_), _) | (_, Some(_)) => true,
            // One's own cards, the kitty turned over, and what is open once a deal is over.
            (None, None) => here.iter().chain(there).any(|notice| {
                matches!(
                    notice,
                    Notice::Open(
                        Event::Dealt { .. }
                            | Event::TookKitty { .. }
                            | Event::KittyFlipped { .. }
                            | Event::Redealt { .. }
                            | Event::RoundOver(_)
                    )
                )
            }),
        }
    }
}

impl Told for Uno {
    fn shows(rules: &Self::Rules, here: &[Self::Notice], there: &[Self::Notice]) -> bool {
        use OpenEvent::{HandedOn, Passed, RoundOver, Swapped, TimedOut};
        let mut told = here.iter().chain(there);
        let drew = told
            .clone()
            .any(|notice| matches!(notice, Happened::Drew { .. }));
        told.any(|notice| match notice {
            Happened::Drew { cards, .. } => cards.is_some() || rules.draw == Draw::UntilPlayable,
            Happened::Called { .. } => true,
            // Hands that come to somebody, what the clock plays, and what is open at the end.
            Happened::Open(Swapped { .. } | HandedOn { .. } | TimedOut { .. } | RoundOver(_)) => {
                true
            }
            // Where the turn passes by itself, everybody sees whether the drawn card fits: see
            // `src/uno/rules.md`.
            Happened::Open(Passed { .. }) => drew && rules.auto_pass == Toggle::On,
            Happened::Open(_) => false,
        })
    }
}

/// Nothing is hidden.
impl Told for TicTacToe {
    fn shows(_: &Self::Rules, _: &[Self::Notice], _: &[Self::Notice]) -> bool {
        false
    }
}
