//! Nobody is told what to do who has not asked, in no game; and what fingers did not mean is not done.

use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;
use tractor_bot::chance::Seed;
use tractor_bot::desk::{Desk, Effect, Served};
use tractor_bot::game::{GameKind, at_game};
use tractor_bot::host::Handle;
use tractor_bot::table::{By, Input, Limits, Skill, StageView, Submission};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::press::Press;
use tractor_bot::text::scene::scene;
use tractor_bot::tictactoe::TicTacToe;
use tractor_bot::tractor::Tractor;

use crate::asking::{ANA, BO, add_computers, ask, check, open, place, who};

/// What a scene, on a table in a browser, says that the viewer was advised.
fn advised_in<G: Served>(table: &Handle<G>, cx: &RenderContext) -> bool {
    let mut cx = cx.clone();
    cx.face = Surface::Browser;
    let scene = serde_json::to_value(scene(&cx.at(&table.view_of(ANA)))).expect("a scene");
    let (turn, cards) = (&scene["play"]["turn"], &scene["play"]["cards"]);
    let some = |value: &Value| value.as_array().is_some_and(|all| !all.is_empty());
    let plays = cards["plays"].as_array().into_iter().flatten();
    some(&turn["hint"])
        || turn["ready"] == true
        || plays.into_iter().any(|play| play["hint"] == true)
}

/// Whether a control of her hand, in Discord or in a terminal, is marked.
fn is_marked<G: Served>(table: &Handle<G>, cx: &RenderContext) -> bool {
    let marked = |face| {
        let cx = RenderContext { face, ..cx.clone() };
        let page = G::hand_page(&cx.at(&table.view_of(ANA)));
        format!("{:?}", page.controls).contains('💡')
    };
    marked(Surface::Discord) || marked(Surface::Terminal)
}

/// Ana plays with computers; on each of her turns this is looked at.
async fn turns<G: Served>(computers: usize, mut look: impl AsyncFnMut(&Desk, &Handle<G>) -> bool) {
    let limits = Limits {
        computer_delay_ms: 0,
        ..Limits::default()
    };
    let (desk, table) = open::<G>(G::Rules::default(), limits).await;
    ask(&desk, ANA, "join").await;
    add_computers(&table, computers, Skill::Heuristic).await;
    for line in ["start", "deal"] {
        ask(&desk, ANA, line).await;
    }
    let mut player = G::computer(Skill::Lowest, Seed::from_number(1));
    for _ in 0..2_000 {
        sleep(Duration::from_millis(500)).await;
        let view = table.view_of(ANA);
        let StageView::Playing(game) = view.stage else {
            return;
        };
        if table.awaits(view.viewer) && !look(&desk, &table).await {
            return;
        }
        if let Some(action) = player.choose(&game) {
            let by = By::Person(ANA);
            let submission = Submission::typed(Input::Act { by, action });
            table.submit(submission).await.ok();
        }
    }
}

async fn check_unasked<G: Served>(computers: usize) {
    let (mut seen, mut offered, mut first) = (0, 0, 0);
    turns::<G>(computers, async |desk: &Desk, table: &Handle<G>| {
        let (ana, here) = (who(ANA), place());
        let cx = desk.front.drafted(table, &ana, &here).await;
        assert!(!advised_in(table, &cx), "{:?}", G::KIND);
        assert!(!is_marked(table, &cx), "{:?}", G::KIND);
        // What stands first is not what a computer would do, but for chance.
        let view = table.view_of(ANA);
        let verb = G::bare_verb(&view);
        let game = view.stage.game().expect("it is played");
        let choice = G::computer(Skill::Heuristic, Seed::from_number(0)).choose(game);
        let completions = desk.finder.completions(&ana, &here, verb, "").await;
        if let [(_, words), _, ..] = completions.as_slice() {
            let action = G::parse(verb, words, &view).ok();
            let sorted = |action: Option<G::Action>| {
                let mut letters: Vec<char> = serde_json::to_string(&action)
                    .expect("an action")
                    .chars()
                    .collect();
                letters.sort_unstable();
                letters
            };
            offered += 1;
            first += usize::from(sorted(action) == sorted(choice));
        }
        seen += 1;
        seen < 40
    })
    .await;
    assert!(seen > 2, "{:?}: {seen}", G::KIND);
    assert!(
        first * 4 <= offered * 3,
        "{:?}: {first} of {offered}",
        G::KIND
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_is_advised_who_has_not_asked() {
    for game in GameKind::ALL {
        let computers = if game == GameKind::TicTacToe { 1 } else { 3 };
        at_game!(game, G => check_unasked::<G>(computers).await);
    }
}

#[tokio::test(start_paused = true)]
async fn a_hint_that_was_asked_for_is_marked_and_who_wants_suggestions_always_has_them() {
    let mut seen = 0;
    turns::<Tractor>(3, async |desk: &Desk, table: &Handle<Tractor>| {
        let (ana, here) = (who(ANA), place());
        let wants = seen % 2 == 1;
        let wanted = if wants { "on" } else { "off" };
        ask(desk, ANA, &format!("settings suggestions {wanted}")).await;
        let cx = desk.front.drafted(table, &ana, &here).await;
        assert_eq!(advised_in(table, &cx), wants, "{:?}", cx.draft);
        assert!(
            desk.front
                .drafted(table, &who(BO), &here)
                .await
                .draft
                .advised
                .is_none()
        );
        if !wants {
            ask(desk, ANA, "hint").await;
            let cx = desk.front.drafted(table, &ana, &here).await;
            assert!(advised_in(table, &cx), "{:?}", cx.draft);
        }
        seen += 1;
        seen < 6
    })
    .await;
    assert_eq!(seen, 6);
}

#[tokio::test(start_paused = true)]
async fn the_second_tap_of_two_is_not_for_the_control_that_took_the_place_of_the_first() {
    let (desk, table) = open::<TicTacToe>(Default::default(), Limits::default()).await;
    let desk = desk.for_fingers();
    for person in [ANA, BO] {
        ask(&desk, person, "join").await;
    }
    if !table.is_playing() {
        ask(&desk, ANA, "start").await;
    }
    let on_turn = |person| table.awaits(table.viewer(person));
    let [first, second] = if on_turn(ANA) { [ANA, BO] } else { [BO, ANA] };
    let press = async |square: &str| {
        let press = Press {
            table: table.key(),
            at: table.view_of(second).position,
            line: format!("play {square}").into(),
        };
        desk.press(&who(second), &place(), &press, &[]).await
    };
    sleep(Duration::from_secs(1)).await;
    check(&ask(&desk, first, "play 1").await, Effect::Done, "");
    check(&press("2").await, Effect::Refused, "had just changed");
    sleep(Duration::from_millis(390)).await;
    check(&press("2").await, Effect::Refused, "had just changed");
    sleep(Duration::from_millis(20)).await;
    check(&press("2").await, Effect::Done, "");
    // Words are meant.
    check(&ask(&desk, first, "play 3").await, Effect::Done, "");
    check(&ask(&desk, second, "play 4").await, Effect::Done, "");
}
