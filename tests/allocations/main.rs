//! Counts allocations, for which the whole process has a counting allocator.

#![expect(unsafe_code, reason = "an allocator cannot be written without")]

mod tractor;
mod uno;

use std::alloc::{GlobalAlloc, Layout as Block, System};
use std::cell::Cell;
use std::hint::black_box;

/// The system's allocator, counting what each thread asks of it.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is going away has nothing left to count for.
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, block: Block) -> *mut u8 {
        count();
        unsafe { System.alloc(block) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, block: Block) {
        unsafe { System.dealloc(pointer, block) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, block: Block, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, block, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Asserts that this is done without any allocation.
fn check<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let before = ALLOCATIONS.get();
    let done = black_box(work());
    assert_eq!(ALLOCATIONS.get() - before, 0, "{what} allocates");
    done
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.get();
    drop(black_box(vec![1]));
    assert_eq!(ALLOCATIONS.get() - before, 1);
}
