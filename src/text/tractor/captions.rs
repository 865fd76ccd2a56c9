//! What is on the pictures beside pages of tractor, and what is said of them to those who cannot see
//! them.
//!
//! A picture is made of what its page is drawn from, so that it shows nothing else. Decides the words of
//! each step of a finished round; the cards of its hands and plays are left to whoever draws them.

pub use super::order::sorted;
use super::phrases::TableContext;
use super::results::Ended;
use super::{phrases, results, trick};
use crate::game::Seat;
use crate::table::{Player, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::table::who;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::open::OpenRound;
use crate::tractor::rules::Rules;
use crate::tractor::seating::{PLAYERS, Team};

/// The words of a round, in one language.
#[derive(Debug, Clone)]
pub struct Captions {
    /// Who sits on each of the four seats: `North **Ana**`.
    pub seats: [String; PLAYERS],
    /// Trump, declarer, calls and what was buried.
    pub deal: Page,
    /// A page for each trick: who took it, and the points so far.
    pub tricks: Vec<Page>,
    /// The result.
    pub result: Page,
}

impl Captions {
    pub fn of(round: &OpenRound, players: &[Player], cx: &RenderContext) -> Self {
        let view = TableView::of_players(players, Rules::default(), StageView::Lobby);
        let seat = |at: usize| {
            let seat = Seat::new(at as u8);
            let who = who(seat, &cx.at(&view));
            format!("{} {who}", Tractor::seat_name(seat, cx))
        };
        let (ended, parting) = (Ended::of(round), round.tricks.last());
        Self {
            seats: std::array::from_fn(seat),
            deal: deal(round, &cx.at(&view)),
            tricks: tricks(round, &cx.at(&view)),
            result: results::outcome_page(&ended, parting, &cx.at(&view)),
        }
    }
}

fn deal(round: &OpenRound, cx: &TableContext) -> Page {
    let mut page = Page::titled(say!(cx, "replay-deal", round = round.round));
    for (seat, cards) in &round.calls {
        let (who, call) = (who(*seat, cx), phrases::cards(cards, cx));
        page.push(say!(cx, "dealing-call", who, call));
    }
    let trump = round.result.trump;
    page.push(phrases::trump_line(trump, cx));
    page.push(phrases::dealer(round.result.dealer, cx));
    let taken_over = round.taken_over;
    page.extend(taken_over.map(|seat| say!(cx, "replay-taken-over", who = who(seat, cx))));
    if !round.kitty.is_empty() {
        let cards = trick::shown(trump, &round.kitty, cx);
        page.push(say!(cx, "hand-buried", cards));
    }
    page
}

fn tricks(round: &OpenRound, cx: &TableContext) -> Vec<Page> {
    let trump = round.result.trump;
    let opponents = Team::of(round.result.dealer).other();
    let needed = round.rules.points_to_win.0;
    let mut points = 0;
    let pages = (1..).zip(&round.tricks).map(|(n, played)| {
        let mut page = Page::titled(say!(cx, "replay-trick", round = round.round, n));
        let back = trick::taken_back(played, played.leader, trump, cx);
        if !back.is_empty() {
            page.push(format!("{}{back}", who(played.leader, cx)));
        }
        let winner = played.winning.unwrap_or(played.leader);
        if Team::of(winner) == opponents {
            points += played.points;
        }
        let winner = who(winner, cx);
        page.push(say!(cx, "last-won", who = winner, points = played.points));
        page.push(trick::score(trump, opponents, [points, needed], cx));
        page
    });
    pages.collect()
}
