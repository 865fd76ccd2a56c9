//! The cookie by which a browser is known: it holds the token of a session.

use axum::http::{HeaderMap, header};

use crate::desk::browsers::SESSION_DAYS;

const COOKIE: &str = "tractor";

/// The header that gives the cookie to a browser; `secure` where the page came by https.
pub fn set(token: &str, secure: bool) -> String {
    let seconds = SESSION_DAYS * 24 * 60 * 60;
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
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
