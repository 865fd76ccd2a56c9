//! Ends and edges of games: hands after a match, words in the shuffle, refusals that cannot be sent.

use serde_json::json;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;

use crate::double::Seen;
use crate::house::House;
use crate::kitty::{eight, until_the_kitty};
use crate::round::{Way, act};

#[tokio::test(start_paused = true)]
async fn after_a_match_of_uno_the_other_hands_catch_nobody() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    house.play_uno(2, "leaver=under_pile uno_call=catch").await;
    let hand = bo.asks(house.table, "hand", json!({})).await;
    hand.assert_says("Your cards");
    ana.says(house.table, "$leave yes");
    let hand = bo.awaits_on(&hand, "won the match!").await;
    for live in ["Catch", "Draw", "Pass", "UNO"] {
        assert!(hand.control(live).is_none(), "{live} on {}", hand.text);
    }
    assert!(!hand.says("to play"), "{}", hand.text);
}

#[tokio::test(start_paused = true)]
async fn a_hand_tells_that_its_match_was_ended() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    act(&house, &house.people[0], Way::Typed, &Action::Deal).await;
    let dee = &house.people[3];
    let hand = dee.asks(house.table, "hand", json!({})).await;
    for person in &house.people[..3] {
        person.says(house.table, "$reset yes");
    }
    let hand = dee.awaits_on(&hand, "This match has ended").await;
    assert!(hand.buttons().is_empty(), "{}", hand.text);
}

#[tokio::test(start_paused = true)]
async fn typed_words_with_a_deal_are_told_too() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let bo = &house.people[1];
    bo.says(house.table, "$deal good luck");
    let told = |seen: &Seen| seen.replies_to.is_some() && seen.says("mixed into the shuffle");
    bo.awaits("that it was done", told).await;
    let game = house.public().stage.game().cloned().expect("a match");
    let dealt = matches!(game.phase, PhaseView::Dealing { .. });
    assert!(dealt, "{:?}", game.phase);
}

#[tokio::test(start_paused = true)]
async fn a_refusal_keeps_its_reason_where_direct_messages_are_closed() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let place = until_the_kitty(&house).await;
    let (dealer, other) = (&house.people[place], &house.people[(place + 1) % 4]);
    for person in [dealer, other] {
        person.accepts_direct_messages(false);
    }
    // What everybody knows is said in the channel.
    other.says(house.table, "$play 8S");
    let told = |seen: &Seen| seen.replies_to.is_some() && seen.says("is burying the kitty");
    other.awaits("why not", told).await;
    act(&house, dealer, Way::Slash, &eight(&house, dealer)).await;
    // What tells of the hand is not: the hand says it.
    let view = house.view(dealer);
    let game = view.stage.game().expect("a match").clone();
    let missing = tractor_bot::tractor::card::Card::all()
        .find(|card| !game.hand.contains(card))
        .expect("nobody holds a whole deck");
    dealer.says(house.table, &format!("$play {missing}"));
    let told = |seen: &Seen| seen.replies_to.is_some() && seen.says("for you alone");
    let told = dealer.awaits("that there is a reason", told).await;
    assert!(!told.says("You do not have"), "{}", told.text);
    let hand = dealer.presses(&told, "My hand").message().await;
    assert!(
        hand.is_ephemeral && hand.says("You do not have") && hand.says("Your turn: lead"),
        "{}",
        hand.text
    );
}

#[tokio::test(start_paused = true)]
async fn the_intro_says_how_the_bot_is_added_to_a_server() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    let intro = ana.asks(house.table, "intro", json!({})).await;
    let link = "https://discord.com/oauth2/authorize?client_id=";
    intro.assert_says(link);
}
