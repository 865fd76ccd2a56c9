//! Four-player tractor (升级, 拖拉机): two decks, two teams, eighty points.
//!
//! Decides what a card is worth, what may be played, who wins a trick, a round and a match. Knows no
//! people, no clock and no sentences.
#![doc = ""]
#![doc = include_str!("tractor/rules.md")]
#![doc = include_str!("tractor/rules.zh-CN.md")]
#![doc = include_str!("tractor/rules.zh-TW.md")]
#![warn(missing_docs)]

pub mod action;
pub mod call;
pub mod card;
pub mod deck;
pub mod event;
pub mod follow;
pub mod groups;
pub mod hand;
pub mod layout;
pub mod matches;
pub mod open;
pub mod preset;
pub mod rejection;
pub mod round;
pub mod rules;
pub mod score;
pub mod seating;
pub mod shape;
pub mod throw;
pub mod trick;
pub mod trump;
pub mod view;

#[cfg(test)]
pub(crate) mod testing;

pub use matches::Tractor;
