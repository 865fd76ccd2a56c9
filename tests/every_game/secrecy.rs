//! What a viewer cannot see never shows: it is dealt anew, and not a byte changes.

use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{Viewer, Worlds, digest_of};
use tractor_bot::players::StudyEffort;
use tractor_bot::table::{Match, Skill};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;

use crate::pages::shown;
use crate::play::{play_usual, viewers};

/// So many moves of a match are looked at with everybody's eyes.
const LOOKS: usize = 200;
/// At so many of those all pages are read.
const READINGS: usize = 10;

/// Compares everybody's view after every move with that in another world.
pub fn check<G: Served + Worlds>() {
    let seats = *G::seats(&G::Rules::default()).start();
    let played = play_usual::<G>(5);
    let mut chance = Seed::from_number(5).derive("other worlds", 0).chance();
    let entries = played.saved.entries.len();
    let [look, read] = [LOOKS, READINGS].map(|times| entries.div_ceil(times));
    let (mut moves, mut differ) = (0_usize, 0);
    let record: &Match<G> = &played.played;
    let again = record.play(|_, game| {
        moves += 1;
        if !moves.is_multiple_of(look) && !moves.is_multiple_of(read) {
            return;
        }
        for viewer in viewers(seats) {
            let other = game.another_world(viewer, &mut chance);
            let seen = |game: &G| serde_json::to_string(&game.view(viewer)).expect("a view");
            assert_eq!(
                seen(game),
                seen(&other),
                "move {moves}: {viewer:?} can tell"
            );
            differ += u32::from(digest_of(game) != digest_of(&other));
            if moves.is_multiple_of(read) {
                check_pages::<G>(record, (game, &other), viewer);
                check_hints::<G>(record, (game, &other), viewer);
            }
        }
    });
    again.expect("its own moves");
    assert_eq!(
        differ > 0,
        G::HAS_HANDS,
        "other worlds where something is hidden"
    );
}

/// Compares the hint that is given at once, and the one that is studied.
fn check_hints<G: Served>(record: &Match<G>, worlds: (&G, &G), viewer: Viewer) {
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
    let hints = |game: &G| {
        let view = record.view(game, viewer);
        let quick = G::computer(Skill::Heuristic, Seed::from_number(0)).choose(&game.view(viewer));
        let quick = quick.map(|action| G::hint(&action, &cx.at(&view)));
        let studied = G::studied_hint(StudyEffort(2), &cx.at(&view));
        (quick, studied.map(|(_, sentence)| sentence))
    };
    assert_eq!(
        hints(worlds.0),
        hints(worlds.1),
        "{viewer:?} can tell by a hint"
    );
}

fn check_pages<G: Served>(record: &Match<G>, worlds: (&G, &G), viewer: Viewer) {
    for locale in Locale::all() {
        let pages = |game: &G| format!("{:#?}", shown(record, game, viewer, locale));
        assert_eq!(
            pages(worlds.0),
            pages(worlds.1),
            "{viewer:?} can tell by a page"
        );
    }
}
