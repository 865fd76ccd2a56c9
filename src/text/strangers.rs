//! What people are told who have to do with somebody that they do not know: that they were reported, and who looks for
//! a game.

use super::rooms::called as called_room;
use super::*;
use std::ops::RangeInclusive;

/// The most characters of the reason for a report.
pub const MOST_REASON: usize = 400;

/// Why something is not reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportTrouble {
    /// Nobody is named whom it could be about; a right example.
    Whom(&'static str),
    /// A computer player is named; a right example.
    Computer { name: String, example: &'static str },
    /// The reason is too long; its characters.
    Long(usize),
    /// So many were made within a day.
    ManyToday(usize),
    /// So many wait for the operator.
    ManyWaiting(usize),
}

impl ReportTrouble {
    /// The refusal, with what would be right.
    pub fn page(self, cx: &RenderContext) -> Page {
        let most = [("most", MOST_REASON.to_string())];
        Page::line(tell::sentence("report-trouble", &self, cx, &most))
    }
}

/// What somebody wrote in one line, with nothing invisible in it.
pub fn reason(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = words.chars().filter(|c| !markup::is_treacherous(*c));
    shown.collect()
}

/// That somebody was reported, with a button to have nothing to do with them unless they are blocked.
pub fn reported(
    (name, person): (&str, PersonId),
    (says_why, blocked): (bool, bool),
    table: TableKey,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::line(say!(cx, "report-done", who = name));
    let mut row = Vec::new();
    if !says_why {
        row = cx.asking(table, format!("report <@{}> *", person.0));
    }
    if !blocked {
        page.push(say!(cx, "report-block"));
        let block = Line::about("block", person);
        row.push(Control::plain(say!(cx, "button-block"), table, block));
    }
    page.row(row);
    page
}

/// Why somebody is not listed as looking for a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeekTrouble {
    /// There is no server whose people could be found.
    NoServer,
    /// The words are not understood; so many minutes are possible.
    Unclear(RangeInclusive<u64>),
    /// Too many look for a game here.
    Full,
    /// Nobody else looks for this game.
    Nobody,
}

impl SeekTrouble {
    /// The refusal, with what would be right.
    pub fn page(&self, cx: &RenderContext) -> Page {
        let more = match self {
            Self::Unclear(minutes) => vec![
                ("least", minutes.start().to_string()),
                ("most", minutes.end().to_string()),
            ],
            Self::NoServer | Self::Full | Self::Nobody => Vec::new(),
        };
        Page::line(tell::sentence("seek-trouble", self, cx, &more))
    }
}

/// Those who look for one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seekers {
    pub game: GameKind,
    /// How many of them a room is opened for.
    pub enough: usize,
    /// Their names, and for how many minutes they still look.
    pub people: Vec<(String, u64)>,
}

/// Who looks for which game, with buttons to look for it too, and to sit down with those there are.
pub fn seekers_page(games: &[Seekers], table: TableKey, cx: &RenderContext) -> Page {
    let mut page = Page::default();
    let mut buttons = Vec::new();
    for seekers in games {
        let (kind, people) = (seekers.game.name(), &seekers.people);
        let named = game_name(kind, cx);
        let game = named.as_str();
        let one = |(name, minutes): &(String, u64)| {
            say!(cx, "seek-one", who = cx.name(name), minutes = *minutes)
        };
        let list: Vec<String> = people.iter().map(one).collect();
        if !list.is_empty() {
            let (n, list, enough) = (people.len(), cx.list(list), seekers.enough);
            page.push(say!(cx, "seek-line", game, n, enough, list));
        }
        let label = say!(cx, "button-seek", game);
        let seek = format!("seek {kind}");
        buttons.push(Control::plain(label, table, seek.clone()));
        if games.len() == 1 && !people.is_empty() {
            let label = say!(cx, "button-seek-now");
            buttons.push(Control::plain(label, table, seek + " now"));
        }
    }
    if page.lines.is_empty() {
        page.push(say!(cx, "seek-none"));
    }
    page.row(buttons);
    page
}

/// That the requester looks for nothing any more.
pub fn seeks_nothing(cx: &RenderContext) -> Page {
    Page::line(say!(cx, "seek-off"))
}

/// Calls those to a room who looked for its game.
pub fn found_page(
    (game, room): (GameKind, TableKey),
    names: &[&str],
    called: Vec<PersonId>,
    cx: &RenderContext,
) -> Page {
    let list = cx.list(names.iter().map(|name| cx.name(name)));
    let (game, called_so) = (game_name(game.name(), cx), called_room(room, cx));
    let mut page = Page::line(say!(cx, "seek-found", game, list, room = called_so));
    page.ping = called;
    let (join, line) = (say!(cx, "button-join"), format!("room join {}", room.0));
    page.row(vec![Control::plain(join, room, line)]);
    page
}
