//! Four-player tractor (升级, 拖拉机): two decks, two teams, eighty points.

pub mod action;
pub mod call;
pub mod card;
pub mod event;
pub mod follow;
pub mod rejection;
pub mod rules;
pub mod score;
pub mod seating;
pub mod trump;
pub mod view;
