//! The levels that look no further than the round as it is, and what the weaker of them do: any move that is allowed, as
//! little as may be done, the first card that fits, and the colour that they hold most of.

use super::heuristic;
use super::sight::Sight;
use crate::chance::{Chance, Seed};
use crate::players::Player;
use crate::uno::card::{Card, Color, Kinds};
use crate::uno::rules::Draw;
use crate::uno::view::UnoDecision;
use crate::uno::{Action, Hand, Move, Play, Uno, View};

/// A player of one of these levels.
#[derive(Debug, Clone, Copy)]
pub struct Quick {
    level: Level,
    seed: Seed,
}

/// How well it plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Passes or draws where it may and lays the first card where it must, or under `time_out=play`
    /// where it can: for people who are absent.
    Idle,
    /// Plays any legal action.
    Random,
    /// Plays as somebody who has just learnt the rules.
    Beginner,
    /// Plays for its own hand alone.
    Greedy,
    /// Plays sensibly, within microseconds.
    Heuristic,
}

/// One time in so many a beginner notices that somebody else forgot to say UNO, and a greedy player sees it too late.
const NOTICES: u32 = 4;
const OVERLOOKS: u32 = 2;
/// One time in so many they forget it themselves.
const BEGINNER_FORGETS: u32 = 4;
const GREEDY_FORGETS: u32 = 8;
/// One time in so many a greedy player calls a Wild Draw Four a bluff.
const CALLS: u32 = 8;

impl Quick {
    pub const fn new(level: Level, seed: Seed) -> Self {
        Self { level, seed }
    }

    /// One that leaves nothing to chance, for who is absent.
    pub fn idle() -> Self {
        Self::new(Level::Idle, Seed::from_number(0))
    }
}

impl Player<Uno> for Quick {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let purpose = match self.level {
            Level::Idle => "an idle player of uno",
            Level::Random => "a random player of uno",
            Level::Beginner => "a beginner at uno",
            Level::Greedy => "a simple player of uno",
            Level::Heuristic => "a good player of uno",
        };
        let sight = Sight::of(view, purpose, self.seed)?;
        let mut chance = sight.chance();
        match sight.in_turn() {
            true => self.level.moves(&sight, &mut chance).map(Action::from),
            false => self.level.interrupts(&sight, &mut chance),
        }
    }
}

impl Level {
    /// What it does while somebody else is on turn.
    fn interrupts(self, sight: &Sight<'_>, chance: &mut Chance) -> Option<Action> {
        let any = || sight.catch().or_else(|| sight.jump_in());
        match self {
            Level::Idle => None,
            Level::Random => any().filter(|_| chance.below(2) == 0),
            Level::Beginner => any().filter(|_| chance.below(NOTICES) == 0),
            Level::Greedy => {
                let sees = chance.below(OVERLOOKS) != 0;
                let caught = sight.catch().filter(|_| sees);
                caught.or_else(|| sight.jump_in())
            }
            Level::Heuristic => any(),
        }
    }

    /// What it does in its turn.
    fn moves(self, sight: &Sight<'_>, chance: &mut Chance) -> Option<Move> {
        let round = sight.round;
        let color = match self {
            Level::Random => Color::ALL[chance.below(4) as usize],
            Level::Beginner => any_color(&sight.hand, chance),
            Level::Idle | Level::Greedy => best_color(&sight.hand, None),
            Level::Heuristic => return heuristic::choice(sight),
        };
        match (round.decision, self) {
            (UnoDecision::Color, _) => Some(Move::Color(color)),
            (UnoDecision::Swap, Level::Random) => {
                let others: Vec<_> = sight.others().collect();
                let at = chance.below(others.len() as u32) as usize;
                Some(Move::Swap(others[at]))
            }
            (UnoDecision::Swap, _) => Some(Move::Swap(sight.fewest_cards())),
            (_, Level::Idle) => as_little_as_may_be(sight),
            (_, Level::Random) => any_move(sight, color, chance),
            (_, Level::Beginner) => {
                let fitting: Vec<Card> = sight.honest().collect();
                let Some(most) = fitting.len().checked_sub(1) else {
                    return sight.give_way(color);
                };
                let uno = chance.below(BEGINNER_FORGETS) != 0;
                let card = fitting[chance.below(most as u32 + 1) as usize];
                let play = sight.play(card, color);
                Some(Move::Play(Play { uno, ..play }))
            }
            (_, Level::Greedy | Level::Heuristic) => {
                let best = sight.honest().max_by_key(|card| worth(&sight.hand, *card));
                if round.may.call && chance.below(CALLS) == 0 {
                    return Some(Move::Call);
                }
                let Some(card) = best else {
                    return sight.give_way(color);
                };
                let uno = chance.below(GREEDY_FORGETS) != 0;
                let play = sight.play(card, best_color(&sight.hand, Some(card)));
                Some(Move::Play(Play { uno, ..play }))
            }
        }
    }
}

fn any_move(sight: &Sight<'_>, color: Color, chance: &mut Chance) -> Option<Move> {
    let round = sight.round;
    let cards = round.playable.iter();
    let lay = cards.map(|card| Move::Play(sight.play(*card, color)));
    let moves: Vec<Move> = lay.chain(sight.instead()).collect();
    let at = chance.below(moves.len().max(1) as u32) as usize;
    moves.get(at).copied()
}

fn as_little_as_may_be(sight: &Sight<'_>) -> Option<Move> {
    let round = sight.round;
    let lay = |card| Move::Play(sight.play(card, best_color(&sight.hand, Some(card))));
    if sight.lays_for_absent()
        && let Some(card) = sight.honest().next()
    {
        return Some(lay(card));
    }
    let may_end = sight.rules.draw != Draw::ManyNoPass || round.owed > 0;
    if round.may.pass {
        Some(Move::Pass)
    } else if round.may.draw && (may_end || round.playable.is_empty()) {
        // Where nobody may pass, drawing on would only end with the pile.
        Some(Move::Draw)
    } else {
        round.playable.first().map(|card| lay(*card))
    }
}

/// A colour of the hand, if only by looking at one of its cards.
fn any_color(hand: &Hand, chance: &mut Chance) -> Color {
    let colors: Vec<Color> = hand.cards().filter_map(Card::color).collect();
    match colors.len() {
        0 => Color::ALL[chance.below(4) as usize],
        held => colors[chance.below(held as u32) as usize],
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
fn best_color(hand: &Hand, laid: Option<Card>) -> Color {
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
