//! The scene: what a viewer sees of a table, for faces that lay cards on one instead of writing lines.
//!
//! Made of the same view as the page beside it, which has all the words: a scene says where what lies and
//! what pressing it does. Its form is documented beside the face for browsers, and counted by [`VERSION`].
//! Cards, seats and presses are written as everywhere else: `10H`, the index of the seat, [`Press::code`].

use crate::command::{AtTable, Name};
use serde::Serialize;

use super::context::{RenderContext, Surface, TableContext};
use super::markup::plain;
use super::page::{Control, Page, PageKind};
use super::table::{add_vote, plain_who, public_page, sheet_page, skill_name};
use super::voice::Voice;
use crate::chance::OpenedDeal;
use crate::game::Seat;
use crate::table::{Occupant, StageView};

/// The version of the form: it rises when what was there means something else, or is gone.
pub const VERSION: u32 = 1;

/// A table as one viewer sees it; `S` is what its game adds.
#[derive(Debug, Clone, Serialize)]
pub struct Scene<S> {
    /// The game by its name in the list of games.
    pub game: &'static str,
    pub stage: SceneStage,
    /// The match is paused until somebody does something.
    pub paused: bool,
    /// The seat of the viewer.
    pub you: Option<u8>,
    /// The seat of the host, if they sit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<u8>,
    /// The seats in turn order.
    pub seats: Vec<SceneSeat>,
    /// When the turn ends by itself, in seconds since 1970.
    pub deadline: Option<u64>,
    /// Whom the match waits for, and for what: a sentence.
    pub due: String,
    /// Nothing lies on the table: the page says what there is.
    pub between: bool,
    /// The game that is played, or was just played.
    pub play: Option<S>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneStage {
    Lobby,
    Playing,
    Over,
    Closed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SceneSeat {
    /// Who sits there, without markup; that of an empty seat is the seat's.
    pub name: String,
    pub taken: bool,
    /// A computer plays there, be it in place of somebody.
    pub computer: bool,
    /// How strong it is, before a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Its person is away.
    pub away: bool,
    /// The game waits for it.
    pub due: bool,
    /// Matches won in this series.
    pub won: u32,
}

/// A button of the table itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SceneButton {
    pub label: String,
    pub press: String,
    pub enabled: bool,
}

impl SceneButton {
    /// The same as this button of a page; `None` for a menu.
    pub fn of(control: &Control) -> Option<Self> {
        match control {
            Control::Button {
                label,
                press,
                enabled,
                ..
            } => Some(Self {
                label: label.clone(),
                press: press.code(),
                enabled: *enabled,
            }),
            Control::Menu { .. } => None,
        }
    }
}

/// What belongs to a page where cards lie on a table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Exhibit<S> {
    /// A step of a finished round, a decision in it, or a position of the lesson.
    Step {
        scene: Scene<S>,
        /// What everybody held then, by seat; none where the scene has the hand that is seen.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        hands: Vec<Vec<String>>,
        /// How many lines of the page are read beside the table; the others say what lies there.
        #[serde(skip_serializing_if = "is_none")]
        said: usize,
        /// What is marked among the cards of the hand.
        #[serde(skip_serializing_if = "Option::is_none")]
        marks: Option<CardMarks>,
    },
    /// What a shuffle is repeated from.
    Deal {
        round: u32,
        /// How often the round was dealt before, without a call.
        attempt: u32,
        seal: String,
        secret: String,
        /// What each seat mixed in.
        mixed: Vec<String>,
        /// Who drew the first card; `None` if the cards of this game are dealt otherwise than one by one to four.
        first: Option<u8>,
    },
}

/// Cards of a decision that is looked back at.
#[derive(Debug, Serialize)]
pub struct CardMarks {
    pub played: Vec<String>,
    /// What would have been better.
    pub advised: Vec<String>,
}

const fn is_none(count: &usize) -> bool {
    *count == 0
}

impl<S: Serialize> Exhibit<S> {
    /// What a shuffle is repeated from.
    pub fn of_deal(round: u32, attempt: u32, deal: &OpenedDeal, first: Option<Seat>) -> Self {
        let mixed = deal.contributions.iter();
        Self::Deal {
            round,
            attempt,
            seal: deal.commitment.to_string(),
            secret: deal.secret.clone(),
            mixed: mixed
                .map(|words| words.unwrap_or_default().to_owned())
                .collect(),
            first: first.map(|seat| seat.index() as u8),
        }
    }

    /// Puts it beside a page, if it can be seen there.
    pub fn beside(&self, page: &mut Page, cx: &RenderContext) {
        if cx.face == Surface::Browser {
            let json = serde_json::to_string(self).ok();
            page.exhibit = json.map(String::into_boxed_str);
        }
    }
}

/// A position that the view has, with what everybody held then, read by these first lines of its page.
pub fn laid<G: Voice>(
    play: G::Scene,
    hands: Vec<Vec<String>>,
    (said, marks): (usize, Option<CardMarks>),
    cx: &TableContext<G>,
) -> Exhibit<G::Scene> {
    let scene = Scene {
        stage: SceneStage::Over,
        deadline: None,
        between: false,
        play: Some(play),
        ..scene(cx)
    };
    Exhibit::Step {
        scene,
        hands,
        said,
        marks,
    }
}

pub fn scene<G: Voice>(cx: &TableContext<G>) -> Scene<G::Scene> {
    let view = cx.view;
    let stage = match view.stage {
        StageView::Lobby => SceneStage::Lobby,
        StageView::Playing(_) => SceneStage::Playing,
        StageView::Over(_) => SceneStage::Over,
        StageView::Closed => SceneStage::Closed,
    };
    let seats = view.seats.iter().map(|place| SceneSeat {
        name: plain(&plain_who(place.seat, cx)),
        taken: !place.occupant.is_empty(),
        computer: place.occupant.computer().is_some(),
        skill: (place
            .occupant
            .computer()
            .filter(|_| stage == SceneStage::Lobby))
        .map(|skill| skill_name(skill, cx)),
        away: matches!(place.occupant, Occupant::Substitute { .. }),
        due: stage == SceneStage::Playing && view.awaits(place.seat),
        won: place.won,
    });
    Scene {
        game: G::KIND.name(),
        stage,
        paused: view.paused,
        you: view.seat().map(|seat| seat.index() as u8),
        host: view.seat_of(view.host).map(|seat| seat.index() as u8),
        seats: seats.collect(),
        deadline: cx.deadline.map(|deadline| deadline.unix),
        due: match &view.stage {
            StageView::Playing(game) => plain(&G::due(&cx.with(game))),
            StageView::Lobby | StageView::Over(_) | StageView::Closed => String::new(),
        },
        between: view.stage.game().is_none_or(G::is_between),
        play: view.stage.game().map(|game| G::scene(&cx.with(game))),
    }
}

/// The page of a table without what the viewer has anyway, or what lies before them.
pub fn page_beside<G: Voice>(seen: &Scene<G::Scene>, cx: &TableContext<G>) -> Page {
    let view = cx.view;
    let plays = matches!(view.stage, StageView::Playing(_)) && view.seat().is_some();
    let mut page = match plays && !seen.between {
        true => sheet_page(PageKind::Hand, cx),
        false => public_page(cx),
    };
    let hosts = view.seat().is_some() && view.seat_of(view.host) == view.seat();
    let (seated, comes) = (view.seat().is_some(), view.seat().is_none() || view.paused);
    page.retain(|press| match press.line.command() {
        // What is for who sits there, or for the host.
        Some((Name::AtTable(AtTable::Leave | AtTable::Computer | AtTable::Agree), _)) => seated,
        Some((Name::AtTable(AtTable::Reset), _)) => seated,
        Some((Name::AtTable(AtTable::Start), "computers")) => seated,
        Some((Name::AtTable(AtTable::Rules), words)) if words.contains('=') => hosts,
        Some((Name::Open(_), "")) => comes,
        Some((Name::AtTable(AtTable::Hand), _)) => !plays,
        _ => seen.between || !G::lies_in_scene(&press.line),
    });
    page
}

/// What others want that waits for a yes, for who has their hand before them and not the page of the table.
pub fn asks_of<G: Voice>(seen: &Scene<G::Scene>, cx: &TableContext<G>) -> Page {
    let mut asks = Page::default();
    if matches!(cx.view.stage, StageView::Playing(_)) && cx.view.seat().is_some() && !seen.between {
        add_vote(cx, &mut asks);
    }
    asks
}
