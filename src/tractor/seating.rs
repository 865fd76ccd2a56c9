//! Winds and teams: how the four seats of tractor belong together.

use serde::{Deserialize, Serialize};

use crate::game::Seat;

/// How many people play.
pub const PLAYERS: usize = 4;

/// The place of a seat, in turn order (counter-clockwise).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wind {
    /// 北, the first seat.
    North,
    /// 西
    West,
    /// 南, the partner of North.
    South,
    /// 东, the partner of West.
    East,
}

impl Wind {
    /// All winds in turn order.
    pub const ALL: [Wind; PLAYERS] = [Wind::North, Wind::West, Wind::South, Wind::East];

    /// The seat of this wind.
    pub const fn seat(self) -> Seat {
        Seat::new(self as u8)
    }

    /// The word for it in commands.
    pub const fn word(self) -> &'static str {
        ["north", "west", "south", "east"][self as usize]
    }

    /// The wind of a seat (of the first four).
    ///
    /// ```
    /// use engine::tractor::seating::Wind;
    ///
    /// assert_eq!(Wind::of(Wind::South.seat()), Wind::South);
    /// ```
    pub const fn of(seat: Seat) -> Wind {
        Self::ALL[seat.index() % PLAYERS]
    }
}

/// The two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Team {
    /// North and South.
    NorthSouth,
    /// West and East.
    WestEast,
}

impl Team {
    /// Both teams.
    pub const ALL: [Team; 2] = [Team::NorthSouth, Team::WestEast];

    /// The team of a seat.
    ///
    /// ```
    /// use engine::tractor::seating::{Team, Wind};
    ///
    /// assert_eq!(Team::of(Wind::South.seat()), Team::NorthSouth);
    /// assert_eq!(Team::of(Wind::East.seat()).other(), Team::NorthSouth);
    /// ```
    pub const fn of(seat: Seat) -> Team {
        Self::ALL[seat.index() % 2]
    }

    /// The other team.
    pub const fn other(self) -> Team {
        match self {
            Team::NorthSouth => Team::WestEast,
            Team::WestEast => Team::NorthSouth,
        }
    }

    /// 0 for North and South, 1 for West and East.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two seats of the team, in turn order.
    pub const fn seats(self) -> [Seat; 2] {
        [Seat::new(self as u8), Seat::new(self as u8 + 2)]
    }
}

/// The player on the right: the next in turn order.
///
/// ```
/// use engine::tractor::seating::{Wind, next};
///
/// assert_eq!(next(Wind::North.seat()), Wind::West.seat());
/// assert_eq!(next(Wind::East.seat()), Wind::North.seat());
/// ```
pub const fn next(seat: Seat) -> Seat {
    Seat::new((seat.index() as u8 + 1) % PLAYERS as u8)
}

/// The player opposite.
///
/// ```
/// use engine::tractor::seating::{Wind, partner};
///
/// assert_eq!(partner(Wind::West.seat()), Wind::East.seat());
/// ```
pub const fn partner(seat: Seat) -> Seat {
    Seat::new((seat.index() as u8 + 2) % PLAYERS as u8)
}
