//! What is past: a match as its journal tells it, and its finished rounds laid open.
//!
//! Nothing is kept of a match but what was told to it: the table notes that on a tape while its journal is folded.
//! Running it again shows every round that is over to a viewer who may see all; of one that is still played nobody
//! is shown anything.

use std::cell::Cell;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::journal::{Header, ReplayError, Saved};
use super::limits::Limits;
use super::people::{Occupant, PersonId, Skill};
use super::restore::{Restored, begin, guarded, read_all};
use super::view::{SeatView, StageView, TableView};
use super::{Position, Table, TableStage};
use crate::chance::Seed;
use crate::game::{Game, MOST_SEATS, Seat, Viewer};

/// Who plays on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What they are called; none for a computer player. Empty for a person who asked to be forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of the computer player's [`Skill`], if one plays; it may be one of a later version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
    /// The person; never given away.
    #[serde(skip)]
    pub person: Option<PersonId>,
}

impl Player {
    fn of(place: SeatView) -> Self {
        Self {
            computer: place.occupant.computer().map(|skill| skill.to_string()),
            name: place.name,
            person: place.occupant.holder(),
        }
    }

    /// In a journal without people who asked to be forgotten, a name that is only the number that
    /// stands in for one of them becomes empty.
    fn lose_stand_in(&mut self) {
        let number = self.person.map(|person| person.0.to_string());
        if self.name == number
            && let Some(name) = &mut self.name
        {
            name.clear();
        }
    }
}

/// Something that was told to a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Move<A, C> {
    Act {
        seat: Seat,
        action: A,
    },
    Elapse(C),
    /// So many of the clock's cues that are not written down.
    Ticks(u32),
    Withdraw {
        seat: Seat,
    },
    /// The next of the players came in; see [`Game::admit`].
    Admit,
    /// What the people agreed on; see [`Game::agree`].
    Agree {
        accord: String,
        value: String,
    },
    /// The deals to come were given another seed; see [`Game::reseed`].
    Reseed {
        seed: Seed,
    },
    /// The round was dealt again; see [`Game::deal_again`].
    DealAgain {
        number: u64,
    },
}

pub(super) type MoveOf<G> = Move<<G as Game>::Action, <G as Game>::Cue>;

impl<G: Game> Table<G> {
    /// Notes a move, and who made it, if what is told to the match is noted here.
    pub(super) fn note(&mut self, made: impl FnOnce() -> (MoveOf<G>, Option<PersonId>)) {
        let Some(played) = self.tape.as_mut().and_then(|tape| tape.last_mut()) else {
            return;
        };
        let made = made();
        let before = played.moves.last_mut();
        if let ((Move::Ticks(more), _), Some((Move::Ticks(ticks), _))) = (&made, before) {
            *ticks = ticks.saturating_add(*more);
        } else {
            played.moves.push(made);
        }
    }

    /// Notes that a match begins.
    pub(super) fn note_beginning(&mut self) {
        if self.tape.is_some() {
            let places = self.view(Viewer::Public).seats.into_iter();
            let taken = places.filter(|place| !place.occupant.is_empty());
            let players = taken.map(Player::of).collect();
            let (number, seed) = (self.number, self.match_seed(self.number));
            let begun = Match::begun(number, self.match_rules(), seed, players);
            self.tape = Some(vec![begun]);
        }
    }

    /// Notes that somebody who came during the match plays on this seat.
    pub(super) fn note_newcomer(&mut self, seat: Seat) {
        if self.tape.is_some() {
            let place = self.view(Viewer::Public).seats.swap_remove(seat.index());
            let played = self.tape.iter_mut().flatten();
            played.for_each(|played| played.players.push(Player::of(place.clone())));
        }
        self.note(|| (Move::Admit, None));
    }
}

/// A decision of a player, with their view at that moment.
#[derive(Debug, Clone)]
pub struct Decision<G: Game> {
    /// What they saw.
    pub view: G::View,
    /// What they did.
    pub action: G::Action,
}

/// Why there is no match to show.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PastError<G: Game> {
    /// The journal cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError<G>),
    /// The table had no such match.
    #[error("the table had no match {number}")]
    NoMatch {
        /// Which one.
        number: u32,
    },
    /// It was played under another revision of the rules: its cards cannot be shown, its results can.
    #[error("match {number} was played under revision {revision} of the rules")]
    Revised {
        /// Which one.
        number: u32,
        /// The revision.
        revision: u32,
    },
}

/// A match as it was played, as far as it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Match<G: Game> {
    /// Which match at its table, counted from 1.
    pub number: u32,
    /// Whether it was played to its end. One that was not must not be given away: its seed still hides cards.
    pub over: bool,
    /// The house rules.
    pub rules: G::Rules,
    pub(super) seed: Seed,
    pub(super) players: Vec<Player>,
    pub(super) moves: Vec<(MoveOf<G>, Option<PersonId>)>,
    /// The game where each round begins, with the number of moves before it. The last one may not be over.
    rounds: Vec<(usize, G)>,
}

impl<G: Game> Match<G> {
    /// The match of this number in a table's journal, as far as it was played.
    ///
    /// # Errors
    /// [`PastError`] for a journal that is not whole or cannot be replayed, or without such a match.
    pub fn of(saved: &Saved, number: u32) -> Result<Self, PastError<G>> {
        // By earlier rules it may have gone another way.
        let revision = Cell::new(G::REVISION);
        let found = guarded(|reached| {
            let (Restored { mut table, .. }, rest) = begin::<G>(saved, false)?;
            if rest.len() < saved.entries.len() || table.position() != saved.header.position {
                return Err(ReplayError::Snapshot);
            }
            revision.set(table.revision);
            table.tape = Some(Vec::new());
            for (position, _, entry) in read_all(rest) {
                reached.set(position);
                let entry = entry?;
                table.fold(&entry)?;
                if !saved.altered && table.round_started == position {
                    table.check(&entry)?;
                }
                let played = table.tape.iter_mut().flatten().next_back();
                let played = played.filter(|_| table.number == number);
                if let (Some(played), Some(game)) = (played, table.stage.game()) {
                    played.count(game);
                    played.over = matches!(table.stage, TableStage::Over(_));
                }
                if table.number > number || table.number == number && !table.is_playing() {
                    break;
                }
                revision.set(table.revision);
            }
            let played = table.tape.into_iter().flatten().next_back();
            Ok(played.filter(|played| played.number == number))
        });
        let revision = revision.get();
        if revision != G::REVISION && !matches!(found, Ok(None)) {
            return Err(PastError::Revised { number, revision });
        }
        let mut played = found?.ok_or(PastError::NoMatch { number })?;
        if saved.altered {
            played.players.iter_mut().for_each(Player::lose_stand_in);
        }
        Ok(played)
    }

    /// A match to which nothing was told yet.
    pub(super) fn begun(number: u32, rules: G::Rules, seed: Seed, players: Vec<Player>) -> Self {
        let game = G::start(&rules, players.len() as u8, seed).0;
        Self {
            number,
            over: false,
            rules,
            seed,
            players,
            moves: Vec::new(),
            rounds: vec![(0, game)],
        }
    }

    /// Notes the beginning of the next round, if this is the game at it.
    pub(super) fn count(&mut self, game: &G) {
        if game.past().len() >= self.rounds.len() {
            self.rounds.push((self.moves.len(), game.clone()));
        }
    }

    /// Who sat on the seats when the match began, and behind them those who came later.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The rounds that are over: those that may be shown.
    pub fn rounds(&self) -> RangeInclusive<u32> {
        1..=self.rounds.len() as u32 - 1
    }

    /// A round that is over, laid open: the match after everything that was told to it, but for the clock's ticks,
    /// from the beginning of the round to after its end. `None` for a round that is not over.
    pub fn frames(&self, round: u32) -> Option<Vec<G::View>> {
        let mut frames = Vec::new();
        self.run(round, |made, _, _, after| match made {
            Move::DealAgain { .. } => frames = vec![after.view(Viewer::All)],
            Move::Ticks(_) => {}
            _ => frames.push(after.view(Viewer::All)),
        })?;
        Some(frames)
    }

    /// What was decided in a round that is over where `whose` says so, by seat and by the person who did it
    /// themselves, with what could be seen from there. `None` for a round that is not over.
    pub fn decisions(
        &self,
        round: u32,
        whose: impl Fn(Seat, Option<PersonId>) -> bool,
    ) -> Option<Vec<Decision<G>>> {
        let mut decisions = Vec::new();
        self.run(round, |made, by, before, _| match made {
            Move::Act { seat, action } if whose(*seat, by) => decisions.push(Decision {
                view: before.view(Viewer::Seat(*seat)),
                action: action.clone(),
            }),
            // The round begins anew.
            Move::DealAgain { .. } => decisions.clear(),
            _ => {}
        })?;
        Some(decisions)
    }

    /// Runs a round that is over again; `each` sees every move with the game before and after it.
    fn run(
        &self,
        round: u32,
        mut each: impl FnMut(&MoveOf<G>, Option<PersonId>, &G, &G),
    ) -> Option<()> {
        if !self.rounds().contains(&round) {
            return None;
        }
        let (from, game) = &self.rounds[round as usize - 1];
        let (to, _) = self.rounds[round as usize];
        let mut before = game.clone();
        for (made, by) in &self.moves[*from..to] {
            let mut after = before.clone();
            make(&mut after, made)?;
            each(made, *by, &before, &after);
            before = after;
        }
        Some(())
    }

    /// The table after a round, as everybody sees it. People have stand-in numbers.
    pub fn table(&self, stage: StageView<G::View>) -> TableView<G> {
        TableView::of_players(&self.players, self.rules, stage)
    }
}

#[cfg(feature = "testing")]
impl<G: Game> Match<G> {
    /// Plays the match again; `each` sees the game before and after every move, ticks one by one. `None` if a move is
    /// refused.
    pub fn play(&self, mut each: impl FnMut(&G, &G)) -> Option<G> {
        let mut before = self.rounds[0].1.clone();
        for (made, _) in &self.moves {
            let (made, times) = match made {
                Move::Ticks(ticks) => (&Move::Ticks(1), *ticks),
                made => (made, 1),
            };
            for _ in 0..times {
                let mut after = before.clone();
                make(&mut after, made)?;
                each(&before, &after);
                before = after;
            }
        }
        Some(before)
    }

    /// A game of this match as somebody at a table would see it. People have stand-in numbers.
    pub fn view(&self, game: &G, viewer: Viewer) -> TableView<G> {
        let stage = StageView::Over(game.view(viewer));
        TableView {
            viewer,
            number: self.number,
            turn: game.turn(),
            ..self.table(stage)
        }
    }
}

/// Tells the game once more what it was told; `None` if it refuses.
pub(super) fn make<G: Game>(game: &mut G, made: &MoveOf<G>) -> Option<()> {
    match made {
        Move::Act { seat, action } => game.act(*seat, action.clone()).is_ok().then_some(()),
        Move::Elapse(cue) => (game.cue() == Some(*cue)).then(|| drop(game.elapse(*cue))),
        Move::Ticks(ticks) => (0..*ticks).try_for_each(|_| {
            let cue = game.cue().filter(|cue| G::is_tick(*cue))?;
            game.elapse(cue);
            Some(())
        }),
        Move::Withdraw { seat } => game.withdraw(*seat).map(drop),
        Move::Admit => game.admit().map(drop),
        Move::Agree { accord, value } => game.agree(accord, value).is_ok().then_some(()),
        Move::Reseed { seed } => {
            game.reseed(*seed);
            Some(())
        }
        Move::DealAgain { number } => game.deal_again(*number).map(drop),
    }
}

/// The views of all of the match before and after an input by which one of its rounds ended; `None` if none did.
pub fn round_ended<G: Game>(before: &Table<G>, after: &Table<G>) -> Option<[G::View; 2]> {
    let (was, is) = (before.stage.game()?, after.stage.game()?);
    let ended = before.number == after.number && is.past().len() > was.past().len();
    ended.then(|| [was.view(Viewer::All), is.view(Viewer::All)])
}

impl<G: Game> TableView<G> {
    /// A table of these players as everybody sees it after a match. People have stand-in numbers.
    pub fn of_players(players: &[Player], rules: G::Rules, stage: StageView<G::View>) -> Self {
        let seat = |(seat, player): (Seat, &Player)| SeatView {
            seat,
            occupant: match &player.computer {
                Some(name) => Occupant::Computer(Skill::from_name(name).unwrap_or(Skill::Random)),
                None => Occupant::Person(PersonId(seat.index() as u64 + 1)),
            },
            name: player.name.clone(),
            missed: 0,
            won: 0,
            bank_s: None,
        };
        let (secret, opening) = (Seed::from_number(0), Position::default());
        let header = Header::new(rules, Limits::default(), secret, PersonId(1), opening);
        Self {
            seats: Seat::first(MOST_SEATS).zip(players).map(seat).collect(),
            stage,
            number: 1,
            votes: Vec::new(),
            draw: None,
            ..Table::new(header).view(Viewer::Public)
        }
    }
}
