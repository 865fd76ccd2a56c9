//! A round that is over, laid open: for pages, and for readers of exported matches that are not this program.

use serde_json::{Value, json};

use super::card::Card;
use super::event::{Notice, OpenEvent};
use super::round::Round;
use super::view::{PhaseView, View};
use crate::game::Seat;

/// See [`Game::sheet`](crate::game::Game::sheet): the hands that were dealt, what was laid, and the result.
pub(super) fn sheet(frames: &[View]) -> Value {
    let dealt = frames.iter().find(|view| view.playing().is_some());
    let result = frames.last().and_then(|after| after.history.last());
    let pairs = frames.iter().zip(frames.iter().skip(1));
    let laid: Vec<(Seat, Card)> = pairs
        .filter_map(|(before, now)| laid(before, now))
        .collect();
    json!({
        "round": result.map(|result| result.round),
        "order": frames.first().map(|view| &view.order),
        "hands": dealt.map(|view| &view.hands),
        "start": dealt.and_then(View::playing).map(|round| round.top),
        "laid": laid,
        "result": result,
    })
}

impl Round {
    /// What each seat holds.
    pub(super) fn laid_open(&self) -> Vec<Vec<Card>> {
        let seats = Seat::first(self.circle.seats().len() as u8);
        seats
            .map(|seat| self.hand(seat).cards().collect())
            .collect()
    }
}

/// The card that was laid between two views. What happened since a card was laid begins with that card: it goes on, or
/// begins anew.
fn laid(before: &View, now: &View) -> Option<(Seat, Card)> {
    let Some(Notice::Open(OpenEvent::Played { seat, card, .. })) = now.recent.first() else {
        return None;
    };
    let step = |view: &View| match &view.phase {
        PhaseView::Playing(round) => Some(round.step),
        PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
    };
    let goes_on = now.recent.starts_with(&before.recent);
    let same = goes_on && (now.recent.len() > before.recent.len() || step(before) == step(now));
    (!same).then_some((*seat, *card))
}
