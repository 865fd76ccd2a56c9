//! The cards of a hand in lines, and their numbers where they are counted.

use std::collections::BTreeSet;

use super::cards::{color_sign, face, shown, typed};
use super::plays::MOST_LISTED;
use super::words::has_numbered_moves;
use crate::art::Icon;
use crate::table::TableView;
use crate::text::context::RenderContext;
use crate::text::{faced, words};
use crate::uno::view::UnoDecision;
use crate::uno::{Card, Color, RoundView, Uno};

/// The hand by colour, in the order in which it is shown and numbered.
pub fn by_color(cards: &[Card]) -> impl Iterator<Item = (Option<Color>, Vec<Card>)> {
    let colors = Color::ALL.map(Some).into_iter().chain([None]);
    let held = colors.map(|color| {
        let held = cards.iter().copied();
        let held: Vec<Card> = held.filter(|card| card.color() == color).collect();
        (color, held)
    });
    held.filter(|(_, held)| !held.is_empty())
}

/// Whether the hand is shown as faces: all of its cards have one.
pub fn shows_faces(round: &RoundView, cx: &RenderContext) -> bool {
    faced::row(round.hand.iter().copied().map(Icon::Uno), cx).is_some()
}

/// Cards of the hand by colour; playable cards are bold if they are to be marked, and have a tick where they
/// are faces or counted: a script has no bold letters. Each has its number if they are to be counted.
pub fn lines(
    cards: &[Card],
    round: &RoundView,
    (mark, count): (bool, bool),
    cx: &RenderContext,
) -> Vec<String> {
    let playable = |card: &Card| mark && round.playable.contains(card);
    let mut number = 0;
    if shows_faces(round, cx) {
        let mut ticked = |card: &Card| {
            number += 1;
            let face = shown(*card, cx);
            let tick = if playable(card) { "✓ " } else { "" };
            match count {
                true => format!("{number}:{face}{tick}"),
                false => format!("{face}{tick}"),
            }
        };
        let mut line = |held: Vec<Card>| held.iter().map(&mut ticked).collect::<String>();
        let lines = by_color(cards).map(|(_, held)| line(held).trim_end().to_owned());
        return lines.collect();
    }
    let mut faced = |card: &Card| {
        number += 1;
        let face = match count {
            true => format!("{number}:{}", face(card.face(), cx)),
            false => face(card.face(), cx),
        };
        match (playable(card), count) {
            (true, true) => format!("**{face}**✓"),
            (true, false) => format!("**{face}**"),
            (false, _) => face,
        }
    };
    let lines = by_color(cards).map(|(color, held)| {
        let sign = color.map_or_else(String::new, |color| color_sign(color, cx) + " ");
        let held: Vec<String> = held.iter().map(&mut faced).collect();
        format!("{sign}{}", held.join(" "))
    });
    lines.collect()
}

/// What is typed for the playable cards where they are too many to be offered one by one.
pub fn by_number(round: &RoundView, cx: &RenderContext) -> Option<String> {
    let ways = |card: &Card| if card.is_wild() { Color::ALL.len() } else { 1 };
    if round.playable.iter().map(ways).sum::<usize>() <= MOST_LISTED {
        return None;
    }
    let held = by_color(&round.hand).flat_map(|(_, held)| held).zip(1..);
    let mut named = BTreeSet::new();
    let first = held.filter(|(card, _)| round.playable.contains(card) && named.insert(*card));
    let typed = first.map(|(card, number)| match card.is_wild() {
        true => format!("`{number} b`"),
        false => format!("`{number}`"),
    });
    let numbers = typed.collect::<Vec<_>>().join(" · ");
    Some(say!(cx, "uno-by-number", numbers))
}

/// The play of the card with this number, with what is typed after it: `3`, `3 b`, `3 uno`.
pub fn nth_card(line: &str, view: &TableView<Uno>) -> Option<String> {
    if has_numbered_moves(&view.rules) {
        return None;
    }
    let round = view.stage.game()?.playing()?;
    let (number, rest) = line
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or((line.trim(), ""));
    let number = words::number(number)?;
    match round.decision {
        UnoDecision::Turn | UnoDecision::AfterDrawing => {}
        UnoDecision::Color | UnoDecision::Swap => return None,
    }
    let card = by_color(&round.hand)
        .flat_map(|(_, held)| held)
        .nth(number - 1)?;
    Some(format!("{} {rest}", typed(card)).trim().to_owned())
}
