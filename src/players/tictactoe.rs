//! Computer players of tic-tac-toe, levels 0 to 5.
//!
//! Decides which squares each level may choose; which of them it takes is left to its seed. Levels
//! 0 to 4 use as many of these criteria as their number says, the first that finds a square:
//!
//! 1. a square that completes a line of one's own;
//! 2. a square that completes a line of the opponent's, to block it;
//! 3. a line with marks of one's own alone, the most first (on 3×3: one, and two empty squares);
//! 4. the same with marks of the opponent's.
//!
//! Each criterion looks at the lines in the order of [`Board::lines`], so diagonals come before
//! columns and columns before rows, and keeps to the first it finds. Of several empty squares of a
//! line it takes the one before its first mark, going round from the start of the line to its end.
//! Where no criterion finds anything, any empty square will do. Level 5 plays perfectly on 3×3 and
//! looks ahead on larger boards.

use crate::chance::Seed;
use crate::game::Seat;
use crate::players::Player;
use crate::tictactoe::{Board, Mark, Square, TicTacToe, View};

/// How well a computer player plays, 0–5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SkillLevel(u8);

impl SkillLevel {
    /// Looks ahead.
    pub const BEST: SkillLevel = SkillLevel(5);

    /// The level of this number; `None` above 5.
    pub const fn new(number: u8) -> Option<SkillLevel> {
        if number <= Self::BEST.0 {
            Some(SkillLevel(number))
        } else {
            None
        }
    }

    /// The number, 0–5.
    pub const fn number(self) -> u8 {
        self.0
    }
}

#[derive(Debug, Clone)]
pub struct Computer {
    level: SkillLevel,
    seed: Seed,
}

impl Computer {
    /// A player of this level; equal seeds choose alike on equal boards.
    pub const fn new(level: SkillLevel, seed: Seed) -> Self {
        Self { level, seed }
    }
}

impl Player<TicTacToe> for Computer {
    fn choose(&mut self, view: &View) -> Option<Mark> {
        let squares = candidates(self.level, view);
        if squares.is_empty() {
            return None;
        }
        let marks = view
            .board
            .squares()
            .filter(|square| !view.board.is_empty(*square));
        let mut chance = self
            .seed
            .derive("a player of ttt", marks.count() as u64)
            .chance();
        let chosen = chance.below(squares.len() as u32) as usize;
        Some(Mark(squares[chosen]))
    }
}

/// The squares that a player of this level may choose in the view of the seat in turn, along the
/// rows; none when it is not that seat's turn.
pub fn candidates(level: SkillLevel, view: &View) -> Vec<Square> {
    match (view.seat(), view.turn) {
        (Some(seat), Some(turn)) if seat == turn => on_board(level, &view.board, seat),
        _ => Vec::new(),
    }
}

/// The squares that a player of this level may choose for `seat` on a board without a whole line.
pub fn on_board(level: SkillLevel, board: &Board, seat: Seat) -> Vec<Square> {
    if level == SkillLevel::BEST {
        return Lookahead::new(board, seat).best(board);
    }
    let lines: Vec<LineCount> = board
        .lines()
        .into_iter()
        .map(|line| LineCount::of(board, line, seat))
        .collect();
    let criteria: [(Criterion, Side); 4] = [
        (complete, OWN),
        (complete, OTHERS),
        (prolong, OWN),
        (prolong, OTHERS),
    ];
    let mut used = criteria[..usize::from(level.number())].iter();
    match used.find_map(|(criterion, side)| criterion(&lines, *side)) {
        Some(square) => vec![square],
        None => board
            .squares()
            .filter(|square| board.is_empty(*square))
            .collect(),
    }
}

/// Finds a square by the lines, for the sake of the marks of one side.
type Criterion = fn(&[LineCount], Side) -> Option<Square>;

/// The place of a side among the numbers of [`LineCount::marks`].
type Side = usize;
const OWN: Side = 0;
const OTHERS: Side = 1;

/// A line with its marks counted.
struct LineCount {
    marks: [usize; 2],
    /// Empty squares: backwards from the first mark, and round from the start to the end.
    empty: Vec<Square>,
}

impl LineCount {
    fn of(board: &Board, line: Vec<Square>, seat: Seat) -> Self {
        let mut marks = [0; 2];
        for mark in line.iter().filter_map(|square| board.mark(*square)) {
            marks[if mark == seat { OWN } else { OTHERS }] += 1;
        }
        let first = line.iter().position(|square| !board.is_empty(*square));
        let (before, behind) = line.split_at(first.unwrap_or(0));
        let round = before.iter().rev().chain(behind.iter().rev()).copied();
        let empty = round.filter(|square| board.is_empty(*square)).collect();
        Self { marks, empty }
    }

    /// Whether it has no marks but those of this side.
    fn is_open(&self, side: Side) -> bool {
        self.marks[1 - side] == 0
    }
}

/// The square that completes a line.
fn complete(lines: &[LineCount], side: Side) -> Option<Square> {
    let mut open = lines.iter().filter(|line| line.is_open(side));
    let line = open.find(|line| line.empty.len() == 1)?;
    line.empty.first().copied()
}

/// The square that prolongs the line with the most marks, the first of equals.
fn prolong(lines: &[LineCount], side: Side) -> Option<Square> {
    let marked = |line: &&LineCount| line.is_open(side) && line.marks[side] > 0;
    let lines = lines.iter().rev().filter(marked);
    let line = lines.max_by_key(|line| line.marks[side])?;
    line.empty.first().copied()
}

/// The marks of both sides, one bit a square: of whoever is to move, and of the other.
type Bitboards = (u32, u32);

/// Looks ahead: to the end on 3×3, as far as its budget lasts on larger boards.
struct Lookahead {
    lines: Vec<u32>,
    near: Vec<u32>,
    full: u32,
    start: Bitboards,
    budget: u32,
}

/// The worth of a won position, before the depth at which it is won.
const WIN: i32 = 1_000_000;
/// The size of a board that is looked at as a whole.
const WHOLE: u8 = 3;
/// How many positions a search on a larger board may look at.
const BUDGET: u32 = 60_000;

impl Lookahead {
    fn new(board: &Board, seat: Seat) -> Self {
        let bits = |of: &dyn Fn(Square) -> bool| {
            let squares = board.squares().filter(|square| of(*square));
            squares.fold(0, |bits, square| bits | 1 << square.index())
        };
        let masks = board.lines().into_iter();
        let side = i32::from(board.size());
        let apart = |a: usize, b: usize| {
            let (a, b) = (a as i32, b as i32);
            (a / side - b / side).abs().max((a % side - b % side).abs())
        };
        let reach = if board.size() == WHOLE { side } else { 1 };
        let near = |square: Square| bits(&|other| apart(square.index(), other.index()) <= reach);
        Self {
            lines: masks
                .map(|line| line.iter().fold(0, |bits, s| bits | 1 << s.index()))
                .collect(),
            near: board.squares().map(near).collect(),
            full: bits(&|_| true),
            start: (
                bits(&|square| board.mark(square) == Some(seat)),
                bits(&|square| board.mark(square).is_some_and(|mark| mark != seat)),
            ),
            budget: if board.size() == WHOLE {
                u32::MAX
            } else {
                BUDGET
            },
        }
    }

    /// All squares of the greatest worth.
    fn best(mut self, board: &Board) -> Vec<Square> {
        let (own, others) = self.start;
        let moves = self.moves((own, others));
        let tried = board.squares().filter(|s| moves >> s.index() & 1 != 0);
        let tried: Vec<Square> = tried.collect();
        let mut best = tried.clone();
        let last = tried.len() as i32;
        // A board that is played to its end is looked at to its end at once, and only for who wins.
        let ends = board.size() == WHOLE;
        for depth in if ends { last } else { 1 }..=last {
            let values: Option<Vec<i32>> = tried
                .iter()
                .map(|square| {
                    let next = (others, own | 1 << square.index());
                    let value = -self.look(next, depth - 1, -2 * WIN, 2 * WIN)?;
                    Some(if ends { value.signum() } else { value })
                })
                .collect();
            let Some(values) = values else {
                break;
            };
            let most = values.iter().max();
            let pairs = tried.iter().zip(&values);
            let greatest = pairs.filter(|(_, value)| Some(*value) == most);
            best = greatest.map(|(square, _)| *square).collect();
        }
        best
    }

    /// Alpha-beta to a depth; `None` when the budget is spent.
    fn look(&mut self, position: Bitboards, depth: i32, mut low: i32, high: i32) -> Option<i32> {
        let (own, others) = position;
        if self.has_line(others) {
            return Some(-WIN - depth);
        }
        if own | others == self.full {
            return Some(0);
        }
        if depth == 0 {
            return Some(self.promise(own, others) - self.promise(others, own));
        }
        self.budget = self.budget.checked_sub(1)?;
        let mut best = -2 * WIN;
        for bit in squares_of(self.moves(position)) {
            best = best.max(-self.look((others, own | bit), depth - 1, -high, -low)?);
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        Some(best)
    }

    fn has_line(&self, marks: u32) -> bool {
        self.lines.iter().any(|line| marks & line == *line)
    }

    /// Lines still open to one side, each worth more the more of it there is.
    fn promise(&self, own: u32, others: u32) -> i32 {
        let open = self.lines.iter().filter(|line| others & **line == 0);
        open.map(|line| (1 << (3 * (own & line).count_ones())) - 1)
            .sum()
    }

    /// Empty squares beside marks; on an empty board all of them.
    fn moves(&self, (own, others): Bitboards) -> u32 {
        let marks = own | others;
        let beside = squares_of(marks).fold(0, |near, bit| {
            near | self.near[bit.trailing_zeros() as usize]
        });
        let free = self.full & !marks;
        if beside & free == 0 {
            free
        } else {
            beside & free
        }
    }
}

/// The single bits of a set of squares.
fn squares_of(mut squares: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = squares & squares.wrapping_neg();
        squares ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, RuleSet as _};
    use crate::tictactoe::{InRow, Rules, Size};

    /// A board in rows with `/` between, `X` being the first seat, `O` the second: what the second
    /// may choose.
    fn check(level: u8, in_row: InRow, rows: &str, expected: &[u8]) {
        let squares: String = rows.split('/').collect();
        let size = Size::ALL[rows.split('/').count() - 3];
        let mut board = Board::new(size, in_row);
        for (place, mark) in squares.chars().enumerate() {
            let seat = match mark {
                'X' => Some(Seat::new(0)),
                'O' => Some(Seat::new(1)),
                _ => None,
            };
            board.set(Square::new(place as u8), seat);
        }
        let level = SkillLevel::new(level).expect("a level");
        let found = on_board(level, &board, Seat::new(1));
        let expected: Vec<_> = expected.iter().map(|place| Square::new(*place)).collect();
        assert_eq!(found, expected, "{rows} at level {level:?}");
    }

    #[test]
    fn each_level_uses_one_criterion_more() {
        check(0, InRow::Three, "XX./OO./...", &[2, 5, 6, 7, 8]);
        check(1, InRow::Three, "XX./OO./...", &[5]);
        check(1, InRow::Three, "XX./O../...", &[2, 4, 5, 6, 7, 8]);
        check(2, InRow::Three, "XX./O../...", &[2]);
        check(3, InRow::Three, "X../..O/...", &[2]);
        check(4, InRow::Three, "X../.../...", &[8]);
        check(5, InRow::Three, "X../.../...", &[4]);
    }

    #[test]
    fn larger_boards_are_defended_and_won() {
        check(1, InRow::Four, "OOO./XX../X.../....", &[3]);
        check(2, InRow::Four, "XXX./OO../O.../....", &[3]);
        check(5, InRow::Four, "OOO./XXX./..../....", &[3]);
        check(5, InRow::Four, "XXX./OO../..../....", &[3]);
        check(5, InRow::Five, "XXXX./OOO../...../...../.....", &[4]);
    }

    #[test]
    fn games_on_every_board_come_to_an_end() {
        for (size, in_row) in [("3", "3"), ("4", "3"), ("4", "4"), ("5", "4"), ("5", "5")] {
            let mut rules = Rules::default();
            rules.set("size", size).expect("a size");
            rules.set("in_row", in_row).expect("a length");
            let (mut game, _) = TicTacToe::start(&rules, 2, Seed::from_number(1));
            let levels = [4, 2].map(|number| SkillLevel::new(number).expect("a level"));
            let mut players = levels.map(|level| Computer::new(level, Seed::from_number(2)));
            let viewer = |seat| crate::game::Viewer::Seat(Seat::new(seat));
            while game.turn() != crate::game::Turn::Over {
                let asked = (0..2).find_map(|seat| {
                    let mark = players[usize::from(seat)].choose(&game.view(viewer(seat)))?;
                    Some((Seat::new(seat), mark))
                });
                let (seat, mark) = asked.expect("whose turn it is answers");
                game.act(seat, mark).expect("an empty square");
            }
        }
    }
}
