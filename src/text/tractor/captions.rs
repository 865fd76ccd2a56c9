//! What is on the pictures beside pages of tractor, and what is said of them to those who cannot see
//! them.
//!
//! A picture is made of what its page is drawn from, so that it shows nothing else. Decides the words of
//! each step of a finished round; the cards of its hands and plays are left to whoever draws them.

pub use super::order::sorted;
use super::phrases::TableContext;
use super::results::shown;
use super::{phrases, results, trick};
use crate::game::Seat;
use crate::table::{RecordedPlayer, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::table::who;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::replay::Replay;
use crate::tractor::rules::Rules;
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::trump::Trump;

/// The words of a round, in one language.
#[derive(Debug, Clone)]
pub struct Captions {
    /// Who sits on each of the four seats: `North **Ana**`.
    pub seats: [String; PLAYERS],
    /// Trump, declarer, calls and what was buried.
    pub deal: Page,
    /// A page for each trick: who took it, and the points so far.
    pub tricks: Vec<Page>,
    /// The result; none if the round has none.
    pub result: Option<Page>,
}

impl Captions {
    pub fn of(replay: &Replay, players: &[RecordedPlayer], cx: &RenderContext) -> Self {
        let view = TableView::of_players(players, Rules::default(), StageView::Lobby);
        let seat = |at: usize| {
            let seat = Seat::new(at as u8);
            format!("{} {}", Tractor::seat_name(seat, cx), who(&view, seat, cx))
        };
        let parting = replay.tricks.last().map(shown);
        let outcome = replay.outcome();
        let result = |outcome| results::outcome_page(&outcome, parting.as_ref(), &view, cx);
        Self {
            seats: std::array::from_fn(seat),
            deal: deal(replay, &view, cx),
            tricks: tricks(replay, &view, cx),
            result: outcome.map(result),
        }
    }
}

fn deal(replay: &Replay, view: &TableContext, cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "replay-deal", round = replay.round));
    for (seat, cards) in &replay.calls {
        let (who, call) = (who(view, *seat, cx), phrases::cards(&cards.0, cx));
        page.push(say!(cx, "dealing-call", who, call));
    }
    let trump = replay.trump();
    page.lines
        .extend(trump.map(|trump| phrases::trump_line(trump, cx)));
    let dealer = replay.dealer;
    page.lines
        .extend(dealer.map(|seat| phrases::dealer(view, seat, cx)));
    let taken_over = replay.taken_over;
    page.lines
        .extend(taken_over.map(|seat| say!(cx, "replay-taken-over", who = who(view, seat, cx))));
    if let Some(trump) = trump.filter(|_| !replay.buried.is_empty()) {
        let cards = trick::shown(trump, &replay.buried.0, cx);
        page.push(say!(cx, "hand-buried", cards));
    }
    page
}

fn tricks(replay: &Replay, view: &TableContext, cx: &RenderContext) -> Vec<Page> {
    let trump = replay
        .trump()
        .unwrap_or(Trump::no_trump(crate::tractor::card::Rank::TWO));
    let opponents = replay.dealer.map(|dealer| Team::of(dealer).other());
    let needed = replay.result.as_ref().map(|result| result.needed);
    let needed = needed.unwrap_or(Rules::STANDARD.points_to_win.0);
    let mut points = 0;
    let pages = (1..).zip(&replay.tricks).map(|(n, played)| {
        let mut page = Page::titled(say!(cx, "replay-trick", round = replay.round, n));
        let back = trick::taken_back(&shown(played), played.leader, trump, cx);
        if !back.is_empty() {
            page.push(format!("{}{back}", who(view, played.leader, cx)));
        }
        let winner = who(view, played.won, cx);
        page.push(say!(cx, "last-won", who = winner, points = played.points));
        if let Some(opponents) = opponents {
            if Team::of(played.won) == opponents {
                points += played.points;
            }
            page.push(say!(
                cx,
                "state-score",
                trump = phrases::trump(trump, cx),
                level = trump.rank.name(),
                opponents = phrases::names(view, opponents.seats(), cx),
                points,
                needed,
            ));
        }
        page
    });
    pages.collect()
}
