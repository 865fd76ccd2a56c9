//! Ends and edges: the hand after the last card, between rounds, and what is completed.

use tractor_bot::table::{Input, PersonId, Skill};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Control;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

use super::plain::{Match, players, seated, until};
use super::render::{context, keeps_to_limits, text};
use super::uno;

#[test]
fn after_the_last_card_every_hand_says_that_the_match_is_over() {
    let mut stage = seated(&[("match_to", "3")], 7).started();
    let over = |view: &_| matches!(view, PhaseView::Over { .. });
    until(&mut stage, &mut players(), |view| over(&view.phase));
    for (locale, won, busy) in [
        (Locale::ENGLISH, "the match", ["burying", "is to play"]),
        (Locale::CHINESE, "全场", ["正在扣底", "出牌。"]),
    ] {
        for seat in 0..4 {
            let page = Tractor::hand_page(&context(locale, Surface::Discord).at(&stage.own(seat)));
            keeps_to_limits(&page);
            let text = text(&page);
            assert!(text.contains(won), "{text}");
            assert!(!busy.iter().any(|words| text.contains(words)), "{text}");
        }
    }
}

#[test]
fn between_rounds_words_and_button_say_the_same() {
    let mut stage = seated(&[], 7).started();
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let next = |stage: &Match| {
        let pages = [stage.page(&cx), stage.hand(0, &cx)];
        pages.map(|page| {
            let label = |control: &Control| match control {
                Control::Button { label, .. } => label == "Next round",
                Control::Menu { .. } => false,
            };
            let button = page.controls.iter().flatten().any(label);
            (button, page.text().contains("Ready for the next round"))
        })
    };
    assert_eq!(next(&stage), [(false, false); 2]);
    until(&mut stage, &mut players(), |view| view.history.len() == 1);
    assert_eq!(next(&stage), [(true, true); 2]);
}

#[test]
fn rules_are_as_usual_or_everything_else_is() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let page = |rules: &[(&str, &str)]| {
        let stage = seated(rules, 1);
        table_text::rules_page(&cx.at(&stage.public())).text()
    };
    let (usual, changed) = (page(&[]), page(&[("match_to", "6")]));
    let sentences = ["All rules are standard.", "All other rules are standard."];
    let said = |text: &str| sentences.map(|sentence| text.contains(sentence));
    assert_eq!(said(&usual), [true, false], "{usual}");
    assert_eq!(said(&changed), [false, true], "{changed}");
}

#[test]
fn the_question_about_leaving_says_what_becomes_of_the_cards() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    for (rule, people, says) in [
        ("computer", 3, "a computer takes over"),
        ("under_pile", 3, "your cards go under the pile"),
        ("computer", 1, "Nobody else sits here"),
    ] {
        let mut stage = uno::seated(&[("leaver", rule)], people);
        if people == 1 {
            let (by, skill) = (PersonId(1), Skill::Heuristic);
            let seat = None;
            stage.submit(Input::AddComputer { by, seat, skill });
        }
        stage.submit(Input::Start { by: PersonId(1) });
        let question = table_text::question(&"leave yes".into(), &cx.at(&stage.own(0)));
        keeps_to_limits(&question);
        let asks = table_text::asked(&question).map(|press| &press.line);
        assert!(asks.is_some_and(|line| *line == "leave yes"));
        assert!(
            question.text().contains(says),
            "{rule}: {}",
            question.text()
        );
        assert_eq!(question.lines.len(), 1);
    }
}
