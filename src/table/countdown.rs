//! The smallest game with everything a table has to deal with, for tests: a countdown by the clock,
//! then turns around the table, in rounds, with a secret number in every hand.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::chance::Seed;
use crate::game::{
    Choices, Game, GameKind, Past, Rule, RuleSet, Seat, SeatSet, Turn, Viewer, is_default, rules,
    sum,
};

rules! {
    /// The house rules of a countdown.
    pub struct Rules {
        /// The fewest seats taken.
        least: u32 = 2 => Choices::number(0..=100, &["2"]),
        /// The most seats, 2–4.
        seats: u32 = 4 => Choices::number(0..=100, &["4"]),
        /// Ticks before each round.
        from: u32 = 0 => Choices::number(0..=100, &["0"]),
        /// Rounds of a match.
        rounds: u32 = 1 => Choices::number(0..=100, &["1"]),
        /// Turns in a round.
        turns: u32 = 4 => Choices::number(0..=100, &["4"]),
        /// 1 if leaving takes a player out, 0 if it leaves the seat to a computer.
        out: u32 = 0 => Choices::number(0..=100, &["0"]),
        /// 1 if newcomers come in with the next round.
        joins: u32 = 0 => Choices::number(0..=100, &["0"]),
        /// What each step adds to what is at stake. The newest rule, as one that is added later has to be.
        stake: u32 = 0 => Choices::number(0..=100, &["0"]),
    }
}

impl RuleSet for Rules {
    const RULES: &'static [Rule<Self>] = Self::DECLARED;

    const ABSENT: Self = Self::STANDARD;
}

/// What a player may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Take the turn.
    Step,
    /// Say something at any time; it changes no turn.
    Shout,
    /// Never allowed.
    Cheat,
    /// Makes the rules panic.
    Crash,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    pub round: u32,
    pub left: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Event {
    Secret { seat: Seat, number: u32 },
    Ticked { left: u32 },
    Stepped { seat: Seat },
    Shouted { seat: Seat },
    Left { seat: Seat },
    RoundOver,
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("no")]
pub struct No;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    pub viewer: Viewer,
    pub secret: Option<u32>,
    pub left: u32,
    pub next: Seat,
    pub taken: u32,
    pub shouts: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Countdown {
    rules: Rules,
    seats: u8,
    secrets: Vec<u32>,
    out: SeatSet,
    round: u32,
    left: u32,
    taken: u32,
    shouts: u32,
    next: Seat,
    over: bool,
    /// The number with which it was dealt again.
    again: u64,
    /// Who begins after each round.
    #[serde(with = "sum")]
    past: Past<Seat>,
    /// What is at stake. The newest field, as one that is added later has to be.
    #[serde(default, skip_serializing_if = "is_default")]
    staked: u32,
}

impl Countdown {
    fn secrets_told(&self) -> Vec<Event> {
        let secrets = Seat::first(self.seats).zip(self.secrets.iter().copied());
        let told = secrets.map(|(seat, number)| Event::Secret { seat, number });
        told.collect()
    }

    fn pass_on(&mut self) {
        let from = self.next.index() as u8;
        let seats = self.seats;
        let order = (1..=seats).map(|i| Seat::new((from + i) % seats));
        if let Some(seat) = order.into_iter().find(|seat| !self.out.contains(*seat)) {
            self.next = seat;
        }
    }

    /// Whether nothing has happened in this round.
    fn begins(&self) -> bool {
        self.left == self.rules.from && self.taken == 0
    }

    fn check_round(&mut self, events: &mut Vec<Event>) {
        if self.taken < self.rules.turns {
            return;
        }
        self.taken = 0;
        self.round += 1;
        self.left = self.rules.from;
        self.past.push(self.next);
        events.push(Event::RoundOver);
        if self.round == self.rules.rounds {
            self.over = true;
            events.push(Event::Over);
        }
    }
}

impl Game for Countdown {
    type Rules = Rules;
    type Action = Action;
    type Cue = Tick;
    type Event = Event;
    type Notice = Event;
    type View = View;
    type Rejection = No;

    const KIND: GameKind = GameKind::Uno;
    const IS_SHORT: bool = false;
    const REVISION: u32 = 1;

    fn seats(rules: &Rules) -> RangeInclusive<u8> {
        rules.least as u8..=rules.seats as u8
    }

    fn start(rules: &Rules, seats: u8, seed: Seed) -> (Self, Vec<Event>) {
        let mut chance = seed.chance();
        let game = Self {
            rules: *rules,
            seats,
            out: SeatSet::EMPTY,
            round: 0,
            left: rules.from,
            taken: 0,
            shouts: 0,
            next: Seat::new(0),
            over: false,
            again: 0,
            past: Past::default(),
            staked: 0,
            secrets: (0..seats).map(|_| chance.below(1_000)).collect(),
        };
        let told = game.secrets_told();
        (game, told)
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, No> {
        match action {
            Action::Shout => {
                self.shouts += 1;
                Ok(vec![Event::Shouted { seat }])
            }
            Action::Step if !self.over && self.left == 0 && self.next == seat => {
                let mut events = vec![Event::Stepped { seat }];
                self.staked += self.rules.stake;
                self.taken += 1;
                self.pass_on();
                self.check_round(&mut events);
                Ok(events)
            }
            Action::Crash => panic!("a test of what happens then"),
            Action::Step | Action::Cheat => Err(No),
        }
    }

    fn elapse(&mut self, cue: Tick) -> Vec<Event> {
        if self.cue() != Some(cue) {
            return Vec::new();
        }
        self.left -= 1;
        vec![Event::Ticked { left: self.left }]
    }

    fn cue(&self) -> Option<Tick> {
        let (round, left) = (self.round, self.left);
        (!self.over && left > 0).then_some(Tick { round, left })
    }

    fn turn(&self) -> Turn {
        match self.left {
            _ if self.over => Turn::Over,
            0 => Turn::Seats([self.next].into_iter().collect()),
            _ => Turn::Clock,
        }
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn turn_number(&self) -> u32 {
        self.taken
    }

    fn winners(&self) -> SeatSet {
        let first = [Seat::new(0)];
        first.into_iter().filter(|_| self.over).collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        let own = viewer.seat();
        let secret = own.and_then(|seat| self.secrets.get(seat.index()).copied());
        View {
            viewer,
            secret,
            left: self.left,
            next: self.next,
            taken: self.taken,
            shouts: self.shouts,
        }
    }

    fn notice(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Secret { seat, .. } if viewer != Viewer::Seat(*seat) => None,
            event => Some(event.clone()),
        }
    }

    fn withdraw(&mut self, seat: Seat) -> Option<Vec<Event>> {
        if self.rules.out == 0 {
            return None;
        }
        self.out.insert(seat);
        if self.next == seat {
            self.pass_on();
        }
        let mut events = vec![Event::Left { seat }];
        if self.out.len() + 1 >= usize::from(self.seats) {
            self.over = true;
            events.push(Event::Over);
        }
        Some(events)
    }

    fn vacancies(&self) -> Option<u8> {
        let last = self.over || (self.round + 1 == self.rules.rounds && !self.begins());
        let free = self.rules.seats as u8 - self.seats;
        (self.rules.joins > 0).then_some(if last { 0 } else { free })
    }

    fn admit(&mut self) -> Option<Seat> {
        let room = self.begins() && self.vacancies() > Some(0);
        let seat = Seat::new(room.then_some(self.seats)?);
        self.seats += 1;
        self.secrets.push(u32::from(self.seats));
        Some(seat)
    }

    /// Every second tick is written down, so that both kinds happen.
    fn is_tick(cue: Tick) -> bool {
        cue.left.is_multiple_of(2)
    }

    type Round = Seat;

    fn past(&self) -> &Past<Seat> {
        &self.past
    }

    fn past_mut(&mut self) -> &mut Past<Seat> {
        &mut self.past
    }

    fn is_between_rounds(&self) -> bool {
        self.over || self.begins()
    }

    /// Nothing is left to chance any more.
    fn reseed(&mut self, _: Seed) {}

    /// The numbers of all hands change.
    fn deal_again(&mut self, number: u64) -> Option<Vec<Event>> {
        if self.over || !self.begins() {
            return None;
        }
        self.again = number;
        for (seat, secret) in self.secrets.iter_mut().enumerate() {
            let seed = Seed::from_number(number).derive("again", seat as u64);
            *secret = seed.chance().below(1_000);
        }
        Some(self.secrets_told())
    }

    fn sheet(_: &[View]) -> serde_json::Value {
        serde_json::Value::Null
    }
}
