//! The reasons for which a table refuses an input, with the facts needed to explain them.

use serde::Serialize;

use super::people::{Invited, PersonId};
use super::view::Admission;
use crate::game::{Game, RuleError, Seat};

/// Why an input is refused. The table is then unchanged.
#[derive(Debug, Clone, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case", bound = "")]
pub enum Refusal<G: Game> {
    /// Only people who sit at the table can do this.
    #[error("not seated")]
    NotSeated,
    /// They sit at the table already.
    #[error("seated already")]
    AlreadySeated {
        /// Where.
        seat: Seat,
    },
    /// The table has no such seat.
    #[error("there is no seat {}", .seat.index())]
    NoSuchSeat {
        /// What was asked for.
        seat: Seat,
    },
    /// Somebody has this seat.
    #[error("seat {} is taken", .seat.index())]
    SeatTaken {
        /// What was asked for.
        seat: Seat,
    },
    /// A challenge awaits the answer of this person; nothing else can be changed until then.
    #[error("waits for the answer of {}", .invited.person.0)]
    Kept {
        /// Who was challenged.
        invited: Invited,
    },
    /// The seat is kept for the person who left it.
    #[error("seat {} is kept for {left_s} seconds more", .seat.index())]
    SeatKept {
        /// Which seat.
        seat: Seat,
        /// For how many seconds more.
        left_s: u32,
    },
    /// They have answered so already.
    #[error("the answer stands already")]
    AnswerStands {
        /// Whether it is yes.
        support: bool,
    },
    /// They have asked for this, and it waits for others.
    #[error("asked for already")]
    AskedAlready,
    /// Nobody waits for this person's answer.
    #[error("not asked")]
    NotAsked,
    /// No seat is left to sit on.
    #[error("all seats are taken")]
    Full,
    /// They get a seat later, and that is settled.
    #[error("gets a seat later")]
    ComesIn {
        /// When.
        admission: Admission,
    },
    /// The table is closed to new people.
    #[error("closed to new people")]
    NotLetIn {
        /// Who can open it to them.
        host: PersonId,
    },
    /// The host took them off their seat: they may sit down after the match.
    #[error("kept from sitting down until a match is over")]
    Barred,
    /// This person does not sit at the table.
    #[error("the person is not here")]
    NotThere,
    /// Nobody takes themselves off their seat: they leave it.
    #[error("one's own seat is left, not taken away")]
    OwnSeat,
    /// They have held another hand in this match and may only go back to that.
    #[error("has held the hand of seat {} in this match", .seat.index())]
    HeldAnotherHand {
        /// The seat they had.
        seat: Seat,
    },
    /// No computer plays on this seat.
    #[error("no computer plays on seat {}", .seat.index())]
    NoComputer {
        /// What was asked for.
        seat: Seat,
    },
    /// Only the host of the table can do this.
    #[error("only the host can do this")]
    NotHost {
        /// Who is.
        host: PersonId,
    },
    /// Only the host can do this while the table is not quiet.
    #[error("only the host can do this for {left_s} seconds more")]
    NotQuiet {
        /// Who is the host.
        host: PersonId,
        /// Seconds until anybody at the table can, if nobody does anything.
        left_s: u32,
    },
    /// It would make the deal of a day another one than it is for everybody else.
    #[error("the deal of a day is the same for everybody")]
    Daily,
    /// Only before a match or after it.
    #[error("a match is being played")]
    NotInLobby,
    /// Only while a match is played.
    #[error("no match is being played")]
    NotPlaying,
    /// Too few players for a start.
    #[error("{seated} are seated, and at least {least} are needed")]
    TooFew {
        /// Seats taken, computers included.
        seated: u8,
        /// How many are needed.
        least: u8,
    },
    /// More players sit here than this rule would allow.
    #[error("{seated} are seated, and at most {most} could be")]
    TooMany {
        /// Seats taken, computers included.
        seated: u8,
        /// How many could be.
        most: u8,
    },
    /// No such rule, or not with this value.
    #[error(transparent)]
    #[serde(skip)]
    Rule(RuleError),
    /// What people may agree on, but not at this moment of the match.
    #[error("not at this moment")]
    NotNow,
    /// They have voted so already.
    #[error("the vote stands already")]
    VoteStands {
        /// Whether it is for the motion.
        support: bool,
    },
    /// The control is stale: it was offered in an earlier turn, round or match.
    #[error("offered for a turn that has passed")]
    Stale,
    /// The same request was accepted before.
    #[error("accepted before")]
    Duplicate,
    /// Nothing is asked of this seat, or not by the clock or a computer.
    #[error("seat {} is not awaited", .seat.index())]
    NotAwaited {
        /// The seat that was to act.
        seat: Seat,
    },
    /// Only the host of the tables hands in such an input.
    #[error("nobody can ask for this")]
    Reserved,
    /// The table is closed.
    #[error("the table is closed")]
    Closed,
    /// The game refuses the action.
    #[error(transparent)]
    #[serde(skip)]
    Game(G::Rejection),
}
