//! What is revealed of a shuffle after its round is enough to work out who got which cards.

use serde_json::Value;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::table::Header;

use crate::holdings::{Hands, hands};
use crate::play::play_usual;

/// These cards without those.
fn without(cards: &[String], those: &[String]) -> Vec<String> {
    let mut left = cards.to_vec();
    for card in those {
        if let Some(at) = left.iter().position(|other| other == card) {
            left.remove(at);
        }
    }
    left
}

/// Everything in a view that has this field.
pub fn with<'a>(value: &'a Value, name: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get(name).map(|_| value));
            fields.values().for_each(|field| with(field, name, found));
        }
        Value::Array(items) => items.iter().for_each(|item| with(item, name, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The orders in which the seats may have been dealt to: one that the view names, or from any seat on.
fn orders(view: &Value, seats: u8) -> Vec<Vec<Seat>> {
    let mut named = Vec::new();
    with(view, "order", &mut named);
    let named = named.iter().filter_map(|of| {
        let order = of["order"].as_array()?.iter();
        let seat = |seat: &Value| Some(Seat::new(seat.as_u64()? as u8));
        order.map(seat).collect::<Option<Vec<Seat>>>()
    });
    let all: Vec<Seat> = Seat::first(seats).collect();
    let turned = (0..all.len()).map(|at| {
        let mut order = all.clone();
        order.rotate_left(at);
        order
    });
    named.chain(turned).collect()
}

/// Whether these hands were dealt in a round in which so much was seen.
fn were_held(dealt: &[(String, Vec<String>)], order: &[Seat], seen: &[Hands]) -> bool {
    // Heaps are named by the seats in one order or the other.
    let seats: Vec<Seat> = Seat::first(order.len() as u8).collect();
    [&seats[..], order].into_iter().any(|order| {
        seen.iter().any(|hands| {
            let places = || order.iter().zip(dealt);
            let lacks = |(seat, (_, cards)): &(&Seat, &(_, Vec<String>))| {
                !without(cards, &hands[seat.index()]).is_empty()
            };
            // Whoever begins may get more at once.
            let more = |(seat, (_, cards)): &(&Seat, &(_, Vec<String>))| {
                hands[seat.index()].len() > cards.len()
            };
            !places().any(|place| lacks(&place)) && places().filter(more).count() <= 1
        })
    })
}

/// Works out every deal of a match from what is revealed.
pub fn check<G: Served>() {
    let seats = *G::seats(&G::Rules::default()).start();
    let played = play_usual::<G>(3);
    let header: Header<G> = serde_json::from_str(&played.saved.header.line).expect("a header");
    let (rules, mut seen, mut revealed) = (header.rules, Vec::new(), 0);
    played.follow(|_, _, proposal| {
        seen.push(hands(&proposal.table));
        let view = proposal.table.view(Viewer::Public);
        let view = serde_json::to_value(view.stage.game()).expect("a view");
        let mut deals = Vec::new();
        with(&view, "secret", &mut deals);
        for deal in &deals[revealed.min(deals.len())..] {
            let secret = deal["secret"].as_str().and_then(Seed::from_hex);
            let words = deal["contributions"].as_array().expect("what was mixed in");
            let words = words.iter().map(|words| words.as_str().unwrap_or_default());
            let shuffle = secret.expect("64 digits").mixed(words);
            let held = orders(&view, seats).iter().any(|order| {
                let dealt = G::dealt(&shuffle, &rules, order);
                let dealt = dealt.expect("a game that reveals a secret has deals to verify");
                were_held(&dealt, order, &seen)
            });
            assert!(held, "the deal of {deal} is not what was dealt");
            revealed += 1;
            seen.clear();
        }
    });
    let order: Vec<Seat> = Seat::first(seats).collect();
    let shuffles = G::dealt(&Seed::from_number(1), &rules, &order).is_some();
    assert_eq!(revealed > 0, shuffles, "secrets are revealed");
}
