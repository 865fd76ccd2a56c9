//! Cups as they are shown: their post, with sign-up, standings and tables, who won, and the list of all.

use super::markup::name as escaped;
use super::*;
use crate::art::Picture;
use crate::club::cup::{
    Cup, CupRound, CupStage, CupTable, Entrant, FEWEST_PAIRS, LONGEST_DAYS, MOST_NAME, MOST_ROUNDS,
    Pair,
};

/// The most lines of standings that are shown.
const MOST_PLACES: usize = 24;

/// The most pairs that are drawn.
const MOST_DRAWN: usize = 8;

/// The most cups that are listed.
const MOST_LISTED: usize = 15;

/// Why no threads can be opened for the tables of a cup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum NoThreads {
    /// In such a channel there are none.
    Kind,
    /// The bot may not.
    Permission,
}

/// Why something is not done for a cup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CupTrouble {
    /// It was not asked for on a server.
    NoServer,
    /// The words are not understood.
    Unclear,
    /// These words within the name of a new one say something of it.
    Misplaced(String),
    /// The name is too long or missing, or there are too many rounds, or it begins too late.
    Limits,
    /// Nobody is known by this name.
    Nobody(String),
    /// Only moderators may, and who called the cup.
    MayNot,
    /// Another one is not over.
    Unfinished,
    /// Its tables would have no place there.
    NoPlace(NoThreads),
    /// No cup is called or played here.
    None,
    /// They cannot be signed up so.
    In,
    NotIn,
    /// Nobody has asked them to be their partner, or not any more.
    NotAsked,
    /// Partners are drawn.
    Drawn,
    /// There are too few pairs.
    Few,
    /// It has begun.
    Begun,
}

impl CupTrouble {
    /// The refusal, with what would be right.
    pub fn page(self, cx: &RenderContext) -> Page {
        let more = match &self {
            Self::Limits => vec![
                ("name", MOST_NAME.to_string()),
                ("rounds", MOST_ROUNDS.to_string()),
                ("days", LONGEST_DAYS.to_string()),
            ],
            Self::Few => vec![("n", FEWEST_PAIRS.to_string())],
            Self::Nobody(name) => vec![("it", cx.name(name))],
            Self::NoPlace(NoThreads::Kind) => vec![("it", "kind".to_owned())],
            _ => Vec::new(),
        };
        let calls = matches!(self, Self::None | Self::Unclear);
        let mut page = Page::line(tell::sentence("cup-trouble", &self, cx, &more));
        if calls {
            page.row(cx.asking(TableKey(0), "cup new *"));
        }
        page
    }
}

/// What was done for who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CupDone {
    Joined,
    /// Somebody is to answer whether they want to be partners.
    Asked,
    Paired,
    Declined,
    Left,
    Started,
    Ended,
}

impl CupDone {
    pub fn page(self, cx: &RenderContext) -> Page {
        Page::line(tell::sentence("cup-done", &self, cx, &[]))
    }
}

/// Who is in a pair.
fn pair(pair: &Pair, cx: &RenderContext) -> String {
    let named = |player: &Entrant| statistics::person(player.person, &player.name, cx);
    let player = |player: &Entrant| match player.left {
        true => say!(cx, "cup-gone", name = named(player)),
        false => named(player),
    };
    match (pair.players.as_slice(), &pair.asked) {
        ([alone], Some(asked)) => {
            let partner = statistics::person(asked.person, &asked.name, cx);
            say!(cx, "cup-waiting", name = player(alone), partner)
        }
        ([alone], None) => say!(cx, "cup-alone", name = player(alone)),
        (players, _) => players.iter().map(player).collect::<Vec<_>>().join(" & "),
    }
}

/// The post of a cup. `stuck` if no place could be made for its tables.
pub fn page(cup: &Cup, stuck: Option<NoThreads>, cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "cup-title", name = escaped(&cup.name)));
    match cup.stage {
        CupStage::SignUp => sign_up(cup, &mut page, cx),
        CupStage::Playing => {
            let round = cup.played.len();
            page.push(say!(cx, "cup-round", round, rounds = cup.rounds));
            if let Some(played) = cup.played.last() {
                tables(cup, played, &mut page, cx);
            }
        }
        CupStage::Over => page.push(say!(cx, "cup-over", rounds = cup.played.len())),
    }
    if let Some(why) = stuck {
        let none = (why == NoThreads::Kind).to_string();
        page.push(say!(cx, "cup-no-place", none));
    }
    if cup.stage != CupStage::SignUp {
        page.push("");
        let places = cup.standing();
        for place in places.iter().take(MOST_PLACES) {
            let (n, points, pair) = (place.place, place.points, pair(&cup.pairs[place.pair], cx));
            page.push(say!(cx, "cup-place", n, pair, points));
        }
        let more = places.len().saturating_sub(MOST_PLACES);
        if more > 0 {
            page.push(say!(cx, "cup-more", n = more));
        }
    }
    if cup.stage != CupStage::Over {
        let (join, leave) = (say!(cx, "button-cup-join"), say!(cx, "button-cup-leave"));
        page.row(vec![
            Control::button(join, TableKey(cup.channel), "cup join", Style::Main),
            Control::plain(leave, TableKey(cup.channel), "cup leave"),
        ]);
    }
    page
}

/// That a cup is called, and how it was understood.
pub fn called_page(cup: &Cup, cx: &RenderContext) -> Page {
    let mut page = Page::line(say!(cx, "cup-called", name = escaped(&cup.name)));
    sign_up(cup, &mut page, cx);
    page
}

/// Asks who runs a cup whether it is to end.
pub fn ask_end_page(cup: &Cup, cx: &RenderContext) -> Page {
    let mut page = Page::line(say!(cx, "cup-ask-end", name = escaped(&cup.name)));
    page.push(say!(cx, "ask-typed", command = "cup end yes"));
    page
}

/// Asks somebody whether they want to be the partner of who has signed up, and calls them.
pub fn ask_page(
    cup: &Cup,
    (by, name): (PersonId, &str),
    partner: PersonId,
    cx: &RenderContext,
) -> Page {
    let who = statistics::person(by, name, cx);
    let mut page = Page::line(say!(cx, "cup-asks", who, cup = escaped(&cup.name)));
    page.ping = vec![partner];
    let yes = (say!(cx, "button-cup-accept"), Line::about("cup accept", by));
    let (no, table) = (say!(cx, "button-cup-decline"), TableKey(cup.channel));
    page.with(vec![
        Control::button(yes.0, table, yes.1, Style::Main),
        Control::plain(no, table, "cup decline"),
    ])
}

fn sign_up(cup: &Cup, page: &mut Page, cx: &RenderContext) {
    let game = Told::of(&cup.game).name;
    page.push(say!(cx, "cup-what", game, rounds = cup.rounds));
    page.push(say!(cx, "cup-pairs", drawn = cup.drawn.to_string()));
    page.push(match cup.begins {
        Some(at) => say!(cx, "cup-begins", when = markup::time(at.0 / 1_000, true)),
        None => say!(cx, "cup-waits"),
    });
    page.push(say!(cx, "cup-few", n = FEWEST_PAIRS));
    let pairs = cup.pairs.iter();
    let named = |player: &Entrant| statistics::person(player.person, &player.name, cx);
    let pairs: Vec<String> = match cup.drawn {
        true => pairs.flat_map(|pair| &pair.players).map(named).collect(),
        false => pairs.map(|own| pair(own, cx)).collect(),
    };
    if !pairs.is_empty() {
        let n = pairs.len();
        page.push(say!(cx, "cup-signed", n, list = cx.list(pairs)));
    }
}

fn tables(cup: &Cup, round: &CupRound, page: &mut Page, cx: &RenderContext) {
    let table = |table: &CupTable| {
        let place = table
            .place
            .map_or_else(|| "…".to_owned(), |id| format!("<#{id}>"));
        match table.outcome {
            Some(_) => format!("{place} ✓"),
            None => place,
        }
    };
    let list: Vec<String> = round.tables.iter().map(table).collect();
    page.push(say!(cx, "cup-tables", list = list.join(" · ")));
    for bye in &round.byes {
        page.push(say!(cx, "cup-bye", pair = pair(&cup.pairs[*bye], cx)));
    }
}

/// Calls the people of a table to it.
pub fn table_page(cup: &Cup, number: usize, table: &CupTable, cx: &RenderContext) -> Page {
    let sides = table.sides.map(|side| &cup.pairs[side]);
    let players = sides.into_iter().flat_map(|pair| &pair.players);
    let (name, round) = (escaped(&cup.name), cup.played.len());
    let [one, other] = sides.map(|side| pair(side, cx));
    let line = say!(cx, "cup-table", name, round, number, one, other);
    let mut page = Page::line(line);
    let players = players.filter(|player| !player.left);
    page.ping = players.map(|player| player.person).collect();
    page
}

/// What the place of a table is called.
pub fn table_title(cup: &Cup, number: usize, cx: &RenderContext) -> String {
    let name: String = cup.name.chars().take(60).collect();
    let round = cup.played.len();
    say!(cx, "cup-table-title", name, round, number)
}

/// The pairs in the first place.
fn winners(cup: &Cup) -> Vec<&Pair> {
    let first = cup.standing().into_iter().filter(|place| place.place == 1);
    let first = first.filter(|_| !cup.played.is_empty());
    first.map(|place| &cup.pairs[place.pair]).collect()
}

/// Who has won a cup that is over, for everybody.
pub fn end_page(cup: &Cup, cx: &RenderContext) -> Page {
    let first = winners(cup);
    let n = first.len();
    let name = escaped(&cup.name);
    if first.is_empty() {
        return Page::line(say!(cx, "cup-unplayed", name));
    }
    let points = cup.standing().first().map_or(0, |place| place.points);
    let pairs: Vec<String> = first.iter().map(|own| pair(own, cx)).collect();
    let mut page = Page::line(say!(cx, "cup-won", name, n, pairs = cx.list(pairs), points));
    let players = first.iter().flat_map(|pair| &pair.players);
    let players = players.filter(|player| player.person.0 != 0);
    page.ping = players.map(|player| player.person).collect();
    if cx.pictures {
        add_course(&mut page, cup, cx);
    }
    page
}

/// Adds a picture of how the first pairs came there.
fn add_course(page: &mut Page, cup: &Cup, cx: &RenderContext) {
    let rounds = cup.played.len();
    let after = Vec::from_iter((1..=rounds).map(|rounds| cup.points_after(rounds)));
    let pairs = cup.standing().into_iter().take(MOST_DRAWN).map(|place| {
        let points = after.iter().map(|points| points[place.pair]);
        (place.place, points.collect())
    });
    let pairs: Vec<(usize, Vec<i64>)> = pairs.collect();
    let alt = say!(cx, "picture-cup", n = pairs.len(), rounds);
    page.show(Picture::Cup(pairs), &alt);
}

/// The cups of a server, the latest first.
pub fn list_page(cups: &[Cup], cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "cup-list-title"));
    for cup in cups.iter().take(MOST_LISTED) {
        let name = escaped(&cup.name);
        let won: Vec<String> = winners(cup).iter().map(|own| pair(own, cx)).collect();
        page.push(match cup.stage {
            CupStage::Over if won.is_empty() => say!(cx, "cup-unplayed", name),
            CupStage::Over => say!(cx, "cup-listed", name, pairs = cx.list(won)),
            CupStage::SignUp | CupStage::Playing => say!(cx, "cup-goes-on", name),
        });
    }
    page
}
