//! The players that look no further than their own hand: any move that is allowed, as little as may be
//! done, the first card that fits, and the colour that they hold most of.

use super::sight::Sight;
use crate::chance::Seed;
use crate::players::Player;
use crate::uno::card::{Card, Color, Kinds};
use crate::uno::rules::Draw;
use crate::uno::view::UnoDecision;
use crate::uno::{Action, Hand, Move, Play, Uno, View};

/// Plays any legal action.
#[derive(Debug, Clone, Copy)]
pub struct Random {
    seed: Seed,
}

impl Random {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Random {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a random player of uno", self.seed)?;
        let mut chance = sight.chance();
        if !sight.in_turn() {
            let wants_to = chance.below(2) == 0;
            return sight
                .catch()
                .or_else(|| sight.jump_in())
                .filter(|_| wants_to);
        }
        let color = Color::ALL[chance.below(4) as usize];
        let round = sight.round;
        let chosen = match round.decision {
            UnoDecision::Color => Move::Color(color),
            UnoDecision::Swap => {
                let others: Vec<_> = sight.others().collect();
                Move::Swap(others[chance.below(others.len() as u32) as usize])
            }
            UnoDecision::Turn | UnoDecision::AfterDrawing => {
                let lay = round
                    .playable
                    .iter()
                    .map(|card| Move::Play(sight.play(*card, color)));
                let else_ = [
                    (round.may.draw, Move::Draw),
                    (round.may.pass, Move::Pass),
                    (round.may.call, Move::Call),
                ];
                let else_ = else_
                    .into_iter()
                    .filter(|(may, _)| *may)
                    .map(|(_, chosen)| chosen);
                let moves: Vec<Move> = lay.chain(else_).collect();
                *moves.get(chance.below(moves.len().max(1) as u32) as usize)?
            }
        };
        Some(chosen.into())
    }
}

/// Passes or draws where it may and lays the first card where it must, or under `time_out=play`
/// where it can: for people who are absent.
#[derive(Debug, Clone, Copy)]
pub struct Idle;

impl Player<Uno> for Idle {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "an idle player of uno", Seed::from_number(0))?;
        if !sight.in_turn() {
            return None;
        }
        let round = sight.round;
        let lay = |card| Move::Play(sight.play(card, best_color(&sight.hand, Some(card))));
        let honest = |card: &&Card| !(round.would_bluff && **card == Card::WILD_DRAW_FOUR);
        let honest = round.playable.iter().find(honest).copied();
        if let (UnoDecision::Turn | UnoDecision::AfterDrawing, Some(card)) =
            (round.decision, honest.filter(|_| sight.lays_for_absent()))
        {
            return Some(lay(card).into());
        }
        let may_end = sight.rules.draw != Draw::ManyNoPass || round.owed > 0;
        let chosen = match round.decision {
            UnoDecision::Color => Move::Color(best_color(&sight.hand, None)),
            UnoDecision::Swap => Move::Swap(sight.fewest_cards()),
            UnoDecision::Turn | UnoDecision::AfterDrawing if round.may.pass => Move::Pass,
            // Where nobody may pass, drawing on would only end with the pile.
            UnoDecision::Turn | UnoDecision::AfterDrawing
                if round.may.draw && (may_end || round.playable.is_empty()) =>
            {
                Move::Draw
            }
            UnoDecision::Turn | UnoDecision::AfterDrawing => lay(*round.playable.first()?),
        };
        Some(chosen.into())
    }
}

/// Plays as somebody who has just learnt the rules.
#[derive(Debug, Clone, Copy)]
pub struct Beginner {
    seed: Seed,
}

/// One time in so many it forgets to say UNO.
const BEGINNER_FORGETS: u32 = 4;
/// One time in so many it notices that somebody else forgot.
const NOTICES: u32 = 4;

impl Beginner {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Beginner {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a beginner at uno", self.seed)?;
        let mut chance = sight.chance();
        if !sight.in_turn() {
            let notices = chance.below(NOTICES) == 0;
            return sight
                .catch()
                .or_else(|| sight.jump_in())
                .filter(|_| notices);
        }
        // A colour of its own, if only by looking at one of its cards.
        let colors: Vec<Color> = sight.hand.cards().filter_map(Card::color).collect();
        let color = match colors.len() {
            0 => Color::ALL[chance.below(4) as usize],
            held => colors[chance.below(held as u32) as usize],
        };
        let round = sight.round;
        let chosen = match round.decision {
            UnoDecision::Color => Move::Color(color),
            UnoDecision::Swap => Move::Swap(sight.fewest_cards()),
            UnoDecision::Turn | UnoDecision::AfterDrawing => {
                let bluff = |card: &Card| round.would_bluff && *card == Card::WILD_DRAW_FOUR;
                let fitting: Vec<Card> = round
                    .playable
                    .iter()
                    .copied()
                    .filter(|card| !bluff(card))
                    .collect();
                match fitting.len() {
                    0 => sight.give_way(color)?,
                    many => Move::Play(Play {
                        uno: chance.below(BEGINNER_FORGETS) != 0,
                        ..sight.play(fitting[chance.below(many as u32) as usize], color)
                    }),
                }
            }
        };
        Some(chosen.into())
    }
}

/// Plays for its own hand alone.
#[derive(Debug, Clone, Copy)]
pub struct Greedy {
    seed: Seed,
}

/// One time in so many it forgets to say UNO.
const GREEDY_FORGETS: u32 = 8;
/// One time in so many it sees too late that somebody else forgot.
const OVERLOOKS: u32 = 2;
/// One time in so many it calls a Wild Draw Four a bluff.
const CALLS: u32 = 8;

impl Greedy {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Greedy {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a simple player of uno", self.seed)?;
        let mut chance = sight.chance();
        if !sight.in_turn() {
            let sees = chance.below(OVERLOOKS) != 0;
            return sight.catch().filter(|_| sees).or_else(|| sight.jump_in());
        }
        let round = sight.round;
        let chosen = match round.decision {
            UnoDecision::Color => Move::Color(best_color(&sight.hand, None)),
            UnoDecision::Swap => Move::Swap(sight.fewest_cards()),
            UnoDecision::Turn | UnoDecision::AfterDrawing => {
                let bluff = |card: &Card| round.would_bluff && *card == Card::WILD_DRAW_FOUR;
                let fitting = round.playable.iter().copied().filter(|card| !bluff(card));
                match fitting.max_by_key(|card| worth(&sight.hand, *card)) {
                    _ if round.may.call && chance.below(CALLS) == 0 => Move::Call,
                    Some(card) => Move::Play(Play {
                        uno: chance.below(GREEDY_FORGETS) != 0,
                        ..sight.play(card, best_color(&sight.hand, Some(card)))
                    }),
                    None => sight.give_way(best_color(&sight.hand, None))?,
                }
            }
        };
        Some(chosen.into())
    }
}

/// How much there is to be said for laying a card, by the own hand alone.
fn worth(hand: &Hand, card: Card) -> u32 {
    match card.color() {
        None => 0,
        Some(color) => 20 * u32::from(hand.of_color(color)) + card.points(),
    }
}

/// The colour to go on in once `laid` is gone: the one held most, dear cards first.
pub(super) fn best_color(hand: &Hand, laid: Option<Card>) -> Color {
    let worth = |color: Color| {
        let kinds = hand.kinds() & Kinds::of_color(color);
        let held = |card: Card| u32::from(hand.count(card)) * (20 + card.points());
        let all: u32 = kinds.iter().map(held).sum();
        let laid = laid.filter(|card| card.color() == Some(color));
        all - laid.map_or(0, |card| 20 + card.points())
    };
    let best = Color::ALL.into_iter().max_by_key(|color| worth(*color));
    best.unwrap_or(Color::Red)
}
