//! The public page of tractor, in each phase.

use super::*;
use crate::text::table::{
    add_away, add_vote, draw_line, ping, profile_button, rematch_row, seat_lines, series_line,
};
use crate::tractor::rules::NoCall;

/// The most lines of the page, its title among them.
const MOST_LINES: usize = 11;

/// The table during and after a match.
pub fn page(cx: &MatchContext) -> Page {
    let mut page = match &cx.game.phase {
        PhaseView::Ready {
            contributions,
            redeals,
            ..
        } => ready(*redeals, contributions, cx),
        PhaseView::Dealing { dealt, .. } => dealing(*dealt, cx),
        PhaseView::CallWindow { .. } => call_window(cx),
        PhaseView::Burying | PhaseView::Overcalls { .. } => burying(cx),
        PhaseView::Playing { trick, to_play, .. } => playing(trick, *to_play, cx),
        PhaseView::Over { winner } => over(*winner, cx),
    };
    for seat in cx.game.surrender.iter() {
        let [who, partner] = [seat, seating::partner(seat)].map(|seat| who(seat, cx));
        page.push(say!(cx, "surrender-open", who, partner));
    }
    add_vote(cx, &mut page);
    add_away(cx, &mut page);
    fit(&mut page);
    page
}

/// Who is waited for, and for what.
pub fn due(cx: &MatchContext) -> String {
    match &cx.game.phase {
        PhaseView::Dealing { .. } => call_told(cx),
        PhaseView::CallWindow { open, .. } => {
            let title = match cx.face {
                Surface::Browser => call_told(cx),
                _ => say!(cx, "window-title", level = cx.game.level.name()),
            };
            // Without a clock nothing happens by itself.
            let has = cx.face != Surface::Browser || !open.is_empty();
            let passes = cx.deadline.filter(|_| has);
            let lines = std::iter::once(title).chain(passes.map(|_| say!(cx, "hand-call-passes")));
            lines.collect::<Vec<_>>().join(" · ")
        }
        PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => {
            trick::head(cx).unwrap_or_default()
        }
        PhaseView::Ready { .. } | PhaseView::Over { .. } => ready_line(cx),
    }
}

/// Leaves out gaps, the last first, as long as there are more lines than a phone shows at once.
fn fit(page: &mut Page) {
    if page.lines.last().is_some_and(String::is_empty) {
        page.lines.pop();
    }
    while page.lines.len() + usize::from(!page.title.is_empty()) > MOST_LINES {
        let Some(gap) = page.lines.iter().rposition(String::is_empty) else {
            return;
        };
        page.lines.remove(gap);
    }
}

/// How a round ended.
fn ended(result: &RoundResult, cx: &MatchContext) -> Page {
    match cx.face {
        Surface::Browser => results::laid_page(result, cx),
        Surface::Discord | Surface::Terminal => results::round_page(result, cx),
    }
}

/// The result of the last round, if any, and what the next deal waits for.
fn ready(redeals: u32, contributions: &Contributions, cx: &MatchContext) -> Page {
    let game = cx.game;
    let (round, level) = (game.round, game.level.name());
    let next = say!(cx, "round-title-open", round, level);
    let mut page = match game.history.last() {
        Some(result) => {
            let mut page = ended(result, cx);
            captions::add_round(&mut page, result, cx);
            if cx.face != Surface::Browser {
                page.part(format!("**{next}**"));
            }
            page
        }
        None => {
            let mut page = Page::titled(next);
            page.lines = seat_lines(cx);
            page.extend(draw_line(cx));
            page
        }
    };
    if let Some(dealer) = game.dealer.filter(|_| game.history.is_empty()) {
        page.push(phrases::dealer(dealer, cx));
    }
    if redeals > 0 {
        page.push(say!(cx, "ready-redeals", n = redeals));
    }
    // Where the button alone lies below a result, it says it.
    if !(cx.face == Surface::Browser && game.may_deal() && !game.history.is_empty()) {
        page.push(ready_line(cx));
    }
    page.extend(phrases::mixed(contributions, cx));
    page.extend(seal_line(game, cx));
    let mut row = vec![deal_button(cx), cx.named("verify")];
    if !game.history.is_empty() {
        row.push(cx.named("review"));
    }
    row.extend([cx.named("score"), cx.named("more")]);
    page.with(row)
}

/// Where the shuffle of the last round is checked.
fn seal_line(game: &View, cx: &RenderContext) -> Option<String> {
    let last = game.history.last();
    last.and_then(|last| results::seal_line(last.round, &last.deal.secret, cx))
}

/// What the next deal waits for.
pub fn ready_line(cx: &MatchContext) -> String {
    let game = cx.game;
    if let (Some(dealer), Some(_), false) = (game.dealer, game.seat(), game.may_deal()) {
        return say!(cx, "ready-dealer", who = who(dealer, cx));
    }
    match game.history.is_empty() {
        true => say!(cx, "ready-deal"),
        false => say!(cx, "ready-next"),
    }
}

pub fn deal_button(cx: &MatchContext) -> Control {
    let label = match cx.game.history.is_empty() {
        true => say!(cx, "button-deal"),
        false => say!(cx, "button-next-round"),
    };
    cx.act(label, (Verb::Deal, ""), Style::Good)
}

fn dealing(dealt: u8, cx: &MatchContext) -> Page {
    let level = cx.game.level.name();
    let title = say!(cx, "dealing-title", dealt, cards = DEALT as u64, level);
    let mut page = Page::titled(title);
    call_lines(cx, &mut page);
    teams(cx, &mut page);
    calling_controls(cx, &mut page);
    page
}

fn call_window(cx: &MatchContext) -> Page {
    let mut page = trick::page(&say!(cx, "window-title", level = cx.game.level.name()), cx);
    call_lines(cx, &mut page);
    page.push(say!(cx, "window-hint"));
    if let PhaseView::CallWindow { passed, .. } = &cx.game.phase {
        let names = cx.listed(passed.iter().map(|seat| who(seat, cx)));
        page.extend(names.map(|names| say!(cx, "window-passed", names)));
    }
    teams(cx, &mut page);
    calling_controls(cx, &mut page);
    page
}

/// The standing call, what could overturn it, and the dealer.
fn call_lines(cx: &MatchContext, page: &mut Page) {
    let game = cx.game;
    page.push(call_line(cx));
    if let Some((_, call)) = game.standing_call() {
        page.push(phrases::overturn(call, game.level, &game.rules, cx));
    }
    let first_round = game.uncalled.is_none();
    page.push(match game.dealer {
        Some(dealer) => phrases::dealer(dealer, cx),
        None if game.rules.last_caller_deals(first_round) => say!(cx, "dealing-final-dealer"),
        None => say!(cx, "dealing-first-dealer"),
    });
    let dealt_again = game.rules.no_call == NoCall::Redeal;
    if let Some(seat) = game
        .uncalled
        .filter(|_| game.calls.is_empty() && !dealt_again)
    {
        let who = who(seat, cx);
        page.push(say!(cx, "dealing-uncalled-dealer", who));
    }
}

/// The standing call, what a higher one does to it, and who is declarer by it; or what would be a call.
pub fn call_told(cx: &MatchContext) -> String {
    let game = cx.game;
    let last_deals = game.rules.last_caller_deals(game.uncalled.is_none());
    let known = game.dealer.filter(|_| !last_deals);
    let who = known.map(|dealer| who(dealer, cx)).unwrap_or_default();
    let dealer = match (last_deals, known) {
        (true, _) => "last",
        (false, None) => "first",
        (false, Some(_)) => "known",
    };
    let call = call_line(cx);
    match game.standing_call() {
        Some((_, standing)) => {
            let higher = phrases::overturn(standing, game.level, &game.rules, cx);
            say!(cx, "call-higher", call, higher, dealer, who)
        }
        None => say!(cx, "call-first", call, dealer, who),
    }
}

/// The standing call, or what would be one.
fn call_line(cx: &MatchContext) -> String {
    match cx.game.standing_call() {
        Some((seat, call)) => {
            let (who, call) = (who(seat, cx), phrases::called(call, cx.game.level, cx));
            say!(cx, "dealing-call", who, call)
        }
        None => {
            let level = Fact::try_number(cx.game.level.name());
            say!(cx, "dealing-no-call", level)
        }
    }
}

fn calling_controls(cx: &TableContext, page: &mut Page) {
    let help = cx.plain(say!(cx, "button-help"), "help calling");
    page.row(vec![hand_button(cx), help, cx.named("more")]);
}

fn burying(cx: &MatchContext) -> Page {
    let mut page = trick::page(&trick::head(cx).unwrap_or_default(), cx);
    page.push(trick::state(cx));
    page.extend(trick::teams(cx));
    if let Some(source) = cx.game.source {
        page.push(phrases::source(source, cx));
    }
    page.push("");
    page.extend(seat_lines(cx));
    page.row(vec![hand_button(cx), cx.named("score"), cx.named("more")]);
    ping(cx.view, &mut page);
    page
}

fn playing(trick: &TrickView, to_play: Seat, cx: &MatchContext) -> Page {
    let game = cx.game;
    let mut page = trick::page(&trick::head(cx).unwrap_or_default(), cx);
    let (round, number) = (game.round, game.tricks.len() + 1);
    let round = say!(cx, "state-round", round, trick = number);
    page.push(format!("{} · {round}", trick::state(cx)));
    page.extend(trick::teams(cx));
    if game.tricks.is_empty() && trick.plays.is_empty() {
        page.extend(game.source.map(|source| phrases::source(source, cx)));
    }
    page.push("");
    page.extend(trick::lines(options::trump(game), trick, Some(to_play), cx));
    page.push("");
    page.extend(trick::last(cx));
    let last = cx.plain(say!(cx, "button-last-trick"), "last");
    page.row(vec![
        hand_button(cx),
        last,
        cx.named("score"),
        cx.named("more"),
    ]);
    ping(cx.view, &mut page);
    page
}

fn over(winner: Team, cx: &MatchContext) -> Page {
    let mut page = Page::titled(results::match_title(winner, cx));
    page.push(levels(cx));
    if let Some(result) = cx.game.history.last() {
        page.push("");
        page.extend(ended(result, cx).told());
    }
    if cx.view.daily.is_some() {
        let mut row = daily::after(cx);
        row.extend([cx.named("review"), cx.named("score")]);
        return page.with(row);
    }
    page.extend(series_line(cx));
    page.extend(draw_line(cx));
    page.extend(seal_line(cx.game, cx));
    captions::add_levels(&mut page, cx.game, cx);
    page.row(rematch_row(cx));
    page.with(vec![cx.named("review"), profile_button(cx)])
}

/// The seats, and the levels of both teams.
fn teams(cx: &MatchContext, page: &mut Page) {
    page.push("");
    page.extend(seat_lines(cx));
    page.push(levels(cx));
}

/// The levels of both teams: `North + South **2** · West + East **2**`.
fn levels(cx: &MatchContext) -> String {
    let [a, b] = Team::ALL.map(|team| phrases::team(team, cx));
    let [a_level, b_level] = Team::ALL.map(|team| cx.game.levels[team.index()].name());
    say!(cx, "match-levels", a, a_level, b, b_level)
}

fn hand_button(cx: &TableContext) -> Control {
    cx.button(say!(cx, "button-hand"), "hand", Style::Main)
}
