//! The server: who may ask what, and the connections.
//!
//! Decides which hosts and origins are ours, what every answer says to the browser, and how long anybody may
//! take.

use super::doors::client_of;
use super::guest::{Guest, Standing};
use super::screen::Screen;
use super::site::{
    Answered, Client, Peer, WebOptions, check_own_page, take_over, unavailable, visitor,
};
use super::*;
use crate::desk::browsers::onlooker;
use crate::text::markup::plain;
use axum::Router;
use axum::body::Body;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{DefaultBodyLimit, Extension, Json, Query, Request, State};
use axum::http::Uri;
use axum::http::header::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::{self, Next};
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// How long a client may take to send the head of a request.
const ASKED_WITHIN: Duration = Duration::from_secs(15);
/// How long a request may take with its body, and its answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
/// How long nothing is accepted after that failed: no files may be left.
const PAUSE: Duration = Duration::from_millis(200);
/// The most bytes of a message, or of the body of a request.
const MOST_BYTES: usize = 4 * 1_024;
/// The most bytes of the head of a request.
const MOST_HEAD: usize = 16 * 1_024;

/// What a page may load, up to whose pages may have it in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ";

/// What who asks by a foreign name is told.
const FOREIGN: &str = "Open this page by localhost, by the address of this machine, or by a name that was given with \
                       --url or --host.\n";

/// What every answer says: scripts and styles are our own files alone, and nobody frames the page.
const HEADERS: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
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
                    let from = client_of(from.ip());
                    // For whom a proxy asks, it says.
                    let client = self.site.options.client_header.is_none().then_some(from);
                    let Some((inside, place)) = self.site.doors.enter(client) else {
                        continue;
                    };
                    let here = stream.local_addr().ok();
                    let here = here.map(|here| here.ip().to_canonical());
                    let place = Arc::new(Mutex::new(place));
                    let router = router.clone().layer(Extension(Peer { from, here, place }));
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
        .route("/", get(assets::shell))
        .route("/t/{key}", get(assets::shell))
        .route("/w/{link}", get(assets::shell))
        .route("/page/{version}/{name}", get(assets::named))
        .route("/session", post(session))
        .route("/redeem", post(redeem))
        .route("/activity", get(frame::facts).post(frame::enter))
        .route("/socket", get(socket))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guard))
        .with_state(site)
}

/// Turns away who asks by a foreign host name, or too much, and says to the browser what our pages may do.
async fn guard(
    State(site): State<Arc<Site>>,
    Extension(peer): Extension<Peer>,
    mut request: Request<Body>,
    next: Next,
) -> Response {
    // What is left of the request is not read any more.
    let ends = |refused: (StatusCode, &'static str)| {
        ([(header::CONNECTION, "close")], refused).into_response()
    };
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    let framed = frame::parents(&site, request.uri());
    let client = site.client(&peer, request.headers());
    let mut response = match client.filter(|_| is_ours(host, &site, peer.here)) {
        Some(client) => {
            request.extensions_mut().insert(client);
            let answered = timeout(ANSWERED_WITHIN, next.run(request)).await;
            answered.unwrap_or_else(|_| ends((StatusCode::REQUEST_TIMEOUT, "")))
        }
        None if client.is_none() => ends((StatusCode::TOO_MANY_REQUESTS, "")),
        None => ends((StatusCode::MISDIRECTED_REQUEST, FOREIGN)),
    };
    let headers = response.headers_mut();
    headers.extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    // Scripts and sheets show nothing by themselves: what a page may do is said of the page.
    let kind = headers.get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind == assets::SCRIPT || kind == assets::CSS) {
        return response;
    }
    if framed.is_none() {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    let policy = format!("{POLICY}{}", framed.as_deref().unwrap_or("'none'"));
    let policy = policy.parse().expect("origins are plain");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Whether a page of this host is ours: a name that somebody else has could be made to lead here. The operator names
/// some, and the address is ours to which they came.
fn is_ours(host: &str, site: &Site, here: Option<IpAddr>) -> bool {
    let outside = site.options.url.as_deref();
    if outside.is_some_and(|url| url.split("://").nth(1) == Some(host)) {
        return true;
    }
    let Ok(uri) = host.parse::<Uri>() else {
        return false;
    };
    let name = uri.host().unwrap_or_default();
    let number = name.trim_start_matches('[').trim_end_matches(']');
    let number = number.parse::<IpAddr>().ok();
    let mut named = site.options.hosts.iter();
    number.is_some_and(|number| number.is_loopback() || Some(number.to_canonical()) == here)
        || name == "localhost"
        || named.any(|host| host.eq_ignore_ascii_case(name))
}

/// The answer that gives a browser its cookie.
fn signed_in(site: &Site, token: &str) -> Response {
    let kept = match site.is_secure() {
        true => cookie::SECURED,
        false => cookie::PLAINLY,
    };
    let cookie = cookie::set(token, kept);
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
}

/// The answer to an address that leads nowhere.
fn nowhere(site: &Site, client: IpAddr, status: StatusCode) -> StatusCode {
    match site.doors.may_guess(client, site.desk.host().now()) {
        true => status,
        false => StatusCode::TOO_MANY_REQUESTS,
    }
}

/// Begins a session for who has none; where people come by links, those begin it.
async fn session(
    State(site): State<Arc<Site>>,
    Extension(Client(from)): Extension<Client>,
    headers: HeaderMap,
) -> Answered {
    check_own_page(&headers, &site)?;
    if site.is_by_link() || visitor(&site, &headers).await?.is_some() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let now = site.desk.host().now();
    if !site.doors.may_begin(from, now) {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    let token = site.desk.browsers().begin(now).await;
    Ok(signed_in(&site, &token.map_err(unavailable)?))
}

/// A link that is opened.
#[derive(Deserialize)]
struct Redeemed {
    /// The token that it carries.
    link: String,
    /// The table, as in the address of its page.
    table: String,
    /// The language of the browser.
    language: Option<String>,
}

/// Begins the session that a link gives. Where somebody else had one in that browser, it says so.
async fn redeem(
    State(site): State<Arc<Site>>,
    Extension(Client(from)): Extension<Client>,
    headers: HeaderMap,
    Json(asked): Json<Redeemed>,
) -> Answered {
    check_own_page(&headers, &site)?;
    let (former, now) = (cookie::read(&headers), site.desk.host().now());
    let table = site.options.seals.read(&asked.table);
    let table = table.filter(|_| site.is_by_link());
    let table = table.ok_or_else(|| nowhere(&site, from, StatusCode::NOT_FOUND))?;
    let before = visitor(&site, &headers).await?;
    let browsers = site.desk.browsers();
    let token = browsers.redeem(&asked.link, table, former, now).await;
    let token = token.map_err(unavailable)?;
    let token = token.ok_or_else(|| nowhere(&site, from, StatusCode::GONE))?;
    let signed_in = signed_in(&site, &token);
    let Some(before) = take_over(&site, before, &token).await else {
        return Ok(signed_in);
    };
    let language = asked.language.as_deref().and_then(Locale::of);
    let language = language.unwrap_or(site.options.locale);
    let cx = RenderContext::new(language, Surface::Browser, "");
    let name = cx.name(&before.name.unwrap_or_default());
    let said = plain(&say!(cx, "web-taken-over", name));
    Ok((signed_in.headers().clone(), Json(json!({"said": said}))).into_response())
}

/// What a screen is to show.
#[derive(Debug, Deserialize)]
struct Shown {
    /// A table, as in the address of its page; none for the first page.
    table: Option<String>,
    /// A link for watching, as in the address of its page.
    watch: Option<String>,
    /// The language of the browser.
    language: Option<String>,
}

/// Who asks for a screen, and what they may see there.
async fn comer(
    site: Arc<Site>,
    client: IpAddr,
    headers: &HeaderMap,
    shown: Shown,
) -> Result<Guest, StatusCode> {
    let found = match shown.watch {
        Some(_) => None,
        None => visitor(&site, headers).await?,
    };
    let token = cookie::read(headers).filter(|_| found.is_some());
    // A page begins a session first: to a browser that does not keep one it is said.
    if found.is_none() && !site.is_by_link() && cookie::read(headers).is_some() {
        return Err(StatusCode::UNAUTHORIZED);
    }
    site.desk.host().has_all_back().await;
    let watched = match &shown.watch {
        Some(link) => site.desk.finder.watched(link).await,
        None => None,
    };
    let address = shown.table.as_deref();
    let address = address.map(|address| site.options.seals.read(address));
    let (standing, table) = match (&found, watched, address) {
        (None, Some((table, guild)), _) => (Standing::Watcher { table, guild }, Some(table.key)),
        (None, None, _) | (Some(_), _, Some(None)) => (Standing::Stranger, None),
        (Some(_), _, key) if site.is_by_link() => (Standing::Member, key.flatten()),
        (Some(_), _, key) => (Standing::AtHome, key.flatten()),
    };
    let now = site.desk.host().now();
    let is_named = shown.watch.is_some() || address.is_some();
    if standing == Standing::Stranger && is_named && !site.doors.may_guess(client, now) {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    let window = match token {
        Some(token) => site.desk.browsers().begun_at(token, now).await,
        None => Ok(None),
    };
    Ok(Guest {
        visitor: found.map_or_else(onlooker, Ok).map_err(unavailable)?,
        standing,
        token: token.map(str::to_owned),
        changes: None,
        table,
        window: window.map_err(unavailable)?,
        client,
        language: shown.language.as_deref().and_then(Locale::of),
        site,
    })
}

async fn socket(
    State(site): State<Arc<Site>>,
    Extension(Client(from)): Extension<Client>,
    Query(shown): Query<Shown>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Answered {
    check_own_page(&headers, &site)?;
    let guest = comer(site, from, &headers, shown).await?;
    let doors = &guest.site.doors;
    // All who are in a window come from the few addresses of its proxy.
    let client = guest.window.is_none().then_some(from);
    let screen = doors.open_screen(guest.visitor.person);
    let inside = screen.zip(doors.enter(client));
    let inside = inside.ok_or(StatusCode::TOO_MANY_REQUESTS)?;
    let upgrade = upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        // Each screen has one, full or not.
        .read_buffer_size(MOST_BYTES)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(async move |socket: WebSocket| {
        Screen::open(socket, guest).await;
        drop(inside);
    }))
}
