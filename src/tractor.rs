//! Four-player tractor (升级, 拖拉机): two decks, two teams, eighty points.

pub mod action;
pub mod card;
pub mod rules;
pub mod seating;
pub mod trump;
