//! Leads: units and throws that cannot be stopped, with their ratings.

use super::follow::Candidates;
use super::{Scene, Weights, Worth};
use crate::tractor::hand::Hand;
use crate::tractor::seating::partner;
use crate::tractor::shape::{Lead, UnitKind, Units};

pub fn candidates(scene: &Scene<'_>, weights: &Weights) -> Candidates {
    let worth = Worth::of(scene, weights, u64::MAX);
    let mut found = Candidates::NONE;
    let mut left = scene.hand.one();
    while left != 0 {
        let suit = scene.layout.suit_of(left & left.wrapping_neg());
        left &= !suit;
        rate_suit(scene, weights, &worth, suit, &mut found);
    }
    found
}

fn rate_suit(
    scene: &Scene<'_>,
    weights: &Weights,
    worth: &Worth,
    suit: u64,
    found: &mut Candidates,
) {
    let layout = scene.layout;
    let held = scene.hand.within(suit);
    let Some(whole) = Lead::read(layout, held) else {
        return;
    };
    let mut safe = (Hand::EMPTY, 0);
    for unit in Units::of(layout, held) {
        if scene.is_safe(&whole, &unit) {
            safe = (safe.0.plus(unit.cards), safe.1 + 1);
        }
        found.push(unit.cards, score(scene, weights, worth, suit, unit.cards));
        // A pair may be worth more as two singles, a tractor as its pairs.
        if let UnitKind::Tractor { .. } = unit.kind {
            let low = unit.cards.one() & unit.cards.one().wrapping_neg();
            let pair = Hand::from_words(low, low);
            found.push(pair, score(scene, weights, worth, suit, pair));
        }
    }
    if safe.1 > 1 {
        found.push(safe.0, score(scene, weights, worth, suit, safe.0));
    }
}

/// The expected gain of a lead, in points.
fn score(scene: &Scene<'_>, weights: &Weights, worth: &Worth, suit: u64, cards: Hand) -> f32 {
    let Some(lead) = Lead::read(scene.layout, cards) else {
        return f32::MIN;
    };
    let [right, left] = scene.rivals();
    let beaten = [right, left].map(|seat| scene.beaten_by(seat, &lead, cards));
    let stands = (1.0 - beaten[0]) * (1.0 - beaten[1]);
    let mate = partner(scene.seat);
    let beats = scene.beaten_by(mate, &lead, cards);
    let mut ruffs = scene.ruffed_by(mate, &lead);
    if ruffs > 0.02 {
        let over = [right, left].map(|seat| 1.0 - 0.5 * scene.void(seat, suit));
        ruffs *= over[0] * over[1];
    }
    let takes = ruffs * weights.partner_ruffs + (beats - ruffs).max(0.0) * weights.takeover;
    let ours = stands + (1.0 - stands) * takes.min(1.0);
    let own = f32::from(cards.points(scene.layout));
    let count = lead.len() as f32;
    let mut stake = 3.0 * count * weights.to_come;
    if scene.hand.len() == lead.len() {
        stake += weights.last + 2.0 * weights.kitty_points(scene);
    }
    let led = weights.led + (weights.led_sure - weights.led) * stands;
    let mut score = ours * stake + (ours - weights.kept_points) * own + stands * weights.tempo
        - led * worth.cost(scene, cards)
        + stands * (count - 1.0) * weights.length;
    if suit == scene.trumps() {
        score += draws(scene, weights, count);
    }
    score
}

/// What drawing trumps is worth besides the trick.
fn draws(scene: &Scene<'_>, weights: &Weights, count: f32) -> f32 {
    let trumps = scene.trumps();
    let [right, left] = scene.rivals();
    let out = scene.unseen.within(trumps).len() as f32;
    let against: f32 = [right, left]
        .iter()
        .map(|seat| scene.share(*seat, trumps))
        .sum();
    let theirs = against * out;
    if theirs < 0.5 {
        return -2.0;
    }
    if !scene.declares() {
        return weights.draw_against;
    }
    let mine = scene.hand.within(trumps).len() as f32;
    weights.draw * (mine - theirs / 2.0) * count.min(2.0)
}
