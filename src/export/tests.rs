//! The page is whole, speaks every language, shows every card where it is played, and lets no name be
//! more than text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::markup::inline;
use super::*;

const HOSTILE: &str = "</script><img src=x onerror=a()>\"'<svg>";

/// A finished match made of the kept rounds of a game; everybody has the hostile name.
fn finished(game: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/fixtures/replays/v1/{game}.json");
    let kept = std::fs::read_to_string(path).expect("kept rounds");
    let kept: Vec<Value> = serde_json::from_str(&kept).expect("a list");
    let recordings = kept.iter().map(|kept| kept["film"]["replay"].clone());
    let rounds: BTreeMap<String, Value> =
        (1..).map(|n: u32| n.to_string()).zip(recordings).collect();
    let players = vec![json!({"name": HOSTILE}); 10];
    json!({
        "format": 1, "game": game, "number": 1, "over": true, "rules": {}, "seed": null,
        "players": players, "moves": [], "rounds": rounds,
    })
    .to_string()
}

/// The values of an attribute, in order.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    let found = html.split(start.as_str()).skip(1);
    found.filter_map(|rest| rest.split('"').next()).collect()
}

#[track_caller]
fn check(game: &str) {
    let text = finished(game);
    for first in Locale::all() {
        let html = page(&text, first).expect("a finished match");
        let (head, body) = html.split_once("<body>").expect("a head and a body");
        assert!(head.contains(&format!("<html lang=\"{}\"", first.tag())));
        // What the page consists of: nothing of it is a name.
        assert_eq!(html.matches("<script").count(), 1, "{game}");
        assert_eq!(html.matches("</script").count(), 1, "{game}");
        for word in ["<img", "onerror=a()>", "://", "@import"] {
            assert!(!html.contains(word), "{game}: {word}");
        }
        // Every drawing is there once, and every one that is used is there.
        let ids = values(body, "id");
        let distinct: BTreeSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), distinct.len(), "{game}");
        for used in values(body, "href") {
            let name = used.strip_prefix('#').expect("a drawing of the page");
            assert!(ids.contains(&name), "{game}: {used}");
        }
        // Every sentence is there in every language.
        for locale in Locale::all() {
            let own = format!("<div lang=\"{}\">", locale.tag());
            assert_eq!(body.matches(&own).count(), body.matches("<article").count());
            assert!(STYLE.contains(&format!("[lang={}]", locale.tag())));
        }
    }
}

#[test]
fn a_match_of_every_game_is_one_page() {
    for game in crate::game::GameKind::ALL {
        check(game.name());
    }
}

#[test]
fn every_card_of_a_hand_leaves_it_in_the_trick_in_which_it_is_played() {
    let html = page(&finished("tractor"), Locale::ENGLISH).expect("a match");
    let mut seen = 0;
    for round in html.split("<section").skip(1) {
        let (steps, hands) = round
            .split_once("<div class=\"hands\">")
            .unwrap_or((round, ""));
        let mut played: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for step in steps.split("<article").skip(1) {
            let n: usize = values(step, "data-n")[0].parse().expect("a number");
            for play in step.split("<div class=\"play s").skip(1) {
                let seat = usize::from(play.as_bytes()[0] - b'0');
                played.insert((n, seat), play.matches("<svg class=\"c\"").count());
            }
        }
        for (seat, hand) in hands.split("<div class=\"hand s").skip(1).enumerate() {
            let tricks = values(hand, "data-t");
            for ((n, _), count) in played.iter().filter(|((_, player), _)| *player == seat) {
                let leaving = tricks.iter().filter(|trick| **trick == n.to_string());
                assert_eq!(leaving.count(), *count, "trick {n}, seat {seat}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "only {seen} plays");
}

/// The kept round of this name, with its players.
fn kept(game: &str, round: &str) -> Value {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/fixtures/replays/v1/{game}.json");
    let kept = std::fs::read_to_string(path).expect("kept rounds");
    let kept: Vec<Value> = serde_json::from_str(&kept).expect("a list");
    let kept = kept.iter().find(|kept| kept["name"] == round);
    kept.expect("a round of this name")["film"].clone()
}

/// What a match is called in English that ended with this round under these house rules.
#[track_caller]
fn check_title(game: &str, film: &Value, rules: Value, expected: &str) {
    let mut text: Value = serde_json::from_str(&finished(game)).expect("a match");
    text["players"] = film["players"].clone();
    text["rounds"] = json!({"7": film["replay"]});
    text["rules"] = rules;
    let html = page(&text.to_string(), Locale::ENGLISH).expect("a finished match");
    let within = |open: &str, close| {
        let (_, rest) = html.split_once(open).expect("it is there");
        rest.split_once(close).expect("it ends").0.to_owned()
    };
    assert_eq!(within("<title>", "</title>"), expected);
    assert_eq!(within("<h1 lang=\"en-US\">", "</h1>"), expected);
}

#[test]
fn its_title_tells_who_won_and_how_far() {
    let check = |game, round, title| check_title(game, &kept(game, round), json!({}), title);
    check(
        "tractor",
        "throw-ten 1.1",
        "Tractor: Ana + 陈晓明 beat Bo + Zoë 🎴, level 3 to 2",
    );
    // Equally far: by the last round.
    check(
        "tractor",
        "after-ace 1.3",
        "Tractor: Ana + 陈晓明 beat Bo + Eve, level 3 to 3",
    );
    check(
        "uno",
        "official-words 1.1",
        "UNO: Bo wins with 156 points, ahead of 陈晓明 (0), Zoë 🎴 (0), Ana (0)",
    );
    check("uno", "nobody-left 1.1", "UNO: Sam 🤖 wins");
    check(
        "ttt",
        "board-5-3-alternate 1.1",
        "Tic-tac-toe: Bo beats Ana",
    );
    check("ttt", "rules-09 1.1", "Tic-tac-toe: Ana and Computer draw");
    let lowest = kept("uno", "lowest 1.1");
    let title = "UNO: 陈晓明 wins with 0 points, ahead of Bo (40), Ana (63)";
    check_title("uno", &lowest, json!({"score": "lowest"}), title);
    let title = "UNO: 陈晓明 wins, ahead of Bo, Ana";
    check_title("uno", &lowest, json!({"score": "none"}), title);
}

/// The last of a limited number of rounds may be won by those who are behind.
#[test]
fn a_match_is_won_by_the_team_that_is_ahead() {
    let mut film = kept("tractor", "throw-ten 1.1");
    film["replay"]["result"]["levels"] = json!(["3", "K"]);
    let title = "Tractor: Bo + Zoë 🎴 beat Ana + 陈晓明, level K to 3";
    check_title("tractor", &film, json!({"rounds": 7}), title);
}

#[test]
fn without_a_result_the_title_tells_who_played() {
    let mut film = kept("tractor", "throw-ten 1.1");
    film["replay"]["result"] = Value::Null;
    check_title(
        "tractor",
        &film,
        json!({}),
        "Tractor: Ana, Bo, 陈晓明, Zoë 🎴",
    );
}

#[test]
fn what_is_no_finished_match_has_no_page() {
    let open = finished("tractor").replace("\"over\":true", "\"over\":false");
    for text in ["", "{}", "[]", open.as_str()] {
        assert_eq!(page(text, Locale::ENGLISH), None);
    }
}

#[test]
fn the_policy_names_the_script_and_the_style_that_are_on_the_page() {
    // The SHA-256 of nothing, from FIPS 180.
    let empty = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    assert_eq!(fingerprint(""), empty);
    let html = page(&finished("ttt"), Locale::CHINESE).expect("a match");
    for (tag, text) in [("style", STYLE), ("script", SCRIPT)] {
        assert!(html.contains(&format!("<{tag}>{text}</{tag}>")));
        assert!(html.contains(&format!("{tag}-src '{}'", fingerprint(text))));
    }
    // No style stands at an element: the policy would not let it count.
    assert!(!html.contains(" style=\""));
}

/// The HTML of a line in which `<:face:1>` is drawn as a square.
fn check_markup(line: &str, html: &str) {
    let mut is = String::new();
    let mut tag = |tag: &str| (tag == ":face:1").then(|| "■".to_owned());
    inline(line, &mut tag, &mut is);
    assert_eq!(is, html, "{line}");
}

#[test]
fn markup_becomes_tags_and_everything_else_is_text() {
    check_markup(
        "**Ana** plays `♠K <b>`",
        "<b>Ana</b> plays <code>♠K &lt;b&gt;</code>",
    );
    check_markup(r"\*\*a\*\* & 'b'", "**a** &amp; &#39;b&#39;");
    check_markup("a <:face:1> b <:other:2>", "a ■ b &lt;:other:2&gt;");
    check_markup("**open `code", "<b>open <code>code</code></b>");
    check_markup("a < b", "a &lt; b");
    check_markup("\\", "");
}
