//! A table: who sits there, the match that is played, and the journal that it is the fold of.
//!
//! Decides who may do what and when, for any [`Game`]: lobby, seats, house rules, matches and
//! rematches, votes, people who go and come back. A table is its header plus the accepted inputs:
//! [`Table::propose`] says what an input would lead to and changes nothing, so that the proposal can
//! be written down before anybody takes it; [`Table::replay`] leads back to the same state and the
//! same views. Knows no clock, no thread, no sentence and no Discord.

mod input;
mod journal;
mod limits;
mod news;
mod people;
mod refusal;
mod replay;
mod seating;
mod view;
mod votes;

use std::collections::VecDeque;

use serde::Serialize;

use crate::chance::Seed;
use crate::game::{Digest, Game, RuleError, RuleSet, Seat, Turn, Viewer};

pub use input::{By, Closer, Input, Position, Submission};
pub use journal::{
    Entry, FORMAT, Header, Journal, JournalError, Pending, Record, Saved, TableId, TableKey,
    UnixMillis,
};
pub use limits::{Limits, Ping};
pub use news::{News, TableEvent, TableNotice, notice};
pub use people::{Away, Occupant, PersonId, Series, Skill};
pub use refusal::Refusal;
pub use replay::{ReplayError, Restored, restore};
pub use view::{SeatView, StageView, TableView, VoteView};
pub use votes::{Motion, Votes};

use seating::{NoSeat, Seating, Sitting};

/// The longest name of a person, in characters.
pub const MOST_NAME_CHARS: usize = 40;

/// How many requests are remembered for telling duplicates. They come within seconds, if at all.
const MOST_NONCES: usize = 256;

/// Where a table is in its life.
#[derive(Debug, Clone)]
enum Stage<G> {
    Lobby,
    Playing(G),
    Over(G),
    Closed,
}

/// A table and everything that happened there.
#[derive(Debug, Clone)]
pub struct Table<G: Game> {
    secret: Seed,
    position: Position,
    stage_started: Position,
    round_started: Position,
    turn_started: Position,
    host: PersonId,
    seating: Seating,
    rules: G::Rules,
    limits: Limits,
    stage: Stage<G>,
    number: u32,
    votes: Votes,
    series: Series,
    nonces: VecDeque<u64>,
}

/// What an input leads to: nothing has happened until the table is taken over.
#[derive(Debug)]
pub struct Proposal<G: Game> {
    /// The table after the input.
    pub table: Table<G>,
    /// What happens, in order.
    pub events: Vec<TableEvent<G>>,
    /// What is to be written down first.
    pub entry: Entry<G>,
}

/// What a turn, a round and a stage are told from the next by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
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
            position: header.opening,
            stage_started: header.opening,
            round_started: header.opening,
            turn_started: header.opening,
            host: header.opened_by,
            seating: Seating::new(*G::seats(&header.rules).end()),
            rules: header.rules,
            limits: header.limits,
            stage: Stage::Lobby,
            number: 0,
            votes: Votes::default(),
            series: Series::default(),
            nonces: VecDeque::new(),
        }
    }

    /// Where the journal stands.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Where the present turn began.
    pub const fn turn_started(&self) -> Position {
        self.turn_started
    }

    /// How patient the table is.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The house rules; after a match those of the next one.
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// What the game waits for from the clock.
    pub fn cue(&self) -> Option<G::Cue> {
        self.playing().and_then(Game::cue)
    }

    /// Whom the game waits for; [`Turn::Over`] where no match is being played.
    pub fn turn(&self) -> Turn {
        self.playing().map_or(Turn::Over, Game::turn)
    }

    /// Whether no match is being played, so that people come, go and settle the rules freely.
    pub const fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Lobby | Stage::Over(_))
    }

    /// Whether nothing can happen here any more.
    pub const fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed)
    }

    /// Who sits on each seat, in turn order.
    pub fn occupants(&self) -> impl Iterator<Item = (Seat, Occupant)> {
        self.seating
            .iter()
            .map(|(seat, place)| (seat, place.occupant))
    }

    /// What this person may see: their own seat's view, or the public one.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.seating
            .held_by(person)
            .map_or(Viewer::Public, Viewer::Seat)
    }

    /// A seed for a computer player on this seat. It tells nothing about the table's secret.
    pub fn player_seed(&self, seat: Seat) -> Seed {
        self.secret.derive("player", seat.index() as u64)
    }

    /// The table as `viewer` may know it.
    pub fn view(&self, viewer: Viewer) -> TableView<G> {
        let needed = Votes::needed(self.seating.people().count()) as u8;
        let vote = |motion| VoteView {
            motion,
            supporters: self.votes.supporters(motion).to_vec(),
            needed,
        };
        TableView {
            viewer,
            position: self.position,
            turn_started: self.turn_started,
            host: self.host,
            seats: self.seating.view(|seat| self.series.won_by(seat)),
            rules: self.rules.clone(),
            limits: self.limits,
            stage: match &self.stage {
                Stage::Lobby => StageView::Lobby,
                Stage::Playing(game) => StageView::Playing(game.view(viewer)),
                Stage::Over(game) => StageView::Over(game.view(viewer)),
                Stage::Closed => StageView::Closed,
            },
            number: self.number,
            turn: self.turn(),
            votes: vec![vote(Motion::Reset)],
            series: self.series.clone(),
        }
    }

    /// The game's view alone, as the player on `seat` has it; `None` where no match is being played.
    pub fn game_view(&self, seat: Seat) -> Option<G::View> {
        self.playing().map(|game| game.view(Viewer::Seat(seat)))
    }

    /// What an input would lead to. Nothing changes, whatever comes of it.
    ///
    /// # Errors
    /// The refusal, with the facts needed to explain it.
    pub fn propose(&self, submission: &Submission<G>) -> Result<Proposal<G>, Refusal<G>> {
        self.check_fresh(submission)?;
        let input = tidied(submission.input.clone());
        let mut table = self.clone();
        let mut events = Vec::new();
        table.apply(&input, &mut events)?;
        table.position = self.position.next();
        table.settle(&self.mark(), &mut events);
        if let Some(nonce) = submission.nonce {
            table.nonces.push_back(nonce);
            if table.nonces.len() > MOST_NONCES {
                table.nonces.pop_front();
            }
        }
        let entry = Entry {
            position: table.position,
            input,
            nonce: submission.nonce,
            digest: table.digest(),
        };
        Ok(Proposal {
            table,
            events,
            entry,
        })
    }

    /// A summary of the whole state, hidden parts included.
    pub fn digest(&self) -> Digest {
        #[derive(Serialize)]
        struct State<'a, R> {
            started: [Position; 4],
            host: PersonId,
            seating: &'a Seating,
            rules: &'a R,
            limits: &'a Limits,
            stage: &'static str,
            game: Option<Digest>,
            number: u32,
            votes: &'a Votes,
            series: &'a Series,
        }
        Digest::of(&State {
            started: [
                self.position,
                self.stage_started,
                self.round_started,
                self.turn_started,
            ],
            host: self.host,
            seating: &self.seating,
            rules: &self.rules,
            limits: &self.limits,
            stage: self.stage_name(),
            game: match &self.stage {
                Stage::Playing(game) | Stage::Over(game) => Some(game.digest()),
                Stage::Lobby | Stage::Closed => None,
            },
            number: self.number,
            votes: &self.votes,
            series: &self.series,
        })
    }

    const fn playing(&self) -> Option<&G> {
        match &self.stage {
            Stage::Playing(game) => Some(game),
            Stage::Lobby | Stage::Over(_) | Stage::Closed => None,
        }
    }

    const fn stage_name(&self) -> &'static str {
        match self.stage {
            Stage::Lobby => "lobby",
            Stage::Playing(_) => "playing",
            Stage::Over(_) => "over",
            Stage::Closed => "closed",
        }
    }

    fn mark(&self) -> Mark {
        let game = self.playing();
        Mark {
            stage: self.stage_name(),
            number: self.number,
            round: game.map_or(0, Game::round),
            turn: game.map_or(0, Game::turn_number),
        }
    }

    /// Refuses what was accepted before and what was offered for something that has passed: for an
    /// action that is the turn, for a vote the round, for all else the match (or the lobby).
    fn check_fresh(&self, submission: &Submission<G>) -> Result<(), Refusal<G>> {
        if self.is_closed() {
            return Err(Refusal::Closed);
        }
        if submission
            .nonce
            .is_some_and(|nonce| self.nonces.contains(&nonce))
        {
            return Err(Refusal::Duplicate);
        }
        let since = match &submission.input {
            Input::Act { .. } => self.turn_started,
            Input::Vote { .. } => self.round_started,
            Input::Sit { .. }
            | Input::Leave { .. }
            | Input::AddComputer { .. }
            | Input::RemoveComputer { .. }
            | Input::SetRule { .. }
            | Input::Start { .. }
            | Input::Elapse(_)
            | Input::Close { .. } => self.stage_started,
        };
        match submission.offered_at {
            Some(at) if at < since || at > self.position => Err(Refusal::Stale),
            Some(_) | None => Ok(()),
        }
    }

    /// Applies an input to this table, a copy that is thrown away if the input is refused.
    fn apply(
        &mut self,
        input: &Input<G>,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        match input {
            Input::Sit { person, name, seat } => self.sit(*person, name, *seat, events),
            Input::Leave { person } => self.leave(*person, events),
            Input::AddComputer { by, seat, skill } => {
                self.check_member(*by)?;
                self.check_open()?;
                let seat = self.seating.add_computer(*seat, *skill).map_err(no_seat)?;
                self.series = Series::default();
                events.push(News::ComputerAdded {
                    seat,
                    skill: *skill,
                });
                Ok(())
            }
            Input::RemoveComputer { by, seat } => {
                self.check_member(*by)?;
                self.check_open()?;
                let occupant = self.seating.occupant(*seat);
                let computer = occupant
                    .ok_or(Refusal::NoSuchSeat { seat: *seat })?
                    .computer();
                computer.ok_or(Refusal::NoComputer { seat: *seat })?;
                self.seating.clear(*seat);
                self.series = Series::default();
                events.push(News::ComputerRemoved { seat: *seat });
                Ok(())
            }
            Input::SetRule { by, name, value } => self.set_rule(*by, name, value, events),
            Input::Start { by } => self.start(*by, events),
            Input::Act { by, action } => self.act(*by, action, events),
            Input::Elapse(cue) => {
                let Stage::Playing(game) = &mut self.stage else {
                    return Err(Refusal::Stale);
                };
                if game.cue() != Some(*cue) {
                    return Err(Refusal::Stale);
                }
                events.extend(game.elapse(*cue).into_iter().map(News::Game));
                Ok(())
            }
            Input::Vote {
                person,
                motion,
                support,
            } => self.vote(*person, *motion, *support, events),
            Input::Close { by } => {
                self.check_closer(*by)?;
                self.close(Some(*by), events);
                Ok(())
            }
        }
    }

    fn check_open(&self) -> Result<(), Refusal<G>> {
        if self.is_open() {
            Ok(())
        } else {
            Err(Refusal::NotInLobby)
        }
    }

    fn check_host(&self, person: PersonId) -> Result<(), Refusal<G>> {
        if person == self.host {
            Ok(())
        } else {
            Err(Refusal::NotHost { host: self.host })
        }
    }

    /// Whether somebody belongs to the table: sits at it, or is the host who has not sat down yet.
    fn check_member(&self, person: PersonId) -> Result<(), Refusal<G>> {
        let member = self.seating.sits_at(person).is_some() || person == self.host;
        if member {
            Ok(())
        } else {
            Err(Refusal::NotSeated)
        }
    }

    fn check_closer(&self, closer: Closer) -> Result<(), Refusal<G>> {
        match closer {
            Closer::Host(person) => self.check_host(person),
            Closer::Idle => self.check_open(),
            Closer::Moderator(_) | Closer::Deserted => Ok(()),
        }
    }

    fn close(&mut self, by: Option<Closer>, events: &mut Vec<TableEvent<G>>) {
        self.stage = Stage::Closed;
        events.push(News::Closed { by });
    }

    fn sit(
        &mut self,
        person: PersonId,
        name: &str,
        wanted: Option<Seat>,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        let sitting = if self.is_open() {
            self.seating.sit(person, name, wanted)
        } else {
            self.seating.sit_in(person, name, wanted)
        };
        events.push(match sitting.map_err(no_seat)? {
            Sitting::Back(seat) => News::Returned { person, seat },
            Sitting::Moved { from, to } => {
                self.series = Series::default();
                News::Moved { person, from, to }
            }
            Sitting::New { seat, instead_of } => {
                self.series = Series::default();
                News::Sat {
                    person,
                    name: name.to_owned(),
                    seat,
                    instead_of,
                }
            }
        });
        Ok(())
    }

    fn leave(
        &mut self,
        person: PersonId,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        let seat = self.seating.held_by(person).ok_or(Refusal::NotSeated)?;
        self.series = Series::default();
        events.push(News::Left { person, seat });
        match &mut self.stage {
            Stage::Playing(game) => match game.withdraw(seat) {
                Some(told) => {
                    self.seating.clear(seat);
                    events.extend(told.into_iter().map(News::Game));
                }
                None => {
                    let (skill, away) = (self.limits.substitute, Away::Left);
                    self.seating.substitute(seat, skill, away);
                    events.push(News::Substituted {
                        seat,
                        person,
                        skill,
                        away,
                    });
                }
            },
            Stage::Lobby | Stage::Over(_) | Stage::Closed => self.seating.clear(seat),
        }
        if !self.seating.is_attended() {
            self.close(None, events);
        }
        Ok(())
    }

    fn set_rule(
        &mut self,
        by: PersonId,
        name: &str,
        value: &str,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        self.check_host(by)?;
        let entries = match self.limits.set(name, value) {
            Ok(()) => self.limits.entries(),
            Err(error @ RuleError::BadValue { .. }) => return Err(Refusal::Rule(error)),
            Err(RuleError::UnknownName { .. }) => {
                let mut rules = self.rules.clone();
                rules.set(name, value).map_err(Refusal::Rule)?;
                self.check_open()?;
                self.resize(*G::seats(&rules).end(), events)?;
                self.rules = rules;
                self.rules.entries()
            }
        };
        let wanted = name.trim().to_ascii_lowercase().replace('-', "_");
        events.extend(
            entries
                .into_iter()
                .filter(|entry| entry.name == wanted)
                .map(|entry| News::RuleSet {
                    name: entry.name,
                    value: entry.value,
                }),
        );
        Ok(())
    }

    fn resize(&mut self, most: u8, events: &mut Vec<TableEvent<G>>) -> Result<(), Refusal<G>> {
        let seated = self.seating.taken();
        if seated > most {
            return Err(Refusal::TooMany { seated, most });
        }
        let moved = self.seating.resize(most).into_iter();
        events.extend(moved.map(|(person, from, to)| News::Moved { person, from, to }));
        Ok(())
    }

    fn start(&mut self, by: PersonId, events: &mut Vec<TableEvent<G>>) -> Result<(), Refusal<G>> {
        self.check_member(by)?;
        self.check_open()?;
        let (least, most) = G::seats(&self.rules).into_inner();
        let seated = self.seating.taken();
        if seated < least {
            return Err(Refusal::TooFew { seated, least });
        }
        if seated > most {
            return Err(Refusal::TooMany { seated, most });
        }
        let moved = self.seating.begin().into_iter();
        events.extend(moved.map(|(person, from, to)| News::Moved { person, from, to }));
        self.number += 1;
        let seed = self.secret.derive("match", u64::from(self.number));
        let (game, told) = G::start(&self.rules, seated, seed);
        self.stage = Stage::Playing(game);
        events.push(News::Started {
            number: self.number,
        });
        events.extend(told.into_iter().map(News::Game));
        Ok(())
    }

    fn act(
        &mut self,
        by: By,
        action: &G::Action,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        let seat = match by {
            By::Person(person) => self.seating.held_by(person).ok_or(Refusal::NotSeated)?,
            By::Computer(seat) | By::Clock(seat) => seat,
        };
        let occupant = self
            .seating
            .occupant(seat)
            .ok_or(Refusal::NoSuchSeat { seat })?;
        let Stage::Playing(game) = &mut self.stage else {
            return Err(Refusal::NotPlaying);
        };
        let turn = game.turn();
        let may = match by {
            By::Person(_) => true,
            By::Computer(_) => occupant.computer().is_some(),
            By::Clock(_) => {
                let awaited = matches!(turn, Turn::Seats(seats) if seats.contains(seat));
                let timed = self.limits.turn_limit_s.is_some() && game.cue().is_none();
                awaited && timed && occupant.person().is_some()
            }
        };
        if !may {
            return Err(Refusal::NotAwaited { seat });
        }
        let told = game.act(seat, action.clone()).map_err(Refusal::Game)?;
        match by {
            By::Person(person) => {
                if occupant.away().is_some() {
                    self.seating.bring_back(seat);
                    events.push(News::Returned { person, seat });
                }
                self.seating.attend(seat);
            }
            By::Computer(_) => {}
            By::Clock(_) => events.push(News::TimeUp { seat }),
        }
        events.extend(told.into_iter().map(News::Game));
        if let (By::Clock(_), Turn::Seats(seats)) = (by, turn)
            && seats.len() == 1
        {
            self.miss(seat, occupant, events);
        }
        Ok(())
    }

    /// Counts a turn that the clock played for somebody who alone was awaited.
    fn miss(&mut self, seat: Seat, occupant: Occupant, events: &mut Vec<TableEvent<G>>) {
        let missed = u32::from(self.seating.miss(seat));
        let enough = self.limits.absent_turns.is_some_and(|most| missed >= most);
        if let (true, Some(person)) = (enough, occupant.person()) {
            let (skill, away) = (self.limits.substitute, Away::Absent);
            self.seating.substitute(seat, skill, away);
            events.push(News::Substituted {
                seat,
                person,
                skill,
                away,
            });
        }
    }

    fn vote(
        &mut self,
        person: PersonId,
        motion: Motion,
        support: bool,
        events: &mut Vec<TableEvent<G>>,
    ) -> Result<(), Refusal<G>> {
        self.seating.sits_at(person).ok_or(Refusal::NotSeated)?;
        if self.playing().is_none() {
            return Err(Refusal::NotPlaying);
        }
        if !self.votes.set(motion, person, support) {
            return Err(Refusal::VoteStands { support });
        }
        let votes = self.votes.supporters(motion).len() as u8;
        let needed = Votes::needed(self.seating.people().count()) as u8;
        events.push(News::Voted {
            person,
            motion,
            support,
            votes,
            needed,
        });
        Ok(())
    }

    /// What follows from any input: a match that is over, votes that end or are carried, the next
    /// host, and where stage, round and turn began.
    fn settle(&mut self, before: &Mark, events: &mut Vec<TableEvent<G>>) {
        if let Stage::Playing(game) = &self.stage
            && game.turn() == Turn::Over
        {
            self.series.count(game.winners());
            self.stage = Stage::Over(game.clone());
            events.push(News::MatchOver {
                number: self.number,
            });
            self.seating.resize(*G::seats(&self.rules).end());
        }
        let now = self.mark();
        if (now.stage, now.number, now.round) != (before.stage, before.number, before.round) {
            self.votes.clear();
        }
        let seating = &self.seating;
        self.votes.keep(|person| seating.sits_at(person).is_some());
        let votes = self.votes.supporters(Motion::Reset).len();
        if votes > 0 && votes >= Votes::needed(self.seating.people().count()) {
            self.votes.clear();
            self.stage = Stage::Lobby;
            self.seating.settle();
            self.seating.resize(*G::seats(&self.rules).end());
            events.push(News::Reset);
        }
        let next_host = self.seating.people().next();
        if let (None, Some(host), false) =
            (self.seating.sits_at(self.host), next_host, self.is_closed())
        {
            self.host = host;
            events.push(News::HostChanged { host });
        }
        let now = self.mark();
        if (now.stage, now.number) != (before.stage, before.number) {
            self.stage_started = self.position;
        }
        if (now.stage, now.number, now.round) != (before.stage, before.number, before.round) {
            self.round_started = self.position;
        }
        if now != *before {
            self.turn_started = self.position;
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

fn no_seat<G: Game>(no_seat: NoSeat) -> Refusal<G> {
    match no_seat {
        NoSeat::Already(seat) => Refusal::AlreadySeated { seat },
        NoSeat::Missing(seat) => Refusal::NoSuchSeat { seat },
        NoSeat::Taken(seat) => Refusal::SeatTaken { seat },
        NoSeat::Full => Refusal::Full,
        NoSeat::HeldAnother(seat) => Refusal::HeldAnotherHand { seat },
    }
}
