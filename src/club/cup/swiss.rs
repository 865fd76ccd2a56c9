//! The tables of a round: pairs that stand near each other, who have not met, if that can be.
//!
//! Who is matched with whom, so that as few as can be are left over.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use crate::chance::Chance;

/// Which pairs have met, and who had a bye.
pub struct Past {
    /// How often two have met.
    met: Vec<Vec<usize>>,
    byes: Vec<usize>,
}

impl Past {
    /// Nothing yet, for so many pairs.
    pub fn of(pairs: usize) -> Self {
        Self {
            met: vec![vec![0; pairs]; pairs],
            byes: vec![0; pairs],
        }
    }

    pub fn note_met(&mut self, [one, other]: [usize; 2]) {
        self.met[one][other] += 1;
        self.met[other][one] += 1;
    }

    pub fn note_bye(&mut self, pair: usize) {
        self.byes[pair] += 1;
    }
}

/// The next round of pairs, each with its place: who has a bye, and who plays whom. `None` if nobody can play, because
/// they are too few, or are to be kept `apart`.
pub fn round(
    mut places: Vec<(usize, usize)>,
    past: &Past,
    apart: impl Fn(usize, usize) -> bool,
    chance: &mut Chance,
) -> Option<Matched> {
    // Of equals none is before the other.
    chance.shuffle(&mut places);
    places.sort_by_key(|(place, _)| *place);
    let order: Vec<usize> = places.into_iter().map(|(_, pair)| pair).collect();
    let row = |one: &usize| order.iter().map(|other| !apart(*one, *other)).collect();
    let may: Vec<Vec<bool>> = order.iter().map(row).collect();
    // A bye is for whoever had the fewest, the last of them first.
    let mut spare: Vec<usize> = (0..order.len()).rev().collect();
    spare.sort_by_key(|at| past.byes[order[*at]]);
    let cost = |(byes, _): &Matched| -> (usize, usize) {
        let had = byes.iter().map(|at| past.byes[order[*at]]);
        (byes.len(), had.sum())
    };
    let least = cost(&matched(&spare, &|one, other| may[one][other]));
    if least.0 == order.len() {
        return None;
    }
    // Nobody meets again whom they have met more often than has to be, with no more byes.
    let drawn = |meetings: usize| {
        let rare = |one: usize, other: usize| past.met[order[one]][order[other]] <= meetings;
        let found = matched(&spare, &|one, other| may[one][other] && rare(one, other));
        (cost(&found) == least).then_some(found)
    };
    let (byes, tables) = (0..).find_map(drawn)?;
    let named = |sides: [usize; 2]| {
        let mut sides = sides.map(|at| order[at]);
        // Which seats they have is left to chance: who is ahead is compared with all others.
        chance.shuffle(&mut sides);
        sides
    };
    let tables = tables.into_iter().map(named).collect();
    Some((byes.into_iter().map(|at| order[at]).collect(), tables))
}

/// Those that are left over, and the others two by two.
pub type Matched = (Vec<usize>, Vec<[usize; 2]>);

/// Matches as many as can be of as many numbers from 0 as `spare` has: the first with the next one that fits, so that
/// no more are left over than have to be. Those are the first ones of `spare` that can be.
pub fn matched(spare: &[usize], fits: &impl Fn(usize, usize) -> bool) -> Matched {
    let mut left: Vec<usize> = (0..spare.len()).collect();
    let most = most(&left, fits);
    let without = |all: &[usize], one: usize| -> Vec<usize> {
        let rest = all.iter().filter(|other| **other != one);
        rest.copied().collect()
    };
    let mut over = Vec::new();
    for one in spare {
        let rest = without(&left, *one);
        if left.len() > 2 * most && self::most(&rest, fits) == most {
            left = rest;
            over.push(*one);
        }
    }
    let mut pairs = Vec::with_capacity(most);
    while let Some((first, rest)) = left.split_first() {
        let next = rest.iter().copied().find(|other| {
            let all_others = || self::most(&without(rest, *other), fits) * 2 + 1 == rest.len();
            fits(*first, *other) && all_others()
        });
        let next = next.expect("all that are left can be matched");
        pairs.push([*first, next]);
        left = without(rest, next);
    }
    (over, pairs)
}

/// How many pairs there can be at most.
fn most(of: &[usize], fits: &impl Fn(usize, usize) -> bool) -> usize {
    let count = of.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let mut graph = UnGraph::<(), (), usize>::with_capacity(count, 0);
    of.iter().for_each(|_| {
        graph.add_node(());
    });
    for (one, other) in pairs.filter(|(one, other)| fits(of[*one], of[*other])) {
        graph.add_edge(one.into(), other.into(), ());
    }
    maximum_matching(&graph).len()
}
