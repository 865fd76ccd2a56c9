//! What a program is asked: a seat's view in a form that stays.
//!
//! Decides when a program is asked, and the names and values of what it is told. All of it comes from
//! the view of its seat. `program.md` describes every field; a test compares the two.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::{RuleSet as _, Seat};
use crate::players::Player as _;
use crate::players::tractor::Lowest;
use crate::players::tractor::sight::{Sight, Turn};
use crate::tractor::action::{Action, Call};
use crate::tractor::card::{Card, Rank};
use crate::tractor::view::{PhaseView, TrickView, View};

/// The version of the protocol. It rises when a field changes its meaning; new fields may come at any
/// time.
pub(super) const PROTOCOL: u32 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ask {
    /// Whether to call, and what.
    Call,
    /// The eight cards of the kitty.
    Bury,
    /// The first play of a trick.
    Lead,
    /// Another play of a trick.
    Follow,
}

/// A question as it is sent.
#[derive(Debug, Serialize)]
pub(super) struct Question<'a> {
    protocol: u32,
    game: &'static str,
    pub(super) ask: Ask,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<&'a str>,
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
    trick: Option<Trick<'a>>,
    due: Option<Owed>,
    tricks: Vec<Trick<'a>>,
    pub(super) example: serde_json::Value,
}

#[derive(Debug, Serialize)]
struct MadeCall {
    seat: Seat,
    cards: Vec<Card>,
}

#[derive(Debug, Serialize)]
struct Trick<'a> {
    leader: Seat,
    plays: &'a [Vec<Card>],
    winner: Option<Seat>,
    points: u16,
    failed_throw: Option<&'a [Card]>,
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

/// Whether, and for what, a program is asked in this view.
pub(super) fn ask_of(view: &View) -> Option<Ask> {
    let seat = view.seat()?;
    match &view.phase {
        PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
        PhaseView::Dealing { open, .. } => (!open.is_empty()).then_some(Ask::Call),
        PhaseView::CallWindow { passed, open } => {
            (!open.is_empty() && !passed.contains(seat)).then_some(Ask::Call)
        }
        PhaseView::Burying | PhaseView::Playing { .. } => {
            let sight = Sight::of(view)?;
            match sight.turn() {
                Turn::Wait | Turn::Answer => None,
                Turn::Bury => Some(Ask::Bury),
                Turn::Play if sight.table().is_none() => Some(Ask::Lead),
                Turn::Play => Some(Ask::Follow),
            }
        }
    }
}

pub(super) fn open_calls(view: &View) -> &[Call] {
    match &view.phase {
        PhaseView::Dealing { open, .. } | PhaseView::CallWindow { open, .. } => open,
        _ => &[],
    }
}

/// A legal answer: the lowest.
pub(super) fn example(view: &View, ask: Ask) -> serde_json::Value {
    use serde_json::json;
    match (ask, Lowest.choose(view)) {
        (_, Some(Action::Bury(cards))) => json!({ "bury": cards }),
        (_, Some(Action::Play(cards))) => json!({ "play": cards }),
        _ => json!({ "call": [] }),
    }
}

impl<'a> Question<'a> {
    /// The question for a seat that is asked this. `error` says what was wrong with its last answer.
    pub(super) fn of(view: &'a View, seat: Seat, ask: Ask, error: Option<&'a str>) -> Self {
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
            trick: trick.map(Trick::of),
            due: due.map(|due| Owed {
                suit: due.suit.letter(),
                count: due.count,
                in_suit: due.in_suit,
                pairs: due.pairs,
                tractors: due.tractors.lengths().collect(),
            }),
            tricks: view.tricks.iter().map(Trick::of).collect(),
            example: example(view, ask),
        }
    }

    /// The question as a line, without its end.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("a question has no map with keys that are no text")
    }
}

impl<'a> Trick<'a> {
    fn of(trick: &'a TrickView) -> Self {
        Self {
            leader: trick.leader,
            plays: &trick.plays,
            winner: trick.winning,
            points: trick.points,
            failed_throw: trick.failed_throw.as_deref(),
        }
    }
}
