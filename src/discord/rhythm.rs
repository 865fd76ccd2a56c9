//! What of a game's news is worth a message at once, and what begins a new page of the evening.

use crate::desk::Served;
use crate::game::Viewer;
use crate::host::Heard;
use crate::table::News;
use crate::tictactoe::TicTacToe;
use crate::tractor::{self, Tractor};
use crate::uno::{self, Uno};

/// A game whose news have a rhythm.
pub trait Rhythm: Served {
    /// Whether the notice is one of many small steps that people do not wait for.
    fn is_step(notice: &Self::Notice) -> bool;

    /// Whether a round begins, which gets a message of its own.
    fn begins_round(notice: &Self::Notice) -> bool;
}

impl Rhythm for Tractor {
    fn is_step(notice: &Self::Notice) -> bool {
        use tractor::event::{Event, Notice};
        matches!(
            notice,
            Notice::CardDealt { .. } | Notice::Open(Event::Dealt { .. })
        )
    }

    fn begins_round(notice: &Self::Notice) -> bool {
        use tractor::event::{Event, Notice};
        matches!(notice, Notice::Open(Event::DealStarted { .. }))
    }
}

impl Rhythm for Uno {
    fn is_step(_: &Self::Notice) -> bool {
        false
    }

    fn begins_round(notice: &Self::Notice) -> bool {
        matches!(notice, uno::event::Notice::Dealt { .. })
    }
}

impl Rhythm for TicTacToe {
    fn is_step(_: &Self::Notice) -> bool {
        false
    }

    fn begins_round(_: &Self::Notice) -> bool {
        false
    }
}

/// Whether nothing more happened than that cards were dealt.
pub fn is_progress<G: Rhythm>(heard: &Heard<G>, viewer: Viewer) -> bool {
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
pub fn begins<G: Rhythm>(heard: &Heard<G>) -> Beginning {
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
