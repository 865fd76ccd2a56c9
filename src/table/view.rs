//! A table as one viewer may know it: all that pages and computer players receive.

use serde::{Deserialize, Serialize};

use super::asking::PetitionView;
use super::input::Closer;
use super::journal::{DailyDeal, Position};
use super::limits::{Entry, Limits};
use super::people::{Away, Invited, Motion, Newcomer, Occupant, PersonId, Series};
use super::{Table, TableStage};
use crate::chance::Commitment;
use crate::game::{Game, Seat, Turn, Viewer, is_default};

/// Where a table is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StageView<V> {
    /// People sit down and settle the rules.
    Lobby,
    /// A match is played.
    Playing(V),
    /// A match was played to its end; a rematch can be started.
    Over(V),
    /// Nothing can happen here any more.
    Closed,
}

impl<V> StageView<V> {
    /// The game that is played or was just played.
    pub const fn game(&self) -> Option<&V> {
        match self {
            StageView::Playing(game) | StageView::Over(game) => Some(game),
            StageView::Lobby | StageView::Closed => None,
        }
    }
}

/// When somebody who came while a match is played gets a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// With the next round of the match, if there is one; else as below.
    NextRound,
    /// When the match is over.
    NextMatch,
}

/// When this person gets a seat, if they are among those who wait for one in a match with so many
/// vacancies.
pub(super) fn admission_of(
    person: PersonId,
    newcomers: &[Newcomer],
    vacancies: Option<u8>,
) -> Option<Admission> {
    let mut all = newcomers.iter();
    let place = all.position(|newcomer| newcomer.person == person)?;
    Some(admission_at(place, vacancies))
}

/// When the newcomer of this place in their order gets a seat.
fn admission_at(place: usize, vacancies: Option<u8>) -> Admission {
    match vacancies {
        Some(free) if place < usize::from(free) => Admission::NextRound,
        Some(_) | None => Admission::NextMatch,
    }
}

/// How a table was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Closing<V> {
    /// By whom; `None` if the last person left.
    pub by: Option<Closer>,
    /// The game as it stood then, if one was played or had just been.
    pub game: Option<V>,
    /// Whether that had been played to its end.
    #[serde(skip_serializing_if = "is_default")]
    pub finished: bool,
}

/// The draw of the seats of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatDraw {
    /// Binds the bot to it before it is made.
    pub commitment: Commitment,
    /// What it was made with, 64 hexadecimal digits; `None` until then.
    pub secret: Option<String>,
}

/// A seat and who sits there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// Which seat.
    pub seat: Seat,
    /// Who sits there.
    pub occupant: Occupant,
    /// What the person is called who sits there, whose seat it is, or who left it in the middle of
    /// this match; as they wrote it, not escaped.
    pub name: Option<String>,
    /// Turns in a row that the clock played for them.
    pub missed: u8,
    /// Matches won in this series.
    pub won: u32,
    /// Seconds left in their time bank in this match, where there are banks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_s: Option<u32>,
}

/// How a vote stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VoteView {
    /// About what.
    pub motion: Motion,
    /// Who is for it, in the order in which they said so.
    pub supporters: Vec<PersonId>,
    /// How many carry it.
    pub needed: u8,
}

/// A table as one viewer may know it.
#[derive(Debug, Clone, Serialize)]
#[serde(bound = "")]
pub struct TableView<G: Game> {
    /// Whose view this is.
    pub viewer: Viewer,
    /// The table's position, which controls carry.
    pub position: Position,
    /// The position at which the present turn began: controls offered earlier are stale.
    pub turn_started: Position,
    /// Who may change the rules.
    pub host: PersonId,
    /// The seats in turn order.
    pub seats: Vec<SeatView>,
    /// Who came while the match is played and waits for a seat, the first of them first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub newcomers: Vec<Newcomer>,
    /// How many more players the match takes with its next round; see [`Game::vacancies`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacancies: Option<u8>,
    /// The house rules; after a match those of the next one.
    pub rules: G::Rules,
    /// Time limits and similar settings of the table.
    pub limits: Limits,
    /// What is going on.
    pub stage: StageView<G::View>,
    /// Whether the match is paused until somebody at the table does something.
    #[serde(skip_serializing_if = "is_default")]
    pub paused: bool,
    /// The match that is played or was played last, counted from 1; 0 before the first.
    pub number: u32,
    /// Whom the game waits for; [`Turn::Over`] where no match is being played.
    pub turn: Turn,
    /// The votes of this round.
    pub votes: Vec<VoteView>,
    /// What somebody asked for that waits for others, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub petitions: Vec<PetitionView>,
    /// Matches played since the players on the seats last changed.
    pub series: Series,
    /// Who was challenged and has not accepted.
    pub invited: Option<Invited>,
    /// Who was taken off their seat and may not sit down until a match is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<PersonId>,
    /// The deal of a day that is played here, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily: Option<DailyDeal>,
    /// The draw of the seats for this match or the next one, where they are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<SeatDraw>,
    /// How the table was closed, if it was.
    pub closing: Option<Closing<G::View>>,
}

/// Whether a seat is kept for the person who left it by themselves.
pub(super) fn is_kept(occupant: Occupant, limits: &Limits, barred: &[PersonId]) -> bool {
    match occupant {
        Occupant::Substitute {
            instead_of,
            away: Away::Left,
            ..
        } => limits.seat_kept_min.is_some() && !barred.contains(&instead_of),
        _ => false,
    }
}

impl<G: Game> TableView<G> {
    /// The seat of the viewer, if they have one.
    pub const fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }

    /// The table as it was when its last match was over, if it was closed after that.
    pub fn result(&self) -> Option<Self> {
        let closing = self.closing.as_ref().filter(|closing| closing.finished)?;
        let game = closing.game.clone()?;
        Some(Self {
            stage: StageView::Over(game),
            closing: None,
            ..self.clone()
        })
    }

    /// The seat that this person holds, even while a computer plays there because they are absent.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        let own = |place: &&SeatView| place.occupant.holder() == Some(person);
        self.seats.iter().find(own).map(|place| place.seat)
    }

    /// The place that this person left to a computer.
    pub fn left_by(&self, person: PersonId) -> Option<&SeatView> {
        let left = |place: &&SeatView| place.occupant.away() == Some(person);
        self.seats.iter().find(left)
    }

    /// When this person gets a seat, if they came while the match is played and wait for one.
    pub fn admission(&self, person: PersonId) -> Option<Admission> {
        let comes = |place: &SeatView| place.occupant.coming() == Some(person);
        if self.seats.iter().any(comes) {
            return Some(Admission::NextRound);
        }
        admission_of(person, &self.newcomers, self.vacancies)
    }

    /// Whether anybody is told here what to do: not at a deal that all are to play on their own.
    pub fn gives_advice(&self) -> bool {
        !self.daily.is_some_and(|deal| deal.counts)
    }

    /// Whether this person has a seat here or waits for one.
    pub fn expects(&self, person: PersonId) -> bool {
        self.seat_of(person).is_some() || self.admission(person).is_some()
    }

    /// When somebody new gets a seat who comes now and waits for one; `None` if nobody can.
    pub fn next_admission(&self) -> Option<Admission> {
        let coming = self.seated() + self.newcomers.len();
        let room = coming < usize::from(*G::seats(&self.rules).end());
        let open = room && self.limits.entry != Entry::Closed;
        let vacancies = self.vacancies.filter(|_| open)?;
        Some(admission_at(self.newcomers.len(), Some(vacancies)))
    }

    /// Whether somebody left this seat and it is kept for them.
    pub fn keeps(&self, seat: Seat) -> bool {
        let occupant = self.place(seat).map(|place| place.occupant);
        occupant.is_some_and(|occupant| is_kept(occupant, &self.limits, &self.barred))
    }

    /// The place of this seat.
    pub fn place(&self, seat: Seat) -> Option<&SeatView> {
        self.seats.get(seat.index())
    }

    /// Whether this seat is one of those that the game waits for.
    pub const fn awaits(&self, seat: Seat) -> bool {
        self.turn.awaited().contains(seat)
    }

    /// How many seats are taken, computers included.
    pub fn seated(&self) -> usize {
        self.seats
            .iter()
            .filter(|place| !place.occupant.is_empty())
            .count()
    }
}

impl<G: Game> Table<G> {
    /// The table as `viewer` may know it.
    pub fn view(&self, viewer: Viewer) -> TableView<G> {
        let needed = self.votes_needed() as u8;
        let vote = VoteView {
            motion: Motion::Reset,
            supporters: self.votes.clone(),
            needed,
        };
        TableView {
            viewer,
            position: self.position,
            turn_started: self.turn_started,
            host: self.host,
            seats: self.seats(),
            newcomers: self.newcomers.clone(),
            vacancies: self.vacancies(),
            rules: self.rules,
            limits: self.limits,
            stage: match &self.stage {
                TableStage::Lobby => StageView::Lobby,
                TableStage::Playing(game) => StageView::Playing(game.view(viewer)),
                TableStage::Over(game) => StageView::Over(game.view(viewer)),
                TableStage::Closed { .. } => StageView::Closed,
            },
            paused: self.paused,
            number: self.number,
            turn: self.turn(),
            votes: vec![vote],
            petitions: self.petition_views(),
            series: self.series.clone(),
            invited: self.invited.clone(),
            barred: self.barred.clone(),
            daily: self.daily,
            draw: self.seat_draw(),
            closing: match &self.stage {
                TableStage::Closed { by, game } => Some(Closing {
                    by: *by,
                    game: game.as_ref().map(|game| game.view(viewer)),
                    finished: game.as_ref().is_some_and(|game| game.turn() == Turn::Over),
                }),
                TableStage::Lobby | TableStage::Playing(_) | TableStage::Over(_) => None,
            },
        }
    }

    fn seats(&self) -> Vec<SeatView> {
        let mut seats = self.seating.view(|seat| self.series.won_by(seat));
        for place in seats.iter_mut().filter(|_| self.is_playing()) {
            let is_persons = place.occupant.holder().is_some();
            let runs = is_persons && !self.is_alone();
            place.bank_s = self.bank_left_s(place.seat).filter(|_| runs);
        }
        seats
    }
}
