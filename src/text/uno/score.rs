//! The score, the result of a round, and a finished round play by play, with all hands open.

use super::phrases::{MatchContext, TableContext, plain_who};
use super::{cards, notices, results, scene, table};
use crate::game::{Past, Seat, Viewer};
use crate::table::{Player, SeatView, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::faced::fitting;
use crate::text::page::{Page, PageKind};
use crate::text::replay::{self, hand_line};
use crate::text::scene::{Exhibit, laid};
use crate::text::table::{closed_page, lobby_page, who};
use crate::uno::rules::Score;
use crate::uno::{Card, PhaseView, RoundResult, RoundView, Uno, View};

pub fn page(sheet: PageKind, cx: &TableContext) -> Page {
    let game = match &cx.view.stage {
        StageView::Lobby => return lobby_page(cx),
        StageView::Closed => return closed_page::<Uno>(cx),
        StageView::Playing(game) | StageView::Over(game) => game,
    };
    match sheet {
        PageKind::LastTrick | PageKind::Trick(_) => last(&cx.with(game)),
        PageKind::Seen => Page::line(say!(cx, "seen-only-tractor")),
        PageKind::Verify => verify(&cx.with(game)),
        PageKind::Score
        | PageKind::Hand
        | PageKind::Rules
        | PageKind::More
        | PageKind::Surrender => scores(&cx.with(game)),
    }
}

fn scores(cx: &MatchContext) -> Page {
    let game = cx.game;
    let mut page = Page::titled(say!(cx, "score-title"));
    let mut seats = game.order.clone();
    let score = |seat: &Seat| game.scores.get(seat.index()).copied().unwrap_or(0);
    match game.rules.score {
        Score::Lowest => seats.sort_by_key(score),
        Score::Match | Score::Round | Score::None => {
            seats.sort_by_key(|seat| std::cmp::Reverse(score(seat)));
        }
    }
    for seat in &seats {
        let better = seats.iter().take_while(|other| score(other) != score(seat));
        let (place, who) = (better.count() + 1, who(*seat, cx));
        page.push(match game.history.is_empty() {
            true => format!("{who} {}", score(seat)),
            false => say!(cx, "uno-place", place, who, score = score(seat)),
        });
        page.extend(bar(score(seat), game));
    }
    match game.rules.score {
        Score::Match | Score::Lowest => {
            page.push(say!(cx, "uno-match-to", points = game.rules.match_to));
        }
        Score::Round | Score::None => {}
    }
    page.push("");
    if game.history.is_empty() {
        page.push(say!(cx, "score-none"));
        return page;
    }
    page.push(format!("**{}**", say!(cx, "uno-score-header")));
    let earlier = game.history.len().saturating_sub(MOST_ROUNDS);
    if earlier > 0 {
        page.push(say!(cx, "score-earlier", n = earlier));
    }
    for result in game.history.iter().skip(earlier) {
        let winner = result.places.first().map(|seat| plain_who(*seat, cx));
        let points: u32 = result.gained.iter().sum();
        let (round, who) = (result.round, winner.unwrap_or_default());
        page.push(say!(cx, "uno-score-row", round, who, points));
    }
    page
}

/// The most rounds listed, the latest.
const MOST_ROUNDS: usize = 15;

/// A score as a bar towards the end of the match; `None` if the match has no score to reach.
fn bar(score: u32, game: &View) -> Option<String> {
    match game.rules.score {
        Score::Match | Score::Lowest => {
            let filled = (score * CELLS / u32::from(game.rules.match_to).max(1)).min(CELLS);
            let cells = (0..CELLS).map(|cell| if cell < filled { '▰' } else { '▱' });
            Some(cells.collect())
        }
        Score::Round | Score::None => None,
    }
}

/// The cells of a bar.
const CELLS: u32 = 10;

/// What happened since the last card was played, that card included.
fn last(cx: &MatchContext) -> Page {
    let lines = notices::recent(cx, usize::MAX);
    if lines.is_empty() {
        return Page::line(say!(cx, "uno-no-last-play"));
    }
    let mut page = Page::titled(say!(cx, "uno-last"));
    page.extend(lines);
    page
}

/// The page for verifying the last round's shuffle, with the seal of the next or running one.
fn verify(cx: &MatchContext) -> Page {
    let game = cx.game;
    let deal = game.history.last();
    let opened = deal.map(|result| (result.round, &result.deal));
    let mut page = replay::verify_page(opened, None, cx);
    if let Some(result) = deal {
        let exhibit = Exhibit::<()>::of_deal(result.round, 0, &result.deal, None);
        exhibit.beside(&mut page, cx);
    }
    if !matches!(game.phase, PhaseView::Over { .. }) {
        let (round, seal) = (game.round, game.commitment.to_string());
        page.push(say!(cx, "uno-verify-next", round, seal));
    }
    if matches!(cx.game.phase, PhaseView::Ready { .. }) {
        page.row(cx.asking("mix *"));
    }
    page
}

/// The table after the deal and after each turn, and the result, which begins with the card that
/// ended the round.
pub fn replay_pages(frames: &[View], players: &[Player], cx: &RenderContext) -> Vec<Page> {
    let step = |frame: &View| frame.playing().map(|round| round.step);
    let mut turns = frames.iter().filter(|frame| step(frame).is_some());
    let mut pages = Vec::new();
    let mut last = turns.next();
    let page = |frame: &View| {
        let game = bare(frame);
        let view = TableView::of_players(players, game.rules, StageView::Over(game.clone()));
        fitting(cx, |cx| match (frame.playing(), frame.history.last()) {
            (None, Some(result)) => last_page(result, &cx.at(&view).with(&game)),
            _ => turn_page(&frame.hands, &cx.at(&view).with(&game)),
        })
    };
    // A page for each that somebody had something new to decide.
    pages.extend(last.map(page));
    for frame in turns {
        if last.is_some_and(|last| step(last) != step(frame)) {
            pages.push(page(frame));
            last = Some(frame);
        }
    }
    let after = frames.last().filter(|frame| step(frame).is_none());
    pages.extend(after.map(page));
    pages
}

fn turn_page(hands: &[Vec<Card>], cx: &MatchContext) -> Page {
    let mut page = table::page(cx);
    // Whoever came in later had no cards yet.
    let dealt = |place: &&SeatView| cx.game.order.contains(&place.seat);
    for place in cx.view.seats.iter().filter(dealt) {
        let held = hands.get(place.seat.index()).map_or(&[][..], |hand| hand);
        let (who, held) = (who(place.seat, cx), cards::list(held, cx));
        page.push(hand_line::<Uno>(&who, place.seat, &held, cx));
    }
    let hands = hands.iter();
    let hands = hands.map(|hand| hand.iter().map(|card| card.to_string()).collect());
    laid(scene::of(cx), hands.collect(), (0, None), cx).beside(&mut page, cx);
    page
}

fn last_page(result: &RoundResult, cx: &MatchContext) -> Page {
    let mut page = results::round_page(result, cx);
    let mut lines = notices::recent(cx, table::MOST_RECENT);
    lines.append(&mut page.lines);
    page.lines = lines;
    page
}

/// The match as everybody saw it then, as far as pages of the past tell of it.
fn bare(frame: &View) -> View {
    let round = |round: &RoundView| RoundView {
        next: round.turn,
        discards: 0,
        gone: Vec::new(),
        lacks: Vec::new(),
        color_before: None,
        last_play: None,
        warned: false,
        ..round.clone()
    };
    View {
        viewer: Viewer::Public,
        hands: Vec::new(),
        scores: Vec::new(),
        history: Past::default(),
        phase: match frame.playing() {
            Some(playing) => PhaseView::Playing(round(playing)),
            None => PhaseView::Over { places: Vec::new() },
        },
        ..frame.clone()
    }
}
