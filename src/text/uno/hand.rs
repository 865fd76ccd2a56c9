//! The viewer's hand and what they may do with it.

use super::buttons::HandRows;
use super::phrases::{
    MatchContext, TableContext, coming, move_label, numbered, plain_who, turn_line,
};
use super::plays::marks;
use super::table::colors;
use super::words::{has_numbered_moves, typed_play};
use super::{cards, held, notices, plays, table};
use crate::command::Verb;
use crate::game::Seat;
use crate::table::{StageView, TableView};
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Fact;
use crate::text::page::{Control, Page, Style, Tint};
use crate::text::table::{add_return, closed_page, lobby_page, more_button, who};
use crate::text::voice::word_of;
use crate::uno::rules::BluffTest;
use crate::uno::view::{ShownHand, UnoDecision};
use crate::uno::{Action, Card, Move, PhaseView, RoundView, Uno};

pub fn page(cx: &TableContext) -> Page {
    let game = match &cx.view.stage {
        StageView::Lobby => return lobby_page(cx),
        StageView::Closed => return closed_page::<Uno>(cx),
        StageView::Playing(game) | StageView::Over(game) => game,
    };
    match (&game.phase, cx.view.seat()) {
        (PhaseView::Playing(round), Some(seat)) => hand(round, seat, &cx.with(game)),
        _ => {
            let mut page = table::page(&cx.with(game));
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
        page.extend(held::lines(in_lines, round, counted, cx));
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
        page.extend(held::by_number(round, cx));
    }
}

/// How many cards the others hold.
fn others_line(round: &RoundView, own: Seat, cx: &MatchContext) -> String {
    let others = coming(cx.game, round);
    let others = others.filter(|seat| *seat != own && !round.out.contains(seat));
    let held = others.map(|seat| {
        let n = round.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        let uno = match n == 1 && round.said_uno.contains(seat) {
            true => " UNO",
            false => "",
        };
        format!("{} {n}{uno}", who(seat, cx))
    });
    let held = held.collect::<Vec<_>>().join(" · ");
    say!(cx, "uno-others", held)
}

/// What the viewer has to do, its first line bold and with the countdown of the turn.
fn head(turn: String, cx: &RenderContext) -> String {
    let (first, rest) = turn.split_once('\n').unwrap_or((&turn, ""));
    let first = match first.contains("**") {
        true => first.to_owned(),
        false => format!("**{first}**"),
    };
    let first = std::iter::once(first).chain(cx.when());
    let first = first.collect::<Vec<_>>().join(" · ");
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
    let owed = round.owed;
    let stuck = round.playable.is_empty().to_string();
    let mut line = say!(cx, "uno-owing", stuck, owed);
    if let (true, Some((by, _))) = (round.may.call, round.last_play) {
        let who = who(by, cx);
        line.push('\n');
        line.push_str(&say!(cx, "uno-you-may-call", who, owed, more = owed + 2));
    }
    line
}

fn shown_line(shown: &ShownHand, cx: &TableContext) -> String {
    let (who, held) = (who(shown.seat, cx), cards::list(&shown.cards, cx));
    if shown.guilty {
        say!(cx, "uno-shown-guilty", who, cards = held)
    } else {
        say!(cx, "uno-shown-innocent", who, cards = held)
    }
}

fn swaps(own: Seat, round: &RoundView, cx: &MatchContext, page: &mut Page) {
    let others = cx.game.order.iter().filter(|seat| {
        **seat != own && !cx.game.left.contains(**seat) && !round.out.contains(seat)
    });
    let buttons = others.map(|seat| {
        let name = plain_who(*seat, cx);
        let held = round.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        let words = format!("#{}", seat.index() + 1);
        let label = format!("{name} ({held})");
        cx.act(label, (Verb::Play, words), Style::Main)
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
    if let (true, Some((by, _))) = (round.may.call, round.last_play) {
        let (who, owed) = (who(by, cx), round.owed);
        return Some(say!(cx, "uno-you-may-call", who, owed, more = owed + 2));
    }
    let who = who(catchable(cx.view, round)?, cx);
    let n = cx.game.rules.uno_penalty.cards();
    Some(match cx.game.rules.false_catch.is_on() {
        true => say!(cx, "uno-catch-costs", who, n),
        false => say!(cx, "uno-catch-free", who, n),
    })
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
    row.push(more_button(cx));
    row
}

/// A short prompt for what the viewer has to do now.
pub fn prompt(cx: &TableContext) -> String {
    let game = match &cx.view.stage {
        StageView::Lobby | StageView::Over(_) => return cx.command("start"),
        StageView::Closed => return cx.command("join"),
        StageView::Playing(game) => game,
    };
    match (game.playing(), cx.view.seat()) {
        (Some(round), Some(seat)) if round.turn == seat => {
            let top = cards::top(round, cx);
            say!(cx, "uno-prompt", top)
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
