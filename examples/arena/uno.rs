//! Rounds of UNO: the same deal and draw pile once for each turn of the seats, so that every player
//! has had every hand and every place.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game as _, Seat, Turn};
use tractor_bot::players::Player;
use tractor_bot::players::program::Faults;
use tractor_bot::uno::Uno;
use tractor_bot::uno::event::{Event, OpenEvent};
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::score::RoundResult;

use crate::clerk::Clerk;
use crate::figures::Conduct;
use crate::mean::Mean;
use crate::options::Duel;
use crate::report::Outcome;
use crate::threads::spread;

/// Steps after which a round counts as drawn.
const MOST_STEPS: u32 = 20_000;

/// What one deal brought.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Turns {
    /// Points a round of a player of the first kind less those of one of the second.
    points: f64,
    /// The share of rounds that the first kind won; a half if both are equal.
    won: f64,
}

/// Plays all deals. Half of the seats, side by side, are the first kind's.
pub fn duel(duel: &Duel, seats: u8) -> Result<Outcome, String> {
    if !seats.is_multiple_of(2) {
        return Err("both players sit on as many seats: --seats is even, for example 4".to_owned());
    }
    let rules: Rules = duel.common.rules()?;
    if !Uno::seats(&rules).contains(&seats) {
        return Err(format!("UNO is not played by {seats} under these rules"));
    }
    let faults: [Arc<Faults>; 2] = Default::default();
    for contestant in &duel.contestants {
        contestant.player::<Uno>(duel.common.seed(), duel.common.limit(), &faults[0])?;
    }
    let (deals, crews) = spread(
        duel.common.threads(),
        duel.pairs,
        <[Clerk; 2]>::default,
        |clerks, number| {
            let seed = duel
                .common
                .seed()
                .derive("a deal of UNO for a measurement", number.into());
            let drawn = duel.common.drawn(&rules, seed);
            // So many may be too many for them.
            let rules = if Uno::seats(&drawn).contains(&seats) {
                drawn
            } else {
                rules
            };
            let mut sum = Turns::default();
            for turn in 0..seats {
                let played = round(duel, (clerks, &faults), &rules, seats, turn, seed);
                if let Some(result) = played {
                    sum.add(&result, seats, turn);
                } else {
                    sum.won += 0.5;
                }
            }
            Turns {
                points: sum.points / f64::from(seats),
                won: sum.won / f64::from(seats),
            }
        },
    );
    let column = |value: fn(&Turns) -> f64| deals.iter().map(value).collect::<Vec<f64>>();
    Ok(Outcome {
        unit: "deals played with every turn of the seats",
        measures: vec![
            ("points a round", Mean::of(&column(|deal| deal.points))),
            ("rounds won", Mean::of(&column(|deal| deal.won))),
        ],
        conduct: Conduct::of_both(crews, &faults),
    })
}

/// The kind of player on a seat after so many turns.
fn kind(seat: usize, seats: u8, turn: u8) -> usize {
    let seats = usize::from(seats);
    usize::from((seat + usize::from(turn)) % seats >= seats / 2)
}

impl Turns {
    fn add(&mut self, result: &RoundResult, seats: u8, turn: u8) {
        for (seat, points) in result.gained.iter().enumerate() {
            let each = f64::from(*points) / f64::from(seats / 2);
            self.points += [each, -each][kind(seat, seats, turn)];
        }
        let winner = result.places.first();
        let first = winner.is_some_and(|seat| kind(seat.index(), seats, turn) == 0);
        self.won += f64::from(u8::from(first));
    }
}

/// Plays a round; `None` if it comes to no end.
fn round(
    duel: &Duel,
    (clerks, faults): (&mut [Clerk; 2], &[Arc<Faults>; 2]),
    rules: &Rules,
    seats: u8,
    turn: u8,
    seed: Seed,
) -> Option<RoundResult> {
    let limit = duel.common.limit();
    let (mut game, _) = Uno::start(rules, seats, seed);
    let players = Seat::first(seats).map(|seat| {
        let kind = kind(seat.index(), seats, turn);
        let stream = seed.derive(
            "a player",
            (kind * usize::from(seats) + seat.index()) as u64,
        );
        let made = duel.contestants[kind].player(stream, limit, &faults[kind]);
        (kind, made.expect("it was made before"))
    });
    let mut players: Vec<(usize, Box<dyn Player<Uno>>)> = players.collect();
    for _ in 0..MOST_STEPS {
        let mut ask = |seat: Seat, game: &mut Uno| {
            let (kind, player) = &mut players[seat.index()];
            clerks[*kind].ask(game, seat, &mut **player, limit)
        };
        let events = match (game.turn(), game.cue()) {
            (Turn::Clock, Some(cue)) => game.elapse(cue),
            (Turn::Seats(awaited), _) => {
                // Whoever may speak out of turn does it before the one in turn goes on.
                let others = Seat::first(seats).filter(|seat| !awaited.contains(*seat));
                let spoken = others.into_iter().find_map(|seat| ask(seat, &mut game));
                let seat = awaited.iter().next()?;
                spoken.or_else(|| ask(seat, &mut game))?
            }
            (Turn::Clock | Turn::Over, _) => return None,
        };
        for event in events {
            if let Event::Open(OpenEvent::RoundOver(result)) = event {
                return Some(*result);
            }
        }
    }
    None
}
