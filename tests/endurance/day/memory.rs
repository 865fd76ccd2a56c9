//! Counts the bytes that are in use, apart for whom: what the bot holds, what the store keeps, and what
//! the simulation itself notes.
//!
//! Counted for each thread: a simulated day runs on one.

#![expect(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// For whom bytes are in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    /// The bot.
    Bot,
    /// The store, which keeps journals on purpose.
    Store,
    /// The simulation.
    World,
}

thread_local! {
    static ACCOUNT: Cell<usize> = const { Cell::new(0) };
    static IN_USE: [Cell<i64>; 3] = const { [const { Cell::new(0) }; 3] };
}

/// The bytes that this thread has taken for this account and not given back.
pub fn in_use(account: Account) -> i64 {
    IN_USE.with(|in_use| in_use[account as usize].get())
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
    // A thread that is going away has nothing left to count for.
    let _ = IN_USE.try_with(|in_use| {
        if let Some(sum) = in_use.get(account) {
            sum.set(sum.get() + bytes);
        }
    });
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
fn what_is_taken_for_an_account_is_given_back_to_it() {
    let before = [Account::Bot, Account::Store].map(in_use);
    let kept = on(Account::Store, || vec![0_u8; 1_000]);
    let own = vec![0_u64; 10];
    assert_eq!(in_use(Account::Store) - before[1], 1_000);
    assert_eq!(in_use(Account::Bot) - before[0], 80);
    drop((kept, own));
    assert_eq!([Account::Bot, Account::Store].map(in_use), before);
}
