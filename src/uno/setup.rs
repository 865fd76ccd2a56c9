//! Positions that were not reached by play: for tests, for the referee, and for worlds that look
//! the same to one viewer.
//!
//! Decides which positions make sense. An unchecked [`Setup`] becomes a [`Round`] only through
//! [`Round::resume`].

use super::card::{Card, Color};
use super::event::Direction;
use super::hand::Hand;
use super::pile::Piles;
use super::round::{Bluff, Circle, MOST_PLAYERS, Round, Stage};
use super::rules::Rules;
use super::{Move, Phase, Play, Uno};
use crate::chance::{Chance, Seed};
use crate::game::{Seat, SeatSet, Viewer, Worlds};

/// A position that is not checked yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The house rules.
    pub rules: Rules,
    /// The cards of each seat, in the order of play.
    pub hands: Vec<Hand>,
    /// The draw pile, the next card last.
    pub draw: Vec<Card>,
    /// The discards under the top card, the lowest first.
    pub discards: Vec<Card>,
    /// The top card.
    pub top: Card,
    /// The colour in force.
    pub color: Color,
    /// Which way the turn goes.
    pub direction: Direction,
    /// Whose turn it is.
    pub turn: Seat,
    /// The card that the player in turn drew in this turn.
    pub drawn: Option<Card>,
    /// Cards that the player in turn owes.
    pub owed: u16,
}

impl Setup {
    fn check(&self) -> Result<(), &'static str> {
        let turn = self.hands.get(self.turn.index());
        let drawn = |card: Card| turn.is_some_and(|hand| hand.kinds().contains(card));
        let color = self.top.color();
        if !(2..=MOST_PLAYERS).contains(&self.hands.len()) {
            Err("two to ten play")
        } else if turn.is_none_or(Hand::is_empty) {
            Err("the player in turn has no cards")
        } else if self.drawn.is_some_and(|card| !drawn(card)) {
            Err("the drawn card is not in the hand")
        } else if color.is_some_and(|color| color != self.color) {
            Err("the colour in force is not that of the top card")
        } else {
            Ok(())
        }
    }
}

impl Round {
    /// A round in this position. The Wild Draw Four on top, if any, cannot be called.
    ///
    /// # Errors
    /// Why the position is invalid.
    ///
    /// # Example
    /// ```
    /// # use engine::{chance::Seed, game::Seat, uno::{card::*, round::Unlogged, setup::Setup, *}};
    /// # let hand = |text: &str| -> Hand { cards(text).unwrap().into_iter().collect() };
    /// # let setup = Setup {
    /// #     rules: Rules::OFFICIAL, hands: vec![hand("R1 BS WF W"), hand("B3 B4"), hand("G1 G2")],
    /// #     draw: cards("G9 G8 G7 G6 G5 G4 G3").unwrap(), discards: vec![], top: "B5".parse().unwrap(),
    /// #     color: Color::Blue, direction: Direction::Forward, turn: Seat::new(0), drawn: None, owed: 0,
    /// # };
    /// let alone = Setup { hands: vec![hand("R1")], ..setup.clone() };
    /// assert!(Round::resume(alone, Seed::from_number(1)).is_err(), "two to ten play");
    /// assert!(Round::resume(setup, Seed::from_number(1)).is_ok());
    /// ```
    pub fn resume(setup: Setup, seed: Seed) -> Result<Round, &'static str> {
        setup.check()?;
        let seats: Vec<Seat> = Seat::first(setup.hands.len() as u8).collect();
        let holds = |seat: &Seat| !setup.hands[seat.index()].is_empty();
        let active: SeatSet = seats.iter().copied().filter(holds).collect();
        let mut hands = [Hand::EMPTY; MOST_PLAYERS];
        hands[..setup.hands.len()].copy_from_slice(&setup.hands);
        let piles = Piles::stacked(setup.draw, setup.discards, setup.top, seed);
        let circle = Circle::new(&seats);
        Ok(Round {
            color: Some(setup.color),
            direction: setup.direction,
            stage: setup.drawn.map_or(Stage::Turn, Stage::Drawn),
            owed: setup.owed,
            ..Round::still(&setup.rules, circle, hands, piles, (setup.turn, active))
        })
    }

    /// Takes the order of the draw pile from outside, the next card last, after a move in which the
    /// discards were shuffled: `drawer`, who drew in that move, gets whatever is not in the pile.
    /// `false`, and nothing changes, if these cards are not all in that hand and the pile.
    pub fn restack(&mut self, draw: Vec<Card>, drawer: Seat) -> bool {
        let hand = *self.hand(drawer);
        let mut rest = hand;
        rest.extend(self.piles.draw.iter().copied());
        if draw.len() != self.piles.draw.len() || !draw.iter().all(|card| rest.remove(*card)) {
            return false;
        }
        if let Stage::Drawn(card) = self.stage
            && drawer == self.turn
        {
            let mut drawn = rest;
            hand.cards().for_each(|held| {
                drawn.remove(held);
            });
            self.stage = Stage::Drawn(drawn.cards().next().unwrap_or(card));
        }
        self.hands[drawer.index()] = rest;
        self.piles.draw = draw;
        true
    }

    /// The same round with all cards that are hidden from `viewer` shuffled and dealt again.
    pub fn another_world(&self, viewer: Viewer, chance: &mut Chance) -> Round {
        let mut world = self.clone();
        let hidden = |seat: &Seat| viewer != Viewer::Seat(*seat);
        let seats: Vec<Seat> = self.circle.seats().iter().copied().filter(hidden).collect();
        let mut unknown = world.piles.draw.clone();
        for seat in &seats {
            unknown.extend(self.hand(*seat).cards());
        }
        chance.shuffle(&mut unknown);
        for seat in &seats {
            let size = usize::from(self.hand(*seat).len());
            world.hands[seat.index()] = unknown.drain(unknown.len() - size..).collect();
        }
        world.piles.draw = unknown;
        if let Stage::Drawn(_) = self.stage
            && hidden(&self.turn)
        {
            let cards: Vec<Card> = world.hand(self.turn).cards().collect();
            world.stage = Stage::Drawn(cards[chance.below(cards.len() as u32) as usize]);
        }
        world.bluff = self.bluff.map(|bluff| Bluff {
            guilty: bluff.guilty != hidden(&bluff.by),
            hand: *world.hand(bluff.by),
            ..bluff
        });
        world.shown = self.shown.map(|mut shown| {
            if viewer != Viewer::Seat(shown.to) && hidden(&shown.bluff.by) {
                shown.bluff.hand = *world.hand(shown.bluff.by);
            }
            shown
        });
        world
    }

    /// How many cards there are, in hands and piles together.
    pub fn cards(&self) -> usize {
        let held: u16 = self.hands.iter().map(Hand::len).sum();
        usize::from(held) + self.piles.draw.len() + self.piles.discards.len() + 1
    }

    /// A card at random that the player in turn may lay; drawing and passing are for when there is
    /// none. For simulations and measurements.
    #[inline]
    pub fn random_move(&self, chance: &mut Chance) -> Move {
        let color = Color::ALL[chance.below(4) as usize];
        match self.stage {
            Stage::Color | Stage::StartColor => return Move::Color(color),
            Stage::Swap(_) => {
                let others = self.active.iter().filter(|other| *other != self.turn);
                let chosen = chance.below(self.active.len() as u32 - 1) as usize;
                return Move::Swap(others.into_iter().nth(chosen).unwrap_or(self.turn));
            }
            Stage::Turn | Stage::Drawn(_) => {}
        }
        let layable = self.layable();
        if layable.is_empty() {
            return match self.stage {
                Stage::Drawn(_) if self.owed == 0 && self.may_pass().is_ok() => Move::Pass,
                _ => Move::Draw,
            };
        }
        let chosen = chance.below(layable.iter().count() as u32) as usize;
        let card = layable
            .nth(chosen)
            .expect("the number is below the number of kinds");
        let color = card.is_wild().then_some(color);
        Move::Play(Play {
            color,
            uno: true,
            ..Play::of(card)
        })
    }
}

impl Worlds for Uno {
    fn another_world(&self, viewer: Viewer, chance: &mut Chance) -> Uno {
        let mut world = self.clone();
        if let Phase::Playing(round) = &mut world.phase {
            **round = round.another_world(viewer, chance);
        }
        world
    }
}
