//! What a viewer sees of a game of tic-tac-toe.

use serde::Serialize;

use super::board::{TableContext, is_played, squares, winning};
use super::pieces;
use crate::text::context::RenderContext;
use crate::text::scene::SceneButton;
use crate::tictactoe::{Square, View};

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

pub fn of(view: &TableContext, game: &View, cx: &RenderContext) -> BoardScene {
    let buttons = squares(view, game, cx).into_iter().flatten();
    let buttons = buttons.filter_map(|control| SceneButton::of(&control));
    let due = view.seat().is_some_and(|seat| view.awaits(seat));
    let squares = game.board.squares().zip(buttons).map(|(square, button)| {
        let mark = game.board.mark(square);
        let enabled = mark.is_none() && is_played(view) && due;
        BoardSquare {
            seat: mark.map(|seat| seat.index() as u8),
            button: SceneButton { enabled, ..button },
        }
    });
    let signs = [0, 1].map(|seat| pieces::piece(crate::game::Seat::new(seat), cx).to_owned());
    BoardScene {
        size: game.board.size(),
        signs,
        squares: squares.collect(),
        last: game.last.map(Square::index),
        line: winning(game).iter().map(|square| square.index()).collect(),
    }
}
