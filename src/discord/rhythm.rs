//! Which updates are urgent, and which begin a new message.

use crate::desk::Served;
use crate::game::Viewer;
use crate::host::Heard;
use crate::table::News;

/// Whether the update is only the progress of a deal.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    Nothing,
    /// A match; its first round is not dealt yet.
    Match,
    /// A round: hands exist now.
    Round,
}

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
