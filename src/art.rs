//! Pictures: the faces of cards, and what is drawn of tricks, rounds, matches and people.
//!
//! Decides what is drawn and how it looks, as SVG and as PNG. Everything is made of ranks, suits and
//! numbers by lines and curves of our own, without a font, so that it looks the same on every
//! machine. Pictures carry no words; the page beside them has those. Knows no language, no page and
//! not where a picture is shown.

mod canvas;
mod card;
mod course;
mod drawing;
mod glyph;
mod levels;
pub mod picture;
mod trick;

use crate::cards::Suit;
use crate::game::Seat;
use crate::tractor::card::{Card, Rank};
use crate::tractor::seating::{Team, Wind};
use crate::uno;
use canvas::{Canvas, FAINT, GOLD, LINE, WIDTH, team_color};
use picture::Winds;

pub use picture::{Icon, Picture, SuitColors};
