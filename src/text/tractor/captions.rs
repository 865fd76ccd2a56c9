//! What is on the pictures beside pages of tractor, and what is said of them to those who cannot see
//! them.
//!
//! A picture is made of what its page is drawn from, so that it shows nothing else. Decides the words of
//! each step of a finished round; the cards of its hands and plays are left to whoever draws them.

pub use super::order::sorted;
use super::results::{Ended, parting};
use super::*;
use crate::art::picture::{Levels, Picture, RoundPicture, TablePicture, Winds};

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
        Self {
            seats: std::array::from_fn(|at: usize| {
                let seat = Seat::new(at as u8);
                let who = who(seat, &cx.at(&view));
                format!("{} {who}", Tractor::seat_name(seat, cx))
            }),
            deal: deal(round, &cx.at(&view)),
            tricks: tricks(round, &cx.at(&view)),
            result: results::outcome_page(&Ended::of(round), round.tricks.last(), &cx.at(&view)),
        }
    }
}

fn deal(round: &OpenRound, cx: &TableContext) -> Page {
    let mut page = results::dealt(round, cx);
    let calls = round.calls.iter().map(|(seat, cards)| {
        let (who, call) = (who(*seat, cx), phrases::cards(cards, cx));
        say!(cx, "dealing-call", who, call)
    });
    page.lines.splice(0..0, calls);
    page.extend(results::buried(round, cx));
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
        if Team::of(played.winning.unwrap_or(played.leader)) == opponents {
            points += played.points;
        }
        page.push(trick::won(played, false, cx));
        page.push(trick::score(trump, opponents, [points, needed], cx));
        page
    });
    pages.collect()
}

/// Adds the course of the match, if a round is over.
pub fn add_levels(page: &mut Page, game: &View, cx: &RenderContext) {
    if !cx.pictures || game.history.is_empty() {
        return;
    }
    let after = game.history.iter().map(|result| result.levels);
    let levels = std::iter::once(game.rules.start_levels());
    let levels = levels.chain(after).collect();
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
    let trick = picture.trick.is_some();
    let trick = trick.then(|| say!(cx, "picture-last-trick"));
    let kitty = (!picture.kitty.is_empty()).then(|| say!(cx, "picture-kitty"));
    let (points, needed) = picture.points;
    let points = say!(cx, "picture-points", points, needed);
    let seen = trick.into_iter().chain(kitty).chain([points]);
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

/// Both teams with their levels, as a list.
fn at(levels: [Rank; 2], cx: &RenderContext) -> String {
    cx.list(Team::ALL.map(|team: Team| {
        let level = levels[team.index()].name();
        say!(cx, "picture-level", team = phrases::winds(team, cx), level)
    }))
}

fn winds(cx: &RenderContext) -> Winds {
    match cx.locale.is_chinese() {
        true => Winds::Chinese,
        false => Winds::Latin,
    }
}
