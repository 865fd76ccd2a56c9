//! What an operator asks a running bot over HTTP: whether it lives, whether it is ready, its figures.
//!
//! [`Vitals`] knows what the process is at, as its parts have told it; [`Exporter`] keeps what they have
//! measured; [`server`] answers for both, to few clients at once and none for long, and [`ask`] is the other end
//! of the line, for a container's health check: there need be no other program. Decides what the answers look
//! like. Knows neither Discord, stores nor tables: they register what there is to be checked and measured.
#![doc = ""]
#![doc = include_str!("health/metrics.md")]

pub mod exporter;
pub mod server;
pub mod vitals;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

pub use exporter::Exporter;
pub use vitals::Vitals;

/// Where it is asked whether the process lives.
pub const ALIVE: &str = "/healthz";
/// Where it is asked whether the process is ready.
pub const READY: &str = "/readyz";
/// Where the figures are.
pub const METRICS: &str = "/metrics";

/// Counts panics, wherever they are caught: each is a defect of the program.
pub mod panics {
    use metrics::{counter, describe_counter};

    const PANICS: &str = "tractor_bot_panics_total";

    /// Counts panics from now on, beside what is done about them already.
    pub fn count() {
        describe_counter!(PANICS, "Panics, wherever they were caught.");
        counter!(PANICS).absolute(0);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            counter!(PANICS).increment(1);
            before(panic);
        }));
    }
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
}
