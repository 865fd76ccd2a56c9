//! The server: one request a connection, few connections at once, none for long.
//!
//! Decides what is answered where, and what clients may take of the process. It is meant for the operator's own
//! network: nothing that it tells is secret, and nothing can be changed by it.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::middleware::{map_request, map_response};
use axum::response::Response;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::{AbortHandle, JoinSet, yield_now};
use tokio::time::sleep;

use super::vitals::HealthReport;
use super::{ALIVE, Exporter, METRICS, READY, Vitals};

/// How many connections are open at once; one more takes the place of the oldest that has asked nothing yet.
pub const MOST_CONNECTIONS: usize = 32;
/// How long a client may take to ask, from its first byte to the end of the head of its request.
const ASKED_WITHIN: Duration = Duration::from_secs(2);
/// How long a connection may last, from its first byte to its last.
pub const CONNECTION_WITHIN: Duration = Duration::from_secs(10);
/// The most bytes of a request that are looked at.
const MOST_BYTES: usize = 8 * 1_024;
/// How long nothing is accepted after that failed: no files may be left.
const PAUSE: Duration = Duration::from_millis(200);

/// The text format of Prometheus.
const EXPOSITION: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What is told.
#[derive(Clone)]
pub struct Site {
    pub vitals: Vitals,
    pub exporter: Exporter,
}

/// Answers for ever whoever comes in; whoever drops this closes all connections.
pub async fn run(listener: TcpListener, site: Site) {
    let listener = &listener;
    let accept = move || async move { listener.accept().await.map(|(stream, _)| stream) };
    serve_all(accept, site).await;
}

/// A connection that is served.
struct Served {
    task: AbortHandle,
    asked: Arc<AtomicBool>,
}

async fn serve_all<S, F>(mut accept: impl FnMut() -> F, site: Site)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    F: Future<Output = io::Result<S>>,
{
    let mut connections = JoinSet::new();
    // The oldest first.
    let mut served: VecDeque<Served> = VecDeque::new();
    loop {
        match accept().await {
            Ok(stream) => {
                let asked = Arc::new(AtomicBool::new(false));
                let task = connections.spawn(serve(stream, site.clone(), Arc::clone(&asked)));
                served.push_back(Served { task, asked });
            }
            Err(error) => {
                tracing::debug!(%error, "no connection was accepted");
                sleep(PAUSE).await;
            }
        }
        // Whoever has sent a request gets to the end of it before somebody else needs the place.
        yield_now().await;
        while connections.try_join_next().is_some() {}
        served.retain(|connection| !connection.task.is_finished());
        while served.len() > MOST_CONNECTIONS {
            let slow = |connection: &Served| !connection.asked.load(Ordering::Relaxed);
            let oldest = served
                .iter()
                .position(slow)
                .and_then(|at| served.remove(at));
            match oldest {
                Some(oldest) => oldest.task.abort(),
                // All are being answered, which takes no client's time.
                None => drop(connections.join_next().await),
            }
            served.retain(|connection| !connection.task.is_finished());
        }
    }
}

/// Answers one connection, as far as it goes in its time; tells when it has `asked`.
pub async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    site: Site,
    asked: Arc<AtomicBool>,
) {
    let begun = Arc::clone(&asked);
    let answers = site.router().layer(map_request(move |request: Request| {
        begun.store(true, Ordering::Relaxed);
        async move { request }
    }));
    let mut server = http1::Builder::new();
    server.keep_alive(false).max_buf_size(MOST_BYTES);
    let connection =
        server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(answers));
    let never_asks = async {
        sleep(ASKED_WITHIN).await;
        if asked.load(Ordering::Relaxed) {
            sleep(CONNECTION_WITHIN - ASKED_WITHIN).await;
        }
    };
    tokio::select! {
        // Whatever a client sends is its own affair.
        served = connection => if let Err(error) = served {
            tracing::debug!(%error, "a request could not be answered");
        },
        () = never_asks => tracing::debug!("a request took too long"),
    }
}

impl Site {
    /// What is answered where.
    fn router(self) -> Router {
        let alive = |State(site): State<Site>| async move { told(&site.vitals.alive()) };
        let ready = |State(site): State<Site>| async move { told(&site.vitals.ready().await) };
        let figures = |State(site): State<Site>| async move {
            site.vitals.sample();
            ([(CONTENT_TYPE, EXPOSITION)], site.exporter.text())
        };
        let there = format!("{ALIVE}\n{READY}\n{METRICS}\n");
        Router::new()
            .route(ALIVE, get(alive))
            .route(READY, get(ready))
            .route(METRICS, get(figures))
            .fallback((StatusCode::NOT_FOUND, there))
            .layer(map_response(async |mut response: Response| {
                let fresh = HeaderValue::from_static("no-store");
                response.headers_mut().insert(CACHE_CONTROL, fresh);
                response
            }))
            .with_state(self)
    }
}

fn told(report: &HealthReport) -> (StatusCode, String) {
    let status = match report.is_good() {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    };
    (status, report.to_string())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
    use tokio::time::Instant;

    use super::*;
    use crate::health::vitals::StartStage;

    fn site() -> Site {
        let (exporter, _) = Exporter::new();
        let vitals = Vitals::default();
        vitals.enter(StartStage::Serving);
        Site { vitals, exporter }
    }

    /// What a client reads that sends this and then waits.
    async fn answer_to(sent: &str) -> String {
        let (mut client, server) = duplex(1 << 16);
        let serving = tokio::spawn(serve(server, site(), Arc::default()));
        client.write_all(sent.as_bytes()).await.expect("it is read");
        let mut read = String::new();
        client
            .read_to_string(&mut read)
            .await
            .expect("it is answered or closed");
        serving.await.expect("no panic");
        read
    }

    async fn first_line(sent: &str) -> String {
        let read = answer_to(sent).await;
        read.lines().next().unwrap_or_default().to_owned()
    }

    #[tokio::test]
    async fn each_place_answers_and_nothing_else_does() {
        let get = |path| format!("GET {path} HTTP/1.1\r\nhost: a\r\n\r\n");
        for (sent, status) in [
            (get("/healthz"), "HTTP/1.1 200 OK"),
            (get("/readyz?verbose"), "HTTP/1.1 200 OK"),
            (get("/metrics"), "HTTP/1.1 200 OK"),
            (
                "HEAD /healthz HTTP/1.0\r\n\r\n".to_owned(),
                "HTTP/1.0 200 OK",
            ),
            (get("/"), "HTTP/1.1 404 Not Found"),
            (get("/metrics/../healthz"), "HTTP/1.1 404 Not Found"),
            (
                "POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n".to_owned(),
                "HTTP/1.1 405 Method Not Allowed",
            ),
            ("nonsense\r\n\r\n".to_owned(), "HTTP/1.1 400 Bad Request"),
        ] {
            assert_eq!(first_line(&sent).await, status, "{sent:?}");
        }
        let endless = format!("GET / HTTP/1.1\r\nx: {}\r\n", "a".repeat(2 * MOST_BYTES));
        assert_eq!(
            first_line(&endless).await,
            "HTTP/1.1 431 Request Header Fields Too Large"
        );
        assert!(answer_to(&get("/metrics")).await.contains(EXPOSITION));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_client_is_not_waited_for() {
        let begun = Instant::now();
        assert_eq!(answer_to("GET /healthz HT").await, "");
        assert_eq!(begun.elapsed(), ASKED_WITHIN);
        assert_eq!(answer_to("").await, "");
    }

    type Arrivals = UnboundedSender<io::Result<DuplexStream>>;

    /// A server that takes the connections that are sent to it.
    fn running() -> Arrivals {
        let (arrivals, door) = unbounded_channel();
        let door = Arc::new(tokio::sync::Mutex::new(door));
        let accept = move || {
            let door = Arc::clone(&door);
            async move {
                let arrival = door.lock().await.recv().await;
                arrival.unwrap_or_else(|| Err(io::Error::other("nobody comes any more")))
            }
        };
        tokio::spawn(serve_all(accept, site()));
        arrivals
    }

    /// A client that has sent this.
    async fn client(arrivals: &Arrivals, sent: &[u8]) -> DuplexStream {
        let (mut client, server) = duplex(1 << 16);
        client.write_all(sent).await.expect("there is room");
        arrivals.send(Ok(server)).expect("the server runs");
        client
    }

    async fn reads(client: &mut DuplexStream) -> String {
        let mut read = String::new();
        let whole = client.read_to_string(&mut read).await;
        whole.expect("it is answered or closed");
        read
    }

    /// The clock stands still while anybody has something to do: time that passes was waited for.
    #[tokio::test(start_paused = true)]
    async fn whoever_asks_is_answered_at_once_beside_hundreds_who_do_not() {
        let arrivals = running();
        let mut idle = Vec::new();
        for _ in 0..400 {
            idle.push(client(&arrivals, b"GET /health").await);
        }
        let begun = Instant::now();
        let request = b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n";
        let mut next = client(&arrivals, request).await;
        assert!(reads(&mut next).await.starts_with("HTTP/1.1 200 OK"));
        // The oldest have lost their places; who came last goes on where they stopped.
        assert_eq!(reads(&mut idle[0]).await, "");
        let mut last = idle.pop().expect("there are others");
        let rest = b"z HTTP/1.1\r\nhost: a\r\n\r\n";
        last.write_all(rest).await.expect("there is room");
        assert!(reads(&mut last).await.starts_with("HTTP/1.1 200 OK"));
        assert_eq!(begun.elapsed(), Duration::ZERO, "at once");
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_fails_keeps_nobody_out_for_long() {
        let arrivals = running();
        let begun = Instant::now();
        let failed = io::Error::other("no files are left");
        arrivals.send(Err(failed)).expect("the server runs");
        let mut next = client(&arrivals, b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
        assert!(reads(&mut next).await.starts_with("HTTP/1.1 200 OK"));
        assert_eq!(begun.elapsed(), PAUSE);
    }
}
