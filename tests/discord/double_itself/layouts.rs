//! Messages whose texts and controls are laid out in containers: what they may have, and that a press on one is heard by
//! the real client.

use crate::double_itself::bot;
use crate::double_itself::raw::scene;
use serde_json::{Value, json};

const LAID_OUT: u64 = 1 << 15;

fn button(label: &str, id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": label, "custom_id": id})
}

fn text(content: &str) -> Value {
    json!({"type": 10, "content": content})
}

/// So many buttons in rows of five, below a text.
fn container(text: &Value, buttons: usize) -> Value {
    let ids: Vec<_> = (0..buttons).map(|at| format!("b{at}")).collect();
    let rows = ids.chunks(5).map(|ids| {
        let buttons: Vec<_> = ids.iter().map(|id| button(id, id)).collect();
        json!({"type": 1, "components": buttons})
    });
    let parts: Vec<_> = [text.clone()].into_iter().chain(rows).collect();
    json!({"type": 17, "accent_color": 3_111_259, "components": parts})
}

fn laid_out(components: &Value) -> Value {
    json!({"flags": LAID_OUT, "components": components, "allowed_mentions": {"parse": []}})
}

#[tokio::test]
async fn a_press_on_a_button_in_a_container_is_heard_by_the_client() {
    let (discord, raw, table, ana, _) = scene().await;
    let _bot = bot::start(&discord).await;
    let row =
        json!({"type": 1, "components": [button("My hand", "hand"), button("Quiet", "quiet")]});
    let gallery =
        json!({"type": 12, "items": [{"media": {"url": "https://cdn.discordapp.com/a.png"}}]});
    let parts = json!([text("**Your turn**"), gallery, row]);
    let posted = raw
        .posts(table, laid_out(&json!([{"type": 17, "components": parts}])))
        .await;
    assert_eq!(posted.status, 200, "{}", posted.body);
    let seen = ana.sees(table).pop().expect("the message");
    assert_eq!(
        seen.text,
        "| **Your turn**\n| (image: https://cdn.discordapp.com/a.png)\n| [ My hand ] [ Quiet ]"
    );
    let hand = ana.presses(&seen, "My hand").message().await;
    hand.assert_tells_alone("A♥ K♣");
    discord.assert_clean();
}

#[tokio::test]
async fn what_a_layout_may_have() {
    let check = async |body: Value, violation: Option<&str>| {
        let (discord, raw, table, ..) = scene().await;
        let answer = raw.posts(table, body.clone()).await;
        let found = discord.take_violations();
        match violation {
            None => assert_eq!((answer.status, found), (200, Vec::new()), "{body}"),
            Some(violation) => {
                assert_eq!(answer.status, 400, "{body}");
                let told = found.iter().any(|found| found.contains(violation));
                assert!(told, "{violation}: {found:?}");
            }
        }
    };
    let with = |fields: Value| {
        let mut body = laid_out(&json!([container(&text("x"), 5)]));
        body.as_object_mut()
            .expect("fields")
            .extend(fields.as_object().expect("fields").clone());
        body
    };
    let hand = |text: &str, buttons| {
        laid_out(&json!([container(
            &json!({"type": 10, "content": text}),
            buttons
        )]))
    };
    check(hand(&"х".repeat(4_000), 31), None).await;
    check(hand("x", 32), Some("41 components")).await;
    let two = laid_out(&json!([text(&"x".repeat(2_001)), text(&"x".repeat(2_000))]));
    check(two, Some("4001 characters laid out")).await;
    check(with(json!({"content": "x"})), Some("content or embeds")).await;
    check(
        with(json!({"embeds": [{"title": "x"}]})),
        Some("content or embeds"),
    )
    .await;
    check(with(json!({"flags": 0})), Some("no flag")).await;
    let missing = json!([{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]);
    check(laid_out(&missing), Some("a.png, which is not attached")).await;
}

#[tokio::test]
async fn an_edit_adds_a_layout_and_never_takes_it_away() {
    let (discord, raw, table, ..) = scene().await;
    let plain = json!({"content": "x", "allowed_mentions": {"parse": []}});
    let posted = raw.posts(table, plain.clone()).await;
    let edit = format!(
        "PATCH /channels/{table}/messages/{}",
        posted.body["id"].as_str().expect("an id")
    );
    let parts = json!([container(&text("x"), 5)]);
    let mut change = laid_out(&parts);
    change["flags"] = json!(0);
    assert_eq!(raw.call(&edit, change.clone()).await.status, 400);
    let mut laid = laid_out(&parts);
    laid["content"] = Value::Null;
    assert_eq!(raw.call(&edit, laid).await.status, 200);
    for away in [change, plain] {
        assert_eq!(raw.call(&edit, away).await.status, 400);
    }
    let kept = json!({"components": [container(&text("y"), 1)]});
    assert_eq!(raw.call(&edit, kept).await.status, 200);
    assert_eq!(discord.take_violations().len(), 3);
}
