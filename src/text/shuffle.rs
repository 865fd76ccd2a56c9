//! Commitments and shuffles, for every game that deals: contributions, and how a deal is verified.
//!
//! Decides how contributions to the next shuffle are read, and the page for verifying one.
//! [`crate::chance`] shuffles.

use crate::chance::{Commitment, Contribution, OpenedDeal};
use crate::game::Seat;
use crate::table::TableView;
use crate::text::context::RenderContext;
use crate::text::markup;
use crate::text::page::Page;
use crate::text::table::who;
use crate::text::voice::Voice;
use crate::text::words::{ParseError, clean};

/// The first digits of a seal or seed.
pub fn short(digits: &str) -> String {
    let digits: String = digits.chars().take(16).collect();
    format!("{digits}…")
}

/// The line with the seal of the next deal.
pub fn seal_line(commitment: &Commitment, cx: &RenderContext) -> String {
    say!(cx, "ready-seal", seal = short(&commitment.to_string()))
}

/// The contribution to the next shuffle.
///
/// # Errors
/// [`ParseError::TooLong`], [`ParseError::NoContribution`] and [`ParseError::LongContribution`].
pub fn contribution(words: &str) -> Result<Contribution, ParseError> {
    let words = clean(words)?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        return Err(ParseError::NoContribution);
    }
    let most = Contribution::MOST_BYTES;
    Contribution::new(&words).ok_or(ParseError::LongContribution { most })
}

/// The page for verifying the shuffle of a round; `more` are the game's own lines. Without a
/// finished round there is nothing to verify.
pub fn verify_page<G: Voice>(
    round: Option<(u32, &OpenedDeal)>,
    more: impl IntoIterator<Item = String>,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Page {
    let Some((round, deal)) = round else {
        return Page::line(say!(cx, "verify-none"));
    };
    let mut page = Page::titled(say!(cx, "verify-title", round = round));
    page.push(say!(cx, "verify-seal", seal = deal.commitment.to_string()));
    page.push(say!(cx, "verify-secret", secret = deal.secret.as_str()));
    for (seat, words) in deal.contributions.given() {
        let who = who(view, Seat::new(seat as u8), cx);
        let words = markup::quoted(words);
        page.push(say!(cx, "verify-mixed", who = who, words = words));
    }
    page.lines.extend(more);
    page.push(say!(cx, "verify-how"));
    page
}
