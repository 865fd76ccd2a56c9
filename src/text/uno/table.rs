//! The table of UNO as everybody sees it, and the phrases it shares with other pages.

use super::*;
use crate::game::SeatSet;
use crate::text::table::{
    self, add_away, add_vote, come_in_button, ping, profile_button, rematch_row, series_line,
};
use crate::uno::rules::{Draw, Stack};

/// The most lines of recent plays.
pub const MOST_RECENT: usize = 4;

/// The table during and after a match.
pub fn page(cx: &MatchContext) -> Page {
    let mut page = match &cx.game.phase {
        PhaseView::Ready { contributed } => ready(*contributed, cx),
        PhaseView::Playing(round) => playing(round, cx),
        PhaseView::Over { places } => over(places, cx),
    };
    add_vote(cx, &mut page);
    add_away(cx, &mut page);
    page
}

/// Who is waited for, and for what.
pub fn due(cx: &MatchContext) -> String {
    match cx.game.playing() {
        Some(round) => turn_line(round, cx),
        None => say!(cx, "uno-ready"),
    }
}

/// The page between two rounds, or before the first.
fn ready(mixed: SeatSet, cx: &MatchContext) -> Page {
    let mut page = match cx.game.history.last() {
        Some(result) => score::round_page(result, cx),
        None => Page::titled(say!(cx, "uno-round", n = cx.game.round)),
    };
    // Below a result the button alone says it where it stands.
    let says = cx.face != Surface::Browser || cx.game.history.is_empty();
    let ready = says.then(|| due(cx)).into_iter();
    page.push(ready.chain(cx.by_itself()).collect::<Vec<_>>().join(" · "));
    let names = cx.listed(mixed.iter().map(|seat| who(seat, cx)));
    page.extend(names.map(|names| say!(cx, "ready-mixed", names)));
    let mut row = vec![
        cx.act(say!(cx, "button-deal"), (Verb::Deal, ""), Style::Good),
        cx.named("score"),
        cx.named("verify"),
        cx.named("more"),
    ];
    row.extend(come_in_button(cx));
    page.with(row)
}

fn playing(round: &RoundView, cx: &MatchContext) -> Page {
    let mut page = Page::titled(say!(cx, "uno-title", top = cards::top(round, cx)));
    page.push(numbered(round.step + 1, turn_line(round, cx), cx));
    page.extend(notices::recent(cx, MOST_RECENT));
    page.push("");
    page.extend(player_lines(round, cx));
    let pile = u32::from(round.draw_pile);
    let turned = (round.direction == Direction::Backward).to_string();
    page.part(say!(cx, "uno-draw-pile", turned, pile));
    if round.decision == UnoDecision::Color {
        colors(cx, &mut page);
    }
    controls(round, cx, &mut page);
    let mut row = vec![cx.named("score"), cx.named("more")];
    row.extend(come_in_button(cx));
    page.row(row);
    ping(cx.view, &mut page);
    page
}

/// The controls that need no look at the own cards.
fn controls(round: &RoundView, cx: &MatchContext, page: &mut Page) {
    let game = cx.game;
    let mut row = vec![cx.button(say!(cx, "uno-button-hand"), "hand", Style::Main)];
    let drawn = round.decision == UnoDecision::AfterDrawing;
    let draws_on = matches!(game.rules.draw, Draw::Many | Draw::ManyNoPass);
    let passes = match drawn {
        true => game.rules.draw != Draw::ManyNoPass,
        false => game.rules.pass_without_draw.is_on() && round.owed == 0,
    };
    let chooses = matches!(round.decision, UnoDecision::Color | UnoDecision::Swap);
    let calls = game.rules.uno_call == UnoCall::Catch;
    let all = [
        (!chooses && (!drawn || draws_on), Verb::Draw),
        (!chooses && passes, Verb::Pass),
        (round.callable, Verb::Call),
        (calls, Verb::Uno),
        (calls && round.exposed.is_some(), Verb::Catch),
    ];
    let offered = all.into_iter().filter(|(offered, _)| *offered);
    row.extend(
        offered.map(|(_, verb)| cx.act(move_label(verb, round, cx), (verb, ""), Style::Plain)),
    );
    page.row(row);
}

/// The four colours as buttons.
pub fn colors(cx: &TableContext, page: &mut Page) {
    let buttons = Color::ALL.map(|color| {
        let words = color.letter().to_ascii_lowercase().to_string();
        color_button(cx, color, (Line::of_move(Verb::Play, &words), Style::Main))
    });
    page.row(buttons.to_vec());
}

pub fn color_button(cx: &TableContext, color: Color, (line, style): (Line, Style)) -> Control {
    let (icon, name) = (cx.icon(Icon::Color(color)), cards::color_name(color, cx));
    let label = match icon {
        Some(_) => name,
        None => format!("{} {name}", cards::color_sign(color, cx)),
    };
    cx.button(label, line, style).with_icon(icon)
}

fn player_lines(round: &RoundView, cx: &MatchContext) -> Vec<String> {
    let players = coming(cx.game, round);
    players.map(|seat| player_line(seat, round, cx)).collect()
}

fn player_line(seat: Seat, round: &RoundView, cx: &MatchContext) -> String {
    let calls = cx.game.rules.uno_call == UnoCall::Catch;
    let mark = if seat == round.turn { "▸ " } else { "" };
    let who = who(seat, cx);
    if let Some(place) = round.out.iter().position(|out| *out == seat) {
        return say!(cx, "uno-player-out", mark, who, place = place + 1);
    }
    let held = round.hand_sizes.get(seat.index()).copied().unwrap_or(0);
    if round.said_uno.contains(seat) && held == 1 {
        return say!(cx, "uno-player-uno", mark, who);
    }
    // A player who was not caught in time is safe: a catch would only cost its maker.
    if calls && held == 1 && round.exposed != Some(seat) {
        return say!(cx, "uno-player-safe", mark, who);
    }
    say!(cx, "uno-player", mark, who, n = held)
}

fn over(places: &[Seat], cx: &MatchContext) -> Page {
    let mut page = Page::titled(score::match_title(places, cx));
    for (place, seat) in (1_usize..).zip(places) {
        let score = cx.game.scores.get(seat.index()).copied().unwrap_or(0);
        let (who, scored) = (who(*seat, cx), cx.game.rules.score != Score::None);
        let scored = scored.to_string();
        page.push(say!(cx, "uno-place", scored, place, who, score));
    }
    page.extend(series_line(cx));
    if let Some(result) = cx.game.history.last() {
        page.push("");
        page.extend(score::round_page(result, cx).told());
    }
    page.row(rematch_row(cx));
    page.with(vec![profile_button(cx)])
}

pub type TableContext<'a> = context::TableContext<'a, Uno>;
pub type MatchContext<'a> = context::MatchContext<'a, Uno>;

/// The player as shown in lists: not bold, with a robot if a computer plays there.
pub fn plain_who(seat: Seat, cx: &TableContext) -> String {
    let name = table::plain_who(seat, cx);
    let place = cx.view.place(seat);
    match place.is_some_and(|place| place.occupant.computer().is_some()) {
        true => format!("{name} 🤖"),
        false => name,
    }
}

/// The line with the number of its play, if the looks say so: `#12 · …`. Plays are counted from 1
/// in each round.
pub fn numbered(number: u32, line: String, cx: &RenderContext) -> String {
    match cx.looks.play_numbers {
        true => format!("#{number} · {line}"),
        false => line,
    }
}

/// Whose turn it is and what they have to decide.
pub fn turn_line(round: &RoundView, cx: &MatchContext) -> String {
    let (who, owed) = (who(round.turn, cx), round.owed);
    let stacks = cx.game.rules.stack != Stack::None;
    let line = match round.decision {
        UnoDecision::Color => say!(cx, "uno-turn-color", who),
        UnoDecision::Swap => say!(cx, "uno-turn-swap", who),
        UnoDecision::Turn if owed > 0 => match (round.callable, stacks) {
            (true, false) => say!(cx, "uno-turn-owes-call", who, owed),
            (true, true) => say!(cx, "uno-turn-owes-both", who, owed),
            (false, _) => say!(cx, "uno-turn-owes", who, owed),
        },
        UnoDecision::Turn => say!(cx, "uno-turn", who),
        UnoDecision::AfterDrawing => say!(cx, "uno-turn-drawn", who),
    };
    cx.timed(line)
}

/// The players in turn order, the current one first.
pub fn coming(game: &View, round: &RoundView) -> impl Iterator<Item = Seat> {
    let mut order = game.order.clone();
    if round.direction == Direction::Backward {
        order.reverse();
    }
    let turn = order.iter().position(|seat| *seat == round.turn);
    order.rotate_left(turn.unwrap_or(0));
    let left = game.left;
    order.into_iter().filter(move |seat| !left.contains(*seat))
}

/// What the button of a move says that is no play.
pub fn move_label(verb: Verb, round: &RoundView, cx: &RenderContext) -> String {
    match verb {
        Verb::Draw if round.owed > 0 => say!(cx, "uno-button-draw-owed", owed = round.owed),
        Verb::Draw => say!(cx, "uno-button-draw"),
        Verb::Pass => say!(cx, "uno-button-pass"),
        Verb::Call => say!(cx, "uno-button-call"),
        Verb::Uno => say!(cx, "uno-button-uno"),
        _ => say!(cx, "uno-button-catch"),
    }
}
