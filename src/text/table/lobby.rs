//! The lobby and its seats; challenges: a new table whose free seat is reserved for one person; newcomers,
//! who come while a match is played; and how long a match takes.
//!
//! A game knows the figures of its length ([`super::super::voice::Voice`]); here they become words.

use super::*;
use crate::table::{Closer, Invited, Newcomer, SeatView};

/// With how many players a game with more seats is started by one tap.
const PARTY: u8 = 4;

/// How many players sit at this table once computers were added by the tap that starts at once.
pub fn party<G: Voice>(view: &TableView<G>) -> usize {
    let (least, most) = G::seats(&view.rules).into_inner();
    usize::from(PARTY.clamp(least, most))
}

pub fn lobby_page<G: Voice>(cx: &TableContext<G>) -> Page {
    let view = cx.view;
    if let Some(invited) = &view.invited {
        return challenge_page(invited, cx);
    }
    let seated = view.seated();
    let least = usize::from(*G::seats(&view.rules).start());
    let mut page = lobby_brief(cx);
    page.extend(G::lobby_lines(cx));
    page.extend(G::lasts(view).map(|lasts| lasts.line(cx)));
    page.push(rules_line(cx));
    page.extend(draw_line(cx));
    // In a browser it stands at the seat.
    if view.seat_of(view.host).is_some() && cx.face != Surface::Browser {
        page.push(say!(cx, "lobby-host", who = person(view.host, cx)));
    }
    page.extend(series_line(cx));
    page.push(match least.saturating_sub(seated) {
        0 => say!(cx, "lobby-ready"),
        missing => say!(cx, "lobby-wait", missing),
    });
    lobby_controls(cx, seated >= least, &mut page);
    add_petitions(cx, &mut page);
    page
}

/// That the seats are drawn, with the seal of the draw; once they were, with what it is checked with.
pub fn draw_line<G: Voice>(cx: &TableContext<G>) -> Option<String> {
    let draw = cx.view.draw.as_ref()?;
    Some(match &draw.secret {
        None => say!(cx, "seats-sealed", seal = draw.commitment.to_string()),
        Some(secret) => say!(cx, "seats-drawn", secret = secret.as_str()),
    })
}

/// The seats before a match, without controls: for those who see them elsewhere.
pub fn lobby_brief<G: Voice>(cx: &TableContext<G>) -> Page {
    let (game, seated) = (game_name(G::KIND.name(), cx), cx.view.seated());
    let seats = usize::from(*G::seats(&cx.view.rules).end());
    let mut page = Page::titled(say!(cx, "lobby-title", game, seated, seats));
    page.lines = seat_lines(cx);
    page
}

/// The occupants of the seats, two to a line.
pub fn seat_lines<G: Voice>(cx: &TableContext<G>) -> Vec<String> {
    // At a table with many seats, empty ones are not listed.
    let few = usize::from(*G::seats(&cx.view.rules).end()) <= 4;
    let places = cx.view.seats.iter();
    let places = places.filter(|place| few || !place.occupant.is_empty());
    let places: Vec<String> = places.map(|place| seated(place.seat, cx)).collect();
    places.chunks(2).map(|pair| pair.join(" · ")).collect()
}

/// Who sits on a seat, and where seats have names what it is called: `North **Ana**`.
pub fn seated<G: Voice>(seat: Seat, cx: &TableContext<G>) -> String {
    let who = who(seat, cx);
    match cx.face {
        Surface::Browser => who,
        Surface::Discord | Surface::Terminal => format!("{} {who}", G::seat_name(seat, cx)),
    }
}

/// What begins a match first, then its length, then what is needed more seldom.
fn lobby_controls<G: Voice>(cx: &TableContext<G>, enough: bool, page: &mut Page) {
    let view = cx.view;
    // A computer player gives its seat to a person.
    let mut seats = view.seats.iter();
    let room = seats.any(|place| place.occupant.person().is_none());
    let label = say!(cx, "button-start");
    let start = cx.button(label, "start deal", Style::Good).only_if(enough);
    let label = say!(cx, "button-join");
    let join = cx.button(label, "join", Style::Main).only_if(room);
    let missing = view.seated() < party::<G>(view);
    let quick = missing.then(|| match view.seated() {
        0 | 1 => cx.plain(say!(cx, "button-quick"), "start computers"),
        _ => cx.plain(say!(cx, "button-quick-fill"), "start computers"),
    });
    page.row([join].into_iter().chain(quick).chain([start]).collect());
    let lengths = G::lengths(cx).into_iter().map(|length| {
        let label = match length.chosen {
            true => format!("✓ {}", length.label),
            false => length.label,
        };
        cx.plain(label, format!("rules {}", length.settings))
    });
    page.row(lengths.collect());
    let mut row = vec![
        cx.named("rules"),
        help_button(cx),
        cx.named("leave"),
        cx.named("more"),
    ];
    row.extend(cx.opens_activity.then(|| window_button(cx)));
    page.row(row);
    lobby_menus(cx, page);
}

pub fn closed_page<G: Voice>(cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "closed-title"));
    page.push(say!(cx, "closed-hint", join = Name::Open(G::KIND).word()));
    page
}

/// Matches won in this series, if any were: `Matches won: Ana 2, Bo 1`.
pub fn series_line<G: Voice>(cx: &TableContext<G>) -> Option<String> {
    let winners = cx.view.seats.iter().filter(|place| place.won > 0);
    let wins = winners.map(|place| format!("{} {}", who(place.seat, cx), place.won));
    cx.listed(wins).map(|wins| say!(cx, "wins-list", wins))
}

/// The table while it waits for the invited person.
pub fn challenge_page<G: Voice>(invited: &Invited, cx: &TableContext<G>) -> Page {
    let mut page = Page::titled(game_name(G::KIND.name(), cx));
    let (host, guest) = (person(cx.view.host, cx), cx.name(&invited.name));
    page.push(say!(cx, "challenge-made", who = host, other = guest));
    page.extend(G::lobby_lines(cx));
    page.push(rules_line(cx));
    let wait = say!(cx, "challenge-wait", other = cx.name(&invited.name));
    page.push(cx.timed(wait));
    page.row(vec![
        cx.button(say!(cx, "button-accept"), "join", Style::Good),
        cx.named("decline"),
        cx.named("rules"),
        cx.plain(say!(cx, "button-take-back"), "end"),
    ]);
    page.ping.push(invited.person);
    page
}

/// How a challenge ended that was not accepted; `None` for any other table.
pub fn challenge_end<G: Voice>(cx: &TableContext<G>) -> Option<String> {
    let by = cx.view.closing.as_ref()?.by;
    let who = cx.name(&cx.view.invited.as_ref()?.name);
    Some(match by {
        Some(Closer::Declined(_)) => say!(cx, "challenge-declined", who),
        Some(Closer::Idle) => say!(cx, "challenge-unanswered", who),
        _ => say!(cx, "challenge-taken-back"),
    })
}

/// The most programs that the menu offers; others are seated by their names.
const MOST_PROGRAMS: usize = 10;

fn lobby_menus<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    let seats = open_seats(cx);
    menu(cx, page, say!(cx, "menu-seat"), seats, "join *");
    let free = cx.view.seats.iter().any(|place| place.occupant.is_empty());
    let title = say!(cx, "menu-computers", free = free.to_string());
    menu(cx, page, title, computers(cx), "computer *");
}

/// The seats on which nobody sits.
pub fn open_seats<G: Voice>(cx: &TableContext<G>) -> Vec<MenuOption> {
    let note = |place: &SeatView| match place.occupant {
        Occupant::Computer(_) => {
            let name = computer_name::<G>(place.seat, cx);
            say!(cx, "menu-seat-computer", name)
        }
        Occupant::Empty | Occupant::Person(_) | Occupant::Substitute { .. } => String::new(),
    };
    let open = cx.view.seats.iter();
    let open = open.filter(|place| place.occupant.person().is_none());
    let choice = |place: &SeatView| {
        let number = format!("#{}", place.seat.index() + 1);
        MenuOption::new(G::seat_name(place.seat, cx), number, note(place))
    };
    open.map(choice).collect()
}

/// The computer players that can be added where a seat is empty, and those that can be taken away.
pub fn computers<G: Voice>(cx: &TableContext<G>) -> Vec<MenuOption> {
    let free = cx.view.seats.iter().any(|place| place.occupant.is_empty());
    let skills = G::SKILLS.iter().filter(|_| free).map(|skill| {
        let note = skill_note::<G>(&skill.to_string(), cx);
        MenuOption::new(skill_name(*skill, cx), skill.to_string(), note)
    });
    let programs = cx.programs.iter().filter(|_| free).take(MOST_PROGRAMS);
    let programs = programs.map(|name| {
        let (skill, note) = (Skill::Program(*name), say!(cx, "skill-note-program"));
        MenuOption::new(skill_name(skill, cx), skill.to_string(), note)
    });
    let away = cx.view.seats.iter().filter_map(|place| {
        let skill = skill_name(place.occupant.computer()?, cx);
        let name = computer_name::<G>(place.seat, cx);
        let label = say!(cx, "menu-away", seat = G::seat_name(place.seat, cx));
        let value = format!("off #{}", place.seat.index() + 1);
        Some(MenuOption::new(label, value, format!("{name} · {skill}")))
    });
    skills.chain(programs).chain(away).collect()
}

/// That the match is paused, and until when.
pub(super) fn paused_line<G: Voice>(cx: &TableContext<G>) -> String {
    match cx.view.limits.idle_limit_min {
        Some(minutes) => say!(cx, "match-paused", minutes),
        None => say!(cx, "match-paused-kept"),
    }
}

/// Adds who is absent in a match, what happens to their seats, and the buttons to come back or to take
/// such a seat. Where the match is paused, nothing of it happens: that, and the button with which anybody
/// there goes on, come before everything else.
pub fn add_away<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    let view = cx.view;
    if is_paused(view) {
        return add_pause(cx, page);
    }
    let StageView::Playing(_) = view.stage else {
        return;
    };
    for place in &view.seats {
        if let Occupant::Substitute { away, .. } = place.occupant {
            let who = who(place.seat, cx);
            page.push(match away {
                Away::Absent => say!(cx, "seat-absent", who),
                Away::Left if view.keeps(place.seat) => say!(cx, "seat-kept", who),
                Away::Left | Away::Gone => say!(cx, "seat-left", who),
                Away::Coming => say!(cx, "seat-coming", who),
            });
        }
    }
    page.row(away_row(cx));
}

/// Adds to the viewer's own hand that a computer plays for them, or that the match is paused, and the
/// button with which it is theirs again, or goes on.
pub fn add_return<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    if is_paused(cx.view) {
        return add_pause(cx, page);
    }
    let Some(seat) = cx.view.seat().filter(|_| is_away(cx.view)) else {
        return;
    };
    let (back, face) = (back_button(seat, cx), cx.face.word());
    page.lines.insert(0, say!(cx, "seat-absent-you", face));
    let full = page.controls.len() >= Page::MOST_ROWS;
    match page
        .controls
        .last_mut()
        .filter(|row| full && row.len() < Page::MOST_BUTTONS)
    {
        Some(row) => row.push(back),
        None => page.row(vec![back]),
    }
}

/// Whether [`add_return`] adds a button.
pub fn comes_back<G: Voice>(view: &TableView<G>) -> bool {
    is_paused(view) || is_away(view)
}

fn is_paused<G: Voice>(view: &TableView<G>) -> bool {
    view.paused && matches!(view.stage, StageView::Playing(_))
}

fn add_pause<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    page.lines.insert(0, paused_line(cx));
    let go_on = cx.button(say!(cx, "button-go-on"), "join", Style::Good);
    page.controls.insert(0, vec![go_on]);
}

/// Whether a computer plays on a seat that somebody new can take over in a match.
pub(super) fn has_open_seat<G: Voice>(view: &TableView<G>) -> bool {
    let is_open = |occupant| {
        let gone = |away| matches!(away, Away::Left | Away::Gone);
        matches!(occupant, Occupant::Computer(_))
            || matches!(occupant, Occupant::Substitute { away, .. } if gone(away))
    };
    view.seats.iter().any(|place| is_open(place.occupant))
}

/// Whether a computer plays for somebody who gets their seat back at once.
pub(super) const fn is_absent(occupant: Occupant) -> bool {
    matches!(
        occupant,
        Occupant::Substitute {
            away: Away::Absent,
            ..
        }
    )
}

/// Who gets a seat with the next round, and who with the next match.
pub(super) fn newcomer_lines<G: Voice>(cx: &TableContext<G>) -> Vec<String> {
    let names = |when: Admission| {
        let due = |newcomer: &&Newcomer| cx.view.admission(newcomer.person) == Some(when);
        let names = cx.view.newcomers.iter().filter(due);
        cx.listed(names.map(|newcomer| cx.name(&newcomer.name)))
    };
    let with_round = names(Admission::NextRound);
    let with_round = with_round.map(|names| say!(cx, "newcomers-next-round", names));
    let with_match = names(Admission::NextMatch);
    let with_match = with_match.map(|names| say!(cx, "newcomers-next-match", names));
    with_round.into_iter().chain(with_match).collect()
}

/// When somebody gets a seat who waits for one, as it is told to them.
pub fn comes_in(admission: Admission, cx: &RenderContext) -> String {
    let admission = Told::of(&admission).name;
    say!(cx, "refuse-comes-in", admission)
}

/// The button to come in later, where nobody's seat can be taken over at once.
pub fn come_in_button<G: Voice>(cx: &TableContext<G>) -> Option<Control> {
    let later = cx.view.next_admission().is_some() && !has_open_seat(cx.view);
    later.then(|| cx.named("join"))
}

/// The buttons to come back to a match, or to take a computer player's seat.
fn away_row<G: Voice>(cx: &TableContext<G>) -> Vec<Control> {
    let absent = cx.view.seats.iter().find(|place| is_absent(place.occupant));
    // An absent person gets their own seat, whichever is named.
    let back = absent.map(|place| back_button(place.seat, cx));
    let mut row = Vec::from_iter(back);
    if has_open_seat(cx.view) {
        row.push(cx.plain(say!(cx, "button-take-seat"), "join"));
    }
    row
}

fn back_button<G: Voice>(seat: Seat, cx: &TableContext<G>) -> Control {
    cx.button(say!(cx, "button-back-again"), seat_line(seat), Style::Good)
}

/// Whether a computer plays for the viewer.
pub fn is_away<G: Voice>(view: &TableView<G>) -> bool {
    let place = view.seat().and_then(|seat| view.place(seat));
    place.is_some_and(|place| place.occupant.away().is_some())
}

/// A length of a match that is offered in the lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Length {
    /// What its button says.
    pub label: String,
    /// The house rules that make it, as written in commands: `rounds=off match_to=6`.
    pub settings: String,
    /// Whether the rules are so already.
    pub chosen: bool,
}

/// About how long a match takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lasts {
    pub rounds: u32,
    /// All of them together, in seconds.
    pub seconds: u32,
}

impl Lasts {
    /// In words: `About 10 rounds, 80 minutes`.
    pub fn line(self, cx: &RenderContext) -> String {
        let time = time(self.seconds, cx);
        match self.rounds {
            1 => say!(cx, "length-line-one", time),
            rounds => say!(cx, "length-line", rounds, time),
        }
    }
}

/// A time as people round it: single minutes up to twenty, then tens of minutes, and from two hours on
/// half hours.
fn time(seconds: u32, cx: &RenderContext) -> String {
    let minutes = seconds.div_ceil(60).max(1);
    match minutes {
        0..20 => say!(cx, "length-minutes", n = minutes),
        20..115 => say!(cx, "length-minutes", n = (minutes + 5) / 10 * 10),
        _ => {
            let halves = (minutes + 15) / 30;
            match halves % 2 {
                0 => say!(cx, "length-hours", n = halves / 2),
                _ => say!(cx, "length-hours-half", n = halves / 2),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::context::Surface;
    use super::locale::Locale;
    use super::*;

    #[test]
    fn times_are_rounded_as_people_round_them() {
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
        for (minutes, said) in [
            (0, "one minute"),
            (8, "8 minutes"),
            (19, "19 minutes"),
            (24, "20 minutes"),
            (80, "80 minutes"),
            (114, "110 minutes"),
            (120, "2 hours"),
            (150, "2½ hours"),
            (192, "3 hours"),
        ] {
            assert_eq!(time(minutes * 60, &cx), said, "{minutes}");
        }
        let lasts = |rounds, minutes: u32| Lasts {
            rounds,
            seconds: minutes * 60,
        };
        assert_eq!(lasts(10, 80).line(&cx), "About 10 rounds, 80 minutes");
        assert_eq!(lasts(1, 8).line(&cx), "One round, about 8 minutes");
    }
}
