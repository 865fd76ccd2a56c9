//! Private hands: they grow live, outlast what Discord does to them, and complete what is typed.

use serde_json::json;
use tractor_bot::tractor::view::PhaseView;

use crate::double::Seen;
use crate::hidden::Watch;
use crate::house::House;
use crate::kitty::until_the_kitty;
use crate::round::{Way, play};

fn is_hand(seen: &Seen) -> bool {
    seen.is_ephemeral && seen.says("Your hand")
}

/// All four sit down and start by tapping.
async fn sit_down_by_taps(house: &House) {
    let board = house.sit_down_by_tapping().await;
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

#[tokio::test(start_paused = true)]
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

/// Its edits count against the limit of all that the bot sends.
#[tokio::test(start_paused = true)]
async fn a_hand_in_direct_messages_grows_by_one_edit_in_five_seconds() {
    let house = House::open(1).await;
    house.sit_down_under(&["deal_interval=0.5"]).await;
    let ana = &house.people[0];
    house.types(ana, "$deal", "Dealing").await;
    ana.tells_bot("$hand");
    let whole = |seen: &Seen| seen.is_direct && seen.says("25 cards");
    let hand = ana.awaits("the whole hand", whole).await;
    assert!(hand.edits <= 11, "{} edits in 50 seconds", hand.edits);
}

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
async fn before_its_token_dies_a_hand_says_so_once_and_then_is_silent() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let dealer = &house.people[until_the_kitty(&house).await];
    let board = house.board("buries eight cards").await;
    let hand = dealer.presses(&board, "My hand").message().await;
    house.passes(14 * 60).await;
    let goodbye = dealer.awaits_on(&hand, "no longer changes").await;
    goodbye.assert_tells_alone("My hand");
    house.passes(14 * 60).await;
    let dealer_acts = dealer.asks(house.table, "score", json!({})).await;
    assert!(dealer_acts.is_from_bot);
    let still = dealer.looks_at(&hand).expect("the hand");
    assert_eq!(still.revision, goodbye.revision);
    assert_eq!(house.discord.invalid_requests(), 0);
}

#[tokio::test(start_paused = true)]
async fn options_complete_from_the_own_hand() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let dealer = &house.people[until_the_kitty(&house).await];
    let view = house.view(dealer);
    let first = view.stage.game().expect("a match").hand[0].to_string();
    for typed in [String::new(), first[..1].to_owned(), format!("{first} ")] {
        let choices = dealer.is_offered(house.table, "kitty", "cards", &typed, json!({}));
        let choices = choices.await;
        // Whole kitties that go on with what was typed.
        let whole = choices.iter().all(|(_, value)| {
            let value = value.as_str().unwrap_or_default();
            value.starts_with(&typed) && value.split(' ').count() == 8
        });
        assert!(whole && !choices.is_empty(), "{typed:?}: {choices:?}");
    }
    let eve = house.discord.person("Eve");
    for (command, option, typed, found) in [
        ("play", "cards", "", None),
        ("help", "topic", "thr", Some("throws")),
    ] {
        let choices = eve
            .is_offered(house.table, command, option, typed, json!({}))
            .await;
        let first = choices.first().and_then(|(_, value)| value.as_str());
        assert_eq!(first, found, "{choices:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_goes_on_after_the_gateway_has_failed() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let ways = [Way::Typed, Way::Slash, Way::Taps, Way::Direct];
    house.discord.cut_gateway();
    let story = play(&house, ways, &mut Watch::new(), 6).await;
    assert_eq!(story.plays, 6);
    assert!(house.discord.resumes() > 0);
}
