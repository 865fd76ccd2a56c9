//! The squares of the board, as buttons, and as they lie before a viewer.

use serde::Serialize;

use super::pieces;
use crate::command::Verb;
use crate::game::Seat;
use crate::table::{StageView, TableView};
use crate::text::context;
use crate::text::page::{Control, Style};
use crate::text::scene::SceneButton;
use crate::tictactoe::{Ending, Square, TicTacToe, View};

pub type TableContext<'a> = context::TableContext<'a, TicTacToe>;
pub type MatchContext<'a> = context::MatchContext<'a, TicTacToe>;

/// Whether squares can be marked.
pub const fn is_played(view: &TableView<TicTacToe>) -> bool {
    matches!(view.stage, StageView::Playing(_))
}

/// The winning line; empty without one.
pub fn winning(game: &View) -> &[Square] {
    match &game.ending {
        Some(Ending::Won { line, .. }) => line,
        Some(Ending::Drawn) | None => &[],
    }
}

/// The squares as rows of buttons; the winning line is highlighted.
pub fn squares(cx: &MatchContext) -> Vec<Vec<Control>> {
    let game = cx.game;
    let line = winning(game);
    let button = |square: Square| {
        let mark = game.board.mark(square);
        let style = match () {
            () if line.contains(&square) => Style::Good,
            () if game.last == Some(square) => Style::Main,
            () => Style::Plain,
        };
        let words = (square.index() + 1).to_string();
        let label = mark.map_or(words.as_str(), |seat| pieces::piece(seat, cx));
        let mark = cx.act(label.to_owned(), (Verb::Play, &words), style);
        // During the game a tap on a marked square is refused in words.
        mark.only_if(is_played(cx.view))
    };
    let all: Vec<Square> = game.board.squares().collect();
    let rows = all.chunks(usize::from(game.board.size()));
    rows.map(|row| row.iter().copied().map(button).collect())
        .collect()
}

#[derive(Debug, Clone, Serialize)]
pub struct BoardScene {
    /// Squares along one side.
    pub size: u8,
    /// The signs of the players.
    pub signs: [String; 2],
    /// The squares along the rows.
    pub squares: Vec<BoardSquare>,
    /// The square marked last.
    pub last: Option<usize>,
    /// The squares of the line that won.
    pub line: Vec<usize>,
}

#[derive(Debug, Clone, Serialize)]
pub struct BoardSquare {
    /// Who marked it.
    pub seat: Option<u8>,
    /// Marks it, as long as nobody has and it is the viewer's turn; the label is the sign of who did, or the number of the square.
    pub button: SceneButton,
}

pub fn scene(cx: &MatchContext) -> BoardScene {
    let game = cx.game;
    let buttons = squares(cx).into_iter().flatten();
    let buttons = buttons.filter_map(|control| SceneButton::of(&control));
    let due = cx.view.seat().is_some_and(|seat| cx.view.awaits(seat));
    let squares = game.board.squares().zip(buttons).map(|(square, button)| {
        let mark = game.board.mark(square);
        let enabled = mark.is_none() && is_played(cx.view) && due;
        BoardSquare {
            seat: mark.map(|seat| seat.index() as u8),
            button: SceneButton { enabled, ..button },
        }
    });
    let signs = [0, 1].map(|seat| pieces::piece(Seat::new(seat), cx).to_owned());
    BoardScene {
        size: game.board.size(),
        signs,
        squares: squares.collect(),
        last: game.last.map(Square::index),
        line: winning(game).iter().map(|square| square.index()).collect(),
    }
}
