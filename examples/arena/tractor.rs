//! Rounds of tractor played twice with the partnerships exchanged, so that the cards are nobody's luck.

use std::sync::Arc;
use std::time::Duration;

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::program::Faults;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Progress, RoundResult};
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::rules::{AfterAce, Rules};
use tractor_bot::tractor::score::{MatchScore, Side, band};
use tractor_bot::tractor::seating::Team;

use crate::clerk::Clerk;
use crate::contestant::Contestant;
use crate::figures::Conduct;
use crate::mean::Mean;
use crate::options::Duel;
use crate::report::Outcome;
use crate::threads::spread;

/// Attempts at dealing a round after which it counts as drawn: some never call.
const MOST_DEALS: u32 = 16;

/// What two kinds of players made of one deal.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Pair {
    /// Levels won by the first kind, those of the other one taken off, on average over both rounds.
    levels: f64,
    /// The share of the two rounds that the first kind won.
    won: f64,
    /// Net points a round, collected as opponents, if the same seat dealt both times.
    points: Option<f64>,
}

/// The players of one thread: what they are, and who is asked where.
pub struct Crew {
    kinds: [Contestant; 2],
    limit: Duration,
    faults: [Arc<Faults>; 2],
    /// Programs go on from round to round: for each kind, by seat.
    staying: [[Option<Box<dyn Player<Tractor>>>; 4]; 2],
    /// What each kind did.
    pub clerks: [Clerk; 2],
}

impl Crew {
    pub fn new(duel: &Duel, faults: &[Arc<Faults>; 2]) -> Crew {
        Crew {
            kinds: duel.contestants.clone(),
            limit: duel.common.limit(),
            faults: faults.clone(),
            staying: Default::default(),
            clerks: Default::default(),
        }
    }

    /// Plays until a round is over, the first kind sitting as `first`. `None` if nobody ever called.
    pub fn round(&mut self, game: &mut Tractor, first: Team, seed: Seed) -> Option<RoundResult> {
        let mut table = self.sit_down(first, seed);
        let result = self.play(game, &mut table);
        self.stand_up(table);
        result
    }

    /// Plays until a match is over, or this many rounds, or nobody ever calls.
    pub fn whole(&mut self, game: &mut Tractor, first: Team, seed: Seed, most_rounds: u32) {
        let mut table = self.sit_down(first, seed);
        while game.turn() != Turn::Over
            && game.round() <= most_rounds
            && self.play(game, &mut table).is_some()
        {}
        self.stand_up(table);
    }

    fn sit_down(&mut self, first: Team, seed: Seed) -> Table {
        let seats = Seat::first(4).map(|seat| {
            let kind = usize::from(Team::of(seat) != first);
            let stream = seed.derive("a player", (kind * 4 + seat.index()) as u64);
            let staying = self.staying[kind][seat.index()].take();
            let (contestant, faults) = (&self.kinds[kind], &self.faults[kind]);
            let player = staying.map_or_else(|| contestant.player(stream, self.limit, faults), Ok);
            (kind, player.expect("tractor has players of every kind"))
        });
        seats.collect()
    }

    fn stand_up(&mut self, table: Table) {
        for (at, (kind, player)) in table.into_iter().enumerate() {
            self.staying[kind][at] = self.kinds[kind].stays().then_some(player);
        }
    }

    fn play(&mut self, game: &mut Tractor, table: &mut Table) -> Option<RoundResult> {
        let (round, mut deals) = (game.round(), 0);
        loop {
            let events = match (game.turn(), game.cue()) {
                (Turn::Clock, Some(cue)) => match self.ask_for_calls(game, table) {
                    Some(events) => events,
                    None => game.elapse(cue),
                },
                (Turn::Seats(seats), _) if seats.is_empty() => {
                    let seat = may_deal(game);
                    let dealt = game.act(seat, Action::Deal);
                    dealt.expect("a deal between rounds")
                }
                (Turn::Seats(seats), _) => {
                    let seat = seats.iter().next().expect("somebody is on turn");
                    let asked = self.ask(game, table, seat);
                    asked.expect("who is on turn acts")
                }
                (Turn::Clock | Turn::Over, _) => unreachable!("round {round} has not ended"),
            };
            for event in events {
                match event {
                    Event::RoundOver(result) => return Some(*result),
                    Event::DealStarted { .. } => deals += 1,
                    _ => {}
                }
            }
            if deals > MOST_DEALS {
                return None;
            }
        }
    }

    fn ask(&mut self, game: &mut Tractor, table: &mut Table, seat: Seat) -> Option<Vec<Event>> {
        let (kind, player) = &mut table[seat.index()];
        self.clerks[*kind].ask(game, seat, &mut **player, self.limit)
    }

    /// Asks everybody for a call while cards are dealt, until somebody speaks.
    fn ask_for_calls(&mut self, game: &mut Tractor, table: &mut Table) -> Option<Vec<Event>> {
        Seat::first(4).find_map(|seat| self.ask(game, table, seat))
    }
}

/// Who sits where: the kind, and the player.
type Table = Vec<(usize, Box<dyn Player<Tractor>>)>;

fn may_deal(game: &Tractor) -> Seat {
    let may = |seat: &Seat| game.view(Viewer::Seat(*seat)).may_deal();
    Seat::first(4).find(may).expect("somebody may deal")
}

pub fn duel(duel: &Duel) -> Result<Outcome, String> {
    let rules: Rules = duel.common.rules()?;
    let faults: [Arc<Faults>; 2] = Default::default();
    let (pairs, crews) = spread(
        duel.common.threads(),
        duel.pairs,
        || Crew::new(duel, &faults),
        |crew, number| {
            let seed = duel.common.seed();
            let seed = seed.derive("a deal for a measurement", number.into());
            pair(crew, &duel.common.drawn(&rules, seed), seed)
        },
    );
    let column = |value: fn(&Pair) -> f64| pairs.iter().map(value).collect::<Vec<f64>>();
    let points: Vec<f64> = pairs.iter().filter_map(|pair| pair.points).collect();
    Ok(Outcome {
        unit: "deals played twice",
        measures: vec![
            ("levels a round", Mean::of(&column(|pair| pair.levels))),
            ("points a round", Mean::of(&points)),
            ("rounds won", Mean::of(&column(|pair| pair.won))),
        ],
        conduct: Conduct::of_both(crews.into_iter().map(|crew| crew.clerks), &faults),
    })
}

/// Plays one deal twice.
fn pair(crew: &mut Crew, rules: &Rules, seed: Seed) -> Pair {
    let mut chance = seed.derive("its levels and dealer", 0).chance();
    let level = Rank::from_index(chance.below(13) as usize).expect("thirteen ranks");
    // One round in four is the first of a match, in which whoever calls deals.
    let dealer = match chance.below(16) {
        0..4 => None,
        other => Some(Seat::new((other % 4) as u8)),
    };
    let mut standing = MatchScore {
        levels: [level; 2],
        ..MatchScore::new(rules)
    };
    if rules.after_ace == AfterAce::NoTrumpRound && chance.below(4) == 0 {
        standing.progress[0] = Progress::NoTrumpRound;
    }
    let mut pair = Pair::default();
    let (mut points, mut dealers) = (0.0, Vec::new());
    for first in Team::ALL {
        let mut game = Tractor::resumed(rules, standing, dealer, seed);
        let Some(result) = crew.round(&mut game, first, seed) else {
            pair.won += 0.25;
            continue;
        };
        let sign = |winner: Team| if winner == first { 0.5 } else { -0.5 };
        let declarers = Team::of(result.dealer);
        let (side, levels) = band(result.points, rules);
        let winner = match side {
            Side::Declarers => declarers,
            Side::Opponents => declarers.other(),
        };
        pair.won += if winner == first { 0.5 } else { 0.0 };
        pair.levels += sign(winner) * f64::from(levels);
        points += sign(declarers.other()) * f64::from(result.points);
        dealers.push(result.dealer);
    }
    let same = dealers.len() == 2 && dealers[0] == dealers[1];
    pair.points = same.then_some(points);
    pair
}
