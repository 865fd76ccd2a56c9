//! UNO for two to ten, after the official rules or the players' own.
//!
//! Decides a whole match: rounds, scores, seeds, and who still plays. The lean core of a round is
//! [`round`], which anything that has to be fast uses directly. Knows no people, no clock, no
//! sentences and no notation but its own; absent players, votes and rematches are the table's.
//!
//! # Chance
//! The secret of round `n` is the game's seed derived for "uno round" and `n`. Its commitment is in
//! every view before and during the round, and the secret itself in the round's result. The players'
//! contributions are mixed into it in seat order, and the result shuffles (see [`pile`]). Under
//! `order=random` the game's seed derived for "uno order" shuffles the seats once. A round that an
//! update of the program could not go on with takes its secret from the seed derived for "uno again"
//! and a number that no other round has, in place of the game's own.
#![doc = ""]
#![doc = include_str!("uno/rules.md")]
#![warn(missing_docs)]

pub mod action;
pub mod card;
pub mod event;
pub mod hand;
pub mod legal;
pub mod pile;
mod preset;
mod read;
pub mod rejection;
pub mod round;
pub mod rules;
pub mod score;
#[cfg(feature = "testing")]
pub mod setup;
pub mod signs;
mod turn;
pub mod view;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

pub use action::{Action, Cue, Move, Play};
pub use card::{Card, Color, Face};
pub use event::{Direction, Event, Notice, OpenEvent};
pub use hand::Hand;
pub use rejection::Rejection;
pub use round::Round;
pub use rules::Rules;
pub use score::RoundResult;
pub use view::{PhaseView, RoundView, View};

use crate::chance::{Contributions, SealedDeal, Seed};
use crate::game::{Game, GameKind, Past, Seat, SeatSet, Turn, Viewer, is_default, sum};
use round::{Circle, Log as _, Stage};
use rules::{Leaver, Order, Score};

/// A match of UNO.
///
/// ```
/// use engine::chance::Seed;
/// use engine::game::{Game, Seat, Turn, Viewer};
/// use engine::uno::{Action, Rejection, Rules, Uno};
///
/// let (mut game, _) = Uno::start(&Rules::default(), 3, Seed::from_number(7));
/// assert_eq!(game.turn(), Turn::Clock, "the clock deals, or any player");
/// game.act(Seat::new(1), Action::Deal)?;
/// let view = game.view(Viewer::Seat(Seat::new(0)));
/// assert!(view.playing().is_some_and(|round| round.hand.len() >= 7));
/// # Ok::<(), Rejection>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Uno {
    rules: Rules,
    /// What the secrets of the rounds to come are derived from.
    seed: Seed,
    /// The secret of the present round, or of the next one.
    sealed: SealedDeal,
    /// The order of play of the round; the first seat begins.
    order: Vec<Seat>,
    #[serde(default, skip_serializing_if = "is_default")]
    left: SeatSet,
    /// The round that is played or comes next, counted from 1.
    number: u32,
    /// The number with which an update let it be dealt again; 0 if none did.
    #[serde(default, skip_serializing_if = "is_default")]
    again: u64,
    scores: Vec<u32>,
    contributions: Contributions,
    #[serde(with = "sum")]
    history: Past<RoundResult>,
    /// The decision for which the player in turn was reminded.
    #[serde(default, skip_serializing_if = "is_default")]
    warned: Option<u32>,
    phase: Phase,
    /// Events since the last card was laid, that card included; for display alone.
    #[serde(default, skip_serializing_if = "is_default")]
    recent: Vec<Event>,
}

/// The most events that are kept for display.
const MOST_RECENT: usize = 24;

/// What is going on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// The next round can be dealt.
    Ready,
    /// A round is played.
    Playing(Box<Round>),
    /// The match is over.
    Over { places: Vec<Seat> },
}

/// The secret of this round in a match of this seed.
fn sealed(seed: &Seed, number: u32, again: u64) -> SealedDeal {
    let seed = match again {
        0 => *seed,
        number => seed.derive("uno again", number),
    };
    SealedDeal::new(&seed, "uno round", u64::from(number))
}

impl Uno {
    /// The round being played.
    pub fn round(&self) -> Option<&Round> {
        match &self.phase {
            Phase::Playing(round) => Some(round),
            Phase::Ready | Phase::Over { .. } => None,
        }
    }

    /// Seals the next round.
    fn seal(&mut self) {
        self.sealed = sealed(&self.seed, self.number, self.again);
    }

    fn ready(&self) -> Event {
        Event::Open(OpenEvent::Ready {
            round: self.number,
            commitment: self.sealed.commitment(),
        })
    }

    fn playing(&self) -> SeatSet {
        let seats = self.order.iter().copied();
        seats.filter(|seat| !self.left.contains(*seat)).collect()
    }

    fn deal(&mut self, events: &mut Vec<Event>) {
        let seed = self.sealed.shuffle_seed(&self.contributions);
        let mut effects = Vec::new();
        let circle = Circle::new(&self.order);
        let round = Round::deal(&self.rules, circle, self.playing(), seed, &mut effects);
        events.note(|| OpenEvent::Dealt {
            round: self.number,
            start: round.top(),
        });
        events.append(&mut effects);
        self.warned = None;
        self.phase = Phase::Playing(Box::new(round));
    }

    /// Counts the round if it is over, and readies the next one or ends the match.
    fn conclude(&mut self, events: &mut Vec<Event>) {
        let Phase::Playing(round) = &self.phase else {
            return;
        };
        let Some(end) = round.end else {
            return;
        };
        let seats = self.scores.len() as u8;
        let hands: Vec<Hand> = Seat::first(seats).map(|seat| *round.hand(seat)).collect();
        let places = round.places();
        let gained = score::gains_of(&self.rules, &round.counted()[..hands.len()], &places);
        for (score, gain) in self.scores.iter_mut().zip(&gained) {
            *score += gain;
        }
        let nothing = Contributions::none(self.scores.len());
        let contributions = std::mem::replace(&mut self.contributions, nothing);
        let result = RoundResult {
            round: self.number,
            end,
            places,
            hands,
            gained,
            scores: self.scores.clone(),
            deal: self.sealed.open(contributions),
        };
        self.history.push(result.clone());
        let last_places = result.places.clone();
        events.note(|| OpenEvent::RoundOver(Box::new(result)));
        self.next_round(&last_places, events);
    }

    fn next_round(&mut self, last_places: &[Seat], events: &mut Vec<Event>) {
        let long = self.history.len() >= score::MOST_ROUNDS;
        let decided = long || score::is_decided(&self.rules, &self.scores);
        if decided || self.playing().len() < 2 {
            self.finish(last_places, events);
            return;
        }
        self.order.rotate_left(1);
        self.number += 1;
        self.again = 0;
        self.phase = Phase::Ready;
        self.seal();
        events.push(self.ready());
    }

    fn finish(&mut self, last_places: &[Seat], events: &mut Vec<Event>) {
        let here: Vec<_> = last_places
            .iter()
            .copied()
            .filter(|seat| !self.left.contains(*seat))
            .collect();
        let places = score::places(&self.rules, &self.scores, &here);
        events.note(|| OpenEvent::MatchOver {
            places: places.clone(),
        });
        self.phase = Phase::Over { places };
        self.seal();
    }

    /// Keeps events for display; see `recent`.
    fn remember(&mut self, events: &[Event]) {
        use OpenEvent::{Contributed, Dealt, MatchOver, Played, Ready, RoundOver, Warned};
        let begins = |event: &Event| matches!(event, Event::Open(Played { .. } | Dealt { .. }));
        let from = events.iter().rposition(begins);
        if from.is_some() {
            self.recent.clear();
        }
        let telling = |event: &&Event| {
            !matches!(
                event,
                Event::Open(
                    Ready { .. }
                        | Contributed { .. }
                        | Warned { .. }
                        | RoundOver(_)
                        | MatchOver { .. }
                )
            )
        };
        let new = events[from.unwrap_or(0)..].iter().filter(telling);
        self.recent.extend(new.cloned());
        let old = self.recent.len().saturating_sub(MOST_RECENT);
        self.recent.drain(..old);
    }

    fn move_on(&mut self, seat: Seat, chosen: Move) -> Result<Vec<Event>, Rejection> {
        let Phase::Playing(round) = &mut self.phase else {
            return Err(Rejection::NotDealt);
        };
        let mut events = Vec::new();
        round.play(seat, chosen, &mut events)?;
        self.conclude(&mut events);
        self.remember(&events);
        Ok(events)
    }

    /// Plays for whoever let their time run out, until somebody has a new turn.
    fn time_up(&mut self, events: &mut Vec<Event>) {
        let Phase::Playing(round) = &mut self.phase else {
            return;
        };
        let seat = round.turn;
        events.note(|| OpenEvent::TimedOut { seat });
        while round.play(seat, round.plainest_move(), events).is_ok() {
            if round.turn != seat || round.stage == Stage::Turn || round.end.is_some() {
                break;
            }
        }
        self.conclude(events);
    }
}

impl Game for Uno {
    type Rules = Rules;
    type Action = Action;
    type Cue = Cue;
    type Event = Event;
    type Notice = Notice;
    type View = View;
    type Rejection = Rejection;

    const KIND: GameKind = GameKind::Uno;
    const IS_SHORT: bool = false;
    const REVISION: u32 = 1;

    fn seats(rules: &Rules) -> RangeInclusive<u8> {
        2..=rules.players.clamp(2, round::MOST_PLAYERS as u8)
    }

    fn start(rules: &Rules, seats: u8, seed: Seed) -> (Self, Vec<Event>) {
        let mut order: Vec<_> = Seat::first(seats).collect();
        if rules.order == Order::Random {
            seed.derive("uno order", 0).chance().shuffle(&mut order);
        }
        let game = Self {
            rules: *rules,
            seed,
            sealed: sealed(&seed, 1, 0),
            order,
            left: SeatSet::EMPTY,
            number: 1,
            again: 0,
            scores: vec![0; usize::from(seats)],
            contributions: Contributions::none(usize::from(seats)),
            history: Past::default(),
            warned: None,
            phase: Phase::Ready,
            recent: Vec::new(),
        };
        let events = vec![game.ready()];
        (game, events)
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Rejection> {
        if matches!(self.phase, Phase::Over { .. }) {
            return Err(Rejection::MatchOver);
        }
        if !self.playing().contains(seat) {
            return Err(Rejection::NotPlaying { seat });
        }
        let mut events = Vec::new();
        match action {
            Action::Move(chosen) => return self.move_on(seat, chosen),
            _ if self.round().is_some() => return Err(Rejection::Dealt),
            Action::Contribute(words) => {
                self.contributions.give(seat.index(), words);
                events.note(|| OpenEvent::Contributed { seat });
            }
            Action::Deal => self.deal(&mut events),
        }
        self.remember(&events);
        Ok(events)
    }

    fn elapse(&mut self, cue: Cue) -> Vec<Event> {
        let mut events = Vec::new();
        if self.cue() != Some(cue) {
            return events;
        }
        match cue {
            Cue::Deal { .. } => self.deal(&mut events),
            Cue::Warn { step, .. } => {
                self.warned = Some(step);
                let seat = self.round().map(|round| round.turn);
                events.extend(seat.map(|seat| OpenEvent::Warned { seat }.into()));
            }
            Cue::TimeUp { .. } => self.time_up(&mut events),
        }
        self.remember(&events);
        events
    }

    fn cue(&self) -> Option<Cue> {
        let round = self.number;
        match &self.phase {
            Phase::Ready => Some(Cue::Deal { round }),
            Phase::Playing(playing) if self.rules.turn_limit > 0 => {
                let step = playing.step;
                Some(match self.warned {
                    Some(warned) if warned == step => Cue::TimeUp { round, step },
                    _ => Cue::Warn { round, step },
                })
            }
            Phase::Playing(_) | Phase::Over { .. } => None,
        }
    }

    fn turn(&self) -> Turn {
        match &self.phase {
            // Anybody may deal at once, but nobody has to: the clock does it.
            Phase::Ready => Turn::Clock,
            Phase::Playing(round) => Turn::Seats([round.turn].into_iter().collect()),
            Phase::Over { .. } => Turn::Over,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let given = self.contributions.given();
        View {
            viewer,
            rules: self.rules,
            order: self.order.clone(),
            left: self.left,
            round: self.number,
            commitment: self.sealed.commitment(),
            scores: self.scores.clone(),
            history: self.history.clone(),
            recent: self
                .recent
                .iter()
                .map(|event| event.notice(viewer))
                .collect(),
            phase: match &self.phase {
                Phase::Ready => PhaseView::Ready {
                    contributed: given.map(|(seat, _)| Seat::new(seat as u8)).collect(),
                },
                Phase::Playing(round) => {
                    let warned = self.warned == Some(round.step);
                    PhaseView::Playing(RoundView::of(round, viewer, warned))
                }
                Phase::Over { places } => PhaseView::Over {
                    places: places.clone(),
                },
            },
            hands: match (&self.phase, viewer) {
                (Phase::Playing(round), Viewer::All) => round.laid_open(),
                _ => Vec::new(),
            },
        }
    }

    fn notice(event: &Event, viewer: Viewer) -> Option<Notice> {
        Some(event.notice(viewer))
    }

    fn withdraw(&mut self, seat: Seat) -> Option<Vec<Event>> {
        let over = matches!(self.phase, Phase::Over { .. });
        if over || self.rules.leaver == Leaver::Computer || !self.playing().contains(seat) {
            return None;
        }
        let mut events = Vec::new();
        self.left.insert(seat);
        match &mut self.phase {
            Phase::Playing(round) => {
                round.withdraw(seat, &mut events);
                self.conclude(&mut events);
            }
            Phase::Ready | Phase::Over { .. } => {
                events.note(|| OpenEvent::Left { seat });
                if self.playing().len() < 2 {
                    let here: Vec<_> = self.playing().iter().collect();
                    self.finish(&here, &mut events);
                }
            }
        }
        self.remember(&events);
        Some(events)
    }

    fn vacancies(&self) -> Option<u8> {
        let most = *Self::seats(&self.rules).end();
        let goes_on = match (&self.phase, self.rules.score) {
            (Phase::Over { .. }, _) => false,
            // Before the deal the only round is still to come.
            (Phase::Playing(_), Score::None | Score::Round) => false,
            (Phase::Ready, _) | (Phase::Playing(_), Score::Match | Score::Lowest) => true,
        };
        let free = most.saturating_sub(self.scores.len() as u8);
        Some(if goes_on { free } else { 0 })
    }

    /// They begin with the points that are worst, and sit behind whoever was last so far.
    fn admit(&mut self) -> Option<Seat> {
        let room = matches!(self.phase, Phase::Ready) && self.vacancies() > Some(0);
        let last = Seat::new(room.then_some(self.scores.len() as u8 - 1)?);
        let seat = Seat::new(self.scores.len() as u8);
        let place = self.order.iter().position(|other| *other == last)?;
        self.order.insert(place + 1, seat);
        self.scores.push(match self.rules.score {
            Score::Lowest => self.scores.iter().copied().max().unwrap_or(0),
            Score::Match | Score::Round | Score::None => 0,
        });
        self.contributions.add_seat();
        Some(seat)
    }

    fn round(&self) -> u32 {
        self.number
    }

    fn turn_number(&self) -> u32 {
        self.round().map_or(0, |round| round.step + 1)
    }

    fn winners(&self) -> SeatSet {
        match &self.phase {
            Phase::Over { places } => places.first().copied().into_iter().collect(),
            Phase::Ready | Phase::Playing(_) => SeatSet::EMPTY,
        }
    }

    type Round = RoundResult;

    fn past(&self) -> &Past<RoundResult> {
        &self.history
    }

    fn past_mut(&mut self) -> &mut Past<RoundResult> {
        &mut self.history
    }

    fn is_between_rounds(&self) -> bool {
        self.round().is_none()
    }

    fn deal_again(&mut self, number: u64) -> Option<Vec<Event>> {
        if !matches!(self.phase, Phase::Ready) {
            return None;
        }
        self.again = number;
        self.seal();
        Some(vec![self.ready()])
    }

    fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        if !matches!(self.phase, Phase::Playing(_)) {
            self.seal();
        }
    }

    fn sheet(frames: &[View]) -> serde_json::Value {
        view::sheet(frames)
    }
}

#[cfg(test)]
mod tests;
