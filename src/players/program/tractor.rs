//! What a program is asked at tractor, a seat's view in a form that stays, and how its answer is read.
//!
//! Decides when a program is asked, and the names and values of what it is told. All of it comes from
//! the view of its seat. `protocol.md` describes every field; a test compares the two.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::asked::{Asked, AskedLine, LONGEST_QUOTE, PROTOCOL, Useless, object};
use crate::game::{RuleSet as _, Seat};
use crate::players::Player as _;
use crate::players::tractor::Lowest;
use crate::players::tractor::sight::{PlayTurn, Sight};
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call};
use crate::tractor::card::{Card, Rank};
use crate::tractor::deck::KITTY;
use crate::tractor::follow::{Breach, Due};
use crate::tractor::hand::Hand;
use crate::tractor::shape::Lead;
use crate::tractor::view::{PhaseView, TrickView, View};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Whether to call, and what.
    Call,
    /// The eight cards of the kitty.
    Bury,
    /// The first play of a trick.
    Lead,
    /// Another play of a trick.
    Follow,
}

/// A moment of a deal, as far as it matters for calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    round: u32,
    attempt: u32,
    all_out: bool,
    buried: bool,
    open: Vec<Call>,
}

/// A question as it is sent.
#[derive(Debug, Serialize)]
struct TractorQuestion<'a> {
    protocol: u32,
    game: &'static str,
    ask: Ask,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    seat: Seat,
    round: u32,
    rules: BTreeMap<&'static str, String>,
    levels: [Rank; 2],
    level: Rank,
    dealer: Option<Seat>,
    trump: Option<char>,
    calls: Vec<MadeCall>,
    open: Vec<Vec<Card>>,
    hand: &'a [Card],
    sizes: [u8; 4],
    known: &'a [Vec<Card>; 4],
    flipped: &'a [Card],
    kitty: Option<&'a [Card]>,
    points: u16,
    penalties: i16,
    captured: [u16; 4],
    trick: Option<Value>,
    due: Option<Owed>,
    tricks: Vec<Value>,
    example: Value,
}

#[derive(Debug, Serialize)]
struct MadeCall {
    seat: Seat,
    cards: Vec<Card>,
}

/// What a play has to give.
#[derive(Debug, Serialize)]
struct Owed {
    suit: char,
    count: u8,
    in_suit: u8,
    pairs: u8,
    tractors: Vec<u32>,
}

impl Asked for Tractor {
    type Ask = Ask;
    type Moment = Moment;

    fn ask_of(view: &View) -> Option<Ask> {
        let seat = view.seat()?;
        match &view.phase {
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
            PhaseView::Dealing { open, .. } => (!open.is_empty()).then_some(Ask::Call),
            PhaseView::CallWindow { passed, open } => {
                (!open.is_empty() && !passed.contains(seat)).then_some(Ask::Call)
            }
            PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => {
                let sight = Sight::of(view)?;
                match sight.turn() {
                    PlayTurn::Wait | PlayTurn::Answer => None,
                    PlayTurn::Bury => Some(Ask::Bury),
                    PlayTurn::Overcall(open) => (!open.is_empty()).then_some(Ask::Call),
                    PlayTurn::Play if sight.table().is_none() => Some(Ask::Lead),
                    PlayTurn::Play => Some(Ask::Follow),
                }
            }
        }
    }

    fn moment(view: &View, ask: Ask) -> Option<Moment> {
        (ask == Ask::Call).then(|| Moment {
            round: view.round,
            attempt: view.attempt,
            all_out: matches!(view.phase, PhaseView::CallWindow { .. }),
            buried: matches!(view.phase, PhaseView::Overcalls { .. }),
            open: open_calls(view).to_vec(),
        })
    }

    fn question(view: &View, ask: Ask, error: Option<&str>) -> AskedLine {
        let seat = view.seat().expect("who is asked has a seat");
        let question = TractorQuestion::of(view, seat, ask, error);
        AskedLine::of(&question, question.example.clone())
    }

    fn read(line: &str, view: &View, ask: Ask) -> Result<Option<Action>, Useless> {
        let word = match ask {
            Ask::Call => "call",
            Ask::Bury => "bury",
            Ask::Lead | Ask::Follow => "play",
        };
        let cards = cards(line, word).map_err(Useless::Unreadable)?;
        let illegal = |why| Useless::Illegal(why);
        match ask {
            Ask::Call => call(&cards, view).map_err(illegal),
            Ask::Bury => {
                let sight = Sight::of(view).ok_or_else(|| illegal("trump is open".to_owned()))?;
                pick(&sight, &cards).map_err(illegal)?;
                match cards.len() {
                    KITTY => Ok(Some(Action::Bury(cards))),
                    given => Err(illegal(format!("{KITTY} cards are buried, not {given}"))),
                }
            }
            Ask::Lead | Ask::Follow => {
                let sight = Sight::of(view).ok_or_else(|| illegal("trump is open".to_owned()))?;
                let play = pick(&sight, &cards).map_err(illegal)?;
                judge(&sight, play).map_err(illegal)?;
                Ok(Some(Action::Play(cards)))
            }
        }
    }

    fn stand_in(view: &View) -> Option<Action> {
        Lowest.choose(view)
    }
}

fn open_calls(view: &View) -> &[Call] {
    match &view.phase {
        PhaseView::Dealing { open, .. }
        | PhaseView::CallWindow { open, .. }
        | PhaseView::Overcalls { open, .. } => open,
        _ => &[],
    }
}

/// A legal answer: the lowest.
fn example(view: &View, ask: Ask) -> Value {
    use serde_json::json;
    match (ask, Lowest.choose(view)) {
        (_, Some(Action::Bury(cards))) => json!({ "bury": cards }),
        (_, Some(Action::Play(cards))) => json!({ "play": cards }),
        _ => json!({ "call": [] }),
    }
}

impl<'a> TractorQuestion<'a> {
    fn of(view: &'a View, seat: Seat, ask: Ask, error: Option<&'a str>) -> Self {
        let call = |(seat, call): &(Seat, Call)| MadeCall {
            seat: *seat,
            cards: call.cards(view.level),
        };
        let open = open_calls(view).iter().map(|call| call.cards(view.level));
        let changed = view.rules.entries().into_iter();
        let changed = changed.filter(|rule| rule.value != rule.default);
        let (trick, due) = match &view.phase {
            PhaseView::Playing { trick, due, .. } => (Some(trick), due.as_ref()),
            _ => (None, None),
        };
        Self {
            protocol: PROTOCOL,
            game: "tractor",
            ask,
            error,
            seat,
            round: view.round,
            rules: changed.map(|rule| (rule.name, rule.value)).collect(),
            levels: view.levels,
            level: view.level,
            dealer: view.dealer,
            // The letter of no-trump is that of trumps without a suit.
            trump: view
                .trump
                .map(|trump| trump.suit.map_or('N', |suit| suit.letter())),
            calls: view.calls.iter().map(call).collect(),
            open: open.collect(),
            hand: &view.hand,
            sizes: view.hand_sizes,
            known: &view.known,
            flipped: &view.flipped,
            kitty: view.buried.as_deref(),
            points: view.points,
            penalties: view.penalties,
            captured: view.captured,
            trick: trick.map(told),
            due: due.map(|due| Owed {
                suit: due.suit.letter(),
                count: due.count,
                in_suit: due.in_suit,
                pairs: due.pairs,
                tractors: due.tractors.lengths().collect(),
            }),
            tricks: view.tricks.iter().map(told).collect(),
            example: example(view, ask),
        }
    }
}

/// A trick as programs are told it.
fn told(trick: &TrickView) -> Value {
    json!({
        "leader": trick.leader,
        "plays": trick.plays,
        "winner": trick.winning,
        "points": trick.points,
        "failed_throw": trick.failed_throw,
    })
}

/// The cards behind this word of an object.
fn cards(line: &str, word: &str) -> Result<Vec<Card>, String> {
    let object = object(line, word)?;
    let listed = &object[word];
    let Some(listed) = listed.as_array() else {
        return Err(format!("{word:?} is not a list of cards"));
    };
    let card = |card: &Value| {
        let name = card.as_str().unwrap_or_default();
        let named: String = card.to_string().chars().take(LONGEST_QUOTE).collect();
        let wrong =
            |_| format!("{named} is no card: cards are \"2C\" to \"AS\", \"J-\" and \"J+\"");
        name.parse::<Card>().map_err(wrong)
    };
    listed.iter().map(card).collect()
}

fn call(cards: &[Card], view: &View) -> Result<Option<Action>, String> {
    if cards.is_empty() {
        return Ok(None);
    }
    let mut wanted = cards.to_vec();
    wanted.sort_unstable();
    let open = open_calls(view).iter();
    let mut open = open.filter(|call| call.cards(view.level) == wanted);
    match open.next() {
        Some(call) => Ok(Some(Action::Call(*call))),
        None => Err("that call is not open to you: see \"open\"".to_owned()),
    }
}

/// The cards taken from the hand.
fn pick(sight: &Sight<'_>, cards: &[Card]) -> Result<Hand, String> {
    let picked = sight.hand.pick(sight.layout, cards);
    picked.map_err(|lacking| match lacking.held {
        0 => format!("you do not hold {}", lacking.card),
        1 => format!("you hold {} only once", lacking.card),
        _ => format!("you hold {} only twice", lacking.card),
    })
}

/// Whether the rules allow a play, as far as the player can know.
fn judge(sight: &Sight<'_>, play: Hand) -> Result<(), String> {
    if play.is_empty() {
        return Err("no cards are named".to_owned());
    }
    let Some(table) = sight.table() else {
        let one_suit = Lead::read(sight.layout, play).is_some();
        let mixed = || "a lead is of one suit, trumps being one".to_owned();
        return one_suit.then_some(()).ok_or_else(mixed);
    };
    let due = Due::of(sight.layout, sight.follow_rules(), &table.lead, sight.hand);
    due.check(sight.layout, play)
        .map_err(|breach| match breach {
            Breach::Count { due, given } => format!("{due} cards are due, not {given}"),
            Breach::Suit { due, given } => {
                format!("{due} cards of the led suit are due, you gave {given}")
            }
            Breach::Pairs { due, given } => {
                format!("{due} pairs of the led suit are due, you gave {given}")
            }
            Breach::Tractor { due } => format!("a tractor of {due} pairs of the led suit is due"),
        })
}
