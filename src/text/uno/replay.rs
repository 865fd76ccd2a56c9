//! A finished round of UNO, turn by turn, with all hands open.

use super::{cards, notices, phrases, results, table};
use crate::chance::Seed;
use crate::game::{Seat, Viewer};
use crate::table::{Player, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::faced::fitting;
use crate::text::page::Page;
use crate::text::replay::hand_line;
use crate::text::table::who;
use crate::uno::replay::{Board, Outcome, Replay};
use crate::uno::rules::Rules;
use crate::uno::{PhaseView, Uno, View};
use phrases::Table;

/// The table after the deal and after each turn, and the result, which begins with the card that
/// ended the round.
pub fn pages(replay: &Replay, players: &[Player], cx: &RenderContext) -> Vec<Page> {
    let rules = replay.rules();
    let outcome = replay.outcome();
    let boards = replay.boards().into_iter();
    let page = |board: Board| {
        let game = game(replay, rules, &board);
        let view = TableView::of_players(players, rules, StageView::Over(game.clone()));
        fitting(cx, |cx| match (&board.round, &outcome) {
            (None, Some(outcome)) => last_page(outcome, &game, &view, cx),
            _ => turn_page(&board, &game, &view, cx),
        })
    };
    boards.map(page).collect()
}

fn turn_page(board: &Board, game: &View, view: &Table, cx: &RenderContext) -> Page {
    let mut page = table::page(view, game, cx);
    for place in &view.seats {
        let hand = board.hands.get(place.seat.index());
        let held: Vec<_> = hand.into_iter().flat_map(|hand| hand.cards()).collect();
        let (who, held) = (who(view, place.seat, cx), cards::list(&held, cx));
        page.push(hand_line::<Uno>(&who, place.seat, &held, cx));
    }
    page
}

fn last_page(outcome: &Outcome, game: &View, view: &Table, cx: &RenderContext) -> Page {
    let mut page = results::outcome_page(outcome, &game.rules, view, cx);
    let mut lines = notices::recent(view, game, cx, table::MOST_RECENT);
    lines.append(&mut page.lines);
    page.lines = lines;
    page
}

/// The match as everybody saw it then, as far as pages tell of it.
fn game(replay: &Replay, rules: Rules, board: &Board) -> View {
    View {
        viewer: Viewer::Public,
        rules,
        order: replay.seats(),
        left: board.left,
        round: replay.round,
        // It is shown between rounds alone.
        commitment: Seed::from_number(0).commitment(),
        scores: Vec::new(),
        history: Vec::new(),
        recent: board.recent.clone(),
        phase: match &board.round {
            Some(round) => PhaseView::Playing(round.clone()),
            None => PhaseView::Over {
                places: Vec::<Seat>::new(),
            },
        },
    }
}
