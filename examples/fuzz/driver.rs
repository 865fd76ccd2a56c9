//! Gives many inputs to a target: each follows from the seed and its number, on however many threads.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, process, thread};

use crate::dice::Dice;
use crate::inputs::{self, Kit};
use crate::trial::{Fault, Target, give};
use crate::weight::Weight;

/// How long one input may take; far more than any does.
const MOST_SECONDS: u64 = 60;

/// The most memory of the whole process, in pages of 4 KiB: 3 GiB.
const MOST_PAGES: u64 = 3 << 18;

/// Faults that are kept; a mistake shows in many inputs.
const MOST_KEPT: usize = 20;

/// What is to be tried.
#[derive(Debug, Clone, Copy)]
pub struct Wish {
    pub inputs: u64,
    pub seed: u64,
    pub threads: u64,
}

#[derive(Debug, Clone, Default)]
pub struct Report {
    pub accepted: u64,
    pub refused: u64,
    /// The most that one of them asked for, each taken by itself.
    pub heaviest: Weight,
    /// The longest that one of them took, and its number.
    pub slowest: (Duration, u64),
    pub took: Duration,
    /// How many did what they may not.
    pub faults: u64,
    /// The first of those.
    pub kept: Vec<(u64, Fault)>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.heaviest.bytes = self.heaviest.bytes.max(other.heaviest.bytes);
        self.heaviest.blocks = self.heaviest.blocks.max(other.heaviest.blocks);
        self.slowest = self.slowest.max(other.slowest);
        self.faults += other.faults;
        self.kept.extend(other.kept);
        self.kept.sort_by_key(|(number, _)| *number);
        self.kept.truncate(MOST_KEPT);
    }

    pub const fn inputs(&self) -> u64 {
        self.accepted + self.refused
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.took.as_secs_f64();
        let rate = self.inputs() as f64 / seconds.max(1e-9);
        write!(
            f,
            "{} inputs in {seconds:.1} s, {rate:.0} a second: {} accepted, {} refused, {} faults; \
             at most {} bytes in {} blocks, {:.1} ms (input {})",
            self.inputs(),
            self.accepted,
            self.refused,
            self.faults,
            self.heaviest.bytes,
            self.heaviest.blocks,
            self.slowest.0.as_secs_f64() * 1e3,
            self.slowest.1,
        )
    }
}

pub fn input(target: &Target, kit: &Kit, seed: u64, number: u64) -> Vec<u8> {
    let mut made = Vec::new();
    inputs::make(&mut Dice::new(seed, target.name, number), kit, &mut made);
    made
}

/// What a thread is at, for whoever watches it.
#[derive(Default)]
struct At {
    number: AtomicU64,
    since: AtomicU64,
}

pub fn run(target: &Target, wish: Wish) -> Report {
    let kit = (target.kit)();
    let begun = Instant::now();
    let places: Vec<At> = (0..wish.threads).map(|_| At::default()).collect();
    let done = AtomicBool::new(false);
    let mut report = Report::default();
    thread::scope(|scope| {
        let work = |first: u64| {
            let (kit, place) = (&kit, &places[first as usize]);
            move || work(target, kit, wish, (first, place, begun))
        };
        let threads: Vec<_> = (0..wish.threads)
            .map(|first| scope.spawn(work(first)))
            .collect();
        scope.spawn(|| watch(target, &kit, wish, (&places, begun, &done)));
        for thread in threads {
            report.add(thread.join().expect("what is tried is caught"));
        }
        done.store(true, Ordering::Relaxed);
    });
    report.took = begun.elapsed();
    report
}

/// Every input of one thread.
fn work(target: &Target, kit: &Kit, wish: Wish, (first, at, begun): (u64, &At, Instant)) -> Report {
    let mut report = Report::default();
    let mut made = Vec::new();
    let mut number = first;
    while number < wish.inputs {
        inputs::make(
            &mut Dice::new(wish.seed, target.name, number),
            kit,
            &mut made,
        );
        let start = begun.elapsed();
        at.number.store(number, Ordering::Relaxed);
        at.since.store(start.as_secs(), Ordering::Relaxed);
        let tried = give(target, &made);
        let took = begun.elapsed() - start;
        report.add(Report {
            accepted: u64::from(tried.accepted),
            refused: u64::from(!tried.accepted),
            heaviest: tried.weight,
            slowest: (took, number),
            took: Duration::ZERO,
            faults: u64::from(tried.fault.is_some()),
            kept: tried
                .fault
                .map(|fault| (number, fault))
                .into_iter()
                .collect(),
        });
        number += wish.threads;
    }
    report
}

/// Ends the process where an input has no end, with that input in a file.
fn watch(
    target: &Target,
    kit: &Kit,
    wish: Wish,
    (places, begun, done): (&[At], Instant, &AtomicBool),
) {
    while !done.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(20));
        let now = begun.elapsed().as_secs();
        let endless = |at: &&At| now > at.since.load(Ordering::Relaxed) + MOST_SECONDS;
        let fat = pages() > MOST_PAGES;
        let stuck: Vec<&At> = places.iter().filter(|at| fat || endless(at)).collect();
        // The last ones may just have ended.
        if stuck.is_empty() || done.load(Ordering::Relaxed) {
            continue;
        }
        for at in stuck {
            let number = at.number.load(Ordering::Relaxed);
            let file = write(target, kit, wish.seed, number);
            eprintln!(
                "{}: input {number} has no end, or no measure: {}",
                target.name,
                file.display()
            );
        }
        process::exit(3);
    }
}

/// The pages of memory of this process; 0 where that cannot be known.
fn pages() -> u64 {
    let told = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = told.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    resident.unwrap_or(0)
}

/// Writes an input into a file, to be repeated.
pub fn write(target: &Target, kit: &Kit, seed: u64, number: u64) -> PathBuf {
    let name = format!("fuzz-{}-{seed}-{number}", target.name);
    let file = std::env::temp_dir().join(name);
    if let Err(error) = fs::write(&file, input(target, kit, seed, number)) {
        eprintln!("{}: {error}", file.display());
    }
    file
}
