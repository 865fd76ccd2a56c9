//! The page itself: its files are part of the program, and nothing comes from anywhere else.
//!
//! The address of a file has the version of all of them, so that a browser keeps it for good and asks for the page
//! alone when it comes again.

use super::*;
use crate::game::{GameKind, for_each_game};
use axum::extract::Path;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use std::io::Write as _;
use std::sync::LazyLock;

const HTML: &str = "text/html; charset=utf-8";
pub const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
pub const SCRIPT: &str = "text/javascript; charset=utf-8";
const MANIFEST: &str = "application/manifest+json";
const PNG: &str = "image/png";

/// A file: its name, kind and text.
type File = (&'static str, &'static str, &'static [u8]);

macro_rules! files {
    ($($kind:ident: $($name:expr),+;)+) => {
        &[$($(($name, $kind, include_bytes!(concat!("page/", $name)))),+),+]
    };
}

/// What the page is made of, whatever is played.
const COMMON: &[File] = files! {
    SVG: "icon.svg";
    PNG: "icon.png";
    MANIFEST: "manifest.webmanifest";
    CSS: "style.css", "felt.css", "uno.css", "home.css";
    SCRIPT: "main.js", "table.js", "queue.js", "raise.js", "motion.js", "news.js", "home.js", "lobby.js",
        "talk.js", "activity.js", "bell.js", "link.js", "dom.js", "page.js", "cards.js", "faces.js", "seats.js",
        "exhibit.js", "verify.js";
};

macro_rules! games {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        /// What draws each game.
        const GAMES: &[File] = files! { SCRIPT: $(concat!($name, ".js")),+; };
    };
}
for_each_game!(games);

fn files() -> impl Iterator<Item = &'static File> {
    COMMON.iter().chain(GAMES)
}

const SHELL: &str = include_str!("page/index.html");

/// Kept for good: what is at this address never changes.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";
/// Asked for each time.
const ASKED_FOR: &str = "no-cache";

/// What all files are called as long as none is another: a digest of them.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut digest = Sha256::new();
    let texts = files().map(|(.., text)| *text);
    for text in texts.chain([SHELL.as_bytes()]) {
        digest.update(text);
    }
    hex::encode(&digest.finalize()[..8])
});

/// A text as it is sent.
struct Asset {
    kind: &'static str,
    plain: Vec<u8>,
    packed: Vec<u8>,
}

static PAGE: LazyLock<Asset> = LazyLock::new(|| {
    // All of them are asked for at once, and not as one tells of the other.
    let scripts = files().filter(|(_, kind, _)| *kind == SCRIPT);
    let scripts =
        scripts.map(|(name, ..)| format!("<link rel=\"modulepreload\" href=\"/page/{name}\">\n"));
    let scripts: String = scripts.collect();
    let page = SHELL.replace("</head>", &format!("{scripts}</head>"));
    let page = page.replace("/page/", &format!("/page/{}/", *VERSION));
    let games = GameKind::ALL.map(GameKind::name).join(" ");
    let page = page.replace("<body", &format!("<body data-games=\"{games}\""));
    Asset::of(HTML, page.into_bytes())
});

static ASSETS: LazyLock<Vec<(&str, Asset)>> = LazyLock::new(|| {
    let asset = |kind, text: &[u8]| match kind {
        SCRIPT | CSS => Asset::of(kind, uncommented(&String::from_utf8_lossy(text)).into()),
        _ => Asset::of(kind, text.to_vec()),
    };
    // One sheet is asked for once, and packs better than its parts.
    let is_part = |kind: &str| kind == CSS;
    let sheets = files().filter(|(_, kind, _)| is_part(kind));
    let sheets: Vec<&[u8]> = sheets.map(|(.., text)| *text).collect();
    let others = files().filter(|(_, kind, _)| !is_part(kind));
    let others = others.map(|(name, kind, text)| (*name, asset(*kind, text)));
    others
        .chain([("page.css", asset(CSS, &sheets.concat()))])
        .collect()
});

/// A script or a sheet without indents, and lines that are empty or comments alone: a fifth of what a phone would load.
fn uncommented(text: &str) -> String {
    let mut within = false;
    let code = text.lines().filter(|line| {
        let line = line.trim();
        let opens = !within && line.starts_with("/*");
        let comment = within || opens || line.is_empty() || line.starts_with("//");
        let after = line.split_once("*/").map(|(_, after)| after.trim());
        within = (within || opens) && after.is_none();
        // What stands behind a comment is code.
        !comment || after.is_some_and(|after| opens && !after.is_empty())
    });
    code.map(|line| format!("{}\n", line.trim_start()))
        .collect()
}

impl Asset {
    fn of(kind: &'static str, plain: Vec<u8>) -> Self {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        let packed = packed.write_all(&plain).and_then(|()| packed.finish());
        Self {
            kind,
            plain,
            packed: packed.expect("a vector takes everything"),
        }
    }

    fn sent(&'static self, kept: &'static str, asked: &HeaderMap) -> Response {
        let accepted = asked.get(ACCEPT_ENCODING);
        let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
        let is_packed = accepted.is_some_and(|accepted| accepted.contains("gzip"));
        let headers = [
            (header::CONTENT_TYPE, self.kind),
            (header::CACHE_CONTROL, kept),
            (header::VARY, "accept-encoding"),
        ];
        let packed = [(CONTENT_ENCODING, "gzip")];
        match is_packed {
            true => (headers, packed, self.packed.as_slice()).into_response(),
            false => (headers, self.plain.as_slice()).into_response(),
        }
    }
}

/// The page that every address of a place shows: it is small, and names the files.
pub async fn shell(asked: HeaderMap) -> Response {
    PAGE.sent(ASKED_FOR, &asked)
}

/// One of the files. A page of another version, which an update came between, gets what there is now.
pub async fn named(Path((version, name)): Path<(String, String)>, asked: HeaderMap) -> Response {
    let kept = [ASKED_FOR, FOR_GOOD][usize::from(version == *VERSION)];
    ASSETS.iter().find(|(known, _)| *known == name).map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        |(_, asset)| asset.sent(kept, &asked),
    )
}
