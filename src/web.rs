//! The table in a browser: the same game, words and refusals, with cards that lie on a table.
//!
//! Decides who comes in, what a screen is sent and when, and what its messages mean. What is seen are the
//! scene and the page of [`crate::text`]; what is done is done at the desk.
#![doc = ""]
#![doc = include_str!("web/browser.md")]

mod assets;
mod doors;
mod guest;
mod messages;
mod screen;
mod server;
mod sessions;

use std::net::SocketAddr;
use std::sync::Arc;

use crate::desk::Desk;
use crate::text::locale::Locale;
use doors::Doors;
pub use server::{WebError, WebServer};
use sessions::Sessions;

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
struct Site {
    desk: Desk,
    sessions: Sessions,
    doors: Doors,
    options: WebOptions,
}

impl Site {
    fn new(desk: Desk, options: WebOptions) -> Arc<Self> {
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
    fn outside(&self) -> Option<&str> {
        let WebOptions { url, house, .. } = &self.options;
        url.as_deref().or(house.as_deref())
    }

    /// Whether pages come by https.
    fn is_secure(&self) -> bool {
        let url = self.options.url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }
}
