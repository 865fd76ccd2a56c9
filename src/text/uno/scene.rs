//! What a viewer sees of a match of UNO.

use serde::Serialize;

use super::cards::color_name;
use super::hand;
use super::held::by_color;
use super::phrases::{MatchContext, TableContext};
use super::plays::{marks, ways};
use crate::command::Verb;
use crate::game::Seat;
use crate::text::markup::plain;
use crate::text::press::Line;
use crate::text::scene::SceneButton;
use crate::text::table::press;
use crate::uno::event::Direction;
use crate::uno::{PhaseView, RoundView};

#[derive(Debug, Clone, Serialize)]
pub struct UnoScene {
    /// The round, counted from 1.
    pub round: u32,
    /// The score of each seat.
    pub scores: Vec<u32>,
    /// All seats in the order of play.
    pub order: Vec<u8>,
    /// The seal of the shuffle of the next round, or of the one that is played.
    pub seal: String,
    /// The cards on the table; `None` between rounds.
    pub cards: Option<UnoCards>,
}

#[derive(Debug, Clone, Serialize)]
pub struct UnoCards {
    /// The top card.
    pub top: String,
    /// The letter of the colour in force.
    pub color: Option<char>,
    /// Whether the turn goes against the order of play.
    pub backward: bool,
    pub turn: u8,
    /// Cards that the player in turn owes.
    pub owed: u16,
    /// How many cards can be drawn before the discards are shuffled.
    pub pile: u16,
    /// How many cards each seat holds.
    pub sizes: Vec<u16>,
    /// Seats with one card that said UNO.
    pub said: Vec<u8>,
    /// The viewer's cards by colour.
    pub hand: Vec<Vec<String>>,
    /// The card that the viewer drew in this turn.
    pub drawn: Option<String>,
    /// Whether the cards that can be played are marked.
    pub marked: bool,
    /// The ways to play a card of the viewer now.
    pub plays: Vec<UnoPlay>,
    /// What else the viewer may do now.
    #[serde(flatten)]
    pub acts: UnoActs,
    /// What a challenge or a catch costs, where there is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The moves beside plays, each where it is possible.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct UnoActs {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<SceneButton>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<SceneButton>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<SceneButton>,
    /// To say UNO without a play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uno: Option<SceneButton>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch: Option<SceneButton>,
}

/// A way to play a card: with wild cards there are several, and where UNO can be said with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnoPlay {
    pub card: String,
    /// The letter of the colour that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<char>,
    /// Whether UNO is said with it.
    pub uno: bool,
    /// The viewer was advised it.
    pub hint: bool,
    pub button: SceneButton,
}

pub fn of(cx: &MatchContext) -> UnoScene {
    let game = cx.game;
    let cards = match &game.phase {
        PhaseView::Playing(round) => Some(cards(round, cx)),
        PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
    };
    UnoScene {
        round: game.round,
        scores: game.scores.clone(),
        order: game.order.iter().copied().map(index).collect(),
        seal: game.commitment.to_string(),
        cards,
    }
}

fn cards(round: &RoundView, cx: &MatchContext) -> UnoCards {
    let named = |cards: Vec<crate::uno::Card>| cards.iter().map(ToString::to_string).collect();
    let plays = ways(cx.game, round, cx).into_iter().map(|way| {
        let (verb, words) = (Verb::Play, way.words);
        UnoPlay {
            card: way.card.to_string(),
            color: way.color.map(|color| color.letter()),
            uno: way.uno,
            hint: way.is_hint,
            button: SceneButton {
                label: match way.color {
                    Some(color) => color_name(color, cx),
                    None => say!(cx, "button-play", cards = way.label),
                },
                press: press(cx, Line::of_move(verb, &words)).code(),
                enabled: true,
            },
        }
    });
    UnoCards {
        top: round.top.to_string(),
        color: round.color.map(|color| color.letter()),
        backward: round.direction == Direction::Backward,
        turn: index(round.turn),
        owed: round.owed,
        pile: round.draw_pile,
        sizes: round.hand_sizes.clone(),
        said: round.said_uno.iter().map(index).collect(),
        hand: by_color(&round.hand).map(|(_, held)| named(held)).collect(),
        drawn: round.drawn.map(|card| card.to_string()),
        marked: marks(cx.game),
        plays: plays.collect(),
        acts: acts(round, cx),
        note: hand::costs(round, cx).map_or_else(String::new, |line| plain(&line)),
    }
}

fn acts(round: &RoundView, cx: &TableContext) -> UnoActs {
    let mut acts = UnoActs::default();
    for (verb, label, style) in hand::moves(round, cx) {
        let button = SceneButton::of(&cx.act(label, (verb, String::new()), style));
        match verb {
            Verb::Draw => acts.draw = button,
            Verb::Pass => acts.pass = button,
            Verb::Call => acts.challenge = button,
            Verb::Uno => acts.uno = button.filter(|_| round.exposed == cx.view.seat()),
            Verb::Catch => acts.catch = button,
            _ => {}
        }
    }
    acts
}

const fn index(seat: Seat) -> u8 {
    seat.index() as u8
}
