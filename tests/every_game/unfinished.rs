//! What a round looked like, and what was decided in it, is for nobody before it is over.

use tractor_bot::desk::{Served, match_pages, record_pages};
use tractor_bot::export;
use tractor_bot::game::Turn;
use tractor_bot::table::{MatchRecord, PersonId, Saved, decisions_of};
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
        let record = MatchRecord::<G>::of(&saved, 1).expect("the beginning of its journal");
        let game = record.play(|_, _| {}).expect("its own moves");
        if game.turn() == Turn::Over {
            continue;
        }
        let round = game.round();
        tried += 1;
        assert!(
            !record.over && !record.recordings().contains_key(&round),
            "entry {end}"
        );
        assert!(record_pages(&record, round, &cx).is_none(), "entry {end}");
        for text in [record.to_text(), record.clone().recorded().to_text()] {
            assert!(match_pages(&text, &cx).is_none(), "entry {end}");
            assert!(
                export::page(&text, Locale::ENGLISH).is_none(),
                "entry {end}"
            );
        }
        for person in 1..=u64::from(seats) {
            let decided = decisions_of::<G>(&saved, (1, round), PersonId(person));
            assert!(
                decided.expect("its own journal").is_none(),
                "entry {end}: {person}"
            );
        }
    }
    assert!(tried > 2, "hardly anything was tried");
}
