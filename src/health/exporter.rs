//! Keeps what was measured, and writes it in the format that Prometheus reads.
//!
//! Decides how durations are counted: in the same buckets everywhere. Which metrics there are, whoever measures
//! decides; the page lists them.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use metrics::SetRecorderError;
use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};

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
        write_process(&mut text);
        text
    }
}

/// The unit of times in `/proc`: on Linux it is always a hundredth of a second for programs.
const TICKS_A_SECOND: f64 = 100.0;

/// The figures of the process that the system keeps, under the names that Prometheus gives them everywhere:
/// read from `/proc` when somebody looks, and left out where there is no such thing.
fn write_process(text: &mut String) {
    let read = |file: &str| fs::read_to_string(format!("/proc/self/{file}")).unwrap_or_default();
    let times = times(&read("stat"));
    let cpu = times.map(|(cpu, _)| cpu);
    let booted = fs::read_to_string("/proc/stat")
        .ok()
        .and_then(|stat| booted(&stat));
    let start = times.zip(booted).map(|((_, start), booted)| booted + start);
    let status = read("status");
    let resident = number_after(&status, "VmRSS:").map(|kilobytes| kilobytes * 1_024.0);
    let threads = number_after(&status, "Threads:");
    let open = fs::read_dir("/proc/self/fd").ok();
    let open = open.map(|files| files.count() as f64);
    let most = number_after(&read("limits"), "Max open files");
    let figures = [
        (
            "process_cpu_seconds_total",
            "counter",
            "Time on a core, in seconds.",
            cpu,
        ),
        (
            "process_start_time_seconds",
            "gauge",
            "When the process started, in seconds since 1970.",
            start,
        ),
        (
            "process_resident_memory_bytes",
            "gauge",
            "Memory in use, in bytes.",
            resident,
        ),
        ("process_threads", "gauge", "Threads.", threads),
        (
            "process_open_fds",
            "gauge",
            "Open files and connections.",
            open,
        ),
        ("process_max_fds", "gauge", "How many may be open.", most),
    ];
    for (name, kind, help, value) in figures {
        let Some(value) = value else { continue };
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n\n"
        );
    }
}

/// Seconds on a core, and the seconds after the machine started at which the process did, from `stat`.
fn times(stat: &str) -> Option<(f64, f64)> {
    // The name of the program is in brackets and may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    let cpu = ticks(11)? + ticks(12)?;
    Some((cpu / TICKS_A_SECOND, ticks(19)? / TICKS_A_SECOND))
}

/// When the machine started, in seconds since 1970.
fn booted(stat: &str) -> Option<f64> {
    let line = stat.lines().find_map(|line| line.strip_prefix("btime "));
    line?.trim().parse().ok()
}

/// The first number of the line that begins so.
fn number_after(text: &str, name: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let stat = "7 (a b) c) S 1 7 7 0 -1 4194560 9 0 0 0 250 50 0 0 20 0 9 0 12345 1 2 3";
        assert_eq!(times(stat), Some((3.0, 123.45)));
        assert_eq!(times("7 (x) S 1"), None);
        assert_eq!(booted("cpu 1 2\nbtime 1700000000\n"), Some(1_700_000_000.0));
        assert_eq!(
            number_after("Vm:\t1 kB\nVmRSS:\t  2048 kB\n", "VmRSS:"),
            Some(2_048.0)
        );
        assert_eq!(
            number_after("Max open files   1024  4096 files", "Max open files"),
            Some(1_024.0)
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_all_of_them() {
        let mut text = String::new();
        write_process(&mut text);
        assert_eq!(text.matches("# TYPE process_").count(), 6, "{text}");
    }
}
