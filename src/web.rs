//! The table in a browser: the same game, words and refusals, with cards that lie on a table.
//!
//! Decides who comes in, what a screen is sent and when, and what its messages mean. What is seen are the
//! scene and the page of [`crate::text`]; what is done is done at the desk.
#![doc = ""]
#![doc = include_str!("web/browser.md")]

mod assets;
mod cookie;
mod doors;
mod frame;
mod guest;
mod messages;
mod screen;
mod server;
mod site;

use crate::desk::browsers::Visitor;
use crate::desk::{Answer, Desk};
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;
use crate::text::page::Page;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use messages::line;
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::{Value, json};
use site::Site;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

#[cfg(test)]
pub(crate) use messages::{ACTIVITY_WORDS, WORDS};
#[cfg(feature = "testing")]
pub use screen::told_of;
pub use server::{WebError, WebServer};
pub use site::{FrameOptions, WebOptions};
