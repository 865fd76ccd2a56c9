//! The viewer's hand, its cards in lines with their numbers where they are counted, and what they may do with it.

use super::buttons::HandRows;
use super::cards::{color_sign, face, shown, typed};
use super::plays::MOST_LISTED;
use super::table::colors;
use super::*;
use crate::text::locale::Fact;
use crate::text::page::Tint;
use crate::text::table::add_return;
use crate::text::words;
use crate::uno::view::ShownHand;
use std::collections::BTreeSet;

pub fn page(cx: &MatchContext) -> Page {
    match (&cx.game.phase, cx.view.seat()) {
        (PhaseView::Playing(round), Some(seat)) => hand(round, seat, cx),
        _ => {
            let mut page = table::page(cx);
            page.ping.clear();
            page
        }
    }
}

fn hand(round: &RoundView, seat: Seat, cx: &MatchContext) -> Page {
    let mut page = Page::default();
    let rows = HandRows::of(round, cx);
    let wild = rows.as_ref().and_then(HandRows::lacks_color);
    let own = round.turn == seat;
    let turn = match (own, wild) {
        (_, Some(_)) => head(say!(cx, "uno-choose-color"), cx),
        (true, None) => head(own_turn(round, cx), cx),
        (false, None) => turn_line(round, cx),
    };
    page.push(numbered(round.step + 1, turn, cx));
    let (top, held) = (cards::top(round, cx), round.hand.len());
    let top = say!(cx, "uno-top", top);
    page.push(format!("{top} · {}", say!(cx, "uno-hand", n = held)));
    // In Discord the board shows it.
    if cx.face == Surface::Terminal {
        page.push(others_line(round, seat, cx));
    }
    if round.drawn.is_none() {
        page.extend(notices::own_draws(cx));
    }
    let tint = if own { Tint::Turn } else { Tint::Calm };
    page.layout = cx.deals_buttons().then_some(tint);
    let mut send = None;
    match (&rows, wild) {
        (Some(rows), Some(wild)) => page.row(rows.colors(wild)),
        (Some(rows), None) => send = rows.send(),
        (None, _) if own && round.decision == UnoDecision::Color => colors(cx, &mut page),
        (None, _) if own && round.decision == UnoDecision::Swap => {
            swaps(seat, round, cx, &mut page);
        }
        (None, _) => send = plays::controls(round, cx, &mut page),
    }
    let last = actions(round, send, cx);
    let in_lines = match rows.filter(|_| wild.is_none()) {
        Some(rows) => rows.lay_out(last.len(), &mut page),
        None => round.hand.clone(),
    };
    below(round, &in_lines, cx, &mut page);
    page.row(last);
    add_return(cx, &mut page);
    page
}

/// What stands below the heading: these cards of the hand, what a bluff would be, and a hand that was shown.
fn below(round: &RoundView, in_lines: &[Card], cx: &MatchContext, page: &mut Page) {
    let numbers = cx.face == Surface::Terminal && !has_numbered_moves(&cx.view.rules);
    if !in_lines.is_empty() {
        page.push("");
        // Those that can be played are on buttons.
        let counted = (marks(cx.game) && !cx.deals_buttons(), numbers);
        page.extend(lines(in_lines, round, counted, cx));
    }
    if round.would_bluff && round.playable.contains(&Card::WILD_DRAW_FOUR) {
        let any = cx.game.rules.bluff_test == BluffTest::AnyPlayable;
        page.push(say!(cx, "uno-bluff", any = any.to_string()));
    }
    if catchable(cx.view, round).is_some() && !round.may.call {
        page.extend(costs(round, cx));
    }
    if let Some(shown) = round.shown.as_ref().filter(|_| notices::has_shown(cx.game)) {
        page.push(shown_line(shown, cx));
    }
    if numbers && cx.view.seat() == Some(round.turn) {
        page.extend(by_number(round, cx));
    }
}

/// How many cards the others hold.
fn others_line(round: &RoundView, own: Seat, cx: &MatchContext) -> String {
    let others = coming(cx.game, round).filter(|seat| *seat != own && !round.out.contains(seat));
    let held = others.map(|seat| {
        let n = round.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        let said = n == 1 && round.said_uno.contains(seat);
        format!("{} {n}{}", who(seat, cx), if said { " UNO" } else { "" })
    });
    let held = markup::dotted(held).unwrap_or_default();
    say!(cx, "uno-others", held)
}

/// What the viewer has to do, its first line bold and with the countdown of the turn.
fn head(turn: String, cx: &RenderContext) -> String {
    let (first, rest) = turn.split_once('\n').unwrap_or((&turn, ""));
    let first = match first.contains("**") {
        true => first.to_owned(),
        false => format!("**{first}**"),
    };
    let first = cx.timed(first);
    match rest {
        "" => first,
        rest => format!("{first}\n{rest}"),
    }
}

/// What the viewer has to do on their turn.
fn own_turn(round: &RoundView, cx: &MatchContext) -> String {
    // Buttons show which they are.
    let marked = marks(cx.game) && !cx.deals_buttons();
    let your_turn = || match marked {
        _ if cx.face == Surface::Browser => fitting(round, cx),
        true => say!(cx, "uno-your-turn-ticked"),
        false => say!(cx, "uno-your-turn-unmarked"),
    };
    match round.decision {
        UnoDecision::Color => say!(cx, "uno-choose-color"),
        UnoDecision::Swap => say!(cx, "uno-choose-swap"),
        UnoDecision::Turn if round.owed > 0 => owing(round, cx),
        UnoDecision::Turn if round.playable.is_empty() => say!(cx, "uno-nothing-fits"),
        UnoDecision::Turn => your_turn(),
        UnoDecision::AfterDrawing => match round.drawn {
            Some(card) if round.playable.is_empty() => {
                say!(cx, "uno-you-drew", card = cards::shown(card, cx))
            }
            Some(card) => say!(cx, "uno-you-drew-fits", card = cards::shown(card, cx)),
            None => your_turn(),
        },
    }
}

/// What fits the top card, by the colour in force and what stands on it.
fn fitting(round: &RoundView, cx: &RenderContext) -> String {
    let color = round
        .color
        .map_or_else(String::new, |color| cards::color_name(color, cx));
    let face = match round.top.is_wild() {
        true => "none".to_owned(),
        false => cards::face(round.top.face(), cx),
    };
    // English says "an 8": the sentence has to know the number.
    let face = Fact::try_number(&face);
    say!(cx, "uno-your-turn-fits", color, face)
}

/// What can be done about the cards owed, and the cost of calling a bluff wrongly.
fn owing(round: &RoundView, cx: &TableContext) -> String {
    let stuck = round.playable.is_empty().to_string();
    let line = say!(cx, "uno-owing", stuck, owed = round.owed);
    match call_costs(round, cx) {
        Some(costs) => format!("{line}\n{costs}"),
        None => line,
    }
}

/// What calling a bluff wrongly would cost the viewer, if they may call one.
fn call_costs(round: &RoundView, cx: &TableContext) -> Option<String> {
    let (by, _) = round.last_play.filter(|_| round.may.call)?;
    let (who, owed) = (who(by, cx), round.owed);
    Some(say!(cx, "uno-you-may-call", who, owed, more = owed + 2))
}

fn shown_line(shown: &ShownHand, cx: &TableContext) -> String {
    let (who, held) = (who(shown.seat, cx), cards::list(&shown.cards, cx));
    let guilty = shown.guilty.to_string();
    say!(cx, "uno-shown", guilty, who, cards = held)
}

fn swaps(own: Seat, round: &RoundView, cx: &MatchContext, page: &mut Page) {
    let others = cx.game.order.iter().filter(|seat| {
        **seat != own && !cx.game.left.contains(**seat) && !round.out.contains(seat)
    });
    let buttons = others.map(|seat| {
        let name = plain_who(*seat, cx);
        let held = round.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        let words = format!("#{}", seat.index() + 1);
        cx.act(format!("{name} ({held})"), (Verb::Play, words), Style::Main)
    });
    page.row(buttons.collect());
}

/// Whom the viewer can catch: who has one card and has not said UNO.
pub fn catchable(view: &TableView<Uno>, round: &RoundView) -> Option<Seat> {
    round
        .exposed
        .filter(|seat| round.may.catch && Some(*seat) != view.seat())
}

/// What a wrong challenge or a wrong catch would cost the viewer, if one of them is possible.
pub fn costs(round: &RoundView, cx: &MatchContext) -> Option<String> {
    if let Some(costs) = call_costs(round, cx) {
        return Some(costs);
    }
    let who = who(catchable(cx.view, round)?, cx);
    let n = cx.game.rules.uno_penalty.cards();
    let costs = cx.game.rules.false_catch.is_on().to_string();
    Some(say!(cx, "uno-may-catch", costs, who, n))
}

/// The moves beside plays that the viewer may make now, as buttons are.
pub fn moves(round: &RoundView, cx: &TableContext) -> impl Iterator<Item = (Verb, String, Style)> {
    let may = round.may;
    // Before a draw, saying UNO would have no effect.
    let uno = may.uno && (round.exposed == cx.view.seat() || !round.playable.is_empty());
    let caught = catchable(cx.view, round);
    let all = [
        (may.call, Verb::Call, Style::Grave),
        (may.draw, Verb::Draw, Style::Plain),
        (may.pass, Verb::Pass, Style::Plain),
        (uno, Verb::Uno, Style::Good),
        (caught.is_some(), Verb::Catch, Style::Good),
    ];
    let open = all.into_iter().filter(|(may, ..)| *may);
    open.map(move |(_, verb, style)| {
        let label = match caught.filter(|_| verb == Verb::Catch) {
            Some(seat) => say!(cx, "uno-button-catch-who", who = who(seat, cx)),
            None => move_label(verb, round, cx),
        };
        (verb, label, style)
    })
}

/// Everything else that the viewer may do now, after the button that sends what they chose.
fn actions(round: &RoundView, send: Option<Control>, cx: &TableContext) -> Vec<Control> {
    let row = moves(round, cx).map(|(verb, label, style)| cx.act(label, (verb, ""), style));
    let mut row: Vec<Control> = send.into_iter().chain(row).collect();
    if row.is_empty() {
        row.push(cx.plain(say!(cx, "uno-button-hand"), "hand"));
    }
    row.push(cx.named("more"));
    row
}

/// A short prompt for what the viewer has to do now.
pub fn prompt(cx: &MatchContext) -> String {
    match (cx.game.playing(), cx.view.seat()) {
        (Some(round), Some(seat)) if round.turn == seat => {
            say!(cx, "uno-prompt", top = cards::top(round, cx))
        }
        (Some(round), _) => say!(cx, "prompt-wait", who = who(round.turn, cx)),
        (None, _) => say!(cx, "prompt-deal"),
    }
}

/// A sensible action in words.
pub fn hint_sentence(action: &Action, cx: &TableContext) -> String {
    let Action::Move(chosen) = action else {
        return say!(cx, "ready-deal");
    };
    match chosen {
        Move::Play(play) => {
            let round = cx.view.stage.game().and_then(|game| game.playing());
            let last_but_one = round.is_some_and(|round| round.hand.len() == 2);
            let words = typed_play(play.card, play.color, play.uno && last_but_one);
            let card = cards::shown(play.card, cx);
            say!(cx, "uno-hint-play", card, words)
        }
        Move::Color(color) => say!(cx, "uno-hint-color", color = cards::color(*color, cx)),
        Move::Draw => say!(cx, "uno-hint", command = "draw"),
        Move::Pass => say!(cx, "uno-hint", command = word_of::<Uno>(Verb::Pass)),
        Move::Call => say!(cx, "uno-hint", command = word_of::<Uno>(Verb::Call)),
        Move::Uno => say!(cx, "uno-hint", command = "uno"),
        Move::Catch(_) => say!(cx, "uno-hint", command = "catch"),
        Move::Swap(seat) => {
            let command = format!("play #{}", seat.index() + 1);
            say!(cx, "uno-hint", command)
        }
    }
}

/// The hand by colour, in the order in which it is shown and numbered.
pub fn by_color(cards: &[Card]) -> impl Iterator<Item = (Option<Color>, Vec<Card>)> {
    let held = Color::ALL.map(Some).into_iter().chain([None]).map(|color| {
        let held = cards.iter().copied();
        let held: Vec<Card> = held.filter(|card| card.color() == color).collect();
        (color, held)
    });
    held.filter(|(_, held)| !held.is_empty())
}

/// Whether the hand is shown as faces: all of its cards have one.
pub fn shows_faces(round: &RoundView, cx: &RenderContext) -> bool {
    faces::row(round.hand.iter().copied().map(Icon::Uno), cx).is_some()
}

/// Cards of the hand by colour; playable cards are bold if they are to be marked, and have a tick where they
/// are faces or counted: a script has no bold letters. Each has its number if they are to be counted.
pub fn lines(
    cards: &[Card],
    round: &RoundView,
    (mark, count): (bool, bool),
    cx: &RenderContext,
) -> Vec<String> {
    let faces = shows_faces(round, cx);
    let mut numbers = 1..;
    let mut sign = |card: &Card| {
        let shown = if faces {
            shown(*card, cx)
        } else {
            face(card.face(), cx)
        };
        let number = numbers.next().filter(|_| count);
        let number = number.map_or_else(String::new, |number: usize| format!("{number}:"));
        match (mark && round.playable.contains(card), faces, count) {
            (true, true, _) => format!("{number}{shown}✓ "),
            (true, false, true) => format!("**{number}{shown}**✓"),
            (true, false, false) => format!("**{shown}**"),
            (false, ..) => number + &shown,
        }
    };
    let lines = by_color(cards).map(|(color, held)| {
        let held: Vec<String> = held.iter().map(&mut sign).collect();
        if faces {
            return held.concat().trim_end().to_owned();
        }
        let color = color.map_or_else(String::new, |color| color_sign(color, cx) + " ");
        format!("{color}{}", held.join(" "))
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
    markup::dotted(typed).map(|numbers| say!(cx, "uno-by-number", numbers))
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
