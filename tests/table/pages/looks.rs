//! What holds for every page of every match of tractor.

use tractor_bot::chance::Seed;
use tractor_bot::command::Verb;
use tractor_bot::game::Seat;
use tractor_bot::host::Paced;
use tractor_bot::table::{By, Input, Motion, PersonId, Skill, StageView, Submission};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::draft::Draft;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::looks::CardLook;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::{PageKind, Tap};
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::trump::EffectiveSuit;
use tractor_bot::tractor::view::{PhaseView, View};

use super::faces::with_long_faces;
use super::plain::{Match, game, players, seated, step, until};
use super::render::{context, keeps_to_limits, text};

/// Plays a match with random players and looks at every page of everybody on the way.
pub fn look_at_every_page(rules: &[(&str, &str)], seed: u64, mut look: impl FnMut(&Match)) {
    let mut stage = seated(rules, seed);
    stage.submit(Input::Start { by: PersonId(1) });
    let mut players = players();
    let mut steps = 0;
    while game(&stage.public()).history.len() < 2 && steps < 2_000 {
        let view = stage.public();
        let dealing = matches!(game(&view).phase, PhaseView::Dealing { .. });
        if !dealing || steps % 9 == 0 {
            look(&stage);
        }
        step(&mut stage, &mut players);
        steps += 1;
    }
}

#[test]
fn every_page_of_a_match_fits_every_face() {
    let sheets = [
        PageKind::Score,
        PageKind::LastTrick,
        PageKind::Verify,
        PageKind::Surrender,
        PageKind::Rules,
    ];
    look_at_every_page(&[("deal_interval", "0")], 3, |stage| {
        for cx in Locale::all().flat_map(in_all_looks) {
            let views = [0, 1, 2, 3].map(|seat| stage.own(seat));
            for view in views.iter().chain([&stage.public()]) {
                keeps_to_limits(&Tractor::hand_page(view, &cx));
                keeps_to_limits(&table_text::public_page(view, &cx));
                for sheet in sheets {
                    keeps_to_limits(&table_text::sheet_page(sheet, view, &cx));
                }
                assert!(!Tractor::prompt(view, &cx).is_empty());
            }
        }
    });
}

/// How many lines a page has, its title and line breaks within lines included.
fn lines(page: &Page) -> usize {
    page.text().lines().count()
}

/// Looks at the pages of a table and of its hands in both languages and in these looks, as they come
/// and with hands that no deal has given yet: 25 cards, and 26 or 33 trumps for whoever buries.
fn is_small(stage: &Match, looks: &[usize]) {
    let of_language = |locale| in_all_looks(locale).into_iter().enumerate();
    let wanted = Locale::all().flat_map(of_language);
    for (_, cx) in wanted.filter(|(look, _)| looks.contains(look)) {
        let public = stage.public();
        let page = table_text::public_page(&public, &cx);
        assert!(lines(&page) <= 11, "a table:\n{}", text(&page));
        for seat in 0..4 {
            let view = stage.own(seat);
            let own = game(&view);
            if matches!(own.phase, PhaseView::Over { .. }) {
                continue;
            }
            for hand in hands(own) {
                let held = hand.len();
                let mut view = view.clone();
                if let StageView::Playing(own) = &mut view.stage {
                    own.hand = hand;
                }
                let mut cx = cx.clone();
                for confirm in [false, true] {
                    cx.looks.confirm = confirm;
                    let page = Tractor::hand_page(&view, &cx);
                    assert!(lines(&page) <= 9, "a hand:\n{}", text(&page));
                    keeps_to_limits(&page);
                    if cx.faces.is_some() && cx.looks.cards == CardLook::Faces {
                        let faces = page.text().matches("<:").count();
                        assert!(faces >= held, "a hand of {held}:\n{}", text(&page));
                    }
                    // With the first cards of the menus chosen.
                    let chosen = picked(&page, 3);
                    let cx = RenderContext {
                        draft: chosen,
                        ..cx.clone()
                    };
                    let page = Tractor::hand_page(&view, &cx);
                    assert!(lines(&page) <= 9, "a hand:\n{}", text(&page));
                    keeps_to_limits(&page);
                }
            }
        }
    }
}

/// A reader who sees signs, one who sees faces, with ids as long as they can be, and one who is read
/// to.
pub fn in_all_looks(locale: Locale) -> [RenderContext; 3] {
    let cx = context(locale, Surface::Discord);
    let mut letters = with_long_faces(&cx);
    letters.looks.cards = CardLook::Letters;
    [cx.clone(), with_long_faces(&cx), letters]
}

/// The hand as it is; as long as nothing is played, others of as many cards too: of many trumps,
/// and of many suits.
fn hands(own: &View) -> Vec<Vec<Card>> {
    let mut hands = vec![own.hand.clone()];
    let open = match &own.phase {
        PhaseView::Playing { trick, .. } => trick.plays.is_empty() && own.hand.len() == 25,
        _ => own.hand.len() == 33,
    };
    let Some(trump) = own.trump.filter(|_| open) else {
        return hands;
    };
    let mut others: Vec<Card> = own.known.concat();
    others.extend(own.buried.iter().flatten());
    let mut free = |card: &Card| match others.iter().position(|other| other == card) {
        Some(at) => {
            others.remove(at);
            false
        }
        None => true,
    };
    let deck = Card::all().flat_map(|card| [card, card]);
    let deck: Vec<Card> = deck.filter(&mut free).collect();
    let both = || deck.iter().copied();
    let is_trump = |card: &Card| trump.effective_suit(*card) == EffectiveSuit::Trumps;
    for most in [0, 13, 26, 36] {
        let trumps = both().filter(is_trump).take(most);
        let cards = trumps.chain(both().filter(|card| !is_trump(card)));
        hands.push(cards.take(own.hand.len()).collect());
    }
    hands
}

/// A draft with the first cards of every menu.
fn picked(page: &Page, count: usize) -> Draft {
    let mut draft = Draft::default();
    for control in page.controls.iter().flatten() {
        if let Control::Menu { choices, press, .. } = control
            && let Tap::Pick(menu) = press.tap
        {
            let values = choices
                .iter()
                .take(count)
                .map(|choice| choice.value.clone());
            draft.picks.insert(menu, values.collect());
        }
    }
    draft
}

#[test]
fn hands_have_nine_lines_at_most_and_tables_eleven() {
    for (rules, seed) in [
        (&[("deal_interval", "0")][..], 3),
        (&[("no_call", "no_trump"), ("call_window", "0")][..], 5),
        (
            &[
                ("throw_penalty", "ten_per_throw"),
                ("kitty_multiplier", "by_size"),
            ][..],
            6,
        ),
    ] {
        let mut steps = 0;
        look_at_every_page(rules, seed, |stage| {
            steps += 1;
            // Every third page, with one look after the other.
            if steps % 3 == 0 {
                is_small(stage, &[steps / 3 % 3]);
            }
        });
    }
}

#[test]
fn a_table_is_small_while_a_vote_is_open_and_people_are_away() {
    let mut stage = seated(&[("deal_interval", "0")], 3);
    stage.submit(Input::Start { by: PersonId(1) });
    let mut players = players();
    until(&mut stage, &mut players, |view| {
        matches!(&view.phase, PhaseView::Playing { trick, .. } if trick.plays.len() == 2)
            && !view.tricks.is_empty()
    });
    stage.submit(Input::Vote {
        person: PersonId(1),
        motion: Motion::Reset,
        support: true,
    });
    let person = PersonId(2);
    stage.submit(Input::Leave { person });
    is_small(&stage, &[0, 1, 2]);
}

#[test]
fn a_button_that_carries_a_play_makes_just_that_play() {
    look_at_every_page(&[("deal_interval", "0")], 4, |stage| {
        let cx = context(Locale::ENGLISH, Surface::Discord);
        for seat in 0..4 {
            let view = stage.own(seat);
            let buttons = Tractor::hand_page(&view, &cx)
                .controls
                .into_iter()
                .flatten();
            for button in buttons {
                let Control::Button {
                    press,
                    enabled: true,
                    ..
                } = button
                else {
                    continue;
                };
                let Tap::Act { verb, words } = press.tap else {
                    continue;
                };
                let action = Tractor::parse(verb, &words, &view).expect("a button is understood");
                let by = match view.seats[usize::from(seat)].occupant.person() {
                    Some(person) => By::Person(person),
                    None => By::Computer(Seat::new(seat)),
                };
                let submission = Submission::typed(Input::Act { by, action });
                let proposal = stage.table.propose(&submission);
                assert!(proposal.is_ok(), "{verb:?} {words}: {:?}", proposal.err());
            }
        }
    });
}

#[test]
fn the_only_play_is_what_every_player_plays() {
    let mut seen = 0;
    look_at_every_page(&[("deal_interval", "0")], 8, |stage| {
        let Some(seat) = stage.awaited() else {
            return;
        };
        let view = stage.own(seat.index() as u8);
        let Ok(Action::Play(only)) = Tractor::parse(Verb::Play, "", &view) else {
            return;
        };
        if only.is_empty() {
            return;
        }
        seen += 1;
        let sorted = |mut cards: Vec<Card>| {
            cards.sort_unstable();
            cards
        };
        for n in 0..20 {
            let seed = Seed::from_number(n);
            let mut player = Tractor::computer(Skill::Random, seed);
            let other = player.choose(game(&view));
            let Some(Action::Play(other)) = other else {
                panic!("a player in turn plays");
            };
            assert_eq!(
                sorted(other),
                sorted(only.clone()),
                "{only:?} is not the only play"
            );
        }
    });
    assert!(seen > 20, "only {seen} plays had no alternative");
}
