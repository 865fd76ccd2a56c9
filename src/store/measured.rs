//! What is measured of the store: how long writing into journals takes, what fails, and snapshots.
//!
//! Only names, counts and durations; decides nothing.

use metrics::{Unit, counter, describe_counter, describe_histogram, histogram};
use tokio::time::Instant;

use super::JournalError;

const WRITES: &str = "tractor_bot_store_write_seconds";
const FAILURES: &str = "tractor_bot_store_write_failures_total";
const SNAPSHOTS: &str = "tractor_bot_snapshots_total";

/// What is written into a journal.
const OPERATIONS: [&str; 3] = ["open", "append", "close"];

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
    for operation in OPERATIONS {
        drop(histogram!(WRITES, "operation" => operation));
        for reason in JournalError::REASONS {
            counter!(FAILURES, "operation" => operation, "reason" => reason).absolute(0);
        }
    }
}

/// Carries out one of these writes, and measures it.
pub(super) async fn timed<T>(
    operation: &'static str,
    work: impl Future<Output = Result<T, JournalError>>,
) -> Result<T, JournalError> {
    let begun = Instant::now();
    let done = work.await;
    histogram!(WRITES, "operation" => operation).record(begun.elapsed());
    if let Err(error) = &done {
        let reason = error.reason();
        counter!(FAILURES, "operation" => operation, "reason" => reason).increment(1);
    }
    done
}

/// A snapshot was kept.
pub(super) fn snapshot_kept() {
    counter!(SNAPSHOTS).increment(1);
}
