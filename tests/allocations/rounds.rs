//! Rounds at random, by the engine alone: for the test of allocations and for the benchmark.

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::{random_kitty, random_lead};
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::follow;
use tractor_bot::tractor::round::{DealStart, Dealing, Playing};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::uno;
use tractor_bot::uno::round::{Circle, Round, Unlogged};

/// Deals, with calls at random as the cards for them are drawn, and buries at random; `None` if
/// nobody called where that means another deal.
pub fn deal(opening: DealStart, rules: &Rules, chance: &mut Chance) -> Option<Playing> {
    let mut dealing = Dealing::new(Deck::shuffled(chance), opening);
    while let Some((seat, card)) = dealing.draw() {
        if card.rank().is_some_and(|rank| rank != opening.level) || chance.below(4) > 0 {
            continue;
        }
        let call = dealing.open_calls(seat, rules).next_back();
        if let Some(call) = call {
            dealing.call(seat, call, rules);
        }
    }
    let burying = dealing.finish()?.close(rules)?.burying;
    let hand = burying.hands[burying.dealer.index()];
    burying.bury(random_kitty(hand, chance))
}

/// Plays to the end of the round, every play judged.
pub fn play(playing: &mut Playing, rules: &Rules, chance: &mut Chance) {
    let layout = playing.layout;
    while let Some(seat) = playing.to_play() {
        let hand = playing.hand(seat);
        let cards = match playing.trick.lead.as_ref() {
            None => random_lead(layout, hand, chance),
            Some(lead) => follow::random(layout, rules.into(), lead, hand, chance),
        };
        let ruling = playing.judge(cards, rules).expect("a legal play");
        playing.settle(ruling, rules);
    }
}

/// Deals a round of UNO.
pub fn deal_uno(rules: &uno::rules::Rules, seats: u8, seed: Seed) -> Round {
    let all: Vec<Seat> = Seat::first(seats).collect();
    let active = all.iter().copied().collect();
    Round::deal(rules, Circle::new(&all), active, seed, &mut Unlogged)
}

/// Plays it to its end, by the very functions that the game at the table uses.
pub fn play_uno(round: &mut Round, chance: &mut Chance) {
    while round.end.is_none() {
        let chosen = round.random_move(chance);
        let played = round.play(round.turn, chosen, &mut Unlogged);
        played.expect("a random move is allowed");
    }
}
