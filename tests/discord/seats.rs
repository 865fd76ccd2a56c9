//! The host takes somebody off their seat and lets others in, and people who wait for a seat are told.

use serde_json::json;
use tractor_bot::table::{Admission, PersonId};

use crate::double::{Person, Seen};
use crate::house::{House, option};
use crate::questions::dealt;

fn sits(house: &House, person: &Person) -> bool {
    let holder = PersonId(person.id.get());
    house.public().seat_of(holder).is_some()
}

#[tokio::test(start_paused = true)]
async fn the_host_takes_somebody_off_their_seat_by_thumb_and_is_asked_first() {
    let house = House::open(1).await;
    let board = house.sit_down_by_tapping().await;
    let [ana, bo, chen, _] = &house.people;
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
async fn a_kick_in_a_round_needs_all_who_play_it_and_somebody_new_on_the_seat_the_host() {
    let house = dealt().await;
    let [ana, bo, chen, dee] = &house.people;
    bo.asks(house.table, "hand", json!({})).await;
    ana.says(house.table, &format!("$kick <@{}> yes", bo.id));
    let board = house.board("wants **Bo** to sit out").await;
    let own = bo.presses(&board, "Agree 0/2").message().await;
    assert!(own.is_ephemeral && sits(&house, bo), "{}", own.text);
    chen.presses(&board, "Agree 0/2").answered().await;
    house.board("Agree 1/2").await;
    assert!(sits(&house, bo));
    dee.says(house.table, "$agree");
    let gone = |seen: &Seen| seen.is_ephemeral && seen.says("asked you to sit out");
    bo.awaits("why the hand is gone", gone).await;
    assert!(!sits(&house, bo));
    // The seat goes to nobody whom the host does not let in.
    let eve = house.discord.person("Eve");
    let asked = eve.asks(house.table, "join", json!({})).await;
    asked.assert_says("**Eve** wants to sit down");
    let called = |seen: &Seen| seen.pings && seen.says("**Eve** asks for a seat");
    ana.awaits("the call for a seat", called).await;
    let board = house.board("**Eve** wants to sit down").await;
    let refused = chen.presses(&board, "Agree").message().await;
    refused.assert_tells_alone("Only the host");
    ana.presses(&board, "Agree").answered().await;
    // And the hand, which Bo has seen, to nobody: Eve plays from the next round on.
    let told = "**Eve**, the host lets you in. You are in from the next round";
    eve.awaits("the answer", |seen| seen.says(told)).await;
    let comes = house.public().admission(PersonId(eve.id.get()));
    assert_eq!(comes, Some(Admission::NextRound));
    let calls = |person: &Person| person.pings().iter().filter(|seen| called(seen)).count();
    assert_eq!((calls(ana), calls(chen)), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn who_asked_is_told_once_that_a_seat_is_free() {
    let house = House::open(1).await;
    let board = house.sit_down_by_tapping().await;
    let [_, bo, chen, _] = &house.people;
    let [eve, finn] = ["Eve", "Finn"].map(|name| house.discord.person(name));
    let more = eve.presses(&board, "More…").message().await;
    let noted = eve.presses(&more, "Tell me when a seat is free");
    let noted = noted.message().await;
    noted.assert_tells_alone("I will tell you once");
    let here = option("how", "here");
    let noted = finn.asks(house.table, "tellme", here).await;
    noted.assert_says("I will tell you once");
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
    assert_eq!(eve.sees(eve.direct()).len(), 1, "{}", eve.transcript());
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
    let asked = house.sets_own(chen, "forget", "yes").await;
    asked.assert_says("deleted");
    ana.asks(house.table, "join", json!({})).await;
    let free = |seen: &Seen| seen.is_direct && seen.says("A seat is free");
    bo.awaits("that somebody plays here", free).await;
    assert!(chen.sees(chen.direct()).is_empty(), "{}", chen.transcript());
}

/// What a match is paused by, and by what a computer plays on, shows the hand of who taps it.
#[tokio::test(start_paused = true)]
async fn a_match_is_paused_and_a_computer_plays_for_somebody_by_thumb() {
    let house = House::open(1).await;
    let board = house.sit_down_by_tapping().await;
    let ana = &house.people[0];
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
