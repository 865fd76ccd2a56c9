//! News of a table: events with everything hidden ([`TableEvent`]), and notices as one viewer may
//! know them ([`TableNotice`]); and the reasons for which a table refuses an input, with the facts needed to explain them.

use serde::Serialize;

use super::asking::Wish;
use super::input::Closer;
use super::people::{Away, Invited, Motion, PersonId, Skill};
use super::view::Admission;
use crate::game::{Game, RuleError, Seat, Viewer};

/// Something that happened; `E` is what the game says itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum News<E> {
    /// Something in the game.
    Game(E),
    /// Something at the table.
    #[serde(untagged)]
    Table(Happening),
}

/// Something that happened at a table, beside the game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// Somebody sat down.
    Sat {
        /// Who.
        person: PersonId,
        /// What they are called.
        name: String,
        /// Where.
        seat: Seat,
        /// The computer player that made room.
        instead_of: Option<Skill>,
    },
    /// Somebody came while a match is played, and gets a seat later.
    ComesIn {
        /// Who.
        person: PersonId,
        /// What they are called.
        name: String,
        /// When they get it.
        admission: Admission,
    },
    /// Somebody who was to get a seat later does not.
    StaysOut {
        /// Who.
        person: PersonId,
        /// What they are called.
        name: String,
    },
    /// Somebody changed seats before a match.
    Moved {
        /// Who.
        person: PersonId,
        /// From where.
        from: Seat,
        /// To where.
        to: Seat,
    },
    /// Somebody got up.
    Left {
        /// Who.
        person: PersonId,
        /// What they were called.
        name: String,
        /// From where.
        seat: Seat,
    },
    /// The host took somebody off their seat.
    Kicked {
        /// Who it was.
        person: PersonId,
        /// What they were called.
        name: String,
        /// From where.
        seat: Seat,
    },
    /// A computer plays for a person from now on.
    Substituted {
        /// The seat.
        seat: Seat,
        /// Whose it is.
        person: PersonId,
        /// How well the computer plays.
        skill: Skill,
        /// Why the person is away.
        away: Away,
    },
    /// A person is back on their seat.
    Returned {
        /// Who.
        person: PersonId,
        /// Where.
        seat: Seat,
    },
    /// Somebody else is the host of the table now.
    HostChanged {
        /// Who.
        host: PersonId,
    },
    /// A computer player sat down.
    ComputerAdded {
        /// Where.
        seat: Seat,
        /// How well it plays.
        skill: Skill,
    },
    /// A computer player was taken away.
    ComputerRemoved {
        /// From where.
        seat: Seat,
    },
    /// A house rule or a limit was changed.
    RuleSet {
        /// Which.
        name: &'static str,
        /// To what, as written in commands.
        value: String,
    },
    /// The seats of the match that begins were drawn.
    SeatsDrawn {
        /// What they were drawn with, 64 hexadecimal digits.
        secret: String,
    },
    /// A match began.
    Started {
        /// Which one at this table, counted from 1.
        number: u32,
    },
    /// Somebody's time is nearly up. Nothing changed: this is not in the journal.
    Warned {
        /// Whose.
        seat: Seat,
        /// Seconds left.
        seconds: u32,
    },
    /// Somebody's time was up: the clock acts for them.
    TimeUp {
        /// Whose.
        seat: Seat,
    },
    /// Somebody voted or took a vote back.
    Voted {
        /// Who.
        person: PersonId,
        /// About what.
        motion: Motion,
        /// For it, or not any more.
        support: bool,
        /// How many are for it now.
        votes: u8,
        /// How many carry it.
        needed: u8,
    },
    /// Somebody asks for what needs the yes of others.
    Asked {
        /// Who.
        by: PersonId,
        /// For what.
        wish: Wish,
    },
    /// What somebody asked for is not granted, or they take it back.
    Declined {
        /// Who asked.
        by: PersonId,
        /// For what.
        wish: Wish,
    },
    /// The match is paused, since nobody is there: it goes on when somebody at the table does
    /// something.
    Paused,
    /// A paused match goes on.
    Resumed {
        /// Who is there again.
        person: PersonId,
    },
    /// A vote ended the match: back in the lobby with the same seats and rules.
    Reset,
    /// An update of the program cannot go on with what was played: it is dealt again.
    DealtAgain {
        /// The round that is dealt again; `None` if the match is off: back in the lobby with the same
        /// seats and rules.
        round: Option<u32>,
    },
    /// The match is over.
    MatchOver {
        /// Which one at this table, counted from 1.
        number: u32,
    },
    /// The table is closed.
    Closed {
        /// By whom; `None` if the last person left.
        by: Option<Closer>,
    },
}

/// What happened, hidden things included.
pub type TableEvent<G> = News<<G as Game>::Event>;

/// What happened, as one viewer may know it.
pub type TableNotice<G> = News<<G as Game>::Notice>;

/// The event as `viewer` may know it; `None` if it is not theirs to know.
pub fn notice<G: Game>(event: &TableEvent<G>, viewer: Viewer) -> Option<TableNotice<G>> {
    match event {
        News::Game(event) => G::notice(event, viewer).map(News::Game),
        News::Table(news) => Some(News::Table(news.clone())),
    }
}

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
