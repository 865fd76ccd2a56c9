//! Plays by one tap: the buttons of a hand carry whole plays, and a hint that was asked for is one of them.

use serde_json::{Value, json};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::cards;
use crate::double::{Person, Seen, flat};
use crate::house::{House, option};
use crate::kitty::until_the_kitty;
use crate::round::{hand, on, plays, tap_of};

/// The buttons that play or bury at once.
pub fn offers(hand: &Seen) -> Vec<Value> {
    let on = flat(&hand.components).into_iter();
    let on = on.filter(|control| control["type"] == 2 && control["disabled"] != true);
    on.filter(|control| plays(tap_of(control)).is_some())
        .collect()
}

/// The own hand once it offers a play, or cards to choose for one.
pub async fn own_turn(house: &House, person: &Person) -> Seen {
    hand(house, person).await;
    let is_turn =
        |seen: &Seen| seen.is_ephemeral && (!offers(seen).is_empty() || cards::is_turn(seen));
    person.awaits("a play to tap", is_turn).await
}

/// Who has to act, with what they know.
pub fn awaited(house: &House) -> Option<(usize, View)> {
    let public = house.public();
    let game = public.stage.game()?;
    let seat = match &game.phase {
        PhaseView::Playing { to_play, .. } => *to_play,
        PhaseView::Burying => game.dealer?,
        _ => return None,
    };
    let place = on(house, seat);
    let own = house.view(&house.people[place]);
    own.stage.game().map(|game| (place, game.clone()))
}

/// Asks for a hint and presses the button that is marked as it; waits until the table has moved by it.
async fn taps_the_hint(house: &House, person: &Person) {
    let hand = hand(house, person).await;
    person.presses_late(&hand, "Hint").answered().await;
    let marked = |offer: &Value| offer["style"] == 3;
    let shows = move |seen: &Seen| seen.is_ephemeral && offers(seen).iter().any(marked);
    let hand = person.awaits("the hint", shows).await;
    let mut offers = offers(&hand).into_iter();
    let hinted = offers.find(marked).expect("it was awaited");
    let id = hinted["custom_id"].as_str().expect("a code");
    let position = house.public().position;
    person.presses_late(&hand, id).answered().await;
    house.moves_on(position, "the hint").await;
}

/// The dealer has buried what the hint said, by one tap, and is to lead.
async fn at_the_lead(house: &House) -> &Person {
    house.sit_down_by_typing().await;
    let person = &house.people[until_the_kitty(house).await];
    taps_the_hint(house, person).await;
    person
}

#[tokio::test(start_paused = true)]
async fn who_confirms_plays_taps_a_card_and_then_play() {
    let house = House::open(1).await;
    let person = at_the_lead(&house).await;
    let mut set = option("setting", "confirm");
    set["value"] = Value::from("on");
    let said = person.asks(house.table, "settings", set).await;
    said.assert_says("Confirm a play");
    person.asks(house.table, "hand", json!({})).await;
    let drafts = |seen: &Seen| {
        let controls = flat(&seen.components);
        controls
            .iter()
            .filter(|control| tap_of(control).starts_with("select "))
            .map(|control| control["custom_id"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let shown = person
        .awaits("cards to tap", |seen| drafts(seen).len() > 1)
        .await;
    assert!(offers(&shown).is_empty(), "nothing is played at once");
    let position = house.public().position;
    // A card of another suit takes the place of the first.
    let ids = drafts(&shown);
    let mut hand = shown.clone();
    for id in [&ids[0], &ids[ids.len() - 1]] {
        hand = person.presses_late(&hand, id).message().await;
        assert_eq!(offers(&hand).len(), 1, "one play is put together");
    }
    assert_eq!(house.public().position, position, "nothing was played");
    let second = ids[ids.len() - 1]
        .rsplit("select ")
        .next()
        .unwrap_or_default();
    let send = offers(&hand).remove(0);
    assert_eq!(plays(tap_of(&send)), Some(second));
    let label = send["label"].as_str().unwrap_or_default();
    assert!(label.starts_with("Play "), "{label}");
    person.presses_late(&hand, label).answered().await;
    house.moves_on(position, "the play").await;
}

#[tokio::test(start_paused = true)]
async fn a_second_tap_on_a_card_plays_nothing() {
    let house = House::open(1).await;
    at_the_lead(&house).await;
    // Where one card is due each of them is a play.
    let (person, hand) = loop {
        let (place, _) = awaited(&house).expect("a round is played");
        let person = &house.people[place];
        let hand = own_turn(&house, person).await;
        if !offers(&hand).is_empty() {
            break (person, hand);
        }
        taps_the_hint(&house, person).await;
    };
    let id = offers(&hand)[0]["custom_id"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let position = house.public().position;
    person.presses_late(&hand, &id).answered().await;
    house.moves_on(position, "the play").await;
    let position = house.public().position;
    let late = person.presses_late(&hand, &id).message().await;
    assert!(late.is_ephemeral, "{}", late.text);
    assert_eq!(
        house
            .handle::<Tractor>()
            .view(tractor_bot::game::Viewer::Public)
            .position,
        position
    );
}

#[tokio::test(start_paused = true)]
async fn the_words_of_a_hint_stay_until_something_happens() {
    let house = House::open(1).await;
    let person = at_the_lead(&house).await;
    let hand = own_turn(&house, person).await;
    let told = person.presses_late(&hand, "Hint").message().await;
    told.assert_says("Hint: ");
    house.passes(10).await;
    let still = person.looks_at(&told).expect("it is there");
    still.assert_says("Hint: ");
}

#[tokio::test(start_paused = true)]
async fn a_hint_that_comes_too_late_leaves_the_hand_there() {
    let house = House::open(1).await;
    let person = at_the_lead(&house).await;
    let hand = own_turn(&house, person).await;
    taps_the_hint(&house, person).await;
    let told = person.presses_late(&hand, "Hint").message().await;
    told.assert_says("You have nothing to do right now");
    assert!(
        told.buttons().iter().any(|label| label == "Sort"),
        "{}",
        told.text
    );
    let mut others = house.people.iter();
    let other = others.find(|other| other.id != person.id).expect("four");
    other.says(house.table, "$reset yes");
    let is_hand = move |seen: &Seen| seen.id == told.id && !seen.says("nothing to do");
    person.awaits("the next state", is_hand).await;
}
