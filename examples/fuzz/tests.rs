//! A bounded run of every target, and that faults are found.

use crate::driver::{self, Wish, input};
use crate::inputs::Kit;
use crate::targets::TARGETS;
use crate::trial::{Fault, Target, give};
use crate::weight::Weight;

/// How many inputs all targets share here.
const INPUTS: u64 = 20_000;

fn check(name: &str) {
    let target = TARGETS
        .iter()
        .find(|target| target.name == name)
        .expect("a target");
    // Of the heavier ones fewer, but some.
    let inputs = (INPUTS * target.share / 1_000).max(200);
    let report = driver::run(
        target,
        Wish {
            inputs,
            seed: 1,
            threads: 1,
        },
    );
    assert_eq!(report.kept, [], "{name}: {report}");
    assert_eq!(report.inputs(), inputs);
    assert!(
        report.accepted > 0 && report.refused > 0,
        "{name} sees one side alone: {report}"
    );
}

macro_rules! tests {
    ($($name:ident)+) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })+

        #[test]
        fn every_target_is_tried() {
            let tried = [$(stringify!($name)),+];
            let all: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(all, tried);
            assert_eq!(TARGETS.iter().map(|target| target.share).sum::<u64>(), 1_000);
        }
    };
}
tests! { codes words payloads replay restore desk }

/// What the inputs are made of is known to be read or refused, before anything is changed in it.
#[test]
fn payloads_as_they_are_do_no_harm() {
    let payloads = TARGETS.iter().find(|target| target.name == "payloads");
    let payloads = payloads.expect("a target");
    let read = (payloads.kit)().corpus;
    let read = read.iter().filter(|text| (payloads.run)(text)).count();
    assert!(read > 5, "{read}");
}

fn simple(run: fn(&[u8]) -> bool) -> Target {
    Target {
        name: "simple",
        kit: || Kit {
            head: 0,
            corpus: vec![br#"{"cards":["8S","J+"],"seat":3}"#.to_vec()],
            words: vec![b"seat".to_vec()],
            longest: 200,
        },
        run,
        most: Weight {
            bytes: 1 << 16,
            blocks: 1_000,
        },
        share: 1,
    }
}

/// Finds a fault in a target that has one, and finds it again in the input by itself.
fn check_fault(run: fn(&[u8]) -> bool, is: fn(&Fault) -> bool) {
    let target = simple(run);
    let wish = Wish {
        inputs: 5_000,
        seed: 3,
        threads: 2,
    };
    let report = driver::run(&target, wish);
    let (number, fault) = report.kept.first().expect("it is found");
    assert!(is(fault), "{fault}");
    let again = give(
        &target,
        &input(&target, &(target.kit)(), wish.seed, *number),
    );
    assert!(again.fault.as_ref().is_some_and(is), "{again:?}");
}

#[test]
fn a_panic_is_found_and_repeated() {
    check_fault(
        |text| text[0] == b'{',
        |fault| matches!(fault, Fault::Panic(_)),
    );
    check_fault(
        |text| {
            assert!(!text.ends_with(b"4294967296}"), "a number too large");
            true
        },
        |fault| fault.to_string().contains("too large"),
    );
}

#[test]
fn a_panic_that_somebody_catches_is_found() {
    fn caught(text: &[u8]) -> bool {
        std::panic::catch_unwind(|| assert!(text.is_ascii(), "other signs")).is_ok()
    }
    check_fault(caught, |fault| matches!(fault, Fault::Panic(_)));
}

#[test]
fn memory_without_measure_is_found() {
    fn hungry(text: &[u8]) -> bool {
        let asked = text.windows(3).filter(|three| three == b"999").count();
        Vec::<u8>::with_capacity(asked << 17).capacity() > 0
    }
    check_fault(hungry, |fault| matches!(fault, Fault::Weight(_)));
}

#[test]
fn inputs_follow_from_their_numbers() {
    let target = simple(|_| true);
    let kit = (target.kit)();
    let [one, again, other] =
        [(1, 5), (1, 5), (1, 6)].map(|(seed, number)| input(&target, &kit, seed, number));
    assert_eq!(one, again);
    assert_ne!(one, other);
}
