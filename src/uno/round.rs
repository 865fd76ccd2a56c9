//! One round of UNO: the state of the lean core.
//!
//! Holds the hands and piles, whose turn it is, and what has to be decided. [`super::legal`] judges
//! moves and `turn` carries them out, both without allocating. The match around it with
//! its scores and seeds is [`super::Uno`]. Views, computer players, simulations and benchmarks use
//! the same functions.

use serde::{Deserialize, Serialize};

use super::card::{Card, Color, Face};
use super::event::{Direction, DrawnFor, Event, OpenEvent};
use super::hand::Hand;
use super::pile::Piles;
use super::rules::{Rules, Stack};
use super::score::RoundEnd;
use super::signs::{self, Signs};
use crate::chance::Seed;
use crate::game::{Seat, SeatSet, is_default};

/// The most players.
pub const MOST_PLAYERS: usize = signs::SEATS;

/// A receiver of events.
pub trait Log {
    /// Takes note of an event, which is made only if somebody wants it.
    fn note<E: Into<Event>>(&mut self, event: impl FnOnce() -> E);
}

impl Log for Vec<Event> {
    fn note<E: Into<Event>>(&mut self, event: impl FnOnce() -> E) {
        self.push(event().into());
    }
}

/// A log that discards all events, for simulations and benchmarks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlogged;

impl Log for Unlogged {
    #[inline]
    fn note<E: Into<Event>>(&mut self, _: impl FnOnce() -> E) {}
}

/// The order of play: which seat is at which place, and back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Circle {
    len: u8,
    seats: [Seat; MOST_PLAYERS],
    places: [u8; MOST_PLAYERS],
}

impl Circle {
    /// The seats in this order, each of the first `seats.len()` seats once.
    pub fn new(order: &[Seat]) -> Self {
        let mut circle = Self {
            len: order.len() as u8,
            seats: [Seat::new(0); MOST_PLAYERS],
            places: [0; MOST_PLAYERS],
        };
        for (place, seat) in order.iter().enumerate() {
            circle.seats[place] = *seat;
            circle.places[seat.index()] = place as u8;
        }
        circle
    }

    fn of_nobody() -> Self {
        Self::new(&[])
    }

    /// The seats in their order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }

    /// The next seat of `among` after `seat`; `seat` itself if there is no other.
    ///
    /// ```
    /// use engine::game::Seat;
    /// use engine::uno::{Direction, round::Circle};
    ///
    /// let [a, b, c] = [0, 1, 2].map(Seat::new);
    /// let circle = Circle::new(&[a, c, b]);
    /// let all = Seat::first(3).collect();
    /// assert_eq!(circle.next(a, Direction::Forward, all), c);
    /// assert_eq!(circle.next(a, Direction::Backward, all), b);
    /// ```
    #[inline]
    pub fn next(&self, seat: Seat, direction: Direction, among: SeatSet) -> Seat {
        let mut place = self.places[seat.index()];
        for _ in 0..self.len {
            place = match direction {
                Direction::Forward if place + 1 == self.len => 0,
                Direction::Forward => place + 1,
                Direction::Backward if place == 0 => self.len - 1,
                Direction::Backward => place - 1,
            };
            let found = self.seats[usize::from(place)];
            if among.contains(found) {
                return found;
            }
        }
        seat
    }
}

/// What the player in turn has to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// What to do in a turn that just began.
    Turn,
    /// What to do after drawing this card.
    Drawn(Card),
    /// The colour of the wild card just laid.
    Color,
    /// The colour of the Wild turned over at the start; the turn then begins.
    StartColor,
    /// With whom to exchange hands, after laying this 7.
    Swap(Card),
}

/// A Wild Draw Four whose bluff may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bluff {
    /// Who laid it.
    pub by: Seat,
    /// Whether it is one.
    pub guilty: bool,
    /// The hand it was laid from, the card itself no longer in it.
    pub hand: Hand,
}

/// A hand that was shown to the one who called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevealedHand {
    /// To whom.
    pub to: Seat,
    /// What.
    pub bluff: Bluff,
}

/// A round in play. Its serde form is a part of that of a match, which tells the house rules and the order of play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// The house rules.
    #[serde(skip)]
    pub rules: Rules,
    /// The order of play.
    #[serde(skip, default = "Circle::of_nobody")]
    pub circle: Circle,
    pub(super) hands: [Hand; MOST_PLAYERS],
    pub(super) piles: Piles,
    /// The colour in force; `None` while the colour of the first Wild is not named.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<Color>,
    /// Which way the turn goes.
    pub direction: Direction,
    /// Whose turn it is; meaningless once the round is over.
    pub turn: Seat,
    /// What the player in turn has to decide.
    pub stage: Stage,
    /// Cards that the player in turn owes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub owed: u16,
    /// The Wild Draw Four on top, if its bluff may be called.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bluff: Option<Bluff>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) shown: Option<RevealedHand>,
    /// Seats that still hold cards and have not left.
    pub active: SeatSet,
    /// Seats without cards, in the order in which they got rid of them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub out: Vec<Seat>,
    /// Who has one card, has not said UNO, and can be caught.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) exposed: Option<Seat>,
    /// Seats with one card that said UNO.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) said_uno: SeatSet,
    /// Whether the player in turn said UNO before laying the last but one card.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) announced: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) last_play: Option<(Seat, Card)>,
    /// Turns in a row in which nothing could be drawn and nothing was laid.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) idle: u8,
    /// Turns in a row that were passed without laying or drawing anything.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) passed: u8,
    /// What each seat held, in points, when the first one was out, if that is what counts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) counted: Option<[u32; MOST_PLAYERS]>,
    /// Counts decisions, so that a cue that was set for one decision is stale for the next.
    pub step: u32,
    /// How the round ended; `None` while it is played. A match goes on at once from a round that is over.
    #[serde(skip)]
    pub end: Option<RoundEnd>,
    /// What the moves so far let everybody conclude, for whoever remembers them; no rule asks for it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub signs: Signs,
}

impl Round {
    /// Deals a round to the seats of `active`; the first of `circle` among them begins.
    pub fn deal(
        rules: &Rules,
        circle: Circle,
        active: SeatSet,
        seed: Seed,
        log: &mut impl Log,
    ) -> Self {
        let (hands, piles) = Self::dealt(rules, &circle, active, seed);
        let dealer = *circle.seats().last().expect("somebody plays");
        let first = circle.next(dealer, Direction::Forward, active);
        let mut round = Self {
            out: Vec::with_capacity(active.len()),
            ..Self::still(rules, circle, hands, piles, (first, active))
        };
        round.start(log);
        round
    }

    /// A round in which nothing was done yet, the first card not even looked at.
    pub(super) fn still(
        rules: &Rules,
        circle: Circle,
        hands: [Hand; MOST_PLAYERS],
        piles: Piles,
        (turn, active): (Seat, SeatSet),
    ) -> Self {
        Self {
            rules: *rules,
            circle,
            hands,
            color: piles.top.color(),
            piles,
            direction: Direction::Forward,
            turn,
            stage: Stage::Turn,
            owed: 0,
            bluff: None,
            shown: None,
            active,
            out: Vec::new(),
            exposed: None,
            said_uno: SeatSet::EMPTY,
            announced: false,
            last_play: None,
            idle: 0,
            passed: 0,
            counted: None,
            step: 0,
            end: None,
            signs: Signs::default(),
        }
    }

    /// The hands and the piles that a shuffle deals, before the first card has its effect.
    pub fn dealt(
        rules: &Rules,
        circle: &Circle,
        active: SeatSet,
        seed: Seed,
    ) -> ([Hand; MOST_PLAYERS], Piles) {
        let mut hands = [Hand::EMPTY; MOST_PLAYERS];
        let decks = rules.decks.count(active.len() as u8);
        let piles = Piles::shuffled(decks, rules.start_card, seed, |draw| {
            for _ in 0..rules.hand {
                for seat in circle.seats() {
                    if active.contains(*seat) {
                        let card = draw.pop().expect("ten hands of ten leave eight cards");
                        hands[seat.index()].insert(card);
                    }
                }
            }
        });
        (hands, piles)
    }

    /// Gives the first card its effect.
    fn start(&mut self, log: &mut impl Log) {
        match self.piles.top.face() {
            Face::Number(_) => {}
            Face::Skip => {
                log.note(|| OpenEvent::Skipped { seat: self.turn });
                self.turn = self.after(self.turn);
            }
            Face::Reverse => {
                self.direction = Direction::Backward;
                log.note(|| OpenEvent::Reversed {
                    direction: self.direction,
                    again: false,
                });
                self.turn = self.after(self.turn);
            }
            Face::DrawTwo if self.rules.stack == Stack::None => {
                self.draw_cards(self.turn, 2, DrawnFor::DrawCards, log);
                self.turn = self.after(self.turn);
            }
            Face::DrawTwo => self.owed = 2,
            Face::Wild | Face::WildDrawFour => self.stage = Stage::StartColor,
        }
    }

    /// The next active seat after `seat` in the present direction.
    #[inline]
    pub(super) fn after(&self, seat: Seat) -> Seat {
        self.circle.next(seat, self.direction, self.active)
    }

    /// Gives up to `count` cards to a seat, one at least, shuffling the discards if need be; the last of them.
    #[inline]
    pub(super) fn draw_cards(
        &mut self,
        seat: Seat,
        count: u16,
        why: DrawnFor,
        log: &mut impl Log,
    ) -> Option<Card> {
        self.draw_until(seat, why, log, |_, drawn, _| drawn.len() >= count)
    }

    /// The same until it is enough with this card, the last of those that were drawn.
    #[inline]
    pub(super) fn draw_until(
        &mut self,
        seat: Seat,
        why: DrawnFor,
        log: &mut impl Log,
        is_enough: impl Fn(&mut Self, &Hand, Card) -> bool,
    ) -> Option<Card> {
        let mut drawn = Hand::EMPTY;
        let mut last = None;
        while let Some(card) = self.next_card(log) {
            drawn.insert(card);
            self.hands[seat.index()].insert(card);
            last = Some(card);
            if is_enough(self, &drawn, card) {
                break;
            }
        }
        self.drew(seat, drawn, why, log);
        last
    }

    /// The next card of the draw pile, made of the discards if it is empty.
    #[inline]
    fn next_card(&mut self, log: &mut impl Log) -> Option<Card> {
        if self.piles.draw.is_empty() && self.piles.drawable() > 0 {
            let cards = self.piles.reshuffle();
            log.note(|| OpenEvent::Reshuffled { cards });
        }
        self.piles.draw.pop()
    }

    /// Tells that cards were drawn. Whoever draws no longer has one card alone.
    #[inline]
    fn drew(&mut self, seat: Seat, cards: Hand, why: DrawnFor, log: &mut impl Log) {
        if !cards.is_empty() {
            self.signs.drew(seat, cards.len());
            self.said_uno.remove(seat);
            if self.exposed == Some(seat) {
                self.exposed = None;
            }
        }
        log.note(|| Event::Drew {
            seat,
            count: cards.len(),
            cards,
            why,
        });
    }

    /// The cards of a seat.
    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// The top card.
    #[inline]
    pub fn top(&self) -> Card {
        self.piles.top
    }

    /// What each seat has to count, in points: what it holds, or held when the first one was out.
    pub fn counted(&self) -> [u32; MOST_PLAYERS] {
        self.counted
            .unwrap_or_else(|| std::array::from_fn(|index| self.hands[index].points()))
    }

    /// Who played to the end, the winner first: those without cards, then the others by what they
    /// hold, equal hands in the order of play.
    pub fn places(&self) -> Vec<Seat> {
        let mut places = self.out.clone();
        let seats = self.circle.seats().iter().copied();
        let mut others: Vec<_> = seats.filter(|seat| self.active.contains(*seat)).collect();
        others.sort_by_key(|seat| self.hand(*seat).points());
        places.extend(others.into_iter().filter(|seat| !self.out.contains(seat)));
        places
    }
}
