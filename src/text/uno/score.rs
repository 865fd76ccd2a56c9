//! The score, the result of a round, and a finished round play by play, with all hands open.

use super::table::{Table, plain_who};
use super::{cards, notices, table};
use crate::chance::Seed;
use crate::game::{Seat, Viewer};
use crate::table::{Player, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::faces::fitting;
use crate::text::page::Page;
use crate::text::press::Sheet;
use crate::text::replay;
use crate::text::replay::hand_line;
use crate::text::table::{closed_page, is_viewer, lobby_page, who};
use crate::uno::replay::{Board, Outcome, Replay};
use crate::uno::rules::{End, Rules, Score};
use crate::uno::score::RoundEnd;
use crate::uno::{Hand, PhaseView, RoundResult, Uno, View};

pub fn page(sheet: Sheet, view: &Table, cx: &RenderContext) -> Page {
    let game = match &view.stage {
        StageView::Lobby => return lobby_page(view, cx),
        StageView::Closed => return closed_page::<Uno>(cx),
        StageView::Playing(game) | StageView::Over(game) => game,
    };
    match sheet {
        Sheet::LastTrick => last(view, game, cx),
        Sheet::Verify => verify(view, game, cx),
        Sheet::Score
        | Sheet::Hand
        | Sheet::Rules
        | Sheet::More
        | Sheet::Help(_)
        | Sheet::Surrender => scores(view, game, cx),
    }
}

fn scores(view: &Table, game: &View, cx: &RenderContext) -> Page {
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
        let (place, who) = (better.count() + 1, who(view, *seat, cx));
        page.push(match game.history.is_empty() {
            true => format!("{who} {}", score(seat)),
            false => say!(cx, "uno-place", place, who, score = score(seat)),
        });
        page.lines.extend(bar(score(seat), game));
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
        let winner = result.places.first().map(|seat| plain_who(view, *seat, cx));
        let points: u32 = result.gained.iter().sum();
        page.push(say!(
            cx,
            "uno-score-row",
            round = result.round,
            who = winner.unwrap_or_default(),
            points,
        ));
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
fn last(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let lines = notices::recent(view, game, cx, usize::MAX);
    if lines.is_empty() {
        return Page::line(say!(cx, "uno-no-last-play"));
    }
    let mut page = Page::titled(say!(cx, "uno-last"));
    page.lines.extend(lines);
    page
}

/// The page for verifying the last round's shuffle, with the seal of the next or running one.
fn verify(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let deal = game.history.last();
    let deal = deal.map(|result| (result.round, &result.deal));
    let mut page = replay::verify_page(deal, None, view, cx);
    if !matches!(game.phase, PhaseView::Over { .. }) {
        let (round, seal) = (game.round, game.commitment.to_string());
        page.push(say!(cx, "uno-verify-next", round, seal));
    }
    page
}

/// The result of a round: the winner, and the hands of the others.
pub fn round_page(result: &RoundResult, game: &View, view: &Table, cx: &RenderContext) -> Page {
    outcome_page(&Outcome::of(result), &game.rules, view, cx)
}

/// The same from what a replay keeps of it.
pub fn outcome_page(result: &Outcome, rules: &Rules, view: &Table, cx: &RenderContext) -> Page {
    let mut page = Page::titled(title(result, rules, view, cx));
    if rules.end == End::Places {
        let places = result.places.iter().zip(1..);
        let places = places.map(|(seat, place)| format!("{place}. {}", who(view, *seat, cx)));
        let places: Vec<String> = places.collect();
        page.push(places.join(" · "));
        page.lines.extend(counted_line(result, view, cx));
    }
    let seats = || (0..=u8::MAX).map(Seat::new);
    for (seat, held) in seats().zip(result.held()) {
        if held.is_empty() {
            continue;
        }
        let (who, points) = (who(view, seat, cx), held.points());
        let held: Vec<_> = held.cards().collect();
        let held = cards::list(&held, cx);
        page.push(say!(cx, "uno-round-held", who, cards = held, points));
    }
    let gained = seats().zip(&result.gained);
    for (seat, gained) in gained.filter(|(_, gained)| **gained > 0) {
        let score = result.scores.get(seat.index()).copied().unwrap_or(0);
        let who = who(view, seat, cx);
        page.push(say!(cx, "uno-round-gained", who, gained = *gained, score));
    }
    page
}

/// That the points are not those of the hands which are shown, if so.
fn counted_line(result: &Outcome, view: &Table, cx: &RenderContext) -> Option<String> {
    let held: u32 = result.held().iter().map(Hand::points).sum();
    let gained: u32 = result.gained.iter().sum();
    let first = result.places.first();
    let first = first.filter(|_| gained > 0 && gained != held)?;
    Some(say!(cx, "uno-round-counted", who = who(view, *first, cx)))
}

/// Who won the round; for a player, from their side. Where places are played for, nobody loses by
/// being second.
fn title(result: &Outcome, rules: &Rules, view: &Table, cx: &RenderContext) -> String {
    let winner = result.places.first().copied();
    let who = winner.map_or_else(String::new, |seat| plain_who(view, seat, cx));
    let round = result.round;
    if winner.is_some_and(|seat| is_viewer(view, seat)) {
        return say!(cx, "uno-round-you-won", round);
    }
    if view.seat().is_some() && rules.end == End::FirstOut {
        return say!(cx, "uno-round-you-lost", round, who);
    }
    match result.end() {
        RoundEnd::Out => say!(cx, "uno-round-won", round, who),
        RoundEnd::Blocked => say!(cx, "uno-round-blocked", round, who),
        RoundEnd::Abandoned => say!(cx, "uno-round-abandoned", round, who),
    }
}

/// Who won the match; for a player, from their side.
pub fn match_title(places: &[Seat], view: &Table, cx: &RenderContext) -> String {
    match places.first() {
        Some(winner) if is_viewer(view, *winner) => say!(cx, "uno-you-won"),
        winner => {
            let who = winner.map(|seat| plain_who(view, *seat, cx));
            say!(cx, "uno-won", who = who.unwrap_or_default())
        }
    }
}

/// The table after the deal and after each turn, and the result, which begins with the card that
/// ended the round.
pub fn replay_pages(replay: &Replay, players: &[Player], cx: &RenderContext) -> Vec<Page> {
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
    let mut page = outcome_page(outcome, &game.rules, view, cx);
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
