//! Counts allocations, for which the whole process has a counting allocator.

mod counting;
mod tractor;
mod uno;

use std::hint::black_box;

use counting::allocations;

/// Asserts that this is done without any allocation.
fn check<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let before = allocations();
    let done = black_box(work());
    assert_eq!(allocations() - before, 0, "{what} allocates");
    done
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    drop(black_box(vec![1]));
    assert_eq!(allocations() - before, 1);
}
