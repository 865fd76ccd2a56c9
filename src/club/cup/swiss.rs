//! The tables of a round: pairs that stand near each other, who have not met, if that can be.

use std::collections::HashSet;

use crate::chance::Chance;

/// Which pairs have met, and who had a bye.
pub struct Past {
    /// How often two have met.
    met: Vec<Vec<usize>>,
    byes: Vec<usize>,
}

/// Who has a bye, and who plays whom.
pub type Drawn = (Option<usize>, Vec<[usize; 2]>);

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

/// The next round of pairs, each with its place; `None` with fewer than two.
pub fn round(mut places: Vec<(usize, usize)>, past: &Past, chance: &mut Chance) -> Option<Drawn> {
    if places.len() < 2 {
        return None;
    }
    // Of equals none is before the other.
    chance.shuffle(&mut places);
    places.sort_by_key(|(place, _)| *place);
    let order: Vec<usize> = places.into_iter().map(|(_, pair)| pair).collect();
    let (bye, mut tables) = (0..).find_map(|meetings| drawn(&order, past, meetings))?;
    for sides in &mut tables {
        // Which seats they have is left to chance: who is ahead is compared with all others.
        chance.shuffle(sides);
    }
    Some((bye, tables))
}

/// Who has a bye and who plays whom, if nobody is to meet again whom they have met more often than that. The bye is for
/// whoever had the fewest, the last of them first.
fn drawn(order: &[usize], past: &Past, meetings: usize) -> Option<Drawn> {
    let attempt = |bye: Option<usize>| {
        let rest = order.iter().filter(|pair| Some(**pair) != bye);
        let rest: Vec<usize> = rest.copied().collect();
        let fits = |one: usize, other: usize| past.met[rest[one]][rest[other]] <= meetings;
        let mut tables = Vec::new();
        let all = (1_u64 << rest.len()) - 1;
        let found = matched(all, &fits, &mut HashSet::new(), &mut tables);
        let named = |[one, other]: [usize; 2]| [rest[one], rest[other]];
        found.then(|| (bye, tables.into_iter().map(named).collect()))
    };
    if order.len().is_multiple_of(2) {
        return attempt(None);
    }
    let fewest = order.iter().map(|pair| past.byes[*pair]).min()?;
    let due = order.iter().rev();
    let due = due.filter(|pair| past.byes[**pair] == fewest);
    due.copied().find_map(|pair| attempt(Some(pair)))
}

/// Matches all of `left`, a bit each: the first with the next one that fits, so that all others can be matched too.
/// `hopeless` are those that were tried.
fn matched(
    left: u64,
    fits: &impl Fn(usize, usize) -> bool,
    hopeless: &mut HashSet<u64>,
    tables: &mut Vec<[usize; 2]>,
) -> bool {
    if left == 0 {
        return true;
    }
    if hopeless.contains(&left) {
        return false;
    }
    let first = left.trailing_zeros() as usize;
    let rest = left & (left - 1);
    for other in (first + 1..64).filter(|other| rest >> other & 1 == 1) {
        if fits(first, other) {
            tables.push([first, other]);
            if matched(rest & !(1 << other), fits, hopeless, tables) {
                return true;
            }
            tables.pop();
        }
    }
    hopeless.insert(left);
    false
}
