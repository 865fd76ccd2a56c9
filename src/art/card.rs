//! Faces of cards: one rank and one suit, as large as they can be, for a square of 128 units.
//!
//! Decides how cards of a French deck and of UNO look. They are read at 22 pixels within a line, on
//! dark and on light ground: nothing on them is small, and colours only repeat what forms say.

use super::*;

const PAPER: &str = "#fdfdfb";
const INK: &str = "#15161a";
const RED: &str = "#d3122a";
const BLUE: &str = "#1463d8";
const GREEN: &str = "#0d7f35";

pub(super) const fn ink(suit: Suit, colors: SuitColors) -> &'static str {
    match (suit, colors) {
        (Suit::Hearts, _) | (Suit::Diamonds, SuitColors::Two) => RED,
        (Suit::Diamonds, SuitColors::Four) => BLUE,
        (Suit::Clubs, SuitColors::Four) => GREEN,
        (Suit::Spades, _) | (Suit::Clubs, SuitColors::Two) => INK,
    }
}

fn paper(color: &str) -> String {
    format!(
        r##"<rect x="9" y="3" width="110" height="122" rx="17" fill="{color}" stroke="#2b2d31" stroke-width="4"/>"##
    )
}

/// How much of a card's width is seen at least in a row, so that its rank and suit are.
pub(super) const INDEX: f32 = 0.36;

/// The left part of a card of tractor, for rows in which the next card covers the rest.
pub(super) fn index(card: Card, colors: SuitColors) -> String {
    let (Some(suit), Some(rank)) = (card.suit(), card.rank()) else {
        return joker(card, [33.0, 66.0], 0.4);
    };
    let ink = ink(suit, colors);
    let rank = glyph::text(rank.name(), [13.0, 12.0, 40.0, 52.0], 9.0, ink);
    let suit = glyph::suit(suit, [33.0, 94.0], 38.0, ink);
    format!("{}{rank}{suit}", paper(PAPER))
}

pub(super) fn french(card: Card, colors: SuitColors) -> String {
    match (card.suit(), card.rank()) {
        (Some(suit), Some(rank)) => {
            let ink = ink(suit, colors);
            let rank = glyph::text(rank.name(), [16.0, 9.0, 96.0, 58.0], 14.0, ink);
            let suit = glyph::suit(suit, [64.0, 93.0], 51.0, ink);
            format!("{}{rank}{suit}", paper(PAPER))
        }
        _ => joker(card, [64.0, 70.0], 1.0),
    }
}

/// A joker with its star at this place, drawn at this scale: full for the big one, an outline for the
/// small one.
fn joker(card: Card, place: [f32; 2], scale: f32) -> String {
    if card == Card::BIG_JOKER {
        let star = glyph::star(place, 54.0 * scale);
        return format!(
            r##"{}<polygon points="{star}" fill="#ffd84d"/>"##,
            paper(RED)
        );
    }
    let star = glyph::star(place, 47.0 * scale);
    let weight = 11.0 * scale;
    format!(
        r#"{}<polygon points="{star}" fill="none" stroke="{INK}" stroke-width="{weight}" stroke-linejoin="round"/>"#,
        paper(PAPER)
    )
}

pub(super) fn back(color: &str) -> String {
    let mut drawn = paper(PAPER);
    drawn.push_str(&format!(
        r#"<rect x="19" y="13" width="90" height="102" rx="9" fill="{color}"/>"#
    ));
    drawn.push_str(r##"<g fill="none" stroke="#ffffff" stroke-width="6">"##);
    for y in [13, 47, 81] {
        drawn.push_str(&format!(
            r#"<path d="M19 {y}L49 {m}L79 {y}L109 {m}M19 {b}L49 {m}L79 {b}L109 {m}"/>"#,
            m = y + 17,
            b = y + 34
        ));
    }
    drawn.push_str("</g>");
    drawn
}

const fn ground(color: uno::Color) -> &'static str {
    match color {
        uno::Color::Red => "#d3222f",
        uno::Color::Green => "#178a3c",
        uno::Color::Blue => "#1a63d0",
        uno::Color::Yellow => "#f2b90c",
    }
}

/// What is written on a colour.
const fn on(color: uno::Color) -> &'static str {
    match color {
        uno::Color::Yellow => INK,
        uno::Color::Red | uno::Color::Green | uno::Color::Blue => "#ffffff",
    }
}

/// A colour: its letter on its ground.
pub(super) fn color(color: uno::Color) -> String {
    let letter = color.letter().to_string();
    let letter = glyph::text(&letter, [30.0, 26.0, 68.0, 76.0], 15.0, on(color));
    format!(
        r##"<circle cx="64" cy="64" r="60" fill="{}" stroke="#2b2d31" stroke-width="4"/>{letter}"##,
        ground(color)
    )
}

/// A card of UNO: its sign above the letter of its colour.
pub(super) fn uno(card: uno::Card) -> String {
    let Some(color) = card.color() else {
        return wild(card.face());
    };
    let ink = on(color);
    let letter = color.letter().to_string();
    let letter = glyph::text(&letter, [36.0, 82.0, 56.0, 38.0], 9.0, ink);
    format!("{}{}{letter}", paper(ground(color)), sign(card.face(), ink))
}

/// The sign of a face, in the upper part of a card.
fn sign(face: uno::Face, ink: &str) -> String {
    let place = [16.0, 10.0, 96.0, 64.0];
    match face {
        uno::Face::Number(number) => glyph::text(&number.to_string(), place, 14.0, ink),
        uno::Face::DrawTwo => glyph::text("+2", place, 13.0, ink),
        uno::Face::WildDrawFour => glyph::text("+4", place, 13.0, ink),
        uno::Face::Skip => format!(
            r#"<g fill="none" stroke="{ink}" stroke-width="12"><circle cx="64" cy="43" r="27"/><path d="M45 62L83 24"/></g>"#
        ),
        uno::Face::Reverse => format!(
            r#"<g fill="none" stroke="{ink}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"><path d="M28 32H94M78 14L98 32L86 43M100 56H34M50 74L30 56L42 45"/></g>"#
        ),
        uno::Face::Wild => {
            let star = glyph::star([64.0, 67.0], 33.0);
            format!(
                r##"<polygon points="{star}" fill="{ink}" stroke="#1b1c20" stroke-width="5" stroke-linejoin="round"/>"##
            )
        }
    }
}

/// A card without colour: all four, and what it adds.
fn wild(face: uno::Face) -> String {
    let (top, tall) = match face {
        uno::Face::WildDrawFour => (76.0, 18.0),
        _ => (17.0, 45.0),
    };
    let below = top + tall + 4.0;
    let places = [(21, top), (66, top), (21, below), (66, below)];
    let quarters = places.into_iter().zip(uno::Color::ALL);
    let quarters = quarters.map(|((x, y), color)| {
        let color = ground(color);
        format!(r#"<rect x="{x}" y="{y}" width="41" height="{tall}" rx="9" fill="{color}"/>"#)
    });
    let quarters: String = quarters.collect();
    format!("{}{quarters}{}", paper("#1b1c20"), sign(face, "#ffffff"))
}
