//! Matches that are written and read again.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::chance::{Chance, Contribution};
use crate::game::{Digest, digest_of};

/// The match as it comes back, its results put back.
pub(super) fn read(game: &Uno) -> Uno {
    let text = serde_json::to_string(game).expect("plain");
    let mut read: Uno = serde_json::from_str(&text).unwrap_or_else(|no| panic!("{no}: {text}"));
    assert!(read.past_mut().put_back(game.past().to_vec()), "{text}");
    assert_eq!(&read, game, "{text}");
    assert_eq!(digest_of(&read), Digest::of_text(&text));
    read
}

/// One input, whatever comes to mind; somebody comes, leaves or speaks out of turn now and then. The more
/// `shy` they are, the more often they draw and pass where they could lay a card.
fn step(game: &mut Uno, shy: u32, chance: &mut Chance) {
    let seats = game.scores.len() as u32;
    let somebody = Seat::new(chance.below(seats) as u8);
    match chance.below(60) {
        0 => drop(game.admit()),
        1 if game.playing().len() > 2 => drop(game.withdraw(somebody)),
        2 => game.reseed(Seed::from_number(seats.into())),
        3 => drop(game.deal_again(seats.into())),
        4 => {
            let words = Contribution::new("salt").expect("words");
            drop(game.act(somebody, Action::Contribute(words)));
        }
        5 | 6 => drop(game.cue().map(|cue| game.elapse(cue))),
        _ => {}
    }
    let Some(round) = game.round() else {
        drop(game.cue().map(|cue| game.elapse(cue)));
        return;
    };
    let (turn, plainest) = (round.turn, round.plainest_move());
    let silent = round.layable().nth(0).map(Play::of).map(Move::Play);
    let (seat, chosen) = match chance.below(20 + 4 * shy) {
        0 => (somebody, Move::Uno),
        1 => (somebody, Move::Catch(None)),
        2 => (somebody, Move::Play(Play::of(round.top()))),
        3..=8 if round.bluff.is_some() => (turn, Move::Call),
        3..=5 => (turn, silent.unwrap_or(Move::Draw)),
        6..20 => (turn, round.random_move(chance)),
        _ if matches!(round.stage, Stage::Drawn(_)) => (turn, Move::Pass),
        _ => (turn, Move::Draw),
    };
    if game.act(seat, chosen.into()).is_err() {
        game.act(turn, plainest.into()).expect("it is allowed");
    }
}

/// What there is to be written, in a word each.
fn seen(game: &Uno) -> impl Iterator<Item = &'static str> + use<'_> {
    let round = game.round();
    let ended = |end| game.history.last().is_some_and(|result| result.end == end);
    let is = |told: fn(&Round) -> bool| round.is_some_and(told);
    let all = [
        ("left", !game.left.is_empty()),
        ("again", game.again > 0),
        ("warned", game.warned.is_some()),
        ("over", game.turn() == Turn::Over),
        ("out", ended(RoundEnd::Out)),
        ("blocked", ended(RoundEnd::Blocked)),
        ("reshuffled", is(|round| round.piles.reshuffles > 0)),
        ("turned", is(|round| round.direction == Direction::Backward)),
        ("drawn", is(|round| matches!(round.stage, Stage::Drawn(_)))),
        ("color", is(|round| round.stage == Stage::Color)),
        ("start color", is(|round| round.color.is_none())),
        ("swap", is(|round| matches!(round.stage, Stage::Swap(_)))),
        ("owed", is(|round| round.owed > 0)),
        ("bluff", is(|round| round.bluff.is_some())),
        ("shown", is(|round| round.shown.is_some())),
        ("places", is(|round| !round.out.is_empty())),
        ("exposed", is(|round| round.exposed.is_some())),
        ("said", is(|round| !round.said_uno.is_empty())),
        ("announced", is(|round| round.announced)),
        ("idle", is(|round| round.idle > 0)),
        ("passed", is(|round| round.passed > 0)),
        ("counted", is(|round| round.counted.is_some())),
        ("lacks", is(|round| round.signs != signs::Signs::default())),
    ];
    all.into_iter().filter(|(_, is)| *is).map(|(word, _)| word)
}

#[test]
fn every_state_of_a_match_comes_back_as_it_was() {
    let others = [
        "end=places seven_zero=on jump_in=on",
        "pass_without_draw=on",
        "hand=10",
        "score=lowest stack=same_kind",
        "end=places draw=many",
    ];
    let presets = Rules::PRESETS
        .iter()
        .map(|(name, _)| format!("preset={name}"));
    let all: Vec<String> = presets.chain(others.map(str::to_owned)).collect();
    let mut met = BTreeSet::new();
    for (number, changes) in (0..60).zip(all.iter().cycle()) {
        let changes = format!("{changes} turn_limit=30 leaver=under_pile match_to=100");
        let seats = [2, 4, 10][number as usize % 3];
        let seed = Seed::from_number(number);
        let mut chance = seed.derive("moves", 0).chance();
        let (mut game, _) = Uno::start(&rules(&changes), seats, seed);
        let mut cards = BTreeMap::new();
        for _ in 0..400 {
            step(&mut game, number as u32 % 7, &mut chance);
            let read = read(&game);
            let all = Seat::first(game.scores.len() as u8).map(Viewer::Seat);
            for viewer in all.chain([Viewer::Public]) {
                let view = read.view(viewer);
                assert_eq!(view, game.view(viewer), "{number}: {changes}");
                // Whoever came or left, nobody sees what another one holds.
                let (seen, own) = match (view.playing(), viewer) {
                    (Some(round), Viewer::Seat(seat)) => {
                        let held = game.round().expect("a round").hand(seat).cards();
                        (round.hand.clone(), held.collect())
                    }
                    (Some(round), _) => (round.hand.clone(), Vec::new()),
                    (None, _) => continue,
                };
                assert_eq!(seen, own, "{number}: {changes}");
            }
            if let Some(round) = game.round() {
                let dealt = *cards.entry(game.number).or_insert(round.cards());
                assert_eq!(round.cards(), dealt, "{number}: {changes}");
            }
            met.extend(seen(&game));
            // What was read is played on.
            game = read;
            if game.turn() == Turn::Over {
                break;
            }
        }
    }
    assert_eq!(met.len(), 23, "{met:?}");
}

#[test]
fn the_digest_of_a_state_never_changes() {
    let mut game = matches::in_position("stack=cross", "R5: WF R1 R2 / B1 B2 / Y1 Y2");
    for text in ["0 WF=B", "1 call"] {
        let (by, chosen) = chosen(text);
        game.act(by, chosen.into()).expect("it is allowed");
    }
    let text = serde_json::to_string(&game).expect("plain");
    let digest = serde_json::to_string(&Digest::of_text(&text)).expect("plain");
    assert_eq!(digest, "\"3767e1ae8ca871ac\"", "{text}");
}

/// A state of a match of three with something else at a place of it.
fn check_strange(case: &[&str]) {
    let [stage, place, wrong] = *case else {
        panic!("{case:?}");
    };
    let mut game = Uno::start(&rules("order=seats"), 3, Seed::from_number(5)).0;
    if stage == "playing" {
        game.act(Seat::new(0), Action::Deal).expect("anybody deals");
    }
    let state = serde_json::to_value(&game).expect("plain");
    let read = |state| serde_json::from_value::<Uno>(state).ok();
    assert_eq!(read(cases::changed(&state, place, wrong)), None, "{case:?}");
    assert_eq!(read(state), Some(game));
}

cases::sections! {
    include_str!("../../../fixtures/uno/strange.cases"), cases::each(check_strange);
    what_play_does_not_lead_to_is_not_read
}

#[test]
fn from_whatever_is_read_of_a_damaged_text_the_rules_go_on() {
    let mut chance = Seed::from_number(3).chance();
    let mut game = Uno::start(
        &rules("preset=party leaver=under_pile match_to=5000"),
        4,
        Seed::from_number(5),
    )
    .0;
    let mut damaged = 0;
    for _ in 0..1_000 {
        step(&mut game, 1, &mut chance);
        let mut text = serde_json::to_string(&game).expect("plain").into_bytes();
        let digits = (0..text.len()).filter(|at| text[*at].is_ascii_digit());
        let digits: Vec<usize> = digits.collect();
        for _ in 0..1 + chance.below(2) {
            let at = digits[chance.below(digits.len() as u32) as usize];
            text[at] = b'0' + chance.below(10) as u8;
        }
        let Ok(mut read) = serde_json::from_slice::<Uno>(&text) else {
            continue;
        };
        damaged += u32::from(read != game);
        for _ in 0..20 {
            if read.turn() != Turn::Over {
                step(&mut read, 1, &mut chance);
            }
        }
    }
    assert!(damaged > 100, "{damaged}");
}
