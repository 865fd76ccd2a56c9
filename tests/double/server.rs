//! The socket: connections that can be cut, requests read into a [`Call`], answers with Discord's headers. What a
//! request does is decided in `rest`.

use super::faults::Fault;
use super::limits::{Standing, TooMany};
use super::rest::{Refusal, Reply};
use super::{Double, gateway};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt as _;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::net::TcpListener;

/// A request, read.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the door it came in by.
    pub by: Arc<str>,
    pub method: String,
    /// The segments after `/api/v10`.
    pub path: Vec<String>,
    pub query: String,
    pub authorization: String,
    pub body: Value,
    pub files: Vec<(String, Vec<u8>)>,
    /// The fields of the form that these files came in, with their MIME types.
    pub parts: Vec<(String, String)>,
    pub is_readable: bool,
}

impl Call {
    async fn read(request: Request, by: Arc<str>) -> Self {
        let method = request.method().to_string();
        let path = request.uri().path().to_owned();
        let path = path
            .strip_prefix("/api/v10")
            .unwrap_or(&path)
            .trim_matches('/');
        let path = path.split('/').map(unescape).collect();
        let query = request.uri().query().unwrap_or_default().to_owned();
        let authorization = text(request.headers(), header::AUTHORIZATION).to_owned();
        let kind = text(request.headers(), header::CONTENT_TYPE);
        let is_form = kind.starts_with("multipart/form-data");
        let is_pairs = kind.starts_with("application/x-www-form-urlencoded");
        let mut call = Self {
            by,
            method,
            path,
            query,
            authorization,
            body: Value::Null,
            files: Vec::new(),
            parts: Vec::new(),
            is_readable: true,
        };
        if is_form {
            call.is_readable = call.read_form(request).await.is_some();
        } else {
            let bytes = axum::body::to_bytes(request.into_body(), 32 << 20)
                .await
                .unwrap_or_default();
            if is_pairs {
                let text = String::from_utf8_lossy(&bytes);
                let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
                call.body = pairs
                    .map(|(name, value)| (unescape(name), Value::String(unescape(value))))
                    .collect();
            } else if !bytes.is_empty() {
                let body = serde_json::from_slice(&bytes);
                call.is_readable = body.is_ok();
                call.body = body.unwrap_or_default();
            }
        }
        call
    }

    async fn read_form(&mut self, request: Request) -> Option<()> {
        let mut form = Multipart::from_request(request, &()).await.ok()?;
        while let Some(field) = form.next_field().await.ok()? {
            if field.name() == Some("payload_json") {
                self.body = serde_json::from_slice(&field.bytes().await.ok()?).ok()?;
            } else {
                let part = |text: Option<&str>| text.unwrap_or_default().to_owned();
                let kind = part(field.content_type());
                self.parts.push((part(field.name()), kind));
                let name = field.file_name().unwrap_or("file").to_owned();
                self.files.push((name, field.bytes().await.ok()?.to_vec()));
            }
        }
        Some(())
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

/// Percent-encoded segments carry emoji.
fn unescape(segment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        let code = if byte == b'%' {
            rest.next().zip(rest.next())
        } else {
            None
        };
        let digit = |byte: u8| char::from(byte).to_digit(16);
        match code.and_then(|(high, low)| Some(digit(high)? * 16 + digit(low)?)) {
            Some(value) => bytes.push(value as u8),
            None => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whoever comes in by one door: the double, and by which name it knows them.
#[derive(Clone)]
struct Visitor {
    double: Double,
    /// The name of the door.
    by: Arc<str>,
    /// Where its gateway is.
    gateway: Arc<str>,
}

/// Serves the routes and the gateway until the task is aborted. What comes in is noted under the name of the door.
pub async fn serve(door: Door, double: Double, by: &str) {
    let visitor = Visitor {
        double,
        by: by.into(),
        gateway: door.gateway().into(),
    };
    let app = Router::new()
        .route("/gateway", axum::routing::get(enter))
        .fallback(answer)
        .with_state(visitor);
    let listener = door.listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let served = axum::serve(listener, app).await;
    served.expect("axum serves for ever");
}

async fn enter(State(visitor): State<Visitor>, upgrade: WebSocketUpgrade) -> Response {
    let Visitor {
        double,
        by,
        gateway,
    } = visitor;
    upgrade.on_upgrade(move |socket| gateway::serve(double, socket, by, gateway))
}

async fn answer(State(Visitor { double, by, .. }): State<Visitor>, request: Request) -> Response {
    let call = Call::read(request, by).await;
    let fault = double.world().fault_for(&call);
    let reply = match fault {
        Some(Fault::DropBefore) => break_off(),
        Some(Fault::Ignored) => return std::future::pending().await,
        Some(Fault::Status(status)) => {
            double.world().record_fault(&call, status);
            return plain(
                status,
                "upstream connect error or disconnect before headers",
            );
        }
        Some(Fault::Refused(status, code)) => {
            double.world().record_fault(&call, status);
            let refusal = Refusal::new(status, code, "Refused by the test");
            return Outcome::Refused(refusal, None).into_response();
        }
        Some(Fault::TooMany {
            retry_after,
            global,
        }) => {
            double.world().record_fault(&call, 429);
            return too_many(&TooMany {
                retry_after,
                global,
                standing: None,
            });
        }
        Some(Fault::Late(by)) => {
            tokio::time::sleep(by).await;
            double.take(&call)
        }
        Some(Fault::DropAfter | Fault::Silence) | None => double.take(&call),
    };
    match fault {
        Some(Fault::DropAfter) => break_off(),
        Some(Fault::Silence) => std::future::pending().await,
        Some(_) | None => {}
    }
    let mut response = reply.into_response();
    let ahead = double.world().options.clock_ahead;
    if !ahead.is_zero() {
        let date = httpdate::fmt_http_date(SystemTime::now() + ahead);
        set(response.headers_mut(), "date", &date);
    }
    response
}

/// What became of a request.
pub enum Outcome {
    Done(Reply, Standing),
    Refused(Refusal, Option<Standing>),
    TooMany(TooMany),
    /// The address is banned for its invalid requests.
    Banned,
}

impl IntoResponse for Outcome {
    fn into_response(self) -> Response {
        match self {
            Self::Done(reply, standing) => {
                let mut response = match reply.body {
                    Some(body) => respond(reply.status, &body),
                    None => plain(reply.status, ""),
                };
                tell(response.headers_mut(), &standing);
                response
            }
            Self::Refused(refusal, standing) => {
                let mut body = json!({"message": refusal.message, "code": refusal.code});
                if let Some(errors) = refusal.errors {
                    body["errors"] = errors;
                }
                if let Some(wait) = refusal.retry_after {
                    body["retry_after"] = json!(wait.as_secs_f64());
                }
                let mut response = respond(refusal.status, &body);
                if let Some(standing) = standing {
                    tell(response.headers_mut(), &standing);
                }
                response
            }
            Self::TooMany(too_many_requests) => too_many(&too_many_requests),
            Self::Banned => plain(429, "error code: 1015"),
        }
    }
}

fn too_many(refused: &TooMany) -> Response {
    let seconds = refused.retry_after.as_secs_f64();
    let body = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": refused.global});
    let mut response = respond(429, &body);
    let headers = response.headers_mut();
    if let Some(standing) = &refused.standing {
        tell(headers, standing);
    }
    set(
        headers,
        "retry-after",
        &format!("{}", seconds.ceil() as u64),
    );
    set(
        headers,
        "x-ratelimit-scope",
        if refused.global { "global" } else { "user" },
    );
    if refused.global {
        set(headers, "x-ratelimit-global", "true");
    }
    response
}

fn tell(headers: &mut HeaderMap, standing: &Standing) {
    let reset = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    set(headers, "x-ratelimit-limit", &standing.limit.to_string());
    set(
        headers,
        "x-ratelimit-remaining",
        &standing.remaining.to_string(),
    );
    set(
        headers,
        "x-ratelimit-reset",
        &seconds(reset + standing.reset_after),
    );
    set(
        headers,
        "x-ratelimit-reset-after",
        &seconds(standing.reset_after),
    );
    set(headers, "x-ratelimit-bucket", &standing.bucket);
}

fn seconds(duration: Duration) -> String {
    format!("{:.3}", duration.as_secs_f64())
}

fn set(headers: &mut HeaderMap, name: &'static str, value: &str) {
    let value = HeaderValue::from_str(value).expect("header values are plain");
    headers.insert(HeaderName::from_static(name), value);
}

fn respond(status: u16, body: &Value) -> Response {
    let mut response = plain(status, &body.to_string());
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

fn plain(status: u16, text: &str) -> Response {
    let mut response = Response::new(Body::from(text.to_owned()));
    *response.status_mut() = StatusCode::from_u16(status).expect("a valid status");
    set(response.headers_mut(), "via", "1.1 double");
    response
}

/// The connection ends without a word, as the task does that serves it. Nothing is printed of this, unlike of a panic.
fn break_off() -> ! {
    resume_unwind(Box::new("the connection breaks"))
}

/// Where connections come in.
pub struct Door {
    listener: TcpListener,
    pub address: SocketAddr,
}

impl Door {
    /// Opens a port on loopback.
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("loopback has free ports");
        let address = listener.local_addr();
        Self {
            listener,
            address: address.expect("a bound listener has an address"),
        }
    }

    /// The address of the gateway behind it.
    pub fn gateway(&self) -> String {
        format!("ws://{}/gateway", self.address)
    }
}
