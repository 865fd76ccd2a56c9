//! What rounds and matches add to history and statistics.
//!
//! Decides who is credited with what: the people on the seats when a round ends, and those whose
//! seat a computer plays because they are absent; a seat that was given up counts for nobody. How
//! a round is scored was decided by its game.

use serde_json::{Value, json};

use super::pace::Paced;
use crate::game::{Seat, Viewer};
use crate::store::{Counter, Finish, Tally, Versus};
use crate::table::{News, Occupant, Proposal, SeatView, Table, UnixMillis};
use crate::tictactoe::{self, TicTacToe};
use crate::tractor::{self, Tractor, action::RoundResult, seating::Team};
use crate::uno::{self, Uno, rules::Score};

/// An input that is about to be written down, and when the round it belongs to began.
pub struct Finishing<'a, G: Paced> {
    /// The table before it.
    pub table: &'a Table<G>,
    /// What it leads to.
    pub proposal: &'a Proposal<G>,
    /// Now.
    pub at: UnixMillis,
    /// When the round began.
    pub round_began: UnixMillis,
}

impl<G: Paced> Finishing<'_, G> {
    /// The seats as they were when the input came.
    fn seats(&self) -> Vec<SeatView> {
        self.table.view(Viewer::Public).seats
    }

    fn seconds(&self) -> i64 {
        let millis = self.at.0.saturating_sub(self.round_began.0);
        i64::try_from(millis / 1_000).unwrap_or(i64::MAX)
    }

    /// The entry in the history of a round, or of the match for `None`; `counts` says what the
    /// player on a seat adds to the statistics.
    fn finish(
        &self,
        round: Option<u32>,
        result: Value,
        counts: impl Fn(Seat) -> Vec<(Counter, i64)>,
    ) -> Finish {
        let seats = self.seats();
        let tally = |place: &SeatView| {
            let person = place.occupant.holder()?;
            Some(Tally {
                person,
                name: place.name.clone().unwrap_or_default(),
                versus: Versus::Anybody,
                counts: counts(place.seat),
            })
        };
        let player = |place: &SeatView| match place.occupant {
            Occupant::Empty => Value::Null,
            Occupant::Computer(skill) => json!({ "computer": skill }),
            Occupant::Person(person) => json!({ "person": person, "name": place.name }),
            Occupant::Substitute {
                skill, instead_of, ..
            } => json!({ "person": instead_of, "name": place.name, "computer": skill }),
        };
        let players: Vec<Value> = seats.iter().map(player).collect();
        Finish {
            match_number: self.table.view(Viewer::Public).number,
            round,
            position: self.proposal.entry.position,
            at: self.at,
            summary: json!({ "players": players, "result": result }).to_string(),
            tallies: seats.iter().filter_map(tally).collect(),
        }
    }

    /// The end of a match that these seats won.
    fn match_over(&self, winners: &[Seat]) -> Finish {
        self.finish(None, json!({ "winners": winners }), |seat| {
            let won = i64::from(winners.contains(&seat));
            vec![(Counter::Matches, 1), (Counter::MatchesWon, won)]
        })
    }
}

/// What a round of tractor adds for the player on a seat.
fn tractor_round(result: &RoundResult, seat: Seat) -> Vec<(Counter, i64)> {
    let team = Team::of(seat);
    let declares = team == Team::of(result.dealer);
    let wins = i64::from(team == result.winner);
    let (tried, failed) = result.throws[seat.index()];
    let side = match declares {
        true => Counter::DeclarerWins,
        false => Counter::OpponentWins,
    };
    vec![
        (Counter::Rounds, 1),
        (Counter::DeclarerRounds, i64::from(declares)),
        (side, wins),
        (Counter::Wins, wins),
        (Counter::Levels, wins * i64::from(result.gained)),
        (Counter::Points, i64::from(result.captured[seat.index()])),
        (Counter::Throws, i64::from(tried)),
        (Counter::ThrowsFailed, i64::from(failed)),
    ]
}

/// What the events of an input of tractor finish.
pub(super) fn tractor(now: &Finishing<'_, Tractor>) -> Vec<Finish> {
    let mut finished = Vec::new();
    for event in &now.proposal.events {
        match event {
            News::Game(tractor::event::Event::RoundOver(result)) => {
                let summary = json!({
                    "dealer": result.dealer,
                    "trump": result.trump,
                    "points": result.points,
                    "winner": result.winner,
                    "gained": result.gained,
                    "levels": result.levels,
                });
                let counts = |seat| tractor_round(result, seat);
                finished.push(now.finish(Some(result.round), summary, counts));
            }
            News::Game(tractor::event::Event::MatchOver { winner }) => {
                finished.push(now.match_over(&winner.seats()));
            }
            _ => {}
        }
    }
    finished
}

/// What the events of an input of UNO finish. A round is a game in its statistics.
pub(super) fn uno(now: &Finishing<'_, Uno>) -> Vec<Finish> {
    let earns_points = match now.table.rules().score {
        Score::Round | Score::Match => true,
        // Points are counted against whoever gets them.
        Score::None | Score::Lowest => false,
    };
    let seconds = now.seconds();
    let mut finished = Vec::new();
    for event in &now.proposal.events {
        match event {
            News::Game(uno::Event::Open(uno::OpenEvent::RoundOver(result))) => {
                let summary = json!({
                    "places": result.places,
                    "gained": result.gained,
                    "scores": result.scores,
                });
                let counts = |seat: Seat| {
                    if !result.places.contains(&seat) {
                        return Vec::new();
                    }
                    let gained = result.gained.get(seat.index()).copied().unwrap_or(0);
                    let points = if earns_points { i64::from(gained) } else { 0 };
                    vec![
                        (Counter::Games, 1),
                        (
                            Counter::Wins,
                            i64::from(result.places.first() == Some(&seat)),
                        ),
                        (Counter::Points, points),
                        (Counter::Seconds, seconds),
                    ]
                };
                finished.push(now.finish(Some(result.round), summary, counts));
            }
            News::Game(uno::Event::Open(uno::OpenEvent::MatchOver { places })) => {
                finished.push(now.match_over(&places[..places.len().min(1)]));
            }
            _ => {}
        }
    }
    finished
}

/// What the events of an input of tic-tac-toe finish: a game is a match, and opponents are told
/// apart.
pub(super) fn tictactoe(now: &Finishing<'_, TicTacToe>) -> Vec<Finish> {
    let mut finished = Vec::new();
    for event in &now.proposal.events {
        let News::Game(tictactoe::Event::Ended(ending)) = event else {
            continue;
        };
        let winner = match ending {
            tictactoe::Ending::Won { seat, .. } => Some(*seat),
            tictactoe::Ending::Drawn => None,
        };
        let mut game = now.finish(None, json!({ "winner": winner }), |seat| {
            vec![
                (Counter::Games, 1),
                (Counter::Wins, i64::from(winner == Some(seat))),
                (Counter::Draws, i64::from(winner.is_none())),
            ]
        });
        let seats = now.seats();
        for tally in &mut game.tallies {
            let other = seats
                .iter()
                .find(|place| place.occupant.holder() != Some(tally.person));
            tally.versus = other.map_or(Versus::Anybody, |place| versus(place.occupant));
        }
        finished.push(game);
    }
    finished
}

/// An opponent, as statistics tell them apart.
fn versus(opponent: Occupant) -> Versus {
    match (opponent.holder(), opponent.computer()) {
        (Some(person), _) => Versus::Person(person),
        (None, Some(skill)) => Versus::Computer(skill.to_string()),
        (None, None) => Versus::Anybody,
    }
}
