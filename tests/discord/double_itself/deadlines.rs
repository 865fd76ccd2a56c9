//! Three seconds to acknowledge, fifteen minutes for a token, and who reaches a message by it.

use crate::double::{Answer, TOKEN_LIFE};
use crate::double_itself::raw::{held, message};
use serde_json::{Value, json};
use std::time::Duration;

fn hidden(text: &str) -> Value {
    json!({"type": 4, "data": {"content": text, "flags": 64, "allowed_mentions": {"parse": []}}})
}

#[tokio::test]
async fn an_acknowledgement_after_three_seconds_is_too_late() {
    let (discord, raw, table, ana, _) = held().await;
    let posted = raw.post(table, &ana).await;
    let in_time = ana.presses(&posted, "Go");
    discord.advance(Duration::from_millis(2_900));
    assert_eq!(raw.answer(&in_time, hidden("hand")).await.status, 204);
    let late = ana.presses(&posted, "Go");
    discord.advance(Duration::from_millis(3_001));
    late.failed().await;
    assert_eq!(
        raw.answer(&late, hidden("hand")).await.refusal(),
        (404, 10_062)
    );
    let unanswered = discord.world().unanswered();
    assert_eq!(unanswered, ["[ Go ] of Ana was not answered within 3 s"]);
}

#[tokio::test]
async fn an_interaction_is_acknowledged_once() {
    let (_, raw, table, ana, _) = held().await;
    let asked = ana.presses(&raw.post(table, &ana).await, "Go");
    assert_eq!(raw.answer(&asked, hidden("one")).await.status, 204);
    assert_eq!(
        raw.answer(&asked, hidden("two")).await.refusal(),
        (400, 40_060)
    );
    assert_eq!(ana.ephemerals().len(), 1);
}

#[tokio::test]
async fn a_token_lives_for_fifteen_minutes() {
    let (discord, raw, table, ana, _) = held().await;
    let asked = ana.presses(&raw.post(table, &ana).await, "Go");
    let early = raw.by_token(&asked, "POST ", message("too early")).await;
    assert_eq!(
        early.refusal(),
        (404, 10_015),
        "nothing follows an answer that was not given"
    );
    assert_eq!(raw.answer(&asked, hidden("hand")).await.status, 204);
    discord.advance(TOKEN_LIFE - Duration::from_secs(5));
    assert_eq!(raw.edits(&asked, "new").await.status, 200);
    discord.advance(Duration::from_secs(6));
    for (request, body) in [
        ("PATCH /messages/@original", json!({"content": "newer"})),
        ("GET /messages/@original", Value::Null),
        ("DELETE /messages/@original", Value::Null),
        ("POST ", message("and more")),
    ] {
        assert_eq!(
            raw.by_token(&asked, request, body).await.refusal(),
            (401, 50_027),
            "{request}"
        );
    }
    assert_eq!(
        ana.ephemerals()[0].content,
        "new",
        "the message itself stays"
    );
}

#[tokio::test]
async fn an_ephemeral_message_is_reached_by_token_alone() {
    let (_, raw, table, ana, _) = held().await;
    let asked = ana.presses(&raw.post(table, &ana).await, "Go");
    raw.answer(&asked, hidden("hand")).await;
    let Answer::Message(id) = asked.answered().await else {
        panic!("a message")
    };
    for method in ["GET", "DELETE"] {
        let refused = raw
            .call(
                &format!("{method} /channels/{table}/messages/{id}"),
                Value::Null,
            )
            .await;
        assert_eq!(refused.refusal(), (404, 10_008), "{method}");
    }
    let got = raw
        .by_token(&asked, "GET /messages/@original", Value::Null)
        .await;
    assert_eq!((got.status, got.body["flags"].clone()), (200, json!(64)));
    assert_eq!(
        raw.by_token(&asked, "DELETE /messages/@original", Value::Null)
            .await
            .status,
        204
    );
    assert!(ana.ephemerals().is_empty());
    assert_eq!(
        raw.by_token(&asked, "GET /messages/@original", Value::Null)
            .await
            .refusal(),
        (404, 10_008)
    );
}

#[tokio::test]
async fn follow_ups_are_edited_and_deleted_by_their_ids() {
    let (discord, raw, table, ana, bo) = held().await;
    let posted = raw.post(table, &ana).await;
    let (asked, other) = (ana.presses(&posted, "Go"), bo.presses(&posted, "Go"));
    raw.answer(&asked, hidden("hand")).await;
    raw.answer(&other, hidden("hand")).await;
    let followed = raw.by_token(&asked, "POST ", message("to all")).await;
    let id = followed.body["id"].as_str().expect("an id").to_owned();
    assert!(bo.sees(table).iter().any(|seen| seen.content == "to all"));
    let edit = format!("PATCH /messages/{id}");
    assert_eq!(
        raw.by_token(&other, &edit, json!({"content": "mine"}))
            .await
            .refusal(),
        (404, 10_008)
    );
    assert_eq!(
        raw.by_token(&asked, &edit, json!({"content": "changed"}))
            .await
            .status,
        200
    );
    assert!(
        bo.sees(table)
            .iter()
            .any(|seen| seen.content == "changed" && seen.edits == 1)
    );
    assert_eq!(
        raw.by_token(&asked, &format!("DELETE /messages/{id}"), Value::Null)
            .await
            .status,
        204
    );
    assert!(!bo.sees(table).iter().any(|seen| seen.content == "changed"));
    discord.assert_clean();
}

#[tokio::test]
async fn a_kind_of_answer_fits_its_interaction() {
    let (discord, raw, table, ana, _) = held().await;
    let asked = ana.presses(&raw.post(table, &ana).await, "Go");
    let refused = raw
        .answer(&asked, json!({"type": 8, "data": {"choices": []}}))
        .await;
    assert_eq!(refused.refusal(), (400, 50_035));
    assert_eq!(
        discord.take_violations(),
        ["[ Go ] was answered with a callback of type 8"]
    );
}

#[tokio::test]
async fn the_original_of_a_token_is_what_its_first_answer_made_it() {
    let (discord, raw, table, ana, _) = held().await;
    let update = json!({"type": 7, "data": message("updated")});
    let loud = json!({"type": 4, "data": message("new")});
    let answers = [
        (json!({"type": 6}), true),
        (update, true),
        (loud, false),
        (hidden("hand"), false),
        (json!({"type": 5, "data": {"flags": 64}}), false),
    ];
    for (answer, is_board) in answers {
        let board = raw.post(table, &ana).await;
        let other = raw.post(table, &ana).await;
        let asked = ana.presses(&board, "Go");
        assert_eq!(raw.answer(&asked, answer.clone()).await.status, 204);
        let shows = |id| {
            let seen = ana.sees(table).into_iter().find(|seen| seen.id == id);
            seen.expect("it is there").content
        };
        let before = shows(board.id);
        let edit = "PATCH /messages/@original";
        let edited = raw.by_token(&asked, edit, json!({"content": "edited"}));
        assert_eq!(edited.await.status, 200, "{answer}");
        let expected = if is_board { "edited" } else { &before };
        assert_eq!(shows(board.id), expected, "{answer}");
        // Nothing else of the bot is reached by it, not even the board.
        let mut others = vec![other.id];
        others.extend((!is_board).then_some(board.id));
        for id in others {
            let edit = format!("PATCH /messages/{id}");
            let refused = raw.by_token(&asked, &edit, json!({"content": "mine"}));
            assert_eq!(refused.await.refusal(), (404, 10_008), "{answer}");
        }
        // What follows is private where it says so, and edited by its own id.
        let mut secret = message("a secret");
        secret["flags"] = json!(64);
        let followed = raw.by_token(&asked, "POST ", secret).await;
        assert_eq!(
            (followed.status, &followed.body["flags"]),
            (200, &json!(64))
        );
        let id = followed.body["id"].as_str().expect("an id");
        let edit = format!("PATCH /messages/{id}");
        let edited = raw.by_token(&asked, &edit, json!({"content": "another secret"}));
        assert_eq!(edited.await.status, 200);
        assert_eq!(shows(board.id), expected, "{answer}");
    }
    discord.assert_clean();
}

#[tokio::test]
async fn a_private_chat_is_reached_by_tokens_alone_and_five_times_by_each() {
    let (discord, raw, _, ana, bo) = held().await;
    let commands = json!([{
        "name": "go", "type": 1, "description": "Go", "contexts": [2], "integration_types": [1],
    }]);
    let put = raw.call("PUT /applications/{app}/commands", commands).await;
    assert_eq!(put.status, 200);
    let chat = discord.group("friends", &[ana.clone(), bo.clone()]);
    let asked = ana.slash(chat, "go", json!({}));
    let all = json!({"type": 4, "data": message("to all")});
    assert_eq!(raw.answer(&asked, all).await.status, 204);
    let seen = bo.sees(chat).pop().expect("what all see");
    let invalid = discord.invalid_requests();
    for (request, body) in [
        (format!("POST /channels/{chat}/messages"), message("more")),
        (
            format!("PATCH /channels/{chat}/messages/{}", seen.id),
            message("new"),
        ),
        (
            format!("DELETE /channels/{chat}/messages/{}", seen.id),
            Value::Null,
        ),
        (format!("GET /channels/{chat}/messages"), Value::Null),
    ] {
        assert_eq!(
            raw.refusal(&request, body).await,
            (403, 50_001),
            "{request}"
        );
    }
    assert_eq!(discord.invalid_requests(), invalid + 4);
    for _ in 0..5 {
        let followed = raw.by_token(&asked, "POST ", message("more")).await;
        assert_eq!(followed.status, 200);
    }
    let sixth = raw.by_token(&asked, "POST ", message("more")).await;
    assert_eq!(sixth.refusal(), (400, 40_094));
    assert_eq!(raw.edits(&asked, "new").await.status, 200);
}
