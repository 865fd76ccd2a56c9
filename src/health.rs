//! What an operator asks a running bot over HTTP: whether it lives, whether it is ready, its figures.
//!
//! [`Vitals`] knows what the process is at, as its parts have told it; [`Exporter`] keeps what they have
//! measured; [`server`] answers for both, to few clients at once and none for long, and [`ask`] is the other end
//! of the line, for a container's health check: there need be no other program. Decides what the answers look
//! like. Knows neither Discord, stores nor tables: they register what there is to be checked and measured.
#![doc = ""]
#![doc = include_str!("health/metrics.md")]

pub mod server;
pub mod vitals;

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use metrics::{SetRecorderError, counter, describe_counter};
use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};

pub use vitals::Vitals;

/// Where it is asked whether the process lives.
pub const ALIVE: &str = "/healthz";
/// Where it is asked whether the process is ready.
pub const READY: &str = "/readyz";
/// Where the figures are.
pub const METRICS: &str = "/metrics";

const PANICS: &str = "tractor_bot_panics_total";

/// Counts panics from now on, beside what is done about them already: wherever they are caught, each is a defect of the
/// program.
pub fn count_panics() {
    describe_counter!(PANICS, "Panics, wherever they were caught.");
    counter!(PANICS).absolute(0);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        counter!(PANICS).increment(1);
        before(panic);
    }));
}

/// How long an answer is waited for.
const WITHIN: Duration = Duration::from_secs(5);

/// Asks the bot that listens at this address, which may stand for all of the machine's: whether all is well, and what it
/// says.
///
/// # Errors
/// If nobody answers there.
pub async fn ask(listens: SocketAddr, path: &str) -> reqwest::Result<(bool, String)> {
    let address = SocketAddr::new(own(listens.ip()), listens.port());
    let client = reqwest::Client::builder().no_proxy().timeout(WITHIN);
    let asked = client.build()?.get(format!("http://{address}{path}"));
    let answer = asked.send().await?;
    Ok((answer.status().is_success(), answer.text().await?))
}

/// The address of this machine at which the one that listens there is reached.
const fn own(listens: IpAddr) -> IpAddr {
    match listens {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    }
}

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
        for (name, kind, help, value) in process().into_iter().flatten() {
            // Writing into a string cannot fail.
            let _ = write!(
                text,
                "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n\n"
            );
        }
        text
    }
}

/// A figure of the process: its name, what Prometheus calls its kind, what it is, and its value.
type Figure = (&'static str, &'static str, &'static str, f64);

/// The figures of the process that the system keeps, under the names that Prometheus gives them everywhere.
#[cfg(target_os = "linux")]
fn process() -> procfs::ProcResult<[Figure; 6]> {
    use procfs::WithCurrentSystemInfo as _;
    use procfs::process::{LimitValue, Process};

    let process = Process::myself()?;
    let stat = process.stat()?;
    let seconds = |ticks: u64| ticks as f64 / procfs::ticks_per_second() as f64;
    let cpu = seconds(stat.utime + stat.stime);
    let start = procfs::boot_time_secs()? as f64 + seconds(stat.starttime);
    let resident = stat.rss_bytes().get() as f64;
    let threads = stat.num_threads as f64;
    let open = process.fd_count()? as f64;
    let most = match process.limits()?.max_open_files.soft_limit {
        LimitValue::Value(most) => most as f64,
        LimitValue::Unlimited => f64::INFINITY,
    };
    let (count, now) = ("counter", "gauge");
    let started = "When the process started, in seconds since 1970.";
    let files = "Open files and connections.";
    Ok([
        (
            "process_cpu_seconds_total",
            count,
            "Time on a core, in seconds.",
            cpu,
        ),
        ("process_start_time_seconds", now, started, start),
        (
            "process_resident_memory_bytes",
            now,
            "Memory in use, in bytes.",
            resident,
        ),
        ("process_threads", now, "Threads.", threads),
        ("process_open_fds", now, files, open),
        ("process_max_fds", now, "How many may be open.", most),
    ])
}

/// Nobody keeps them here.
#[cfg(not(target_os = "linux"))]
fn process() -> Result<[Figure; 0], ()> {
    Err(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_this_machine() {
        let own = |ip: &str| own(ip.parse().expect("an address")).to_string();
        assert_eq!(own("0.0.0.0"), "127.0.0.1");
        assert_eq!(own("::"), "::1");
        assert_eq!(own("10.0.0.7"), "10.0.0.7");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_all_figures() {
        let text = Exporter::new().0.text();
        assert_eq!(text.matches("# TYPE process_").count(), 6, "{text}");
    }
}
