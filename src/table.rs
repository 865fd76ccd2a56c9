//! A table: who sits there, the match that is played, and the journal that it is the fold of.
//!
//! Decides who may do what and when, for any [`Game`]: lobby, seats, house rules, matches and
//! rematches, votes, people who go and come back. A table is its header plus the accepted inputs:
//! [`Table::propose`] says what an input would lead to and changes nothing, so that the proposal can
//! be written down before anybody takes it; [`restore`] leads back to the same state and the
//! same views. Knows no clock, no thread, no sentence and no Discord.
#![warn(missing_docs)]

mod apply;
mod asking;
mod coming;
#[cfg(any(test, feature = "testing"))]
#[allow(missing_docs, reason = "no game that anybody plays")]
pub mod countdown;
mod export;
mod input;
mod journal;
mod limits;
#[cfg(test)]
mod model;
mod news;
mod past;
mod people;
mod restore;
mod round_log;
mod seating;
#[cfg(test)]
mod tests;
mod view;

use std::collections::VecDeque;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chance::Seed;
use crate::game::{Digest, Game, RuleSet, Seat, Turn, Viewer, is_default};
use asking::Petition;
pub use asking::{LimitChange, PetitionView, Wish};
pub use coming::drawn_seats;
pub use export::{ExportError, ExportHead};
pub use input::{By, Closer, Input, Submission};
pub use journal::{
    DailyDeal, Entry, FORMAT, GuildId, Header, Moment, Position, Record, ReplayError, Saved,
    TableId, TableKey, UnixMillis,
};
pub use limits::{Consent, FREE_TURN_S, Limits, Ping};
pub use news::{Happening, News, Refusal, TableEvent, TableNotice, notice};
pub use past::{Decision, Match, PastError, Player, round_ended};
pub use people::{Away, Invited, Motion, Newcomer, Occupant, PersonId, ProgramName, Series, Skill};
pub use restore::{Mended, Restored, check_journal, mend, restore, restore_strictly};
pub use round_log::RoundLog;
use seating::Seating;
pub use view::{Admission, Closing, SeatDraw, SeatView, StageView, TableView, VoteView};

/// The longest name of a person, in characters.
pub const MOST_NAME_CHARS: usize = 40;

/// How many request ids are kept to recognise duplicates, which arrive within seconds if at all.
const MOST_NONCES: usize = 32;

/// Where a table is in its life.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TableStage<G> {
    Lobby,
    Playing(G),
    Over(G),
    Closed { by: Option<Closer>, game: Option<G> },
}

/// A table and everything that happened there.
///
/// ```
/// use engine::chance::Seed;
/// use engine::table::{Header, Input, Limits, PersonId, Position, Refusal, Submission, Table};
/// use engine::tictactoe::{Rules, TicTacToe};
///
/// let ann = PersonId(1);
/// let header = Header::<TicTacToe>::new(
///     Rules::default(), Limits::default(), Seed::from_number(7), ann, Position(0),
/// );
/// let table = Table::new(header.clone());
/// let sit = Submission::typed(Input::Sit { person: ann, name: "Ann".to_owned(), seat: None });
/// let proposal = table.propose(&sit).expect("there is a free seat");
/// // Once the entry is written down, the table is taken over. It can always be brought back.
/// let again = Table::replay(header, [proposal.entry]).expect("its own journal");
/// assert_eq!(again.digest(), proposal.table.digest());
/// assert!(matches!(again.propose(&sit), Err(Refusal::AlreadySeated { .. })));
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<G: Game> {
    /// It stands in the header.
    #[serde(skip, default = "unset")]
    secret: Seed,
    /// What was mixed into it since; see [`Input::Reseed`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    salts: Vec<Seed>,
    position: Position,
    /// Cues of the clock since then that are not written down.
    #[serde(default, skip_serializing_if = "is_default")]
    ticks: u32,
    /// The revision of the rules in the journal so far.
    revision: u32,
    stage_started: Position,
    round_started: Position,
    turn_started: Position,
    host: PersonId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invited: Option<Invited>,
    /// It stands in the header.
    #[serde(skip)]
    daily: Option<DailyDeal>,
    /// Who was taken off their seat and may not sit down until a match is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    barred: Vec<PersonId>,
    seating: Seating,
    /// Who came while a match is played and waits for a seat, the first of them first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    newcomers: Vec<Newcomer>,
    rules: G::Rules,
    limits: Limits,
    stage: TableStage<G>,
    /// Nothing happens in the match until somebody at the table does something.
    #[serde(default, skip_serializing_if = "is_default")]
    paused: bool,
    number: u32,
    /// What the seats of the present match, or of the last one, were drawn with, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawn: Option<Seed>,
    /// The people who support a reset, in the order in which they said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    votes: Vec<PersonId>,
    /// What waits for the yes of others, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    petitions: Vec<Petition>,
    #[serde(default, skip_serializing_if = "is_default")]
    series: Series,
    /// Who decided what in the present round.
    log: RoundLog,
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    nonces: VecDeque<u64>,
    /// What happens by an input, until it is told.
    #[serde(skip)]
    events: Vec<TableEvent<G>>,
    /// The match and what it was told, while a journal is folded for its past.
    #[serde(skip)]
    tape: Option<Vec<Match<G>>>,
}

/// Until the header is read.
fn unset() -> Seed {
    Seed::from_number(0)
}

/// The result of an accepted input. Nothing has happened until its table replaces the present one.
pub struct Proposal<G: Game> {
    /// The table after the input.
    pub table: Table<G>,
    /// What happens, in order.
    pub events: Vec<TableEvent<G>>,
    /// The journal entry, which has to be durable before the table is replaced.
    pub entry: Entry<G>,
}

/// Shows nothing hidden.
impl<G: Game> fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("game", &G::KIND)
            .field("position", &self.position)
            .field("stage", &self.stage_name())
            .finish_non_exhaustive()
    }
}

/// Shows nothing hidden.
impl<G: Game> fmt::Debug for Proposal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proposal")
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

/// Identifies the present turn, round and stage: when one of them changes, controls offered earlier
/// may be stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TurnMark {
    stage: &'static str,
    number: u32,
    round: u32,
    turn: u32,
}

impl<G: Game> Table<G> {
    /// The table of this header, before its first input.
    pub fn new(header: Header<G>) -> Self {
        Self {
            secret: header.secret,
            salts: Vec::new(),
            position: header.opening,
            ticks: 0,
            revision: header.revision,
            stage_started: header.opening,
            round_started: header.opening,
            turn_started: header.opening,
            host: header.opened_by,
            invited: header.invited,
            daily: header.daily,
            barred: Vec::new(),
            seating: Seating::new(*G::seats(&header.rules).end()),
            newcomers: Vec::new(),
            rules: header.rules,
            limits: header.limits,
            stage: TableStage::Lobby,
            paused: false,
            number: 0,
            drawn: None,
            votes: Vec::new(),
            petitions: Vec::new(),
            series: Series::default(),
            log: RoundLog::default(),
            nonces: VecDeque::new(),
            events: Vec::new(),
            tape: None,
        }
    }

    /// The digest of the whole state, hidden parts included.
    pub fn digest(&self) -> Digest {
        Digest::of(self)
    }

    /// The position after the last accepted input.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// What tells this state from every other one of this table that was shown.
    pub const fn moment(&self) -> Moment {
        Moment {
            position: self.position,
            ticks: self.ticks,
        }
    }

    /// The position at which the present turn began.
    pub const fn turn_started(&self) -> Position {
        self.turn_started
    }

    /// The position at which the present round began.
    pub const fn round_started(&self) -> Position {
        self.round_started
    }

    /// The deal of a day that is played here, if it is one.
    pub const fn daily(&self) -> Option<DailyDeal> {
        self.daily
    }

    /// Time limits and similar settings of the table.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The house rules; after a match those of the next one.
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The house rules as they are for the match that starts with these players on their seats.
    fn match_rules(&self) -> G::Rules {
        let computers = self
            .occupants()
            .filter(|(_, occupant)| occupant.computer().is_some());
        let computers = computers.map(|(seat, _)| seat).collect();
        self.rules.for_match(self.series.played, computers)
    }

    /// What the game waits for from the clock; nothing while the match is paused.
    pub fn cue(&self) -> Option<G::Cue> {
        let running = self.playing().filter(|_| !self.paused);
        running.and_then(Game::cue)
    }

    /// Whom the game waits for; [`Turn::Over`] where no match is being played.
    pub fn turn(&self) -> Turn {
        self.playing().map_or(Turn::Over, Game::turn)
    }

    /// Whether a match is being played.
    pub const fn is_playing(&self) -> bool {
        matches!(self.stage, TableStage::Playing(_))
    }

    /// Whether no match is being played, so that people come, go and settle the rules freely.
    pub const fn is_open(&self) -> bool {
        matches!(self.stage, TableStage::Lobby | TableStage::Over(_))
    }

    /// Whether one person sits here, with computers alone, and no seat is that of somebody who may come back to it any
    /// moment: nobody waits for them, so nobody hurries them.
    pub fn is_alone(&self) -> bool {
        let awaited = |occupant: Occupant| match occupant {
            Occupant::Substitute { away, .. } => matches!(away, Away::Absent | Away::Coming),
            occupant => occupant.person().is_some(),
        };
        let mut awaited = self.occupants().filter(|(_, occupant)| awaited(*occupant));
        self.seating.people().next().is_some() && awaited.nth(1).is_none()
    }

    /// The most seconds that a turn takes, whatever is in a bank; `None` if turns have no limit, as where
    /// somebody is alone.
    pub fn longest_turn_s(&self) -> Option<u32> {
        self.limits.longest_turn_s().filter(|_| !self.is_alone())
    }

    /// Whether the table is closed after a long time without inputs: before and after a match, in a
    /// stalled or paused match, and in a match whose turns have no limit.
    pub fn may_expire(&self) -> bool {
        let endless = self.is_playing() && self.longest_turn_s().is_none();
        self.is_open() || self.is_stalled() || endless
    }

    /// Whether the match is stalled or paused: it goes on only when somebody acts, and nobody has to.
    pub fn is_stalled(&self) -> bool {
        self.paused || self.playing().is_some_and(Game::is_stalled)
    }

    /// Whether the match is paused: neither the clock nor a computer player does anything in it until
    /// somebody at the table does something.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether nothing can happen here any more.
    pub const fn is_closed(&self) -> bool {
        matches!(self.stage, TableStage::Closed { .. })
    }

    /// Whether somebody was challenged whose answer is awaited.
    pub const fn awaits_answer(&self) -> bool {
        self.invited.is_some() && !self.is_closed()
    }

    /// Who sits on each seat, in turn order.
    pub fn occupants(&self) -> impl Iterator<Item = (Seat, Occupant)> + Clone {
        self.seating
            .iter()
            .map(|(seat, place)| (seat, place.occupant))
    }

    /// How many votes carry a motion now.
    fn votes_needed(&self) -> usize {
        let people = self.seating.people().count();
        self.limits.reset_votes.needed(people)
    }

    /// What this person may see: their own seat's view, or the public one.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.seating
            .held_by(person)
            .map_or(Viewer::Public, Viewer::Seat)
    }

    /// Whether this was the last to be mixed into its chance; see [`Input::Reseed`].
    pub fn is_salted(&self, salt: &Seed) -> bool {
        self.salts.last() == Some(salt)
    }

    /// The seed of a match, from the next deal on.
    fn match_seed(&self, number: u32) -> Seed {
        let seed = self.secret.derive("match", u64::from(number));
        let salts = self.salts.iter();
        salts.fold(seed, |seed, salt| seed.mixed([&*salt.reveal()]))
    }

    /// A seed for a computer player on this seat. It tells nothing about the table's secret.
    pub fn player_seed(&self, seat: Seat) -> Seed {
        self.secret.derive("player", seat.index() as u64)
    }

    /// The game's view alone, as the player on `seat` has it; `None` where no match is being played.
    pub fn game_view(&self, seat: Seat) -> Option<G::View> {
        self.playing().map(|game| game.view(Viewer::Seat(seat)))
    }

    /// The result that an input would have. Changes nothing, whether it is accepted or refused.
    ///
    /// # Errors
    /// The refusal, with the facts needed to explain it.
    pub fn propose(&self, submission: &Submission<G>) -> Result<Proposal<G>, Refusal<G>> {
        let input = tidied(submission.input.clone());
        let (mut table, events) = self.outcome(submission, &input)?;
        table.revision = G::REVISION;
        let entry = Entry {
            position: table.position,
            ticks: self.ticks,
            spent_s: submission.spent_s,
            input,
            nonce: submission.nonce,
            revision: (self.revision != G::REVISION).then_some(G::REVISION),
            digest: table.digest(),
        };
        Ok(Proposal {
            table,
            events,
            entry,
        })
    }

    /// The table after the cue that it awaits from the clock, and what happens, if that cue is one of
    /// those that are not written down; `None` if it is not, or none is awaited. The position stays:
    /// after a restart the clock comes to this state again.
    pub fn tick(&self) -> Option<(Table<G>, Vec<TableEvent<G>>)> {
        let ticks = self.cue().is_some_and(G::is_tick);
        let mut table = ticks.then(|| self.clone())?;
        if !table.tick_on() {
            return None;
        }
        let events = std::mem::take(&mut table.events);
        Some((table, events))
    }

    /// The table after an input, and what happens.
    fn outcome(
        &self,
        submission: &Submission<G>,
        input: &Input<G>,
    ) -> Result<(Self, Vec<TableEvent<G>>), Refusal<G>> {
        self.check_fresh(submission)?;
        let mut table = self.clone();
        table.take(input, submission.nonce, submission.spent_s)?;
        let events = std::mem::take(&mut table.events);
        Ok((table, events))
    }

    /// The seat whose turn an input plays, for its player.
    pub fn seat_acting(&self, input: &Input<G>) -> Option<Seat> {
        match input.act()?.0 {
            By::Person(person) => self.seating.held_by(person),
            By::Clock(seat) => Some(seat),
            By::Computer(_) | By::ClockOn(_) => None,
        }
    }

    /// Seconds that are left in the time bank of the player on this seat; `None` where there are no banks.
    pub fn bank_left_s(&self, seat: Seat) -> Option<u32> {
        let spent = self.seating.spent_s(seat);
        self.limits.bank_s().map(|bank| bank.saturating_sub(spent))
    }

    /// Takes an input that has been found fresh. After an error the table is not to be used.
    fn take(
        &mut self,
        input: &Input<G>,
        nonce: Option<u64>,
        spent_s: u32,
    ) -> Result<(), Refusal<G>> {
        let before = self.mark();
        let spender = self.seat_acting(input);
        let deed = self.deed(input);
        self.apply(input)?;
        self.log.note(deed);
        if let Some(seat) = spender {
            self.seating.spend(seat, spent_s);
        }
        self.position = self.position.next();
        self.ticks = 0;
        self.settle(&before);
        if let Some(nonce) = nonce {
            self.nonces.push_back(nonce);
            if self.nonces.len() > MOST_NONCES {
                self.nonces.pop_front();
            }
        }
        Ok(())
    }

    const fn playing(&self) -> Option<&G> {
        match &self.stage {
            TableStage::Playing(game) => Some(game),
            _ => None,
        }
    }

    const fn playing_mut(&mut self) -> Option<&mut G> {
        match &mut self.stage {
            TableStage::Playing(game) => Some(game),
            _ => None,
        }
    }

    /// What the table is at, in one word: `lobby`, `playing`, `over` or `closed`.
    pub const fn stage_name(&self) -> &'static str {
        match self.stage {
            TableStage::Lobby => "lobby",
            TableStage::Playing(_) => "playing",
            TableStage::Over(_) => "over",
            TableStage::Closed { .. } => "closed",
        }
    }

    fn mark(&self) -> TurnMark {
        let game = self.playing();
        TurnMark {
            stage: self.stage_name(),
            number: self.number,
            round: game.map_or(0, Game::round),
            turn: game.map_or(0, Game::turn_number),
        }
    }

    /// Refuses what comes to a closed table, and duplicates.
    fn check_known(&self, nonce: Option<u64>) -> Result<(), Refusal<G>> {
        if self.is_closed() {
            return Err(Refusal::Closed);
        }
        match nonce.is_some_and(|nonce| self.nonces.contains(&nonce)) {
            true => Err(Refusal::Duplicate),
            false => Ok(()),
        }
    }

    /// Refuses duplicates and stale controls. A control is stale if it was offered before the
    /// present turn began (for actions), the present round (for votes), or the present match or
    /// lobby (all else).
    fn check_fresh(&self, submission: &Submission<G>) -> Result<(), Refusal<G>> {
        self.check_known(submission.nonce)?;
        let since = match &submission.input {
            Input::Act { .. } => self.turn_started,
            // An answer names what it is to.
            Input::Vote {
                motion: Motion::Petition(at),
                ..
            } => *at,
            Input::Vote { .. } => self.round_started,
            Input::Sit { .. }
            | Input::Leave { .. }
            | Input::Kick { .. }
            | Input::AddComputer { .. }
            | Input::RemoveComputer { .. }
            | Input::SetRule { .. }
            | Input::Start { .. }
            | Input::Advised { .. }
            | Input::Elapse(_)
            | Input::Close { .. }
            | Input::Pause
            | Input::Halt { .. }
            | Input::Rest { .. }
            | Input::Release { .. }
            | Input::Reseed { .. }
            | Input::Again { .. } => self.stage_started,
        };
        match submission.offered_at {
            Some(at) if at < since || at > self.position => Err(Refusal::Stale),
            Some(_) | None => Ok(()),
        }
    }
}

/// Names come from people: their length is bounded before anything keeps them.
fn tidied<G: Game>(mut input: Input<G>) -> Input<G> {
    if let Input::Sit { person, name, .. } = &mut input {
        let mut short: String = name.trim().chars().take(MOST_NAME_CHARS).collect();
        if short.is_empty() {
            short = person.0.to_string();
        }
        *name = short;
    }
    input
}
