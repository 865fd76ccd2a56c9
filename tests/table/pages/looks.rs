//! What holds for every page of every match of tractor.

use std::collections::HashSet;

use tractor_bot::chance::Seed;
use tractor_bot::command::Verb;
use tractor_bot::game::{Game, Seat, Viewer};
use tractor_bot::host::Paced;
use tractor_bot::table::{By, Input, News, PersonId, Skill, Submission};
use tractor_bot::text::cards;
use tractor_bot::text::context::Face;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Control;
use tractor_bot::text::press::{Sheet, Tap};
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::view::{PhaseView, View};

use super::plain::{Match, game, players, seated, step};
use super::render::{context, keeps_to_limits, text};

/// Plays a match with random players and looks at every page of everybody on the way.
fn look_at_every_page(rules: &[(&str, &str)], seed: u64, mut look: impl FnMut(&Match)) {
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
        Sheet::Score,
        Sheet::LastTrick,
        Sheet::Verify,
        Sheet::Surrender,
        Sheet::Rules,
    ];
    look_at_every_page(&[("deal_interval", "0")], 3, |stage| {
        for locale in Locale::all() {
            let cx = context(locale, Face::Discord);
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

#[test]
fn a_button_that_carries_a_play_makes_just_that_play() {
    look_at_every_page(&[("deal_interval", "0")], 4, |stage| {
        let cx = context(Locale::ENGLISH, Face::Discord);
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

/// The cards that anybody may see: played, called, turned over, known, or buried in rounds before.
fn open_cards(view: &View) -> HashSet<Card> {
    let mut open: HashSet<Card> = view.flipped.iter().copied().collect();
    let trick = match &view.phase {
        PhaseView::Playing { trick, .. } => Some(trick),
        _ => None,
    };
    for trick in view.tricks.iter().chain(trick).chain(&view.parting) {
        open.extend(trick.plays.iter().flatten());
        open.extend(trick.failed_throw.iter().flatten());
    }
    open.extend(
        view.calls
            .iter()
            .flat_map(|(_, call)| call.cards(view.level)),
    );
    open.extend(view.known.iter().flatten());
    open.extend(view.history.iter().flat_map(|result| &result.kitty));
    // Jokers are named in sentences about calls.
    open.extend([Card::SMALL_JOKER, Card::BIG_JOKER]);
    open
}

/// The cards of what just happened in front of everybody.
fn just_played(stage: &Match) -> HashSet<Card> {
    let cards = stage.last.iter().flat_map(|event| match event {
        News::Game(Event::Played { cards, .. }) => cards.clone(),
        News::Game(Event::ThrowFailed { tried, .. }) => tried.clone(),
        _ => Vec::new(),
    });
    cards.collect()
}

#[test]
fn no_public_page_or_line_shows_a_hidden_card() {
    look_at_every_page(&[], 6, |stage| {
        let view = stage.public();
        let mut open = open_cards(game(&view));
        for locale in Locale::all() {
            let cx = context(locale, Face::Discord);
            let pages = [
                table_text::public_page(&view, &cx),
                Tractor::hand_page(&view, &cx),
                table_text::sheet_page(Sheet::Score, &view, &cx),
                table_text::sheet_page(Sheet::LastTrick, &view, &cx),
                table_text::sheet_page(Sheet::Verify, &view, &cx),
            ];
            for page in &pages {
                shows_only(&open, &text(page));
            }
            open.extend(just_played(stage));
            for line in stage.news(Viewer::Public, &cx) {
                shows_only(&open, &line);
            }
        }
    });
    assert_eq!(Tractor::seats(&Rules::default()), 4..=4);
}

/// Every card in the text is one of these.
#[track_caller]
fn shows_only(open: &HashSet<Card>, text: &str) {
    let words = text.split(|c: char| c.is_whitespace() || "`.,，。；".contains(c));
    for word in words.filter(|word| word.starts_with(['♠', '♥', '♣', '♦'])) {
        if let Ok(cards) = cards::read(word) {
            let shown = cards.iter().all(|card| open.contains(card));
            assert!(shown, "{word} in {text}");
        }
    }
}
