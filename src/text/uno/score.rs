//! The score, the result of a round, and a finished round play by play, with all hands open.

use super::*;
use crate::game::{Past, Viewer};
use crate::table::SeatView;
use crate::text::faces::fitting;
use crate::text::replay::hand_line;
use crate::text::scene::{laid, put_beside};
use crate::text::table::add_rounds;
use crate::uno::Hand;
use crate::uno::rules::Rules;
use crate::uno::score::{self, RoundEnd};

pub fn page(sheet: PageKind, cx: &MatchContext) -> Page {
    match sheet {
        PageKind::LastTrick | PageKind::Trick(_) => last(cx),
        PageKind::Seen => Page::line(say!(cx, "seen-only-tractor")),
        PageKind::Verify => verify(cx),
        PageKind::Score | PageKind::Hand | PageKind::More | PageKind::Surrender => scores(cx),
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
        let (score, scored) = (score(seat), "true");
        page.push(match game.history.is_empty() {
            true => format!("{who} {score}"),
            false => say!(cx, "uno-place", scored, place, who, score),
        });
        page.extend(bar(score, game));
    }
    if let Score::Match | Score::Lowest = game.rules.score {
        page.push(say!(cx, "uno-match-to", points = game.rules.match_to));
    }
    let row = |result: &RoundResult| {
        let winner = result.places.first().map(|seat| plain_who(*seat, cx));
        let points: u32 = result.gained.iter().sum();
        let (round, who) = (result.round, winner.unwrap_or_default());
        say!(cx, "uno-score-row", round, who, points)
    };
    let header = say!(cx, "uno-score-header");
    add_rounds(&mut page, &header, &game.history, row, cx);
    page
}

/// A score as a bar towards the end of the match; `None` if the match has no score to reach.
fn bar(score: u32, game: &View) -> Option<String> {
    matches!(game.rules.score, Score::Match | Score::Lowest).then(|| {
        let filled = (score * CELLS / u32::from(game.rules.match_to).max(1)).min(CELLS);
        let cells = (0..CELLS).map(|cell| if cell < filled { '▰' } else { '▱' });
        cells.collect()
    })
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
    let dealt = game.history.last().map(|result| replay::DealtRound {
        round: result.round,
        attempt: 0,
        deal: &result.deal,
        first: None,
    });
    let goes_on = !matches!(game.phase, PhaseView::Over { .. });
    let seal = goes_on.then(|| {
        let (round, seal) = (game.round, game.commitment.to_string());
        say!(cx, "uno-verify-next", round, seal)
    });
    let coming = matches!(game.phase, PhaseView::Ready { .. });
    replay::verify_page(dealt.as_ref(), None, (seal, coming), cx)
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
    let step = laid(scene::of(cx), json!(hands), (0, Value::Null), cx);
    put_beside(&mut page, &step, cx);
    page
}

fn last_page(result: &RoundResult, cx: &MatchContext) -> Page {
    let mut page = round_page(result, cx);
    let recent = notices::recent(cx, table::MOST_RECENT);
    page.lines.splice(0..0, recent);
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

/// The result of a round: the winner, and the hands of the others.
pub fn round_page(result: &RoundResult, cx: &MatchContext) -> Page {
    let rules = &cx.game.rules;
    let mut page = Page::titled(title(result, rules, cx));
    if rules.end == End::Places {
        let places = result.places.iter().zip(1..);
        let places = places.map(|(seat, place)| format!("{place}. {}", who(*seat, cx)));
        page.push(markup::dotted(places).unwrap_or_default());
        page.extend(counted_line(result, cx));
    }
    let seats = || (0..=u8::MAX).map(Seat::new);
    for (seat, held) in seats().zip(&result.hands) {
        if held.is_empty() {
            continue;
        }
        let (who, points) = (who(seat, cx), held.points());
        let held = cards::list(&held.cards().collect::<Vec<_>>(), cx);
        page.push(say!(cx, "uno-round-held", who, cards = held, points));
    }
    let whose = match rules.score {
        Score::Lowest => "own",
        Score::None | Score::Match | Score::Round => "others",
    };
    let gained = seats().zip(&result.gained);
    for (seat, gained) in gained.filter(|(_, gained)| **gained > 0) {
        let score = result.scores.get(seat.index()).copied().unwrap_or(0);
        let who = who(seat, cx);
        let gained = *gained;
        page.push(say!(cx, "uno-round-gained", who, gained, whose, score));
    }
    page
}

/// That the points are not those of the hands which are shown, if so.
fn counted_line(result: &RoundResult, cx: &TableContext) -> Option<String> {
    let held: u32 = result.hands.iter().map(Hand::points).sum();
    let gained: u32 = result.gained.iter().sum();
    let first = result.places.first();
    let first = first.filter(|_| gained > 0 && gained != held)?;
    Some(say!(cx, "uno-round-counted", who = who(*first, cx)))
}

/// Who won the round; for a player, from their side. Where places are played for, nobody loses by
/// being second.
fn title(result: &RoundResult, rules: &Rules, cx: &TableContext) -> String {
    let winner = result.places.first().copied();
    let who = winner.map_or_else(String::new, |seat| plain_who(seat, cx));
    let round = result.round;
    if winner.is_some_and(|seat| is_viewer(cx.view, seat)) {
        return say!(cx, "uno-round-you-won", round);
    }
    if cx.view.seat().is_some() && rules.end == End::FirstOut {
        return say!(cx, "uno-round-you-lost", round, who);
    }
    match result.end {
        RoundEnd::Out => say!(cx, "uno-round-won", round, who),
        RoundEnd::Blocked => say!(cx, "uno-round-blocked", round, who),
        RoundEnd::Abandoned => say!(cx, "uno-round-abandoned", round, who),
    }
}

/// Who won the match; for a player, from their side.
pub fn match_title(places: &[Seat], cx: &TableContext) -> String {
    match places.first() {
        Some(winner) if is_viewer(cx.view, *winner) => say!(cx, "uno-you-won"),
        winner => {
            let who = winner.map(|seat| plain_who(*seat, cx));
            say!(cx, "uno-won", who = who.unwrap_or_default())
        }
    }
}

/// How the match ended with this round: `Ana wins with 512 points, ahead of Bo (300), Chen (120)`.
pub fn match_outcome(last: &View, cx: &TableContext) -> Option<String> {
    let outcome = last.history.last()?;
    let mut scores = outcome.scores.clone();
    scores.resize(cx.view.seats.len().max(scores.len()), 0);
    let places = score::places(&cx.view.rules, &scores, &outcome.places);
    let (winner, others) = places.split_first()?;
    let counts = cx.view.rules.score != Score::None;
    let name = |seat: &Seat| plain_who(*seat, cx);
    let other = |seat: &Seat| match counts {
        true => format!("{} ({})", name(seat), scores[seat.index()]),
        false => name(seat),
    };
    let others: Vec<String> = others.iter().map(other).collect();
    let (who, others) = (name(winner), others.join(", "));
    Some(match (counts, others.is_empty()) {
        (_, true) => say!(cx, "uno-outcome-alone", who),
        (true, false) => {
            let score = scores[winner.index()];
            say!(cx, "uno-outcome-score", who, score, others)
        }
        (false, false) => say!(cx, "uno-outcome", who, others),
    })
}
