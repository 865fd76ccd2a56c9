//! The page itself: its files are part of the program, and nothing comes from anywhere else.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest as _, Sha256};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($name:literal: $kind:expr),+ $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("page/", $name)))),+]
    };
}

/// The files by name, with their kinds.
const FILES: &[(&str, &str, &str)] = files![
    "icon.svg": SVG,
    "style.css": CSS,
    "main.js": SCRIPT,
    "activity.js": SCRIPT,
    "link.js": SCRIPT,
    "dom.js": SCRIPT,
    "page.js": SCRIPT,
    "cards.js": SCRIPT,
    "seats.js": SCRIPT,
    "tractor.js": SCRIPT,
    "uno.js": SCRIPT,
    "ttt.js": SCRIPT,
];

const SHELL: &str = include_str!("page/index.html");

/// The page that every address of a place shows.
pub fn shell(asked: &HeaderMap) -> Response {
    file(HTML, SHELL, asked)
}

/// One of the files.
pub fn named(name: &str, asked: &HeaderMap) -> Response {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    match found {
        Some((_, kind, text)) => file(kind, text, asked),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file, unless whoever asks has this version of it.
fn file(kind: &'static str, text: &'static str, asked: &HeaderMap) -> Response {
    let tag = format!(
        "\"{}\"",
        hex::encode(&Sha256::digest(text.as_bytes())[..12])
    );
    let known = asked.get(header::IF_NONE_MATCH);
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag.clone()),
    ];
    match known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        true => (StatusCode::NOT_MODIFIED, headers).into_response(),
        false => (headers, text).into_response(),
    }
}
