//! The page is whole, speaks every language, shows every card where it is played, and lets no name be
//! more than text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::markup::inline;
use super::*;
use crate::game::{Past, RuleSet as _};
use crate::text::context::Surface;
use crate::tictactoe::{self, Ending, TicTacToe};
use crate::tractor::action::RoundResult;
use crate::tractor::card::Rank;
use crate::tractor::view::View;
use crate::uno::{self, Uno};

const HOSTILE: &str = "</script><img src=x onerror=a()>\"'<svg>";

/// An exported match of a game.
fn exported(game: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/fixtures/exports/{game}.json");
    std::fs::read_to_string(path).expect("an exported match")
}

/// The same; everybody has the hostile name.
fn finished(game: &str) -> String {
    let mut file: Value = serde_json::from_str(&exported(game)).expect("JSON");
    for player in file["players"].as_array_mut().expect("players") {
        *player = json!({ "name": HOSTILE });
    }
    file.to_string()
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

#[track_caller]
fn check_title(game: &str, expected: &str) {
    let html = page(&exported(game), Locale::ENGLISH).expect("a finished match");
    let within = |open: &str, close| {
        let (_, rest) = html.split_once(open).expect("it is there");
        rest.split_once(close).expect("it ends").0.to_owned()
    };
    assert_eq!(within("<title>", "</title>"), expected);
    assert_eq!(within("<h1 lang=\"en-US\">", "</h1>"), expected);
}

#[test]
fn its_title_tells_who_won_and_how_far() {
    let tractor = "Tractor: Ana + Cleo beat Wen + Eve, level 3 to 2";
    check_title("tractor", tractor);
    let uno = "UNO: Ana wins with 73 points, ahead of Wen 🤖 (0)";
    check_title("uno", uno);
    check_title("ttt", "Tic-tac-toe: Ana beats Computer");
}

/// How the exported match ended if its last round was another one.
fn outcome<G: Served>(
    name: &str,
    change: impl FnOnce(&mut G::Rules, &mut G::Round),
    put: impl FnOnce(&mut G::View, Past<G::Round>),
    past: impl FnOnce(&G::View) -> G::Round,
) -> Option<String> {
    let mut played = Match::<G>::of_export(&exported(name)).expect("a match");
    let frames = played.frames(*played.rounds().end()).expect("it is over");
    let mut last = frames.last()?.clone();
    let mut result = past(&last);
    change(&mut played.rules, &mut result);
    let mut history = Past::default();
    history.push(result);
    put(&mut last, history);
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Browser, "");
    G::match_outcome(&last, &cx.at(&played.table(StageView::Lobby)))
}

/// The last of a limited number of rounds may be won by those who are behind.
#[test]
fn a_match_is_won_by_the_team_that_is_ahead() {
    let of = |levels: [Rank; 2]| {
        let change = |_: &mut _, result: &mut RoundResult| result.levels = levels;
        let put = |view: &mut View, past| view.history = past;
        outcome::<Tractor>("tractor", change, put, |view| view.history[0].clone())
    };
    for (levels, told) in [
        (
            [Rank::TWO, Rank::KING],
            "Wen + Eve beat Ana + Cleo, level K to 2",
        ),
        (
            [Rank::KING, Rank::TWO],
            "Ana + Cleo beat Wen + Eve, level K to 2",
        ),
        // Equally far: by the last round.
        (
            [Rank::KING, Rank::KING],
            "Ana + Cleo beat Wen + Eve, level K to K",
        ),
    ] {
        assert_eq!(of(levels).as_deref(), Some(told));
    }
}

#[test]
fn points_are_told_where_they_count() {
    let of = |score: &str, places: usize| {
        let change = |rules: &mut uno::Rules, result: &mut uno::RoundResult| {
            rules.set("score", score).expect("a rule");
            result.scores = vec![40, 63];
            result.places.truncate(places);
        };
        let put = |view: &mut uno::View, past| view.history = past;
        outcome::<Uno>("uno", change, put, |view| view.history[0].clone())
    };
    for (score, places, told) in [
        ("lowest", 2, "Ana wins with 40 points, ahead of Wen 🤖 (63)"),
        ("none", 2, "Ana wins, ahead of Wen 🤖"),
        ("none", 1, "Ana wins"),
    ] {
        assert_eq!(of(score, places).as_deref(), Some(told));
    }
}

#[test]
fn nobody_beats_anybody_in_a_draw() {
    let put = |view: &mut tictactoe::View, past: Past<Ending>| view.ending = past.last().cloned();
    let told = outcome::<TicTacToe>("ttt", |_, _| {}, put, |_| Ending::Drawn);
    assert_eq!(told.as_deref(), Some("Ana and Computer draw"));
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
