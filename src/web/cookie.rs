//! The cookie by which a browser is known: it holds the token of a session.

use axum::http::{HeaderMap, header};

use crate::desk::browsers::SESSION_DAYS;

const COOKIE: &str = "tractor";

/// In which pages a browser gives the cookie back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// In our own.
    Plainly,
    /// In our own, where those came by https.
    Secured,
    /// In a frame of another's page, and there alone.
    InFrame,
}

/// The header that gives the cookie to a browser.
pub fn set(token: &str, kept: Kept) -> String {
    let seconds = SESSION_DAYS * 24 * 60 * 60;
    let kept = match kept {
        Kept::Plainly => "SameSite=Lax",
        Kept::Secured => "SameSite=Lax; Secure",
        Kept::InFrame => "SameSite=None; Secure; Partitioned",
    };
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
