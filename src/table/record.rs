//! The record of a match: all that is needed to replay it, and nothing of the table around it. Its
//! archive is read whatever has become of the game.
//!
//! Decides what may leave the table when a match is over: its own seed, the moves, and what the
//! players were called. The table's secret, from which later matches come, and the numbers of
//! people stay behind.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::first::first_rules;
use super::journal::Saved;
use super::people::PersonId;
use super::reading::ReplayError;
use super::recording::{RecordedPlayer, Recorder};
use super::replay::{JournalChange, walk};
use super::view::SeatView;
use super::{By, Input, Occupant, Table, TableStage};
use crate::chance::Seed;
use crate::game::{Game, GameKind, RuleSet, Seat, Viewer};

/// The version of the format of records.
const FORMAT: u32 = 1;

/// A match as it was played, as far as it was.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct MatchRecord<G: Game> {
    format: u32,
    /// Which game was played.
    pub game: GameKind,
    /// Which match at its table, counted from 1.
    pub number: u32,
    /// Whether it was played to its end. A record of one that was not must not be given away: its
    /// seed still hides cards.
    pub over: bool,
    #[serde(serialize_with = "export_rules::<G, _>")]
    rules: G::Rules,
    seed: Seed,
    /// Who sat on the seats when the match began, and behind them those who came later.
    players: Vec<RecordedPlayer>,
    moves: Vec<RecordedMove<G::Action, G::Cue>>,
    /// What its finished rounds looked like, by their numbers; empty where that was not noted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rounds: BTreeMap<u32, G::Replay>,
}

/// What happened, in order.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RecordedMove<A, C> {
    Act {
        seat: Seat,
        action: A,
    },
    Elapse(C),
    Withdraw {
        seat: Seat,
    },
    /// The next of the players came in: see [`Game::admit`].
    Admit,
    /// The deals to come were given another seed: see [`Game::reseed`].
    Reseed {
        seed: Seed,
    },
    /// The round was dealt again: see [`Game::deal_again`].
    DealAgain {
        number: u64,
    },
}

/// Why there is no record, or it cannot be played again.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RecordError<G: Game> {
    /// The journal cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError<G>),
    /// The table had no such match.
    #[error("the table had no match {number}")]
    NoMatch {
        /// Which one.
        number: u32,
    },
    /// The text is no record of this game.
    #[error("this is no record of a match of {}", .game.name())]
    Unreadable {
        /// The game it should be of.
        game: GameKind,
    },
    /// A move is refused.
    #[error("move {number} is refused")]
    Refused {
        /// Which one, counted from 1.
        number: usize,
    },
}

impl<G: Game> MatchRecord<G> {
    /// The match of this number in a table's journal, as far as it was played.
    ///
    /// # Errors
    /// [`RecordError`] for a journal that cannot be replayed, or without such a match.
    pub fn of(saved: &Saved, number: u32) -> Result<Self, RecordError<G>> {
        let mut record = None;
        walk::<G>(saved, |before, change, after| {
            match &mut record {
                None if after.number == number => record = Some(Self::begin(before, after)),
                None => {}
                Some(record) => {
                    if record.moves.is_empty() {
                        record.rules = after.match_rules();
                    }
                    record.moves.extend(step(before, change, after));
                    record.moves.extend(withdrawn(before, after));
                    record.admit(before, after);
                    record.over = matches!(after.stage, TableStage::Over(_));
                    if !matches!(after.stage, TableStage::Playing(_)) {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        let mut record = record.ok_or(RecordError::NoMatch { number })?;
        if saved.altered {
            record
                .players
                .iter_mut()
                .for_each(RecordedPlayer::lose_stand_in);
        }
        Ok(record)
    }

    fn begin(before: &Table<G>, after: &Table<G>) -> Self {
        let places = after.view(Viewer::Public).seats.into_iter();
        let taken = places.filter(|place| !place.occupant.is_empty());
        Self {
            format: FORMAT,
            game: G::KIND,
            number: after.number,
            over: false,
            rules: after.match_rules(),
            seed: before.match_seed(after.number),
            players: taken.map(player).collect(),
            moves: Vec::new(),
            rounds: BTreeMap::new(),
        }
    }

    /// Notes who came into the match by a change.
    fn admit(&mut self, before: &Table<G>, after: &Table<G>) {
        let playing = matches!(after.stage, TableStage::Playing(_));
        let places = after.view(Viewer::Public).seats.into_iter();
        for place in places.skip(before.occupants().count()).filter(|_| playing) {
            self.players.push(player(place));
            self.moves.push(RecordedMove::Admit);
        }
    }

    /// How many played when the match began; `None` if the record makes no sense.
    fn began_with(&self) -> Option<u8> {
        let came = |made: &&RecordedMove<_, _>| matches!(made, RecordedMove::Admit);
        let came = self.moves.iter().filter(came).count();
        let began = u8::try_from(self.players.len().checked_sub(came)?).ok()?;
        G::seats(&self.rules).contains(&began).then_some(began)
    }

    /// Reads a record that [`MatchRecord::to_text`] wrote.
    ///
    /// # Errors
    /// [`RecordError::Unreadable`] for any other text.
    pub fn of_text(text: &str) -> Result<Self, RecordError<G>> {
        let unreadable = || RecordError::Unreadable { game: G::KIND };
        let record: Self = serde_json::from_str(text).map_err(|_| unreadable())?;
        let fits = record.began_with().is_some();
        let known = record.format == FORMAT && record.game == G::KIND;
        (known && fits).then_some(record).ok_or_else(unreadable)
    }

    /// The record as a text of one line, to be kept in a file. Nobody's number is in it.
    pub fn to_text(&self) -> String {
        self.archive().export()
    }

    /// The record as it is kept for good.
    pub fn archive(&self) -> Archive {
        let text = serde_json::to_string(self).expect("rules, actions and cues serialize");
        Archive::of_text(&text).expect("a record has all parts of an archive")
    }

    fn beginning(&self) -> G {
        let seats = self.began_with().expect("checked where it was read");
        G::start(&self.rules, seats, self.seed).0
    }

    /// Plays the match again; `each` sees the game after every move, and `acts` every action with
    /// the game before it.
    fn run(
        &self,
        mut acts: impl FnMut(&G, Seat, &G::Action),
        mut each: impl FnMut(&G),
    ) -> Result<G, RecordError<G>> {
        let mut game = self.beginning();
        for (at, made) in self.moves.iter().enumerate() {
            let refused = || RecordError::Refused { number: at + 1 };
            if let RecordedMove::Act { seat, .. } | RecordedMove::Withdraw { seat } = made
                && seat.index() >= self.players.len()
            {
                return Err(refused());
            }
            match made {
                RecordedMove::Act { seat, action } => {
                    acts(&game, *seat, action);
                    let acted = game.act(*seat, action.clone());
                    acted.map_err(|_| refused())?;
                }
                RecordedMove::Elapse(cue) => drop(game.elapse(*cue)),
                RecordedMove::Withdraw { seat } => drop(game.withdraw(*seat)),
                RecordedMove::Admit => drop(game.admit().ok_or_else(refused)?),
                RecordedMove::Reseed { seed } => game.reseed(*seed),
                RecordedMove::DealAgain { number } => drop(game.deal_again(*number)),
            }
            each(&game);
        }
        Ok(game)
    }

    /// Who sat on the seats when the match began, and behind them those who came later.
    pub fn players(&self) -> &[RecordedPlayer] {
        &self.players
    }

    /// What the finished rounds looked like, by their numbers: as it was noted, or else as the
    /// moves show it, as far as they are allowed.
    pub fn recordings(&self) -> Cow<'_, BTreeMap<u32, G::Replay>> {
        if !self.rounds.is_empty() {
            return Cow::Borrowed(&self.rounds);
        }
        let mut rounds = BTreeMap::new();
        let mut replay = G::Replay::default();
        let recording = |game: &G| {
            if let Some(round) = game.recording(&mut replay) {
                rounds.insert(round, std::mem::take(&mut replay));
            }
        };
        let played = self.run(|_, _, _| {}, recording);
        if let Err(error) = played {
            tracing::warn!(%error, "a record cannot be played again to its end");
        }
        Cow::Owned(rounds)
    }

    /// What was done on these seats in each finished round, by its number, and what could be seen
    /// from there; also where the clock or a computer player did it.
    ///
    /// # Errors
    /// [`RecordError::Refused`] for a move that the rules do not allow.
    pub fn decisions(
        &self,
        seats: &[Seat],
    ) -> Result<BTreeMap<u32, Vec<Decision<G>>>, RecordError<G>> {
        let mut rounds = BTreeMap::new();
        let made = RefCell::new(Vec::new());
        let mut replay = G::Replay::default();
        let acts = |game: &G, seat: Seat, action: &G::Action| {
            if seats.contains(&seat) {
                let (view, action) = (game.view(Viewer::Seat(seat)), action.clone());
                made.borrow_mut().push(Decision { view, action });
            }
        };
        let each = |game: &G| {
            if let Some(round) = game.recording(&mut replay) {
                replay = G::Replay::default();
                rounds.insert(round, made.take());
            }
        };
        self.run(acts, each)?;
        Ok(rounds)
    }

    /// The same record with what its finished rounds looked like.
    pub fn recorded(self) -> Self {
        let rounds = self.recordings().into_owned();
        self.with_rounds(rounds)
    }

    /// The same record with what these rounds looked like, by their numbers.
    pub fn with_rounds(self, rounds: BTreeMap<u32, G::Replay>) -> Self {
        Self { rounds, ..self }
    }
}

/// Who plays on a seat when they come into a match.
fn player(place: SeatView) -> RecordedPlayer {
    RecordedPlayer {
        computer: place.occupant.computer().map(|skill| skill.to_string()),
        name: place.name,
        person: place.occupant.holder(),
    }
}

/// Serializes the fields that there were in the first format, and of those that were added since the
/// ones that differ from [`RuleSet::ABSENT`]: the form of exports, which a rule that is added later
/// and not used does not change.
fn export_rules<G: Game, S: Serializer>(
    rules: &G::Rules,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = |rules: &G::Rules| serde_json::to_value(rules).map_err(S::Error::custom);
    let (all, absent) = (fields(rules)?, fields(&G::Rules::ABSENT)?);
    let first = first_rules::<G>().iter().copied();
    let first = first.filter_map(|name| Some((name, all.get(name)?)));
    let since = all.as_object().into_iter().flatten();
    let since = since.filter(|(name, value)| {
        !first_rules::<G>().contains(&name.as_str()) && absent.get(name) != Some(value)
    });
    let since = since.map(|(name, value)| (name.as_str(), value));
    serializer.collect_map(first.chain(since))
}

/// The move of a change; none for what the game does not notice.
fn step<G: Game>(
    table: &Table<G>,
    change: JournalChange<'_, G>,
    after: &Table<G>,
) -> Option<RecordedMove<G::Action, G::Cue>> {
    let input = match change {
        JournalChange::Tick(cue) => return Some(RecordedMove::Elapse(cue)),
        JournalChange::Input(input) => input.clone(),
    };
    Some(match input {
        Input::Act { by, action } => {
            let seat = match by {
                By::Person(person) => table.seating.held_by(person)?,
                By::Computer(seat) | By::Clock(seat) | By::ClockOn(seat) => seat,
            };
            RecordedMove::Act { seat, action }
        }
        Input::Elapse(cue) => RecordedMove::Elapse(cue),
        Input::Reseed { .. } => RecordedMove::Reseed {
            seed: after.match_seed(after.number),
        },
        Input::Again { .. } => RecordedMove::DealAgain {
            number: after.position.0,
        },
        Input::Sit { .. }
        | Input::Leave { .. }
        | Input::Kick { .. }
        | Input::AddComputer { .. }
        | Input::RemoveComputer { .. }
        | Input::SetRule { .. }
        | Input::Start { .. }
        | Input::Vote { .. }
        | Input::Advised { .. }
        | Input::Pause
        | Input::Halt { .. }
        | Input::Rest { .. }
        | Input::Release { .. }
        | Input::Close { .. } => return None,
    })
}

/// Who left their seat by a change, or was taken off it, by whatever input that came.
fn withdrawn<G: Game>(
    before: &Table<G>,
    after: &Table<G>,
) -> Option<RecordedMove<G::Action, G::Cue>> {
    let off = matches!(after.stage, TableStage::Lobby);
    let gone = |(_, occupant): &(Seat, Occupant)| {
        let holder = occupant.holder();
        holder.is_some_and(|person| after.seating.held_by(person).is_none())
    };
    let (seat, _) = before.occupants().find(gone).filter(|_| !off)?;
    Some(RecordedMove::Withdraw { seat })
}

#[cfg(feature = "testing")]
impl<G: Game> MatchRecord<G> {
    /// Plays the match again; `each` sees the game before and after every move.
    ///
    /// # Errors
    /// [`RecordError::Refused`] for a move that the rules do not allow.
    pub fn play(&self, mut each: impl FnMut(&G, &G)) -> Result<G, RecordError<G>> {
        let mut before = self.beginning();
        let each = |after: &G| {
            each(&before, after);
            before.clone_from(after);
        };
        self.run(|_, _, _| {}, each)
    }

    /// A game of this match as somebody at a table would see it. People have stand-in numbers.
    pub fn view(&self, game: &G, viewer: Viewer) -> super::TableView<G> {
        let stage = super::StageView::Over(game.view(viewer));
        super::TableView {
            viewer,
            number: self.number,
            turn: game.turn(),
            ..super::TableView::of_players(&self.players, self.rules, stage)
        }
    }
}

/// A finished match with its parts as they were written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Archive {
    format: u32,
    game: String,
    number: u32,
    over: bool,
    rules: Box<RawValue>,
    seed: Box<RawValue>,
    players: Vec<RecordedPlayer>,
    moves: Box<RawValue>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rounds: BTreeMap<u32, Box<RawValue>>,
}

impl Archive {
    /// Reads an archive, or the text of a record; `None` for any other text.
    pub fn of_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Why a text is no finished match that this version can show, in a few words.
    pub fn problem(text: &str) -> &'static str {
        #[derive(Deserialize)]
        struct Known {
            format: u32,
            game: String,
        }
        let Ok(known) = serde_json::from_str::<Known>(text) else {
            return "it is none of the files that `$export` writes";
        };
        if known.format > FORMAT {
            return "a later version of this program wrote it";
        }
        if GameKind::of(&known.game).is_none() {
            return "this version does not know its game";
        }
        match Self::of_text(text) {
            Some(archive) if !archive.is_over() => "its match is not over",
            _ => "its moves are no match by these rules, or parts of it are missing",
        }
    }

    /// The archive as a text of one line.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("its parts were JSON before")
    }

    /// The match as it may be given away: as [`MatchRecord::to_text`](super::MatchRecord::to_text)
    /// writes it.
    pub fn export(&self) -> String {
        let players = self.players.iter().map(|player| RecordedPlayer {
            person: None,
            ..player.clone()
        });
        let players = players.collect();
        let mut text = Self {
            players,
            ..self.clone()
        }
        .to_text();
        text.push('\n');
        text
    }

    /// Which game was played, if this version knows it.
    pub fn game(&self) -> Option<GameKind> {
        GameKind::of(&self.game)
    }

    /// Whether the match was played to its end: only then may anybody see what is in it.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Who sat on the seats when the match began, and behind them those who came later.
    pub fn players(&self) -> &[RecordedPlayer] {
        &self.players
    }

    /// By which house rules it was played; `None` for those that this version does not know, and in another game.
    pub fn rules<G: Game>(&self) -> Option<G::Rules> {
        self.game().filter(|game| *game == G::KIND)?;
        serde_json::from_str(self.rules.get()).ok()
    }

    /// What its finished rounds looked like, as far as that was noted and can be read.
    pub fn recordings<G: Game>(&self) -> BTreeMap<u32, G::Replay> {
        match self.game() {
            Some(game) if game == G::KIND => {}
            Some(_) | None => return BTreeMap::new(),
        }
        let rounds = self.rounds.iter();
        let read = rounds.map(|(round, raw)| (*round, serde_json::from_str(raw.get()).ok()));
        read.filter_map(|(round, recording)| Some((round, recording?)))
            .collect()
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

/// What a person did themselves in a round of a match, in order; neither what the clock nor what a
/// computer player did in their place. `None` if the journal has no such round that is over.
///
/// # Errors
/// [`ReplayError`] for a journal that is not whole or cannot be replayed.
pub fn decisions_of<G: Game>(
    saved: &Saved,
    (number, round): (u32, u32),
    person: PersonId,
) -> Result<Option<Vec<Decision<G>>>, ReplayError<G>> {
    let (mut made, mut over) = (Vec::new(), false);
    let mut recorder = Recorder::default();
    walk::<G>(saved, |before, change, after| {
        match change {
            JournalChange::Input(Input::Act { by, action }) if before.number == number => {
                let own = matches!(by, By::Person(who) if *who == person);
                if let (true, Some(seat), TableStage::Playing(game)) =
                    (own, before.seating.held_by(person), &before.stage)
                {
                    made.push(Decision {
                        view: game.view(Viewer::Seat(seat)),
                        action: action.clone(),
                    });
                }
            }
            // The round begins anew.
            JournalChange::Input(Input::Again { .. }) => made.clear(),
            JournalChange::Input(_) | JournalChange::Tick(_) => {}
        }
        if let Some(recorded) = recorder.follow(after) {
            over = (recorded.number, recorded.round) == (number, round);
            if over {
                return ControlFlow::Break(());
            }
            made.clear();
        }
        match after.number > number {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    Ok(over.then_some(made))
}
