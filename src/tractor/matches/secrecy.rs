//! What a viewer cannot see never shows: it is dealt anew among the places hidden from them, and
//! their view must not change by a byte, nor what they are told of the others' next steps.

use super::{Phase, Tractor};
use crate::chance::{Chance, Seed};
use crate::game::{Game, RuleSet, Seat, Turn, Viewer};
use crate::players::Player;
use crate::players::tractor::{Lowest, Random};
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::deck::{DEALT, Deck};
use crate::tractor::event::{Event, Notice};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::{Burying, CallWindow, Dealing, TrickPosition};
use crate::tractor::rules::Rules;
use crate::tractor::view::View;

/// Cards in the places hidden from a viewer, to be dealt among them anew.
struct Hidden<'a> {
    places: Vec<&'a mut Card>,
}

impl<'a> Hidden<'a> {
    fn deal_anew(self, chance: &mut Chance) {
        let mut cards: Vec<Card> = self.places.iter().map(|card| **card).collect();
        chance.shuffle(&mut cards);
        for (place, card) in self.places.into_iter().zip(cards) {
            *place = card;
        }
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

/// The same match in another world that the viewer cannot tell from this one.
fn another_world(game: &Tractor, viewer: Viewer, chance: &mut Chance) -> Tractor {
    let view = game.view(viewer);
    let mut other = game.clone();
    other.phase = match &game.phase {
        Phase::Ready => Phase::Ready,
        Phase::Over(team) => Phase::Over(*team),
        Phase::Dealing(dealing) => {
            let order = reordered(dealing.deck(), dealing, &view, chance);
            Phase::Dealing(dealt_anew(order, dealing, &game.rules))
        }
        Phase::CallWindow(window) => {
            let redealt = redealt_window(game, window, &view, chance);
            Phase::CallWindow(redealt)
        }
        Phase::Burying(burying, record) => {
            let hands = other_hands(burying.layout(), burying.hands(), &view, None, chance).0;
            let burying = Burying::new(burying.layout(), burying.dealer(), hands);
            Phase::Burying(burying, record.clone())
        }
        Phase::Playing(playing, record) => {
            let layout = playing.layout();
            let sees_kitty = view.buried.is_some();
            let kitty = (!sees_kitty).then_some(playing.kitty());
            let (hands, kitty) = other_hands(layout, playing.hands(), &view, kitty, chance);
            let position = TrickPosition {
                trump: layout.trump(),
                dealer: playing.dealer(),
                hands,
                kitty: if sees_kitty { playing.kitty() } else { kitty },
                leader: playing.trick().leader(),
                plays: playing.trick().plays(),
                captured: *playing.captured(),
                penalties: playing.penalties(),
            };
            let playing = position
                .set_up(&game.rules)
                .expect("the same cards elsewhere");
            Phase::Playing(playing, record.clone())
        }
    };
    other
}

/// The order of the deck with everything hidden dealt anew: cards drawn by others, the rest of the
/// pile, the kitty. Cards that the viewer draws later stay, so that both worlds can go on alike.
fn reordered(deck: &Deck, dealing: &Dealing, view: &View, chance: &mut Chance) -> Deck {
    let mut cards = *deck.cards();
    let mut known = view.known.clone();
    let mut hidden = |(at, card): &(usize, &mut Card)| {
        let Some((seat, _)) = deck.dealt(*at, dealing.first()) else {
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
    Hidden { places }.deal_anew(chance);
    Deck::stacked(cards).expect("the same cards in another order")
}

/// A dealing with another deck, at the same point and with the same calls.
fn dealt_anew(deck: Deck, like: &Dealing, rules: &Rules) -> Dealing {
    let mut dealing = Dealing::new(deck, like.opening());
    for _ in 0..like.dealt() {
        dealing.draw();
    }
    for (seat, call) in like.calls().iter() {
        dealing.call(seat, call, rules);
    }
    dealing
}

fn redealt_window(
    game: &Tractor,
    window: &CallWindow,
    view: &View,
    chance: &mut Chance,
) -> CallWindow {
    // The window came of the deck that its seed deals.
    let deck = Deck::shuffled(&mut game.sealed().shuffle_seed(&game.contributions).chance());
    let mut dealing = Dealing::new(deck, game.opening());
    while dealing.draw().is_some() {}
    let deck = reordered(&deck, &dealing, view, chance);
    let mut dealing = Dealing::new(deck, game.opening());
    while dealing.draw().is_some() {}
    let mut again = dealing.finish().expect("all cards are out");
    for (seat, call) in window.calls().iter() {
        again.call(seat, call, &game.rules);
    }
    for seat in window.passed().iter() {
        again.pass(seat);
    }
    again
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
    Hidden { places }.deal_anew(chance);
    let hand = |cards: Vec<Card>| Hand::of(layout, &cards).expect("the same cards elsewhere");
    (lists.map(hand), hand(buried))
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("views and notices serialize")
}

fn viewers() -> impl Iterator<Item = Viewer> {
    Seat::first(4).map(Viewer::Seat).chain([Viewer::Public])
}

fn told(events: &[Event], viewer: Viewer) -> Vec<Notice> {
    events
        .iter()
        .filter_map(|event| Tractor::notice(event, viewer))
        .collect()
}

/// Compares what the viewer is told of a step that depends on nothing the viewer may learn.
fn check_next_step(game: &Tractor, other: &Tractor, viewer: Viewer) {
    let (mut here, mut there) = (game.clone(), other.clone());
    let dealer = game.dealer.unwrap_or(Seat::new(0));
    let steps = match &game.phase {
        // The last card may close the calling, and then turn the kitty over.
        Phase::Dealing(dealing) if usize::from(dealing.dealt()) + 1 < DEALT => {
            let cue = game.cue().expect("the next card");
            (here.elapse(cue), there.elapse(cue))
        }
        Phase::Burying(..) if viewer != Viewer::Seat(dealer) => {
            let bury = |game: &mut Tractor| {
                let kitty = Lowest.choose(&game.view(Viewer::Seat(dealer)));
                let kitty = kitty.expect("the dealer buries");
                game.act(dealer, kitty).expect("eight cards of the hand")
            };
            (bury(&mut here), bury(&mut there))
        }
        _ => return,
    };
    assert_eq!(json(&told(&steps.0, viewer)), json(&told(&steps.1, viewer)));
    assert_eq!(json(&here.view(viewer)), json(&there.view(viewer)));
}

fn check(seed: u64, settings: &[(&str, &str)]) {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, value).expect("a house rule");
    }
    let secret = Seed::from_number(seed);
    let mut chance = secret.derive("other worlds", 0).chance();
    let (mut game, _) = Tractor::start(&rules, 4, secret);
    let mut player = Random::new(secret);
    let mut differ = 0;
    while game.round < 3 && game.turn() != Turn::Over {
        for viewer in viewers() {
            let other = another_world(&game, viewer, &mut chance);
            let (view, same) = (json(&game.view(viewer)), json(&other.view(viewer)));
            assert_eq!(
                view, same,
                "seed {seed}: {viewer:?} can tell two worlds apart"
            );
            check_next_step(&game, &other, viewer);
            differ += u32::from(game.digest() != other.digest());
        }
        let acts = Seat::first(4).find_map(|seat| {
            let action = player.choose(&game.view(Viewer::Seat(seat)))?;
            Some((seat, action))
        });
        match (acts, game.cue()) {
            (Some((seat, action)), _) => {
                game.act(seat, action).expect("players obey the rules");
            }
            (None, Some(cue)) => {
                game.elapse(cue);
            }
            (None, None) => {
                game.act(Seat::new(0), Action::Deal).expect("a new round");
            }
        }
    }
    assert!(
        differ > 1_000,
        "seed {seed}: the other worlds are other worlds"
    );
}

#[test]
fn what_a_viewer_cannot_see_never_shows() {
    for seed in 0..if cfg!(debug_assertions) { 1 } else { 20 } {
        check(seed, &[]);
        check(
            seed,
            &[("throw_penalty", "ten_per_card"), ("no_call", "no_trump")],
        );
    }
}
