//! Talk at a table in browsers: who is heard there, and by whom.

use serde_json::json;

use crate::guest::{Guest, Place};

/// Says something at the table; how that was answered.
async fn say(guest: &mut Guest, line: &str) -> String {
    let answer = guest.ask(json!({"words": format!("chat {line}")})).await;
    answer["outcome"].as_str().expect("an outcome").to_owned()
}

/// The next line that somebody hears, with the seat of who says it.
async fn heard(guest: &mut Guest) -> (u64, String) {
    let said = guest.told("said").await;
    let text = said["text"].as_str().expect("a line").to_owned();
    (said["seat"].as_u64().expect("a seat"), text)
}

#[tokio::test]
async fn who_sits_at_a_table_is_heard_there_unless_they_are_blocked_or_muted() {
    let place = Place::open().await;
    let cookie = place.begin_session_of("Ana").await;
    let key = place.opens(&cookie, json!({"game": "ttt"})).await;
    let mut ana = Guest::come(&place, &cookie, Some(&key)).await;
    let cookie = place.begin_session_of("Bo").await;
    let mut bo = Guest::come(&place, &cookie, Some(&key)).await;
    let cookie = place.begin_session_of("Chen").await;
    let mut chen = Guest::come(&place, &cookie, Some(&key)).await;
    for guest in [&mut ana, &mut bo, &mut chen] {
        guest.told("table").await;
    }
    bo.ask(json!({"words": "join"})).await;

    assert_eq!(say(&mut ana, "good *luck*").await, "done");
    for guest in [&mut ana, &mut bo, &mut chen] {
        assert_eq!(heard(guest).await, (0, "good *luck*".to_owned()));
    }
    assert_eq!(say(&mut chen, "I only look on").await, "refused");

    // Who is blocked is not heard by who has blocked them, and by everybody else.
    let blocked = bo.ask(json!({"words": "block Ana"})).await;
    assert_eq!(blocked["outcome"], "shown", "{blocked}");
    assert_eq!(say(&mut ana, "and again").await, "done");
    assert_eq!(say(&mut bo, "hello").await, "done");
    assert_eq!(heard(&mut bo).await, (1, "hello".to_owned()));
    assert_eq!(heard(&mut chen).await, (0, "and again".to_owned()));
    assert_eq!(heard(&mut chen).await, (1, "hello".to_owned()));

    // The host alone mutes: of anybody else these are words like others.
    assert_eq!(say(&mut ana, "mute Bo").await, "shown");
    assert_eq!(say(&mut bo, "mute Ana").await, "refused");
    assert_eq!(say(&mut ana, "unmute Bo").await, "shown");
    assert_eq!(say(&mut bo, "mute Ana").await, "done");
    assert_eq!(heard(&mut chen).await, (1, "mute Ana".to_owned()));
}

#[tokio::test]
async fn a_lobby_says_how_others_come_to_it() {
    let place = Place::open().await;
    let cookie = place.begin_session().await;
    let mut guest = place.comes_to(&cookie, json!({"game": "uno"})).await;
    let lobby = guest.told("table").await;
    // This server is reached by its own machine alone.
    let invitation = &lobby["invitation"];
    assert_eq!(invitation["address"], "", "{lobby}");
    assert!(invitation["note"].to_string().contains("--listen 0.0.0.0"));
    guest.ask(json!({"words": "computer all"})).await;
    guest.ask(json!({"words": "start"})).await;
    let begun = guest.seen(|table| (table["scene"]["stage"] == "playing").then(|| table.clone()));
    assert!(begun.await.get("invitation").is_none());
}
