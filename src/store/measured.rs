//! What is measured of the store: how long writing into journals takes, what fails, and snapshots.
//!
//! Only names, counts and durations; decides nothing.

use std::future::Future;

use metrics::{Unit, counter, describe_counter, describe_histogram, histogram};
use tokio::time::Instant;

const WRITES: &str = "tractor_bot_store_write_seconds";
const FAILURES: &str = "tractor_bot_store_write_failures_total";
const SNAPSHOTS: &str = "tractor_bot_snapshots_total";

/// What is written into a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Open,
    Append,
    Close,
}

impl Writing {
    const ALL: [Self; 3] = [Self::Open, Self::Append, Self::Close];

    const fn name(self) -> &'static str {
        match self {
            Writing::Open => "open",
            Writing::Append => "append",
            Writing::Close => "close",
        }
    }
}

/// Why a write failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WriteFailure {
    Unavailable,
    Taken,
    Conflict,
}

impl WriteFailure {
    const ALL: [Self; 3] = [Self::Unavailable, Self::Taken, Self::Conflict];

    const fn name(self) -> &'static str {
        match self {
            WriteFailure::Unavailable => "unavailable",
            WriteFailure::Taken => "taken",
            WriteFailure::Conflict => "conflict",
        }
    }
}

/// Tells what is measured here, and begins to count.
pub fn describe() {
    describe_histogram!(
        WRITES,
        Unit::Seconds,
        "How long writing into a journal took until it was durable, or failed."
    );
    describe_counter!(FAILURES, "Writes into journals that failed.");
    describe_counter!(SNAPSHOTS, "Snapshots of tables that were kept.");
    counter!(SNAPSHOTS).absolute(0);
    for writing in Writing::ALL {
        drop(histogram!(WRITES, "operation" => writing.name()));
        for reason in WriteFailure::ALL.map(WriteFailure::name) {
            let failures = counter!(FAILURES, "operation" => writing.name(), "reason" => reason);
            failures.absolute(0);
        }
    }
}

/// Carries out a write, and measures it.
pub(super) async fn timed<T, E>(
    writing: Writing,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E>
where
    for<'a> WriteFailure: From<&'a E>,
{
    let begun = Instant::now();
    let done = work.await;
    histogram!(WRITES, "operation" => writing.name()).record(begun.elapsed());
    if let Err(error) = &done {
        let reason = WriteFailure::from(error).name();
        counter!(FAILURES, "operation" => writing.name(), "reason" => reason).increment(1);
    }
    done
}

/// A snapshot was kept.
pub(super) fn snapshot_kept() {
    counter!(SNAPSHOTS).increment(1);
}
