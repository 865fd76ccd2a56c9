//! The table of UNO as everybody sees it, and the phrases it shares with other pages.

use super::{cards, notices, results};
use crate::art::Icon;
use crate::command::Verb;
use crate::game::{Seat, SeatSet};
use crate::text::context::{RenderContext, Surface};
use crate::text::page::{Control, Page, Style};
use crate::text::press::Line;
use crate::text::table::{
    act, add_away, add_vote, button, come_in_button, more_button, ping, plain_button,
    profile_button, rematch_row, series_line, who,
};
use crate::text::uno::phrases::{TableContext, coming, draw_label, numbered, turn_line};
use crate::uno::rules::{Draw, Score, UnoCall};
use crate::uno::view::UnoDecision;
use crate::uno::{Color, Direction, PhaseView, RoundView, View};

/// The most lines of recent plays.
pub const MOST_RECENT: usize = 4;

/// The table during and after a match.
pub fn page(view: &TableContext, game: &View, cx: &RenderContext) -> Page {
    let mut page = match &game.phase {
        PhaseView::Ready { contributed } => ready(view, game, *contributed, cx),
        PhaseView::Playing(round) => playing(view, game, round, cx),
        PhaseView::Over { places } => over(view, game, places, cx),
    };
    add_vote(view, cx, &mut page);
    add_away(view, cx, &mut page);
    page
}

/// Who is waited for, and for what.
pub fn due(view: &TableContext, game: &View, cx: &RenderContext) -> String {
    match game.playing() {
        Some(round) => turn_line(view, game, round, cx),
        None => say!(cx, "uno-ready"),
    }
}

/// The page between two rounds, or before the first.
fn ready(view: &TableContext, game: &View, mixed: SeatSet, cx: &RenderContext) -> Page {
    let mut page = match game.history.last() {
        Some(result) => results::round_page(result, game, view, cx),
        None => Page::titled(say!(cx, "uno-round", n = game.round)),
    };
    // Below a result the button alone says it where it stands.
    let says = cx.face != Surface::Browser || game.history.is_empty();
    let ready = says.then(|| due(view, game, cx)).into_iter();
    page.push(ready.chain(cx.by_itself()).collect::<Vec<_>>().join(" · "));
    if !mixed.is_empty() {
        let names = cx.list(mixed.iter().map(|seat| who(view, seat, cx)));
        page.push(say!(cx, "ready-mixed", names));
    }
    let deal = (Verb::Deal, String::new());
    let mut row = vec![
        act(view, cx, say!(cx, "button-deal"), deal, Style::Good),
        plain_button(view, cx, say!(cx, "button-score"), "score"),
        plain_button(view, cx, say!(cx, "button-verify"), "verify"),
        more_button(view, cx),
    ];
    row.extend(come_in_button(view, cx));
    page.row(row);
    page
}

fn playing(view: &TableContext, game: &View, round: &RoundView, cx: &RenderContext) -> Page {
    let top = cards::top(round, cx);
    let mut page = Page::titled(say!(cx, "uno-title", top));
    page.push(numbered(
        round.step + 1,
        turn_line(view, game, round, cx),
        cx,
    ));
    page.extend(notices::recent(view, game, cx, MOST_RECENT));
    page.push("");
    page.extend(player_lines(view, game, round, cx));
    let pile = u32::from(round.draw_pile);
    page.part(match round.direction {
        Direction::Forward => say!(cx, "uno-pile", pile),
        Direction::Backward => say!(cx, "uno-pile-turned", pile),
    });
    if round.decision == UnoDecision::Color {
        colors(view, cx, &mut page);
    }
    controls(view, game, round, cx, &mut page);
    let mut row = vec![
        plain_button(view, cx, say!(cx, "button-score"), "score"),
        more_button(view, cx),
    ];
    row.extend(come_in_button(view, cx));
    page.row(row);
    ping(view, &mut page);
    page
}

/// The controls that need no look at the own cards.
fn controls(
    view: &TableContext,
    game: &View,
    round: &RoundView,
    cx: &RenderContext,
    page: &mut Page,
) {
    let hand = "hand";
    let mut row = vec![button(
        view,
        cx,
        say!(cx, "uno-button-hand"),
        hand,
        Style::Main,
    )];
    let drawn = round.decision == UnoDecision::AfterDrawing;
    let draws_on = matches!(game.rules.draw, Draw::Many | Draw::ManyNoPass);
    let passes = match drawn {
        true => game.rules.draw != Draw::ManyNoPass,
        false => game.rules.pass_without_draw.is_on() && round.owed == 0,
    };
    let chooses = matches!(round.decision, UnoDecision::Color | UnoDecision::Swap);
    let calls = game.rules.uno_call == UnoCall::Catch;
    let all = [
        (
            !chooses && (!drawn || draws_on),
            draw_label(round, cx),
            Verb::Draw,
        ),
        (!chooses && passes, say!(cx, "uno-button-pass"), Verb::Pass),
        (round.callable, say!(cx, "uno-button-call"), Verb::Call),
        (calls, say!(cx, "uno-button-uno"), Verb::Uno),
        (
            calls && round.exposed.is_some(),
            say!(cx, "uno-button-catch"),
            Verb::Catch,
        ),
    ];
    let offered = all.into_iter().filter(|(offered, ..)| *offered);
    let offered =
        offered.map(|(_, label, verb)| act(view, cx, label, (verb, String::new()), Style::Plain));
    row.extend(offered);
    page.row(row);
}

/// The four colours as buttons.
pub fn colors(view: &TableContext, cx: &RenderContext, page: &mut Page) {
    let buttons = Color::ALL.map(|color| {
        let words = color.letter().to_ascii_lowercase().to_string();
        let verb = Verb::Play;
        color_button(view, cx, color, (Line::of_move(verb, &words), Style::Main))
    });
    page.row(buttons.to_vec());
}

pub fn color_button(
    view: &TableContext,
    cx: &RenderContext,
    color: Color,
    (line, style): (Line, Style),
) -> Control {
    let (icon, name) = (cx.icon(Icon::Color(color)), cards::color_name(color, cx));
    let label = match icon {
        Some(_) => name,
        None => format!("{} {name}", cards::color_sign(color, cx)),
    };
    button(view, cx, label, line, style).with_icon(icon)
}

fn player_lines(
    view: &TableContext,
    game: &View,
    round: &RoundView,
    cx: &RenderContext,
) -> Vec<String> {
    let calls = game.rules.uno_call == UnoCall::Catch;
    coming(game, round)
        .map(|seat| player_line(seat, view, round, calls, cx))
        .collect()
}

fn player_line(
    seat: Seat,
    view: &TableContext,
    round: &RoundView,
    calls: bool,
    cx: &RenderContext,
) -> String {
    let mark = if seat == round.turn { "▸ " } else { "" };
    let who = who(view, seat, cx);
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

fn over(view: &TableContext, game: &View, places: &[Seat], cx: &RenderContext) -> Page {
    let mut page = Page::titled(results::match_title(places, view, cx));
    for (place, seat) in places.iter().enumerate() {
        let score = game.scores.get(seat.index()).copied().unwrap_or(0);
        let who = who(view, *seat, cx);
        let place = place + 1;
        page.push(match game.rules.score {
            Score::None => say!(cx, "uno-place-alone", place, who),
            Score::Match | Score::Round | Score::Lowest => {
                say!(cx, "uno-place", place, who, score)
            }
        });
    }
    page.extend(series_line(view, cx));
    if let Some(result) = game.history.last() {
        let round = results::round_page(result, game, view, cx);
        page.part(format!("**{}**", round.title));
        page.extend(round.lines);
    }
    page.row(rematch_row(view, cx));
    page.row(vec![profile_button(view, cx)]);
    page
}
