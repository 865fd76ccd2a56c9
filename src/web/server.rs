//! The server: who may ask what, and the connections.
//!
//! Decides which hosts and origins are ours, what every answer says to the browser, and how long anybody may
//! take.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{DefaultBodyLimit, Extension, Json, Path, Query, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use tokio::net::{TcpListener, TcpStream};

use super::cookie::{self, Kept};
use super::guest::{Guest, Standing};
use super::screen::Screen;
use super::site::{Peer, Site, WebOptions, is_own_page, unavailable};
use super::{assets, frame};
use crate::desk::Desk;
use crate::desk::addresses::read_key;
use crate::desk::browsers::{Visitor, onlooker};
use crate::text::locale::Locale;

/// How long a client may take to send the head of a request.
const ASKED_WITHIN: Duration = Duration::from_secs(15);
/// How long nothing is accepted after that failed: no files may be left.
const PAUSE: Duration = Duration::from_millis(200);
/// The most bytes of a message, or of the body of a request.
const MOST_BYTES: usize = 4 * 1_024;
/// The most bytes of the head of a request.
const MOST_HEAD: usize = 16 * 1_024;

/// What a page may load, up to whose pages may have it in a frame.
macro_rules! policy {
    () => {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors "
    };
}

/// What every answer says: scripts and styles are our own files alone, and nobody frames the page.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        concat!(policy!(), "'none'"),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Why tables cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    #[error("nothing can listen at {address}: {why}; for example --listen 127.0.0.1:8420")]
    Listen { address: SocketAddr, why: io::Error },
}

/// Serves tables to browsers.
pub struct WebServer {
    listener: TcpListener,
    site: Arc<Site>,
}

impl WebServer {
    /// Listens there. Nothing is answered before it [runs](Self::run).
    ///
    /// # Errors
    /// If that is not possible, for example because another program does.
    pub async fn bind(desk: Desk, options: WebOptions) -> Result<Self, WebError> {
        let address = options.listen;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|why| WebError::Listen { address, why })?;
        Ok(Self::over(listener, desk, options))
    }

    /// Answers whoever comes there, once it [runs](Self::run).
    pub fn over(listener: TcpListener, desk: Desk, options: WebOptions) -> Self {
        let site = Site::new(desk, options);
        Self { listener, site }
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers for ever.
    pub async fn run(self) {
        let router = router(Arc::clone(&self.site));
        loop {
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    let from = from.ip().to_canonical();
                    let proxied = self.site.options.client_header.is_some();
                    let Some(inside) = self.site.doors.connect(from, proxied) else {
                        continue;
                    };
                    let router = router.clone().layer(Extension(Peer(from)));
                    tokio::spawn(async move {
                        serve(stream, router).await;
                        drop(inside);
                    });
                }
                Err(error) => {
                    tracing::debug!(%error, "no connection was accepted");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}

/// Answers one connection.
async fn serve(stream: TcpStream, router: Router) {
    // A frame is to be on its way at once.
    let _ = stream.set_nodelay(true);
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(ASKED_WITHIN)
        .max_buf_size(MOST_HEAD);
    let service = TowerToHyperService::new(router);
    let connection = server.serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.with_upgrades().await {
        tracing::debug!(%error, "a connection ended badly");
    }
}

fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(shell))
        .route("/t/{key}", get(shell))
        .route("/w/{link}", get(shell))
        .route("/page/{version}/{name}", get(file))
        .route("/session", post(session))
        .route("/redeem", post(redeem))
        .route("/activity", get(frame::facts).post(frame::enter))
        .route("/socket", get(socket))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guard))
        .with_state(site)
}

async fn shell(asked: HeaderMap) -> Response {
    assets::shell(&asked)
}

async fn file(Path((version, name)): Path<(String, String)>, asked: HeaderMap) -> Response {
    assets::named(&version, &name, &asked)
}

/// Turns away who asks by a foreign host name, and says to the browser what our pages may do.
async fn guard(State(site): State<Arc<Site>>, request: Request<Body>, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    let framed = frame::parents(&site, request.uri());
    let mut response = match is_ours(host, &site) {
        true => next.run(request).await,
        false => (StatusCode::MISDIRECTED_REQUEST, "a foreign host\n").into_response(),
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    if let Some(parents) = framed {
        let headers = response.headers_mut();
        headers.remove(header::X_FRAME_OPTIONS);
        let policy = format!("{}{parents}", policy!()).parse();
        let policy = policy.expect("origins are plain");
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Whether a page of this host is ours: a name that somebody else has could be made to lead here.
fn is_ours(host: &str, site: &Site) -> bool {
    let outside = site.options.url.as_deref();
    if outside.is_some_and(|url| url.split("://").nth(1) == Some(host)) {
        return true;
    }
    let Ok(uri) = host.parse::<Uri>() else {
        return false;
    };
    let name = uri.host().unwrap_or_default();
    let number = name.trim_start_matches('[').trim_end_matches(']');
    let own = gethostname::gethostname();
    let own = own.to_string_lossy();
    number.parse::<IpAddr>().is_ok()
        || name == "localhost"
        || name.ends_with(".local")
        || name.eq_ignore_ascii_case(&own)
}

/// Who asks, by their cookie.
async fn visitor(site: &Site, headers: &HeaderMap) -> Result<Option<Visitor>, StatusCode> {
    let Some(token) = cookie::read(headers) else {
        return Ok(None);
    };
    let now = site.desk.host().now();
    let found = site.desk.browsers().whose(token, now);
    found.await.map_err(|error| unavailable(&error.into()))
}

/// The answer that gives a browser its cookie.
fn signed_in(site: &Site, token: &str) -> Response {
    let kept = match site.is_secure() {
        true => Kept::Secured,
        false => Kept::Plainly,
    };
    let cookie = cookie::set(token, kept);
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
}

/// Begins a session for who has none; where people come by links, those begin it.
async fn session(
    State(site): State<Arc<Site>>,
    Extension(Peer(from)): Extension<Peer>,
    headers: HeaderMap,
) -> Response {
    if !is_own_page(&headers, &site) {
        return StatusCode::FORBIDDEN.into_response();
    }
    match visitor(&site, &headers).await {
        Ok(None) if !site.is_by_link() => {}
        Ok(_) => return StatusCode::NO_CONTENT.into_response(),
        Err(status) => return status.into_response(),
    }
    let (from, now) = (
        site.client(&headers).unwrap_or(from),
        site.desk.host().now(),
    );
    if !site.doors.may_begin(from, now) {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    match site.desk.browsers().begin(now).await {
        Ok(token) => signed_in(&site, &token),
        Err(error) => unavailable(&error).into_response(),
    }
}

/// A link that is opened.
#[derive(Deserialize)]
struct Redeemed {
    /// The token that it carries.
    link: String,
    /// The key of the table, as in the address of its page.
    table: String,
}

/// Begins the session that a link gives.
async fn redeem(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    Json(Redeemed { link, table }): Json<Redeemed>,
) -> Response {
    if !is_own_page(&headers, &site) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let table = read_key(&table).filter(|_| site.is_by_link());
    let Some(table) = table else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let (former, now) = (cookie::read(&headers), site.desk.host().now());
    let redeemed = site.desk.browsers().redeem(&link, table, former, now);
    match redeemed.await {
        Ok(Some(token)) => signed_in(&site, &token),
        Ok(None) => StatusCode::GONE.into_response(),
        Err(error) => unavailable(&error).into_response(),
    }
}

/// What a screen is to show.
#[derive(Debug, Deserialize)]
struct Shown {
    /// The key of a table, as in the address of its page; none for the first page.
    table: Option<String>,
    /// A link for watching, as in the address of its page.
    watch: Option<String>,
    /// The language of the browser.
    language: Option<String>,
}

/// Who asks for a screen, and what they may see there; the token of their session, if that counts.
async fn comer(
    site: &Site,
    headers: &HeaderMap,
    watch: Option<&str>,
) -> Result<(Visitor, Standing, Option<String>), StatusCode> {
    let found = match watch {
        Some(_) => None,
        None => visitor(site, headers).await?,
    };
    if let Some(visitor) = found {
        let standing = match site.is_by_link() {
            true => Standing::Member,
            false => Standing::AtHome,
        };
        let token = cookie::read(headers).map(str::to_owned);
        return Ok((visitor, standing, token));
    }
    if !site.is_by_link() {
        return Err(StatusCode::UNAUTHORIZED);
    }
    let watched = match watch {
        Some(link) => site.desk.watched(link).await,
        None => None,
    };
    let standing = watched.map_or(Standing::Stranger, |(table, guild)| Standing::Watcher {
        table,
        guild,
    });
    let nobody = onlooker().map_err(|error| unavailable(&error.into()))?;
    Ok((nobody, standing, None))
}

async fn socket(
    State(site): State<Arc<Site>>,
    Query(shown): Query<Shown>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_page(&headers, &site) {
        return StatusCode::FORBIDDEN.into_response();
    }
    // First, so that no end of the session is missed.
    let changes = site.desk.settings().changes();
    let comer = comer(&site, &headers, shown.watch.as_deref()).await;
    let (visitor, standing, token) = match comer {
        Ok(comer) => comer,
        Err(status) => return status.into_response(),
    };
    let table = match (standing, shown.table.as_deref().map(read_key)) {
        (Standing::Watcher { table, .. }, _) => Some(table.key),
        (_, None) => None,
        (_, Some(Some(key))) => Some(key),
        (_, Some(None)) => return StatusCode::NOT_FOUND.into_response(),
    };
    let window = match &token {
        Some(token) => {
            let begun = site.desk.browsers().begun_at(token, site.desk.host().now());
            begun.await.map_err(|error| unavailable(&error.into()))
        }
        None => Ok(None),
    };
    let window = match window {
        Ok(window) => window,
        Err(status) => return status.into_response(),
    };
    let inside = site.doors.open_screen(visitor.person);
    // All who are in a window come from the few addresses of its proxy.
    let client = match site.client(&headers).filter(|_| window.is_none()) {
        Some(client) => site.doors.connect(client, false).map(Some),
        None => Some(None),
    };
    let (Some(inside), Some(client)) = (inside, client) else {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    };
    let guest = Guest {
        site,
        visitor,
        standing,
        token,
        changes,
        table,
        window,
        language: shown.language.as_deref().and_then(Locale::of),
    };
    let upgrade = upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        // Each screen has one, full or not.
        .read_buffer_size(MOST_BYTES)
        .write_buffer_size(0);
    upgrade.on_upgrade(async move |socket: WebSocket| {
        Screen::open(socket, guest).await;
        drop((inside, client));
    })
}
