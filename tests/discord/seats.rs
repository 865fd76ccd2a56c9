//! The host takes somebody off their seat, and people who wait for one are told.

use serde_json::json;
use tractor_bot::table::{Occupant, PersonId};

use crate::double::{Person, Seen};
use crate::house::{House, option};

async fn four_sit(house: &House) {
    let [ana, others @ ..] = &house.people;
    ana.asks(house.table, "join", json!({})).await;
    for (person, seated) in others.iter().zip(["1 of 4", "2 of 4", "3 of 4"]) {
        let board = house.board(seated).await;
        person.presses(&board, "Sit down").answered().await;
    }
    house.board("4 of 4").await;
}

fn sits(house: &House, person: &Person) -> bool {
    let holder = PersonId(person.id.get());
    house.public().seat_of(holder).is_some()
}

#[tokio::test(start_paused = true)]
async fn the_host_takes_somebody_off_their_seat_by_thumb_and_is_asked_first() {
    let house = House::open(1).await;
    four_sit(&house).await;
    let [ana, bo, chen, _] = &house.people;
    let board = house.board("4 of 4").await;
    let more = bo.presses(&board, "More…").message().await;
    assert!(more.control("Take a player off the table").is_none());
    let more = ana.presses(&board, "More…").message().await;
    let chen_id = format!("<@{}>", chen.id);
    let menu = "Take a player off the table";
    let asked = ana.selects(&more, menu, &[&chen_id]).message().await;
    asked.assert_tells_alone("can sit down again");
    assert!(sits(&house, chen), "nothing is done before the answer");
    ana.presses(&asked, "Do it").answered().await;
    house.board("asked **Chen** to sit out").await;
    let board = house.board("3 of 4").await;
    assert!(!sits(&house, chen));
    let refused = chen.presses(&board, "Sit down").message().await;
    refused.assert_tells_alone("The host has asked you");
}

#[tokio::test(start_paused = true)]
async fn in_a_match_a_computer_plays_on_and_the_hand_says_why() {
    let house = House::open(1).await;
    four_sit(&house).await;
    let [ana, bo, chen, dee] = &house.people;
    let board = house.board("4 of 4").await;
    ana.presses(&board, "Start").answered().await;
    let is_hand = |seen: &Seen| seen.is_ephemeral && seen.says("Your hand");
    chen.awaits("the hand", is_hand).await;
    let refused = bo.slash(house.table, "kick", json!({"player": chen.id.to_string()}));
    assert!(refused.message().await.says("Only the host"));
    ana.says(house.table, "$kick chen yes");
    house.board("wants **Chen** to sit out").await;
    // In the middle of a round all have to agree who play it.
    bo.says(house.table, "$agree");
    house.board("Agree 1/2").await;
    assert!(sits(&house, chen));
    dee.says(house.table, "$agree");
    chen.awaits("why the hand is gone", |seen| {
        seen.is_ephemeral && seen.says("asked you to sit out")
    })
    .await;
    let south = house.public().seats[2].occupant;
    assert!(matches!(south, Occupant::Substitute { .. }), "{south:?}");
}

#[tokio::test(start_paused = true)]
async fn who_asked_is_told_once_that_a_seat_is_free() {
    let house = House::open(1).await;
    four_sit(&house).await;
    let [ana, bo, chen, _] = &house.people;
    let eve = house.discord.person("Eve");
    let finn = house.discord.person("Finn");
    let board = house.board("4 of 4").await;
    let more = eve.presses(&board, "More…").message().await;
    let noted = eve
        .presses(&more, "Tell me when a seat is free")
        .message()
        .await;
    noted.assert_tells_alone("I will tell you once");
    let noted = finn
        .asks(house.table, "tellme", option("how", "here"))
        .await;
    noted.assert_says("I will tell you once");
    let seated = ana.asks(house.table, "tellme", json!({})).await;
    seated.assert_says("You have a seat");
    bo.says(house.table, "$leave");
    let free = |seen: &Seen| seen.says("A seat is free: Tractor");
    eve.awaits("a direct message", move |seen| seen.is_direct && free(seen))
        .await;
    let mentioned = move |seen: &Seen| !seen.is_direct && seen.pings && free(seen);
    finn.awaits("a mention", mentioned).await;
    // Once: the next seat is not told to them, but to who asks then.
    let now = finn.asks(house.table, "tellme", json!({})).await;
    now.assert_says("A seat is free right now");
    chen.says(house.table, "$leave");
    house.board("2 of 4").await;
    assert_eq!(eve.direct_messages().len(), 1, "{}", eve.transcript());
    assert_eq!(finn.pings().len(), 1, "{}", finn.transcript());
}

#[tokio::test(start_paused = true)]
async fn who_waits_where_nothing_is_played_is_told_of_the_next_table() {
    let house = House::open(1).await;
    let [ana, bo, chen, _] = &house.people;
    for person in [bo, chen] {
        let noted = person.asks(house.table, "tellme", json!({})).await;
        noted.assert_says("I will tell you once");
    }
    // Who asks to be forgotten is not told.
    let asked = chen
        .asks(
            house.table,
            "settings",
            json!({"setting": "forget", "value": "yes"}),
        )
        .await;
    asked.assert_says("deleted");
    ana.asks(house.table, "join", json!({})).await;
    let free = |seen: &Seen| seen.is_direct && seen.says("A seat is free");
    bo.awaits("that somebody plays here", free).await;
    assert!(chen.direct_messages().is_empty(), "{}", chen.transcript());
}

/// What a match is paused by, and by what a computer plays on, shows the hand of who taps it.
#[tokio::test(start_paused = true)]
async fn a_match_is_paused_and_a_computer_plays_for_somebody_by_thumb() {
    let house = House::open(1).await;
    four_sit(&house).await;
    let ana = &house.people[0];
    let board = house.board("4 of 4").await;
    ana.presses(&board, "Start").answered().await;
    let is_hand = |seen: &Seen| seen.is_ephemeral && seen.says("Your hand");
    ana.awaits("the hand", is_hand).await;
    for button in ["Autopilot: a computer plays for me", "Pause"] {
        let hand = ana.ephemerals().pop().expect("the hand");
        let more = ana.presses(&hand, "More…").message().await;
        let shown = ana.presses(&more, button).message().await;
        assert!(
            shown.is_ephemeral && !shown.text.trim().is_empty(),
            "{button}"
        );
        match button {
            "Pause" => assert!(house.public().paused, "{}", shown.text),
            _ => {
                let away = house.public().seats[0].occupant.away().is_some();
                assert!(away, "{}", shown.text);
                ana.says(house.table, "$join");
                let back = || house.public().seats[0].occupant.away().is_none();
                house.until("Ana to be back", back).await;
            }
        }
    }
}
