//! Counts the bytes that the bot has in use, apart from what the store keeps and what the simulation itself notes.
//!
//! A simulated day runs on one thread, and some of what it takes is given back by others, which work for its store.

#![expect(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

/// For whom bytes are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    /// The store, which keeps journals on purpose.
    Store,
    /// The simulation.
    World,
}

/// The accounts before those of bots.
const OTHERS: usize = 2;
/// The most days that are simulated by one program.
const MOST_BOTS: usize = 64;

thread_local! {
    static ACCOUNT: Cell<usize> = const { Cell::new(Account::Store as usize) };
    static BOT: Cell<usize> = const { Cell::new(0) };
}

static IN_USE: [AtomicI64; MOST_BOTS] = [const { AtomicI64::new(0) }; MOST_BOTS];

/// From now on this thread takes for a new bot.
pub fn begin() {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let bot = NEXT.fetch_add(1, Ordering::Relaxed);
    assert!(bot < MOST_BOTS, "a day more than there are accounts");
    BOT.set(bot);
    ACCOUNT.set(OTHERS + bot);
}

/// The bytes that were taken for the bot of this thread and not given back, by whichever thread.
pub fn in_use() -> i64 {
    IN_USE[BOT.get()].load(Ordering::Relaxed)
}

/// Does something for this account: what it takes counts there, until it is given back.
pub fn on<T>(account: Account, work: impl FnOnce() -> T) -> T {
    let before = ACCOUNT.replace(account as usize);
    let done = work();
    ACCOUNT.set(before);
    done
}

/// Puts the account in front of each block.
struct Accounting;

/// The room in front of a block, which keeps its alignment.
fn room(block: Layout) -> usize {
    block.align().max(16)
}

fn whole(block: Layout) -> Option<Layout> {
    let size = block.size().checked_add(room(block))?;
    Layout::from_size_align(size, block.align().max(16)).ok()
}

fn count(account: usize, bytes: i64) {
    if let Some(sum) = account.checked_sub(OTHERS).and_then(|bot| IN_USE.get(bot)) {
        sum.fetch_add(bytes, Ordering::Relaxed);
    }
}

// SAFETY: every block is one of the system's that is longer by `room`, which keeps the alignment; what is
// given out begins behind it, and the account is kept in the bytes right before that.
unsafe impl GlobalAlloc for Accounting {
    unsafe fn alloc(&self, block: Layout) -> *mut u8 {
        let Some(whole) = whole(block) else {
            return std::ptr::null_mut();
        };
        let account = ACCOUNT.try_with(Cell::get).unwrap_or(0);
        unsafe {
            let begin = System.alloc(whole);
            if begin.is_null() {
                return begin;
            }
            let given = begin.add(room(block));
            given.cast::<usize>().sub(1).write(account);
            count(account, block.size() as i64);
            given
        }
    }

    unsafe fn dealloc(&self, given: *mut u8, block: Layout) {
        let Some(whole) = whole(block) else { return };
        unsafe {
            let account = given.cast::<usize>().sub(1).read();
            count(account, -(block.size() as i64));
            System.dealloc(given.sub(room(block)), whole);
        }
    }
}

#[global_allocator]
static ALLOCATOR: Accounting = Accounting;

#[test]
fn what_is_taken_for_a_bot_is_given_back_to_it_by_whoever_has_it() {
    begin();
    let kept = on(Account::Store, || vec![0_u8; 1_000]);
    let own = vec![0_u64; 10];
    assert_eq!(in_use(), 80);
    let elsewhere = std::thread::spawn(move || drop((kept, own)));
    on(Account::World, || elsewhere.join()).expect("it ends");
    // The handle of the thread itself is taken here, and gone by now.
    assert_eq!(in_use(), 0);
}
