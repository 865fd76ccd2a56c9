//! The smallest game with everything a table has to deal with, for tests: a countdown by the clock,
//! then turns around the table, in rounds, with a secret number in every hand.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::chance::Seed;
use crate::game::{
    Choices, Digest, Game, GameKind, RuleEntry, RuleError, RuleSet, Seat, SeatSet, Turn, Viewer,
};

/// `seats` 2–4 (the least is 2), `from` ticks before each round, `rounds`, `turns` in a round,
/// whether leaving takes a player `out` (1) or leaves the seat to a computer (0), and whether a turn
/// is one seat's (0) or takes a step of `each` (1), as where cards are passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rules {
    pub(crate) least: u32,
    pub(crate) seats: u32,
    pub(crate) from: u32,
    pub(crate) rounds: u32,
    pub(crate) turns: u32,
    pub(crate) out: u32,
    #[serde(default)]
    pub(crate) each: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            least: 2,
            seats: 4,
            from: 0,
            rounds: 1,
            turns: 4,
            out: 0,
            each: 0,
        }
    }
}

const CHOICES: Choices = Choices::Number {
    least: 0,
    most: 100,
    suggested: &["1"],
};

impl Rules {
    fn fields(&mut self) -> [(&'static str, &mut u32); 7] {
        [
            ("least", &mut self.least),
            ("seats", &mut self.seats),
            ("from", &mut self.from),
            ("rounds", &mut self.rounds),
            ("turns", &mut self.turns),
            ("out", &mut self.out),
            ("each", &mut self.each),
        ]
    }
}

impl RuleSet for Rules {
    fn entries(&self) -> Vec<RuleEntry> {
        let (mut now, mut standard) = (*self, Self::default());
        let pairs = now.fields().into_iter().zip(standard.fields());
        pairs
            .map(|((name, value), (_, default))| RuleEntry {
                name,
                value: value.to_string(),
                default: default.to_string(),
                choices: CHOICES,
            })
            .collect()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        let field = self
            .fields()
            .into_iter()
            .find(|(known, _)| *known == name.to_ascii_lowercase());
        let (name, field) = field.ok_or_else(|| RuleError::UnknownName {
            name: name.to_owned(),
        })?;
        *field = value.parse().map_err(|_| RuleError::BadValue {
            name,
            value: value.to_owned(),
            choices: CHOICES,
        })?;
        Ok(())
    }
}

/// What a player may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Action {
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
pub(crate) struct Tick {
    pub(crate) round: u32,
    pub(crate) left: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) enum Event {
    Secret { seat: Seat, number: u32 },
    Ticked { left: u32 },
    Stepped { seat: Seat },
    Shouted { seat: Seat },
    Left { seat: Seat },
    RoundOver,
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no")]
pub(crate) struct No;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct View {
    pub(crate) viewer: Viewer,
    pub(crate) secret: Option<u32>,
    pub(crate) left: u32,
    pub(crate) next: Seat,
    pub(crate) awaited: SeatSet,
    pub(crate) taken: u32,
    pub(crate) shouts: u32,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Countdown {
    rules: Rules,
    seats: u8,
    secrets: Vec<u32>,
    out: SeatSet,
    round: u32,
    left: u32,
    taken: u32,
    shouts: u32,
    next: Seat,
    /// Who has stepped in this turn, where each has to.
    stepped: SeatSet,
    over: bool,
}

impl Countdown {
    fn pass_on(&mut self) {
        let from = self.next.index() as u8;
        let seats = self.seats;
        let order = (1..=seats).map(|i| Seat::new((from + i) % seats));
        if let Some(seat) = order.into_iter().find(|seat| !self.out.contains(*seat)) {
            self.next = seat;
        }
    }

    /// Whose steps this turn still takes.
    fn awaited(&self) -> SeatSet {
        let missing = |seat: &Seat| !self.out.contains(*seat) && !self.stepped.contains(*seat);
        match self.rules.each {
            0 => [self.next].into_iter().collect(),
            _ => Seat::first(self.seats).filter(missing).collect(),
        }
    }

    /// Goes on if nobody has to step any more.
    fn end_turn(&mut self, events: &mut Vec<Event>) {
        if self.rules.each == 0 || self.awaited().is_empty() {
            self.stepped = SeatSet::EMPTY;
            self.taken += 1;
            self.pass_on();
            self.check_round(events);
        }
    }

    fn check_round(&mut self, events: &mut Vec<Event>) {
        if self.taken < self.rules.turns {
            return;
        }
        self.taken = 0;
        self.round += 1;
        self.left = self.rules.from;
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

    fn seats(rules: &Rules) -> RangeInclusive<u8> {
        rules.least as u8..=rules.seats as u8
    }

    fn start(rules: &Rules, seats: u8, seed: Seed) -> (Self, Vec<Event>) {
        let mut chance = seed.chance();
        let secrets: Vec<u32> = (0..seats).map(|_| chance.below(1_000)).collect();
        let game = Self {
            rules: *rules,
            seats,
            out: SeatSet::EMPTY,
            round: 0,
            left: rules.from,
            taken: 0,
            shouts: 0,
            next: Seat::new(0),
            stepped: SeatSet::EMPTY,
            over: false,
            secrets: secrets.clone(),
        };
        let told = Seat::first(seats).zip(secrets);
        let events = told.map(|(seat, number)| Event::Secret { seat, number });
        (game, events.collect())
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, No> {
        match action {
            Action::Shout => {
                self.shouts += 1;
                Ok(vec![Event::Shouted { seat }])
            }
            Action::Step if !self.over && self.left == 0 && self.awaited().contains(seat) => {
                let mut events = vec![Event::Stepped { seat }];
                self.stepped.insert(seat);
                self.end_turn(&mut events);
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
        if self.over {
            Turn::Over
        } else if self.left > 0 {
            Turn::Clock
        } else {
            match self.rules.each {
                0 => Turn::Seats(self.awaited()),
                _ => Turn::Each(self.awaited()),
            }
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
        let secret = match viewer {
            Viewer::Seat(seat) => self.secrets.get(seat.index()).copied(),
            Viewer::Public => None,
        };
        View {
            viewer,
            secret,
            left: self.left,
            next: self.next,
            awaited: self.awaited(),
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
        if self.rules.each > 0 && self.left == 0 {
            self.end_turn(&mut events);
        }
        if self.out.len() + 1 >= usize::from(self.seats) {
            self.over = true;
            events.push(Event::Over);
        }
        Some(events)
    }

    fn digest(&self) -> Digest {
        Digest::of(self)
    }
}
