//! A large hand of UNO as emojis.

use serde_json::json;

use super::Match;
use crate::faces::show_faces;
use crate::house::House;

/// Completions show no markup: they tell cards by signs where everything else has faces.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_hand_has_faces_and_completions_have_signs() {
    let house = House::open(3).await;
    show_faces(&house);
    let rules = "order=seats start_card=numbers_only draw=many after_draw=any hand=10";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    while game.own_round(seat).playable.is_empty() || game.own_round(seat).hand.len() < 25 {
        game.typed(seat, "d").await;
    }
    let person = game.person(seat);
    let hand = game.open_hand(person).await;
    let held = game.own_round(seat).hand.len();
    let shown = hand.text.matches(":t_uno_").count();
    assert!(shown > held, "the hand and the top: {}", hand.text);
    let complete = person.types(game.house.table, "play", "cards", "", json!({}));
    let choices = complete.choices().await;
    assert!(!choices.is_empty());
    for (name, _) in choices {
        let told = name.chars().any(|c| "🔴🟢🔵🟡★".contains(c));
        assert!(told && !name.contains("<:"), "{name}");
    }
}
