//! Coming and going: who sits down, gets up and is taken off their seat, before a match and in one, who waits for a seat,
//! and who closes the table.
//!
//! Decides who may, who has to ask the others first, and what a match does without them. Who comes while a match is
//! played and finds no seat waits for one with the next round, where the game takes them then, or with the next match;
//! until then nothing is asked of them, and they see what everybody sees. Which seat somebody gets is decided in
//! [`super::seating`], or drawn when a match starts, where the house has it so: from a secret that is sealed before
//! anybody sits down and revealed with the draw. How that is checked: "Seats" in `chance.md`.

use super::asking::Wish;
use super::limits::Consent;
use super::past::Move;
use super::people::Newcomer;
use super::seating::{SeatState, Seating};
use super::view::{Admission, admission_of, is_kept};
use super::{Away, Closer, Happening, PersonId, Refusal, SeatDraw, Series, Table, TableStage};
use crate::chance::Seed;
use crate::game::{Game, RuleSet as _, Seat};

impl<G: Game> Table<G> {
    pub(super) fn sit(
        &mut self,
        person: PersonId,
        name: &str,
        wanted: Option<Seat>,
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
            return self.ask(person, Wish::Sit { person, name, seat });
        }
        self.take_seat(person, name, wanted)
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
    ) -> Result<(), Refusal<G>> {
        let (seating, sat) = match self.find_seat(person, name, wanted) {
            Err(refusal) if self.may_wait(wanted, &refusal) => {
                self.come_in(person, name);
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
        self.tell(sat);
        Ok(())
    }

    /// A round is over, or none is played: whoever was to come in with the next one does.
    pub(super) fn end_round(&mut self) {
        let came = self.seating.end_round();
        if !came.is_empty() {
            self.series = Series::default();
        }
        came.into_iter().for_each(|news| self.tell(news));
    }

    pub(super) fn leave(&mut self, person: PersonId) -> Result<(), Refusal<G>> {
        let Some(seat) = self.seating.held_by(person) else {
            return self.stay_out(person);
        };
        let name = self.seating.name_of(seat).to_owned();
        self.tell(Happening::Left { person, name, seat });
        self.vacate(person, seat);
        Ok(())
    }

    pub(super) fn kick(&mut self, by: PersonId, person: PersonId) -> Result<(), Refusal<G>> {
        self.check_host(by)?;
        if by == person {
            return Err(Refusal::OwnSeat);
        }
        if self.admission(person).is_some() {
            self.barred.push(person);
            return self.stay_out(person);
        }
        self.seating.held_by(person).ok_or(Refusal::NotThere)?;
        match self.kick_waits(by, person) {
            true => self.ask(by, Wish::Kick { person }),
            false => self.take_off(person),
        }
    }

    /// Takes a person off their seat who may not sit down again until a match is over.
    pub(super) fn take_off(&mut self, person: PersonId) -> Result<(), Refusal<G>> {
        let seat = self.seating.held_by(person).ok_or(Refusal::NotThere)?;
        self.barred.push(person);
        let name = self.seating.name_of(seat).to_owned();
        self.tell(Happening::Kicked { person, name, seat });
        self.vacate(person, seat);
        Ok(())
    }

    /// The seats that are kept for people who left this match by themselves.
    pub fn kept_seats(&self) -> Vec<Seat> {
        let kept = |place: &SeatState| is_kept(place.occupant, &self.limits, &self.barred);
        let places = self.seating.iter().filter(|(_, place)| kept(place));
        places.map(|(seat, _)| seat).collect()
    }

    /// Keeps a seat for nobody any longer.
    pub(super) fn release(&mut self, seat: Seat) -> Result<(), Refusal<G>> {
        if !self.kept_seats().contains(&seat) {
            return Err(Refusal::Stale);
        }
        self.seating.release(seat);
        Ok(())
    }

    /// Takes a person off their seat. In a match a computer plays on where the game cannot go on without
    /// the seat; a table at which nobody is left is closed.
    fn vacate(&mut self, person: PersonId, seat: Seat) {
        self.series = Series::default();
        match &mut self.stage {
            TableStage::Playing(game) => match game.withdraw(seat) {
                Some(told) => {
                    self.note(|| (Move::Withdraw { seat }, None));
                    self.seating.depart(seat);
                    self.tell_game(told);
                }
                None => self.stand_in(seat, person, Away::Left),
            },
            _ => self.seating.clear(seat),
        }
        if !self.seating.is_attended() {
            self.close(None);
        }
    }

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
    pub(super) fn come_in(&mut self, person: PersonId, name: &str) {
        let name = name.to_owned();
        self.drop_petition_of(person);
        self.newcomers.push(Newcomer {
            person,
            name: name.clone(),
        });
        self.seat_newcomers();
        if let Some(admission) = self.admission(person) {
            self.tell(Happening::ComesIn {
                person,
                name,
                admission,
            });
        }
    }

    /// Takes somebody out who waits for a seat.
    pub(super) fn stay_out(&mut self, person: PersonId) -> Result<(), Refusal<G>> {
        if let Some(name) = self.seating.stay_out(person) {
            self.tell(Happening::StaysOut { person, name });
            if !self.seating.is_attended() {
                self.close(None);
            }
            return Ok(());
        }
        let mut newcomers = self.newcomers.iter();
        let place = newcomers.position(|newcomer| newcomer.person == person);
        let Newcomer { person, name } = self.newcomers.remove(place.ok_or(Refusal::NotSeated)?);
        self.tell(Happening::StaysOut { person, name });
        Ok(())
    }

    /// Gives a seat to those who wait for one, as far as that can be now.
    pub(super) fn seat_newcomers(&mut self) {
        for newcomer in std::mem::take(&mut self.newcomers) {
            let Newcomer { person, name } = &newcomer;
            let seat = match &mut self.stage {
                TableStage::Playing(game) => game.admit(),
                TableStage::Lobby | TableStage::Over(_) => {
                    // There is room: it was counted when they came.
                    self.take_seat(*person, name, None).ok();
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
            self.tell(Happening::Sat {
                person: *person,
                name: name.clone(),
                seat,
                instead_of: None,
            });
        }
    }

    pub(super) fn check_closer(&self, closer: Closer) -> Result<(), Refusal<G>> {
        match closer {
            Closer::Host(person) => self.check_host(person),
            Closer::Anybody { person, quiet_s } => self.check_quiet(person, quiet_s),
            Closer::Idle if self.may_expire() => Ok(()),
            Closer::Idle => Err(Refusal::NotInLobby),
            Closer::Moderator(_) | Closer::Deserted => Ok(()),
            Closer::Declined(person) => match &self.invited {
                Some(invited) if invited.person == person => Ok(()),
                Some(_) => self.check_settled(),
                None => Err(Refusal::Stale),
            },
        }
    }

    /// Whether somebody who need not be the host may end the table after so many quiet seconds.
    fn check_quiet(&self, person: PersonId, quiet_s: u32) -> Result<(), Refusal<G>> {
        self.check_member(person)?;
        let Some(minutes) = self.limits.open_end_min else {
            return self.check_host(person);
        };
        let left_s = minutes.saturating_mul(60).saturating_sub(quiet_s);
        let (host, over) = (self.host, left_s == 0 || person == self.host);
        over.then_some(()).ok_or(Refusal::NotQuiet { host, left_s })
    }

    pub(super) fn close(&mut self, by: Option<Closer>) {
        let game = match std::mem::replace(&mut self.stage, TableStage::Lobby) {
            TableStage::Playing(game) | TableStage::Over(game) => Some(game),
            TableStage::Lobby | TableStage::Closed { .. } => None,
        };
        self.stage = TableStage::Closed { by, game };
        self.tell(Happening::Closed { by });
    }

    /// Draws the seats of the match that starts, if the house has it so.
    pub(super) fn draw_seats(&mut self) {
        let draws = self.rules.draws_seats();
        self.drawn = draws.then(|| self.seat_secret(self.number));
        let Some(secret) = self.drawn else {
            return;
        };
        let before = drawn_seats(&secret, self.seating.taken());
        self.seating.rearrange(&before);
        self.series.rearrange(&before);
        let secret = secret.reveal();
        self.tell(Happening::SeatsDrawn { secret });
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

/// The seats that everybody had before a draw with this secret, in the order of those that they get.
pub fn drawn_seats(secret: &Seed, seats: u8) -> Vec<Seat> {
    let mut before: Vec<Seat> = Seat::first(seats).collect();
    let mixed = secret.mixed(before.iter().map(|_| ""));
    mixed.chance().shuffle(&mut before);
    before
}
