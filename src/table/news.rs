//! News of a table: events with everything hidden ([`TableEvent`]), and notices as one viewer may
//! know them ([`TableNotice`]).

use serde::Serialize;

use super::input::Closer;
use super::people::{Away, Motion, PersonId, Skill};
use super::petition::Wish;
use super::view::Admission;
use crate::game::{Game, Seat, Viewer};

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
