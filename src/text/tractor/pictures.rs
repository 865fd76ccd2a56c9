//! What is on the pictures beside pages of tractor, and what is said of them to those who cannot see
//! them.
//!
//! A picture is made of what its page is drawn from, so that it shows nothing else.

use super::order::sorted;
use super::phrases::{self, MatchContext};
use super::results::parting;
use crate::art::picture::{Levels, Picture, RoundPicture, TablePicture, Winds};
use crate::game::Seat;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::action::RoundResult;
use crate::tractor::card::Rank;
use crate::tractor::seating::Team;
use crate::tractor::trump::Trump;
use crate::tractor::view::{TrickView, View};

/// Adds the course of the match, if a round is over.
pub fn add_levels(page: &mut Page, game: &View, cx: &RenderContext) {
    if !cx.pictures || game.history.is_empty() {
        return;
    }
    let after = game.history.iter().map(|result| result.levels);
    let levels = std::iter::once(start(game)).chain(after).collect();
    let picture = Levels {
        levels,
        winners: game.history.iter().map(|result| result.winner).collect(),
        to: game.rules.match_to,
        winds: winds(cx),
    };
    let (rounds, levels) = (game.history.len(), at(game.levels, cx));
    let alt = say!(cx, "picture-levels", rounds, levels);
    page.show(Picture::Levels(picture), &alt);
}

/// Adds the end of a round of this match, with its last trick if it is shown.
pub fn add_round(page: &mut Page, result: &RoundResult, cx: &MatchContext) {
    if !cx.pictures {
        return;
    }
    let (game, dealer) = (cx.game, Some(result.dealer));
    let trick = parting(result, game).map(|trick| drawn(trick, result.trump, dealer, cx));
    let picture = RoundPicture {
        trick,
        kitty: sorted(&result.kitty, result.trump),
        points: (
            i32::from(result.points),
            i32::from(game.rules.points_to_win.0),
        ),
        winner: result.winner,
        declarers: Team::of(result.dealer),
        colors: cx.looks.suits,
        winds: winds(cx),
    };
    let mut seen = Vec::new();
    if picture.trick.is_some() {
        seen.push(say!(cx, "picture-last-trick"));
    }
    if !picture.kitty.is_empty() {
        seen.push(say!(cx, "picture-kitty"));
    }
    let (points, needed) = picture.points;
    seen.push(say!(cx, "picture-points", points, needed));
    let (round, list) = (result.round, cx.list(seen));
    let alt = say!(cx, "picture-round", round, list);
    page.show(Picture::Round(picture), &alt);
}

/// Adds a trick of a finished round.
pub fn add_trick(
    page: &mut Page,
    (round, number): (u32, u32),
    trick: &TrickView,
    (trump, dealer): (Trump, Option<Seat>),
    cx: &RenderContext,
) {
    let Some(winner) = trick.winning.filter(|_| cx.pictures) else {
        return;
    };
    let picture = drawn(trick, trump, dealer, cx);
    let seat = Tractor::seat_name(winner, cx);
    let alt = say!(cx, "picture-trick", round, n = number, seat);
    page.show(Picture::Trick(picture), &alt);
}

fn drawn(
    trick: &TrickView,
    trump: Trump,
    dealer: Option<Seat>,
    cx: &RenderContext,
) -> TablePicture {
    let plays = trick.plays.iter().map(|play| sorted(play, trump));
    TablePicture {
        trick: TrickView {
            plays: plays.collect(),
            ..trick.clone()
        },
        dealer,
        colors: cx.looks.suits,
        winds: winds(cx),
    }
}

/// The levels before the first round.
fn start(game: &View) -> [Rank; 2] {
    game.rules.start_levels()
}

/// Both teams with their levels, as a list.
fn at(levels: [Rank; 2], cx: &RenderContext) -> String {
    let of = |team: Team| {
        let level = levels[team.index()].name();
        let team = phrases::winds(team, cx);
        say!(cx, "picture-level", team, level)
    };
    cx.list(Team::ALL.map(of))
}

fn winds(cx: &RenderContext) -> Winds {
    match cx.locale.is_chinese() {
        true => Winds::Chinese,
        false => Winds::Latin,
    }
}
