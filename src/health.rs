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

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
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
/// The most that is read of it.
const MOST_BYTES: u64 = 64 * 1_024;

/// What the bot said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HealthAnswer {
    pub good: bool,
    /// In its own words.
    pub text: String,
}

/// Asks the bot that listens at this address, which may stand for all of the machine's.
///
/// # Errors
/// If nobody answers there.
pub fn ask(listens: SocketAddr, path: &str) -> io::Result<HealthAnswer> {
    let address = SocketAddr::new(own(listens.ip()), listens.port());
    let mut stream = TcpStream::connect_timeout(&address, WITHIN)?;
    stream.set_read_timeout(Some(WITHIN))?;
    stream.set_write_timeout(Some(WITHIN))?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.take(MOST_BYTES).read_to_string(&mut answer)?;
    read(&answer).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no answer of a bot"))
}

/// The address of this machine at which the one that listens there is reached.
const fn own(listens: IpAddr) -> IpAddr {
    match listens {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    }
}

fn read(answer: &str) -> Option<HealthAnswer> {
    let (head, text) = answer.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?;
    Some(HealthAnswer {
        good: status.starts_with("200"),
        text: text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_every_address_is_this_machine() {
        let said = |good, text: &str| {
            let text = text.to_owned();
            Some(HealthAnswer { good, text })
        };
        let good = "HTTP/1.1 200 OK\r\na: b\r\n\r\nprocess: ok\n";
        assert_eq!(read(good), said(true, "process: ok\n"));
        let bad = "HTTP/1.1 503 Service Unavailable\r\n\r\nstore: gone\n";
        assert_eq!(read(bad), said(false, "store: gone\n"));
        assert_eq!(read("SSH-2.0"), None);
        let own = |ip: &str| own(ip.parse().expect("an address")).to_string();
        assert_eq!(own("0.0.0.0"), "127.0.0.1");
        assert_eq!(own("::"), "::1");
        assert_eq!(own("10.0.0.7"), "10.0.0.7");
    }
}
