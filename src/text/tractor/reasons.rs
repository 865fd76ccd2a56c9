//! What a study found out about two candidates, in words.

use super::{order, phrases};
use crate::players::tractor::study::{Finding, Kind, Why};
use crate::text::context::RenderContext;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::trump::Trump;

/// The cards of an action, sorted as a hand.
pub fn cards(action: &Action, trump: Trump) -> Vec<Card> {
    match action {
        Action::Play(cards) | Action::Bury(cards) => order::sorted(cards, trump),
        Action::Contribute(_)
        | Action::Deal
        | Action::Call(_)
        | Action::PassCall
        | Action::Surrender
        | Action::PlayOn
        | Action::TakeBack => Vec::new(),
    }
}

/// The cards of one candidate; of a kitty only those that are not in another one.
pub fn shown(kind: Kind, one: &Action, other: &Action, trump: Trump, cx: &RenderContext) -> String {
    let mut shown = cards(one, trump);
    if kind == Kind::Bury {
        for card in cards(other, trump) {
            if let Some(at) = shown.iter().position(|shown| *shown == card) {
                shown.remove(at);
            }
        }
    }
    phrases::cards(&shown, cx)
}

/// Whose points are meant.
pub const fn side(finding: &Finding) -> &'static str {
    match finding.declares {
        true => "declarers",
        false => "opponents",
    }
}

/// The points of a finding as they are said.
pub fn points(finding: &Finding) -> u32 {
    finding.points.mean.round().max(0.0) as u32
}

/// What the difference is about.
pub fn why(finding: &Finding, trump: Trump, cx: &RenderContext) -> String {
    let side = side(finding);
    match &finding.why {
        Why::Takes([often, instead]) => {
            say!(cx, "study-takes", often = *often, instead = *instead)
        }
        Why::TrickPoints { own: true } => say!(cx, "study-feeds"),
        Why::TrickPoints { own: false } => say!(cx, "study-spares"),
        Why::ThrowFails(often) => {
            let other = shown(finding.kind, &finding.other, &finding.best, trump, cx);
            say!(cx, "study-throw", cards = other, often = *often)
        }
        Why::LastTrick {
            keeps,
            often: [often, instead],
        } => match keeps.is_empty() {
            true => say!(
                cx,
                "study-last",
                side = side,
                often = *often,
                instead = *instead
            ),
            false => say!(
                cx,
                "study-last-keeps",
                side = side,
                cards = phrases::cards(keeps, cx),
                often = *often,
                instead = *instead
            ),
        },
        Why::KeepsPair(pair) => say!(cx, "study-pair", cards = phrases::cards(pair, cx)),
        Why::Keeps(cards) => say!(cx, "study-keeps", cards = phrases::cards(cards, cx)),
        Why::DrawsTrumps => say!(cx, "study-draws"),
        Why::Empties(suits) => say!(cx, "study-empties", suits = *suits),
        Why::BuriesFewer(points) => say!(cx, "study-fewer", points = *points),
        Why::BuriesMore(points) => say!(cx, "study-more", points = *points),
        Why::Later => say!(cx, "study-later"),
    }
}

/// Why the better one is better, and by how much.
pub fn reason(finding: &Finding, trump: Trump, cx: &RenderContext) -> String {
    let other = shown(finding.kind, &finding.other, &finding.best, trump, cx);
    let gain = say!(
        cx,
        "study-gain",
        side = side(finding),
        points = points(finding),
        other = other
    );
    say!(
        cx,
        "study-reason",
        why = why(finding, trump, cx),
        gain = gain
    )
}

/// That the other one is about as good.
pub fn close(finding: &Finding, trump: Trump, cx: &RenderContext) -> String {
    let other = shown(finding.kind, &finding.other, &finding.best, trump, cx);
    say!(cx, "study-close", other = other)
}
