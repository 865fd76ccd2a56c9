//! UNO for who confirms plays: a tap puts a play together, another sends it.

use serde_json::{Value, json};

use super::Match;
use crate::double::{Seen, flat};
use crate::house::{House, option};
use crate::round::tap_of;

/// The controls of a hand that can be used, with the code of what they do.
fn taps(seen: &Seen) -> Vec<(String, Value)> {
    let controls = flat(&seen.components).into_iter();
    let live = controls.filter(|control| control["type"] == 2 && control["disabled"] != true);
    live.map(|control| (tap_of(&control).to_owned(), control))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_confirms_plays_taps_a_card_and_then_sends_it() {
    let rules = "order=seats start_card=numbers_only draw=many after_draw=any";
    let game = Match::start(House::open(3).await, 2, rules).await;
    let seat = game.turn();
    let person = game.person(seat);
    let mut set = option("setting", "confirm");
    set["value"] = Value::from("on");
    let said = person.slash(game.house.table, "settings", set);
    assert!(said.message().await.says("Confirm a play"));
    // Several cards to choose from.
    while game.own_round(seat).playable.len() < 2 {
        game.typed(seat, "d").await;
    }
    person.asks(game.house.table, "hand", json!({})).await;
    let drafts = |seen: &Seen| {
        let all = taps(seen)
            .into_iter()
            .filter(|(tap, _)| tap.starts_with('H'));
        all.map(|(_, control)| control["custom_id"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let hand = person
        .awaits("cards to tap", move |seen| drafts(seen).len() > 1)
        .await;
    let position = game.public().position;
    let before = game.own_round(seat).hand.len();
    let mut shown = hand.clone();
    for id in &drafts(&hand)[..2] {
        shown = person.presses_late(&hand, id).message().await;
        let sends = |(tap, _): &(String, Value)| crate::round::plays(tap).is_some();
        assert_eq!(
            taps(&shown).iter().filter(|t| sends(t)).count(),
            1,
            "{}",
            shown.text
        );
    }
    assert_eq!(game.public().position, position, "nothing was played");
    let send = taps(&shown).into_iter();
    let send = send.map(|(tap, control)| (crate::round::plays(&tap).is_some(), control));
    let send = send
        .filter(|(sends, _)| *sends)
        .map(|(_, control)| control)
        .next();
    let id = send.and_then(|control| control["custom_id"].as_str().map(str::to_owned));
    let id = id.expect("the button that sends");
    person.presses_late(&shown, &id).answered().await;
    let moved = || game.public().position > position;
    game.house.until("the play", moved).await;
    assert_eq!(game.own_round(seat).hand.len() + 1, before);
}
