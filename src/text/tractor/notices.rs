//! Notices of tractor in lines.

use super::phrases::{self, Table};
use super::results;
use crate::game::Seat;
use crate::text::cards;
use crate::text::context::RenderContext;
use crate::text::shuffle::short;
use crate::text::table::who;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::card::Card;
use crate::tractor::event::{Event, Notice};
use crate::tractor::view::PhaseView;

/// The lines of a notice for the viewer.
pub fn lines(notice: &Notice, view: &Table, cx: &RenderContext) -> Vec<String> {
    let at = |seat: &Seat| who(view, *seat, cx);
    match notice {
        Notice::Open(event) => open(event, view, cx),
        Notice::CardDealt { .. } => Vec::new(),
        Notice::KittyTaken { dealer } => vec![say!(cx, "note-kitty-taken", who = at(dealer))],
        Notice::KittyBuried { dealer } => vec![say!(cx, "note-buried", who = at(dealer))],
    }
}

fn open(event: &Event, view: &Table, cx: &RenderContext) -> Vec<String> {
    let at = |seat: &Seat| who(view, *seat, cx);
    let shown = |play: &[Card]| cards::list(play);
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
        Event::Dealt { card, .. } => say!(cx, "note-drawn", card = cards::shown(*card)),
        Event::Called { seat, call, dealer } => {
            let call = phrases::call(*call, cx);
            if *dealer == Some(*seat) {
                say!(cx, "note-called-dealer", who = at(seat), call = call)
            } else {
                say!(cx, "note-called", who = at(seat), call = call)
            }
        }
        Event::CallTakenBack { seat, call, .. } => {
            let call = phrases::call(*call, cx);
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
            let (trump, seat) = (
                phrases::trump_line(*trump, cx),
                Tractor::seat_name(*dealer, cx),
            );
            say!(
                cx,
                "note-trump",
                trump = trump,
                who = at(dealer),
                seat = seat
            )
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
        Event::TrickWon { seat, points } => match points {
            Some(points) => say!(cx, "note-trick", who = at(seat), points = *points),
            None => say!(cx, "note-trick-hidden", who = at(seat)),
        },
        Event::SurrenderOffered { seat } => say!(cx, "note-surrender-offered", who = at(seat)),
        Event::SurrenderOff { seat } => say!(cx, "note-surrender-off", who = at(seat)),
        Event::RoundOver(result) => return round_over(result, view, cx),
        Event::MatchOver { winner } => {
            say!(cx, "match-title", team = phrases::team(*winner, cx))
        }
    };
    vec![line]
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
    let stopped = say!(
        cx,
        "note-throw-stopped",
        stopper = who(view, *stopped_by, cx),
        who = who(view, *seat, cx),
        played = cards::list(played),
        back = cards::list(taken_back),
    );
    let cost = (*penalty > 0).then(|| say!(cx, "note-throw-penalty", points = *penalty));
    std::iter::once(stopped).chain(cost).collect()
}

fn round_over(
    result: &crate::tractor::action::RoundResult,
    view: &Table,
    cx: &RenderContext,
) -> Vec<String> {
    let Some(game) = view.stage.game() else {
        return vec![results::title(result, cx)];
    };
    let page = results::round_page(result, view, game, cx);
    std::iter::once(format!("**{}**", page.title))
        .chain(page.lines)
        .collect()
}
