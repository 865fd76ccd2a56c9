//! What all connections share, and how tables are served.

use std::net::SocketAddr;
use std::sync::Arc;

use super::doors::Doors;
use super::sessions::Sessions;
use crate::desk::Desk;
use crate::text::locale::Locale;

/// How tables are served to browsers.
#[derive(Debug, Clone)]
pub struct WebOptions {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The address by which it is reached from outside, without a slash at its end: behind a proxy that
    /// speaks https.
    pub url: Option<String>,
    /// The address by which others in the house reach it, if that is another than the browser shows.
    pub house: Option<String>,
    /// The language of whose browser speaks none that there is.
    pub locale: Locale,
}

/// What all connections share.
pub struct Site {
    pub desk: Desk,
    pub sessions: Sessions,
    pub doors: Doors,
    pub options: WebOptions,
}

impl Site {
    pub fn new(desk: Desk, options: WebOptions) -> Arc<Self> {
        let sessions = Sessions::new(Arc::clone(desk.settings().store()));
        let doors = Doors::default();
        Arc::new(Self {
            desk,
            sessions,
            doors,
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
}
