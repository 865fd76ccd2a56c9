//! A finished round, page by page, with all hands open, and how its deal is verified.
//!
//! Decides how to get from page to page, and how contributions to the next shuffle are read. The game
//! draws the pages from what was seen of the round: no rule is asked again. [`crate::chance`] shuffles.

use super::press::base36;
use super::scene::put_beside;
use super::*;
use crate::chance::{Contribution, OpenedDeal};
use crate::table::Position;

/// A page of the replay of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayPage {
    /// The opening position of the table's journal.
    pub opening: Position,
    /// The match at the table, from 1.
    pub number: u32,
    /// The round of the match, from 1.
    pub round: u32,
    /// The page, from 0.
    pub page: u16,
}

impl ReplayPage {
    /// How controls write it.
    pub fn word(self) -> String {
        let opening = base36(self.opening.0);
        format!("{opening}.{}.{}.{}", self.number, self.round, self.page)
    }

    /// Reads that.
    pub fn of_word(word: &str) -> Option<Self> {
        let mut parts = word.split('.');
        let page = Self {
            opening: Position(u64::from_str_radix(parts.next()?, 36).ok()?),
            number: parts.next()?.parse().ok()?,
            round: parts.next()?.parse().ok()?,
            page: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(page)
    }
}

/// The pages of a round, with nothing to tap.
pub fn pages<G: Voice>(frames: &[G::View], players: &[Player], cx: &RenderContext) -> Vec<Page> {
    let mut pages = G::replay(frames, players, cx);
    for page in &mut pages {
        page.controls.clear();
        page.ping.clear();
    }
    pages
}

/// One of the pages, with its number and controls to the others, which this command shows.
pub fn leaf(
    pages: &[Page],
    key: TableKey,
    (leaf, command): (ReplayPage, &str),
    cx: &RenderContext,
) -> Option<Page> {
    let count = pages.len();
    let last = u16::try_from(count.checked_sub(1)?).unwrap_or(u16::MAX);
    let at = leaf.page.min(last);
    let mut page = pages[usize::from(at)].clone();
    page.part(say!(cx, "replay-page", n = at + 1, of = count));
    let button = |label: String, to: Option<u16>| {
        let page = to.unwrap_or(at);
        let line = format!("{command} {}", ReplayPage { page, ..leaf }.word());
        Control::plain(label, key, line).only_if(to.is_some())
    };
    if last > 0 {
        let (back, on) = (at.checked_sub(1), (at < last).then_some(at + 1));
        page.row(vec![
            // Both ends link to themselves, so that no two buttons have the same press.
            button(say!(cx, "button-previous"), back),
            button(say!(cx, "button-next"), on),
        ]);
        if let (Surface::Terminal, Some(next)) = (cx.face, on) {
            page.push(say!(cx, "replay-next", round = leaf.round, page = next + 1));
        }
    }
    Some(page)
}

pub fn hand_line<G: Voice>(who: &str, seat: Seat, cards: &str, cx: &RenderContext) -> String {
    let cards = if cards.is_empty() { "–" } else { cards };
    format!("{} {who}: {cards}", G::seat_name(seat, cx))
}

/// The first digits of a seal or seed.
pub fn short(digits: &str) -> String {
    let digits: String = digits.chars().take(16).collect();
    format!("{digits}…")
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

/// The shuffle of a round that is over.
pub struct DealtRound<'a> {
    pub round: u32,
    /// How often it was dealt before, without a call.
    pub attempt: u32,
    pub deal: &'a OpenedDeal,
    /// Who drew the first card, unless cards are dealt otherwise than one by one to four.
    pub first: Option<Seat>,
}

/// The page for verifying the shuffle of a round, with the game's own lines about it, and the `seal` of the next one, into
/// which words are still `mixed` perhaps. Without a finished round there is nothing to verify.
pub fn verify_page<G: Voice>(
    dealt: Option<&DealtRound<'_>>,
    more: impl IntoIterator<Item = String>,
    (seal, mixed): (impl IntoIterator<Item = String>, bool),
    cx: &TableContext<G>,
) -> Page {
    let none = || Page::line(say!(cx, "verify-none"));
    let mut page = dealt.map_or_else(none, |dealt| dealt_page(dealt, more, cx));
    page.extend(seal);
    if mixed {
        page.row(cx.asking("mix *"));
    }
    page
}

fn dealt_page<G: Voice>(
    dealt: &DealtRound<'_>,
    more: impl IntoIterator<Item = String>,
    cx: &TableContext<G>,
) -> Page {
    let (round, deal) = (dealt.round, dealt.deal);
    let mut page = Page::titled(say!(cx, "verify-title", round));
    page.push(say!(cx, "verify-seal", seal = deal.commitment.to_string()));
    page.push(say!(cx, "verify-secret", secret = deal.secret.as_str()));
    for (seat, words) in deal.contributions.given() {
        let who = who(Seat::new(seat as u8), cx);
        let words = markup::quoted(words);
        page.push(say!(cx, "verify-mixed", who, words));
    }
    page.extend(more);
    page.push(say!(cx, "verify-how"));
    // What the shuffle is repeated from.
    let mixed = deal.contributions.iter().map(Option::unwrap_or_default);
    let exhibit = json!({"deal": {
        "round": round,
        "attempt": dealt.attempt,
        "seal": deal.commitment,
        "secret": deal.secret,
        "mixed": mixed.collect::<Vec<_>>(),
        "first": dealt.first,
    }});
    put_beside(&mut page, &exhibit, cx);
    page
}
