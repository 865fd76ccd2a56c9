//! What the process is at: starting, serving or stopping, the tasks that have to live, what has to answer, and
//! what is measured when somebody looks.
//!
//! Decides when the process counts as alive and as ready. What a check does, whoever registers it decides.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::task::AbortHandle;
use tokio::time::timeout;

/// How long a check may take before what it asks counts as gone.
pub const ANSWERS_WITHIN: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StartStage {
    #[default]
    Starting,
    Serving,
    /// It was asked to stop.
    Stopping,
}

/// Why a check fails, in a few words that hold no secret.
pub type CheckFailure = Cow<'static, str>;

type Checking = Pin<Box<dyn Future<Output = Result<(), CheckFailure>> + Send>>;
type Check = Arc<dyn Fn() -> Checking + Send + Sync>;
type Sample = Arc<dyn Fn() + Send + Sync>;

/// What the parts of the process have told of it. Clones are the same.
#[derive(Clone, Default)]
pub struct Vitals(Arc<VitalsState>);

#[derive(Default)]
struct VitalsState {
    stage: Mutex<StartStage>,
    tasks: Mutex<Vec<(&'static str, AbortHandle)>>,
    checks: Mutex<Vec<(&'static str, Check)>>,
    samples: Mutex<Vec<Sample>>,
    /// Only one checks at a time, however many ask.
    turn: tokio::sync::Mutex<()>,
}

/// An answer: each thing that was looked at, with what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HealthReport {
    /// In the order in which they were registered.
    pub lines: Vec<(&'static str, Result<(), CheckFailure>)>,
}

impl HealthReport {
    pub fn is_good(&self) -> bool {
        self.lines.iter().all(|(_, found)| found.is_ok())
    }
}

/// One line for each thing.
impl std::fmt::Display for HealthReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, found) in &self.lines {
            match found {
                Ok(()) => writeln!(f, "{name}: ok")?,
                Err(trouble) => writeln!(f, "{name}: {trouble}")?,
            }
        }
        Ok(())
    }
}

impl Vitals {
    /// From now on the process is at this stage. Once it stops, it does not serve again.
    pub fn enter(&self, stage: StartStage) {
        let mut now = self.0.stage.lock();
        if *now != StartStage::Stopping {
            *now = stage;
        }
    }

    pub fn stage(&self) -> StartStage {
        *self.0.stage.lock()
    }

    /// The process is alive only while this task runs, until it stops.
    pub fn needs(&self, name: &'static str, task: AbortHandle) {
        self.0.tasks.lock().push((name, task));
    }

    /// The process is ready only while this check succeeds.
    pub fn checks<F>(&self, name: &'static str, check: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<(), CheckFailure>> + Send + 'static,
    {
        let check: Check = Arc::new(move || Box::pin(check()));
        self.0.checks.lock().push((name, check));
    }

    /// Has this called whenever somebody asks for the figures: it sets those that are no counts.
    pub fn samples(&self, sample: impl Fn() + Send + Sync + 'static) {
        self.0.samples.lock().push(Arc::new(sample));
    }

    /// Sets all figures that are no counts.
    pub fn sample(&self) {
        let samples = self.0.samples.lock().clone();
        for sample in samples {
            sample();
        }
    }

    /// Whether the process lives: whether all tasks run that it needs. While it stops they end rightly.
    pub fn alive(&self) -> HealthReport {
        self.report(Ok(()))
    }

    fn report(&self, process: Result<(), CheckFailure>) -> HealthReport {
        let stops = self.stage() == StartStage::Stopping;
        let tasks = self.0.tasks.lock();
        let lines = tasks.iter().map(|(name, task)| {
            let runs = stops || !task.is_finished();
            (*name, runs.then_some(()).ok_or("has ended".into()))
        });
        HealthReport {
            lines: std::iter::once(("process", process)).chain(lines).collect(),
        }
    }

    /// Whether the process is ready: it lives and serves, and all that is checked answers.
    pub async fn ready(&self) -> HealthReport {
        let _turn = self.0.turn.lock().await;
        let mut report = self.report(match self.stage() {
            StartStage::Serving => Ok(()),
            StartStage::Starting => Err("is starting".into()),
            StartStage::Stopping => Err("is stopping".into()),
        });
        let checks = self.0.checks.lock().clone();
        for (name, check) in checks {
            let answer = timeout(ANSWERS_WITHIN, check()).await;
            let found = answer.unwrap_or_else(|_| Err("does not answer".into()));
            report.lines.push((name, found));
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_process_is_ready_while_it_serves_and_all_checks_answer() {
        let vitals = Vitals::default();
        let (gone, is_gone) = (Arc::new(Mutex::new(false)), Arc::new(Mutex::new(false)));
        let told = Arc::clone(&gone);
        vitals.checks("store", move || {
            let gone = *told.lock();
            async move {
                if gone {
                    std::future::pending::<()>().await;
                }
                Ok(())
            }
        });
        let told = Arc::clone(&is_gone);
        vitals.checks("discord", move || {
            let found = match *told.lock() {
                true => Err("1 of 2 shards are connected".into()),
                false => Ok(()),
            };
            std::future::ready(found)
        });
        let said = async || vitals.ready().await.to_string();
        assert_eq!(
            said().await,
            "process: is starting\nstore: ok\ndiscord: ok\n"
        );
        vitals.enter(StartStage::Serving);
        assert_eq!(said().await, "process: ok\nstore: ok\ndiscord: ok\n");
        *gone.lock() = true;
        *is_gone.lock() = true;
        let lines = "process: ok\nstore: does not answer\ndiscord: 1 of 2 shards are connected\n";
        assert_eq!(said().await, lines);
        assert!(!vitals.ready().await.is_good());
        assert!(vitals.alive().is_good(), "nothing of the process is wrong");
        *gone.lock() = false;
        *is_gone.lock() = false;
        vitals.enter(StartStage::Stopping);
        vitals.enter(StartStage::Serving);
        assert_eq!(
            said().await,
            "process: is stopping\nstore: ok\ndiscord: ok\n"
        );
    }

    #[tokio::test]
    async fn a_process_lives_while_its_tasks_do() {
        let vitals = Vitals::default();
        vitals.enter(StartStage::Serving);
        let task = tokio::spawn(std::future::pending::<()>());
        vitals.needs("boards", task.abort_handle());
        assert_eq!(vitals.alive().to_string(), "process: ok\nboards: ok\n");
        task.abort();
        task.await.expect_err("it was ended");
        assert_eq!(
            vitals.alive().to_string(),
            "process: ok\nboards: has ended\n"
        );
        assert!(!vitals.ready().await.is_good());
        vitals.enter(StartStage::Stopping);
        assert!(vitals.alive().is_good(), "it was to end");
    }
}
