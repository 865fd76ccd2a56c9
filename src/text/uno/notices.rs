//! What happened, as lines for the viewer, and why an action is refused.

use super::*;
use crate::text::tell;
use crate::uno::event::{DrawnFor, OpenEvent};

/// The lines of a notice for the viewer; plays with their number if the looks say so.
pub fn lines(notice: &Notice, cx: &TableContext) -> Vec<String> {
    let mut lines = sentences(notice, cx);
    let round = cx.view.stage.game().and_then(View::playing);
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

fn sentences(notice: &Notice, cx: &TableContext) -> Vec<String> {
    match notice {
        // What they are is for who drew them.
        Notice::Drew { seat, .. } => {
            let hidden = (!is_viewer(cx.view, *seat)).then(|| ("cards", "none".to_owned()));
            vec![told(notice, cx, hidden.as_slice())]
        }
        Notice::Called {
            caller,
            accused,
            hand,
            ..
        } => {
            let hand = hand.as_ref().filter(|_| is_viewer(cx.view, *caller));
            std::iter::once(told(notice, cx, &[]))
                .chain(hand.map(|hand| {
                    let (who, cards) = (who(*accused, cx), cards::list(hand, cx));
                    say!(cx, "uno-note-shown", who, cards)
                }))
                .collect()
        }
        Notice::Open(event) => open(event, cx),
    }
}

fn open(event: &OpenEvent, cx: &TableContext) -> Vec<String> {
    let view = cx.view;
    match event {
        OpenEvent::Ready { .. } => Vec::new(),
        // If the round ends with it, the result says so.
        OpenEvent::Out { .. } if ends_first_out(view) => Vec::new(),
        OpenEvent::RoundOver(result) => {
            let page = |game| score::round_page(result, &cx.with(game));
            let page = view.stage.game().map(page).unwrap_or_default();
            page.told().collect()
        }
        OpenEvent::MatchOver { places } => vec![score::match_title(places, cx)],
        event => vec![told(event, cx, &[])],
    }
}

fn told(event: &impl Serialize, cx: &TableContext, more: &[(&str, String)]) -> String {
    tell::sentence("uno-note", event, cx, more)
}

/// How UNO's own values are said.
pub fn said(told: &Told, cx: &RenderContext) -> Option<String> {
    Some(match told.kind {
        "Card" if told.value.is_array() => cards::list(&told.read::<Vec<Card>>(), cx),
        "Card" => cards::shown(told.read(), cx),
        "Color" => cards::color(told.read(), cx),
        _ => return None,
    })
}

fn ends_first_out(view: &TableView<Uno>) -> bool {
    let game = view.stage.game();
    game.is_some_and(|game| game.rules.end == End::FirstOut)
}

/// What happened since the last card was played, as the viewer may know it: the card, then the
/// latest lines, `most` in all.
pub fn recent(cx: &MatchContext, most: usize) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut notices = cx.game.recent.iter().peekable();
    while let Some(notice) = notices.next() {
        let who = |seat: &Seat| who(*seat, cx);
        // Notices that belong together share a line.
        let line = match (notice, notices.peek()) {
            (Notice::Open(OpenEvent::Dealt { .. }), _) => continue,
            (
                Notice::Open(OpenEvent::Played { seat, card, .. }),
                Some(Notice::Open(OpenEvent::ColorNamed { color, .. })),
            ) => {
                let card = cards::shown_with(*card, Some(*color), cx);
                notices.next();
                let (seat, jumped_in) = (who(seat), "false");
                say!(cx, "uno-note-played", seat, card, jumped_in)
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
            (Notice::Called { .. }, _) => lines(notice, cx).swap_remove(0),
            _ => lines(notice, cx).join(" "),
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
pub fn own_draws(cx: &MatchContext) -> Vec<String> {
    let own = |notice: &&Notice| matches!(notice, Notice::Drew { cards: Some(_), .. });
    let own = cx.game.recent.iter().filter(own);
    own.flat_map(|notice| lines(notice, cx)).collect()
}

/// Why an action is refused.
pub fn sentence(rejection: &Rejection, cx: &TableContext) -> String {
    let bluff = cx.view.stage.game().map(|game| game.rules.bluff_test);
    let any = bluff == Some(BluffTest::AnyPlayable);
    let mut more = vec![
        ("example", example(cx)),
        ("pass", word_of::<Uno>(Verb::Pass).to_owned()),
        ("bluff", if any { "any" } else { "colour" }.to_owned()),
    ];
    match rejection {
        Rejection::DoesNotFit { top, color, .. } => {
            more.push(("top", cards::shown_with(*top, *color, cx)));
        }
        Rejection::OnlyDrawnCard { drawn } => more.push(("play", typed(*drawn))),
        _ => {}
    }
    tell::sentence("uno-reject", rejection, cx, &more)
}

/// A card in typed notation, a wild one with a colour.
fn typed(card: Card) -> String {
    words::typed_play(card, Some(Color::Blue).filter(|_| card.is_wild()), false)
}

/// A command for something that the viewer may do now, such as `$play b9`.
fn example(cx: &TableContext) -> String {
    let round = cx.view.stage.game().and_then(|game| game.playing());
    let command = match round.and_then(|round| round.playable.first().copied()) {
        Some(card) if cx.taps => cards::shown(card, cx),
        Some(card) => cx.command(&format!("play {}", typed(card))),
        None => cx.by_button(&say!(cx, "uno-button-draw"), "draw"),
    };
    say!(cx, "for-example", command)
}
