//! Seats, sets of them, and for whom something is shown.
//!
//! Decides how seats are counted. Who sits on them is the table's business.

use serde::{Deserialize, Serialize};

/// The most seats that a table of any game has.
pub const MOST_SEATS: u8 = 16;

/// A place at the table, counted from 0 in turn order. One that is read from somewhere is below
/// [`MOST_SEATS`]; whether a table has it is for the table to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Self, Self::Error> {
        let known = index < MOST_SEATS;
        known.then_some(Self(index)).ok_or("no table has this seat")
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl Seat {
    /// The seat with this index, 0 being the first in turn order.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, 0 being the first in turn order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` seats in turn order.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..count).map(Seat)
    }
}

/// A set of seats below [`MOST_SEATS`]; others are never in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat at all.
    pub const EMPTY: Self = Self(0);

    const fn bit(seat: Seat) -> u16 {
        if seat.0 < MOST_SEATS { 1 << seat.0 } else { 0 }
    }

    /// Adds a seat; `true` if it was not there before.
    pub fn insert(&mut self, seat: Seat) -> bool {
        let before = self.0;
        self.0 |= Self::bit(seat);
        before != self.0
    }

    /// Takes a seat out; `true` if it was there.
    pub fn remove(&mut self, seat: Seat) -> bool {
        let before = self.0;
        self.0 &= !Self::bit(seat);
        before != self.0
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::bit(seat) != 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no seat.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(MOST_SEATS).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// For whom something is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// Anybody: spectators, the channel, the public message.
    Public,
    /// Whoever looks at what is over: nothing is hidden any more.
    All,
}

impl Viewer {
    /// The seat of a player.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public | Self::All => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_that_no_table_has_are_not_read_and_in_no_set() {
        let read = |text: &str| serde_json::from_str::<Seat>(text).ok();
        assert_eq!(read("15"), Some(Seat::new(15)));
        assert_eq!(
            [read("16"), read("255"), read("-1"), read("256")],
            [None; 4]
        );
        let mut set: SeatSet = [Seat::new(15)].into_iter().collect();
        assert!(!set.insert(Seat::new(16)) && !set.contains(Seat::new(255)));
        assert!(!set.remove(Seat::new(31)));
        assert!(set.iter().eq([Seat::new(15)]));
    }
}
