//! What nobody at a table has without the others: other limits in the middle of a round, a kick, the
//! seat of somebody who left, a seat in a running match.

use serde_json::json;
use tractor_bot::table::{Admission, Occupant, PersonId};

use crate::double::{Person, Seen};
use crate::house::House;
use crate::questions::dealt;

fn waiting(house: &House) -> usize {
    house.public().petitions.len()
}

fn sits(house: &House, person: &Person, seat: usize) -> bool {
    let sitting = house.public().seats[seat].occupant.person();
    sitting.map(|sitting| sitting.0) == Some(person.id.get())
}

#[tokio::test(start_paused = true)]
async fn limits_in_somebodys_turn_are_put_to_the_others() {
    let house = dealt().await;
    let [ana, bo, chen, dee] = &house.people;
    let before = house.public().limits;
    ana.says(house.table, "$rules turn_limit=5 absent_turns=1");
    // The second limit makes another petition of the first: its buttons are those that count.
    let board = house.board("Missed turns before").await;
    board.assert_says("**Ana** wants another limit. Seconds for a turn: 5");
    board.assert_says("Agree 0/2");
    assert_eq!(house.public().limits, before);
    let own = ana.presses(&board, "Agree 0/2").message().await;
    assert!(
        own.is_ephemeral && own.says("Nothing waits for your answer"),
        "{}",
        own.text
    );
    bo.presses(&board, "Agree 0/2").answered().await;
    house.board("Agree 1/2").await;
    assert_eq!(house.public().limits, before);
    dee.presses(&house.board("Agree 1/2").await, "No")
        .answered()
        .await;
    chen.asks(house.table, "agree", json!({})).await;
    let count = || house.public().limits.turn_limit_s == Some(5);
    house.until("two of three to agree", count).await;
    assert_eq!(house.public().limits.absent_turns, Some(1));
    assert_eq!(waiting(&house), 0);
}

#[tokio::test(start_paused = true)]
async fn a_kick_in_a_round_needs_all_who_play_it_and_somebody_new_on_the_seat_the_host() {
    let house = dealt().await;
    let [ana, bo, chen, dee] = &house.people;
    let eve = house.discord.person("Eve");
    let kick = format!("$kick <@{}> yes", bo.id);
    ana.says(house.table, &kick);
    let board = house.board("wants **Bo** to sit out").await;
    let own = bo.presses(&board, "Agree 0/2").message().await;
    assert!(own.is_ephemeral && sits(&house, bo, 1), "{}", own.text);
    // One no of those who play the round is enough.
    chen.says(house.table, "$agree no");
    house
        .until("somebody not to agree", || waiting(&house) == 0)
        .await;
    assert!(sits(&house, bo, 1));
    ana.says(house.table, &kick);
    house
        .until("it to be asked again", || waiting(&house) == 1)
        .await;
    chen.says(house.table, "$agree");
    house.board("Agree 1/2").await;
    assert!(sits(&house, bo, 1));
    dee.says(house.table, "$agree");
    house.until("Bo to sit out", || !sits(&house, bo, 1)).await;
    // The seat goes to nobody whom the host does not let in.
    let asked = eve.asks(house.table, "join", json!({})).await;
    asked.assert_says("**Eve** wants to sit down");
    let called = |seen: &Seen| seen.pings && seen.says("**Eve** asks for a seat");
    ana.awaits("the call for a seat", called).await;
    let board = house.board("**Eve** wants to sit down").await;
    let refused = chen.presses(&board, "Agree").message().await;
    assert!(
        refused.is_ephemeral && refused.says("Only the host"),
        "{}",
        refused.text
    );
    ana.presses(&board, "No").answered().await;
    let told = |seen: &Seen| seen.says("**Eve**, the host does not let you in");
    eve.awaits("the answer", told).await;
    assert!(matches!(
        house.public().seats[1].occupant,
        Occupant::Substitute { .. }
    ));
    eve.asks(house.table, "join", json!({})).await;
    let board = house.board("**Eve** wants to sit down").await;
    ana.presses(&board, "Agree").answered().await;
    // And the hand, which Bo has seen, to nobody: Eve plays from the next round on.
    let comes = || house.public().admission(PersonId(eve.id.get())) == Some(Admission::NextRound);
    house.until("Eve to come in", comes).await;
    assert!(!sits(&house, &eve, 1));
    let told =
        |seen: &Seen| seen.says("**Eve**, the host lets you in. You are in from the next round");
    eve.awaits("the answer", told).await;
    // Once, however often somebody asks.
    let calls = |person: &Person| person.pings().iter().filter(|seen| called(seen)).count();
    assert_eq!((calls(ana), calls(chen)), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn the_seat_of_somebody_who_left_is_kept_for_them() {
    let house = dealt().await;
    let bo = &house.people[1];
    let eve = house.discord.person("Eve");
    bo.says(house.table, "$leave yes");
    house.board("the seat is kept for a while").await;
    let refused = eve.asks(house.table, "join", json!({})).await;
    refused.assert_says("is kept for **Bo** 🤖 for 10 more minutes");
    bo.says(house.table, "$join");
    house.until("Bo to be back", || sits(&house, bo, 1)).await;
}
