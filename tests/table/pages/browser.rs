//! What is said beside a table in a browser, where cards and seats are seen: in words, by names, one sentence for one
//! event, and no seal.

use tractor_bot::chance::Seed;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::table::TableView;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::markup::plain;
use tractor_bot::text::replay::short;
use tractor_bot::text::scene::scene;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

use super::plain::{game, players, seated, step};
use super::uno;

/// Everything that the page, the hand and the scene say.
fn said<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Vec<String> {
    let [hand, all] = [
        G::hand_page(&cx.at(view)),
        table_text::public_page(&cx.at(view)),
    ];
    let mut said = vec![hand.text(), all.text()];
    let scene = serde_json::to_value(scene(&cx.at(view))).expect("a scene");
    let play = &scene["play"];
    let ways = play["cards"]["plays"].as_array().into_iter().flatten();
    said.extend(ways.map(|way| way["button"]["label"].to_string()));
    said.extend([&play["last"], &play["trick"]].map(|trick| trick["said"].to_string()));
    said.extend([&play["turn"]["why"], &play["turn"]["play"]].map(ToString::to_string));
    said
}

fn check_words(said: &[String], never: &[String]) {
    for text in said {
        // Computers have names with winds in Chinese.
        let text = never.iter().fold(text.clone(), |text, wind| {
            text.replace(&format!("小{wind}"), "")
        });
        let found = never.iter().find(|never| text.contains(never.as_str()));
        assert_eq!(found, None, "{text}");
    }
}

/// A round as its first seat sees it.
fn check_round(locale: Locale) {
    let cx = RenderContext::new(locale, Surface::Browser, "$");
    let chat = RenderContext::new(locale, Surface::Discord, "$");
    let winds = Seat::first(4).map(|seat| Tractor::seat_name(seat, &chat));
    let never: Vec<String> = winds.chain(["J+".to_owned(), "J-".to_owned()]).collect();
    let (mut stage, mut players) = (seated(&[], 7).started(), players());
    let (mut tricks, mut seal) = (0, String::new());
    while game(&stage.own(0)).history.is_empty() {
        let view = stage.own(0);
        if let PhaseView::Ready { commitment, .. } = &game(&view).phase {
            seal = short(&commitment.to_string());
        }
        let news = stage.news(view.viewer, &cx);
        check_words(&said(&view, &cx), &never);
        check_words(&news, &never);
        let sealed = |line: &String| plain(line).contains(&seal);
        assert!(seal.len() > 8 && !news.iter().any(sealed), "{news:?}");
        let scene = serde_json::to_value(scene(&cx.at(&view))).expect("a scene");
        let taken = scene["play"]["last"]["said"].as_str().unwrap_or_default();
        let played = game(&view).tricks.len();
        if played > tricks {
            let told = news.iter().any(|line| plain(line) == taken);
            assert!(told, "{taken}: {news:?}");
        }
        tricks = tricks.max(played);
        step(&mut stage, &mut players);
    }
    assert!(tricks > 5);
}

#[test]
fn beside_a_table_in_a_browser_all_is_said_in_words_by_names_and_once() {
    Locale::all().for_each(check_round);
}

#[test]
fn cards_of_uno_have_words_in_a_browser() {
    let signs = "🔴 🟢 🔵 🟡 → ★ ⊘ ⇄".split(' ');
    let signs: Vec<String> = signs.map(str::to_owned).collect();
    for locale in Locale::all() {
        let cx = RenderContext::new(locale, Surface::Browser, "$");
        let mut stage = uno::seated(&[], 3).started();
        let mut chance = Seed::from_number(3).chance();
        for _ in 0..60 {
            let seat = stage.awaited().map_or(Viewer::Public, Viewer::Seat);
            check_words(&said(&stage.table.view(seat), &cx), &signs);
            check_words(&stage.news(seat, &cx), &signs);
            uno::step(&mut stage, &mut chance);
        }
    }
}
