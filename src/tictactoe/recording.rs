//! How a game of tic-tac-toe is noted while it is played, and what is read of it again.

use super::replay::Replay;
use super::{Board, Ending, Rules, Square, TicTacToe, View};
use crate::game::{Seat, Viewer};

/// The largest side of a board that is drawn.
const LARGEST: u8 = 9;

impl Replay {
    /// See [`Game::recording`](crate::game::Game::recording): a game is one round.
    pub(super) fn see(&mut self, game: &TicTacToe) -> Option<u32> {
        let marked = |square: &Square| game.board.mark(*square).is_some();
        let marks = game.board.squares().filter(marked).count();
        if marks < self.marks.len() || self.size != game.board.size() {
            *self = Self {
                size: game.board.size(),
                ..Self::default()
            };
        }
        if marks > self.marks.len() {
            let seen = |square: &Square| self.marks.iter().any(|(_, known)| *known == square.0);
            let new = game.board.squares().filter(|square| !seen(square));
            let new = new.filter_map(|square| Some((game.board.mark(square)?, square.0)));
            let mut new: Vec<_> = new.collect();
            // The last mark is known, the order of any others is not.
            new.sort_by_key(|(_, square)| game.last == Some(Square(*square)));
            self.marks.append(&mut new);
        }
        match game.ending.as_ref()? {
            Ending::Won { seat, line } => {
                self.winner = Some(*seat);
                self.line = line.iter().map(|square| square.0).collect();
            }
            Ending::Drawn => {}
        }
        Some(1)
    }

    /// The game after each mark, as everybody saw it; the last one is over. Its house rules are not
    /// those of the game but for the board.
    pub fn views(&self) -> Vec<View> {
        let side = self.size.clamp(1, LARGEST);
        let mut board = Board {
            size: side,
            in_row: side,
            marks: vec![None; usize::from(side) * usize::from(side)],
        };
        let first = self.marks.first().map_or(Seat::new(0), |(seat, _)| *seat);
        let mut views = Vec::new();
        for (at, (seat, square)) in self.marks.iter().enumerate().take(board.marks.len()) {
            board.set(Square(*square), Some(*seat));
            let next = self.marks.get(at + 1).map(|(seat, _)| *seat);
            let won = self.winner.map(|seat| Ending::Won {
                seat,
                line: self.line.iter().copied().map(Square).collect(),
            });
            views.push(View {
                viewer: Viewer::Public,
                rules: Rules::default(),
                board: board.clone(),
                first,
                turn: next,
                last: Some(Square(*square)),
                ending: match next {
                    Some(_) => None,
                    None => Some(won.unwrap_or(Ending::Drawn)),
                },
            });
        }
        views
    }
}
