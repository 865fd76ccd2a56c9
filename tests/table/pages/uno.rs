//! The pages of a match of UNO.

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{RuleSet, Seat, Viewer};
use tractor_bot::table::{Input, PersonId, TableView};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::view::UnoDecision;
use tractor_bot::uno::{Action, Card, Color, Move, Notice, PhaseView, Play, Rejection, Uno, View};

use super::render::{books, context, keeps_to_limits};
use super::stage::Stage;

pub type Match = Stage<Uno>;

pub fn seated(rules: &[(&str, &str)], people: u64) -> Match {
    let chosen = Rules::default().with(rules);
    let mut stage = Stage::new(chosen, 11);
    for person in 1..=people {
        let names = ["Ana", "Bo", "Chen", "**Dee**", "Eli"];
        let name = names.get(person as usize - 1).copied();
        stage.sit(person, name.unwrap_or("Somebody"));
    }
    stage
}

fn game(view: &TableView<Uno>) -> &View {
    view.stage.game().expect("a match is played")
}

/// Something that the player in turn may do, at random.
pub fn choose(view: &View, chance: &mut Chance) -> Option<Action> {
    let round = view.playing()?;
    let color = Color::ALL[chance.below(4) as usize];
    let chosen = match round.decision {
        UnoDecision::Color => Move::Color(color),
        UnoDecision::Swap => {
            let others = view.order.iter().filter(|seat| Some(**seat) != view.seat());
            Move::Swap(*others.clone().find(|seat| !round.out.contains(seat))?)
        }
        UnoDecision::Turn | UnoDecision::AfterDrawing if !round.playable.is_empty() => {
            let card = round.playable[chance.below(round.playable.len() as u32) as usize];
            let play = if card.is_wild() {
                Play::of(card).naming(color)
            } else {
                Play::of(card)
            };
            Move::Play(if chance.below(2) == 0 {
                play.saying_uno()
            } else {
                play
            })
        }
        _ if round.may.call && chance.below(2) == 0 => Move::Call,
        _ if round.may.draw => Move::Draw,
        _ => Move::Pass,
    };
    Some(chosen.into())
}

pub fn step(stage: &mut Match, chance: &mut Chance) {
    if matches!(game(&stage.public()).phase, PhaseView::Ready { .. }) {
        stage
            .act(Seat::new(0), Action::Deal)
            .expect("anybody may deal");
        return;
    }
    let seat = stage.awaited().expect("somebody is in turn");
    let view = stage.own(seat.index() as u8);
    let mut action = choose(game(&view), chance).expect("something to do");
    if stage.act(seat, action.clone()).is_err() {
        action = Move::Draw.into();
        stage.act(seat, action).expect("drawing is possible");
    }
}

#[test]
fn the_pages_of_uno_read_well() {
    books("uno", Surface::Discord, |book, cx| {
        let mut stage = seated(&[("order", "seats"), ("score", "round")], 4);
        book.page("lobby", &stage.page(cx));
        book.page("rules", &table_text::rules_page(&cx.at(&stage.own(0))));
        for about in [
            "limits",
            "telegram",
            "preset",
            "draw_pass_behavior",
            "hand",
            "all",
        ] {
            let page = table_text::rules_about(about, &cx.at(&stage.own(0)));
            book.page(&format!("rules {about}"), &page.expect("rules"));
        }
        stage.submit(Input::Start { by: PersonId(1) });
        book.page("before the deal", &stage.page(cx));
        let mut chance = Seed::from_number(3).chance();
        let mut lines = Vec::new();
        for n in 0..400 {
            let view = stage.public();
            lines.extend(stage.news(Viewer::Public, cx));
            if matches!(game(&view).phase, PhaseView::Over { .. }) {
                break;
            }
            if n % 9 == 1 && n < 60 {
                book.page(
                    &format!("step {n}, for all"),
                    &table_text::public_page(&cx.at(&view)),
                );
                let seat = stage.awaited().expect("somebody is in turn").index() as u8;
                let page = stage.hand(seat, cx);
                book.page(&format!("step {n}, seat {} alone", seat + 1), &page);
            }
            step(&mut stage, &mut chance);
        }
        book.page("the end", &stage.page(cx));
        for sheet in [PageKind::Score, PageKind::LastTrick, PageKind::Verify] {
            book.page(&format!("{sheet:?}"), &stage.sheet(sheet, 0, cx));
        }
        book.lines("the news", lines.join("\n"));
    });
}

/// What is worth a look when it happens for the first time.
fn moment(view: &View, before: &View) -> Option<&'static str> {
    let (Some(round), Some(last)) = (view.playing(), before.playing()) else {
        return match view.phase {
            PhaseView::Ready { .. } if view.history.len() == 1 => Some("the first round is over"),
            _ => None,
        };
    };
    let called = |guilty: bool| {
        let told = move |notice: &Notice| match notice {
            Notice::Called { guilty: found, .. } => *found == guilty,
            _ => false,
        };
        last.callable && view.recent.iter().any(told)
    };
    Some(match () {
        () if round.callable => "a Wild Draw Four to be doubted",
        () if called(true) => "a bluff was called",
        () if called(false) => "an honest Wild Draw Four was called",
        () if round.decision == UnoDecision::AfterDrawing => "a card was drawn",
        () if round.exposed.is_some() => "somebody forgot to say UNO",
        () if !round.said_uno.is_empty() => "somebody said UNO",
        () if round.out.len() > last.out.len() => "somebody is out",
        () if round.exposed.is_none() && round.hand_sizes.contains(&1) => "too late to catch",
        () => return None,
    })
}

#[test]
fn the_moments_of_uno_read_well() {
    books("uno-moments", Surface::Discord, |book, cx| {
        let rules = [("order", "seats"), ("end", "places"), ("match_to", "300")];
        let mut stage = seated(&rules, 4).started();
        let (mut chance, mut seen) = (Seed::from_number(2).chance(), Vec::new());
        for _ in 0..600 {
            let before = stage.public();
            if matches!(game(&before).phase, PhaseView::Over { .. }) {
                break;
            }
            step(&mut stage, &mut chance);
            let view = stage.public();
            let Some(moment) = moment(game(&view), game(&before)) else {
                continue;
            };
            if seen.contains(&moment) {
                continue;
            }
            seen.push(moment);
            book.page(
                &format!("{moment}, for all"),
                &table_text::public_page(&cx.at(&view)),
            );
            if let Some(seat) = stage.awaited() {
                let own = stage.own(seat.index() as u8);
                let title = format!("{moment}, seat {} alone", seat.index() + 1);
                book.page(&title, &Uno::hand_page(&cx.at(&own)));
            }
        }
        assert!(seen.len() >= 8, "{seen:?}");
    });
}

#[test]
fn a_hand_that_a_challenge_showed_is_told_for_one_turn() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let mut stage = seated(&[("order", "seats"), ("match_to", "300")], 4).started();
    let (mut chance, mut told, mut past) = (Seed::from_number(2).chance(), 0, 0);
    for _ in 0..400 {
        if matches!(game(&stage.public()).phase, PhaseView::Over { .. }) {
            break;
        }
        step(&mut stage, &mut chance);
        for seat in 0..4 {
            let own = stage.own(seat);
            let view = game(&own);
            let Some(shown) = view.playing().and_then(|round| round.shown.as_ref()) else {
                continue;
            };
            let called = |notice: &Notice| matches!(notice, Notice::Called { .. });
            let now = view.recent.iter().any(called);
            let verdict = match shown.guilty {
                true => "A bluff. ",
                false => "No bluff. ",
            };
            let text = Uno::hand_page(&cx.at(&own)).text();
            assert_eq!(text.contains(verdict), now, "{text}");
            told += u32::from(now);
            past += u32::from(!now);
        }
    }
    assert!(told > 0 && past > 0, "{told} told, {past} past");
}

#[test]
fn refusals_of_uno_say_what_why_and_one_right_example() {
    let (seat, color) = (Seat::new(1), Some(Color::Blue));
    let card: Card = "R5".parse().expect("a card");
    books("uno-refusals", Surface::Discord, |book, cx| {
        let mut stage = seated(&[("order", "seats")], 3).started();
        stage
            .act(Seat::new(0), Action::Deal)
            .expect("anybody may deal");
        let turn = stage.awaited().expect("somebody is in turn").index() as u8;
        let view = stage.own(turn);
        for rejection in [
            Rejection::MatchOver,
            Rejection::NotDealt,
            Rejection::Dealt,
            Rejection::NotPlaying { seat },
            Rejection::NotYourTurn { turn: seat },
            Rejection::NameColorFirst,
            Rejection::ChooseHandFirst,
            Rejection::NoColorToName,
            Rejection::NoHandToSwap,
            Rejection::CannotSwapWith { seat },
            Rejection::NotHeld { card },
            Rejection::DoesNotFit {
                card,
                top: Card::WILD,
                color,
            },
            Rejection::OwesCards { card, owed: 4 },
            Rejection::OnlyDrawnCard { drawn: card },
            Rejection::WouldBeBluff,
            Rejection::NotAsLastCard { card: Card::WILD },
            Rejection::MustPlay,
            Rejection::DrawnAlready,
            Rejection::NothingToDraw,
            Rejection::DrawFirst,
            Rejection::DrawOn,
            Rejection::NothingToCall,
            Rejection::NoUno,
            Rejection::NobodyToCatch,
            Rejection::CatchesSelf,
        ] {
            book.lines(
                &rejection.to_string(),
                Uno::rejection(&rejection, &cx.at(&view)),
            );
        }
    });
}

#[test]
fn plays_are_numbered_for_whom_that_is_shown() {
    let mut stage = seated(&[("order", "seats"), ("auto_pass", "off")], 2).started();
    stage.act(Seat::new(0), Action::Deal).expect("a deal");
    let mut cx = context(Locale::ENGLISH, Surface::Terminal);
    cx.looks.play_numbers = true;
    let seat = stage.awaited().expect("somebody is in turn");
    for (number, chosen, said) in [
        (1, Move::Draw, "#1 · **Bo** draws a card."),
        (2, Move::Pass, "#2 · **Bo** passes."),
    ] {
        let due = format!("#{number} · ");
        let page = stage.page(&cx);
        assert!(page.lines[0].starts_with(&due), "{page:?}");
        stage.act(seat, chosen.into()).expect("a move");
        assert_eq!(stage.news(Viewer::Public, &cx), [said]);
    }
}

#[test]
fn the_score_of_a_long_match_shows_places_bars_and_the_latest_rounds() {
    let mut stage = seated(&[("match_to", "5000"), ("deal_wait", "0")], 3).started();
    let mut chance = Seed::from_number(4).chance();
    while game(&stage.public()).history.len() < 17 {
        step(&mut stage, &mut chance);
    }
    let view = stage.public();
    let page = table_text::sheet_page(
        PageKind::Score,
        &context(Locale::ENGLISH, Surface::Discord).at(&view),
    );
    keeps_to_limits(&page);
    let best = game(&view).scores.iter().max().expect("three play");
    assert!(page.lines[0].starts_with("1 · ") && page.lines[0].ends_with(&best.to_string()));
    let filled = page.lines[1].matches('▰').count() as u32;
    assert_eq!((filled, page.lines[1].chars().count()), (best / 500, 10));
    assert!(
        page.lines.contains(&"… after 2 earlier rounds".to_owned()),
        "{page:?}"
    );
    let rounds = page
        .lines
        .iter()
        .filter(|line| line.contains(" · ") && !line.contains("**"));
    assert_eq!(rounds.count(), 15);
}
