//! The cookie by which a browser is known: it holds the token of a session.

use super::*;
use crate::desk::browsers::SESSION_DAYS;

const COOKIE: &str = "tractor";

/// A browser gives the cookie back in our own pages.
pub const PLAINLY: &str = "SameSite=Lax";
/// In our own pages, where those came by https.
pub const SECURED: &str = "SameSite=Lax; Secure";
/// In a frame of another's page, and there alone.
pub const IN_FRAME: &str = "SameSite=None; Secure; Partitioned";

/// The header that gives the cookie to a browser; `kept` says in which pages that gives it back.
pub fn set(token: &str, kept: &str) -> String {
    let seconds = SESSION_DAYS * 24 * 60 * 60;
    format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; {kept}")
}

/// The token in our cookie among those of a request.
pub fn read(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let pairs = cookies.filter_map(|cookies| cookies.to_str().ok());
    let mut pairs = pairs
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|pair| pair.split_once('='));
    let (_, token) = pairs.find(|(name, _)| name.trim() == COOKIE)?;
    Some(token.trim())
}
