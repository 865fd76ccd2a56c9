//! What a program is asked at UNO, and how its answer is read. All of it comes from the view of its seat.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::asked::{Asked, AskedLine, LONGEST_QUOTE, PROTOCOL, Useless, object};
use crate::game::{RuleSet as _, Seat};
use crate::players::Player as _;
use crate::players::uno::Idle;
use crate::uno::card::{Card, Color, Face};
use crate::uno::event::Direction;
use crate::uno::view::{RoundView, ShownHand, UnoDecision};
use crate::uno::{Action, Move, Play, Uno, View};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// To lay a card, or to do what else is allowed.
    Turn,
    /// The colour of a wild card.
    Color,
    /// With whom to exchange hands.
    Swap,
    /// Whether to do anything while it is somebody else's turn.
    Watch,
}

/// What a program is told of a moment at which it may jump in or catch somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    round: u32,
    step: u32,
    exposed: Option<Seat>,
    playable: Vec<Card>,
}

#[derive(Debug, Serialize)]
pub(super) struct UnoQuestion<'a> {
    protocol: u32,
    game: &'static str,
    ask: Ask,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    seat: Seat,
    round: u32,
    rules: BTreeMap<&'static str, String>,
    order: &'a [Seat],
    left: Vec<Seat>,
    scores: &'a [u32],
    hand: &'a [Card],
    sizes: &'a [u16],
    top: Card,
    color: Option<char>,
    direction: Direction,
    turn: Seat,
    next: Seat,
    owed: u16,
    playable: &'a [Card],
    would_bluff: bool,
    drawn: Option<Card>,
    may: Vec<&'static str>,
    exposed: Option<Seat>,
    said_uno: Vec<Seat>,
    out: &'a [Seat],
    draw_pile: u16,
    gone: &'a [Card],
    last: Option<LaidCard>,
    shown: Option<&'a ShownHand>,
    example: Value,
}

#[derive(Debug, Serialize)]
struct LaidCard {
    seat: Seat,
    card: Card,
}

/// The viewer's seat, and the round that it plays.
fn seen(view: &View) -> Option<(Seat, &RoundView)> {
    Some((view.seat()?, view.playing()?))
}

/// Whom the viewer can catch.
fn forgetful(seat: Seat, round: &RoundView) -> Option<Seat> {
    let exposed = round.exposed.filter(|exposed| *exposed != seat);
    exposed.filter(|_| round.may.catch)
}

/// With whom hands can be exchanged.
fn others(seat: Seat, round: &RoundView) -> impl Iterator<Item = Seat> {
    let seats = Seat::first(round.hand_sizes.len() as u8);
    seats.filter(move |other| *other != seat && round.hand_sizes[other.index()] > 0)
}

/// The words that an answer may have as `do`.
fn allowed(seat: Seat, round: &RoundView, ask: Ask) -> Vec<&'static str> {
    let may = &round.may;
    let plays = (!round.playable.is_empty(), "play");
    let catches = (forgetful(seat, round).is_some(), "catch");
    let words: &[(bool, &'static str)] = match ask {
        Ask::Color => &[(true, "color")],
        Ask::Swap => &[(true, "swap")],
        Ask::Turn => &[
            plays,
            (may.draw, "draw"),
            (may.pass, "pass"),
            (may.call, "call"),
            catches,
        ],
        Ask::Watch => &[plays, catches, (true, "wait")],
    };
    let words = words.iter().filter(|(may, _)| *may);
    words.map(|(_, word)| *word).collect()
}

/// An action as an answer.
fn answer(action: Option<&Action>) -> Value {
    match action {
        Some(Action::Move(Move::Play(play))) => {
            let mut said = json!({ "do": "play", "card": play.card });
            let color = play.color.map(|color| json!(color.letter()));
            let uno = play.uno.then_some(Value::Bool(true));
            let swap = play.swap.map(|seat| json!(seat));
            for (name, value) in [("color", color), ("swap", swap), ("uno", uno)] {
                said.as_object_mut()
                    .expect("it is one")
                    .extend(value.map(|value| (name.to_owned(), value)));
            }
            said
        }
        Some(Action::Move(Move::Color(color))) => json!({ "do": "color", "color": color.letter() }),
        Some(Action::Move(Move::Swap(seat))) => json!({ "do": "swap", "swap": seat }),
        Some(Action::Move(Move::Draw)) => json!({ "do": "draw" }),
        Some(Action::Move(Move::Pass)) => json!({ "do": "pass" }),
        Some(Action::Move(Move::Call)) => json!({ "do": "call" }),
        Some(Action::Move(Move::Catch(_))) => json!({ "do": "catch" }),
        _ => json!({ "do": "wait" }),
    }
}

impl Asked for Uno {
    type Ask = Ask;
    type Moment = Moment;

    fn ask_of(view: &View) -> Option<Ask> {
        let (seat, round) = seen(view)?;
        if round.turn == seat {
            return Some(match round.decision {
                UnoDecision::Turn | UnoDecision::AfterDrawing => Ask::Turn,
                UnoDecision::Color => Ask::Color,
                UnoDecision::Swap => Ask::Swap,
            });
        }
        let anything = forgetful(seat, round).is_some() || !round.playable.is_empty();
        anything.then_some(Ask::Watch)
    }

    fn moment(view: &View, ask: Ask) -> Option<Moment> {
        let (_, round) = seen(view).filter(|_| ask == Ask::Watch)?;
        Some(Moment {
            round: view.round,
            step: round.step,
            exposed: round.exposed,
            playable: round.playable.clone(),
        })
    }

    fn question(view: &View, ask: Ask, error: Option<&str>) -> AskedLine {
        let (seat, round) = seen(view).expect("who is asked plays a round");
        let changed = view.rules.entries().into_iter();
        let changed = changed.filter(|rule| rule.value != rule.default);
        let example = answer(Self::stand_in(view).as_ref());
        let question = UnoQuestion {
            protocol: PROTOCOL,
            game: "uno",
            ask,
            error,
            seat,
            round: view.round,
            rules: changed.map(|rule| (rule.name, rule.value)).collect(),
            order: &view.order,
            left: view.left.iter().collect(),
            scores: &view.scores,
            hand: &round.hand,
            sizes: &round.hand_sizes,
            top: round.top,
            color: round.color.map(Color::letter),
            direction: round.direction,
            turn: round.turn,
            next: round.next,
            owed: round.owed,
            playable: &round.playable,
            would_bluff: round.would_bluff,
            drawn: round.drawn,
            may: allowed(seat, round, ask),
            exposed: round.exposed,
            said_uno: round.said_uno.iter().collect(),
            out: &round.out,
            draw_pile: round.draw_pile,
            gone: &round.gone,
            last: round.last_play.map(|(seat, card)| LaidCard { seat, card }),
            shown: round.shown.as_ref(),
            example: example.clone(),
        };
        AskedLine::of(&question, example)
    }

    fn read(line: &str, view: &View, ask: Ask) -> Result<Option<Action>, Useless> {
        let (seat, round) = seen(view).expect("who is asked plays a round");
        let object = object(line, "do").map_err(Useless::Unreadable)?;
        let word = object["do"].as_str().unwrap_or_default();
        let allowed = allowed(seat, round, ask);
        if !allowed.contains(&word) {
            let word: String = object["do"]
                .to_string()
                .chars()
                .take(LONGEST_QUOTE)
                .collect();
            let why = format!("{word} is not allowed now, but {}", allowed.join(", "));
            return Err(Useless::Illegal(why));
        }
        let chosen = match word {
            "play" => Move::Play(play(&object, view, seat, round)?),
            "color" => Move::Color(color(&object)?.ok_or_else(|| lacks("color"))?),
            "swap" => Move::Swap(swap(&object, seat, round)?.ok_or_else(|| lacks("swap"))?),
            "draw" => Move::Draw,
            "pass" => Move::Pass,
            "call" => Move::Call,
            "catch" => Move::Catch(forgetful(seat, round)),
            _ => return Ok(None),
        };
        Ok(Some(chosen.into()))
    }

    fn stand_in(view: &View) -> Option<Action> {
        Idle.choose(view)
    }
}

fn lacks(word: &str) -> Useless {
    Useless::Unreadable(format!("there is no {word:?} beside \"do\""))
}

/// A card to be laid, with what is said along with it.
fn play(
    object: &Map<String, Value>,
    view: &View,
    seat: Seat,
    round: &RoundView,
) -> Result<Play, Useless> {
    let named = object.get("card").ok_or_else(|| lacks("card"))?;
    let quoted: String = named.to_string().chars().take(LONGEST_QUOTE).collect();
    let wrong = |_| {
        let cards = "cards are \"R0\" to \"Y9\", \"RS\", \"RR\", \"RD\", \"W\" and \"WF\"";
        Useless::Unreadable(format!("{quoted} is no card: {cards}"))
    };
    let card: Card = named.as_str().unwrap_or_default().parse().map_err(wrong)?;
    let illegal = |why: String| Err(Useless::Illegal(why));
    if !round.hand.contains(&card) {
        return illegal(format!("you do not hold {card}"));
    }
    if !round.playable.contains(&card) {
        return illegal(format!("{card} cannot be laid now: see \"playable\""));
    }
    let color = color(object)?;
    if color.is_some() && !card.is_wild() {
        return illegal(format!("{card} names no colour"));
    }
    let swap = swap(object, seat, round)?;
    let swaps = view.rules.seven_zero.is_on() && card.face() == Face::Number(7);
    if swap.is_some() && !swaps {
        return illegal(format!("{card} exchanges no hands"));
    }
    let uno = object
        .get("uno")
        .is_some_and(|uno| *uno == Value::Bool(true));
    Ok(Play {
        card,
        color,
        swap,
        uno,
    })
}

fn color(object: &Map<String, Value>) -> Result<Option<Color>, Useless> {
    let Some(named) = object.get("color").filter(|color| !color.is_null()) else {
        return Ok(None);
    };
    let letter = |color: &Color| named.as_str() == Some(&*color.letter().to_string());
    match Color::ALL.into_iter().find(letter) {
        Some(color) => Ok(Some(color)),
        None => Err(Useless::Unreadable(
            "a colour is \"R\", \"G\", \"B\" or \"Y\"".to_owned(),
        )),
    }
}

fn swap(
    object: &Map<String, Value>,
    seat: Seat,
    round: &RoundView,
) -> Result<Option<Seat>, Useless> {
    let Some(named) = object.get("swap").filter(|seat| !seat.is_null()) else {
        return Ok(None);
    };
    let number = named.as_u64();
    let mut others = others(seat, round);
    match others.find(|other| number == Some(other.index() as u64)) {
        Some(other) => Ok(Some(other)),
        None => Err(Useless::Illegal(
            "hands are exchanged with the seat of another who holds cards".to_owned(),
        )),
    }
}
