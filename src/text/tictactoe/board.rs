//! The squares of the board, as buttons.

use super::pieces;
use crate::command::Verb;
use crate::table::{StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::page::{Control, Style};
use crate::text::press::{Line, Press};
use crate::tictactoe::{Ending, Square, TicTacToe, View};

pub type TableContext = TableView<TicTacToe>;

/// Whether squares can be marked.
pub const fn is_played(view: &TableContext) -> bool {
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
pub fn squares(view: &TableContext, game: &View, cx: &RenderContext) -> Vec<Vec<Control>> {
    let line = winning(game);
    let button = |square: Square| {
        let mark = game.board.mark(square);
        let style = match () {
            () if line.contains(&square) => Style::Good,
            () if game.last == Some(square) => Style::Main,
            () => Style::Plain,
        };
        let words = (square.index() + 1).to_string();
        Control::Button {
            icon: None,
            label: mark
                .map_or(words.as_str(), |seat| pieces::piece(seat, cx))
                .to_owned(),
            press: Press {
                table: cx.table,
                at: view.position,
                line: Line::of_move(Verb::Play, &words),
            },
            style,
            // During the game a tap on a marked square is refused in words.
            enabled: is_played(view),
        }
    };
    let all: Vec<Square> = game.board.squares().collect();
    let rows = all.chunks(usize::from(game.board.size()));
    rows.map(|row| row.iter().copied().map(button).collect())
        .collect()
}
