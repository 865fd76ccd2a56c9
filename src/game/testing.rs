//! What tests ask of a game, and tables never do.

use super::{Digest, Game, Viewer};
use crate::chance::Chance;

/// A game of which there are other worlds.
pub trait Worlds: Game {
    /// The same match with everything that `viewer` cannot know left to chance once more: a world
    /// that the viewer cannot tell from this one. Tests compare what is shown of both.
    fn another_world(&self, viewer: Viewer, chance: &mut Chance) -> Self;
}

/// The digest of a game by itself.
pub fn digest_of<G: Game>(game: &G) -> Digest {
    Digest::of(game)
}
