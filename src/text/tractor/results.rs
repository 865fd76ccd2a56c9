//! The result of a round: who won, the kitty, the new levels; and a finished round, trick by trick, with
//! all hands open.

use super::phrases::TableContext;
use super::{phrases, trick};
use crate::game::Seat;
use crate::table::{RecordedPlayer, StageView, TableView};
use crate::text::context::{RenderContext, Surface};
use crate::text::faced::fitting;
use crate::text::markup;
use crate::text::page::Page;
use crate::text::replay::{hand_line, short};
use crate::text::table::who;
use crate::text::tractor::order;
use crate::text::tractor::pictures;
use crate::tractor::action::RoundResult;
use crate::tractor::card::{Card, Rank};
use crate::tractor::replay::{Outcome, Replay, TrickReplay};
use crate::tractor::rules::{NextDealer, Rules};
use crate::tractor::score::MatchScore;
use crate::tractor::seating::Team;
use crate::tractor::trump::Trump;
use crate::tractor::view::{PhaseView, TrickView, View};
use crate::tractor::{Tractor, seating};

/// The result of a round as a page without controls.
pub fn round_page(
    result: &RoundResult,
    view: &TableContext,
    game: &View,
    cx: &RenderContext,
) -> Page {
    let over = matches!(game.phase, PhaseView::Over { .. });
    let parting = parting(result, game);
    outcome_page(&Outcome::of(result, over, &game.rules), parting, view, cx)
}

/// The same beside the cards of its last trick, its kitty and the ladder of levels, which lie above it.
pub fn laid_page(
    result: &RoundResult,
    view: &TableContext,
    game: &View,
    cx: &RenderContext,
) -> Page {
    let over = matches!(game.phase, PhaseView::Over { .. });
    let outcome = Outcome::of(result, over, &game.rules);
    let mut page = heading(&outcome, view, cx);
    let opponents = Team::of(outcome.dealer).other();
    let needed = outcome.needed;
    if outcome.surrendered.is_none() && !outcome.agreed {
        let team = phrases::people(opponents, view, cx);
        page.push(match outcome.winner == opponents {
            true => say!(cx, "result-reached", team, needed),
            false => say!(cx, "result-stayed-below", team, needed),
        });
    }
    let (team, level) = (
        phrases::people(outcome.winner, view, cx),
        outcome.levels[outcome.winner.index()].name(),
    );
    let gained = outcome.gained;
    page.push(say!(cx, "result-climbs", team, gained, level));
    if outcome.kitty.is_empty() {
        page.lines.extend(kitty_line(&outcome, view, cx));
    }
    if outcome.fell {
        let team = phrases::people(Team::of(outcome.dealer), view, cx);
        page.push(say!(cx, "result-fell", team));
    }
    for team in Team::ALL {
        page.lines
            .extend(phrases::progress(team, outcome.progress(team), view, cx));
    }
    if !over {
        page.push(next_line(&outcome, view, cx));
    }
    page
}

/// The last trick of this round, if it is shown.
pub fn parting<'a>(result: &RoundResult, game: &'a View) -> Option<&'a TrickView> {
    let newest = game.history.last().map(|last| last.round);
    let parting = game.parting.as_ref();
    parting.filter(|_| newest == Some(result.round))
}

/// The same, with the last trick of the round if it is shown.
pub fn outcome_page(
    result: &Outcome,
    parting: Option<&TrickView>,
    view: &TableContext,
    cx: &RenderContext,
) -> Page {
    let mut page = heading(result, view, cx);
    if let Some(seat) = result.last_trick {
        let who = who(view, seat, cx);
        page.push(
            match parting.map(|trick| plays(trick, result.trump, view, cx)) {
                Some(plays) => say!(cx, "result-last-trick", who, plays),
                None => say!(cx, "result-last-trick-only", who),
            },
        );
    }
    page.lines.extend(kitty_line(result, view, cx));
    if result.fell {
        let team = phrases::people(Team::of(result.dealer), view, cx);
        page.push(say!(cx, "result-fell", team));
    }
    page.lines.extend(level_lines(result, view, cx));
    if !result.match_over {
        page.push(next_line(result, view, cx));
    }
    page
}

/// Who won with how many points, and how it came to that otherwise than by play.
fn heading(result: &Outcome, view: &TableContext, cx: &RenderContext) -> Page {
    let mut page = Page::titled(outcome_title(result, view, cx));
    if let Some(team) = result.surrendered {
        let team = phrases::people(team, view, cx);
        page.push(say!(cx, "result-surrender", team));
    }
    if result.agreed {
        page.push(say!(cx, "result-agreed"));
    }
    if result.penalties != 0 {
        page.push(say!(cx, "result-penalties", points = result.penalties));
    }
    page
}

fn next_line(result: &Outcome, view: &TableContext, cx: &RenderContext) -> String {
    let next = result.next_dealer;
    let who = phrases::placed(who(view, next, cx), next, cx);
    match result.dealer_by {
        NextDealer::Winners => say!(cx, "result-next", who),
        NextDealer::FirstCall => say!(cx, "result-next-first", who),
        NextDealer::FinalCall => say!(cx, "result-next-final", who),
    }
}

/// What became of the points in the kitty, without its cards.
pub fn kitty_caption(
    result: &RoundResult,
    view: &TableContext,
    game: &View,
    cx: &RenderContext,
) -> String {
    let result = Outcome::of(result, false, &game.rules);
    let points: u16 = result.kitty.0.iter().map(|card| card.points()).sum();
    say!(
        cx,
        "result-kitty-laid",
        points,
        factor = result.kitty_factor,
        team = phrases::people(Team::of(result.dealer).other(), view, cx)
    )
}

/// Where the shuffle of a round is checked: below everything else, in small letters.
pub fn seal_line(round: u32, secret: &str, cx: &RenderContext) -> Option<String> {
    let secret = short(secret);
    let line = || markup::small(&say!(cx, "result-seal", round, secret));
    // In a browser it stands where it is checked.
    (cx.face != Surface::Browser).then(line)
}

/// A trick in one line, the lead first: `North ♠K · West ♠4 · South ♠9 · East ♠A`.
fn plays(trick: &TrickView, trump: Trump, view: &TableContext, cx: &RenderContext) -> String {
    let seats = std::iter::successors(Some(trick.leader), |seat| Some(seating::next(*seat)));
    let plays = seats.zip(&trick.plays).map(|(seat, play)| {
        let seat = phrases::called_at(view, seat, cx);
        format!("{seat} {}", trick::shown(trump, play, cx))
    });
    plays.collect::<Vec<_>>().join(" · ")
}

/// The result in one line: `Bo + Eve win the round, 120 of 80.`
pub fn title(result: &RoundResult, view: &TableContext, cx: &RenderContext) -> String {
    outcome_title(&Outcome::of(result, false, &view.rules), view, cx)
}

/// The result of the round before in one line, while the next one is not dealt.
pub fn last(view: &TableContext, game: &View, cx: &RenderContext) -> Option<String> {
    let last = game.history.last();
    let last = last.filter(|_| matches!(game.phase, PhaseView::Ready { .. }));
    last.map(|result| title(result, view, cx))
}

/// For a player, from their side; for everybody else, by the winners' names.
fn outcome_title(result: &Outcome, view: &TableContext, cx: &RenderContext) -> String {
    let (points, needed) = (result.points, result.needed);
    let own = view.seat().map(Team::of);
    let opponents = Team::of(result.dealer).other();
    let score = match result.winner == opponents {
        true => say!(cx, "result-score-taken", points, needed),
        false => say!(cx, "result-score-held", points, needed),
    };
    let score = if own.unwrap_or(result.winner) == opponents {
        score
    } else {
        let team = phrases::people(opponents, view, cx);
        say!(cx, "result-score-theirs", team, score)
    };
    match own {
        Some(own) if own == result.winner => say!(cx, "result-you-won", score),
        Some(_) => say!(cx, "result-you-lost", score),
        None => {
            let team = phrases::people(result.winner, view, cx);
            say!(cx, "result-won", team, score)
        }
    }
}

/// Who won the match; for a player, from their side.
pub fn match_title(winner: Team, view: &TableContext, cx: &RenderContext) -> String {
    match view.seat().map(Team::of) {
        Some(own) if own == winner => say!(cx, "match-you-won"),
        Some(_) => say!(cx, "match-you-lost"),
        None => say!(cx, "match-title", team = phrases::people(winner, view, cx)),
    }
}

/// How the match ended with this round: `Ana + Chen beat Bo + Dee, level A to 9`.
pub fn match_outcome(last: &Replay, view: &TableContext, cx: &RenderContext) -> Option<String> {
    let outcome = last.outcome()?;
    let score = MatchScore {
        levels: outcome.levels,
        progress: Team::ALL.map(|team| outcome.progress(team)),
    };
    // The last of a limited number of rounds may be won by the team that is behind.
    let winner = score.ahead().unwrap_or(outcome.winner);
    let [(team, level), (others, other)] = [winner, winner.other()].map(|team| {
        (
            phrases::people(team, view, cx),
            outcome.levels[team.index()].name(),
        )
    });
    Some(say!(cx, "match-outcome", team, others, level, other))
}

/// The kitty and what became of its points, as far as the house shows that.
fn kitty_line(result: &Outcome, view: &TableContext, cx: &RenderContext) -> Option<String> {
    if result.kitty.is_empty() {
        let (points, factor) = (result.kitty_points?, result.kitty_factor);
        let team = phrases::people(Team::of(result.dealer).other(), view, cx);
        return Some(say!(cx, "result-kitty-points", points, factor, team));
    }
    let mut kitty = result.kitty.0.clone();
    order::sort(&mut kitty, result.trump);
    let shown = phrases::cards(&kitty, cx);
    let points: u16 = kitty.iter().map(|card| card.points()).sum();
    Some(match result.kitty_factor {
        _ if points == 0 => say!(cx, "result-kitty-none", cards = shown),
        0 => say!(cx, "result-kitty-stay", cards = shown, points),
        factor => {
            say!(
                cx,
                "result-kitty-taken",
                cards = shown,
                points,
                factor,
                team = phrases::people(Team::of(result.dealer).other(), view, cx)
            )
        }
    })
}

/// Both levels after the round, the winner's first.
fn level_lines(result: &Outcome, view: &TableContext, cx: &RenderContext) -> Vec<String> {
    let mut lines = Vec::new();
    for team in [result.winner, result.winner.other()] {
        let (name, level) = (
            phrases::people(team, view, cx),
            result.levels[team.index()].name(),
        );
        let gained = if team == result.winner {
            result.gained
        } else {
            0
        };
        lines.push(match gained {
            0 => say!(cx, "result-stays", team = name, level),
            gained => {
                say!(cx, "result-gained", team = name, level, gained)
            }
        });
        lines.extend(phrases::progress(team, result.progress(team), view, cx));
    }
    lines
}

/// The deal, each trick, and the result of a round.
pub fn replay_pages(replay: &Replay, players: &[RecordedPlayer], cx: &RenderContext) -> Vec<Page> {
    let view = TableView::of_players(players, Rules::default(), StageView::Lobby);
    let mut pages = Vec::new();
    if !replay.hands.is_empty() {
        pages.push(fitting(cx, |cx| deal_page(&view, replay, cx)));
    }
    let holdings = replay.holdings();
    // Without tricks nothing was trump yet.
    let trump = replay.trump().unwrap_or(Trump::no_trump(Rank::TWO));
    for (n, (played, hands)) in (1..).zip(replay.tricks.iter().zip(&holdings)) {
        let page = |cx: &RenderContext| {
            let title = say!(cx, "replay-trick", round = replay.round, n);
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
            pictures::add_trick(&mut page, of, &shown, round, cx);
            page
        };
        pages.push(fitting(cx, page));
    }
    if let Some(outcome) = replay.outcome() {
        let parting = replay.tricks.last().map(shown);
        let page = |cx: &RenderContext| {
            let mut page = outcome_page(&outcome, parting.as_ref(), &view, cx);
            page.lines
                .extend(seal_line(outcome.round, &outcome.secret, cx));
            page
        };
        pages.push(fitting(cx, page));
    }
    pages
}

/// The hands before the kitty was buried; that of who buried it includes it.
fn deal_page(view: &TableContext, replay: &Replay, cx: &RenderContext) -> Page {
    let trump = replay.trump();
    let mut page = Page::titled(say!(cx, "replay-deal", round = replay.round));
    page.lines
        .extend(trump.map(|trump| phrases::trump_line(trump, cx)));
    if let Some(dealer) = replay.dealer {
        page.push(phrases::dealer(view, dealer, cx));
    }
    let taken_over = replay.taken_over;
    page.lines
        .extend(taken_over.map(|seat| say!(cx, "replay-taken-over", who = who(view, seat, cx))));
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
    view: &TableContext,
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
pub(super) fn shown(trick: &TrickReplay) -> TrickView {
    TrickView {
        leader: trick.leader,
        plays: trick.plays.iter().map(|play| play.0.clone()).collect(),
        winning: Some(trick.won),
        points: trick.points,
        failed_throw: Some(trick.tried.0.clone()).filter(|tried| !tried.is_empty()),
    }
}
