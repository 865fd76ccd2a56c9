//! Who is matched with whom, so that as few as can be are left over.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

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
