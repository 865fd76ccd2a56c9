//! Four-player tractor (升级, 拖拉机): two decks, two teams, eighty points.

pub mod card;
pub mod trump;
