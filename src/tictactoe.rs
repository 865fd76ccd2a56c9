//! Tic-tac-toe: a whole game in one short file, the one to read first and to copy for the next.
//!
//! Decides who may mark which square, and who has won. Boards are 3×3 to 5×5, and three to five
//! squares in a row win. Knows no people, no symbols, no buttons, no clock and no levels of computer
//! players; challenges, rematches and the score of a series are the table's.
//!
//! The parts in the order in which every game here has them: house rules, what a player may ask for
//! ([`Mark`]), what happens ([`Event`]), why something is refused ([`Rejection`]), what is shown
//! ([`View`]), the state itself ([`TicTacToe`]) and its [`Game`] contract. What else a new game has to
//! provide is listed in the head of the crate.
#![doc = ""]
#![doc = include_str!("tictactoe.md")]
#![warn(missing_docs)]

use std::ops::RangeInclusive;

use serde::de::{Deserializer, Error as _};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::chance::Seed;
use crate::game::{Game, GameKind, Past, Rule, RuleSet, Seat, SeatSet, Turn, Viewer, rules};

rules! {
    /// The house rules of a game.
    pub struct Rules {
        /// How many squares a side of the board has.
        size: Size {
            /// Nine squares.
            Three = "3",
            /// Sixteen squares.
            Four = "4",
            /// Twenty-five squares, as many as a message has buttons.
            Five = "5",
        },
        /// How many squares in a row, column or diagonal win; more than fits the board counts as the
        /// board's side.
        in_row: InRow {
            /// Three.
            Three = "3",
            /// Four.
            Four = "4",
            /// Five.
            Five = "5",
        },
        /// Who marks first, which is an advantage.
        first: First {
            /// In turn from game to game, the first seat first; against a computer always the person.
            Alternate = "alternate",
            /// The first seat: whoever opened the table.
            Challenger = "challenger",
            /// The second seat.
            Opponent = "opponent",
            /// The seed decides.
            Random = "random",
        },
    }
}

impl Size {
    /// Squares along one side, 3–5.
    pub const fn squares(self) -> u8 {
        self as u8 + 3
    }
}

impl InRow {
    /// Squares in a row that win, 3–5.
    pub const fn squares(self) -> u8 {
        self as u8 + 3
    }
}

impl RuleSet for Rules {
    const RULES: &'static [Rule<Self>] = Self::DECLARED;

    const ABSENT: Self = Self::STANDARD;

    fn for_match(&self, before: u32, computers: SeatSet) -> Self {
        let [one, two] = [0, 1].map(|seat| computers.contains(Seat::new(seat)));
        let first = match self.first {
            First::Alternate if one != two => [First::Challenger, First::Opponent][one as usize],
            First::Alternate => [First::Challenger, First::Opponent][before as usize % 2],
            settled => settled,
        };
        Self { first, ..*self }
    }
}

/// A square, counted from 0 along the rows from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Square(u8);

impl Square {
    /// The square with this index; whether it is on the board is for the board to say.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, 0 being the top left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The squares and who marked them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    size: u8,
    in_row: u8,
    marks: Vec<Option<Seat>>,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size, in_row: InRow) -> Self {
        let side = size.squares();
        Self {
            size: side,
            in_row: in_row.squares().min(side),
            marks: vec![None; usize::from(side * side)],
        }
    }

    /// Squares along one side.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// All squares, along the rows from the top left.
    pub fn squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        (0..self.size * self.size).map(Square)
    }

    /// Who marked this square; `None` for an empty one and for one that is not on the board.
    pub fn mark(&self, square: Square) -> Option<Seat> {
        self.marks.get(square.index()).copied().flatten()
    }

    /// Whether the square exists and nobody has marked it.
    pub fn is_empty(&self, square: Square) -> bool {
        self.marks.get(square.index()) == Some(&None)
    }

    /// Whether every square is marked.
    pub fn is_full(&self) -> bool {
        self.marks.iter().all(Option::is_some)
    }

    /// Puts a mark on a square or takes it away; a square that is not on the board stays away.
    pub fn set(&mut self, square: Square, mark: Option<Seat>) {
        if let Some(place) = self.marks.get_mut(square.index()) {
            *place = mark;
        }
    }

    /// All lines that win: the diagonals that fall to the right (0-4-8 first), those that fall to
    /// the left (2-4-6), columns from the left, rows from the top; each from its upper end.
    pub fn lines(&self) -> Vec<Vec<Square>> {
        let (side, length) = (self.size as i8, self.in_row as i8);
        let on_board = |place: i8| (0..side).contains(&place);
        let mut lines = Vec::new();
        for (down, right) in [(1, 1), (1, -1), (1, 0), (0, 1)] {
            let starts = (0..side).flat_map(|a| (0..side).map(move |b| (a, b)));
            // Columns are told from left to right, everything else from top to bottom.
            let by_column = (down, right) == (1, 0);
            for (row, column) in starts.map(|(a, b)| if by_column { (b, a) } else { (a, b) }) {
                let end = (row + down * (length - 1), column + right * (length - 1));
                if on_board(end.0) && on_board(end.1) {
                    let square = |i| Square(((row + down * i) * side + column + right * i) as u8);
                    lines.push((0..length).map(square).collect());
                }
            }
        }
        lines
    }

    /// The squares of a line that somebody has completed, the first by the order of [`Board::lines`].
    pub fn completed(&self) -> Option<(Seat, Vec<Square>)> {
        self.lines().into_iter().find_map(|line| {
            let seat = self.mark(line[0])?;
            let whole = line.iter().all(|square| self.mark(*square) == Some(seat));
            whole.then_some((seat, line))
        })
    }
}

/// What a player may ask for: to mark this square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mark(pub Square);

/// What the game waits for from the clock: nothing ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cue {}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// This seat completed a line.
    Won {
        /// Whose line it is.
        seat: Seat,
        /// Its squares.
        line: Vec<Square>,
    },
    /// The board is full and nobody has a line.
    Drawn,
}

/// What happened; nothing is hidden in this game, so that it is the notice as well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The game began.
    Started {
        /// Who marks first.
        first: Seat,
    },
    /// A square was marked.
    Marked {
        /// By whom.
        seat: Seat,
        /// Which.
        square: Square,
    },
    /// The game is over.
    Ended(Ending),
}

/// Why a mark was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{self:?}")]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The game is over.
    Over,
    /// It is somebody else's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// The board has no such square.
    OffBoard {
        /// What was asked for.
        square: Square,
    },
    /// The square is marked already; the turn stays.
    Taken {
        /// What was asked for.
        square: Square,
        /// Who marked it.
        by: Seat,
    },
}

/// The game as everybody may know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose view this is.
    pub viewer: Viewer,
    /// The house rules.
    pub rules: Rules,
    /// The squares and their marks.
    pub board: Board,
    /// Who marked first.
    pub first: Seat,
    /// Whose turn it is; `None` when the game is over.
    pub turn: Option<Seat>,
    /// The square marked last.
    pub last: Option<Square>,
    /// How the game ended, the winning line included.
    pub ending: Option<Ending>,
}

impl View {
    /// The seat of the viewer, if they have one.
    pub fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }
}

/// A game of tic-tac-toe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct TicTacToe {
    rules: Rules,
    board: Board,
    first: Seat,
    next: Seat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<Square>,
    /// How it ended, once it has; the board tells that.
    #[serde(skip)]
    past: Past<Ending>,
}

impl Serialize for TicTacToe {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// A board of another shape and marks of seats that there are not are refused.
impl<'de> Deserialize<'de> for TicTacToe {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut game = Self::deserialize(from)?;
        let shape = |board: &Board| (board.size, board.in_row, board.marks.len());
        let empty = Board::new(game.rules.size, game.rules.in_row);
        let marks = game.board.marks.iter().flatten();
        let seated = [game.first, game.next]
            .iter()
            .chain(marks)
            .all(|seat| seat.index() < 2);
        if shape(&game.board) != shape(&empty) || !seated {
            return Err(D::Error::custom("no board of this game"));
        }
        game.conclude();
        Ok(game)
    }
}

impl TicTacToe {
    fn ending(&self) -> Option<&Ending> {
        self.past.last()
    }

    /// Whether this mark is allowed: everything that can be refused is refused here.
    fn judge(&self, seat: Seat, Mark(square): Mark) -> Result<(), Rejection> {
        if self.ending().is_some() {
            return Err(Rejection::Over);
        }
        if seat != self.next {
            return Err(Rejection::NotYourTurn { turn: self.next });
        }
        if let Some(by) = self.board.mark(square) {
            return Err(Rejection::Taken { square, by });
        }
        if !self.board.is_empty(square) {
            return Err(Rejection::OffBoard { square });
        }
        Ok(())
    }

    /// Carries out a mark that was judged.
    fn settle(&mut self, seat: Seat, Mark(square): Mark) -> Vec<Event> {
        self.board.set(square, Some(seat));
        self.last = Some(square);
        self.next = other(seat);
        let marked = Event::Marked { seat, square };
        std::iter::once(marked).chain(self.conclude()).collect()
    }

    /// Notes how the game ended, if it has.
    fn conclude(&mut self) -> Option<Event> {
        let ending = match self.board.completed() {
            Some((seat, line)) => Ending::Won { seat, line },
            None if self.board.is_full() => Ending::Drawn,
            None => return None,
        };
        self.past.push(ending.clone());
        Some(Event::Ended(ending))
    }
}

/// The seat across the board.
const fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index() as u8)
}

impl Game for TicTacToe {
    type Rules = Rules;
    type Action = Mark;
    type Cue = Cue;
    type Event = Event;
    type Notice = Event;
    type View = View;
    type Rejection = Rejection;

    const KIND: GameKind = GameKind::TicTacToe;
    const IS_SHORT: bool = true;
    const HAS_HANDS: bool = false;
    const REVISION: u32 = 1;

    fn seats(_: &Rules) -> RangeInclusive<u8> {
        2..=2
    }

    fn start(rules: &Rules, _: u8, seed: Seed) -> (Self, Vec<Event>) {
        let first = match rules.first {
            First::Alternate | First::Challenger => Seat::new(0),
            First::Opponent => Seat::new(1),
            First::Random => Seat::new(seed.derive("ttt first", 0).chance().below(2) as u8),
        };
        let game = Self {
            rules: *rules,
            board: Board::new(rules.size, rules.in_row),
            first,
            next: first,
            last: None,
            past: Past::default(),
        };
        (game, vec![Event::Started { first }])
    }

    fn act(&mut self, seat: Seat, mark: Mark) -> Result<Vec<Event>, Rejection> {
        self.judge(seat, mark)?;
        Ok(self.settle(seat, mark))
    }

    fn elapse(&mut self, cue: Cue) -> Vec<Event> {
        match cue {}
    }

    fn cue(&self) -> Option<Cue> {
        None
    }

    fn turn(&self) -> Turn {
        match self.ending() {
            Some(_) => Turn::Over,
            None => Turn::Seats([self.next].into_iter().collect()),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            viewer,
            rules: self.rules,
            board: self.board.clone(),
            first: self.first,
            turn: self.ending().is_none().then_some(self.next),
            last: self.last,
            ending: self.ending().cloned(),
        }
    }

    fn notice(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    /// A match is one round.
    fn round(&self) -> u32 {
        1
    }

    fn turn_number(&self) -> u32 {
        let marked = |square: &Square| self.board.mark(*square).is_some();
        self.board.squares().filter(marked).count() as u32
    }

    fn winners(&self) -> SeatSet {
        match self.ending() {
            Some(Ending::Won { seat, .. }) => [*seat].into_iter().collect(),
            Some(Ending::Drawn) | None => SeatSet::EMPTY,
        }
    }

    type Round = Ending;

    fn past(&self) -> &Past<Ending> {
        &self.past
    }

    fn past_mut(&mut self) -> &mut Past<Ending> {
        &mut self.past
    }

    fn is_between_rounds(&self) -> bool {
        self.last.is_none() || self.ending().is_some()
    }

    /// Nothing is left to chance but who begins: the board is empty again.
    fn deal_again(&mut self, _: u64) -> Option<Vec<Event>> {
        let first = self.first;
        self.last.is_none().then(|| vec![Event::Started { first }])
    }

    /// Nothing is left to chance any more.
    fn reseed(&mut self, _: Seed) {}

    fn sheet(frames: &[View]) -> serde_json::Value {
        let mark = |view: &View| Some((view.board.mark(view.last?)?, view.last?));
        let after = frames.last();
        serde_json::json!({
            "size": after.map(|view| view.board.size()),
            "marks": frames.iter().filter_map(mark).collect::<Vec<_>>(),
            "result": after.map(|view| &view.ending),
        })
    }
}

#[cfg(feature = "testing")]
impl Board {
    /// Squares in a row that win; never more than fit.
    pub const fn in_row(&self) -> u8 {
        self.in_row
    }
}

#[cfg(feature = "testing")]
impl crate::game::Worlds for TicTacToe {
    /// Everybody sees everything.
    fn another_world(&self, _: Viewer, _: &mut crate::chance::Chance) -> TicTacToe {
        self.clone()
    }
}

#[cfg(test)]
mod tests;
