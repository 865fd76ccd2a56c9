//! What of a game's news is worth a message at once, and what begins a new page of the evening.

use crate::desk::Served;
use crate::game::Viewer;
use crate::host::Heard;
use crate::table::{Closer, News, TableView};
use crate::tictactoe::TicTacToe;
use crate::tractor::{self, Tractor};
use crate::uno::{self, Uno};

/// A game whose news have a rhythm.
pub trait Rhythm: Served {
    /// Whether a match begins in a message of its own, below what was said meanwhile.
    const POSTED_ANEW: bool = true;

    /// Whether the notice is one of many small steps that people do not wait for.
    fn is_step(notice: &Self::Notice) -> bool;

    /// Whether a round begins, which gets a message of its own.
    fn begins_round(notice: &Self::Notice) -> bool;

    /// Whether nothing stays of a table that was closed like this.
    fn is_erased(_closed: &TableView<Self>) -> bool {
        false
    }
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
        matches!(notice, uno::Notice::Open(uno::OpenEvent::Dealt { .. }))
    }
}

impl Rhythm for TicTacToe {
    // The board is the message, from the challenge to the last rematch.
    const POSTED_ANEW: bool = false;

    fn is_step(_: &Self::Notice) -> bool {
        false
    }

    fn begins_round(_: &Self::Notice) -> bool {
        false
    }

    /// A game that somebody ends is gone; what was played to its end, and what became of a challenge,
    /// can still be read.
    fn is_erased(closed: &TableView<Self>) -> bool {
        let Some(closing) = &closed.closing else {
            return false;
        };
        let ended = matches!(closing.by, Some(Closer::Host(_) | Closer::Moderator(_)));
        let finished = closing
            .game
            .as_ref()
            .is_some_and(|game| game.ending.is_some());
        ended && !finished && closed.invited.is_none()
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
