//! The reasons for which a table refuses an input, with the facts needed to explain them.

use serde::Serialize;

use super::people::{Invited, PersonId};
use super::view::Admission;
use crate::game::{Game, RuleError, Seat};

/// Why an input is refused. The table is then unchanged.
#[derive(Debug, Clone, Serialize, thiserror::Error)]
#[error("{self:?}")]
#[serde(rename_all = "snake_case", bound = "")]
pub enum Refusal<G: Game> {
    /// Only people who sit at the table can do this.
    NotSeated,
    /// They sit at the table already.
    AlreadySeated {
        /// Where.
        seat: Seat,
    },
    /// The table has no such seat.
    NoSuchSeat {
        /// What was asked for.
        seat: Seat,
    },
    /// Somebody has this seat.
    SeatTaken {
        /// What was asked for.
        seat: Seat,
    },
    /// A challenge awaits the answer of this person; nothing else can be changed until then.
    Kept {
        /// Who was challenged.
        invited: Invited,
    },
    /// The seat is kept for the person who left it.
    SeatKept {
        /// Which seat.
        seat: Seat,
        /// For how many seconds more.
        left_s: u32,
    },
    /// They have answered so already.
    AnswerStands {
        /// Whether it is yes.
        support: bool,
    },
    /// They have asked for this, and it waits for others.
    AskedAlready,
    /// Nobody waits for this person's answer.
    NotAsked,
    /// No seat is left to sit on.
    Full,
    /// They get a seat later, and that is settled.
    ComesIn {
        /// When.
        admission: Admission,
    },
    /// The table is closed to new people.
    NotLetIn {
        /// Who can open it to them.
        host: PersonId,
    },
    /// The host took them off their seat: they may sit down after the match.
    Barred,
    /// This person does not sit at the table.
    NotThere,
    /// Nobody takes themselves off their seat: they leave it.
    OwnSeat,
    /// They have held another hand in this match and may only go back to that.
    HeldAnotherHand {
        /// The seat they had.
        seat: Seat,
    },
    /// No computer plays on this seat.
    NoComputer {
        /// What was asked for.
        seat: Seat,
    },
    /// Only the host of the table can do this.
    NotHost {
        /// Who is.
        host: PersonId,
    },
    /// Only the host can do this while the table is not quiet.
    NotQuiet {
        /// Who is the host.
        host: PersonId,
        /// Seconds until anybody at the table can, if nobody does anything.
        left_s: u32,
    },
    /// It would make the deal of a day another one than it is for everybody else.
    Daily,
    /// Only before a match or after it.
    NotInLobby,
    /// Only while a match is played.
    NotPlaying,
    /// Too few players for a start.
    TooFew {
        /// Seats taken, computers included.
        seated: u8,
        /// How many are needed.
        least: u8,
    },
    /// More players sit here than this rule would allow.
    TooMany {
        /// Seats taken, computers included.
        seated: u8,
        /// How many could be.
        most: u8,
    },
    /// No such rule, or not with this value.
    #[serde(skip)]
    Rule(RuleError),
    /// What people may agree on, but not at this moment of the match.
    NotNow,
    /// They have voted so already.
    VoteStands {
        /// Whether it is for the motion.
        support: bool,
    },
    /// The control is stale: it was offered in an earlier turn, round or match.
    Stale,
    /// The same request was accepted before.
    Duplicate,
    /// Nothing is asked of this seat, or not by the clock or a computer.
    NotAwaited {
        /// The seat that was to act.
        seat: Seat,
    },
    /// Only the host of the tables hands in such an input.
    Reserved,
    /// The table is closed.
    Closed,
    /// The game refuses the action.
    #[serde(skip)]
    Game(G::Rejection),
}
