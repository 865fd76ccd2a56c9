//! The pages of a table that do not depend on its game, the buttons and menus of a table, and the questions before
//! what cannot be undone; and the whole moves that words can be completed to.

use super::*;
use crate::command::AtTable;
use crate::table::{Consent, Happening, Motion, News, VoteView};
use crate::text::context::{Draft, MatchContext};
use crate::text::faces::fitting;
use crate::text::markup::plain;
use crate::text::page::{PageKind, Tint};
use crate::text::profile;
use crate::text::statistics::mentioned;

pub fn public_page<G: Voice>(cx: &TableContext<G>) -> Page {
    match &cx.view.stage {
        StageView::Lobby => lobby_page(cx),
        StageView::Playing(game) | StageView::Over(game) => fitting(cx, |shown| {
            let cx = &shown.at(cx.view);
            let mut page = G::table_page(&cx.with(game));
            if G::is_between(game) || matches!(cx.view.stage, StageView::Over(_)) {
                page.extend(profile::honours_line(cx));
                page.extend(profile::change_line(cx));
            }
            page.extend(banks(|_| true, cx));
            page.extend(newcomer_lines(cx));
            page
        }),
        StageView::Closed => G::closed_page(cx),
    }
}

/// What is drawn of the match; without one the lobby, or that the table is closed.
pub fn of_match<G: Voice>(
    cx: &TableContext<G>,
    draw: impl FnOnce(&MatchContext<G>) -> Page,
) -> Page {
    match &cx.view.stage {
        StageView::Lobby => lobby_page(cx),
        StageView::Closed => closed_page::<G>(cx),
        StageView::Playing(game) | StageView::Over(game) => draw(&cx.with(game)),
    }
}

/// What is left in the time banks of these seats, if there are any.
fn banks<G: Voice>(wanted: impl Fn(Seat) -> bool, cx: &TableContext<G>) -> Option<String> {
    let places = cx.view.seats.iter().filter(|place| wanted(place.seat));
    let left = places.filter_map(|place| {
        let (minutes, seconds) = (place.bank_s? / 60, place.bank_s? % 60);
        let who = who(place.seat, cx);
        Some(format!("{who} {minutes}:{seconds:02}"))
    });
    cx.listed(left).map(|banks| say!(cx, "banks", banks))
}

/// The page of a closed table, with who or what closed it. The result of a match stays to be read.
pub fn closing_page<G: Voice>(cx: &TableContext<G>) -> Page {
    let mut page = closed_page::<G>(cx);
    if let Some(by) = cx.view.closing.as_ref().map(|closing| closing.by) {
        let why = news_lines(&News::Table(Happening::Closed { by }), cx);
        page.lines.splice(0..0, why);
    }
    let Some(over) = cx.view.result() else {
        return page;
    };
    let mut result = public_page(&cx.at(&over));
    result.push("");
    result.lines.extend(page.lines);
    for_reading(result)
}

/// The page without what nobody can do any more.
fn for_reading(mut page: Page) -> Page {
    page.controls.clear();
    page.ping.clear();
    page
}

pub fn sheet_page<G: Voice>(sheet: PageKind, cx: &TableContext<G>) -> Page {
    let view = cx.view;
    if let (Some(over), true) = (view.result(), sheet.is_of_match()) {
        return for_reading(sheet_page(sheet, &cx.at(&over)));
    }
    match sheet {
        PageKind::Hand => fitting(cx, |shown| {
            let cx = &shown.at(view);
            let mut page = G::hand_page(cx);
            daily::leave_out(view, &mut page);
            page.extend(banks(|seat| view.seat() == Some(seat), cx));
            add_browser(cx, &mut page);
            page
        }),
        PageKind::More => {
            let mut page = more_page(cx);
            daily::leave_out(view, &mut page);
            page
        }
        PageKind::Score
        | PageKind::LastTrick
        | PageKind::Trick(_)
        | PageKind::Seen
        | PageKind::Verify
        | PageKind::Surrender => fitting(cx, |shown| G::game_sheet(sheet, &shown.at(view))),
    }
}

/// The page of the help for what the viewer is doing at this table: for who does not play there, how
/// to sit down and start.
pub fn help_topic<G: Voice>(view: &TableView<G>) -> Topic {
    match &view.stage {
        StageView::Playing(game) | StageView::Over(game) if view.seat().is_some() => {
            G::help_topic(game)
        }
        _ => Topic::Game(G::KIND),
    }
}

/// A short prompt for what the viewer has to do now, for the terminal.
pub fn prompt<G: Voice>(cx: &TableContext<G>) -> String {
    match &cx.view.stage {
        StageView::Playing(game) => G::prompt(&cx.with(game)),
        StageView::Closed => cx.command("join"),
        StageView::Lobby | StageView::Over(_) => {
            let words = cx.view.daily.map(daily::words);
            cx.command(words.as_deref().unwrap_or("start"))
        }
    }
}

/// The lines of a notice for the viewer; `None` if it has none.
pub fn notice_lines<G: Voice>(
    notice: &TableNotice<G>,
    cx: &TableContext<G>,
) -> Option<Vec<String>> {
    let lines = match notice {
        News::Game(notice) => G::game_notice(notice, cx),
        news => news_lines(news, cx),
    };
    (!lines.is_empty()).then_some(lines)
}

/// The question whether to do what this line does: one line that says what happens, `Do it` and `Back`.
pub fn question<G: Voice>(line: &Line, cx: &TableContext<G>) -> Page {
    Page::line(consequence(line, cx)).with(vec![
        cx.button(say!(cx, "button-do-it"), line.clone(), Style::Grave),
        cx.named("back"),
    ])
}

/// What happens if it is done, in one line.
fn consequence<G: Voice>(line: &Line, cx: &TableContext<G>) -> String {
    let view = cx.view;
    let playing = matches!(view.stage, StageView::Playing(_));
    let (name, words) = line.command().unzip();
    match name {
        Some(Name::AtTable(AtTable::Leave)) if is_alone(view) => say!(cx, "ask-leave-alone"),
        Some(Name::AtTable(AtTable::Leave)) => G::leaving(cx),
        Some(Name::AtTable(AtTable::Reset)) => match reset(view).map_or(1, |vote| vote.needed) {
            0 | 1 => say!(cx, "ask-reset-alone"),
            needed => say!(cx, "ask-reset", needed),
        },
        Some(Name::AtTable(AtTable::End)) if playing => say!(cx, "ask-end-match"),
        Some(Name::AtTable(AtTable::End)) => say!(cx, "ask-end"),
        _ => {
            let whom = words.and_then(|words| mentioned(words.split(' ').next()?));
            let whom = whom.unwrap_or(PersonId(0));
            let who = person(whom, cx);
            match playing {
                true if asks_others(view, whom) => say!(cx, "ask-kick-others", who),
                true => say!(cx, "ask-kick-match", who),
                false => say!(cx, "ask-kick", who),
            }
        }
    }
}

/// What the question of a page carries out if it is answered with yes; `None` for other pages.
pub fn asked(page: &Page) -> Option<&Press> {
    page.presses().find(|press| {
        let concedes = |(verb, words)| verb == Verb::Surrender && words != "?";
        press.line.is_confirmed() || press.line.as_move().is_some_and(concedes)
    })
}

/// Whether somebody who is to be taken off their seat in a match loses it only if others agree.
fn asks_others<G: Voice>(view: &TableView<G>, whom: PersonId) -> bool {
    let mut people = view
        .seats
        .iter()
        .filter_map(|place| place.occupant.person());
    people.any(|other| other != whom && other != view.host) && view.limits.consent == Consent::On
}

/// How the vote for returning to the lobby stands.
fn reset<G: Voice>(view: &TableView<G>) -> Option<&VoteView> {
    let mut votes = view.votes.iter();
    votes.find(|vote| vote.motion == Motion::Reset)
}

/// Whether somebody has voted for returning to the lobby: a further vote needs no question.
pub fn is_voted<G: Voice>(view: &TableView<G>) -> bool {
    reset(view).is_some_and(|vote| !vote.supporters.is_empty())
}

/// Adds what waits for the others to the public page: what somebody asked for, and the open vote for
/// returning to the lobby; who asks, and the buttons that agree.
pub fn add_vote<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    add_petitions(cx, page);
    let Some(vote) = reset(cx.view).filter(|vote| !vote.supporters.is_empty()) else {
        return;
    };
    let names = vote.supporters.iter();
    let names = names.map(|supporter| person(*supporter, cx));
    let (who, votes, needed) = (cx.list(names), vote.supporters.len(), vote.needed);
    page.push(say!(cx, "vote-open", who, votes, needed));
    page.row(vec![reset_button(cx)]);
}

/// The button that votes for returning to the lobby, with the votes so far.
fn reset_button<G: Voice>(cx: &TableContext<G>) -> Control {
    let vote = reset(cx.view).filter(|vote| !vote.supporters.is_empty());
    let label = match vote {
        Some(vote) => {
            let votes = vote.supporters.len();
            say!(cx, "button-reset", votes, needed = vote.needed)
        }
        None => say!(cx, "button-reset-none"),
    };
    cx.plain(label, "reset")
}

/// What is seldom needed: rules and help, and what cannot be undone.
pub fn more_page<G: Voice>(cx: &TableContext<G>) -> Page {
    let view = cx.view;
    let mut page = Page::titled(game_name(G::KIND.name(), cx));
    // It may become the hand.
    page.layout = (G::DEALS_BUTTONS && cx.deals_buttons()).then_some(Tint::Calm);
    let playing = matches!(view.stage, StageView::Playing(_));
    let seated = view.seat().is_some();
    let host = view.seat_of(view.host);
    let hosts = host.is_none() || host == view.seat();
    let mut row = Vec::new();
    if playing && seated {
        row.push(reset_button(cx));
        row.extend(G::more(cx));
    }
    if seated {
        row.push(cx.named("leave"));
    }
    if hosts {
        row.push(cx.named("end"));
    }
    if playing && !row.is_empty() {
        page.push(say!(cx, "more-asks"));
    }
    page.row(row);
    if playing && seated && !comes_back(view) {
        let halt = cx.plain(say!(cx, "button-halt"), "pause");
        let rest = cx.plain(say!(cx, "button-rest"), "autopilot");
        let rest = view.daily.is_none().then_some(rest);
        page.row(std::iter::once(halt).chain(rest).collect());
    }
    let open = !matches!(view.stage, StageView::Closed);
    if open && view.seat().is_some() && host == view.seat() {
        kick_menu(cx, &mut page);
    }
    let tell = (!seated && open).then(|| cx.plain(say!(cx, "button-tell"), "tellme"));
    let shown = [cx.named("rules"), help_button(cx)];
    let browser = browser_button(cx);
    let window = (cx.opens_activity && open).then(|| window_button(cx));
    let shown = shown.into_iter().chain(tell).chain(browser).chain(window);
    page.with(shown.collect())
}

/// The button by which whoever sits at the table has it in a browser, where that can be.
fn browser_button<G: Voice>(cx: &TableContext<G>) -> Option<Control> {
    let opens =
        cx.opens_browser && cx.view.seat().is_some() && !matches!(cx.view.stage, StageView::Closed);
    opens.then(|| cx.named("browser"))
}

/// Adds that button to a hand, beside the one that leads to what is seldom needed; where that row is full it is
/// there alone.
fn add_browser<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    let counts: Vec<usize> = page.controls.iter().map(Vec::len).collect();
    if Page::parts(&counts) >= Page::MOST_PARTS {
        return;
    }
    let more = |control: &Control| matches!(control, Control::Button { press, .. } if press.line == "more");
    let mut rows = page.controls.iter_mut();
    let row = rows.find(|row| row.iter().any(more) && row.len() < Page::MOST_BUTTONS);
    if let Some((row, button)) = row.zip(browser_button(cx)) {
        row.push(button);
    }
}

/// The menu by which the host takes somebody off their seat.
fn kick_menu<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    let others = cx.view.seats.iter().filter_map(|place| {
        let person = place.occupant.holder().filter(|who| *who != cx.view.host)?;
        let (who, seat) = (plain_who(place.seat, cx), G::seat_name(place.seat, cx));
        Some(MenuOption::new(who, format!("<@{}>", person.0), seat))
    });
    menu(cx, page, say!(cx, "menu-kick"), others.collect(), "kick *");
}

/// Whole moves completions this verb that begin like the words, as shown and as typed.
pub fn completions<G: Voice>(
    verb: Verb,
    words: &str,
    cx: &TableContext<G>,
) -> Vec<(String, String)> {
    if let Some(found) = G::proposals(verb, words, cx) {
        return found;
    }
    // What is put together by two taps is one completion.
    let mut typed = cx.without_faces();
    typed.looks.confirm = false;
    typed.face = Surface::Terminal;
    typed.draft = Draft {
        advised: cx.draft.advised.clone(),
        ..Draft::default()
    };
    whole(&G::hand_page(&typed.at(cx.view)), verb, words.trim())
}

/// The moves that the buttons of the page make.
fn whole(page: &Page, verb: Verb, words: &str) -> Vec<(String, String)> {
    let begins = |word: &str| word.to_lowercase().starts_with(&words.to_lowercase());
    let moves = page.moves().filter(|offered| offered.verb == verb);
    let moves = moves.filter(|offered| !offered.words.is_empty() && begins(offered.words));
    moves
        .map(|offered| (plain(offered.label), offered.words.to_owned()))
        .collect()
}

impl<G: Voice> TableContext<'_, G> {
    pub fn button(&self, label: String, line: impl Into<Line>, style: Style) -> Control {
        let label = plain(&label).chars().take(80).collect();
        self.here(Control::button(label, self.table, line, style))
    }

    /// The same control, as it is offered now.
    fn here(&self, mut control: Control) -> Control {
        let (Control::Button { press, .. } | Control::Menu { press, .. }) = &mut control;
        press.at = self.view.position;
        control
    }

    pub fn plain(&self, label: String, line: impl Into<Line>) -> Control {
        self.button(label, line, Style::Plain)
    }

    /// The button that does what this line says, and is called as it is: `button-LINE`.
    pub fn named(&self, line: &'static str) -> Control {
        self.plain(self.said(&format!("button-{line}"), &[]), line)
    }

    /// The button that opens a form for a line of this table, such as `mix *`, where there are forms.
    pub fn asking(&self, line: impl Into<Line>) -> Vec<Control> {
        let asking = (**self).asking(self.table, line).into_iter();
        asking.map(|control| self.here(control)).collect()
    }

    /// A button that is the same as typing this command.
    pub fn act(
        &self,
        label: String,
        (verb, words): (Verb, impl AsRef<str>),
        style: Style,
    ) -> Control {
        self.button(label, Line::of_move(verb, words.as_ref()), style)
    }
}

/// The most rounds listed, the latest: a longer list does not fit a phone.
const MOST_ROUNDS: usize = 15;

/// Adds the rounds of a match that are over, a row each below this header.
pub fn add_rounds<R>(
    page: &mut Page,
    header: &str,
    rounds: &[R],
    row: impl Fn(&R) -> String,
    cx: &RenderContext,
) {
    page.push("");
    if rounds.is_empty() {
        return page.push(say!(cx, "score-none"));
    }
    page.push(format!("**{header}**"));
    let earlier = rounds.len().saturating_sub(MOST_ROUNDS);
    if earlier > 0 {
        page.push(say!(cx, "score-earlier", n = earlier));
    }
    page.extend(rounds[earlier..].iter().map(row));
}

/// The label of a move that a computer player would make.
pub fn hinted(label: &str) -> String {
    format!("💡 {label}")
}

/// Adds a menu for one choice, unless it has no options.
pub(super) fn menu<G: Voice>(
    cx: &TableContext<G>,
    page: &mut Page,
    placeholder: String,
    mut choices: Vec<MenuOption>,
    line: impl Into<Line>,
) {
    choices.truncate(25);
    if choices.is_empty() {
        return;
    }
    let menu = Control::menu(placeholder, choices, cx.table, line);
    page.row(vec![cx.here(menu)]);
}

/// What is tapped after a match: another one, and what there is to be seen of this one.
pub fn rematch_row<G: Voice>(cx: &TableContext<G>) -> Vec<Control> {
    vec![
        cx.button(say!(cx, "button-rematch"), "start deal", Style::Good),
        cx.named("score"),
        cx.named("verify"),
        cx.named("rules"),
        cx.named("leave"),
    ]
}

/// The button with which everybody sees their own profile, on results.
pub fn profile_button<G: Voice>(cx: &TableContext<G>) -> Control {
    cx.plain(say!(cx, "profile-title"), "profile")
}

/// The button that opens the help that fits what its presser is doing at the table.
pub fn help_button<G: Voice>(cx: &TableContext<G>) -> Control {
    let topic = Topic::Game(G::KIND).word();
    cx.plain(say!(cx, "button-help"), format!("help here {topic}"))
}

/// What sits down on this seat.
pub fn seat_line(seat: Seat) -> String {
    format!("join #{}", seat.index() + 1)
}

/// The button by which the channel's table is opened in a window of Discord.
pub fn window_button(cx: &RenderContext) -> Control {
    Control::plain(say!(cx, "button-window"), cx.table, "activity")
}
