//! Keeps what was measured, and writes it in the format that Prometheus reads.
//!
//! Decides how durations are counted: in the same buckets everywhere. Which metrics there are, whoever measures
//! decides; the page lists them.

use std::time::Duration;

use metrics::SetRecorderError;
use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};

use super::process;

/// The upper bounds of the buckets for durations, in seconds.
const BUCKETS: [f64; 14] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// How often durations are put into their buckets, so that they do not pile up while nobody looks.
const TIDY: Duration = Duration::from_secs(5);

/// What was measured. Clones are the same.
#[derive(Clone)]
pub struct Exporter {
    handle: PrometheusHandle,
}

impl Exporter {
    /// An exporter, and what records for it once it is installed.
    pub fn new() -> (Self, PrometheusRecorder) {
        let builder = PrometheusBuilder::new();
        let builder = builder
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)
            .expect("there are buckets");
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        (Self { handle }, recorder)
    }

    /// An exporter for all that is measured in this process from now on.
    ///
    /// # Errors
    /// If there is one already.
    pub fn install() -> Result<Self, SetRecorderError<PrometheusRecorder>> {
        let (exporter, recorder) = Self::new();
        metrics::set_global_recorder(recorder)?;
        Ok(exporter)
    }

    /// Keeps durations from piling up, for ever.
    pub async fn tidy(self) {
        loop {
            tokio::time::sleep(TIDY).await;
            self.handle.run_upkeep();
        }
    }

    /// Everything, in Prometheus's text format.
    pub fn text(&self) -> String {
        let mut text = self.handle.render();
        process::write(&mut text);
        text
    }
}
