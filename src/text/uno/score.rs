//! Further pages: scores, the last card, verifying the shuffle.

use super::notices;
use super::phrases::{Table, plain_who};
use crate::game::Seat;
use crate::table::StageView;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::press::Sheet;
use crate::text::shuffle;
use crate::text::table::{closed_page, lobby_page, who};
use crate::uno::rules::Score;
use crate::uno::{PhaseView, Uno, View};

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
            false => say!(
                cx,
                "uno-place",
                place = place,
                who = who,
                score = score(seat)
            ),
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
            points = points,
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
    let mut page = shuffle::verify_page(deal, None, view, cx);
    if !matches!(game.phase, PhaseView::Over { .. }) {
        let (round, seal) = (game.round, game.commitment.to_string());
        page.push(say!(cx, "uno-verify-next", round = round, seal = seal));
    }
    page
}
