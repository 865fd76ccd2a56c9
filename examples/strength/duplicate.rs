//! Rounds played twice with the partnerships exchanged, so that the cards are nobody's luck.

use std::time::{Duration, Instant};

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, RoundResult};
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::{MatchScore, Side, band};
use tractor_bot::tractor::seating::Team;

/// Makes a player for a seed.
pub type Maker = Box<dyn Fn(Seed) -> Box<dyn Player<Tractor>>>;

/// What two kinds of players made of one deal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pair {
    /// Levels won by the first kind, those of the other one taken off, on average over both rounds.
    pub levels: f64,
    /// The same in points collected as opponents, if the same seat dealt both times.
    pub points: Option<f64>,
}

/// How long the plays of one kind of player took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pace {
    /// All plays, burying included.
    pub plays: u32,
    /// Their time.
    pub total: Duration,
    /// The longest one.
    pub longest: Duration,
}

/// A match of two kinds of players.
pub struct Duel {
    rules: Rules,
    seed: Seed,
    kinds: [Maker; 2],
    /// How long the plays of each kind took.
    pub paces: [Pace; 2],
}

impl Duel {
    /// Two kinds of players under these rules, and the seed of all deals.
    pub fn new(rules: Rules, seed: Seed, kinds: [Maker; 2]) -> Duel {
        Duel {
            rules,
            seed,
            kinds,
            paces: [Pace::default(); 2],
        }
    }

    /// Plays one deal twice.
    pub fn pair(&mut self, number: u64) -> Pair {
        let seed = self.seed.derive("a deal for a measurement", number);
        let mut chance = seed.derive("its levels and dealer", 0).chance();
        let level = Rank::from_index(chance.below(13) as usize).expect("thirteen ranks");
        // One round in four is the first of a match, in which whoever calls deals.
        let dealer = match chance.below(16) {
            0..4 => None,
            other => Some(Seat::new((other % 4) as u8)),
        };
        let standing = MatchScore {
            levels: [level; 2],
            ..MatchScore::new(&self.rules)
        };
        let mut pair = Pair::default();
        let (mut points, mut dealers) = (0.0, Vec::new());
        for first in Team::ALL {
            let game = Tractor::resumed(&self.rules, standing, dealer, seed);
            let result = self.round(game, first, seed);
            let sign = |winner: Team| if winner == first { 0.5 } else { -0.5 };
            let declarers = Team::of(result.dealer);
            let (side, levels) = band(result.points, &self.rules);
            let winner = match side {
                Side::Declarers => declarers,
                Side::Opponents => declarers.other(),
            };
            pair.levels += sign(winner) * f64::from(levels);
            points += sign(declarers.other()) * f64::from(result.points);
            dealers.push(result.dealer);
        }
        pair.points = (dealers[0] == dealers[1]).then_some(points);
        pair
    }

    /// Plays a round to its end, the first kind of players sitting as `first`.
    fn round(&mut self, mut game: Tractor, first: Team, seed: Seed) -> RoundResult {
        let mut players: Vec<(usize, Box<dyn Player<Tractor>>)> = Seat::first(4)
            .map(|seat| {
                let kind = usize::from(Team::of(seat) != first);
                let stream = seed.derive("a player", (kind * 4 + seat.index()) as u64);
                (kind, self.kinds[kind](stream))
            })
            .collect();
        loop {
            let mut events = match (game.turn(), game.cue()) {
                (Turn::Clock, Some(cue)) => {
                    let called = self.ask_all(&mut game, &mut players);
                    if called { Vec::new() } else { game.elapse(cue) }
                }
                (Turn::Seats(seats), _) if seats.iter().next().is_none() => {
                    let dealt = game.act(Seat::new(0), Action::Deal);
                    dealt.expect("a deal between rounds")
                }
                (Turn::Seats(seats) | Turn::Each(seats), _) => {
                    let seat = seats.iter().next().expect("somebody is on turn");
                    let (kind, player) = &mut players[seat.index()];
                    let view = game.view(Viewer::Seat(seat));
                    let start = Instant::now();
                    let action = player.choose(&view).expect("a player on turn answers");
                    self.paces[*kind].add(start.elapsed());
                    game.act(seat, action).expect("players act by the rules")
                }
                (Turn::Clock | Turn::Over, _) => unreachable!("a round ends before a match"),
            };
            if let Some(Event::RoundOver(result)) = events
                .drain(..)
                .find(|event| matches!(event, Event::RoundOver(_)))
            {
                return *result;
            }
        }
    }

    /// Asks everybody for a call while cards are dealt; whether somebody spoke.
    fn ask_all(
        &mut self,
        game: &mut Tractor,
        players: &mut [(usize, Box<dyn Player<Tractor>>)],
    ) -> bool {
        for (at, (_, player)) in players.iter_mut().enumerate() {
            let seat = Seat::new(at as u8);
            if let Some(action) = player.choose(&game.view(Viewer::Seat(seat))) {
                game.act(seat, action).expect("players act by the rules");
                return true;
            }
        }
        false
    }
}

impl Pace {
    fn add(&mut self, time: Duration) {
        self.plays += 1;
        self.total += time;
        self.longest = self.longest.max(time);
    }

    /// Microseconds a play, on average.
    pub fn mean_us(&self) -> f64 {
        self.total.as_secs_f64() * 1e6 / f64::from(self.plays.max(1))
    }
}

/// A mean with the half-width of its 95 % interval.
pub fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let spread = (square / (count - 1.0).max(1.0)).sqrt();
    (mean, 1.96 * spread / count.sqrt())
}
