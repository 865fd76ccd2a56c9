//! Coming and going: who sits down, gets up and is taken off their seat, before a match and in one.
//!
//! Decides who may, who has to ask the others first, and what a match does without them. Which seat
//! somebody gets is decided in [`super::seating`].

use super::limits::Consent;
use super::past::Move;
use super::petition::Wish;
use super::seating::Seating;
use super::view::{Admission, is_kept};
use super::{Away, Happening, News, PersonId, Refusal, Series, Table, TableEvent, TableStage};
use crate::game::{Game, Seat};

impl<G: Game> Table<G> {
    pub(super) fn sit(
        &mut self,
        person: PersonId,
        name: &str,
        wanted: Option<Seat>,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        self.check_kept(person)?;
        if self.barred.contains(&person) {
            return Err(Refusal::Barred);
        }
        // Whoever sits here already, or comes in with the next round, says so in a paused match, which goes on.
        let own = self.seating.sits_at(person);
        let is_here = own.is_some() || self.seating.comes(person);
        if self.paused && is_here && (wanted.is_none() || wanted == own) {
            return Ok(());
        }
        self.check_let_in(person)?;
        if let (Some(admission), None) = (self.admission(person), wanted) {
            return Err(Refusal::ComesIn { admission });
        }
        // Only what is possible is asked for.
        let takes_hand = match self.find_seat(person, name, wanted) {
            Ok(_) => self.is_playing(),
            Err(refusal) if self.may_wait(wanted, &refusal) => false,
            Err(refusal) => return Err(refusal),
        };
        if self.sitting_waits(person, takes_hand) {
            let (name, seat) = (name.to_owned(), wanted);
            return self.ask(person, Wish::Sit { person, name, seat }, events);
        }
        self.take_seat(person, name, wanted, events)
    }

    /// The seats with this person on one of them.
    fn find_seat(
        &self,
        person: PersonId,
        name: &str,
        wanted: Option<Seat>,
    ) -> Result<(Seating, Happening), Refusal<G>> {
        let mut seating = self.seating.clone();
        let sat = if self.is_open() {
            seating.sit(person, name, wanted)?
        } else {
            // Where several play, any of them may have sent who is new, to have the cards of a computer told.
            let holders = seating
                .iter()
                .filter_map(|(_, place)| place.occupant.holder());
            let several = holders.filter(|holder| *holder != person).count() > 1;
            let trusted = !several || self.limits.consent == Consent::Off;
            // How long a seat is kept, the host of the tables knows better.
            let left_s = self.limits.seat_kept_min.unwrap_or(0).saturating_mul(60);
            let kept = (&self.kept_seats()[..], left_s, trusted);
            seating.sit_in(person, name, wanted, kept)?
        };
        Ok((seating, sat))
    }

    /// Sits somebody down who may.
    pub(super) fn take_seat(
        &mut self,
        person: PersonId,
        name: &str,
        wanted: Option<Seat>,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        let (seating, sat) = match self.find_seat(person, name, wanted) {
            Err(refusal) if self.may_wait(wanted, &refusal) => {
                self.come_in(person, name, events);
                return Ok(());
            }
            found => found?,
        };
        self.seating = seating;
        self.newcomers.retain(|newcomer| newcomer.person != person);
        if self.invited.as_ref().map(|invited| invited.person) == Some(person) {
            self.invited = None;
        }
        if let Happening::Moved { .. } | Happening::Sat { .. } = sat {
            self.series = Series::default();
        }
        events.push(News::Table(sat));
        Ok(())
    }

    /// A round is over, or none is played: whoever was to come in with the next one does.
    pub(super) fn end_round(&mut self, events: &mut Vec<TableEvent<G>>) {
        let came = self.seating.end_round();
        if !came.is_empty() {
            self.series = Series::default();
        }
        events.extend(came.into_iter().map(News::Table));
    }

    pub(super) fn leave(
        &mut self,
        person: PersonId,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        let Some(seat) = self.seating.held_by(person) else {
            return self.stay_out(person, events);
        };
        let name = self.seating.name_of(seat).to_owned();
        events.push(News::Table(Happening::Left { person, name, seat }));
        self.vacate(person, seat, events);
        Ok(())
    }

    pub(super) fn kick(
        &mut self,
        by: PersonId,
        person: PersonId,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        self.check_host(by)?;
        if by == person {
            return Err(Refusal::OwnSeat);
        }
        if self.admission(person).is_some() {
            self.barred.push(person);
            return self.stay_out(person, events);
        }
        self.seating.held_by(person).ok_or(Refusal::NotThere)?;
        match self.kick_waits(by, person) {
            true => self.ask(by, Wish::Kick { person }, events),
            false => self.take_off(person, events),
        }
    }

    /// Takes a person off their seat who may not sit down again until a match is over.
    pub(super) fn take_off(
        &mut self,
        person: PersonId,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        let seat = self.seating.held_by(person).ok_or(Refusal::NotThere)?;
        self.barred.push(person);
        let name = self.seating.name_of(seat).to_owned();
        events.push(News::Table(Happening::Kicked { person, name, seat }));
        self.vacate(person, seat, events);
        Ok(())
    }

    /// The seats that are kept for people who left this match by themselves.
    pub fn kept_seats(&self) -> Vec<Seat> {
        let places = self.seating.iter();
        let places =
            places.filter(|(_, place)| is_kept(place.occupant, &self.limits, &self.barred));
        places.map(|(seat, _)| seat).collect()
    }

    /// Keeps a seat for nobody any longer.
    pub(super) fn release(&mut self, seat: Seat) -> Result<(), Refusal<G>> {
        match self.kept_seats().contains(&seat) {
            true => {
                self.seating.release(seat);
                Ok(())
            }
            false => Err(Refusal::Stale),
        }
    }

    /// Takes a person off their seat. In a match a computer plays on where the game cannot go on without
    /// the seat; a table at which nobody is left is closed.
    fn vacate(&mut self, person: PersonId, seat: Seat, events: &mut Vec<TableEvent<G>>) {
        self.series = Series::default();
        match &mut self.stage {
            TableStage::Playing(game) => match game.withdraw(seat) {
                Some(told) => {
                    self.note(|| (Move::Withdraw { seat }, None));
                    self.seating.depart(seat);
                    events.extend(told.into_iter().map(News::Game));
                }
                None => {
                    let (skill, away) = (self.limits.substitute, Away::Left);
                    self.seating.substitute(seat, skill, away);
                    events.push(News::Table(Happening::Substituted {
                        seat,
                        person,
                        skill,
                        away,
                    }));
                }
            },
            TableStage::Lobby | TableStage::Over(_) | TableStage::Closed { .. } => {
                self.seating.clear(seat);
            }
        }
        if !self.seating.is_attended() {
            self.close(None, events);
        }
    }
}
