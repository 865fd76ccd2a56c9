//! Inputs: everything that can change a table, as its journal keeps it, and how it is submitted.

use serde::{Deserialize, Serialize};

use super::journal::Position;
use super::people::{Motion, PersonId, Skill};
use crate::chance::Seed;
use crate::game::{Game, Seat};

/// On whose behalf a player acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// A person, on the seat that is theirs.
    Person(PersonId),
    /// The computer player on this seat.
    Computer(Seat),
    /// The clock, for the person on this seat whose time is up.
    Clock(Seat),
    /// The clock, to the end of the turn that it began for this seat: no turn more is missed.
    ClockOn(Seat),
}

impl By {
    /// The person who acts, if one does.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            By::Person(person) => Some(person),
            By::Computer(_) | By::Clock(_) | By::ClockOn(_) => None,
        }
    }
}

/// Who closes a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Closer {
    /// The host of the table.
    Host(PersonId),
    /// A moderator of the channel; who that is, the face knows.
    Moderator(PersonId),
    /// Somebody at the table, after it has been quiet for as long as the limits say.
    Anybody {
        /// Who.
        person: PersonId,
        /// Seconds since somebody at the table did something; the host of the tables fills it in.
        quiet_s: u32,
    },
    /// The clock: nobody did anything for a long time.
    Idle,
    /// The channel is gone.
    Deserted,
    /// The person who was challenged says no.
    Declined(PersonId),
}

/// Everything that may change a table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "", deny_unknown_fields)]
pub enum Input<G: Game> {
    /// Sit down: on a free seat or on one that a computer plays on, or come back to the own seat.
    Sit {
        /// Who.
        person: PersonId,
        /// What they are called; cut after [`super::MOST_NAME_CHARS`] characters.
        name: String,
        /// On which seat; the first free one if none is named.
        seat: Option<Seat>,
    },
    /// Get up. In a match a computer plays on where the game cannot go on without the seat.
    Leave {
        /// Who.
        person: PersonId,
    },
    /// Take a person off their seat, and keep them from sitting down again until a match is over. In a
    /// match it goes on as if they had left.
    Kick {
        /// Who wants it: the host.
        by: PersonId,
        /// Who is to go.
        person: PersonId,
    },
    /// Put a computer player on an empty seat.
    AddComputer {
        /// Who wants it.
        by: PersonId,
        /// On which seat; the first free one if none is named.
        seat: Option<Seat>,
        /// How well it plays.
        skill: Skill,
    },
    /// Take a computer player away.
    RemoveComputer {
        /// Who wants it.
        by: PersonId,
        /// From which seat.
        seat: Seat,
    },
    /// Change a house rule, or a limit of the table.
    SetRule {
        /// Who wants it.
        by: PersonId,
        /// The standard name of the rule.
        name: String,
        /// The value as written in commands.
        value: String,
    },
    /// Start a match; after one, a rematch.
    Start {
        /// Who wants it.
        by: PersonId,
    },
    /// Act in the game.
    Act {
        /// On whose behalf.
        by: By,
        /// What to do.
        action: G::Action,
    },
    /// Be advised what to do in the game. Nothing changes by it but what the round brings.
    Advised {
        /// Who.
        person: PersonId,
    },
    /// The time for this cue has come.
    Elapse(G::Cue),
    /// Vote, or take a vote back.
    Vote {
        /// Who.
        person: PersonId,
        /// About what.
        motion: Motion,
        /// For it, or not any more.
        support: bool,
    },
    /// End the table.
    Close {
        /// Who ends it.
        by: Closer,
    },
    /// Pause the match, since nobody is there: nothing happens in it until somebody at the table does
    /// something. The host of the tables decides when.
    Pause,
    /// Pause the match because somebody at the table wants that; it goes on as after [`Input::Pause`].
    Halt {
        /// Who.
        by: PersonId,
    },
    /// Let a computer play for somebody until they do something, as for who is absent.
    Rest {
        /// Who.
        person: PersonId,
    },
    /// Keep the seat no longer for the person who left it: the time is over that the limits say. The
    /// host of the tables decides when.
    Release {
        /// Which seat.
        seat: Seat,
    },
    /// Mix something into what is left to chance from the next deal on: the store was put back to what
    /// it was, and who played on from there before must not know the cards.
    Reseed {
        /// Random bytes.
        salt: Seed,
    },
    /// The round cannot be gone on with since the program was changed: it is dealt again, or the
    /// match is off where it cannot be. Only [`mend`](super::mend) makes such an entry.
    Again {
        /// The state goes back to that of this position, before the round; the entries between it
        /// and this one are skipped from now on.
        to: Position,
    },
}

impl<G: Game> Input<G> {
    /// The person who asks; `None` for what only the host of the tables hands in.
    pub fn person(&self) -> Option<PersonId> {
        match self {
            Input::Sit { person, .. }
            | Input::Leave { person }
            | Input::Rest { person }
            | Input::Vote { person, .. }
            | Input::Advised { person } => Some(*person),
            Input::Kick { by, .. }
            | Input::Halt { by }
            | Input::AddComputer { by, .. }
            | Input::RemoveComputer { by, .. }
            | Input::SetRule { by, .. }
            | Input::Start { by } => Some(*by),
            Input::Act { by, .. } => by.person(),
            Input::Close { by } => match by {
                Closer::Host(person)
                | Closer::Moderator(person)
                | Closer::Declined(person)
                | Closer::Anybody { person, .. } => Some(*person),
                Closer::Idle | Closer::Deserted => None,
            },
            Input::Elapse(_)
            | Input::Pause
            | Input::Release { .. }
            | Input::Reseed { .. }
            | Input::Again { .. } => None,
        }
    }

    /// What is done in the game, and on whose behalf; `None` for what is about the table alone.
    pub(super) fn act(&self) -> Option<(By, &G::Action)> {
        match self {
            Input::Act { by, action } => Some((*by, action)),
            Input::Sit { .. }
            | Input::Leave { .. }
            | Input::Kick { .. }
            | Input::AddComputer { .. }
            | Input::RemoveComputer { .. }
            | Input::SetRule { .. }
            | Input::Start { .. }
            | Input::Advised { .. }
            | Input::Elapse(_)
            | Input::Vote { .. }
            | Input::Close { .. }
            | Input::Pause
            | Input::Halt { .. }
            | Input::Rest { .. }
            | Input::Release { .. }
            | Input::Reseed { .. }
            | Input::Again { .. } => None,
        }
    }

    /// Whether it shows that somebody is at the table, plays and stays there. Who is advised has only looked.
    pub fn attends(&self) -> bool {
        let only_looks = matches!(self, Input::Advised { .. });
        let goes = matches!(
            self,
            Input::Leave { .. } | Input::Close { .. } | Input::Halt { .. } | Input::Rest { .. }
        );
        self.person().is_some() && !goes && !only_looks
    }
}

/// An input on its way to a table.
#[derive(Debug, Clone)]
pub struct Submission<G: Game> {
    /// What is asked for.
    pub input: Input<G>,
    /// The id of the request (such as an interaction's), which is accepted at most once.
    pub nonce: Option<u64>,
    /// The table's position when the control that was used was offered; `None` for typed input,
    /// which is never stale.
    pub offered_at: Option<Position>,
    /// Seconds that it takes out of the time bank of who acts; the host of the tables fills it in.
    pub spent_s: u32,
}

impl<G: Game> Submission<G> {
    /// An input that was typed: without nonce and not bound to a position.
    pub const fn typed(input: Input<G>) -> Self {
        Self {
            input,
            nonce: None,
            offered_at: None,
            spent_s: 0,
        }
    }
}
