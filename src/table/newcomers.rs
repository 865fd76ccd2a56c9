//! Newcomers: who comes while a match is played and finds no seat. They wait for one with the next
//! round, where the game takes them then, or with the next match.
//!
//! Decides who may wait, and when they get a seat. Until then they are no players: nothing is asked of
//! them, and they see what everybody sees.

use super::people::{Newcomer, PersonId};
use super::view::{Admission, admission_of};
use super::{Happening, News, Refusal, Series, Table, TableEvent, TableStage};
use crate::game::{Game, Seat};

impl<G: Game> Table<G> {
    /// How many more players the match that is played takes; see [`Game::vacancies`].
    pub(super) fn vacancies(&self) -> Option<u8> {
        self.playing().and_then(Game::vacancies)
    }

    /// When this person gets a seat, if they wait for one.
    pub(super) fn admission(&self, person: PersonId) -> Option<Admission> {
        if self.seating.comes(person) {
            return Some(Admission::NextRound);
        }
        admission_of(person, &self.newcomers, self.vacancies())
    }

    /// Whether somebody who is refused a seat can wait for one.
    pub(super) fn may_wait(&self, wanted: Option<Seat>, refusal: &Refusal<G>) -> bool {
        let taken = matches!(refusal, Refusal::Full | Refusal::SeatKept { .. });
        let coming = usize::from(self.seating.taken()) + self.newcomers.len();
        let room = coming < usize::from(*G::seats(&self.rules).end());
        taken && wanted.is_none() && room && self.vacancies().is_some()
    }

    /// Lets somebody who may wait come in: at once between two rounds, else later.
    pub(super) fn come_in(
        &mut self,
        person: PersonId,
        name: &str,
        events: &mut Vec<TableEvent<G>>,
    ) {
        let name = name.to_owned();
        self.drop_petition_of(person);
        self.newcomers.push(Newcomer {
            person,
            name: name.clone(),
        });
        self.seat_newcomers(events);
        if let Some(admission) = self.admission(person) {
            events.push(News::Table(Happening::ComesIn {
                person,
                name,
                admission,
            }));
        }
    }

    /// Takes somebody out who waits for a seat.
    pub(super) fn stay_out(
        &mut self,
        person: PersonId,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        if let Some(name) = self.seating.stay_out(person) {
            events.push(News::Table(Happening::StaysOut { person, name }));
            if !self.seating.is_attended() {
                self.close(None, events);
            }
            return Ok(());
        }
        let mut newcomers = self.newcomers.iter();
        let place = newcomers.position(|newcomer| newcomer.person == person);
        let Newcomer { person, name } = self.newcomers.remove(place.ok_or(Refusal::NotSeated)?);
        events.push(News::Table(Happening::StaysOut { person, name }));
        Ok(())
    }

    /// Gives a seat to those who wait for one, as far as that can be now.
    pub(super) fn seat_newcomers(&mut self, events: &mut Vec<TableEvent<G>>) {
        for newcomer in std::mem::take(&mut self.newcomers) {
            let Newcomer { person, name } = &newcomer;
            let seat = match &mut self.stage {
                TableStage::Playing(game) => game.admit(),
                TableStage::Lobby | TableStage::Over(_) => {
                    // There is room: it was counted when they came.
                    self.take_seat(*person, name, None, events).ok();
                    continue;
                }
                TableStage::Closed { .. } => continue,
            };
            let Some(seat) = seat else {
                self.newcomers.push(newcomer);
                continue;
            };
            self.seating.add(seat, *person, name);
            self.note_newcomer(seat);
            self.series = Series::default();
            events.push(News::Table(Happening::Sat {
                person: *person,
                name: name.clone(),
                seat,
                instead_of: None,
            }));
        }
    }
}
