//! The scene: what a viewer sees of a table, for faces that lay cards on one instead of writing lines.
//!
//! Made of the same view as the page beside it, which has all the words: a scene says where what lies and
//! what pressing it does. Its form is documented beside the face for browsers, and counted by [`VERSION`].
//! Cards, seats and presses are written as everywhere else: `10H`, the index of the seat, [`Press::code`].

use serde::Serialize;

use super::context::RenderContext;
use super::markup::plain;
use super::page::Control;
use super::table::plain_who;
use super::voice::Voice;
use crate::table::{Occupant, StageView, TableView};

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

pub fn scene<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> Scene<G::Scene> {
    let stage = match view.stage {
        StageView::Lobby => SceneStage::Lobby,
        StageView::Playing(_) => SceneStage::Playing,
        StageView::Over(_) => SceneStage::Over,
        StageView::Closed => SceneStage::Closed,
    };
    let seats = view.seats.iter().map(|place| SceneSeat {
        name: plain(&plain_who(view, place.seat, cx)),
        taken: !place.occupant.is_empty(),
        computer: place.occupant.computer().is_some(),
        away: matches!(place.occupant, Occupant::Substitute { .. }),
        due: stage == SceneStage::Playing && view.awaits(place.seat),
        won: place.won,
    });
    Scene {
        game: G::KIND.name(),
        stage,
        paused: view.paused,
        you: view.seat().map(|seat| seat.index() as u8),
        seats: seats.collect(),
        deadline: cx.deadline.map(|deadline| deadline.unix),
        due: match &view.stage {
            StageView::Playing(game) => plain(&G::due(view, game, cx)),
            StageView::Lobby | StageView::Over(_) | StageView::Closed => String::new(),
        },
        between: view.stage.game().is_none_or(G::is_between),
        play: view.stage.game().map(|game| G::scene(view, game, cx)),
    }
}
