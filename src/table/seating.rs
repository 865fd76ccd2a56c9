//! Who sits where: taking, changing and leaving seats, before a match and in the middle of one.
//!
//! Decides which seat somebody gets, and why they do not. The caller says whether a match is played.

use serde::{Deserialize, Serialize};

use super::people::{Away, Occupant, PersonId, Skill};
use super::view::{Admission, SeatView};
use super::{Happening, Refusal};
use crate::game::{Game, Seat, is_default};

/// One seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatState {
    pub(super) occupant: Occupant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) missed: u8,
    /// Seconds that were taken out of the time bank of the seat in this match.
    #[serde(default, skip_serializing_if = "is_default")]
    spent_s: u32,
    /// The person who left this seat in the middle of a match, and their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    departed: Option<(PersonId, String)>,
}

impl SeatState {
    const EMPTY: Self = Self {
        occupant: Occupant::Empty,
        name: None,
        missed: 0,
        spent_s: 0,
        departed: None,
    };
}

/// All seats of a table, in turn order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seating {
    places: Vec<SeatState>,
    /// Who has held which hand in this match, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) held: Vec<(PersonId, Seat)>,
    /// Who has held which hand in the round that is played; `None` between rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seen: Option<Vec<SeenHand>>,
}

/// A hand of the round that is played, and somebody who has held it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SeenHand {
    pub(super) person: PersonId,
    pub(super) seat: Seat,
    /// Whether they have since its cards were dealt.
    pub(super) dealt: bool,
}

impl Seating {
    pub(super) fn new(seats: u8) -> Self {
        Self {
            places: vec![SeatState::EMPTY; usize::from(seats)],
            held: Vec::new(),
            seen: None,
        }
    }

    pub(super) fn occupant(&self, seat: Seat) -> Option<Occupant> {
        self.places.get(seat.index()).map(|place| place.occupant)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Seat, &SeatState)> + Clone {
        Seat::first(self.places.len() as u8).zip(&self.places)
    }

    /// What the person who has this seat is called; empty where nobody does.
    pub(super) fn name_of(&self, seat: Seat) -> &str {
        let place = self.places.get(seat.index());
        let name = place.and_then(|place| place.name.as_deref());
        name.unwrap_or_default()
    }

    fn find(&self, wanted: impl Fn(Occupant) -> bool) -> Option<Seat> {
        self.iter()
            .find(|(_, place)| wanted(place.occupant))
            .map(|(seat, _)| seat)
    }

    /// The seat on which this person sits now.
    pub(super) fn sits_at(&self, person: PersonId) -> Option<Seat> {
        self.find(|occupant| occupant.person() == Some(person))
    }

    /// The seat whose hand is this person's, even while they are absent.
    pub(super) fn held_by(&self, person: PersonId) -> Option<Seat> {
        self.find(|occupant| occupant.holder() == Some(person))
    }

    /// The people who sit here now, in turn order.
    pub(super) fn people(&self) -> impl Iterator<Item = PersonId> {
        self.places
            .iter()
            .filter_map(|place| place.occupant.person())
    }

    /// How many seats are taken, computers included.
    pub(super) fn taken(&self) -> u8 {
        self.places
            .iter()
            .filter(|place| !place.occupant.is_empty())
            .count() as u8
    }

    /// Whether somebody sits here, is only absent, or comes in with the next round.
    pub(super) fn is_attended(&self) -> bool {
        self.places
            .iter()
            .any(|place| place.occupant.holder().is_some() || place.occupant.coming().is_some())
    }

    /// Sits somebody down while no match is played: everything is free that no person sits on.
    pub(super) fn sit<G: Game>(
        &mut self,
        person: PersonId,
        name: &str,
        wanted: Option<Seat>,
    ) -> Result<Happening, Refusal<G>> {
        let present = self.sits_at(person);
        let seat = match (wanted, present) {
            (None, Some(seat)) => return Err(Refusal::AlreadySeated { seat }),
            (Some(seat), _) => seat,
            (None, None) => self
                .find(|occupant| occupant.away() == Some(person))
                .or_else(|| self.find(Occupant::is_empty))
                .or_else(|| self.find(|occupant| matches!(occupant, Occupant::Computer(_))))
                .or_else(|| self.find(|occupant| occupant.person().is_none()))
                .ok_or(Refusal::Full)?,
        };
        let before = self.occupant(seat).ok_or(Refusal::NoSuchSeat { seat })?;
        match before.person() {
            Some(other) if other == person => return Err(Refusal::AlreadySeated { seat }),
            Some(_) => return Err(Refusal::SeatTaken { seat }),
            None => {}
        }
        if let Some(from) = present {
            self.places.swap(from.index(), seat.index());
            self.places[from.index()] = SeatState::EMPTY;
            return Ok(Happening::Moved {
                person,
                from,
                to: seat,
            });
        }
        // Whoever takes another seat than the one they were away from gives that one up.
        self.settle_where(|occupant| occupant.away() == Some(person));
        self.put(seat, person, name);
        Ok(match before.away() == Some(person) {
            true => Happening::Returned { person, seat },
            false => sat(person, name, seat, before.computer()),
        })
    }

    /// Sits somebody down in the middle of a match: back on their own seat, or on one that a
    /// computer plays on and that is not `kept` for somebody else. Nobody gets to see two hands, and who is not
    /// `trusted` none of a round that has begun.
    pub(super) fn sit_in<G: Game>(
        &mut self,
        person: PersonId,
        name: &str,
        wanted: Option<Seat>,
        (kept, left_s, trusted): (&[Seat], u32, bool),
    ) -> Result<Happening, Refusal<G>> {
        let comes = self.find(|occupant| occupant.coming() == Some(person));
        if let Some(seat) = self.sits_at(person).or(comes) {
            return Err(Refusal::AlreadySeated { seat });
        }
        if let Some(seat) = self.find(|occupant| occupant.away() == Some(person)) {
            self.put(seat, person, name);
            return Ok(Happening::Returned { person, seat });
        }
        let free = |occupant| match occupant {
            Occupant::Substitute { away, .. } => matches!(away, Away::Left | Away::Gone),
            occupant => matches!(occupant, Occupant::Computer(_)),
        };
        let takes = |seat: &Seat| !kept.contains(seat) && self.occupant(*seat).is_some_and(free);
        let held = self
            .held
            .iter()
            .find(|(holder, _)| *holder == person)
            .map(|(_, seat)| *seat);
        let seat = match (held, wanted) {
            (Some(seat), _) => {
                let may = wanted.is_none_or(|wanted| wanted == seat);
                let may = may && self.occupant(seat).is_some_and(free);
                may.then_some(seat)
                    .ok_or(Refusal::HeldAnotherHand { seat })?
            }
            (None, Some(seat)) => seat,
            (None, None) => self
                .find(|occupant| matches!(occupant, Occupant::Computer(_)))
                .or_else(|| self.iter().map(|(seat, _)| seat).find(takes))
                .or_else(|| kept.first().copied())
                .ok_or(Refusal::Full)?,
        };
        let before = self.occupant(seat).ok_or(Refusal::NoSuchSeat { seat })?;
        if !free(before) {
            return Err(Refusal::SeatTaken { seat });
        }
        if kept.contains(&seat) {
            return Err(Refusal::SeatKept { seat, left_s });
        }
        self.put(seat, person, name);
        if let (Some(skill), true) = (before.computer(), self.is_late(seat, person, trusted)) {
            self.places[seat.index()].occupant = Occupant::Substitute {
                skill,
                instead_of: person,
                away: Away::Coming,
            };
            return Ok(Happening::ComesIn {
                person,
                name: name.to_owned(),
                admission: Admission::NextRound,
            });
        }
        self.hold(person, seat);
        Ok(sat(person, name, seat, before.computer()))
    }

    /// Adds a seat behind the others in the middle of a match, for a person who held no hand in it.
    pub(super) fn add(&mut self, seat: Seat, person: PersonId, name: &str) {
        self.places.resize(seat.index() + 1, SeatState::EMPTY);
        self.put(seat, person, name);
        self.hold(person, seat);
    }

    /// Notes that a person holds the hand of a seat in this match.
    fn hold(&mut self, person: PersonId, seat: Seat) {
        if self.held.contains(&(person, seat)) {
            return;
        }
        self.held.push((person, seat));
        self.held
            .sort_unstable_by_key(|(person, seat)| (*seat, *person));
    }

    /// Notes who holds which hand while a round is played.
    pub(super) fn note_hands(&mut self) {
        let dealt = self.seen.is_none();
        let mut seen = self.seen.take().unwrap_or_default();
        for (seat, place) in self.iter() {
            let known = |person| {
                let mut all = seen.iter();
                all.any(|hand: &SeenHand| (hand.person, hand.seat) == (person, seat))
            };
            if let Some(person) = place.occupant.holder().filter(|person| !known(*person)) {
                seen.push(SeenHand {
                    person,
                    seat,
                    dealt,
                });
            }
        }
        self.seen = Some(seen);
    }

    /// The round is over: its cards are no secret any more. Whoever was to come in does.
    pub(super) fn end_round(&mut self) -> Vec<Happening> {
        self.seen = None;
        let mut came = Vec::new();
        for (at, seat) in (0..self.places.len()).zip(Seat::first(self.places.len() as u8)) {
            let occupant = self.places[at].occupant;
            if let (Some(person), Some(skill)) = (occupant.coming(), occupant.computer()) {
                self.places[at].occupant = Occupant::Person(person);
                self.hold(person, seat);
                came.push(sat(person, self.name_of(seat), seat, Some(skill)));
            }
        }
        came
    }

    /// Whether the cards of a seat in the round that is played are not for this person: somebody else has seen them,
    /// or nobody has and they are not trusted with them.
    fn is_late(&self, seat: Seat, person: PersonId, trusted: bool) -> bool {
        let Some(seen) = &self.seen else { return false };
        let mut saw = seen.iter().filter(|hand| hand.seat == seat).peekable();
        (saw.peek().is_none() && !trusted) || saw.any(|hand| hand.person != person)
    }

    /// Whether this person has played in the present round from its deal on; between rounds everybody has.
    pub(super) fn has_played(&self, person: PersonId) -> bool {
        let from_deal = |hand: &SeenHand| hand.person == person && hand.dealt;
        self.seen
            .as_ref()
            .is_none_or(|seen| seen.iter().any(from_deal))
    }

    /// Whether a round is played, as far as hands are seen.
    pub(super) const fn is_in_round(&self) -> bool {
        self.seen.is_some()
    }

    /// Whether this person comes in with the next round on a seat that is theirs then.
    pub(super) fn comes(&self, person: PersonId) -> bool {
        self.find(|occupant| occupant.coming() == Some(person))
            .is_some()
    }

    /// Whoever was to come in with the next round does not; their name.
    pub(super) fn stay_out(&mut self, person: PersonId) -> Option<String> {
        let seat = self.find(|occupant| occupant.coming() == Some(person))?;
        let name = self.name_of(seat).to_owned();
        self.settle_where(|occupant| occupant.coming() == Some(person));
        Some(name)
    }

    fn put(&mut self, seat: Seat, person: PersonId, name: &str) {
        let place = &mut self.places[seat.index()];
        *place = SeatState {
            occupant: Occupant::Person(person),
            name: Some(name.to_owned()),
            // Nobody gets time by getting up.
            spent_s: place.spent_s,
            ..SeatState::EMPTY
        };
    }

    /// Empties a seat.
    pub(super) fn clear(&mut self, seat: Seat) {
        self.places[seat.index()] = SeatState::EMPTY;
    }

    /// Empties a seat in the middle of a match, and keeps the name of who had it for display.
    pub(super) fn depart(&mut self, seat: Seat) {
        let place = &mut self.places[seat.index()];
        let departed = place.occupant.holder().zip(place.name.take());
        *place = SeatState {
            departed,
            ..SeatState::EMPTY
        };
    }

    /// Lets a computer play on for the person who holds this seat.
    pub(super) fn substitute(&mut self, seat: Seat, skill: Skill, away: Away) {
        let place = &mut self.places[seat.index()];
        if let Some(instead_of) = place.occupant.holder() {
            place.occupant = Occupant::Substitute {
                skill,
                instead_of,
                away,
            };
            place.missed = 0;
        }
    }

    /// Keeps a seat no longer for the person who left it.
    pub(super) fn release(&mut self, seat: Seat) {
        if let Occupant::Substitute { away, .. } = &mut self.places[seat.index()].occupant {
            *away = Away::Gone;
        }
    }

    /// Whether this person sits here, may come back, or has held a hand in this match.
    pub(super) fn knows(&self, person: PersonId) -> bool {
        let here = |occupant: Occupant| {
            occupant.person() == Some(person) || occupant.away() == Some(person)
        };
        self.find(here).is_some() || self.held.iter().any(|(holder, _)| *holder == person)
    }

    /// Puts an absent person back on their seat.
    pub(super) fn bring_back(&mut self, seat: Seat) {
        let place = &mut self.places[seat.index()];
        if let Some(person) = place.occupant.holder() {
            place.occupant = Occupant::Person(person);
            place.missed = 0;
        }
    }

    /// Counts a turn that the clock played; the turns in a row so far.
    pub(super) fn miss(&mut self, seat: Seat) -> u8 {
        let place = &mut self.places[seat.index()];
        place.missed = place.missed.saturating_add(1);
        place.missed
    }

    /// Takes time out of the bank of a seat.
    pub(super) fn spend(&mut self, seat: Seat, seconds: u32) {
        let spent = &mut self.places[seat.index()].spent_s;
        *spent = spent.saturating_add(seconds);
    }

    /// The seconds that were taken out of the bank of a seat in this match.
    pub(super) fn spent_s(&self, seat: Seat) -> u32 {
        let place = self.places.get(seat.index());
        place.map_or(0, |place| place.spent_s)
    }

    /// Forgets the turns that the clock played for a seat.
    pub(super) fn attend(&mut self, seat: Seat) {
        self.places[seat.index()].missed = 0;
    }

    /// Puts a computer player on an empty seat.
    pub(super) fn add_computer<G: Game>(
        &mut self,
        wanted: Option<Seat>,
        skill: Skill,
    ) -> Result<Seat, Refusal<G>> {
        let seat = wanted.or_else(|| self.find(Occupant::is_empty));
        let seat = seat.ok_or(Refusal::Full)?;
        let place = self.places.get_mut(seat.index());
        let place = place.ok_or(Refusal::NoSuchSeat { seat })?;
        if !place.occupant.is_empty() {
            return Err(Refusal::SeatTaken { seat });
        }
        place.occupant = Occupant::Computer(skill);
        Ok(seat)
    }

    /// Makes the table as large as the rules allow while no match is played. Whoever would fall
    /// off its end moves up.
    pub(super) fn resize(&mut self, seats: u8) -> Vec<Happening> {
        let size = usize::from(seats);
        let falls = self
            .places
            .iter()
            .skip(size)
            .any(|place| !place.occupant.is_empty());
        let moved = if falls {
            self.close_ranks()
        } else {
            Vec::new()
        };
        self.places.resize(size, SeatState::EMPTY);
        moved
    }

    /// Takes empty seats out; the others move up.
    fn close_ranks(&mut self) -> Vec<Happening> {
        let before: Vec<(PersonId, Seat)> = self
            .iter()
            .filter_map(|(seat, place)| place.occupant.person().map(|person| (person, seat)))
            .collect();
        self.places.retain(|place| !place.occupant.is_empty());
        let moves = before.into_iter().filter_map(|(person, from)| {
            let to = self.sits_at(person).filter(|to| *to != from)?;
            Some(Happening::Moved { person, from, to })
        });
        moves.collect()
    }

    /// Makes ready for a match: no empty seats, nobody away, every hand held by one person at most.
    pub(super) fn begin(&mut self) -> Vec<Happening> {
        let moved = self.close_ranks();
        self.settle();
        for place in &mut self.places {
            place.missed = 0;
            place.spent_s = 0;
        }
        self.hold_all();
        moved
    }

    /// Notes that everybody holds the hand of the seat on which they sit.
    fn hold_all(&mut self) {
        self.held = self
            .iter()
            .filter_map(|(seat, place)| place.occupant.person().map(|person| (person, seat)))
            .collect();
    }

    /// Gives the seats, at the start of a match, to those who had these before, in this order.
    pub(super) fn rearrange(&mut self, before: &[Seat]) {
        let places = before.iter().map(|seat| self.places[seat.index()].clone());
        self.places = places.collect();
        self.hold_all();
    }

    /// Makes ordinary computer players of all substitutes.
    pub(super) fn settle(&mut self) {
        self.settle_where(|_| true);
        self.held.clear();
        for place in &mut self.places {
            place.departed = None;
        }
    }

    /// The match is over: who left it has left for good, who was absent may come back.
    pub(super) fn end(&mut self) {
        self.settle_where(|occupant| occupant.away().is_some() && occupant.holder().is_none());
        self.held.clear();
    }

    fn settle_where(&mut self, wanted: impl Fn(Occupant) -> bool) {
        for place in &mut self.places {
            let Occupant::Substitute { skill, .. } = place.occupant else {
                continue;
            };
            if wanted(place.occupant) {
                *place = SeatState {
                    occupant: Occupant::Computer(skill),
                    ..SeatState::EMPTY
                };
            }
        }
    }

    /// The seats as everybody sees them.
    pub(super) fn view(&self, won: impl Fn(Seat) -> u32) -> Vec<SeatView> {
        self.iter()
            .map(|(seat, place)| SeatView {
                seat,
                occupant: place.occupant,
                name: place.name.as_ref().or(departed(place)).cloned(),
                missed: place.missed,
                won: won(seat),
                bank_s: None,
            })
            .collect()
    }
}

/// That somebody sat down.
fn sat(person: PersonId, name: &str, seat: Seat, instead_of: Option<Skill>) -> Happening {
    Happening::Sat {
        person,
        name: name.to_owned(),
        seat,
        instead_of,
    }
}

/// The name of who left this seat.
fn departed(place: &SeatState) -> Option<&String> {
    place.departed.as_ref().map(|(_, name)| name)
}
