//! The whole plays that a hand offers: what the rules allow as far as it is little enough to be
//! offered whole, the units of a lead, and what a computer player would do.
//!
//! Decides which plays are worth a button each. Knows no labels and no pages; [`super::turn`] draws
//! the buttons.

use super::options::{self, Options};
use super::order;
use crate::players::Player;
use crate::players::tractor::Heuristic;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::follow::Due;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::shape::{UnitKind, Units};
use crate::tractor::view::View;

/// The most plays offered as buttons where they differ in one card or one pair: four rows.
const MOST_PLAIN: usize = 20;
/// The most where they differ in more.
const MOST_MIXED: usize = 10;
/// The most units of a lead that are offered beside the hint.
const MOST_UNITS: usize = 4;
/// The most steps of the search for all legal plays.
const MOST_TRIED: usize = 4_000;

/// What a computer player that sees the same would play or bury, sorted as a hand; `None` if it
/// would do neither.
pub fn hint(view: &View) -> Option<Vec<Card>> {
    let choose = |view: &View| match Heuristic::default().choose(view)? {
        Action::Play(cards) | Action::Bury(cards) => Some(cards),
        _ => None,
    };
    // Whether to agree to concede is asked elsewhere; until then there is a card to be played.
    let cards = match view.surrender.is_empty() {
        true => choose(view),
        false => choose(&View {
            surrender: Default::default(),
            ..view.clone()
        }),
    };
    Some(order::sorted(&cards?, options::trump(view)))
}

/// All legal plays of a follow, sorted as a hand, if they are few enough for a button each. A suit
/// that has to be played whole is part of each.
pub fn whole(view: &View, options: &Options) -> Option<Vec<Vec<Card>>> {
    let due = options::turn(view)??;
    let choose = options.choose?;
    let most = match choose {
        0 | 1 => MOST_PLAIN,
        2 if due.pairs == 1 => MOST_PLAIN,
        _ => MOST_MIXED,
    };
    let mut search = Search {
        layout: Layout::of(options::trump(view)),
        due,
        open: distinct(options),
        most,
        tried: 0,
        found: Vec::new(),
    };
    let mut play = options.fixed.clone();
    search.extend(0, choose, &mut play).then_some(())?;
    let trump = options::trump(view);
    let found = search.found.iter().map(|play| order::sorted(play, trump));
    Some(found.collect())
}

/// The cards to choose from, each once with the number of its copies.
fn distinct(options: &Options) -> Vec<(Card, usize)> {
    let mut distinct: Vec<(Card, usize)> = Vec::new();
    for card in options.groups.iter().flat_map(|group| &group.cards) {
        match distinct.last_mut() {
            Some((last, copies)) if last == card => *copies += 1,
            _ => distinct.push((*card, 1)),
        }
    }
    distinct
}

/// A search for all legal plays.
struct Search<'a> {
    layout: &'a Layout,
    due: &'a Due,
    open: Vec<(Card, usize)>,
    most: usize,
    tried: usize,
    found: Vec<Vec<Card>>,
}

impl Search<'_> {
    /// Completes a play by so many cards of those from `at` on; `false` as soon as there are too
    /// many plays, or too many ways to look at.
    fn extend(&mut self, at: usize, left: usize, play: &mut Vec<Card>) -> bool {
        self.tried += 1;
        if left == 0 {
            let legal = Hand::of(self.layout, play)
                .is_ok_and(|play| self.due.check(self.layout, play).is_ok());
            if legal {
                self.found.push(play.clone());
            }
            return self.found.len() <= self.most;
        }
        let Some((card, copies)) = self.open.get(at).copied() else {
            return true;
        };
        if self.tried > MOST_TRIED {
            return false;
        }
        for taken in (0..=copies.min(left)).rev() {
            play.extend(std::iter::repeat_n(card, taken));
            let goes_on = self.extend(at + 1, left - taken, play);
            play.truncate(play.len() - taken);
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// The tractors and pairs that the viewer can lead, tractors first, a few of them.
pub fn units(view: &View) -> Vec<Vec<Card>> {
    let trump = options::trump(view);
    let layout = Layout::of(trump);
    let groups = order::grouped(&view.hand, trump);
    let of_suit = |group: &order::Group| {
        let held = Hand::of(layout, &group.cards).unwrap_or(Hand::EMPTY);
        let units = Units::of(layout, held);
        units.map(|unit| (unit.kind, unit.cards.cards(layout).collect::<Vec<Card>>()))
    };
    let mut units: Vec<(UnitKind, Vec<Card>)> = groups
        .iter()
        .flat_map(|group| of_suit(group).collect::<Vec<_>>())
        .filter(|(kind, _)| *kind != UnitKind::Single)
        .collect();
    units.sort_by_key(|(kind, _)| std::cmp::Reverse(*kind));
    let sorted = units.iter().map(|(_, cards)| order::sorted(cards, trump));
    sorted.take(MOST_UNITS).collect()
}
