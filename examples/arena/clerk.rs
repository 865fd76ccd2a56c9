//! Asking a player: its time, and what becomes of an answer that is none or not legal.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tractor_bot::game::{Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::program::Asked;

/// What is noted of one kind of player.
#[derive(Debug, Clone, Default)]
pub struct Clerk {
    /// By what was asked for, in a word.
    pub times: Vec<(&'static str, Duration)>,
    /// Answers that the rules refused.
    pub illegal: u64,
    /// Answers that were due and did not come.
    pub missing: u64,
    /// Answers that came later than the limit.
    pub late: u64,
    pub panics: u64,
}

impl Clerk {
    /// Adds what another thread noted.
    pub fn add(&mut self, other: Clerk) {
        self.times.extend(other.times);
        self.illegal += other.illegal;
        self.missing += other.missing;
        self.late += other.late;
        self.panics += other.panics;
    }

    /// Asks a player and carries its answer out; the least action if it owed a legal one and gave none.
    /// `None` means that nothing was done.
    ///
    /// # Panics
    /// If the least action is refused: then the game is broken, not a player.
    pub fn ask<G: Asked>(
        &mut self,
        game: &mut G,
        seat: Seat,
        player: &mut dyn Player<G>,
        limit: Duration,
    ) -> Option<Vec<G::Event>> {
        let view = game.view(Viewer::Seat(seat));
        let due = match game.turn() {
            Turn::Seats(seats) => seats.contains(seat),
            Turn::Clock | Turn::Over => false,
        };
        let asked = G::asked(&view).map(|ask| ask.word);
        let start = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| player.choose(&view)));
        let time = start.elapsed();
        if let Some(word) = asked.or(due.then_some("answer")) {
            self.times.push((word, time));
            self.late += u64::from(time > limit);
        }
        match answer {
            Ok(Some(action)) => match game.act(seat, action) {
                Ok(events) => return Some(events),
                Err(why) => {
                    self.illegal += 1;
                    player.refused(&why.to_string());
                }
            },
            Ok(None) => self.missing += u64::from(due),
            Err(_) => self.panics += 1,
        }
        let least = G::least(&view).filter(|_| due)?;
        Some(game.act(seat, least).expect("the least action is legal"))
    }
}
