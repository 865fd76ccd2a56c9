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
    check(json!({"content": "hello"}), 200, None).await;
    check(json!({"content": "х".repeat(2_000)}), 200, None).await;
    check(
        json!({"content": "х".repeat(2_001)}),
        400,
        Some("2001 characters"),
    )
    .await;
    check(
        json!({"content": "x".repeat(4_001)}),
        400,
        Some("at `/content`"),
    )
    .await;
    check(json!({"content": "  "}), 400, Some("an empty message")).await;
    check(
        json!({"embeds": [{"description": "x".repeat(4_097)}]}),
        400,
        Some("/embeds/0/description"),
    )
    .await;
    let half = json!({"description": "x".repeat(3_001)});
    check(
        json!({"embeds": [half, half]}),
        400,
        Some("6002 characters"),
    )
    .await;
    let fields: Value = (0..26)
        .map(|_| json!({"name": "n", "value": "v"}))
        .collect();
    check(
        json!({"embeds": [{"fields": fields}]}),
        400,
        Some("/embeds/0/fields"),
    )
    .await;
}

#[tokio::test]
async fn components() {
    let row = |inner: Value| json!([{"type": 1, "components": inner}]);
    let with = |components: Value| json!({"content": "x", "components": components});
    check(with(row(buttons(5))), 200, None).await;
    check(with(row(buttons(6))), 400, Some("/components/0")).await;
    check(with(rows(5)), 200, None).await;
    check(with(rows(6)), 400, Some("6 rows")).await;
    check(with(menu(25, 1, 25)), 200, None).await;
    check(with(menu(26, 1, 1)), 400, Some("/components/0")).await;
    check(with(menu(3, 2, 1)), 400, Some("takes 2 to 1 of 3")).await;
    check(with(menu(3, 1, 4)), 400, Some("takes 1 to 4 of 3")).await;
    let twin = json!({"type": 2, "style": 2, "label": "b", "custom_id": "b0"});
    check(with(row(json!([twin, twin]))), 400, Some("`b0` twice")).await;
    check(
        with(row(json!([{"type": 2, "style": 2, "custom_id": "b"}]))),
        400,
        Some("neither label nor emoji"),
    )
    .await;
    check(
        with(row(json!([{"type": 2, "style": 2, "label": "b"}]))),
        400,
        Some("needs a custom_id"),
    )
    .await;
    let long = json!([{"type": 2, "style": 2, "label": "b", "custom_id": "x".repeat(101)}]);
    check(with(row(long)), 400, Some("/components/0")).await;
}

#[tokio::test]
async fn misspelt_keys_pass_but_do_not_go_unnoticed() {
    check(
        json!({"content": "x", "colour": 3}),
        200,
        Some("unknown key `/colour`"),
    )
    .await;
    check(
        json!({"embeds": [{"title": "x", "footnote": "y"}]}),
        200,
        Some("unknown key `/embeds/0/footnote`"),
    )
    .await;
    let button = json!({"type": 2, "style": 2, "label": "b", "custom_id": "b", "placeholder": "menus have these"});
    let rows = json!([{"type": 1, "components": [button]}]);
    check(
        json!({"content": "x", "components": rows}),
        200,
        Some("unknown key `/components/0/components/0/placeholder`"),
    )
    .await;
}

#[tokio::test]
async fn nobody_is_notified_by_accident() {
    check(
        json!({"content": "x", "allowed_mentions": null}),
        200,
        Some("`allowed_mentions` is missing"),
    )
    .await;
    let everyone = json!({"parse": ["everyone"]});
    check(
        json!({"content": "@everyone", "allowed_mentions": everyone}),
        200,
        Some("whole groups"),
    )
    .await;
    let stray = json!({"parse": [], "users": ["77"]});
    check(
        json!({"content": "x", "allowed_mentions": stray}),
        200,
        Some("whom the text does not"),
    )
    .await;
    check(
        json!({"content": "<@77>", "allowed_mentions": stray}),
        200,
        None,
    )
    .await;
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
