//! The result of a round: the winner, and the hands of the others.

use super::cards;
use super::phrases::{MatchContext, TableContext, plain_who};
use crate::game::Seat;
use crate::text::page::Page;
use crate::text::table::{is_viewer, who};
use crate::uno::rules::{End, Rules, Score};
use crate::uno::score::{self, RoundEnd};
use crate::uno::{Hand, RoundResult, View};

/// The result of a round: the winner, and the hands of the others.
pub fn round_page(result: &RoundResult, cx: &MatchContext) -> Page {
    let rules = &cx.game.rules;
    let mut page = Page::titled(title(result, rules, cx));
    if rules.end == End::Places {
        let places = result.places.iter().zip(1..);
        let places = places.map(|(seat, place)| format!("{place}. {}", who(*seat, cx)));
        let places: Vec<String> = places.collect();
        page.push(places.join(" · "));
        page.extend(counted_line(result, cx));
    }
    let seats = || (0..=u8::MAX).map(Seat::new);
    for (seat, held) in seats().zip(&result.hands) {
        if held.is_empty() {
            continue;
        }
        let (who, points) = (who(seat, cx), held.points());
        let held: Vec<_> = held.cards().collect();
        let held = cards::list(&held, cx);
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
