//! Counts allocations, for which the whole process has a counting allocator.

mod counting;
mod rounds;
mod tractor;
mod uno;

use std::hint::black_box;

use counting::Weight;

/// Asserts that this is done without any allocation.
fn check<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let before = Weight::asked();
    let done = black_box(work());
    let asked = Weight::asked().since(before);
    assert_eq!(asked, Weight::default(), "{what} allocates");
    done
}

#[test]
fn the_counter_counts() {
    let before = Weight::asked();
    drop(black_box(vec![1_u8]));
    let (bytes, blocks) = (1, 1);
    assert_eq!(Weight::asked().since(before), Weight { bytes, blocks });
}
