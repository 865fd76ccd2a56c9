//! Requests that Discord would refuse, or take and misunderstand: each is a violation, and the first kind is refused.

use crate::double::{Double, Options, Pings};
use crate::double_itself::raw::{Raw, message, scene};
use serde_json::{Value, json};

/// A message with these fields, its status, and the violation it is.
async fn check(fields: Value, status: u16, violation: Option<&str>) {
    let (discord, raw, table, _, _) = scene().await;
    let mut body = json!({"allowed_mentions": {"parse": []}});
    body.as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    let answer = raw.posts(table, body).await;
    let found = discord.take_violations();
    assert_eq!(answer.status, status, "{fields}: {} {found:?}", answer.body);
    match violation {
        Some(text) => assert!(
            found.iter().any(|found| found.contains(text)),
            "{text}: {found:?}"
        ),
        None => assert_eq!(found, Vec::<String>::new()),
    }
}

async fn passes(fields: Value) {
    check(fields, 200, None).await;
}

async fn refused(fields: Value, violation: &str) {
    check(fields, 400, Some(violation)).await;
}

async fn noted(fields: Value, violation: &str) {
    check(fields, 200, Some(violation)).await;
}

fn buttons(count: usize) -> Value {
    let button = |at| json!({"type": 2, "style": 2, "label": "b", "custom_id": format!("b{at}")});
    (0..count).map(button).collect()
}

fn rows(count: usize) -> Value {
    let row = |at: usize| json!({"type": 1, "components": [{"type": 2, "style": 2, "label": "b", "custom_id": format!("r{at}")}]});
    (0..count).map(row).collect()
}

fn menu(options: usize, least: usize, most: usize) -> Value {
    let option = |at| json!({"label": format!("o{at}"), "value": format!("o{at}")});
    let options: Value = (0..options).map(option).collect();
    let menu = json!({"type": 3, "custom_id": "m", "options": options, "min_values": least, "max_values": most});
    json!([{"type": 1, "components": [menu]}])
}

#[tokio::test]
async fn texts_and_embeds() {
    passes(json!({"content": "hello"})).await;
    passes(json!({"content": "х".repeat(2_000)})).await;
    refused(json!({"content": "х".repeat(2_001)}), "2001 characters").await;
    refused(json!({"content": "x".repeat(4_001)}), "at `/content`").await;
    refused(json!({"content": "  "}), "an empty message").await;
    refused(
        json!({"embeds": [{"description": "x".repeat(4_097)}]}),
        "/embeds/0/description",
    )
    .await;
    let half = json!({"description": "x".repeat(3_001)});
    refused(json!({"embeds": [half, half]}), "6002 characters").await;
    let fields: Value = (0..26)
        .map(|_| json!({"name": "n", "value": "v"}))
        .collect();
    refused(json!({"embeds": [{"fields": fields}]}), "/embeds/0/fields").await;
}

#[tokio::test]
async fn components() {
    let row = |inner: Value| json!([{"type": 1, "components": inner}]);
    let with = |components: Value| json!({"content": "x", "components": components});
    passes(with(row(buttons(5)))).await;
    refused(with(row(buttons(6))), "/components/0").await;
    passes(with(rows(5))).await;
    refused(with(rows(6)), "6 rows").await;
    passes(with(menu(25, 1, 25))).await;
    refused(with(menu(26, 1, 1)), "/components/0").await;
    refused(with(menu(3, 2, 1)), "takes 2 to 1 of 3").await;
    refused(with(menu(3, 1, 4)), "takes 1 to 4 of 3").await;
    let twin = json!({"type": 2, "style": 2, "label": "b", "custom_id": "b0"});
    refused(with(row(json!([twin, twin]))), "`b0` twice").await;
    refused(
        with(row(json!([{"type": 2, "style": 2, "custom_id": "b"}]))),
        "neither label nor emoji",
    )
    .await;
    refused(
        with(row(json!([{"type": 2, "style": 2, "label": "b"}]))),
        "needs a custom_id",
    )
    .await;
    let long = json!([{"type": 2, "style": 2, "label": "b", "custom_id": "x".repeat(101)}]);
    refused(with(row(long)), "/components/0").await;
}

#[tokio::test]
async fn misspelt_keys_pass_but_do_not_go_unnoticed() {
    noted(
        json!({"content": "x", "colour": 3}),
        "unknown key `/colour`",
    )
    .await;
    noted(
        json!({"embeds": [{"title": "x", "footnote": "y"}]}),
        "unknown key `/embeds/0/footnote`",
    )
    .await;
    let button = json!({"type": 2, "style": 2, "label": "b", "custom_id": "b", "placeholder": "menus have these"});
    let rows = json!([{"type": 1, "components": [button]}]);
    noted(
        json!({"content": "x", "components": rows}),
        "unknown key `/components/0/components/0/placeholder`",
    )
    .await;
}

#[tokio::test]
async fn nobody_is_notified_by_accident() {
    noted(
        json!({"content": "x", "allowed_mentions": null}),
        "`allowed_mentions` is missing",
    )
    .await;
    let everyone = json!({"parse": ["everyone"]});
    noted(
        json!({"content": "@everyone", "allowed_mentions": everyone}),
        "whole groups",
    )
    .await;
    let stray = json!({"parse": [], "users": ["77"]});
    noted(
        json!({"content": "x", "allowed_mentions": stray}),
        "whom the text does not",
    )
    .await;
    passes(json!({"content": "<@77>", "allowed_mentions": stray})).await;
}

#[tokio::test]
async fn a_ping_reaches_the_one_it_names() {
    let (discord, raw, table, ana, bo) = scene().await;
    let mut turn = message(&format!("{} is due, then {}", ana.mention(), bo.mention()));
    turn["allowed_mentions"]["users"] = json!([ana.id.to_string()]);
    assert_eq!(raw.posts(table, turn).await.status, 200);
    assert_eq!(ana.pings().len(), 1);
    assert!(bo.pings().is_empty());
    discord.assert_clean();
}

#[tokio::test]
async fn where_pings_are_no_matter_none_is_checked() {
    let discord = Double::with(Options {
        pings: Pings::Unchecked,
        ..Options::default()
    })
    .await;
    let table = discord.channel("table");
    Raw::new(&discord)
        .call(
            &format!("POST /channels/{table}/messages"),
            json!({"content": "<@77>"}),
        )
        .await;
    discord.assert_clean();
}

#[tokio::test]
async fn names_of_commands() {
    let option = |name: &str, required: bool| json!({"type": 3, "name": name, "description": "d", "required": required});
    for (command, violation) in [
        (json!({"name": "join", "description": "Sit down"}), None),
        (
            json!({"name": "join", "description": "d", "name_localizations": {"zh-CN": "加入"}}),
            None,
        ),
        (
            json!({"name": "join", "description": "d", "name_localizations": {"zh": "加入"}}),
            Some("no locale `zh`"),
        ),
        (
            json!({"name": "Join", "description": "d"}),
            Some("a name that is none"),
        ),
        (
            json!({"name": "sit down", "description": "d"}),
            Some("a name that is none"),
        ),
        (
            json!({"name": "x".repeat(33), "description": "d"}),
            Some("/0/name"),
        ),
        (
            json!({"name": "join", "description": ""}),
            Some("a description of 0"),
        ),
        (
            json!({"name": "join", "description": "d".repeat(101)}),
            Some("/0/description"),
        ),
        (
            json!({"name": "p", "description": "d", "options": [option("a", false), option("b", true)]}),
            Some("after optional"),
        ),
        (
            json!({"name": "p", "description": "d", "options": [option("a", true), option("a", true)]}),
            Some("`a` twice"),
        ),
    ] {
        let discord = Double::start().await;
        let answer = Raw::new(&discord)
            .call("PUT /applications/{app}/commands", json!([command]))
            .await;
        let found = discord.take_violations();
        match violation {
            Some(text) => {
                assert!(
                    found.iter().any(|found| found.contains(text)),
                    "{command}: {found:?}"
                );
                assert_eq!(answer.refusal(), (400, 50_035));
            }
            None => assert_eq!((answer.status, found), (200, Vec::new())),
        }
    }
}

#[tokio::test]
#[should_panic(expected = "an empty message")]
async fn a_violation_fails_the_test_at_its_end() {
    let discord = Double::start().await;
    let table = discord.channel("table");
    Raw::new(&discord)
        .call(&format!("POST /channels/{table}/messages"), message(""))
        .await;
    discord.assert_clean();
}
