//! Refusals of UNO: what, why, and one correct example.

use super::phrases::Table;
use super::{cards, words};
use crate::command::Verb;
use crate::game::Seat;
use crate::text::context::RenderContext;
use crate::text::table::who;
use crate::text::voice::word_of;
use crate::uno::rules::BluffTest;
use crate::uno::{Card, Color, Rejection, Uno};

pub fn sentence(rejection: &Rejection, view: &Table, cx: &RenderContext) -> String {
    let at = |seat: &Seat| who(view, *seat, cx);
    let draw = || cx.command("draw");
    let shown = |card: &Card| cards::shown(*card, cx);
    match rejection {
        Rejection::MatchOver => say!(cx, "uno-reject-over", start = cx.command("start")),
        Rejection::NotDealt => say!(cx, "reject-ready", deal = cx.command("deal")),
        Rejection::Dealt => say!(cx, "uno-reject-dealt"),
        Rejection::NotPlaying { .. } => say!(cx, "uno-reject-not-playing"),
        Rejection::NotYourTurn { turn } => say!(cx, "reject-turn", who = at(turn)),
        Rejection::NameColorFirst => {
            say!(cx, "uno-reject-color-first", command = cx.command("play b"))
        }
        Rejection::ChooseHandFirst => {
            say!(cx, "uno-reject-swap-first", command = cx.command("play #2"))
        }
        Rejection::NoColorToName => {
            say!(cx, "uno-reject-no-color", command = cx.command("play w b"))
        }
        Rejection::NoHandToSwap => say!(cx, "uno-reject-no-swap"),
        Rejection::CannotSwapWith { seat } => say!(cx, "uno-reject-swap-with", who = at(seat)),
        Rejection::NotHeld { card } => {
            say!(
                cx,
                "uno-reject-not-held",
                card = shown(card),
                example = example(view, cx)
            )
        }
        Rejection::DoesNotFit { card, top, color } => {
            let top = cards::shown_with(*top, *color, cx);
            let example = example(view, cx);
            say!(
                cx,
                "uno-reject-fit",
                card = shown(card),
                top = top,
                example = example
            )
        }
        Rejection::OwesCards { card, owed } => {
            say!(
                cx,
                "uno-reject-owes",
                card = shown(card),
                owed = *owed,
                draw = draw()
            )
        }
        Rejection::OnlyDrawnCard { drawn } => {
            let command = cx.command(&format!("play {}", typed(*drawn)));
            let pass = cx.command(word_of::<Uno>(Verb::Pass));
            say!(
                cx,
                "uno-reject-drawn",
                card = shown(drawn),
                command = command,
                pass = pass
            )
        }
        Rejection::WouldBeBluff => {
            let example = example(view, cx);
            let rules = view.stage.game().map(|game| game.rules.bluff_test);
            match rules {
                Some(BluffTest::AnyPlayable) => {
                    say!(cx, "uno-reject-bluff-any", example = example)
                }
                Some(BluffTest::Colour) | None => {
                    say!(cx, "uno-reject-bluff", example = example)
                }
            }
        }
        Rejection::NotAsLastCard { card } => {
            say!(cx, "uno-reject-last", card = shown(card), draw = draw())
        }
        Rejection::MustPlay => say!(cx, "uno-reject-must-play", example = example(view, cx)),
        Rejection::DrawnAlready => {
            say!(
                cx,
                "uno-reject-drawn-already",
                pass = cx.command(word_of::<Uno>(Verb::Pass))
            )
        }
        Rejection::NothingToDraw => {
            say!(
                cx,
                "uno-reject-nothing-to-draw",
                pass = cx.command(word_of::<Uno>(Verb::Pass))
            )
        }
        Rejection::DrawFirst => say!(cx, "uno-reject-draw-first", draw = draw()),
        Rejection::DrawOn => say!(cx, "uno-reject-draw-on", draw = draw()),
        Rejection::NothingToCall => say!(cx, "uno-reject-nothing-to-call"),
        Rejection::NoUno => say!(cx, "uno-reject-no-uno", command = cx.command("play r5 uno")),
        Rejection::NobodyToCatch => say!(cx, "uno-reject-nobody"),
        Rejection::CatchesSelf => say!(cx, "uno-reject-self", uno = cx.command("uno")),
    }
}

/// Whether the refusal tells something about the hand of whom it is for.
pub const fn names_cards(rejection: &Rejection) -> bool {
    match rejection {
        Rejection::NotHeld { .. }
        | Rejection::DoesNotFit { .. }
        | Rejection::OwesCards { .. }
        | Rejection::OnlyDrawnCard { .. }
        | Rejection::WouldBeBluff
        | Rejection::NotAsLastCard { .. }
        | Rejection::MustPlay => true,
        Rejection::MatchOver
        | Rejection::NotDealt
        | Rejection::Dealt
        | Rejection::NotPlaying { .. }
        | Rejection::NotYourTurn { .. }
        | Rejection::NameColorFirst
        | Rejection::ChooseHandFirst
        | Rejection::NoColorToName
        | Rejection::NoHandToSwap
        | Rejection::CannotSwapWith { .. }
        | Rejection::DrawnAlready
        | Rejection::NothingToDraw
        | Rejection::DrawFirst
        | Rejection::DrawOn
        | Rejection::NothingToCall
        | Rejection::NoUno
        | Rejection::NobodyToCatch
        | Rejection::CatchesSelf => false,
    }
}

/// A card in typed notation, a wild one with a colour.
fn typed(card: Card) -> String {
    words::typed_play(card, Some(Color::Blue).filter(|_| card.is_wild()), false)
}

/// A command for something that the viewer may do now, such as `$play b9`.
fn example(view: &Table, cx: &RenderContext) -> String {
    let round = view.stage.game().and_then(|game| game.playing());
    let playable = round.and_then(|round| round.playable.first().copied());
    let command = match playable {
        Some(card) => cx.command(&format!("play {}", typed(card))),
        None => cx.command("draw"),
    };
    say!(cx, "for-example", command = command)
}
