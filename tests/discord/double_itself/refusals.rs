//! What Discord refuses, by status and code, and what goes wrong on demand.

use crate::double::Fault;
use crate::double_itself::raw::{contents, message, scene};
use serde_json::{Value, json};
use serenity::model::Permissions;
use std::time::Duration;

#[tokio::test]
async fn lost_permissions_and_lost_places() {
    let (discord, raw, table, ana, _) = scene().await;
    let posted = raw.post(table, &ana).await;
    let hers = ana.says(table, "hello");
    let (post, edit) = (
        format!("POST /channels/{table}/messages"),
        format!("PATCH /channels/{table}/messages/{}", posted.id),
    );
    let remove = format!("DELETE /channels/{table}/messages/{hers}");

    discord.deny_bot(table, Permissions::SEND_MESSAGES);
    assert_eq!(raw.refusal(&post, message("hello")).await, (403, 50_013));
    assert_eq!(
        raw.call(&edit, message("hello")).await.status,
        200,
        "own messages can be changed all the same"
    );
    discord.deny_bot(table, Permissions::EMBED_LINKS);
    let embed = json!({"embeds": [{"title": "Score"}], "allowed_mentions": {"parse": []}});
    assert_eq!(raw.refusal(&post, embed).await, (403, 50_013));
    discord.deny_bot(table, Permissions::MANAGE_MESSAGES);
    assert_eq!(raw.refusal(&remove, Value::Null).await, (403, 50_013));
    discord.deny_bot(table, Permissions::VIEW_CHANNEL);
    assert_eq!(raw.refusal(&post, message("hello")).await, (403, 50_001));
    discord.deny_bot(table, Permissions::empty());
    assert_eq!(raw.call(&remove, Value::Null).await.status, 204);

    discord.delete_message(posted.id);
    assert_eq!(raw.refusal(&edit, message("hello")).await, (404, 10_008));
    discord.delete_channel(table);
    assert_eq!(raw.refusal(&post, message("hello")).await, (404, 10_003));
    assert!(ana.sees(table).is_empty());
    discord.assert_clean();
}

#[tokio::test]
async fn others_messages_and_closed_doors() {
    let (discord, raw, table, ana, _) = scene().await;
    let hers = ana.says(table, "hello");
    let edit = format!("PATCH /channels/{table}/messages/{hers}");
    assert_eq!(raw.refusal(&edit, message("mine")).await, (403, 50_005));
    let direct = raw
        .call(
            "POST /users/@me/channels",
            json!({"recipient_id": ana.id.to_string()}),
        )
        .await;
    let direct = format!(
        "POST /channels/{}/messages",
        direct.body["id"].as_str().expect("an id")
    );
    assert_eq!(raw.call(&direct, message("psst")).await.status, 200);
    ana.accepts_direct_messages(false);
    assert_eq!(raw.refusal(&direct, message("psst")).await, (403, 50_007));
    let reply = json!({"content": "re", "message_reference": {"message_id": "77"}, "allowed_mentions": {"parse": []}});
    assert_eq!(
        raw.refusal(&format!("POST /channels/{table}/messages"), reply)
            .await,
        (400, 50_035)
    );
    discord.assert_clean();
}

#[tokio::test]
async fn only_moderators_have_what_moderators_have() {
    let (discord, _, table, ana, bo) = scene().await;
    ana.is_granted(discord.home(), Permissions::MANAGE_CHANNELS);
    let world = discord.world();
    assert!(
        world
            .permissions(ana.id, table)
            .contains(Permissions::MANAGE_CHANNELS)
    );
    assert!(
        !world
            .permissions(bo.id, table)
            .contains(Permissions::MANAGE_CHANNELS)
    );
}

#[tokio::test]
async fn a_stranger_to_the_server_sees_nothing_of_it() {
    let (discord, raw, table, ana, _) = scene().await;
    let stranger = discord.stranger("Zoe");
    raw.post(table, &ana).await;
    assert!(stranger.sees(table).is_empty());
    let secret = discord.channel("secret");
    discord.overwrite(
        secret,
        ana.id,
        Permissions::empty(),
        Permissions::VIEW_CHANNEL,
    );
    raw.posts(secret, message("hush")).await;
    assert!(ana.sees(secret).is_empty());
    let hush = discord.outgoing().pop().expect("the last request");
    assert!(!hush.seen_by.contains(&ana.id));
}

#[tokio::test]
async fn faults_hit_the_next_requests_of_their_route() {
    let (discord, raw, table, ana, _) = scene().await;
    let post = format!("POST /channels/{table}/messages");
    discord.fail("POST /channels/*/messages", Fault::Status(502), 1);
    discord.fail("POST /channels/*/messages", Fault::DropBefore, 1);
    discord.fail("POST /channels/*/messages", Fault::DropAfter, 1);
    let wait = Fault::TooMany {
        retry_after: Duration::from_millis(1_500),
        global: true,
    };
    discord.fail("POST /channels/*/messages", wait, 1);
    assert_eq!(raw.call(&post, message("1")).await.status, 502);
    assert!(raw.try_call(&post, message("2")).await.is_err());
    assert!(raw.try_call(&post, message("3")).await.is_err());
    let slowed = raw.call(&post, message("4")).await;
    assert_eq!(
        (
            slowed.status,
            slowed.headers["retry-after"].as_str(),
            slowed.body["retry_after"].as_f64()
        ),
        (429, "2", Some(1.5))
    );
    assert_eq!(raw.call(&post, message("5")).await.status, 200);
    let texts: Vec<_> = contents(ana.sees(table));
    assert_eq!(
        texts,
        ["3", "5"],
        "the third took effect though its answer was lost"
    );
}

#[tokio::test]
async fn an_answer_that_never_comes_and_one_that_comes_late() {
    let (discord, raw, table, ana, _) = scene().await;
    let post = format!("POST /channels/{table}/messages");
    discord.fail(&post, Fault::Silence, 1);
    let waiting = raw.call(&post, message("silence"));
    tokio::select! {
        _ = waiting => panic!("no answer was to come"),
        _ = ana.awaits("the message", |seen| seen.content == "silence") => {}
    }
    discord.fail(&post, Fault::Late(Duration::from_millis(50)), 1);
    assert_eq!(raw.call(&post, message("late")).await.status, 200);
}

#[tokio::test]
async fn a_nonce_keeps_a_retry_from_posting_twice() {
    let (discord, raw, table, ana, _) = scene().await;
    let post = format!("POST /channels/{table}/messages");
    let mut once = message("once");
    once["nonce"] = json!("round 4");
    once["enforce_nonce"] = json!(true);
    discord.fail(&post, Fault::DropAfter, 1);
    assert!(raw.try_call(&post, once.clone()).await.is_err());
    assert_eq!(raw.call(&post, once).await.status, 200);
    assert_eq!(ana.sees(table).len(), 1);
    discord.assert_clean();
}
