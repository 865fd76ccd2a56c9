//! Who is at a table: people by an opaque number, computer players by their skill.
//!
//! Decides how both are named in journals, and when their votes carry. Knows neither Discord nor what a
//! skill can do.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::journal::Position;
use crate::game::{Seat, SeatSet};

/// A person, by an opaque number that the face assigns.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct PersonId(pub u64);

/// Somebody whose answer a new table waits for: the seat that is free there is theirs alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invited {
    /// Who.
    pub person: PersonId,
    /// What they are called; as they wrote it, not escaped.
    pub name: String,
}

/// Somebody who came while a match is played and waits for a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newcomer {
    /// Who.
    pub person: PersonId,
    /// What they are called; as they wrote it, not escaped.
    pub name: String,
}

/// How well a computer player plays; each game makes of it what it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum Skill {
    /// Any legal action.
    Random,
    /// The lowest legal action.
    Lowest,
    /// As somebody who has just learnt the rules.
    Beginner,
    /// A simple player that takes what it can get.
    Greedy,
    /// The game's best quick player.
    Heuristic,
    /// Looks ahead; takes noticeable time.
    Search,
    /// Looks ahead by a fixed number of simulated plays, whatever else the machine does: equal views
    /// lead to equal actions. Nobody chooses it; it plays the deal of the day.
    Steady,
    /// A numbered level, for games that have those.
    Level(u8),
    /// A program of other people, by its name. Where there is none of that name (any more), the
    /// game's usual computer plays.
    Program(ProgramName),
}

impl Skill {
    /// The skills without numbers that people choose from, the weakest first.
    pub const NAMED: [Skill; 6] = [
        Skill::Random,
        Skill::Lowest,
        Skill::Beginner,
        Skill::Greedy,
        Skill::Heuristic,
        Skill::Search,
    ];

    /// Reads a skill: `greedy`, `level3` or just `3`, or `program:NAME`, in any case.
    ///
    /// ```
    /// use engine::table::Skill;
    ///
    /// assert_eq!(Skill::from_name("Greedy"), Some(Skill::Greedy));
    /// assert_eq!(Skill::from_name("3"), Some(Skill::Level(3)));
    /// assert_eq!(Skill::from_name("genius"), None);
    /// assert_eq!(Skill::from_name("program:simple").unwrap().to_string(), "program:simple");
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        if let Some(program) = name.strip_prefix(PROGRAM) {
            return ProgramName::of(program).map(Skill::Program);
        }
        let digits = name.strip_prefix("level").unwrap_or(&name).trim();
        match digits.parse() {
            Ok(level) if digits.len() == 1 => Some(Skill::Level(level)),
            _ => Self::NAMED
                .into_iter()
                .chain([Skill::Steady])
                .find(|skill| skill.to_string() == name),
        }
    }
}

/// What stands before the name of a program.
const PROGRAM: &str = "program:";

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Skill::Random => f.write_str("random"),
            Skill::Lowest => f.write_str("lowest"),
            Skill::Beginner => f.write_str("beginner"),
            Skill::Greedy => f.write_str("greedy"),
            Skill::Heuristic => f.write_str("heuristic"),
            Skill::Search => f.write_str("search"),
            Skill::Steady => f.write_str("steady"),
            Skill::Level(level) => write!(f, "level{level}"),
            Skill::Program(name) => write!(f, "{PROGRAM}{name}"),
        }
    }
}

impl Serialize for Skill {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct("Skill", &format_args!("{self}"))
    }
}

impl TryFrom<String> for Skill {
    type Error = String;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        // In the words of serde, as for any other word that is not known.
        Self::from_name(&name).ok_or_else(|| format!("unknown variant `{name}`, expected a skill"))
    }
}

/// Why a computer plays on a person's seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Away {
    /// They left; they may come back, and somebody else may take the seat where it is not kept for
    /// them.
    Left,
    /// They left, and the seat is kept for them no longer: somebody else may take it, and so may they.
    Gone,
    /// They let their time run out too often; the seat stays theirs.
    Absent,
    /// They come in with the next round: somebody else has seen the cards of this one.
    Coming,
}

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody.
    Empty,
    /// A person.
    Person(PersonId),
    /// A computer player.
    Computer(Skill),
    /// A computer player on the seat of a person who is away in this match.
    Substitute {
        /// How well it plays.
        skill: Skill,
        /// Whose seat it is.
        instead_of: PersonId,
        /// Why they are away.
        away: Away,
    },
}

impl Occupant {
    /// The person who sits here now.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            Occupant::Person(person) => Some(person),
            _ => None,
        }
    }

    /// The skill of the computer that plays here now.
    pub const fn computer(self) -> Option<Skill> {
        match self {
            Occupant::Computer(skill) | Occupant::Substitute { skill, .. } => Some(skill),
            _ => None,
        }
    }

    /// The person whose hand is played here: who sits here, or is absent only.
    ///
    /// ```
    /// use engine::table::{Away, Occupant, PersonId, Skill};
    ///
    /// let seat = |away| Occupant::Substitute { skill: Skill::Greedy, instead_of: PersonId(1), away };
    /// assert_eq!(seat(Away::Absent).holder(), Some(PersonId(1)));
    /// assert_eq!(seat(Away::Left).holder(), None);
    /// ```
    pub const fn holder(self) -> Option<PersonId> {
        match self {
            Occupant::Person(person) => Some(person),
            Occupant::Substitute {
                instead_of,
                away: Away::Absent,
                ..
            } => Some(instead_of),
            _ => None,
        }
    }

    /// The person who may come back to this seat.
    pub const fn away(self) -> Option<PersonId> {
        match self {
            Occupant::Substitute { instead_of, .. } => Some(instead_of),
            _ => None,
        }
    }

    /// The person who comes in on this seat with the next round.
    pub const fn coming(self) -> Option<PersonId> {
        match self {
            Occupant::Substitute {
                instead_of,
                away: Away::Coming,
                ..
            } => Some(instead_of),
            _ => None,
        }
    }

    /// Whether nobody sits here.
    pub const fn is_empty(self) -> bool {
        matches!(self, Occupant::Empty)
    }
}

/// Matches won at a table since the players on its seats last changed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Series {
    /// Matches played to the end.
    pub played: u32,
    /// Matches won by each seat; shorter than the table if the last seats never won.
    pub won: Vec<u32>,
}

impl Series {
    /// Matches won by this seat.
    ///
    /// ```
    /// use engine::game::Seat;
    /// use engine::table::Series;
    ///
    /// assert_eq!(Series::default().won_by(Seat::new(3)), 0);
    /// ```
    pub fn won_by(&self, seat: Seat) -> u32 {
        self.won.get(seat.index()).copied().unwrap_or(0)
    }

    /// Takes the matches won along to other seats: those of who had these seats before, in this order.
    pub(super) fn rearrange(&mut self, before: &[Seat]) {
        if !self.won.is_empty() {
            self.won = before.iter().map(|seat| self.won_by(*seat)).collect();
        }
    }

    /// Counts a match.
    pub(super) fn count(&mut self, winners: SeatSet) {
        self.played += 1;
        for seat in winners.iter() {
            if self.won.len() <= seat.index() {
                self.won.resize(seat.index() + 1, 0);
            }
            self.won[seat.index()] += 1;
        }
    }
}

/// The name under which a program of other people plays: 1 to 24 lower-case letters, digits and
/// hyphens, the first a letter. It is the same in journals, in settings and at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProgramName {
    /// Zeros behind the name.
    letters: [u8; ProgramName::LONGEST],
}

impl ProgramName {
    /// The most letters of a name.
    pub const LONGEST: usize = 24;

    /// Reads a name, in any case.
    ///
    /// ```
    /// use engine::table::ProgramName;
    ///
    /// assert_eq!(ProgramName::of("Simple-2").map(|name| name.to_string()).as_deref(), Some("simple-2"));
    /// assert_eq!(ProgramName::of("2 simple"), None);
    /// ```
    pub fn of(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        let fits = (1..=Self::LONGEST).contains(&bytes.len());
        let plain = |letter: &u8| letter.is_ascii_alphanumeric() || *letter == b'-';
        if !fits || !bytes[0].is_ascii_alphabetic() || !bytes.iter().all(plain) {
            return None;
        }
        let mut letters = [0; Self::LONGEST];
        letters[..bytes.len()].copy_from_slice(bytes);
        letters.make_ascii_lowercase();
        Some(Self { letters })
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        let end = self.letters.iter().position(|letter| *letter == 0);
        let name = &self.letters[..end.unwrap_or(Self::LONGEST)];
        std::str::from_utf8(name).expect("a name is of ASCII letters")
    }
}

impl fmt::Display for ProgramName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for ProgramName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What can be voted about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// End the match without a result and go back to the lobby, seats and rules as they are.
    Reset,
    /// Agree to what somebody asked for by the entry of this position.
    Petition(Position),
}
