//! Programs that are measured: what they do wrong is counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{Faults, Program};

/// What programs did that they should not, as numbers. Each is a decision for which the lowest legal action was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FaultCounts {
    /// No answer within the time limit.
    pub late: u64,
    /// The program ended, or could not be started.
    pub ended: u64,
    /// The answer was no answer to the question.
    pub unreadable: u64,
    /// The rules refuse the answer.
    pub illegal: u64,
    /// The program was not asked any more, having been started too often.
    pub unasked: u64,
}

impl Faults {
    /// How many there are so far.
    pub fn count(&self) -> FaultCounts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        FaultCounts {
            late: read(&self.late),
            ended: read(&self.ended),
            unreadable: read(&self.unreadable),
            illegal: read(&self.illegal),
            unasked: read(&self.unasked),
        }
    }
}

impl Program {
    /// The same with another time limit for a decision, started at most `starts` times.
    #[must_use]
    pub fn patient(self, limit: Duration, starts: u32) -> Self {
        Self {
            limit,
            starts,
            ..self
        }
    }

    #[must_use]
    pub fn counted(self, faults: Arc<Faults>) -> Self {
        Self { faults, ..self }
    }
}
