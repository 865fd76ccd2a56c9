//! Gives many inputs to a target, and notices what must not come of one: a panic, also one that the program catches or that
//! is in a thread of its own, memory out of all proportion, and time without end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, panic, process, thread};

use crate::inputs::{self, Dice, Kit};
use crate::weight::Weight;

/// How long one input may take; far more than any does.
const MOST_SECONDS: u32 = 60;
/// The most memory of the whole process, in pages of 4 KiB: 3 GiB.
const MOST_PAGES: u64 = 3 << 18;
/// Faults that are told; a mistake shows in many inputs.
const MOST_TOLD: u64 = 20;

/// What can be given any bytes at all.
pub struct Target {
    pub name: &'static str,
    /// What its inputs are made from.
    pub kit: fn() -> Kit,
    /// Takes an input; whether it was accepted, and not refused.
    pub run: fn(&[u8]) -> bool,
    /// The most that one input may ask for. Work without end asks for memory without end, nearly always; for the rest
    /// there is a clock.
    pub most: Weight,
    /// Its part of the inputs when all targets are run.
    pub share: u64,
}

/// What is to be tried.
#[derive(Debug, Clone, Copy)]
pub struct Wish {
    /// The number of the first input.
    pub from: u64,
    pub inputs: u64,
    pub seed: u64,
}

struct Tried {
    accepted: bool,
    weight: Weight,
    /// What it did that none may do.
    fault: Option<String>,
}

/// The first panic since an input was given, in whatever thread.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

fn panicked() -> Option<String> {
    PANIC.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn give(target: &Target, input: &[u8]) -> Tried {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            let mut first = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert_with(|| panic.to_string());
        }));
    });
    let before = Weight::asked();
    let ran = panic::catch_unwind(|| (target.run)(input));
    let weight = Weight::asked().since(before);
    let heavy = weight.bytes > target.most.bytes || weight.blocks > target.most.blocks;
    let heavy = heavy.then(|| format!("{} bytes in {} blocks", weight.bytes, weight.blocks));
    Tried {
        accepted: ran.unwrap_or(false),
        weight,
        fault: panicked().or(heavy),
    }
}

fn fails(where_it_is: &str) {
    assert!(where_it_is.is_empty(), "{where_it_is}");
}

/// Whether faults that are put in are noticed: without that nothing else says anything.
pub fn finds_faults() -> bool {
    let faulty: [fn(&[u8]) -> bool; 4] = [
        |_| {
            fails("here");
            true
        },
        |_| panic::catch_unwind(|| fails("and caught")).is_err(),
        |_| thread::spawn(|| fails("elsewhere")).join().is_err(),
        |_| Vec::<u8>::with_capacity(1 << 17).capacity() > 0,
    ];
    let most = Weight {
        bytes: 1 << 16,
        blocks: 1_000,
    };
    let noticed = faulty.map(|run| {
        let target = Target {
            name: "faulty",
            kit: crate::payloads::kit,
            run,
            most,
            share: 1,
        };
        give(&target, b"an input").fault.is_some()
    });
    let all = noticed.into_iter().all(|noticed| noticed);
    if !all {
        eprintln!("fuzz: faults that were put in are not noticed: {noticed:?}");
    }
    all
}

/// The number of the input that is being tried.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// Tries so many inputs, and tells what came of it; whether none broke anything.
pub fn attack(target: &'static Target, wish: Wish) -> bool {
    let kit = (target.kit)();
    let (begun, mut slowest) = (Instant::now(), (Duration::ZERO, 0));
    let (mut accepted, mut faults, mut heaviest) = (0, 0, Weight::default());
    let watching = thread::spawn(move || watch(target, wish));
    for number in (wish.from..).take(wish.inputs as usize) {
        NUMBER.store(number, Ordering::Relaxed);
        let start = Instant::now();
        let tried = give(target, &input(target, &kit, wish.seed, number));
        slowest = slowest.max((start.elapsed(), number));
        accepted += u64::from(tried.accepted);
        heaviest.bytes = heaviest.bytes.max(tried.weight.bytes);
        heaviest.blocks = heaviest.blocks.max(tried.weight.blocks);
        if let Some(fault) = tried.fault {
            faults += 1;
            if faults <= MOST_TOLD {
                tell(target, &kit, (wish.seed, number), &fault);
            }
        }
    }
    NUMBER.store(u64::MAX, Ordering::Relaxed);
    watching.join().expect("it only looks");
    println!(
        "{}: {} inputs with seed {} in {:.1} s: {accepted} accepted, {faults} faults; at most {} bytes in {} blocks, {:.1} ms \
         (input {})",
        target.name,
        wish.inputs,
        wish.seed,
        begun.elapsed().as_secs_f64(),
        heaviest.bytes,
        heaviest.blocks,
        slowest.0.as_secs_f64() * 1e3,
        slowest.1,
    );
    // Whoever sees one side alone tries nothing.
    faults == 0 && (wish.inputs < 1_000 || (1..wish.inputs).contains(&accepted))
}

fn input(target: &Target, kit: &Kit, seed: u64, number: u64) -> Vec<u8> {
    inputs::make(&mut Dice::new(seed, target.name, number), kit)
}

/// Says what an input did, and how it is tried alone.
fn tell(target: &Target, kit: &Kit, (seed, number): (u64, u64), fault: &str) {
    let input = input(target, kit, seed, number);
    let (name, input) = (target.name, String::from_utf8_lossy(&input));
    println!("  {name} --seed {seed} --from {number} --inputs 1: {fault}\n  {input:?}");
}

/// Ends the process where an input has no end, and tells which.
fn watch(target: &Target, wish: Wish) {
    let (mut before, mut seconds) = (0, 0);
    loop {
        thread::sleep(Duration::from_secs(1));
        let number = NUMBER.load(Ordering::Relaxed);
        seconds = if number == before { seconds + 1 } else { 0 };
        before = number;
        match number {
            u64::MAX => return,
            _ if seconds <= MOST_SECONDS && pages() <= MOST_PAGES => {}
            _ => {
                let fault = "it has no end, or no measure";
                tell(target, &(target.kit)(), (wish.seed, number), fault);
                process::exit(3);
            }
        }
    }
}

/// The pages of memory of this process; 0 where that cannot be known.
fn pages() -> u64 {
    let told = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = told.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    resident.unwrap_or(0)
}
