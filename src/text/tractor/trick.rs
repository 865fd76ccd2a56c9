//! Whose turn it is, the trick on the table and the state of the round, in the lines that the hand
//! and the table share.
//!
//! Decides their words and their order: the lead first, the others in seat order. Who may see a
//! card is decided by the view.

use super::phrases::{self, Table};
use super::{options, order};
use crate::game::Seat;
use crate::text::context::{Face, RenderContext};
use crate::text::page::Page;
use crate::text::table::{is_viewer, plain_who, who};
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::card::Card;
use crate::tractor::seating::{self, Team};
use crate::tractor::trump::Trump;
use crate::tractor::view::{PhaseView, TrickView, View};

/// A page that begins with this line, bold, and with the countdown of the turn. It is no title:
/// there Discord shows neither countdowns nor all markup. With faces it is a heading, where Discord
/// shows them larger; a small one, so that it needs no more lines.
pub fn page(head: &str, cx: &RenderContext) -> Page {
    let head = match head.contains("<:") && cx.face == Face::Discord {
        true => format!("### {head}"),
        false => format!("**{head}**"),
    };
    Page {
        lines: vec![with_time(head, cx)],
        ..Page::default()
    }
}

/// Whose turn it is and what they do: `Chen (East) follows ♠K ♠K`.
pub fn head(view: &Table, game: &View, cx: &RenderContext) -> Option<String> {
    let name = |seat| (plain_who(view, seat, cx), Tractor::seat_name(seat, cx));
    Some(match &game.phase {
        PhaseView::Burying => {
            let (who, seat) = name(game.dealer?);
            say!(cx, "turn-bury", who = who, seat = seat)
        }
        PhaseView::Playing { trick, to_play, .. } => {
            let (who, seat) = name(*to_play);
            match trick.plays.first() {
                None => say!(cx, "turn-lead", who = who, seat = seat),
                Some(lead) => {
                    let lead = shown(options::trump(game), lead, cx);
                    say!(cx, "turn-follow", who = who, seat = seat, lead = lead)
                }
            }
        }
        PhaseView::Ready { .. }
        | PhaseView::Dealing { .. }
        | PhaseView::CallWindow { .. }
        | PhaseView::Over { .. } => return None,
    })
}

/// A line followed by the countdown of the turn.
pub fn with_time(line: String, cx: &RenderContext) -> String {
    match cx.when() {
        Some(when) => format!("{line} · {when}"),
        None => line,
    }
}

/// Cards of a play as they are shown: sorted as in a hand.
pub fn shown(trump: Trump, play: &[Card], cx: &RenderContext) -> String {
    phrases::cards(&order::sorted(play, trump), cx)
}

/// Trump, level, and unless they are hidden the points of the opponents: `♥ trump · level 7 · **Bo + Eve** 35 of 80`.
pub fn state(view: &Table, game: &View, cx: &RenderContext) -> String {
    let trump = phrases::trump(options::trump(game), cx);
    let level = game.level.name();
    match game.dealer.filter(|_| !game.hides_points()) {
        None => say!(cx, "state-open", trump = trump, level = level),
        Some(dealer) => {
            let opponents = Team::of(dealer).other();
            say!(
                cx,
                "state-score",
                trump = trump,
                level = level,
                opponents = phrases::names(view, opponents.seats(), cx),
                points = game.points,
                needed = game.rules.points_to_win.0,
            )
        }
    }
}

/// Who declares and who does not, with the levels of both; the dealer first.
pub fn teams(view: &Table, game: &View, cx: &RenderContext) -> Option<String> {
    let dealer = game.dealer?;
    let declarers = Team::of(dealer);
    let opponents = declarers.other();
    let level = |team: Team| game.levels[team.index()].name();
    Some(say!(
        cx,
        "state-teams",
        declarers = phrases::names(view, [dealer, seating::partner(dealer)], cx),
        level = level(declarers),
        opponents = phrases::names(view, opponents.seats(), cx),
        other = level(opponents),
    ))
}

/// The seats of a trick, the lead first.
fn seats(trick: &TrickView) -> impl Iterator<Item = Seat> {
    std::iter::successors(Some(trick.leader), |seat| Some(seating::next(*seat)))
}

/// The trick so far in one line, for the hand: `North ♠K ♠K ◂ winning (partner) · West ♠4 ♠4 · 20
/// points`; before the lead the trick before it.
pub fn line(view: &Table, game: &View, cx: &RenderContext) -> Option<String> {
    let PhaseView::Playing { trick, .. } = &game.phase else {
        return None;
    };
    if trick.plays.is_empty() {
        return last(view, game, cx);
    }
    let (own, trump) = (view.seat(), options::trump(game));
    let plays = seats(trick).zip(&trick.plays).map(|(seat, play)| {
        let name = match is_viewer(view, seat) {
            true => say!(cx, "trick-you"),
            false => Tractor::seat_name(seat, cx),
        };
        let mark = match own {
            _ if trick.winning != Some(seat) => String::new(),
            Some(own) if seating::partner(own) == seat => {
                format!(" ◂ {}", say!(cx, "trick-winning-partner"))
            }
            _ => format!(" ◂ {}", say!(cx, "trick-winning")),
        };
        let back = taken_back(trick, seat, trump, cx);
        format!("{name} {}{back}{mark}", shown(trump, play, cx))
    });
    let points = (trick.points > 0).then(|| say!(cx, "trick-points", points = trick.points));
    let parts: Vec<String> = plays.chain(points).collect();
    Some(parts.join(" · "))
}

/// Who won the trick before, with its points.
pub fn last(view: &Table, game: &View, cx: &RenderContext) -> Option<String> {
    let last = game.tricks.last()?;
    let who = who(view, last.winning.unwrap_or(last.leader), cx);
    Some(match game.hides_points() {
        true => say!(cx, "trick-last-hidden", who = who),
        false => say!(cx, "trick-last", who = who, points = last.points),
    })
}

/// The plays of a trick, one line a seat; `next` is shown as thinking, before those who play after
/// them.
pub fn lines(
    view: &Table,
    trump: Trump,
    trick: &TrickView,
    next: Option<Seat>,
    cx: &RenderContext,
) -> Vec<String> {
    let mut lines = Vec::new();
    for (n, seat) in seats(trick).take(4).enumerate() {
        let lead = if n == 0 { "▸ " } else { "" };
        let name = format!("{} {}", Tractor::seat_name(seat, cx), who(view, seat, cx));
        lines.push(match trick.plays.get(n) {
            Some(play) => {
                let highest = trick.winning == Some(seat) && trick.plays.len() > 1;
                let mark = match highest {
                    true => format!(" ◂ {}", say!(cx, "trick-highest")),
                    false => String::new(),
                };
                let back = taken_back(trick, seat, trump, cx);
                format!("{lead}{name} {}{back}{mark}", shown(trump, play, cx))
            }
            None if next.is_none() => break,
            None if next == Some(seat) => format!("{lead}{name} …"),
            None => format!("{lead}{name}"),
        });
    }
    lines
}

/// What the leader took back after a failed throw, in brackets.
pub(super) fn taken_back(
    trick: &TrickView,
    seat: Seat,
    trump: Trump,
    cx: &RenderContext,
) -> String {
    let tried = trick.failed_throw.as_ref().zip(trick.plays.first());
    match tried.filter(|_| seat == trick.leader) {
        Some((tried, played)) => {
            let back = shown(trump, &without(tried, played), cx);
            format!(" ({})", say!(cx, "trick-back", cards = back))
        }
        None => String::new(),
    }
}

fn without(cards: &[Card], others: &[Card]) -> Vec<Card> {
    let mut rest = cards.to_vec();
    for card in others {
        if let Some(at) = rest.iter().position(|other| other == card) {
            rest.remove(at);
        }
    }
    rest
}
