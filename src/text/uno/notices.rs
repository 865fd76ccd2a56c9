//! What happened, as lines for the viewer, and why an action is refused.

use super::phrases::{TableContext, numbered};
use super::{cards, words};
use crate::command::Verb;
use crate::game::Seat;
use crate::text::context::RenderContext;
use crate::text::table::{is_viewer, who};
use crate::text::uno::results;
use crate::text::voice::word_of;
use crate::uno::event::{DrawnFor, OpenEvent};
use crate::uno::rules::{BluffTest, End};
use crate::uno::{Card, Color, Notice, Rejection, Uno, View};

/// The lines of a notice for the viewer; plays with their number if the looks say so.
pub fn lines(notice: &Notice, view: &TableContext, cx: &RenderContext) -> Vec<String> {
    let mut lines = sentences(notice, view, cx);
    let round = view.stage.game().and_then(View::playing);
    if let (Some(round), Some(first), true) = (round, lines.first_mut(), is_play(notice)) {
        *first = numbered(round.step, std::mem::take(first), cx);
    }
    lines
}

/// Whether the notice reports a play, which has a number.
fn is_play(notice: &Notice) -> bool {
    match notice {
        Notice::Open(OpenEvent::Played { .. } | OpenEvent::Passed { .. })
        | Notice::Called { .. } => true,
        Notice::Drew { why, .. } => *why == DrawnFor::Choice,
        _ => false,
    }
}

fn sentences(notice: &Notice, view: &TableContext, cx: &RenderContext) -> Vec<String> {
    match notice {
        Notice::Drew {
            seat,
            count,
            cards,
            why,
        } => vec![drew(*seat, *count, cards.as_deref(), *why, view, cx)],
        Notice::Called {
            caller,
            accused,
            guilty,
            hand,
        } => called((*caller, *accused), *guilty, hand.as_deref(), view, cx),
        Notice::Open(event) => open(event, view, cx),
    }
}

fn open(event: &OpenEvent, view: &TableContext, cx: &RenderContext) -> Vec<String> {
    let at = |seat: &Seat| who(view, *seat, cx);
    let line = match event {
        OpenEvent::Ready { .. } => return Vec::new(),
        OpenEvent::Contributed { seat } => say!(cx, "note-contributed", who = at(seat)),
        OpenEvent::Dealt { round, start } => {
            say!(
                cx,
                "uno-note-dealt",
                round = *round,
                card = cards::shown(*start, cx)
            )
        }
        OpenEvent::Played {
            seat,
            card,
            jumped_in,
        } => {
            let (who, card) = (at(seat), cards::shown(*card, cx));
            if *jumped_in {
                say!(cx, "uno-note-jumped-in", who, card)
            } else {
                say!(cx, "uno-note-played", who, card)
            }
        }
        OpenEvent::ColorNamed { seat, color } => {
            say!(
                cx,
                "uno-note-color",
                who = at(seat),
                color = cards::color(*color, cx)
            )
        }
        OpenEvent::Skipped { seat } => say!(cx, "uno-note-skipped", who = at(seat)),
        OpenEvent::Reversed { again: true, .. } => say!(cx, "uno-note-reversed-two"),
        OpenEvent::Reversed { .. } => say!(cx, "uno-note-reversed"),
        OpenEvent::Swapped { seat, with } => {
            say!(cx, "uno-note-swapped", who = at(seat), with = at(with))
        }
        OpenEvent::HandedOn { .. } => say!(cx, "uno-note-handed-on"),
        OpenEvent::Reshuffled { cards } => say!(cx, "uno-note-reshuffled", n = *cards),
        OpenEvent::Passed { seat } => say!(cx, "uno-note-passed", who = at(seat)),
        OpenEvent::SaidUno { seat } => say!(cx, "uno-note-uno", who = at(seat)),
        OpenEvent::Caught { seat, by } => {
            say!(cx, "uno-note-caught", who = at(seat), by = at(by))
        }
        OpenEvent::CaughtFalsely { seat, by, late } => match late {
            false => say!(cx, "uno-note-caught-falsely", who = at(seat), by = at(by)),
            true => say!(cx, "uno-note-caught-late", who = at(seat), by = at(by)),
        },
        // If the round ends with it, the result says so.
        OpenEvent::Out { .. } if ends_first_out(view) => return Vec::new(),
        OpenEvent::Out { seat, place } => {
            say!(cx, "uno-note-out", who = at(seat), place = *place)
        }
        OpenEvent::Left { seat } => say!(cx, "uno-note-left", who = at(seat)),
        OpenEvent::Warned { seat } => say!(cx, "uno-note-warned", who = at(seat)),
        OpenEvent::TimedOut { seat } => say!(cx, "news-time-up", who = at(seat)),
        OpenEvent::RoundOver(result) => {
            let Some(game) = view.stage.game() else {
                return Vec::new();
            };
            let page = results::round_page(result, game, view, cx);
            let title = format!("**{}**", page.title);
            return std::iter::once(title).chain(page.lines).collect();
        }
        OpenEvent::MatchOver { places } => {
            return vec![results::match_title(places, view, cx)];
        }
    };
    vec![line]
}

fn ends_first_out(view: &TableContext) -> bool {
    let game = view.stage.game();
    game.is_some_and(|game| game.rules.end == End::FirstOut)
}

/// What happened since the last card was played, as the viewer may know it: the card, then the
/// latest lines, `most` in all.
pub fn recent(view: &TableContext, game: &View, cx: &RenderContext, most: usize) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut notices = game.recent.iter().peekable();
    while let Some(notice) = notices.next() {
        let who = |seat: &Seat| who(view, *seat, cx);
        // Notices that belong together share a line.
        let line = match (notice, notices.peek()) {
            (Notice::Open(OpenEvent::Dealt { .. }), _) => continue,
            (
                Notice::Open(OpenEvent::Played { seat, card, .. }),
                Some(Notice::Open(OpenEvent::ColorNamed { color, .. })),
            ) => {
                let card = cards::shown_with(*card, Some(*color), cx);
                notices.next();
                say!(cx, "uno-note-played", who = who(seat), card)
            }
            (
                Notice::Drew {
                    seat,
                    count,
                    cards: None,
                    why: DrawnFor::Choice,
                },
                Some(Notice::Open(OpenEvent::Passed { seat: passed })),
            ) if seat == passed => {
                notices.next();
                say!(cx, "uno-note-drew-passed", who = who(seat), n = *count)
            }
            (Notice::Called { .. }, _) => lines(notice, view, cx).swap_remove(0),
            _ => lines(notice, view, cx).join(" "),
        };
        if !line.is_empty() {
            told.push(line);
        }
    }
    let surplus = told.len().saturating_sub(most);
    if surplus > 0 {
        told.drain(1..=surplus);
    }
    told
}

/// Whether a hand was shown since the last card was played.
pub fn has_shown(game: &View) -> bool {
    let shown = |notice: &Notice| matches!(notice, Notice::Called { .. });
    game.recent.iter().any(shown)
}

/// The cards that the viewer drew since the last card was played.
pub fn own_draws(view: &TableContext, game: &View, cx: &RenderContext) -> Vec<String> {
    let own = |notice: &&Notice| matches!(notice, Notice::Drew { cards: Some(_), .. });
    let own = game.recent.iter().filter(own);
    own.flat_map(|notice| lines(notice, view, cx)).collect()
}

fn drew(
    seat: Seat,
    count: u16,
    drawn: Option<&[Card]>,
    why: DrawnFor,
    view: &TableContext,
    cx: &RenderContext,
) -> String {
    let who = who(view, seat, cx);
    if let Some(drawn) = drawn.filter(|_| is_viewer(view, seat)) {
        return say!(cx, "uno-note-you-drew", cards = cards::list(drawn, cx));
    }
    match why {
        DrawnFor::Choice | DrawnFor::DrawCards => {
            say!(cx, "uno-note-drew", who, n = count)
        }
        DrawnFor::Bluff | DrawnFor::WrongCall | DrawnFor::Caught | DrawnFor::FalseCatch => {
            say!(cx, "uno-note-has-to-draw", who, n = count)
        }
    }
}

fn called(
    (caller, accused): (Seat, Seat),
    guilty: bool,
    hand: Option<&[Card]>,
    view: &TableContext,
    cx: &RenderContext,
) -> Vec<String> {
    let (caller_, accused_) = (who(view, caller, cx), who(view, accused, cx));
    let verdict = if guilty {
        say!(cx, "uno-note-bluff", caller = caller_, accused = accused_)
    } else {
        say!(
            cx,
            "uno-note-no-bluff",
            caller = caller_,
            accused = accused_
        )
    };
    let shown = hand.filter(|_| is_viewer(view, caller)).map(|hand| {
        let (who, held) = (who(view, accused, cx), cards::list(hand, cx));
        say!(cx, "uno-note-shown", who, cards = held)
    });
    std::iter::once(verdict).chain(shown).collect()
}

pub fn sentence(rejection: &Rejection, view: &TableContext, cx: &RenderContext) -> String {
    let at = |seat: &Seat| who(view, *seat, cx);
    let draw = || cx.command("draw");
    let shown = |card: &Card| cards::shown(*card, cx);
    match rejection {
        Rejection::MatchOver => say!(
            cx,
            "uno-reject-over",
            start = cx.by_button(&say!(cx, "button-rematch"), "start")
        ),
        Rejection::NotDealt => say!(
            cx,
            "reject-ready",
            deal = cx.by_button(&say!(cx, "button-deal"), "deal")
        ),
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
            say!(cx, "uno-reject-fit", card = shown(card), top, example)
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
            say!(cx, "uno-reject-drawn", card = shown(drawn), command, pass)
        }
        Rejection::WouldBeBluff => {
            let example = example(view, cx);
            let rules = view.stage.game().map(|game| game.rules.bluff_test);
            match rules {
                Some(BluffTest::AnyPlayable) => {
                    say!(cx, "uno-reject-bluff-any", example)
                }
                Some(BluffTest::Colour) | None => {
                    say!(cx, "uno-reject-bluff", example)
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
fn example(view: &TableContext, cx: &RenderContext) -> String {
    let round = view.stage.game().and_then(|game| game.playing());
    let playable = round.and_then(|round| round.playable.first().copied());
    let command = match playable {
        Some(card) if cx.taps => cards::shown(card, cx),
        Some(card) => cx.command(&format!("play {}", typed(card))),
        None => cx.by_button(&say!(cx, "uno-button-draw"), "draw"),
    };
    say!(cx, "for-example", command)
}
