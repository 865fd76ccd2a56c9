//! The hand of tractor with a button for every card: what holds of it in any position, and that every legal play can be
//! put together by taps.

use std::collections::BTreeMap;

use tractor_bot::chance::Seed;
use tractor_bot::command::Verb;
use tractor_bot::host::Paced as _;
use tractor_bot::table::{Skill, StageView, TableView};
use tractor_bot::text::cards;
use tractor_bot::text::context::Draft;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::looks::CardLook;
use tractor_bot::text::page::{Control, Page, Style};
use tractor_bot::text::press::Line;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::trump::EffectiveSuit;
use tractor_bot::tractor::view::{PhaseView, View};

use super::faces::with_long_faces;
use super::plain::{game, players, seated, step};
use super::render::{books, context, keeps_to_limits};

/// One button of a card.
#[derive(Debug, Clone)]
struct Seat {
    card: Card,
    chosen: bool,
    enabled: bool,
    line: Line,
}

fn read(words: &str) -> Vec<Card> {
    cards::read(words.split('#').next().unwrap_or_default()).expect("cards")
}

/// Which card a button chooses, and how many more of it.
fn selected(words: &str) -> (Card, i8) {
    let (sign, words) = words
        .strip_prefix('-')
        .map_or((1, words), |words| (-1, words));
    let (copies, card) = words.split_once('×').unwrap_or(("1", words));
    (
        read(card)[0],
        sign * copies.parse::<i8>().expect("a number"),
    )
}

/// The buttons of cards on a page.
fn buttons(page: &Page, fixed: usize) -> Vec<Seat> {
    let mut seats = Vec::new();
    let rows = &page.controls[..page.controls.len() - 1];
    for control in rows.iter().flatten() {
        match control {
            Control::Menu { .. } => panic!("a menu: {page:#?}"),
            Control::Button {
                press,
                style,
                enabled,
                ..
            } => {
                let card = match (press.line.after("select"), press.line.as_move()) {
                    (Some(card), _) => selected(card).0,
                    (None, Some((_, words))) => read(words)[fixed],
                    (None, None) => panic!("{press:?} among the cards"),
                };
                seats.push(Seat {
                    card,
                    chosen: *style == Style::Good,
                    enabled: *enabled,
                    line: press.line.clone(),
                });
            }
        }
    }
    seats
}

/// What the page plays or buries with one tap more, if it is ready.
fn ready(page: &Page) -> Option<Vec<Card>> {
    let last = page.controls.last()?;
    last.iter().find_map(|control| match control {
        Control::Button {
            press,
            enabled: true,
            ..
        } => match press.line.as_move()? {
            (Verb::Play | Verb::Kitty, words) => Some(read(words)),
            _ => None,
        },
        _ => None,
    })
}

/// Every decision and every waiting hand of some rounds.
fn hands(seed: u64, rounds: usize, mut look: impl FnMut(&TableView<Tractor>, &View)) {
    let mut stage = seated(&[("deal_interval", "0")], seed).started();
    let mut players = players();
    for _ in 0..rounds * 1_000 {
        if game(&stage.public()).history.len() >= rounds {
            return;
        }
        for seat in 0..3 {
            let view = stage.own(seat);
            look(&view, game(&view));
        }
        step(&mut stage, &mut players);
    }
}

fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

#[test]
fn every_card_of_the_hand_is_on_a_button() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let mut letters = cx.clone();
    letters.looks.cards = CardLook::Letters;
    let mut confirms = cx.clone();
    confirms.looks.confirm = true;
    let mut rising = cx.clone();
    rising.draft.rising = true;
    let looks = [cx.clone(), with_long_faces(&cx), letters, confirms, rising];
    let mut phases = BTreeMap::<bool, usize>::new();
    let mut steps = 0;
    hands(5, 2, |view, own| {
        steps += 1;
        let playing = matches!(own.phase, PhaseView::Burying | PhaseView::Playing { .. });
        for cx in [&looks[0], &looks[steps % looks.len()]] {
            let page = Tractor::hand_page(&cx.at(view));
            keeps_to_limits(&page);
            let mut paused = view.clone();
            paused.paused = true;
            keeps_to_limits(&Tractor::hand_page(&cx.at(&paused)));
            if !playing {
                continue;
            }
            assert!(page.layout.is_some());
            let mut fixed = 0;
            if let PhaseView::Playing { due: Some(due), .. } = &own.phase {
                fixed = usize::from(due.count) - 1;
            }
            let seats = buttons(&page, fixed);
            if own.hand.len() <= 25 {
                let shown: Vec<Card> = seats.iter().map(|seat| seat.card).collect();
                assert_eq!(sorted(shown), sorted(own.hand.clone()), "{page:#?}");
            }
            let turn = own.seat() == to_act(own);
            // Who has still to play to the trick chooses before their turn.
            let comes = match (&own.phase, own.seat()) {
                (PhaseView::Playing { trick, .. }, Some(seat)) => {
                    trick.plays.len() <= (seat.index() + 4 - trick.leader.index()) % 4
                }
                _ => false,
            };
            let idle = |seat: &Seat| !seat.enabled && !seat.chosen;
            assert!(turn || comes || seats.iter().all(idle));
            *phases.entry(turn).or_default() += 1;
        }
    });
    assert!(phases.len() == 2, "{phases:?}");
}

fn to_act(own: &View) -> Option<tractor_bot::game::Seat> {
    match &own.phase {
        PhaseView::Playing { to_play, .. } => Some(*to_play),
        PhaseView::Burying => own.dealer,
        _ => None,
    }
}

/// What somebody taps who sees the hand and wants to have this play ready, one tap after another; how often.
fn put_together(view: &TableView<Tractor>, wanted: &[Card], cx: &RenderContext) -> usize {
    let mut cx = cx.clone();
    for taps in 0..40 {
        let page = Tractor::hand_page(&cx.at(view));
        if ready(&page).is_some_and(|ready| sorted(ready) == sorted(wanted.to_vec())) {
            return taps + 1;
        }
        let seats = buttons(&page, wanted.len() - 1);
        let is_wanted = |card: Card| wanted.iter().filter(|other| **other == card).count();
        let chosen = |card: Card| {
            let mut seats = seats.iter();
            let is = |seat: &&Seat| seat.card == card && seat.chosen;
            std::iter::from_fn(|| seats.find(is)).count()
        };
        let plays = seats.iter().find(|seat| {
            let made = seat.line.as_move().filter(|_| seat.enabled);
            made.is_some_and(|(_, words)| sorted(read(words)) == sorted(wanted.to_vec()))
        });
        if plays.is_some() {
            return taps + 1;
        }
        let raises =
            |seat: &&Seat| seat.enabled && !seat.chosen && chosen(seat.card) < is_wanted(seat.card);
        let lowers =
            |seat: &&Seat| seat.enabled && seat.chosen && chosen(seat.card) > is_wanted(seat.card);
        let clears = page.presses().any(|press| press.line == "clear");
        let all_chosen = seats.iter().filter(|seat| seat.chosen).count();
        let right = wanted.iter().filter(|card| chosen(**card) > 0).count();
        if clears && all_chosen > right + 1 {
            cx.draft.choose(String::new());
            continue;
        }
        let mut all = seats.iter();
        let seat = all.find(raises).or_else(|| seats.iter().find(lowers));
        let seat = seat.unwrap_or_else(|| panic!("{wanted:?} cannot be chosen: {page:#?}"));
        let card = seat.line.after("select");
        let (card, more) = selected(card.unwrap_or_else(|| panic!("{seat:?}")));
        let action =
            Tractor::selected(&cards::packed(&[card]), more, &cx.at(view)).expect("a turn");
        cx.draft.chosen = Some(Tractor::drafted(&action, view));
    }
    panic!("{wanted:?} is never ready");
}

#[test]
fn every_play_can_be_put_together_by_taps() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let mut confirms = cx.clone();
    confirms.looks.confirm = true;
    let (mut taps, mut plays) = (BTreeMap::<usize, usize>::new(), 0);
    hands(7, 1, |view, own| {
        if own.seat() != to_act(own) || matches!(own.phase, PhaseView::Burying) {
            return;
        }
        let proposals = Tractor::proposals(Verb::Play, "", &cx.at(view)).unwrap_or_default();
        for (_, words) in proposals {
            let wanted = read(&words);
            let used = put_together(view, &wanted, &cx);
            assert!(used <= wanted.len() + 3, "{used} taps for {words}");
            *taps.entry(used).or_default() += 1;
            put_together(view, &wanted, &confirms);
            plays += 1;
        }
    });
    assert!(plays > 50 && taps[&1] > 10, "{taps:?}");
}

#[test]
fn a_hand_of_33_lies_in_buttons_but_for_a_few_of_the_highest_trumps() {
    let cx = context(Locale::ENGLISH, Surface::Discord);
    let (mut whole, mut most) = (0, 0);
    let mut deck: Vec<Card> = Card::all().chain(Card::all()).collect();
    let mut chance = Seed::from_number(3).chance();
    let mut burying = None;
    hands(5, 1, |view, own| {
        if matches!(own.phase, PhaseView::Burying) && own.seat() == own.dealer {
            burying = Some(view.clone());
        }
    });
    let mut view = burying.expect("somebody buries");
    let trump = view
        .stage
        .game()
        .and_then(|own| own.trump)
        .expect("a trump");
    let rounds = std::env::var("HANDS").map_or(200, |n| n.parse().expect("a number"));
    let looks = [with_long_faces(&cx), cx];
    for n in 0..rounds {
        let mut cx = looks[n % 2].clone();
        chance.shuffle(&mut deck);
        if let StageView::Playing(own) = &mut view.stage {
            own.hand = deck[..33].to_vec();
        }
        // By a hint.
        cx.draft.advised = view.stage.game().and_then(|own| {
            let mut adviser = Tractor::computer(Skill::Heuristic, Seed::from_number(0));
            serde_json::to_string(&adviser.choose(own)?).ok()
        });
        let page = Tractor::hand_page(&cx.at(&view));
        keeps_to_limits(&page);
        let seats = buttons(&page, 0);
        let ready = ready(&page).expect("eight are proposed");
        assert_eq!(ready.len(), 8);
        let on_button = |card: &Card| seats.iter().any(|seat| seat.card == *card);
        assert!(ready.iter().all(on_button), "{page:#?}");
        let left_out = || deck[..33].iter().filter(|card| !on_button(card));
        whole += usize::from(left_out().next().is_none());
        most = most.max(left_out().count());
        let is_trump = |card: &Card| trump.effective_suit(*card) == EffectiveSuit::Trumps;
        assert!(left_out().all(is_trump), "{page:#?}");
        let signs = left_out().all(|card| page.text().contains(&cards::shown(*card)));
        assert!(signs || cx.faces.is_some(), "{page:#?}");
        cx.draft = Draft {
            chosen: Some(String::new()),
            ..Draft::default()
        };
        keeps_to_limits(&Tractor::hand_page(&cx.at(&view)));
    }
    println!(
        "{whole} of {rounds} hands have all cards on buttons, the others all but {most} at most"
    );
    assert!(
        whole * 100 > rounds * 70 && most <= 4,
        "{whole} of {rounds}, {most}"
    );
}

/// What somebody has to do, as far as their hand looks different.
fn situation(own: &View) -> Option<&'static str> {
    let turn = own.seat() == to_act(own);
    Some(match &own.phase {
        PhaseView::Burying if turn => "burying",
        PhaseView::CallWindow { .. } => "last calls",
        PhaseView::Playing { due, .. } if turn => match due {
            None => "leading",
            Some(due) if due.count == 1 => "one card is due",
            Some(due) if due.pairs == 1 && due.count == 2 => "a pair is due",
            Some(due) if due.count == 2 => "two cards are due",
            Some(_) => "more cards are due",
        },
        PhaseView::Playing { .. } if own.hand.len() < 20 => "waiting",
        _ => return None,
    })
}

#[test]
fn hands_with_buttons_read_well() {
    books("tractor-buttons", Surface::Discord, |book, cx| {
        let mut letters = cx.clone();
        letters.looks.cards = CardLook::Letters;
        let mut seen = BTreeMap::<&str, usize>::new();
        hands(5, 2, |view, own| {
            let Some(situation) = situation(own) else {
                return;
            };
            let times = seen.entry(situation).or_default();
            *times += 1;
            let rare = matches!(situation, "burying" | "more cards are due");
            if *times == if rare { 1 } else { 3 } {
                book.page(situation, &Tractor::hand_page(&letters.at(view)));
            }
        });
    });
}
