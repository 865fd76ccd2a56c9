//! The quick player: calls, buries and plays what is rated highest, within microseconds.
//!
//! Decides which ratings count: those of the networks, or rules of thumb where a network is left out, to
//! train from and to compare with. Deterministic: equal views give equal answers.

use std::iter::once;

use super::heuristic::{self, Bid, Candidates, Rated, alike, bid, kitty};
use super::levels::Level;
use super::sight::Sight;
use super::trained::{Network, Trained, calls, kitties, plays};
use crate::tractor::action::Call;
use crate::tractor::hand::Hand;
use crate::tractor::rules::{NoTrumpCalls, Rules};
use crate::tractor::view::View;

/// Who rates: a network, or rules of thumb where there is none.
#[derive(Debug, Clone, Copy)]
pub struct Policy<'a> {
    pub calls: Option<&'a Network>,
    pub kitties: Option<&'a Network>,
    pub plays: Option<&'a Network>,
}

/// Whether the network knows the calls: it has not learned what one joker alone is worth.
fn knows_calls(rules: &Rules) -> bool {
    rules.no_trump_calls != NoTrumpCalls::OneJoker
}

impl Policy<'static> {
    /// The networks of the program.
    pub fn trained() -> Policy<'static> {
        Policy::of(Trained::get())
    }
}

impl<'a> Policy<'a> {
    pub const fn of(trained: &'a Trained) -> Policy<'a> {
        Policy {
            calls: Some(&trained.calls),
            kitties: Some(&trained.kitties),
            plays: Some(&trained.plays),
        }
    }

    /// The call to make now, if any of the open ones.
    pub fn call(&self, bid: &Bid<'_>, open: impl Iterator<Item = Call>) -> Option<Call> {
        let mut open = open.peekable();
        open.peek()?;
        match self.calls.filter(|_| knows_calls(bid.rules)) {
            Some(network) => calls::choose(network, bid, open),
            None => bid::choose(bid, open),
        }
    }

    /// The open calls and waiting, rated in levels; where nobody rates them, the one that would be made
    /// before all others.
    pub fn rated_calls(&self, bid: &Bid<'_>, open: &[Call]) -> Vec<(f32, Option<Call>)> {
        let open = open.iter().copied();
        match self.calls.filter(|_| knows_calls(bid.rules)) {
            Some(network) => calls::rated(network, bid, open).collect(),
            None => {
                let chosen = bid::choose(bid, open.clone());
                let rated = |choice| (if choice == chosen { 0.0 } else { -0.1 }, choice);
                once(None).chain(open.map(Some)).map(rated).collect()
            }
        }
    }

    /// The candidate kitties of a dealer who holds all 33 cards, rated in levels, the best first.
    pub fn kitties(&self, sight: &Sight<'_>) -> Vec<(f32, Hand)> {
        match self.kitties {
            Some(network) => kitties::rated(network, sight),
            None => kitty::candidates(sight, kitty::TASTES[0]),
        }
    }

    pub fn bury(&self, sight: &Sight<'_>) -> Hand {
        let best = self.kitties(sight).into_iter().next();
        best.map_or(Hand::EMPTY, |(_, kitty)| kitty)
    }

    /// The candidate plays, rated in levels.
    pub fn candidates(&self, sight: &Sight<'_>) -> Candidates {
        match self.plays {
            Some(network) => plays::candidates(network, sight),
            None => heuristic::candidates(sight),
        }
    }

    /// The candidate plays with their ratings, the best first, of those that do the same the first: so many at most.
    pub fn nominees(&self, sight: &Sight<'_>, most: usize) -> Vec<(f32, Hand)> {
        let mut rated: Vec<_> = self.candidates(sight).iter().copied().collect();
        rated.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut nominees: Vec<(f32, Hand)> = Vec::new();
        for Rated { score, cards } in rated {
            let known = |(_, other): &(f32, Hand)| alike(sight, *other, cards);
            if nominees.len() < most && !nominees.iter().any(known) {
                nominees.push((score, cards));
            }
        }
        nominees
    }

    /// The play with the highest rating; `None` only for an empty hand.
    pub fn play(&self, sight: &Sight<'_>) -> Option<Hand> {
        self.candidates(sight).best()
    }
}

/// The quick player.
pub type Heuristic = Policy<'static>;

impl Default for Heuristic {
    fn default() -> Self {
        Policy::trained()
    }
}

impl Level for Heuristic {
    fn call(&self, view: &View, open: &[Call]) -> Option<Call> {
        Policy::call(self, &Bid::of(view)?, open.iter().copied())
    }

    fn bury(&self, _: &View, sight: &Sight<'_>) -> Hand {
        Policy::bury(self, sight)
    }

    fn play(&self, _: &View, sight: &Sight<'_>) -> Option<Hand> {
        Policy::play(self, sight)
    }
}
