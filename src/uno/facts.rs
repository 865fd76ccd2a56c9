//! What is kept of a whole match: the facts that digests cover, hidden cards included, to which new ones
//! are added at the end; the digest of the first format of journals, which is frozen; and snapshots
//! between two rounds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::round::{Bluff, MOST_PLAYERS, Round, Stage};
use super::score::{RoundEnd, RoundResult};
use super::{Card, Color, Direction, Event, Hand, Phase, Rules, Uno, sealed};
use crate::chance::{Contributions, Seed};
use crate::game::{Digest, Facts, FirstForm, FirstFormat, Seat, SeatSet, differing, of_differing};

impl Uno {
    /// Lists the facts of this match.
    pub(super) fn list(&self, facts: &mut Facts) {
        let no_words = vec![None; self.scores.len()];
        let words: Vec<Option<&str>> = self.contributions.iter().collect();
        facts.rules("rules", &self.rules);
        facts.always("order", &self.order);
        facts.add("left", &self.left, &SeatSet::EMPTY);
        facts.always("round", &self.number);
        facts.always("commitment", &self.sealed.commitment());
        facts.add("contributed", &words, &no_words);
        facts.add("rounds", &self.history.len(), &0);
        facts.add("scores", &self.scores, &vec![0; self.scores.len()]);
        facts.add("warned", &self.warned, &None);
        let (phase, places) = match &self.phase {
            Phase::Ready => ("ready", &[][..]),
            Phase::Playing(_) => ("playing", &[][..]),
            Phase::Over { places } => ("over", &places[..]),
        };
        facts.always("phase", phase);
        facts.add("places", places, &[]);
        if let Phase::Playing(round) = &self.phase {
            facts.part("play", |facts| list_round(facts, round));
        }
        facts.add("again", &self.again, &0);
    }
}

fn cards(hand: &Hand) -> Vec<Card> {
    hand.cards().collect()
}

fn list_round(facts: &mut Facts, round: &Round) {
    let hands = round.circle.seats().iter();
    let hands: Vec<(Seat, Vec<Card>)> = hands
        .map(|seat| (*seat, cards(round.hand(*seat))))
        .collect();
    let bluff = |bluff: &Bluff| (bluff.by, bluff.guilty, cards(&bluff.hand));
    let (stage, drawn) = match round.stage {
        Stage::Turn => ("turn", None),
        Stage::Drawn(card) => ("drawn", Some(card)),
        Stage::Color => ("color", None),
        Stage::StartColor => ("start_color", None),
        Stage::Swap(card) => ("swap", Some(card)),
    };
    let shown = round.shown.map(|shown| (shown.to, bluff(&shown.bluff)));
    facts.always("hands", &hands);
    facts.always("draw", &round.piles.draw);
    facts.add("discards", &round.piles.discards[..], &[]);
    facts.always("top", &round.piles.top);
    facts.add("reshuffles", &round.piles.reshuffles, &0);
    facts.add("color", &round.color, &None);
    facts.always("direction", &round.direction);
    facts.always("turn", &round.turn);
    facts.always("stage", stage);
    facts.add("card", &drawn, &None);
    facts.add("owed", &round.owed, &0);
    facts.add("bluff", &round.bluff.as_ref().map(bluff), &None);
    facts.add("shown", &shown, &None);
    facts.always("active", &round.active);
    facts.add("out", &round.out[..], &[]);
    facts.add("exposed", &round.exposed, &None);
    facts.add("said", &round.said_uno, &SeatSet::EMPTY);
    facts.add("announced", &round.announced, &false);
    facts.add("last_play", &round.last_play, &None);
    facts.add("idle", &round.idle, &0);
    facts.add("step", &round.step, &0);
    facts.add("counted", &round.counted, &None);
}

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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptRound {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, String>,
    order: Vec<Seat>,
    left: SeatSet,
    number: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    again: u64,
    scores: Vec<u32>,
    contributions: Contributions,
    history: Vec<RoundResult>,
    warned: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<Vec<Seat>>,
    recent: Vec<Event>,
}

const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Uno {
    /// The match without its seed; `None` while a round is played.
    pub(super) fn keep(&self) -> Option<Value> {
        let over = match &self.phase {
            Phase::Ready => None,
            Phase::Over { places } => Some(places.clone()),
            Phase::Playing(_) => return None,
        };
        let kept = KeptRound {
            rules: differing(&self.rules),
            order: self.order.clone(),
            left: self.left,
            number: self.number,
            again: self.again,
            scores: self.scores.clone(),
            contributions: self.contributions.clone(),
            history: self.history.clone(),
            warned: self.warned,
            over,
            recent: self.recent.clone(),
        };
        let mut kept = serde_json::to_value(kept).ok()?;
        // The commitments follow from the secrets.
        for result in kept["history"].as_array_mut()? {
            result.as_object_mut()?.remove("commitment");
        }
        Some(kept)
    }

    /// The match of this seed that was kept.
    pub(super) fn of_kept(seed: Seed, kept: &Value) -> Option<Uno> {
        let kept = KeptRound::deserialize(kept).ok()?;
        let seats = kept.scores.len();
        let mut order = kept.order.clone();
        order.sort_unstable();
        let fits = (2..=MOST_PLAYERS).contains(&seats)
            && order.into_iter().eq(Seat::first(seats as u8))
            && kept.contributions.iter().len() == seats;
        fits.then_some(Uno {
            rules: of_differing(&kept.rules)?,
            seed,
            sealed: sealed(&seed, kept.number, kept.again),
            order: kept.order,
            left: kept.left,
            number: kept.number,
            again: kept.again,
            scores: kept.scores,
            contributions: kept.contributions,
            history: kept.history,
            warned: kept.warned,
            phase: match kept.over {
                None => Phase::Ready,
                Some(places) => Phase::Over { places },
            },
            recent: kept.recent,
        })
    }
}
