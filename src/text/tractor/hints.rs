//! A sensible action with the reason for it, as far as the viewer can see one.

use super::super::cards;
use super::super::speech::Speech;
use super::{Table, options, phrases};
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating;
use crate::tractor::shape::Lead;
use crate::tractor::trick;
use crate::tractor::view::{PhaseView, TrickView, View};

/// The action in words.
pub fn sentence(action: &Action, view: &Table, cx: &Speech) -> String {
    match action {
        Action::Play(play) => {
            let hint = say!(cx, "hint-play", cards = cards::list(play));
            let reason = view.stage.game().and_then(|game| reason(play, game, cx));
            format!("{hint}. {}", reason.unwrap_or_default())
                .trim_end()
                .to_owned()
        }
        Action::Bury(kitty) => say!(cx, "hint-bury", cards = cards::list(kitty)),
        Action::Call(call) => say!(cx, "hint-call", call = phrases::call(*call, cx)),
        Action::PassCall => say!(cx, "hint-pass"),
        Action::Deal => say!(cx, "ready-deal", deal = cx.command("deal")),
        Action::Contribute(_) | Action::Surrender | Action::PlayOn => say!(cx, "hint-none"),
    }
}

/// Why this play is sensible.
fn reason(play: &[Card], game: &View, cx: &Speech) -> Option<String> {
    let PhaseView::Playing { trick, .. } = &game.phase else {
        return None;
    };
    let Some(leader) = trick.winning.filter(|_| !trick.plays.is_empty()) else {
        return Some(lead_reason(play, game, cx));
    };
    let own: u16 = play.iter().map(|card| card.points()).sum();
    let partner = game
        .seat()
        .is_some_and(|seat| seating::partner(seat) == leader);
    Some(match takes(play, trick, game) {
        Some(true) => say!(cx, "hint-takes", points = trick.points + own),
        _ if partner && own > 0 => say!(cx, "hint-gives", points = own),
        _ if partner => say!(cx, "hint-partner"),
        _ => say!(cx, "hint-loses"),
    })
}

fn lead_reason(play: &[Card], game: &View, cx: &Speech) -> String {
    let trump = options::trump(game);
    let high = |card: &Card| {
        let suit = trump.effective_suit(*card);
        let above = Card::all().filter(|other| {
            trump.effective_suit(*other) == suit && trump.step(*other) > trump.step(*card)
        });
        above.count() <= 1
    };
    match play {
        [card] if high(card) => say!(cx, "hint-lead-high"),
        [_] => say!(cx, "hint-lead-low"),
        _ => say!(cx, "hint-lead-more"),
    }
}

/// Whether the play would be the highest of the trick so far.
fn takes(play: &[Card], trick: &TrickView, game: &View) -> Option<bool> {
    let layout = Layout::of(options::trump(game));
    let hand = |cards: &[Card]| Hand::of(layout, cards).ok();
    let lead = Lead::read(layout, hand(trick.plays.first()?)?)?;
    let from_leader = |seat: crate::game::Seat| (seat.index() + 4 - trick.leader.index()) % 4;
    let standing = hand(trick.plays.get(from_leader(trick.winning?))?)?;
    let rule = game.rules.throw_winner;
    Some(trick::beats(layout, rule, &lead, hand(play)?, standing))
}
