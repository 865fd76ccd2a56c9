//! Seats that are drawn when a match starts, where the house has it so.
//!
//! Decides who gets which seat, from a secret that is sealed before anybody sits down and revealed with
//! the draw. How it is checked: "Seats" in `chance.md`.

use super::{Happening, News, SeatDraw, Table, TableEvent, TableStage};
use crate::chance::Seed;
use crate::game::{Game, RuleSet as _, Seat};

/// The seats that everybody had before a draw with this secret, in the order of those that they get.
pub fn drawn_seats(secret: &Seed, seats: u8) -> Vec<Seat> {
    let mut before: Vec<Seat> = Seat::first(seats).collect();
    let mixed = secret.mixed(before.iter().map(|_| ""));
    mixed.chance().shuffle(&mut before);
    before
}

impl<G: Game> Table<G> {
    /// Draws the seats of the match that starts, if the house has it so.
    pub(super) fn draw_seats(&mut self, events: &mut Vec<TableEvent<G>>) {
        let draws = self.rules.draws_seats();
        self.drawn = draws.then(|| self.seat_secret(self.number));
        let Some(secret) = self.drawn else {
            return;
        };
        let before = drawn_seats(&secret, self.seating.taken());
        self.seating.rearrange(&before);
        self.series.rearrange(&before);
        let secret = secret.reveal();
        events.push(News::Table(Happening::SeatsDrawn { secret }));
    }

    /// The draw that was made for the match that is played, or that is to be made for the next one.
    pub(super) fn seat_draw(&self) -> Option<SeatDraw> {
        let (secret, made) = match self.stage {
            TableStage::Playing(_) => (self.drawn?, true),
            TableStage::Lobby | TableStage::Over(_) if self.rules.draws_seats() => {
                (self.seat_secret(self.number + 1), false)
            }
            TableStage::Lobby | TableStage::Over(_) | TableStage::Closed { .. } => return None,
        };
        Some(SeatDraw {
            commitment: secret.commitment(),
            secret: made.then(|| secret.reveal()),
        })
    }

    fn seat_secret(&self, number: u32) -> Seed {
        self.match_seed(number).derive("seats", 0)
    }
}
