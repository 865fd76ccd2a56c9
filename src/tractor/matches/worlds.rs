//! Other worlds that look the same to one viewer: what is hidden from them is dealt anew among the
//! places where it can be.

use super::{Phase, Tractor};
use crate::chance::Chance;
use crate::game::{Game as _, Seat, Viewer, Worlds};
use crate::tractor::card::Card;
use crate::tractor::deck::Deck;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::{Burying, CallWindow, Dealing, Overcalls, Playing, RoundPosition};
use crate::tractor::rules::Rules;
use crate::tractor::view::View;

/// Deals the cards in the places hidden from a viewer among them anew.
fn deal_anew(places: Vec<&mut Card>, chance: &mut Chance) {
    let mut cards: Vec<Card> = places.iter().map(|card| **card).collect();
    chance.shuffle(&mut cards);
    for (place, card) in places.into_iter().zip(cards) {
        *place = card;
    }
}

/// The same where it is known how many points each place has.
fn deal_anew_by_points(mut places: Vec<&mut Card>, chance: &mut Chance) {
    places.sort_by_key(|card| card.points());
    while let Some(last) = places.last() {
        let points = last.points();
        let from = places.partition_point(|card| card.points() < points);
        deal_anew(places.split_off(from), chance);
    }
}

/// Takes out of `cards` those that everybody knows to be there; the rest is hidden.
fn without_known<'a>(
    cards: impl Iterator<Item = &'a mut Card>,
    known: &[Card],
) -> impl Iterator<Item = &'a mut Card> {
    let mut known = known.to_vec();
    cards.filter(
        move |card| match known.iter().position(|other| other == *card) {
            Some(at) => {
                known.swap_remove(at);
                false
            }
            None => true,
        },
    )
}

impl Worlds for Tractor {
    fn another_world(&self, viewer: Viewer, chance: &mut Chance) -> Tractor {
        let view = self.view(viewer);
        let mut other = self.clone();
        other.phase = match &self.phase {
            Phase::Ready => Phase::Ready,
            Phase::Over(team) => Phase::Over(*team),
            Phase::Dealing(dealing) => {
                let order = reordered(dealing.deck(), dealing, &view, chance);
                Phase::Dealing(dealing.with_deck(order))
            }
            Phase::CallWindow(window) => {
                let redealt = redealt_window(self, window, &view, chance);
                Phase::CallWindow(redealt)
            }
            Phase::Burying(burying, record) => {
                let hands = other_hands(burying.layout, &burying.hands, &view, None, chance).0;
                Phase::Burying(Burying { hands, ..*burying }, record.clone())
            }
            Phase::Overcalls(overcalls, record) => {
                let playing = other_playing(&overcalls.playing, &self.rules, &view, chance);
                let other = Overcalls::begin(
                    playing,
                    record.taken_over.unwrap_or(playing.dealer),
                    &record.calls,
                    &self.rules,
                );
                let mut other = other.expect("the same calls");
                while other.asked != overcalls.asked {
                    other.pass();
                }
                Phase::Overcalls(other, record.clone())
            }
            Phase::Playing(playing, record) => {
                let playing = other_playing(playing, &self.rules, &view, chance);
                Phase::Playing(playing, record.clone())
            }
        };
        other
    }
}

fn other_playing(playing: &Playing, rules: &Rules, view: &View, chance: &mut Chance) -> Playing {
    let layout = playing.layout;
    let sees_kitty = view.buried.is_some();
    let kitty = (!sees_kitty).then_some(playing.kitty);
    let (hands, kitty) = other_hands(layout, &playing.hands, view, kitty, chance);
    let position = RoundPosition {
        trump: layout.trump(),
        dealer: playing.dealer,
        hands,
        kitty: if sees_kitty { playing.kitty } else { kitty },
        leader: playing.trick.leader,
        plays: playing.trick.plays(),
        captured: playing.captured,
        penalties: playing.penalties,
    };
    position.set_up(rules).expect("the same cards elsewhere")
}

/// The order of the deck with everything hidden dealt anew: cards drawn by others, the rest of the
/// pile, the kitty. Cards that the viewer draws later stay, so that both worlds can go on alike.
fn reordered(deck: &Deck, dealing: &Dealing, view: &View, chance: &mut Chance) -> Deck {
    let mut cards = *deck.cards();
    let mut known = view.known.clone();
    let mut hidden = |(at, card): &(usize, &mut Card)| {
        let Some((seat, _)) = deck.dealt(*at, dealing.first) else {
            return true;
        };
        let shown = &mut known[seat.index()];
        match shown.iter().position(|other| other == *card) {
            Some(at) => {
                shown.swap_remove(at);
                false
            }
            None => view.seat() != Some(seat),
        }
    };
    let places = cards.iter_mut().enumerate().filter(|place| hidden(place));
    let places = places.map(|(_, card)| card).collect();
    deal_anew(places, chance);
    Deck::stacked(cards).expect("the same cards in another order")
}

fn redealt_window(
    game: &Tractor,
    window: &CallWindow,
    view: &View,
    chance: &mut Chance,
) -> CallWindow {
    // The window came of the deck that its seed deals.
    let deck = game.deck();
    let mut dealing = Dealing::new(deck, game.opening());
    while dealing.draw().is_some() {}
    let deck = reordered(&deck, &dealing, view, chance);
    window.with_deck(deck)
}

/// The hands of the others, and a kitty the viewer does not know, dealt anew.
fn other_hands(
    layout: &Layout,
    hands: &[Hand; 4],
    view: &View,
    kitty: Option<Hand>,
    chance: &mut Chance,
) -> ([Hand; 4], Hand) {
    let list = |hand: Hand| hand.cards(layout).collect::<Vec<Card>>();
    let mut lists = hands.map(list);
    let mut buried = kitty.map(list).unwrap_or_default();
    let mut places = Vec::new();
    for (seat, cards) in Seat::first(4).zip(&mut lists) {
        if view.seat() != Some(seat) {
            places.extend(without_known(cards.iter_mut(), &view.known[seat.index()]));
        }
    }
    places.extend(buried.iter_mut());
    match view.kitty_points {
        None => deal_anew(places, chance),
        Some(_) => deal_anew_by_points(places, chance),
    }
    let hand = |cards: Vec<Card>| Hand::of(layout, &cards).expect("the same cards elsewhere");
    (lists.map(hand), hand(buried))
}
