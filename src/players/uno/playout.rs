//! An imagined round played to its end by quick rules of thumb, and what its end is worth.

use super::odds::Suspicion;
use super::scene::Scene;
use crate::chance::Chance;
use crate::game::Seat;
use crate::uno::card::{Card, Face};
use crate::uno::round::{Round, Stage, Unlogged};
use crate::uno::rules::{Rules, Score, Wild4};
use crate::uno::{Move, Play};

/// A round that takes longer than so many moves is worth nothing to anybody.
const MOST_MOVES: u32 = 400;
/// A win of a round is worth so many points by itself: what the cards left over do not say.
const WIN: i32 = 60;
/// And a win that ends the match so many more.
const MATCH: i32 = 150;

/// Plays a round to its end; returns how many moves that took.
pub(super) fn play_out(rules: &Rules, round: &mut Round, chance: &mut Chance) -> u32 {
    let mut moves = 0;
    while round.end().is_none() && moves < MOST_MOVES {
        moves += 1;
        let (seat, chosen) = jump_in(rules, round)
            .unwrap_or_else(|| (round.turn(), quick_move(rules, round, chance)));
        if round.play(seat, chosen, &mut Unlogged).is_err() {
            let plain = round.plainest_move();
            if round.play(round.turn(), plain, &mut Unlogged).is_err() {
                break;
            }
        }
    }
    moves
}

fn jump_in(rules: &Rules, round: &Round) -> Option<(Seat, Move)> {
    if !rules.jump_in.is_on() {
        return None;
    }
    let mut seats = round.active().iter();
    seats.find_map(|seat| {
        let card = round.jump_in(seat)?;
        Some((seat, lay(rules, round, seat, Play::of(card))))
    })
}

/// Lays a card, UNO said with it, and a hand chosen where one has to be.
fn lay(rules: &Rules, round: &Round, seat: Seat, play: Play) -> Move {
    let swaps = rules.seven_zero.is_on() && play.card.face() == Face::Number(7);
    let swap = (swaps && round.hand(seat).len() > 1).then(|| fewest(round, seat));
    Move::Play(Play {
        uno: true,
        swap,
        ..play
    })
}

fn fewest(round: &Round, seat: Seat) -> Seat {
    let others = round.active().iter().filter(|other| *other != seat);
    let fewest = others.min_by_key(|other| round.hand(*other).len());
    fewest.unwrap_or(seat)
}

/// A sensible move of the player in turn.
fn quick_move(rules: &Rules, round: &Round, chance: &mut Chance) -> Move {
    let seat = round.turn();
    let scene = Scene::of_round(rules, round);
    match round.stage() {
        Stage::Color | Stage::StartColor => return Move::Color(scene.best_color(None)),
        Stage::Swap(_) => return Move::Swap(fewest(round, seat)),
        Stage::Turn | Stage::Drawn(_) => {}
    }
    if calls(rules, round, &scene) {
        return Move::Call;
    }
    let mut kinds = round.layable();
    if kinds.contains(Card::WILD_DRAW_FOUR) && rules.wild4 == Wild4::Challenge {
        let odds = if scene.in_danger() { 3 } else { 12 };
        if chance.below(odds) != 0 {
            kinds = round.layable_honestly();
        }
    }
    match scene.best_of(kinds) {
        Some(card) => {
            let color = card.is_wild().then(|| scene.best_color(Some(card)));
            lay(
                rules,
                round,
                seat,
                Play {
                    color,
                    ..Play::of(card)
                },
            )
        }
        None if round.owed() > 0 || round.may_draw().is_ok() => Move::Draw,
        None => Move::Pass,
    }
}

/// Whether the player in turn calls the bluff on top, by the odds of any hand of that size.
fn calls(rules: &Rules, round: &Round, scene: &Scene<'_>) -> bool {
    let Some(bluff) = round.bluff() else {
        return false;
    };
    let (Some(color), held) = (round.signs().before(), bluff.hand.len()) else {
        return false;
    };
    let suspicion = Suspicion {
        rules,
        by: bluff.by,
        held,
        lacks: round.signs().of(bluff.by),
        color,
        below: round.top(),
        own: scene.hand.len(),
        owed: round.owed(),
        others: scene.others,
    };
    let slots = suspicion.lacks.most_of(color, held);
    suspicion.call_pays(suspicion.guilt_of(0.24, slots))
}

/// What the end of a round is worth to a seat, in points; the others' gain is shared by all of them.
pub(super) fn worth(rules: &Rules, scores: &[u32], round: &Round, seat: Seat) -> i32 {
    let Some(winner) = round
        .places()
        .first()
        .copied()
        .filter(|_| round.end().is_some())
    else {
        return 0;
    };
    let seats = round.circle().seats();
    let plays = |other: &&Seat| round.active().contains(**other) || round.out().contains(other);
    let players = seats.iter().filter(plays).count();
    let others = (players as i32 - 1).max(1);
    let held = |seat: Seat| round.hand(seat).points() as i32;
    let all: i32 = seats.iter().map(|other| held(*other)).sum();
    let sign = |gain: i32| if winner == seat { gain } else { -gain / others };
    match rules.score {
        Score::None => sign(WIN),
        Score::Round => sign(WIN + all / 8),
        Score::Match => {
            let gain = all - held(winner);
            let ends = scores[winner.index()] + gain as u32 >= u32::from(rules.match_to);
            sign(gain + WIN + if ends { MATCH } else { 0 })
        }
        Score::Lowest => (all - held(seat)) / others - held(seat) + sign(WIN),
    }
}
