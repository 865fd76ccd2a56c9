//! Computer players of UNO.
//!
//! They see what their seat sees, a [`View`], and nothing of the match behind it. None of them
//! deals: that is left to the people at the table and the clock. Equal seeds and views give equal
//! answers, whatever was asked before.
//!
//! [`Idle`] does as little as it may, [`Random`] anything that is allowed. [`Steady`] keeps its wild
//! cards, stays in the colour it holds most of, stops whoever is about to win, lays a Wild Draw Four
//! as a bluff now and then, calls those of others when it is likely to pay, says UNO (nearly always)
//! and catches those who forget.

use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::Player;
use crate::uno::card::{Card, Color, Face, Kinds};
use crate::uno::rules::{AfterCall, BluffTest, Draw, Rules, TimeOut, Wild4};
use crate::uno::view::{Decision, RoundView};
use crate::uno::{Action, Hand, Move, Play, Uno, View};

/// Plays any legal action.
#[derive(Debug, Clone, Copy)]
pub struct Random {
    seed: Seed,
}

impl Random {
    /// A player with this seed.
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Random {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a random player of uno", self.seed)?;
        let mut chance = sight.chance.clone();
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
            Decision::Color => Move::Color(color),
            Decision::Swap => {
                let others: Vec<_> = sight.others().collect();
                Move::Swap(others[chance.below(others.len() as u32) as usize])
            }
            Decision::Turn | Decision::AfterDrawing => {
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

/// Plays sensibly, within microseconds.
#[derive(Debug, Clone, Copy)]
pub struct Steady {
    seed: Seed,
}

/// One time in so many it forgets to say UNO.
const FORGETS: u32 = 24;
/// One time in so many it sees too late that somebody else forgot.
const OVERLOOKS: u32 = 4;
/// One time in so many it bluffs though nobody is about to win.
const BLUFFS: u32 = 12;

impl Steady {
    /// A player with this seed.
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Steady {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a steady player of uno", self.seed)?;
        let mut chance = sight.chance.clone();
        if !sight.in_turn() {
            let sees = chance.below(OVERLOOKS) != 0;
            return sight.catch().filter(|_| sees).or_else(|| sight.jump_in());
        }
        let round = sight.round;
        let chosen = match round.decision {
            Decision::Color => Move::Color(sight.best_color(None)),
            Decision::Swap => Move::Swap(sight.fewest_cards()),
            Decision::Turn | Decision::AfterDrawing => match sight.best_card(&mut chance) {
                Some(card) => {
                    let uno = chance.below(FORGETS) != 0;
                    let color = sight.best_color(Some(card));
                    Move::Play(Play {
                        uno,
                        ..sight.play(card, color)
                    })
                }
                None if round.may.call && sight.call_pays(&mut chance) => Move::Call,
                None if round.may.draw => Move::Draw,
                None if round.may.pass => Move::Pass,
                None => Move::Play(sight.play(*round.playable.first()?, sight.best_color(None))),
            },
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
        let lays = sight.rules.time_out == TimeOut::Play;
        let honest = |card: &&Card| !(round.would_bluff && **card == Card::WILD_DRAW_FOUR);
        let honest = round.playable.iter().find(honest).copied();
        if let (Decision::Turn | Decision::AfterDrawing, Some(card)) =
            (round.decision, honest.filter(|_| lays))
        {
            return Some(sight.play(card, sight.best_color(Some(card))).into());
        }
        let may_end = sight.rules.draw != Draw::ManyNoPass || round.owed > 0;
        let chosen = match round.decision {
            Decision::Color => Move::Color(sight.best_color(None)),
            Decision::Swap => Move::Swap(sight.fewest_cards()),
            Decision::Turn | Decision::AfterDrawing if round.may.pass => Move::Pass,
            // Where nobody may pass, drawing on would only end with the pile.
            Decision::Turn | Decision::AfterDrawing
                if round.may.draw && (may_end || round.playable.is_empty()) =>
            {
                Move::Draw
            }
            Decision::Turn | Decision::AfterDrawing => {
                let card = *round.playable.first()?;
                Move::Play(sight.play(card, sight.best_color(Some(card))))
            }
        };
        Some(chosen.into())
    }
}

/// What a player sees of the round, and the chance for this decision.
struct Sight<'a> {
    seat: Seat,
    rules: &'a Rules,
    round: &'a RoundView,
    hand: Hand,
    chance: Chance,
}

impl<'a> Sight<'a> {
    fn of(view: &'a View, purpose: &str, seed: Seed) -> Option<Self> {
        let (seat, round) = (view.seat()?, view.playing()?);
        // Another chance for every decision, and for every seat that looks on.
        let moment = u64::from(view.round) << 36 | u64::from(round.step) << 4 | seat.index() as u64;
        Some(Self {
            seat,
            rules: &view.rules,
            round,
            hand: round.hand.iter().copied().collect(),
            chance: seed.derive(purpose, moment).chance(),
        })
    }

    fn in_turn(&self) -> bool {
        self.round.turn == self.seat
    }

    fn size(&self, seat: Seat) -> u16 {
        self.round.hand_sizes[seat.index()]
    }

    /// Everybody else who holds cards.
    fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = Seat::first(self.round.hand_sizes.len() as u8);
        seats.filter(|seat| *seat != self.seat && self.size(*seat) > 0)
    }

    fn catch(&self) -> Option<Action> {
        let exposed = self.round.exposed.filter(|seat| *seat != self.seat)?;
        let may = self.round.may.catch;
        may.then(|| Move::Catch(Some(exposed)).into())
    }

    fn jump_in(&self) -> Option<Action> {
        let card = *self.round.playable.first()?;
        Some(self.play(card, Color::Red).into())
    }

    /// Lays a card, naming the colour, the swap and UNO with it where needed.
    fn play(&self, card: Card, color: Color) -> Play {
        let swaps = self.rules.seven_zero.is_on() && card.face() == Face::Number(7);
        Play {
            card,
            color: card.is_wild().then_some(color),
            swap: (swaps && self.hand.len() > 1).then(|| self.fewest_cards()),
            uno: true,
        }
    }

    /// Whom to exchange hands with, if one has to.
    fn fewest_cards(&self) -> Seat {
        self.others()
            .min_by_key(|seat| self.size(*seat))
            .unwrap_or(self.round.next)
    }

    /// The colour to go on in once `laid` is gone: the one held most, dear cards first.
    fn best_color(&self, laid: Option<Card>) -> Color {
        let worth = |color: Color| {
            let kinds = self.hand.kinds() & Kinds::of_color(color);
            let held = |card: Card| u32::from(self.hand.count(card)) * (20 + card.points());
            let all: u32 = kinds.iter().map(held).sum();
            let laid = laid.filter(|card| card.color() == Some(color));
            all - laid.map_or(0, |card| 20 + card.points())
        };
        let best = Color::ALL.into_iter().max_by_key(|color| worth(*color));
        best.unwrap_or(Color::Red)
    }

    /// Whether somebody who plays soon is about to win.
    fn in_danger(&self) -> bool {
        self.size(self.round.next) <= 2
    }

    /// The card worth laying; none if drawing is better.
    fn best_card(&self, chance: &mut Chance) -> Option<Card> {
        let bluffing = self.round.would_bluff && !self.bluffs(chance);
        let playable = self.round.playable.iter().copied();
        let worthwhile = playable.filter(|card| !(bluffing && *card == Card::WILD_DRAW_FOUR));
        worthwhile.max_by_key(|card| self.worth(*card))
    }

    /// Whether to lay a Wild Draw Four as a bluff this time: where nobody can call it there is
    /// nothing to lose, else when somebody is about to win, or on a whim.
    fn bluffs(&self, chance: &mut Chance) -> bool {
        match self.rules.wild4 {
            Wild4::Free | Wild4::Enforced => true,
            Wild4::Challenge => {
                let odds = if self.in_danger() { 3 } else { BLUFFS };
                chance.below(odds) == 0
            }
        }
    }

    /// How much there is to be said for laying a card.
    fn worth(&self, card: Card) -> i32 {
        let danger = self.in_danger();
        let two_left = self.others().count() == 1;
        // Cards left in the colour that is then in force: what can be laid next.
        let color = card.color().unwrap_or_else(|| self.best_color(Some(card)));
        let left = i32::from(self.hand.of_color(color)) - i32::from(!card.is_wild());
        let last = self.hand.len() <= 2;
        let own = match card.face() {
            Face::Number(0) if self.rules.seven_zero.is_on() => self.gain_of_zero(),
            Face::Number(7) if self.rules.seven_zero.is_on() => self.gain_of_seven(),
            Face::Number(number) => 20 + i32::from(number) / 3,
            Face::Skip => 24 + if danger { 40 } else { 0 },
            Face::Reverse => 23 + if danger || two_left { 20 } else { 0 },
            Face::DrawTwo => 26 + if danger { 50 } else { 0 },
            // Wild cards always fit: they are kept for when nothing else does.
            Face::Wild => {
                if last {
                    30
                } else {
                    -20
                }
            }
            Face::WildDrawFour => match (danger, last) {
                (true, _) => 60,
                (false, true) => 30,
                (false, false) => -25,
            },
        };
        own + 3 * left
    }

    fn gain_of_seven(&self) -> i32 {
        let fewest = self.size(self.fewest_cards());
        20 + 12 * (i32::from(self.hand.len()) - 1 - i32::from(fewest))
    }

    /// A zero brings the hand of whoever sits before, who would play next the other way.
    fn gain_of_zero(&self) -> i32 {
        let others: Vec<i32> = self
            .others()
            .map(|seat| i32::from(self.size(seat)))
            .collect();
        let mean = others.iter().sum::<i32>() / (others.len() as i32).max(1);
        20 + 8 * (i32::from(self.hand.len()) - 1 - mean)
    }

    /// Whether calling the bluff is likely to pay. Taking the cards costs `owed`; a wrong call two
    /// more; a right one nothing, and the other draws. A large hand more likely holds the colour.
    fn call_pays(&self, chance: &mut Chance) -> bool {
        let Some((by, _)) = self.round.last_play else {
            return false;
        };
        let owed = f64::from(self.round.owed);
        let held = f64::from(self.size(by));
        // Three in four cards do not have the colour; any fitting card needs fewer to be likely.
        let lacks: f64 = match self.rules.bluff_test {
            BluffTest::Colour => 0.75,
            BluffTest::AnyPlayable => 0.65,
        };
        let holds = 1.0 - lacks.powf(held);
        // Most players who hold the colour lay something else.
        let guilty = 0.3 * holds;
        let turn = match self.rules.after_call {
            AfterCall::Caller => 2.0,
            AfterCall::Next => 0.0,
        };
        let gain = guilty * (2.0 * owed + turn) - (1.0 - guilty) * 2.0;
        gain > 0.0 && chance.below(3) != 0
    }
}

#[cfg(test)]
mod tests;
