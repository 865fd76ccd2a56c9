//! Notices of tractor in lines.

use super::phrases::{self, Table};
use super::results;
use crate::game::Seat;
use crate::text::context::RenderContext;
use crate::text::shuffle::short;
use crate::text::table::who;
use crate::tractor::card::{Card, Rank};
use crate::tractor::event::{Event, Notice};
use crate::tractor::seating::Team;
use crate::tractor::view::PhaseView;

pub fn lines(notice: &Notice, view: &Table, cx: &RenderContext) -> Vec<String> {
    let at = |seat: &Seat| who(view, *seat, cx);
    match notice {
        Notice::Open(event) => open(event, view, cx),
        // That the declarer takes the kitty is told with the trump.
        Notice::CardDealt { .. } | Notice::KittyTaken { .. } => Vec::new(),
        Notice::KittyBuried { dealer } => vec![say!(cx, "note-buried", who = at(dealer))],
    }
}

fn open(event: &Event, view: &Table, cx: &RenderContext) -> Vec<String> {
    let at = |seat: &Seat| who(view, *seat, cx);
    let shown = |play: &[Card]| phrases::cards(play, cx);
    let line = match event {
        Event::RoundReady { round, commitment } => {
            say!(
                cx,
                "note-ready",
                round = *round,
                seal = short(&commitment.to_string())
            )
        }
        Event::Contributed { seat, .. } => say!(cx, "note-contributed", who = at(seat)),
        Event::DealStarted { round, first } => {
            say!(cx, "note-deal", round = *round, who = at(first))
        }
        Event::Dealt { card, .. } => say!(cx, "note-drawn", card = phrases::card(*card, cx)),
        Event::Called { seat, call, dealer } => {
            let level = view.stage.game().map_or(Rank::TWO, |game| game.level);
            let call = phrases::called(*call, level, cx);
            if *dealer == Some(*seat) {
                say!(cx, "note-called-dealer", who = at(seat), call = call)
            } else {
                say!(cx, "note-called", who = at(seat), call = call)
            }
        }
        Event::CallTakenBack { seat, call, .. } => {
            let level = view.stage.game().map_or(Rank::TWO, |game| game.level);
            let call = phrases::call(*call, level, cx);
            say!(cx, "note-call-taken-back", who = at(seat), call = call)
        }
        Event::CallWindowOpened => say!(cx, "note-window"),
        Event::CallPassed { seat } => say!(cx, "note-call-passed", who = at(seat)),
        Event::KittyFlipped { cards } => say!(cx, "note-flipped", cards = shown(cards)),
        Event::Redealt { commitment, .. } => {
            let game = view.stage.game().map(|game| &game.phase);
            let (seal, deal) = (short(&commitment.to_string()), cx.command("deal"));
            match game {
                Some(PhaseView::Ready { .. }) => {
                    say!(cx, "note-redeal-waits", seal = seal, deal = deal)
                }
                _ => say!(cx, "note-redealt", seal = seal),
            }
        }
        Event::TrumpFixed { trump, dealer, .. } => {
            let trump = phrases::trump_line(*trump, cx);
            say!(cx, "note-trump", trump = trump, who = at(dealer))
        }
        Event::TookKitty { cards, .. } => say!(cx, "note-kitty-own", cards = shown(cards)),
        Event::Buried { cards, .. } => say!(cx, "note-buried-own", cards = shown(cards)),
        Event::Played {
            seat,
            cards,
            lead: true,
        } => {
            say!(cx, "note-led", who = at(seat), cards = shown(cards))
        }
        Event::Played {
            seat,
            cards,
            lead: false,
        } => {
            say!(cx, "note-played", who = at(seat), cards = shown(cards))
        }
        Event::PlayTakenBack { seat, cards } => {
            say!(
                cx,
                "note-play-taken-back",
                who = at(seat),
                cards = shown(cards)
            )
        }
        Event::ThrowFailed { .. } => return throw_failed(event, view, cx),
        Event::TrickWon {
            seat,
            points: Some(points),
        } => trick_won(*seat, *points, view, cx),
        Event::TrickWon { seat, points: None } => say!(cx, "note-trick-hidden", who = at(seat)),
        Event::SurrenderOffered { seat } => say!(cx, "note-surrender-offered", who = at(seat)),
        Event::SurrenderOff { seat } => say!(cx, "note-surrender-off", who = at(seat)),
        Event::RoundOver(result) => return round_over(result, view, cx),
        Event::MatchOver { winner } => results::match_title(*winner, view, cx),
    };
    vec![line]
}

/// Who takes the trick, and where the opponents stand; their sum is left out if it is no longer the
/// one after this trick.
fn trick_won(seat: Seat, points: u16, view: &Table, cx: &RenderContext) -> String {
    let who = who(view, seat, cx);
    let game = view.stage.game();
    let opponents = game.and_then(phrases::opponents);
    let trick = if opponents.is_none_or(|team| team == Team::of(seat)) {
        say!(cx, "note-trick", who = who, points = points)
    } else {
        say!(cx, "note-trick-kept", who = who, points = points)
    };
    let newest = game.filter(|game| {
        matches!(&game.phase, PhaseView::Playing { trick, .. } if trick.plays.is_empty())
            && game
                .tricks
                .last()
                .is_some_and(|last| last.winning == Some(seat) && last.points == points)
    });
    match newest {
        Some(game) => say!(
            cx,
            "note-trick-total",
            trick = trick,
            total = game.points,
            needed = game.rules.points_to_win.0
        ),
        None => trick,
    }
}

fn throw_failed(event: &Event, view: &Table, cx: &RenderContext) -> Vec<String> {
    let Event::ThrowFailed {
        seat,
        played,
        taken_back,
        stopped_by,
        penalty,
        ..
    } = event
    else {
        return Vec::new();
    };
    let (who_, played) = (who(view, *seat, cx), phrases::cards(played, cx));
    let back = phrases::cards(taken_back, cx);
    let stopped = match stopped_by {
        Some(stopper) => say!(
            cx,
            "note-throw-stopped",
            stopper = who(view, *stopper, cx),
            who = who_,
            played = played,
            back = back,
        ),
        None => say!(
            cx,
            "note-throw-stopped-by-somebody",
            who = who_,
            played = played,
            back = back,
        ),
    };
    let cost = (*penalty > 0).then(|| say!(cx, "note-throw-penalty", points = *penalty));
    std::iter::once(stopped).chain(cost).collect()
}

fn round_over(
    result: &crate::tractor::action::RoundResult,
    view: &Table,
    cx: &RenderContext,
) -> Vec<String> {
    let Some(game) = view.stage.game() else {
        return vec![results::title(result, view, cx)];
    };
    let page = results::round_page(result, view, game, cx);
    std::iter::once(format!("**{}**", page.title))
        .chain(page.lines)
        .collect()
}
