//! What holds for every page of every match: one walk over matches of tractor and one over matches of UNO, in which each
//! step is seen in one language and look after the other.

use tractor_bot::chance::Seed;
use tractor_bot::command::Verb;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::host::Paced;
use tractor_bot::table::{By, Input, Motion, PersonId, Skill, StageView, Submission, TableView};
use tractor_bot::text::cards;
use tractor_bot::text::context::Draft;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::looks::CardLook;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::trump::EffectiveSuit;
use tractor_bot::tractor::view::{PhaseView, View};
use tractor_bot::uno::Uno;

use super::faces::{Alike, with_long_faces};
use super::plain::{Match, game, players, seated, step, until};
use super::render::{context, keeps_to_limits, text};
use super::uno as uno_pages;

/// The looks in the language of this step.
fn looks_of(step: usize) -> [RenderContext; 3] {
    let locale = Locale::all().nth(step % Locale::all().count());
    in_all_looks(locale.expect("one of them"))
}

#[test]
fn every_page_of_a_match_of_tractor_is_whole_small_and_the_same_in_every_look() {
    let mut only = 0;
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
            let looks = looks_of(steps / 3);
            // One look and one question after the other, and what takes longest every ninth time.
            match steps % 3 {
                0 => fits_every_face(stage, &looks[steps / 9 % 3]),
                1 => names_no_sign(stage, &looks[2]),
                _ => plays_what_its_buttons_say(stage),
            }
            match steps % 9 {
                0 => is_small(stage, &looks[steps / 9 % 3]),
                4 => Alike::of(&looks[0]).tractor(stage),
                _ => {}
            }
            only += usize::from(has_an_only_play(stage));
        });
    }
    assert!(only > 5, "only {only} plays had no alternative");
}

/// Plays a match with random players and looks at every page of everybody on the way.
fn look_at_every_page(rules: &[(&str, &str)], seed: u64, mut look: impl FnMut(&Match)) {
    let mut stage = seated(rules, seed).started();
    let mut players = players();
    let mut steps = 0;
    while game(&stage.public()).history.is_empty() && steps < 2_000 {
        let view = stage.public();
        let dealing = matches!(game(&view).phase, PhaseView::Dealing { .. });
        if !dealing || steps % 9 == 0 {
            look(&stage);
        }
        step(&mut stage, &mut players);
        steps += 1;
    }
}

fn fits_every_face(stage: &Match, cx: &RenderContext) {
    let views = [0, 1, 2, 3].map(|seat| stage.own(seat));
    for view in views.iter().chain([&stage.public()]) {
        keeps_to_limits(&Tractor::hand_page(&cx.at(view)));
        keeps_to_limits(&table_text::public_page(&cx.at(view)));
        for sheet in [
            PageKind::Score,
            PageKind::LastTrick,
            PageKind::Verify,
            PageKind::Surrender,
        ] {
            keeps_to_limits(&table_text::sheet_page(sheet, &cx.at(view)));
        }
        keeps_to_limits(&table_text::rules_page(&cx.at(view)));
        assert!(!table_text::prompt(&cx.at(view)).is_empty());
    }
}

/// How many lines a page has, its title and line breaks within lines included.
fn lines(page: &Page) -> usize {
    page.text().lines().count()
}

/// Tables have eleven lines at most and hands nine, as they come and with hands that no deal has given yet: 25 cards, and
/// 26 or 33 trumps for whoever buries.
fn is_small(stage: &Match, cx: &RenderContext) {
    let page = stage.page(cx);
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
                let page = Tractor::hand_page(&cx.at(&view));
                if cx.faces.is_some() && cx.looks.cards == CardLook::Faces {
                    let faces = text(&page).matches("<:").count();
                    assert!(faces >= held, "a hand of {held}:\n{}", text(&page));
                }
                // With the first cards chosen.
                let chosen = RenderContext {
                    draft: picked(&view, 3),
                    ..cx.clone()
                };
                for page in [page, Tractor::hand_page(&chosen.at(&view))] {
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

/// A draft with the first cards of the hand.
fn picked(view: &TableView<Tractor>, count: usize) -> Draft {
    let hand = view.stage.game().map_or(&[][..], |own| &own.hand);
    Draft {
        chosen: Some(cards::typed(&hand[..count.min(hand.len())])),
        ..Draft::default()
    }
}

#[test]
fn a_table_is_small_while_a_vote_is_open_and_people_are_away() {
    let mut stage = seated(&[("deal_interval", "0")], 3).started();
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
    for cx in Locale::all().flat_map(in_all_looks) {
        is_small(&stage, &cx);
    }
}

/// Who is read to has no signs of suits and no icons.
fn names_no_sign(stage: &Match, letters: &RenderContext) {
    for view in [0, 1, 2, 3].map(|seat| stage.own(seat)) {
        let text = text(&Tractor::hand_page(&letters.at(&view)));
        assert!(!text.contains(['♠', '♥', '♣', '♦']), "{text}");
        assert!(!text.contains("<:"), "{text}");
    }
}

fn plays_what_its_buttons_say(stage: &Match) {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    for seat in Seat::first(4) {
        let view = stage.table.view(Viewer::Seat(seat));
        for button in Tractor::hand_page(&cx.at(&view))
            .controls
            .into_iter()
            .flatten()
        {
            let Control::Button {
                press,
                enabled: true,
                ..
            } = button
            else {
                continue;
            };
            let Some((verb, words)) = press.line.as_move() else {
                continue;
            };
            // What is chosen before the turn is no move yet.
            if verb == Verb::Premove {
                continue;
            }
            let action = Tractor::parse(verb, words, &view).expect("a button is understood");
            let by = match view.seats[seat.index()].occupant.person() {
                Some(person) => By::Person(person),
                None => By::Computer(seat),
            };
            let submission = Submission::typed(Input::Act { by, action });
            let proposal = stage.table.propose(&submission);
            assert!(proposal.is_ok(), "{verb:?} {words}: {:?}", proposal.err());
        }
    }
}

/// Whether `play` alone names the play of whoever is in turn; then every player plays that.
fn has_an_only_play(stage: &Match) -> bool {
    let Some(seat) = stage.awaited() else {
        return false;
    };
    let view = stage.own(seat.index() as u8);
    let sorted = |mut cards: Vec<Card>| {
        cards.sort_unstable();
        cards
    };
    match Tractor::parse(Verb::Play, "", &view) {
        Ok(Action::Play(only)) if !only.is_empty() => {
            let only = sorted(only);
            for n in 0..20 {
                let mut player = Tractor::computer(Skill::Random, Seed::from_number(n));
                let Some(Action::Play(other)) = player.choose(game(&view)) else {
                    panic!("a player in turn plays");
                };
                assert_eq!(sorted(other), only, "it is not the only play");
            }
            true
        }
        _ => false,
    }
}

#[test]
fn every_page_of_a_match_of_uno_is_whole_and_the_same_in_every_look() {
    let mut steps = 0;
    for (rules, people) in [
        (&[("preset", "official")][..], 5),
        (&[("preset", "zeroxis")], 2),
        (&[("preset", "party")], 10),
        (
            &[("preset", "irc"), ("draw", "many"), ("score", "round")],
            5,
        ),
        // Marks are told differently with faces.
        (
            &[
                ("allow_highlight_playable_cards", "off"),
                ("order", "seats"),
            ],
            4,
        ),
    ] {
        let mut stage = uno_pages::seated(rules, people).started();
        let mut chance = Seed::from_number(8).chance();
        for _ in 0..120 {
            let public = stage.public();
            if matches!(public.stage, StageView::Over(_)) {
                break;
            }
            steps += 1;
            let looks = looks_of(steps);
            let page = table_text::public_page(&looks[0].at(&public));
            let plays = public
                .stage
                .game()
                .is_some_and(|game| game.playing().is_some());
            assert!(!plays || page.lines.len() <= people as usize + 8);
            let cx = &looks[steps / 3 % 3];
            let seats = (0..people as u8).filter(|seat| steps % 4 == usize::from(*seat) % 4);
            for view in seats.map(|seat| stage.own(seat)).chain([public]) {
                keeps_to_limits(&Uno::hand_page(&cx.at(&view)));
                keeps_to_limits(&table_text::public_page(&cx.at(&view)));
                keeps_to_limits(&table_text::sheet_page(PageKind::Score, &cx.at(&view)));
                if rules[0].1 == "off" {
                    Alike::of(&looks[0]).uno(&view);
                }
            }
            uno_pages::step(&mut stage, &mut chance);
        }
    }
}
