//! Ends and edges: the hand after the last card, between rounds, and what is completed.

use tractor_bot::command::Verb;
use tractor_bot::game::Seat;
use tractor_bot::table::{By, Input, PersonId, Skill, Submission};
use tractor_bot::text::cards;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Control;
use tractor_bot::text::press::{DestructiveAction, PageKind, Tap};
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;

use super::plain::{Match, players, seated, step, until};
use super::render::{context, keeps_to_limits, text};
use super::uno;

fn started(rules: &[(&str, &str)], seed: u64) -> Match {
    let mut stage = seated(rules, seed);
    stage.submit(Input::Start { by: PersonId(1) });
    stage
}

#[test]
fn after_the_last_card_every_hand_says_that_the_match_is_over() {
    let mut stage = started(&[("match_to", "3")], 7);
    let over = |view: &_| matches!(view, PhaseView::Over { .. });
    until(&mut stage, &mut players(), |view| over(&view.phase));
    for (locale, won, busy) in [
        (Locale::ENGLISH, "the match", ["burying", "is to play"]),
        (Locale::CHINESE, "全场", ["正在扣底", "出牌。"]),
    ] {
        for seat in 0..4 {
            let page = Tractor::hand_page(&stage.own(seat), &context(locale, Surface::Discord));
            keeps_to_limits(&page);
            let text = text(&page);
            assert!(text.contains(won), "{text}");
            assert!(!busy.iter().any(|words| text.contains(words)), "{text}");
        }
    }
}

#[test]
fn between_rounds_words_and_button_say_the_same() {
    let mut stage = started(&[], 7);
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let next = |stage: &Match| {
        let pages = [
            table_text::public_page(&stage.public(), &cx),
            Tractor::hand_page(&stage.own(0), &cx),
        ];
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
        table_text::sheet_page(PageKind::Rules, &stage.public(), &cx).text()
    };
    let (usual, changed) = (page(&[]), page(&[("match_to", "6")]));
    let sentences = ["All rules are standard.", "All other rules are standard."];
    let said = |text: &str| sentences.map(|sentence| text.contains(sentence));
    assert_eq!(said(&usual), [true, false], "{usual}");
    assert_eq!(said(&changed), [false, true], "{changed}");
}

/// Whether the table would accept this.
fn accepts(stage: &Match, seat: Seat, action: Action) -> bool {
    let place = stage.public().seats[seat.index()].clone();
    let by = match place.occupant.person() {
        Some(person) => By::Person(person),
        None => By::Computer(seat),
    };
    let submission = Submission::typed(Input::Act { by, action });
    stage.table.propose(&submission).is_ok()
}

#[test]
fn whatever_is_completed_can_be_played_or_buried() {
    let (mut kitties, mut leads, mut follows, mut begun) = (0, 0, 0, 0);
    for seed in 1..5 {
        let mut stage = started(&[], seed);
        let mut players = players();
        until(&mut stage, &mut players, |view| {
            matches!(view.phase, PhaseView::Burying)
        });
        while stage
            .public()
            .stage
            .game()
            .is_some_and(|game| game.history.is_empty())
        {
            let seat = stage.awaited().expect("somebody is waited for");
            let view = stage.own(seat.index() as u8);
            let game = view.stage.game().expect("a match").clone();
            let burying = matches!(game.phase, PhaseView::Burying);
            let verb = if burying { Verb::Kitty } else { Verb::Play };
            let card = game.hand[game.hand.len() / 2].to_string();
            let beginnings = [String::new(), card[..1].to_owned(), format!("{card} ")];
            for typed in &beginnings {
                let offers = Tractor::proposals(verb, typed, &view).expect("proposals");
                assert!(offers.len() <= 25);
                assert!(!typed.is_empty() || !offers.is_empty(), "{game:?}");
                begun += usize::from(typed.len() > 1 && !offers.is_empty());
                for (_, words) in offers {
                    assert!(words.starts_with(typed.trim()), "{words} for {typed}");
                    let cards = cards::read(&words).expect("cards");
                    let action = match burying {
                        true => Action::Bury(cards),
                        false => Action::Play(cards),
                    };
                    assert!(accepts(&stage, seat, action), "{words} of {:?}", game.hand);
                    match (burying, &game.phase) {
                        (true, _) => kitties += 1,
                        (_, PhaseView::Playing { due: None, .. }) => leads += 1,
                        _ => follows += 1,
                    }
                }
            }
            step(&mut stage, &mut players);
        }
    }
    assert!(kitties >= 4 && leads > 100 && follows > 100 && begun > 50);
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
        let question = table_text::question(DestructiveAction::Leave, &stage.own(0), &cx);
        keeps_to_limits(&question);
        let asks = table_text::asked(&question).map(|press| &press.tap);
        assert_eq!(asks, Some(&Tap::Sure(DestructiveAction::Leave)));
        assert!(
            question.text().contains(says),
            "{rule}: {}",
            question.text()
        );
        assert_eq!(question.lines.len(), 1);
    }
}
