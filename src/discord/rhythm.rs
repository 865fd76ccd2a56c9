//! What of a game's news is worth a message at once, and what begins a new page of the evening.

use crate::desk::Served;
use crate::game::Viewer;
use crate::host::Heard;
use crate::table::News;

/// Whether nothing more happened than that cards were dealt.
pub fn is_progress<G: Served>(heard: &Heard<G>, viewer: Viewer) -> bool {
    let Heard::Update(update) = heard else {
        return false;
    };
    let notices = update.notices(viewer);
    !notices.is_empty()
        && notices.iter().all(|news| match news {
            News::Game(notice) => G::is_step(notice),
            _ => false,
        })
}

/// What begins with something heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// Nothing.
    Nothing,
    /// A match, whose first round is still to be dealt.
    Match,
    /// A round: people have hands now.
    Round,
}

/// What begins with something heard.
pub fn begins<G: Served>(heard: &Heard<G>) -> Beginning {
    let Heard::Update(update) = heard else {
        return Beginning::Nothing;
    };
    let notices = update.notices(Viewer::Public);
    let round = notices.iter().any(|news| match news {
        News::Game(notice) => G::begins_round(notice),
        _ => false,
    });
    let started = notices
        .iter()
        .any(|news| matches!(news, News::Started { .. }));
    match (round, started) {
        (true, _) => Beginning::Round,
        (false, true) => Beginning::Match,
        (false, false) => Beginning::Nothing,
    }
}
