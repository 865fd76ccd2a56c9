//! Who is matched with whom, so that as few as can be are left over: the blossom algorithm of Edmonds.

use std::collections::VecDeque;

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
    let fits = |one: usize, other: usize| one != other && fits(of[one], of[other]);
    let mut search = Search {
        mate: vec![None; of.len()],
        from: Vec::new(),
        base: Vec::new(),
    };
    let paths = (0..of.len()).filter(|root| {
        let free = search.mate[*root].is_none();
        let end = free.then(|| search.path(*root, &fits)).flatten();
        end.is_some_and(|end| search.turn(end))
    });
    paths.count()
}

/// The search for a path from one without a mate to another, on which every second step is a match.
struct Search {
    mate: Vec<Option<usize>>,
    /// Whence a number was reached that is at an odd distance from the root.
    from: Vec<Option<usize>>,
    /// The first number of the blossom that a number is in.
    base: Vec<usize>,
}

impl Search {
    /// The end of a path from here, if there is one.
    fn path(&mut self, root: usize, fits: &impl Fn(usize, usize) -> bool) -> Option<usize> {
        let count = self.mate.len();
        self.from = vec![None; count];
        self.base = (0..count).collect();
        let mut even = vec![false; count];
        even[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(one) = queue.pop_front() {
            for other in (0..count).filter(|other| fits(one, *other)) {
                if self.base[one] == self.base[other] || self.mate[one] == Some(other) {
                    continue;
                }
                let is_even = |mate: usize| self.from[mate].is_some();
                if other == root || self.mate[other].is_some_and(is_even) {
                    let inside = self.shrink(one, other);
                    for found in (0..count).filter(|found| inside[*found]) {
                        if !std::mem::replace(&mut even[found], true) {
                            queue.push_back(found);
                        }
                    }
                } else if self.from[other].is_none() {
                    self.from[other] = Some(one);
                    let Some(mate) = self.mate[other] else {
                        return Some(other);
                    };
                    even[mate] = true;
                    queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Makes one blossom of the odd circle that two even ones close; answers with who is in it.
    fn shrink(&mut self, one: usize, other: usize) -> Vec<bool> {
        let top = self.meeting(one, other);
        let mut blossoms = vec![false; self.mate.len()];
        self.mark(one, (top, other), &mut blossoms);
        self.mark(other, (top, one), &mut blossoms);
        let inside = self.base.iter().map(|base| blossoms[*base]);
        let inside: Vec<bool> = inside.collect();
        let bases = self.base.iter_mut().zip(&inside);
        bases
            .filter(|(_, inside)| **inside)
            .for_each(|(base, _)| *base = top);
        inside
    }

    /// Two steps towards the root.
    fn up(&self, even: usize) -> Option<usize> {
        self.from[self.mate[even]?]
    }

    /// Where the ways of two to the root meet.
    fn meeting(&self, one: usize, other: usize) -> usize {
        let way = |even: usize| {
            let first = Some(self.base[even]);
            std::iter::successors(first, |at| self.up(*at).map(|up| self.base[up]))
        };
        let first: Vec<usize> = way(one).collect();
        let found = way(other).find(|at| first.contains(at));
        found.expect("both begin at the root")
    }

    fn mark(&mut self, mut even: usize, (top, mut child): (usize, usize), blossoms: &mut [bool]) {
        while self.base[even] != top {
            let mate = self.mate[even].expect("below the top all are matched");
            blossoms[self.base[even]] = true;
            blossoms[self.base[mate]] = true;
            self.from[even] = Some(child);
            child = mate;
            even = self.from[mate].expect("it was reached");
        }
    }

    /// Matches along the path that ends here.
    fn turn(&mut self, end: usize) -> bool {
        let mut free = Some(end);
        while let Some(odd) = free {
            let even = self.from[odd].expect("it is on the path");
            free = self.mate[even];
            (self.mate[odd], self.mate[even]) = (Some(even), Some(odd));
        }
        true
    }
}
