//! An allocator that counts what each thread asks of it: for the tests of allocations, for benchmarks that
//! report how many there are, and for hostile inputs.
//!
//! Whoever takes this file in has it for the whole process.

#![expect(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what each thread asks of it.
struct Weighing;

/// What a thread has asked for so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Weight {
    /// Bytes, whether they were given back or not.
    pub bytes: u64,
    pub blocks: u64,
}

thread_local! {
    static ASKED: Cell<Weight> = const { Cell::new(Weight { bytes: 0, blocks: 0 }) };
}

impl Weight {
    /// What this thread has asked for so far.
    pub fn asked() -> Self {
        ASKED.get()
    }

    /// What was asked for since then.
    pub const fn since(self, then: Self) -> Self {
        Self {
            bytes: self.bytes - then.bytes,
            blocks: self.blocks - then.blocks,
        }
    }
}

fn count(size: usize) {
    // A thread that is going away has nothing left to count for.
    let _ = ASKED.try_with(|asked| {
        let Weight { bytes, blocks } = asked.get();
        asked.set(Weight {
            bytes: bytes.wrapping_add(size as u64),
            blocks: blocks + 1,
        });
    });
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Weighing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Weighing = Weighing;
