//! What all connections share, how tables are served, and who asks.

use super::doors::{Doors, Inside, client_of};
use super::*;
use crate::desk::Neighbour;
use crate::desk::browsers::SessionError;
use crate::desk::browsing::{Doorkeeper, Seals};
use axum::http::HeaderName;

/// How tables are served to browsers.
#[derive(Clone)]
pub struct WebOptions {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The address by which it is reached from outside, without a slash at its end: behind a proxy that
    /// speaks https.
    pub url: Option<String>,
    /// The names by which pages may be asked for besides that of the `url`.
    pub hosts: Vec<String>,
    /// The header in which that proxy says who asks it, if it does.
    pub client_header: Option<HeaderName>,
    /// The address by which others in the house reach it, if that is another than the browser shows.
    pub house: Option<String>,
    /// The language of whose browser speaks none that there is.
    pub locale: Locale,
    /// What the addresses of tables are sealed with.
    pub seals: Seals,
    /// The face from which people come by links, if they do: whoever has none looks on at most.
    pub neighbour: Option<Arc<dyn Neighbour>>,
    /// How that face has the page in a frame, if it does.
    pub frame: Option<FrameOptions>,
}

/// How the page is shown in a frame within another face.
#[derive(Clone)]
pub struct FrameOptions {
    /// The number of the application: the host of a page in its frame is named by it.
    pub application: u64,
    /// Whose pages may have the frame.
    pub parents: Vec<String>,
    pub doorkeeper: Arc<dyn Doorkeeper>,
}

impl FrameOptions {
    /// Where a page in the frame comes from: a proxy of the other face that hands on what it asks for.
    pub fn origin(&self) -> String {
        format!("https://{}.discordsays.com", self.application)
    }
}

/// What all connections share.
pub struct Site {
    pub desk: Desk,
    pub doors: Doors,
    pub options: WebOptions,
}

impl Site {
    pub fn new(desk: Desk, options: WebOptions) -> Arc<Self> {
        Arc::new(Self {
            desk,
            doors: Doors::default(),
            options,
        })
    }

    /// What links for others begin with, if not with what the browser shows.
    pub fn outside(&self) -> Option<&str> {
        let WebOptions { url, house, .. } = &self.options;
        url.as_deref().or(house.as_deref())
    }

    /// Whether pages come by https.
    pub fn is_secure(&self) -> bool {
        let url = self.options.url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether people come by links from another face.
    pub fn is_by_link(&self) -> bool {
        self.options.neighbour.is_some()
    }

    /// The client that asks through the proxy, which adds its address behind those that it was told.
    fn told_by_proxy(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let told = headers.get_all(self.options.client_header.as_ref()?);
        let told = told.iter().next_back()?.to_str().ok()?;
        address(told.rsplit(',').next()?.trim()).map(client_of)
    }

    /// Who asks over this connection, which is theirs until it ends or somebody else asks over it; `None` if they
    /// have too many.
    pub fn client(&self, peer: &Peer, headers: &HeaderMap) -> Option<Client> {
        let client = self.told_by_proxy(headers).unwrap_or(peer.from);
        let mut place = peer.place.lock();
        if place.as_ref().is_none_or(|place| place.key != client) {
            *place = Some(self.doors.come(client)?);
        }
        Some(Client(client))
    }
}

/// An answer, or why there is none.
pub type Answered = Result<Response, StatusCode>;

/// Who asks, by their cookie.
pub async fn visitor(site: &Site, headers: &HeaderMap) -> Result<Option<Visitor>, StatusCode> {
    let Some(token) = cookie::read(headers) else {
        return Ok(None);
    };
    let found = site.desk.browsers().whose(token, site.desk.host().now());
    found.await.map_err(unavailable)
}

/// Tells the screens of who had a session in that browser until now that they are over. Gives who that was, if it is
/// somebody else than whose this token is.
pub async fn take_over(site: &Site, former: Option<Visitor>, token: &str) -> Option<Visitor> {
    let former = former?;
    site.desk.settings().signed_out(former.person);
    (!token.starts_with(&format!("{:x}.", former.person.0))).then_some(former)
}

/// An address as a header says it: with a port, or in brackets, or neither.
fn address(told: &str) -> Option<IpAddr> {
    let bare = told.trim_start_matches('[').trim_end_matches(']');
    let with_port = || told.parse().ok().map(|end: SocketAddr| end.ip());
    bare.parse().ok().or_else(with_port)
}

/// The other end of a connection, and this one.
#[derive(Clone)]
pub struct Peer {
    pub from: IpAddr,
    pub here: Option<IpAddr>,
    /// Whose the connection is.
    pub place: Arc<Mutex<Option<Inside<IpAddr>>>>,
}

/// Who asks: each has their own share of everything.
#[derive(Debug, Clone, Copy)]
pub struct Client(pub IpAddr);

/// Refuses a request that comes from no page of ours.
///
/// # Errors
/// The status of the answer.
pub fn check_own_page(headers: &HeaderMap, site: &Site) -> Result<(), StatusCode> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN);
    // In a frame our pages come through the proxy of who has it.
    let mut frame = site.options.frame.iter();
    let framed = frame.any(|frame| origin == Some(&frame.origin()));
    let origin = origin.and_then(|origin| origin.split("://").nth(1));
    let own = framed || (origin.is_some() && origin == text(header::HOST));
    own.then_some(()).ok_or(StatusCode::FORBIDDEN)
}

/// The status of an answer where sessions cannot be had.
pub fn unavailable(error: impl Into<SessionError>) -> StatusCode {
    let error = error.into();
    tracing::warn!(%error, "sessions cannot be read or begun");
    StatusCode::SERVICE_UNAVAILABLE
}
