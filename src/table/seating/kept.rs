//! Seats as digests and snapshots have them.

use serde::{Deserialize, Serialize};

use super::{SeatState, Seating};
use crate::game::{Facts, MOST_SEATS, Seat};
use crate::table::people::{Away, Occupant, PersonId, Skill};

/// All seats as a snapshot has them. A name stands beside its person, where it is found when they
/// ask to be forgotten.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::table) struct KeptSeating {
    places: Vec<KeptSeat>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    held: Vec<(PersonId, Seat)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptSeat {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    person: Option<PersonId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    computer: Option<Skill>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    away: Option<Away>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missed: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spent_s: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    departed: Option<Departed>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Departed {
    person: PersonId,
    name: String,
}

impl Seating {
    /// Adds who sits where to the facts of a table.
    pub(in crate::table) fn facts(&self, facts: &mut Facts) {
        let places = self.places.iter();
        let sitting = places.map(|place| (place.occupant, place.name.as_deref()));
        facts.always("seats", &sitting.collect::<Vec<_>>());
        let missed = self.iter().map(|(seat, place)| (seat, place.missed));
        let missed: Vec<_> = missed.filter(|(_, missed)| *missed > 0).collect();
        facts.add("missed", &missed[..], &[]);
        facts.add("held", &self.held[..], &[]);
        let spent = self.iter().map(|(seat, place)| (seat, place.spent_s));
        let spent: Vec<_> = spent.filter(|(_, spent)| *spent > 0).collect();
        facts.add("spent", &spent[..], &[]);
        facts.add("handed_on", &self.handed_on()[..], &[]);
    }

    /// The seats as a snapshot keeps them.
    pub(in crate::table) fn kept(&self) -> KeptSeating {
        let seat = |place: &SeatState| {
            let (person, computer, away) = match place.occupant {
                Occupant::Empty => (None, None, None),
                Occupant::Person(person) => (Some(person), None, None),
                Occupant::Computer(skill) => (None, Some(skill), None),
                Occupant::Substitute {
                    skill,
                    instead_of,
                    away,
                } => (Some(instead_of), Some(skill), Some(away)),
            };
            let departed = place.departed.clone();
            KeptSeat {
                person,
                name: place.name.clone(),
                computer,
                away,
                missed: Some(place.missed).filter(|missed| *missed > 0),
                spent_s: Some(place.spent_s).filter(|spent| *spent > 0),
                departed: departed.map(|(person, name)| Departed { person, name }),
            }
        };
        KeptSeating {
            places: self.places.iter().map(seat).collect(),
            held: self.held.clone(),
        }
    }

    /// The seats that a snapshot keeps; `None` if there can be no such seats.
    pub(in crate::table) fn of_kept(kept: KeptSeating) -> Option<Self> {
        let seat = |kept: KeptSeat| {
            let occupant = match (kept.person, kept.computer, kept.away) {
                (None, None, None) => Occupant::Empty,
                (Some(person), None, None) => Occupant::Person(person),
                (None, Some(skill), None) => Occupant::Computer(skill),
                (Some(instead_of), Some(skill), Some(away)) => Occupant::Substitute {
                    skill,
                    instead_of,
                    away,
                },
                _ => return None,
            };
            let departed = kept.departed;
            Some(SeatState {
                occupant,
                name: kept.name,
                missed: kept.missed.unwrap_or(0),
                spent_s: kept.spent_s.unwrap_or(0),
                departed: departed.map(|departed| (departed.person, departed.name)),
            })
        };
        let places: Option<Vec<SeatState>> = kept.places.into_iter().map(seat).collect();
        let places = places.filter(|places| places.len() <= usize::from(MOST_SEATS))?;
        let held = kept.held;
        Some(Self {
            places,
            held,
            seen: None,
        })
    }
}
