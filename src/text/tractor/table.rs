//! The public page of tractor, in each phase.

use super::phrases::{self, Table};
use super::results;
use crate::chance::{Commitment, Contributions};
use crate::command::Verb;
use crate::game::Seat;
use crate::table::Ping;
use crate::text::cards;
use crate::text::context::RenderContext;
use crate::text::page::{Control, Page, Style};
use crate::text::press::{Sheet, Tap};
use crate::text::shuffle::seal_line;
use crate::text::table::{
    act, add_vote, awaited, away_lines, away_row, button, more_button, seat_lines, series_line, who,
};
use crate::text::topic::Topic;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::card::Card;
use crate::tractor::deck::DEALT;
use crate::tractor::rules::FirstDealer;
use crate::tractor::score::POINTS_TO_WIN;
use crate::tractor::seating::{self, Team};
use crate::tractor::view::{PhaseView, TrickView, View};

/// The table during and after a match.
pub fn page(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let mut page = match &game.phase {
        PhaseView::Ready {
            commitment,
            contributions,
            redeals,
        } => ready(view, game, (commitment, *redeals), contributions, cx),
        PhaseView::Dealing { dealt, .. } => dealing(view, game, *dealt, cx),
        PhaseView::CallWindow { .. } => call_window(view, game, cx),
        PhaseView::Burying => burying(view, game, cx),
        PhaseView::Playing { trick, to_play, .. } => playing(view, game, trick, *to_play, cx),
        PhaseView::Over { winner } => over(view, game, *winner, cx),
    };
    for seat in game.surrender.iter() {
        page.push(say!(
            cx,
            "surrender-open",
            who = who(view, seat, cx),
            partner = who(view, seating::partner(seat), cx),
            surrender = cx.command("surrender"),
            playon = cx.command("playon"),
        ));
    }
    add_vote(view, cx, &mut page);
    page.lines.extend(away_lines(view, cx));
    page.row(away_row(view, cx));
    page
}

/// The result of the last round, if any, and what the next deal waits for.
fn ready(
    view: &Table,
    game: &View,
    (commitment, redeals): (&Commitment, u32),
    contributions: &Contributions,
    cx: &RenderContext,
) -> Page {
    let (round, level) = (game.round, game.level.name());
    let next = say!(cx, "round-title-open", round = round, level = level);
    let mut page = match game.history.last() {
        Some(result) => {
            let mut page = results::round_page(result, view, game, cx);
            page.push("");
            page.push(format!("**{next}**"));
            page
        }
        None => {
            let mut page = Page::titled(next);
            page.lines = seat_lines(view, cx);
            page
        }
    };
    if let Some(dealer) = game.dealer.filter(|_| game.history.is_empty()) {
        page.push(phrases::dealer(view, dealer, cx));
    }
    if redeals > 0 {
        page.push(say!(cx, "ready-redeals", n = redeals));
    }
    page.push(ready_line(game, cx));
    page.push(seal_line(commitment, cx));
    let mixed = contributions.given();
    let mixed = mixed.map(|(seat, _)| who(view, Seat::new(seat as u8), cx));
    let mixed: Vec<String> = mixed.collect();
    page.push(if mixed.is_empty() {
        say!(cx, "ready-mix", mix = cx.command("mix …"))
    } else {
        say!(cx, "ready-mixed", names = cx.list(mixed))
    });
    let mut row = vec![deal_button(view, game, cx)];
    if !game.history.is_empty() {
        let verify = Tap::Show(Sheet::Verify);
        row.push(button(
            view,
            cx,
            say!(cx, "button-verify"),
            verify,
            Style::Plain,
        ));
    }
    row.push(score_button(view, cx));
    row.push(more_button(view, cx));
    page.row(row);
    page
}

/// What the next deal waits for.
pub fn ready_line(game: &View, cx: &RenderContext) -> String {
    let deal = cx.command("deal");
    match game.history.is_empty() {
        true => say!(cx, "ready-deal", deal = deal),
        false => say!(cx, "ready-next", deal = deal),
    }
}

/// The button that deals.
pub fn deal_button(view: &Table, game: &View, cx: &RenderContext) -> Control {
    let label = match game.history.is_empty() {
        true => say!(cx, "button-deal"),
        false => say!(cx, "button-next-round"),
    };
    let deal = (Verb::Deal, String::new());
    act(view, cx, label, deal, Style::Good)
}

fn dealing(view: &Table, game: &View, dealt: u8, cx: &RenderContext) -> Page {
    let level = game.level.name();
    let title = say!(
        cx,
        "dealing-title",
        dealt = dealt,
        cards = DEALT as u64,
        level = level
    );
    let mut page = Page::titled(title);
    call_lines(view, game, cx, &mut page);
    teams(view, game, cx, &mut page);
    calling_controls(view, cx, &mut page);
    page
}

fn call_window(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let title = say!(cx, "window-title", level = game.level.name());
    let mut page = Page::titled(with_time(title, cx));
    call_lines(view, game, cx, &mut page);
    page.push(say!(cx, "window-hint", pass = cx.command("pass")));
    if let PhaseView::CallWindow { passed, .. } = &game.phase
        && !passed.is_empty()
    {
        let names = cx.list(passed.iter().map(|seat| who(view, seat, cx)));
        page.push(say!(cx, "window-passed", names = names));
    }
    teams(view, game, cx, &mut page);
    calling_controls(view, cx, &mut page);
    page
}

/// The standing call, what could overturn it, and the dealer.
fn call_lines(view: &Table, game: &View, cx: &RenderContext, page: &mut Page) {
    match game.standing_call() {
        Some((seat, call)) => {
            page.push(say!(
                cx,
                "dealing-call",
                who = who(view, seat, cx),
                call = phrases::called(call, game.level, cx),
            ));
            page.push(phrases::overturn(call, game.level, &game.rules, cx));
        }
        None => page.push(say!(cx, "dealing-no-call", level = game.level.name())),
    }
    match (game.dealer, game.rules.first_dealer) {
        (Some(dealer), _) => page.push(phrases::dealer(view, dealer, cx)),
        (None, FirstDealer::FirstCall) => page.push(say!(cx, "dealing-first-dealer")),
        (None, FirstDealer::FinalCall) => page.push(say!(cx, "dealing-final-dealer")),
    }
}

fn calling_controls(view: &Table, cx: &RenderContext, page: &mut Page) {
    let help = Tap::Show(Sheet::Help(Topic::Calling));
    page.row(vec![
        hand_button(view, cx),
        button(view, cx, say!(cx, "button-help"), help, Style::Plain),
        more_button(view, cx),
    ]);
}

fn burying(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let mut page = Page::titled(round_title(game, cx));
    if let Some(dealer) = game.dealer {
        let (who, seat) = (who(view, dealer, cx), Tractor::seat_name(dealer, cx));
        page.push(with_time(say!(cx, "turn-bury", who = who, seat = seat), cx));
    }
    if let Some(source) = game.source {
        page.push(phrases::source(source, view, game, cx));
    }
    teams(view, game, cx, &mut page);
    page.row(vec![
        hand_button(view, cx),
        score_button(view, cx),
        more_button(view, cx),
    ]);
    ping(view, &mut page);
    page
}

fn playing(
    view: &Table,
    game: &View,
    trick: &TrickView,
    to_play: Seat,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(round_title(game, cx));
    let (who_, seat) = (who(view, to_play, cx), Tractor::seat_name(to_play, cx));
    let turn = match trick.plays.first() {
        None => say!(cx, "turn-lead", who = who_, seat = seat),
        Some(lead) => say!(
            cx,
            "turn-follow",
            who = who_,
            seat = seat,
            lead = cards::list(lead)
        ),
    };
    page.push(with_time(turn, cx));
    if let Some(dealer) = game.dealer {
        page.push(say!(
            cx,
            "state-line",
            who = who(view, dealer, cx),
            team = phrases::people(Team::of(dealer).other(), view, cx),
            points = game.points,
            needed = POINTS_TO_WIN,
            trick = game.tricks.len() + 1,
        ));
    }
    if game.tricks.is_empty() && trick.plays.is_empty() {
        let source = game
            .source
            .map(|source| phrases::source(source, view, game, cx));
        page.lines.extend(source);
    }
    page.push("");
    page.lines
        .extend(trick_lines(view, trick, Some(to_play), cx));
    page.push("");
    if let Some(last) = game.tricks.last() {
        let who = who(view, last.winning.unwrap_or(last.leader), cx);
        page.push(say!(cx, "trick-last", who = who, points = last.points));
    }
    page.push(levels(game, cx));
    let plain = |label, sheet| button(view, cx, label, Tap::Show(sheet), Style::Plain);
    page.row(vec![
        hand_button(view, cx),
        plain(say!(cx, "button-last-trick"), Sheet::LastTrick),
        score_button(view, cx),
        more_button(view, cx),
    ]);
    ping(view, &mut page);
    page
}

/// The plays of a trick, one line a seat; `next` is shown as thinking, before those who play after
/// them.
pub fn trick_lines(
    view: &Table,
    trick: &TrickView,
    next: Option<Seat>,
    cx: &RenderContext,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut seat = trick.leader;
    for (i, play) in trick.plays.iter().enumerate() {
        let lead = if i == 0 { "▸ " } else { "" };
        let highest = trick.winning == Some(seat) && trick.plays.len() > 1;
        let mark = if highest {
            format!(" ◂ {}", say!(cx, "trick-highest"))
        } else {
            String::new()
        };
        lines.push(format!(
            "{lead}{} {} {}{mark}",
            Tractor::seat_name(seat, cx),
            who(view, seat, cx),
            cards::list(play)
        ));
        if i == 0
            && let Some(tried) = &trick.failed_throw
        {
            let back = cards::list(&without(tried, play));
            lines.push(say!(cx, "trick-taken-back", cards = back));
        }
        seat = seating::next(seat);
    }
    if let Some(next) = next {
        let lead = if trick.plays.is_empty() { "▸ " } else { "" };
        let place = |seat| format!("{} {}", Tractor::seat_name(seat, cx), who(view, seat, cx));
        lines.push(format!("{lead}{} …", place(next)));
        let mut seat = next;
        for _ in trick.plays.len() + 1..4 {
            seat = seating::next(seat);
            lines.push(place(seat));
        }
    }
    lines
}

/// The cards without those of the other list.
fn without(cards: &[Card], others: &[Card]) -> Vec<Card> {
    let mut rest = cards.to_vec();
    for card in others {
        if let Some(at) = rest.iter().position(|other| other == card) {
            rest.remove(at);
        }
    }
    rest
}

fn over(view: &Table, game: &View, winner: Team, cx: &RenderContext) -> Page {
    let mut page = Page::titled(results::match_title(winner, view, cx));
    page.push(levels(game, cx));
    if let Some(result) = game.history.last() {
        let last = results::round_page(result, view, game, cx);
        page.push("");
        page.push(format!("**{}**", last.title));
        page.lines.extend(last.lines);
    }
    page.lines.extend(series_line(view, cx));
    let verify = Tap::Show(Sheet::Verify);
    page.row(vec![
        button(
            view,
            cx,
            say!(cx, "button-rematch"),
            Tap::Start,
            Style::Good,
        ),
        score_button(view, cx),
        button(view, cx, say!(cx, "button-verify"), verify, Style::Plain),
        button(
            view,
            cx,
            say!(cx, "button-rules"),
            Tap::Show(Sheet::Rules),
            Style::Plain,
        ),
        button(view, cx, say!(cx, "button-leave"), Tap::Leave, Style::Plain),
    ]);
    page
}

/// The seats, and the levels of both teams.
fn teams(view: &Table, game: &View, cx: &RenderContext, page: &mut Page) {
    page.push("");
    page.lines.extend(seat_lines(view, cx));
    page.push(levels(game, cx));
}

/// The levels of both teams: `North + South **2** · West + East **2**`.
fn levels(game: &View, cx: &RenderContext) -> String {
    let [a, b] = Team::ALL;
    say!(
        cx,
        "match-levels",
        a = phrases::team(a, cx),
        a_level = game.levels[a.index()].name(),
        b = phrases::team(b, cx),
        b_level = game.levels[b.index()].name(),
    )
}

/// The round, its level and its trump.
pub fn round_title(game: &View, cx: &RenderContext) -> String {
    let (round, level) = (game.round, game.level.name());
    match game.trump {
        Some(trump) => {
            let trump = phrases::trump(trump, cx);
            say!(
                cx,
                "round-title",
                round = round,
                level = level,
                trump = trump
            )
        }
        None => say!(cx, "round-title-open", round = round, level = level),
    }
}

/// A line followed by the countdown of the turn.
fn with_time(line: String, cx: &RenderContext) -> String {
    match cx.when() {
        Some(when) => format!("{line} · {when}"),
        None => line,
    }
}

fn ping(view: &Table, page: &mut Page) {
    if view.limits.ping == Ping::On {
        page.ping = awaited(view);
    }
}

fn hand_button(view: &Table, cx: &RenderContext) -> Control {
    button(
        view,
        cx,
        say!(cx, "button-hand"),
        Tap::Show(Sheet::Hand),
        Style::Main,
    )
}

fn score_button(view: &Table, cx: &RenderContext) -> Control {
    button(
        view,
        cx,
        say!(cx, "button-score"),
        Tap::Show(Sheet::Score),
        Style::Plain,
    )
}
