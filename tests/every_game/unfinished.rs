//! What a round looked like, and what was decided in it, is for nobody before it is over.

use tractor_bot::desk::{Served, round_pages};
use tractor_bot::game::Turn;
use tractor_bot::table::{Match, Saved};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;

use crate::play::play_usual;

/// At so many places of a match it is tried.
const PLACES: usize = 24;

/// Asks for replays, reviews and files of a round that is still played.
pub fn check<G: Served>() {
    let seats = *G::seats(&G::Rules::default()).start();
    let played = play_usual::<G>(11);
    let entries = played.saved.entries.len();
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
    let mut tried = 0;
    // People sit down and start first.
    for end in (usize::from(seats) + 2..entries).step_by(entries.div_ceil(PLACES)) {
        let saved = Saved {
            entries: played.saved.entries[..end].to_vec(),
            ..played.saved.clone()
        };
        let begun = Match::<G>::of(&saved, 1).expect("the beginning of its journal");
        let game = begun.play(|_, _| {}).expect("its own moves");
        if game.turn() == Turn::Over {
            continue;
        }
        let round = game.round();
        tried += 1;
        assert!(
            !begun.over && !begun.rounds().contains(&round),
            "entry {end}"
        );
        assert!(begun.export().is_none(), "entry {end}");
        assert!(round_pages(&begun, round, &cx).is_none(), "entry {end}");
        assert!(begun.frames(round).is_none(), "entry {end}");
        assert!(begun.decisions(round, |_, _| true).is_none(), "entry {end}");
    }
    assert!(tried > 2, "hardly anything was tried");
}
