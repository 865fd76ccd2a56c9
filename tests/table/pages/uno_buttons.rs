//! The hand of UNO with a button for every kind of card: what holds of it in any position, and that every play can be made by
//! taps.

use std::collections::BTreeMap;

use tractor_bot::chance::Seed;
use tractor_bot::command::Verb;
use tractor_bot::table::{StageView, TableView};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::looks::CardLook;
use tractor_bot::text::page::{Control, Page, Style};
use tractor_bot::text::press::Line;
use tractor_bot::text::uno::cards::typed;
use tractor_bot::text::voice::Voice;
use tractor_bot::uno::rules::UnoCall;
use tractor_bot::uno::view::UnoDecision;
use tractor_bot::uno::{Action, Card, Color, Move, PhaseView, Play, RoundView, Uno};

use super::faces::with_long_faces;
use super::render::{books, context, keeps_to_limits};
use super::uno::{seated, step};

/// Every hand of some matches, at every decision.
fn hands(rules: &[(&str, &str)], steps: u32, mut look: impl FnMut(&TableView<Uno>, &RoundView)) {
    let mut stage = seated(rules, 3).started();
    let mut chance = Seed::from_number(8).chance();
    for _ in 0..steps {
        let public = stage.public();
        match &public.stage.game().expect("a match").phase {
            PhaseView::Over { .. } => return,
            PhaseView::Ready { .. } => {}
            PhaseView::Playing(_) => {
                for seat in 0..3 {
                    let view = stage.own(seat);
                    look(&view, round(&view));
                }
            }
        }
        step(&mut stage, &mut chance);
    }
}

fn round(view: &TableView<Uno>) -> &RoundView {
    let game = view.stage.game().expect("a match");
    game.playing().expect("a round is played")
}

/// The presses of buttons that can be tapped, with how they look.
fn taps(page: &Page) -> Vec<(Line, Style)> {
    let buttons = page
        .controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Button {
                press,
                style,
                enabled: true,
                ..
            } => Some((press.line.clone(), *style)),
            Control::Button { .. } => None,
            Control::Menu { .. } => panic!("a menu: {page:#?}"),
        });
    buttons.collect()
}

/// The words of the cards on buttons, of those that can be tapped or of the others.
fn on_buttons(page: &Page, open: bool) -> Vec<String> {
    let words = page
        .controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Button { press, enabled, .. } if *enabled == open => {
                let words = press.line.after("play").or(press.line.after("draft"));
                words.map(str::to_owned)
            }
            Control::Button { .. } | Control::Menu { .. } => None,
        });
    words.collect()
}

fn plays(round: &RoundView) -> bool {
    matches!(
        round.decision,
        UnoDecision::Turn | UnoDecision::AfterDrawing
    )
}

/// What somebody taps who wants this play; how often.
fn tapped(view: &TableView<Uno>, wanted: Play, cx: &RenderContext) -> usize {
    let mut cx = cx.clone();
    let is_it = |words: &str, wanted: Play| {
        let read = Uno::parse(Verb::Play, words, view);
        read == Ok(Action::Move(Move::Play(wanted)))
    };
    let card = Play {
        color: None,
        ..wanted
    };
    for taps in 1..5 {
        let page = Uno::hand_page(&cx.at(view));
        let open = self::taps(&page);
        let sends = |(line, _): &(Line, Style)| {
            line.after("play").is_some_and(|words| is_it(words, wanted))
        };
        if open.iter().any(sends) {
            return taps;
        }
        let drafts = |wanted: Play| {
            let mut open = open.iter();
            let is_it = |line: &Line| {
                line.after("draft")
                    .is_some_and(|words| is_it(words, wanted))
            };
            open.any(|(line, _)| is_it(line)).then_some(wanted)
        };
        let next = drafts(wanted).or_else(|| drafts(card));
        let next = next.unwrap_or_else(|| panic!("no way to {wanted:?}: {page:#?}"));
        cx.draft.chosen = Some(Uno::drafted(&Move::Play(next).into(), view));
    }
    panic!("{wanted:?} is never played");
}

const RULES: [&[(&str, &str)]; 5] = [
    &[("preset", "official")],
    &[("preset", "party"), ("jump_in", "on")],
    &[("preset", "zeroxis")],
    &[("preset", "irc"), ("draw", "many")],
    &[
        ("uno_call", "automatic"),
        ("allow_highlight_playable_cards", "off"),
    ],
];

#[test]
fn every_play_is_made_by_taps_and_what_cannot_be_played_is_not() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let mut confirms = cx.clone();
    confirms.looks.confirm = true;
    let (mut counted, mut out_of_turn) = (BTreeMap::<usize, usize>::new(), 0);
    for rules in RULES {
        hands(rules, 100, |view, round| {
            let page = Uno::hand_page(&cx.at(view));
            keeps_to_limits(&page);
            assert!(page.layout.is_some());
            let own = view.seat() == Some(round.turn);
            if own && !plays(round) {
                assert!(on_buttons(&page, false).is_empty() && taps(&page).len() > 2);
                return;
            }
            let marks = view.rules.allow_highlight_playable_cards.is_on();
            let held = round.hand.iter();
            for card in held.filter(|card| !round.playable.contains(card)) {
                let closed = on_buttons(&page, false).contains(&typed(*card));
                assert_eq!(closed, marks || !own, "{card}: {page:#?}");
            }
            for card in &round.playable {
                for uno in [
                    false,
                    round.hand.len() == 2 && view.rules.uno_call == UnoCall::Catch,
                ] {
                    let color = card.is_wild().then_some(Color::Blue);
                    let wanted = Play {
                        uno,
                        color,
                        ..Play::of(*card)
                    };
                    let used = tapped(view, wanted, &cx);
                    assert_eq!(used, if card.is_wild() { 2 } else { 1 });
                    let confirmed = tapped(view, wanted, &confirms);
                    assert_eq!(confirmed, used + 1);
                    *counted.entry(used).or_default() += 1;
                    out_of_turn += usize::from(!own);
                }
            }
        });
    }
    assert!(
        counted[&1] > 150 && counted[&2] > 30 && out_of_turn > 0,
        "{counted:?}"
    );
}

#[test]
fn a_large_hand_has_what_can_be_played_on_buttons_and_the_rest_in_lines() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let mut letters = cx.clone();
    letters.looks.cards = CardLook::Letters;
    let looks = [cx.clone(), letters, with_long_faces(&cx)];
    let mut of_turn = None;
    hands(
        &[("order", "seats"), ("start_card", "numbers_only")],
        20,
        |view, round| {
            if view.seat() == Some(round.turn) && plays(round) {
                of_turn = Some(view.clone());
            }
        },
    );
    let mut view = of_turn.expect("a turn");
    let mut chance = Seed::from_number(3).chance();
    let mut deck: Vec<Card> = Card::all()
        .flat_map(|card| std::iter::repeat_n(card, card.copies().into()))
        .collect();
    let times = std::env::var("HANDS").map_or(100, |n| n.parse().expect("a number"));
    let mut in_lines = 0;
    for n in 0..times {
        chance.shuffle(&mut deck);
        let mut hand = deck[..25 + n % 60].to_vec();
        hand.sort_unstable();
        let StageView::Playing(game) = &mut view.stage else {
            panic!("a match");
        };
        let PhaseView::Playing(round) = &mut game.phase else {
            panic!("a round");
        };
        // Any card of the colour, and those with the same sign: the most that there can be.
        let (top, color) = (round.top, round.color);
        let fits =
            |card: &&Card| card.is_wild() || card.color() == color || card.face() == top.face();
        round.playable = hand.iter().filter(fits).copied().collect();
        round.playable.dedup();
        round.hand.clone_from(&hand);
        let playable = round.playable.clone();
        for cx in &looks {
            let page = Uno::hand_page(&cx.at(&view));
            keeps_to_limits(&page);
            let open = on_buttons(&page, true);
            let wanted: Vec<String> = playable.iter().map(|card| typed(*card)).collect();
            assert_eq!(open, wanted, "{page:#?}");
            let mut kinds = hand.clone();
            kinds.dedup();
            let shown = open.len() + on_buttons(&page, false).len();
            let lines = page.lines.iter().any(String::is_empty);
            assert_eq!(lines, shown < kinds.len(), "{page:#?}");
            assert!(kinds.len() > 27 || !lines, "{} fit: {page:#?}", kinds.len());
            in_lines += usize::from(lines);
        }
    }
    assert!(in_lines > 0);
}

#[test]
fn hands_of_uno_with_buttons_read_well() {
    books("uno-buttons", Surface::Discord, |book, cx| {
        let cx = cx.clone();
        let mut letters = cx.clone();
        letters.looks.cards = CardLook::Letters;
        let mut confirms = cx.clone();
        confirms.looks.confirm = true;
        let mut seen = BTreeMap::<&str, usize>::new();
        let mut once = |title: &'static str, view: &TableView<Uno>, cx: &RenderContext| {
            let times = seen.entry(title).or_default();
            *times += 1;
            if *times == 2 {
                book.page(title, &Uno::hand_page(&cx.at(view)));
            }
        };
        hands(&[("order", "seats")], 200, |view, round| {
            let own = view.seat() == Some(round.turn);
            match (own, round.decision) {
                (false, _) => once("waiting", view, &cx),
                (true, UnoDecision::Color) => {
                    once("naming the colour of the first card", view, &cx);
                }
                (true, UnoDecision::Swap) => {}
                (true, _) if round.hand.len() == 2 && !round.playable.is_empty() => {
                    once("two cards are left", view, &letters);
                }
                (true, UnoDecision::AfterDrawing) => once("after drawing", view, &cx),
                (true, UnoDecision::Turn) if round.owed > 0 => once("cards are owed", view, &cx),
                (true, UnoDecision::Turn) => once("playing", view, &cx),
            }
            let wild = round.playable.iter().find(|card| card.is_wild());
            if let Some(wild) = wild.filter(|_| own && plays(round)) {
                let mut taps = cx.clone();
                taps.draft.chosen = Some(Uno::drafted(&Move::Play(Play::of(*wild)).into(), view));
                once("the colour of a wild card", view, &taps);
                let mut taps = confirms.clone();
                let play = Play::of(*wild).naming(Color::Blue);
                taps.draft.chosen = Some(Uno::drafted(&Move::Play(play).into(), view));
                once("a wild card that is to be confirmed", view, &taps);
            }
        });
    });
}
