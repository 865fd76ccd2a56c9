//! Rate limits as they are met: by channel, by token, by bot, and the ban at the end.

use crate::double::{Double, Limits, OLD_MESSAGE, Options};
use crate::double_itself::raw::{Raw, at, message};
use serde_json::json;
use serenity::builder::CreateMessage;
use std::time::Duration;

/// With the time held, so that the figures do not hang on the machine's speed.
async fn limited() -> Double {
    let discord = flowing().await;
    discord.hold_clock();
    discord
}

async fn flowing() -> Double {
    Double::with(Options {
        limits: Limits::Real,
        ..Options::default()
    })
    .await
}

#[tokio::test]
async fn the_sixth_message_within_five_seconds_is_one_too_many() {
    let discord = limited().await;
    let raw = Raw::new(&discord);
    let table = discord.channel("table");
    for left in (0..5).rev() {
        let sent = raw.posts(table, message("hello")).await;
        assert_eq!(
            (sent.status, sent.headers["x-ratelimit-remaining"].as_str()),
            (200, left.to_string().as_str())
        );
        assert_eq!(sent.headers["x-ratelimit-limit"], "5");
        assert!(
            sent.headers.contains_key("x-ratelimit-bucket")
                && sent.headers.contains_key("x-ratelimit-reset")
        );
    }
    let refused = raw.posts(table, message("hello")).await;
    assert_eq!(
        (refused.status, refused.body["global"].clone()),
        (429, json!(false))
    );
    assert!((1..=5).contains(&refused.headers["retry-after"].parse::<u64>().unwrap()));
    assert_eq!(refused.headers["x-ratelimit-scope"], "user");
    assert!(refused.body["retry_after"].as_f64().unwrap() <= 5.0);
    assert_eq!(discord.invalid_requests(), 1);
    let elsewhere = format!("POST /channels/{}/messages", discord.channel("lounge"));
    assert_eq!(
        raw.call(&elsewhere, message("hello")).await.status,
        200,
        "another channel has a bucket of its own"
    );
    discord.advance(Duration::from_secs(5));
    assert_eq!(raw.posts(table, message("hello")).await.status, 200);
    discord.set_limits(Limits::Off);
    for _ in 0..10 {
        assert_eq!(raw.posts(table, message("hello")).await.status, 200);
    }
}

#[tokio::test]
async fn the_rate_limiter_of_serenity_keeps_to_the_headers() {
    let discord = flowing().await;
    let table = discord.channel("table");
    let http = discord.limited_http().await;
    for at in 0..8 {
        let hello = CreateMessage::new()
            .content(format!("hello {at}"))
            .allowed_mentions(Default::default());
        table
            .send_message(&http, hello)
            .await
            .expect("sent in time");
    }
    assert_eq!(discord.person("Ana").sees(table).len(), 8);
    assert_eq!(discord.invalid_requests(), 0);
    discord.assert_clean();
}

#[tokio::test]
async fn edits_through_one_token_do_not_slow_another() {
    let (_, raw, table, ana, bo) = at(limited().await);
    let posted = raw.post(table, &ana).await;
    let (first, second) = (ana.presses(&posted, "Go"), bo.presses(&posted, "Go"));
    for asked in [&first, &second] {
        let hand = json!({"type": 4, "data": {"content": "hand", "flags": 64, "allowed_mentions": {"parse": []}}});
        assert_eq!(raw.answer(asked, hand).await.status, 204);
    }
    for _ in 0..5 {
        assert_eq!(raw.edits(&first, "more").await.status, 200);
    }
    assert_eq!(raw.edits(&first, "more").await.status, 429);
    assert_eq!(raw.edits(&second, "more").await.status, 200);
}

#[tokio::test]
async fn fifty_requests_a_second_are_all_but_answers_to_interactions_are_free() {
    let (discord, raw, _, ana, _) = at(limited().await);
    let table = discord.channel("table");
    let posted = raw.post(table, &ana).await;
    discord.advance(Duration::from_secs(1));
    let rooms: Vec<_> = (0..20)
        .map(|at| discord.channel(&format!("room {at}")))
        .collect();
    for at in 0..60 {
        let sent = raw.posts(rooms[at % 20], message("hello")).await;
        if at < 50 {
            assert_eq!(sent.status, 200);
        } else {
            assert_eq!(
                (sent.status, sent.body["global"].clone()),
                (429, json!(true))
            );
            assert_eq!(sent.headers["x-ratelimit-global"], "true");
            assert_eq!(sent.headers["x-ratelimit-scope"], "global");
        }
    }
    assert_eq!(
        (discord.busiest_second(), discord.invalid_requests()),
        (50, 10)
    );
    for _ in 0..60 {
        let asked = ana.presses(&posted, "Go");
        assert_eq!(raw.answer(&asked, json!({"type": 6})).await.status, 204);
    }
    discord.advance(Duration::from_secs(1));
    assert_eq!(raw.posts(rooms[19], message("hello")).await.status, 200);
}

#[tokio::test]
async fn too_many_invalid_requests_end_in_a_ban() {
    let options = Options {
        limits: Limits::Real,
        invalid_before_ban: 4,
        ..Options::default()
    };
    let discord = Double::with(options).await;
    let raw = Raw::new(&discord).with_token("Bot stolen");
    for _ in 0..4 {
        assert_eq!(raw.call("GET /users/@me", json!(null)).await.status, 401);
    }
    assert_eq!(discord.invalid_requests(), 4);
    let banned = Raw::new(&discord).call("GET /users/@me", json!(null)).await;
    assert_eq!(
        (banned.status, banned.body),
        (429, json!(null)),
        "not even JSON any more"
    );
    discord.advance(Duration::from_secs(601));
    assert_eq!(
        Raw::new(&discord)
            .call("GET /users/@me", json!(null))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn an_old_message_takes_few_edits() {
    let (discord, raw, table, ana, _) = at(limited().await);
    let posted = raw.post(table, &ana).await;
    let edit = format!("PATCH /channels/{table}/messages/{}", posted.id);
    assert_eq!(
        raw.call(&edit, json!({"content": "young"})).await.status,
        200
    );
    discord.advance(OLD_MESSAGE + Duration::from_secs(1));
    for _ in 0..3 {
        assert_eq!(raw.call(&edit, json!({"content": "old"})).await.status, 200);
    }
    assert_eq!(
        raw.refusal(&edit, json!({"content": "old"})).await,
        (429, 30_046)
    );
}
