//! One input at one target, and what must not come of it: a panic, also one that the program catches,
//! and memory or work out of all proportion.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, Once, PoisonError};

use crate::inputs::Kit;
use crate::weight::Weight;

/// What can be given any bytes at all.
pub struct Target {
    pub name: &'static str,
    /// What its inputs are made from.
    pub kit: fn() -> Kit,
    /// Takes an input; whether it was accepted, and not refused.
    pub run: fn(&[u8]) -> bool,
    /// The most that one input may ask for. Work without end asks for memory without end, nearly
    /// always; for the rest there is a clock.
    pub most: Weight,
    /// Its part of the inputs when all targets are run, in thousandths.
    pub share: u64,
}

/// What an input did that none may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It panicked, here or in a thread that was started for it.
    Panic(String),
    /// It asked for more than it may.
    Weight(Weight),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Panic(told) => write!(f, "panic: {told}"),
            Fault::Weight(Weight { bytes, blocks }) => {
                write!(f, "asked for {bytes} bytes in {blocks} blocks")
            }
        }
    }
}

#[derive(Debug, Clone)]
pub struct Tried {
    pub accepted: bool,
    pub weight: Weight,
    pub fault: Option<Fault>,
}

thread_local! {
    static TRIES: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic of a thread that tries nothing itself, but was started by one that does.
static ELSEWHERE: Mutex<Option<String>> = Mutex::new(None);

/// The name of threads whose panics belong to an input.
pub const STARTED: &str = "started by a target";

/// Notes panics instead of telling them, where something is tried.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let started = std::thread::current().name() == Some(STARTED);
            if TRIES.get() {
                PANIC.with_borrow_mut(|first| {
                    first.get_or_insert_with(|| panic.to_string());
                });
            } else if started {
                let mut first = ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert_with(|| panic.to_string());
            } else {
                before(panic);
            }
        }));
    });
}

pub fn give(target: &Target, input: &[u8]) -> Tried {
    listen();
    let before = Weight::asked();
    TRIES.set(true);
    let ran = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    TRIES.set(false);
    let weight = Weight::asked().since(before);
    let heavy = weight.bytes > target.most.bytes || weight.blocks > target.most.blocks;
    let here = PANIC.with_borrow_mut(Option::take);
    let elsewhere = || {
        ELSEWHERE
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    };
    let panic = here.or_else(elsewhere).map(Fault::Panic);
    Tried {
        accepted: ran.unwrap_or(false),
        weight,
        fault: panic.or_else(|| heavy.then_some(Fault::Weight(weight))),
    }
}
