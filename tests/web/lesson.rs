//! The lesson, whose positions lie on a table that there is not.

use serde_json::{Value, json};

use crate::guest::{Guest, Place};

/// What is chosen on the table of an answer.
async fn choose(guest: &mut Guest, answer: &Value, cards: &str) -> Value {
    let button = &answer["exhibit"]["step"]["scene"]["play"]["turn"]["play"];
    let press = json!({"code": button["press"], "values": [cards]});
    guest.ask(json!({"press": press})).await
}

#[tokio::test]
async fn cards_of_the_lesson_are_chosen_on_its_table_and_judged_by_the_rules() {
    let place = Place::open().await;
    let cookie = place.begin_session().await;
    let mut guest = Guest::come(&place, &cookie, None).await;
    let answer = guest.ask(json!({"words": "practice"})).await;
    let step = &answer["exhibit"]["step"];
    let scene = &step["scene"];
    assert_eq!(scene["you"], 2, "{answer}");
    assert_eq!(
        scene["play"]["trick"]["plays"],
        json!([{"seat": 1, "cards": ["KS"]}])
    );
    assert_eq!(scene["play"]["turn"]["count"], 1, "{answer}");
    let said = |answer: &Value| {
        let said = answer["exhibit"]["step"]["said"]
            .as_u64()
            .unwrap_or_default();
        answer["page"]["lines"]
            .as_array()
            .map_or(0, |lines| lines.len()) as u64
            >= said
            && said > 0
    };
    assert!(said(&answer), "{answer}");
    // Spades were led, and there are spades: the step is asked again.
    let refused = choose(&mut guest, &answer, "9H").await;
    assert!(said(&refused), "{refused}");
    assert_eq!(refused["page"]["title"], answer["page"]["title"]);
    assert_ne!(refused["page"]["lines"][0], answer["page"]["lines"][0]);
    let done = choose(&mut guest, &refused, "AS").await;
    let play = &done["exhibit"]["step"]["scene"]["play"];
    assert_eq!(play["trick"]["winning"], 2, "{done}");
    assert_eq!(play["trick"]["plays"].as_array().map(Vec::len), Some(4));
    assert_eq!(play["turn"], Value::Null);
    assert_eq!(play["sizes"], json!([5, 5, 5, 5]));
}
