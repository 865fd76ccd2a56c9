//! The digest of a match as the first format of journals has it.
//!
//! It is frozen: the fields below, in this order, under these names. What matches have learned since
//! is no part of it, so that every journal that was written with it is checked for ever.

use serde::Serialize;

use super::round::{Round, Stage};
use super::{Card, Color, Direction, Hand, Phase, Rules, Uno};
use crate::chance::{Contributions, Seed};
use crate::game::{Digest, FirstForm, FirstFormat, Seat, SeatSet};
use crate::uno::score::{RoundEnd, RoundResult};

type FirstRules<'a> = FirstForm<'a, Rules>;

#[derive(Serialize)]
struct FirstUno<'a> {
    rules: FirstRules<'a>,
    seed: Seed,
    order: &'a [Seat],
    left: SeatSet,
    number: u32,
    scores: &'a [u32],
    contributions: &'a Contributions,
    history: Vec<FirstResult<'a>>,
    warned: Option<u32>,
    phase: FirstPhase<'a>,
}

#[derive(Serialize)]
struct FirstResult<'a> {
    round: u32,
    end: RoundEnd,
    places: &'a [Seat],
    hands: &'a [Hand],
    gained: &'a [u32],
    scores: &'a [u32],
    commitment: String,
    contributions: &'a Contributions,
    secret: &'a str,
}

#[derive(Serialize)]
enum FirstPhase<'a> {
    Ready,
    Playing(Box<FirstRound<'a>>),
    Over { places: &'a [Seat] },
}

#[derive(Serialize)]
struct FirstRound<'a> {
    rules: FirstRules<'a>,
    circle: FirstCircle,
    hands: &'a [Hand],
    piles: FirstPiles<'a>,
    color: Option<Color>,
    direction: Direction,
    turn: Seat,
    stage: FirstStage,
    owed: u16,
    bluff: Option<FirstBluff>,
    shown: Option<FirstShown>,
    active: SeatSet,
    out: &'a [Seat],
    exposed: Option<Seat>,
    said_uno: SeatSet,
    announced: bool,
    last_play: Option<(Seat, Card)>,
    idle: u8,
    step: u32,
    end: Option<RoundEnd>,
}

#[derive(Serialize)]
struct FirstCircle {
    len: u8,
    seats: [Seat; 10],
    places: [u8; 10],
}

#[derive(Serialize)]
struct FirstPiles<'a> {
    draw: &'a [Card],
    discards: &'a [Card],
    top: Card,
    seed: Seed,
    reshuffles: u64,
}

#[derive(Serialize)]
enum FirstStage {
    Turn,
    Drawn(Card),
    Color,
    StartColor,
    Swap(Card),
}

#[derive(Serialize)]
struct FirstBluff {
    by: Seat,
    guilty: bool,
    hand: Hand,
}

#[derive(Serialize)]
struct FirstShown {
    to: Seat,
    bluff: FirstBluff,
}

impl FirstFormat for Uno {
    const FIRST_RULES: &'static [&'static str] = &[
        "players",
        "order",
        "decks",
        "hand",
        "start_card",
        "stack",
        "draw_4_on_draw_4",
        "draw_2_on_draw_4",
        "wild4",
        "bluff_test",
        "after_call",
        "draw",
        "must_play",
        "after_draw",
        "pass_without_draw",
        "auto_pass",
        "uno_call",
        "uno_penalty",
        "false_catch",
        "last_card",
        "final_draw_counts",
        "end",
        "score",
        "match_to",
        "seven_zero",
        "jump_in",
        "turn_limit",
        "time_out",
        "deal_wait",
        "leaver",
        "allow_highlight_playable_cards",
    ];

    fn first_digest(&self) -> Digest {
        Digest::of(&FirstUno {
            rules: FirstForm(&self.rules, Uno::FIRST_RULES),
            seed: self.seed,
            order: &self.order,
            left: self.left,
            number: self.number,
            scores: &self.scores,
            contributions: &self.contributions,
            history: self.history.iter().map(result).collect(),
            warned: self.warned,
            phase: match &self.phase {
                Phase::Ready => FirstPhase::Ready,
                Phase::Playing(playing) => FirstPhase::Playing(Box::new(round(playing))),
                Phase::Over { places } => FirstPhase::Over { places },
            },
        })
    }
}

fn result(result: &RoundResult) -> FirstResult<'_> {
    FirstResult {
        round: result.round,
        end: result.end,
        places: &result.places,
        hands: &result.hands,
        gained: &result.gained,
        scores: &result.scores,
        commitment: result.deal.commitment.to_string(),
        contributions: &result.deal.contributions,
        secret: &result.deal.secret,
    }
}

fn round(round: &Round) -> FirstRound<'_> {
    let bluff = |bluff: super::round::Bluff| FirstBluff {
        by: bluff.by,
        guilty: bluff.guilty,
        hand: bluff.hand,
    };
    FirstRound {
        rules: FirstForm(&round.rules, Uno::FIRST_RULES),
        circle: circle(round),
        hands: &round.hands,
        piles: FirstPiles {
            draw: &round.piles.draw,
            discards: &round.piles.discards,
            top: round.piles.top,
            seed: round.piles.seed,
            reshuffles: round.piles.reshuffles,
        },
        color: round.color,
        direction: round.direction,
        turn: round.turn,
        stage: match round.stage {
            Stage::Turn => FirstStage::Turn,
            Stage::Drawn(card) => FirstStage::Drawn(card),
            Stage::Color => FirstStage::Color,
            Stage::StartColor => FirstStage::StartColor,
            Stage::Swap(card) => FirstStage::Swap(card),
        },
        owed: round.owed,
        bluff: round.bluff.map(bluff),
        shown: round.shown.map(|shown| FirstShown {
            to: shown.to,
            bluff: bluff(shown.bluff),
        }),
        active: round.active,
        out: &round.out,
        exposed: round.exposed,
        said_uno: round.said_uno,
        announced: round.announced,
        last_play: round.last_play,
        idle: round.idle,
        step: round.step,
        end: round.end,
    }
}

/// The order of play with the places of all ten seats, those that nobody has as 0.
fn circle(round: &Round) -> FirstCircle {
    let order = round.circle.seats();
    let mut circle = FirstCircle {
        len: order.len() as u8,
        seats: [Seat::new(0); 10],
        places: [0; 10],
    };
    for (place, seat) in order.iter().enumerate() {
        circle.seats[place] = *seat;
        circle.places[seat.index()] = place as u8;
    }
    circle
}
