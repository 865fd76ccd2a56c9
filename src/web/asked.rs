//! Who asks: from where, and from which page.

use std::net::IpAddr;

use axum::http::{HeaderMap, StatusCode, header};

use super::site::Site;
use crate::desk::browsers::SessionError;

/// From where somebody asks.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// Whether a request comes from a page of ours.
pub fn is_own_page(headers: &HeaderMap, site: &Site) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN);
    // In a frame our pages come through the proxy of who has it.
    let mut frame = site.options.frame.iter();
    if frame.any(|frame| origin == Some(&frame.origin())) {
        return true;
    }
    let origin = origin.and_then(|origin| origin.split("://").nth(1));
    origin.is_some() && origin == text(header::HOST)
}

/// The status of an answer where sessions cannot be had.
pub fn unavailable(error: &SessionError) -> StatusCode {
    tracing::warn!(%error, "sessions cannot be read or begun");
    StatusCode::SERVICE_UNAVAILABLE
}
