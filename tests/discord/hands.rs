//! Private hands: they grow live, outlast what Discord does to them, and complete what is typed.

use std::time::Duration;

use serde_json::json;
use tractor_bot::table::StageView;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;

use crate::double::Seen;
use crate::hidden::Watch;
use crate::house::House;
use crate::round::{Story, Way, act, call, on, play_round};

fn is_hand(seen: &Seen) -> bool {
    seen.is_ephemeral && seen.says("Your hand")
}

/// All four sit down and start by tapping.
async fn sit_down_by_taps(house: &House) {
    house.people[0].asks(house.table, "join", json!({})).await;
    let board = house.board("1 of 4").await;
    for person in &house.people[1..] {
        person.presses(&board, "Sit down").answered().await;
    }
    house.board("4 of 4").await;
    let rules = json!({"rule": "deal_interval", "value": "0.05"});
    house.people[0].asks(house.table, "rules", rules).await;
    house.people[0].presses(&board, "Start").answered().await;
    house.board("Dealing").await;
}

fn dealt(house: &House) -> bool {
    let public = house.public();
    public.stage.game().is_some_and(|game| {
        !matches!(
            game.phase,
            PhaseView::Dealing { .. } | PhaseView::Ready { .. }
        )
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_tapped_gets_a_hand_that_grows_by_itself() {
    let house = House::open(1).await;
    sit_down_by_taps(&house).await;
    for person in &house.people {
        person.awaits("a hand unasked", is_hand).await;
    }
    house.until("the deal to end", || dealt(&house)).await;
    for person in &house.people {
        let whole = |seen: &Seen| is_hand(seen) && seen.says("25 cards");
        let hand = person.awaits("the whole hand", whole).await;
        assert!(
            hand.edits <= 6,
            "{} edits of one hand in five seconds",
            hand.edits
        );
        let hands = person.ephemerals().into_iter().filter(is_hand).count();
        assert_eq!(hands, 1, "{}", person.transcript());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_its_token_has_expired_a_hand_is_opened_anew() {
    let house = House::open(1).await;
    sit_down_by_taps(&house).await;
    let ana = &house.people[0];
    ana.awaits("a hand unasked", is_hand).await;
    house.discord.expire_tokens();
    house.until("the deal to end", || dealt(&house)).await;
    let board = house.board("Last calls").await;
    let hand = ana.presses(&board, "My hand").message().await;
    hand.assert_says("25 cards");
    // What Discord refuses is not tried for ever.
    assert!(house.discord.invalid_requests() <= 16);
}

#[tokio::test(flavor = "multi_thread")]
async fn options_complete_from_the_own_hand() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    act(&house, &house.people[0], Way::Typed, &Action::Deal).await;
    let mut story = Story::default();
    let playing = || {
        let public = house.public();
        public
            .stage
            .game()
            .is_some_and(|game| matches!(game.phase, PhaseView::Burying))
    };
    while !playing() {
        call(&house, [Way::Typed; 4], &mut story).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let dealer = house
        .public()
        .stage
        .game()
        .and_then(|game| game.dealer)
        .expect("a dealer");
    let dealer = &house.people[on(&house, dealer)];
    let view = house.view(dealer);
    let hand = view
        .stage
        .game()
        .map(|game| game.hand.clone())
        .expect("a hand");
    let first = hand[0].to_string();
    for typed in [String::new(), first[..1].to_owned(), format!("{first} ")] {
        let choices = dealer
            .is_offered(house.table, "kitty", "cards", &typed, json!({}))
            .await;
        // Whole kitties that go on with what was typed.
        let whole = choices.iter().all(|(_, value)| {
            let value = value.as_str().unwrap_or_default();
            value.starts_with(&typed) && value.split(' ').count() == 8
        });
        assert!(whole && !choices.is_empty(), "{typed:?}: {choices:?}");
    }
    let eve = house.discord.person("Eve");
    let choices = eve
        .is_offered(house.table, "play", "cards", "", json!({}))
        .await;
    assert!(choices.is_empty(), "{choices:?}");
    let choices = eve
        .is_offered(house.table, "help", "topic", "thr", json!({}))
        .await;
    assert_eq!(choices[0].1, "throws");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_goes_on_after_the_gateway_has_failed() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let discord = house.discord.clone();
    let breaker = tokio::spawn(async move {
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(900)).await;
            discord.cut_gateway();
        }
    });
    let ways = [Way::Typed, Way::Slash, Way::Taps, Way::Direct];
    let story = play_round(&house, ways, &mut Watch::new()).await;
    breaker.await.expect("no panic");
    assert!(story.plays >= 60);
    assert!(matches!(house.public().stage, StageView::Playing(_)));
}
