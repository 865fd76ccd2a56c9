//! A finished round of tractor, trick by trick, with all hands open.

use super::phrases::{self, Table};
use super::{order, pictures, results, trick};
use crate::game::Seat;
use crate::table::{Player, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::faced::fitting;
use crate::text::page::Page;
use crate::text::replay::hand_line;
use crate::text::table::who;
use crate::tractor::Tractor;
use crate::tractor::card::{Card, Rank};
use crate::tractor::replay::{Replay, Trick};
use crate::tractor::rules::Rules;
use crate::tractor::trump::Trump;
use crate::tractor::view::TrickView;

/// The deal, each trick, and the result of a round.
pub fn pages(replay: &Replay, players: &[Player], cx: &RenderContext) -> Vec<Page> {
    let view = TableView::of_players(players, Rules::default(), StageView::Lobby);
    let mut pages = Vec::new();
    if !replay.hands.is_empty() {
        pages.push(fitting(cx, |cx| deal_page(&view, replay, cx)));
    }
    let holdings = replay.holdings();
    // Without tricks nothing was trump yet.
    let trump = replay.trump().unwrap_or(Trump::no_trump(Rank::TWO));
    let held = holdings.iter().zip(holdings.iter().skip(1));
    for (n, (played, (hands, after))) in (1..).zip(replay.tricks.iter().zip(held)) {
        let page = |cx: &RenderContext| {
            let title = say!(cx, "replay-trick", round = replay.round, n = n);
            let mut page = Page::titled(title);
            page.lines
                .extend(hand_lines(&view, hands, replay.trump(), cx));
            page.push("");
            let shown = shown(played);
            page.lines
                .extend(trick::lines(&view, trump, &shown, None, cx));
            let winner = who(&view, played.won, cx);
            page.push(say!(cx, "last-won", who = winner, points = played.points));
            let (of, round) = ((replay.round, n), (trump, replay.dealer));
            pictures::add_trick(&mut page, of, &shown, round, after, cx);
            page
        };
        pages.push(fitting(cx, page));
    }
    if let Some(outcome) = replay.outcome() {
        let parting = replay.tricks.last().map(shown);
        let page =
            |cx: &RenderContext| results::outcome_page(&outcome, parting.as_ref(), &view, cx);
        pages.push(fitting(cx, page));
    }
    pages
}

/// The hands before the kitty was buried; the dealer's includes it.
fn deal_page(view: &Table, replay: &Replay, cx: &RenderContext) -> Page {
    let trump = replay.trump();
    let mut page = Page::titled(say!(cx, "replay-deal", round = replay.round));
    page.lines
        .extend(trump.map(|trump| phrases::trump_line(trump, cx)));
    if let Some(dealer) = replay.dealer {
        page.push(phrases::dealer(view, dealer, cx));
    }
    page.push("");
    let hands: Vec<Vec<Card>> = replay.hands.iter().map(|hand| hand.0.clone()).collect();
    page.lines.extend(hand_lines(view, &hands, trump, cx));
    if !replay.buried.is_empty() {
        page.push("");
        let buried = phrases::cards(&sorted(&replay.buried.0, trump), cx);
        page.push(say!(cx, "hand-buried", cards = buried));
    }
    page
}

fn hand_lines(
    view: &Table,
    hands: &[Vec<Card>],
    trump: Option<Trump>,
    cx: &RenderContext,
) -> Vec<String> {
    let line = |(seat, hand): (Seat, &Vec<Card>)| {
        let cards = phrases::cards(&sorted(hand, trump), cx);
        hand_line::<Tractor>(&who(view, seat, cx), seat, &cards, cx)
    };
    Seat::first(4).zip(hands).map(line).collect()
}

fn sorted(cards: &[Card], trump: Option<Trump>) -> Vec<Card> {
    let mut sorted = cards.to_vec();
    if let Some(trump) = trump {
        order::sort(&mut sorted, trump);
    }
    sorted
}

/// A trick of a replay as everybody saw it when it was over.
pub(super) fn shown(trick: &Trick) -> TrickView {
    TrickView {
        leader: trick.leader,
        plays: trick.plays.iter().map(|play| play.0.clone()).collect(),
        winning: Some(trick.won),
        points: trick.points,
        failed_throw: Some(trick.tried.0.clone()).filter(|tried| !tried.is_empty()),
    }
}
