//! The page in a frame of Discord: who may have it there, what it needs to know, and how people come in.

use super::messages::{ACTIVITY_WORDS, sentences};
use super::site::{Answered, Client, check_own_page, take_over, unavailable, visitor as whose};
use super::*;
use crate::desk::browsing::Unknown;
use axum::extract::{Extension, Json, Query, State};
use axum::http::Uri;

/// Who may have the page of this address in a frame, if anybody may: the first page, as it is asked for there.
pub fn parents(site: &Site, address: &Uri) -> Option<String> {
    let frame = site.options.frame.as_ref()?;
    let asked = address.query().unwrap_or_default().split('&');
    let mut names = asked.filter_map(|pair| pair.split('=').next());
    let is_framed = address.path() == "/" && names.any(|name| name == "frame_id");
    is_framed.then(|| format!("{} {}", frame.parents.join(" "), frame.origin()))
}

/// What is asked for the page.
#[derive(Deserialize)]
pub struct Asked {
    /// The language of the browser.
    language: Option<String>,
}

/// Tells the page what it needs to know.
pub async fn facts(State(site): State<Arc<Site>>, Query(asked): Query<Asked>) -> Response {
    let Some(frame) = &site.options.frame else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let language = asked.language.as_deref().and_then(Locale::of);
    let locale = language.unwrap_or(site.options.locale);
    let cx = RenderContext::new(locale, Surface::Browser, "");
    let words = sentences("activity", ACTIVITY_WORDS, &cx);
    let application = frame.application.to_string();
    Json(json!({"application": application, "parents": frame.parents, "words": words}))
        .into_response()
}

/// Who comes in.
#[derive(Deserialize)]
pub struct Coming {
    /// The code by which Discord says who they are.
    code: String,
    /// The name of the window in which they are.
    instance: String,
}

/// Begins the session of who comes in, at the table of their channel.
pub async fn enter(
    State(site): State<Arc<Site>>,
    Extension(Client(from)): Extension<Client>,
    headers: HeaderMap,
    Json(Coming { code, instance }): Json<Coming>,
) -> Answered {
    let frame = site.options.frame.as_ref().ok_or(StatusCode::NOT_FOUND)?;
    check_own_page(&headers, &site)?;
    let now = site.desk.host().now();
    // All who are in a window come from the few addresses of its proxy: those who are known there are not counted.
    if !site.doors.is_open(from, now) {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    let (who, place) = match frame.doorkeeper.admit(&code, &instance).await {
        Ok(admitted) => admitted,
        Err(unknown) => {
            let status = match unknown {
                Unknown::Unreachable => StatusCode::SERVICE_UNAVAILABLE,
                _ => {
                    site.doors.may_begin(from, now);
                    StatusCode::FORBIDDEN
                }
            };
            return Ok((status, Json(json!({"refused": unknown}))).into_response());
        }
    };
    let (table, opened) = site.desk.enter(&who, &place).await;
    if let Some(neighbour) = &site.options.neighbour {
        neighbour.is_used_by(who.person);
        neighbour.post(opened.said);
    }
    let visitor = Visitor {
        person: who.person,
        name: Some(who.name),
    };
    let (former, before) = (cookie::read(&headers), whose(&site, &headers).await?);
    let begun = site.desk.browsers().begin_at(visitor, table, former, now);
    let token = begun.await.map_err(unavailable)?;
    take_over(&site, before, &token).await;
    let cookie = cookie::set(&token, cookie::IN_FRAME);
    let told = Json(json!({"table": site.options.seals.address(table)}));
    Ok(([(header::SET_COOKIE, cookie)], told).into_response())
}
