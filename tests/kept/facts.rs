//! What a table is like, in plain words that outlive names in the code: what a journal has to lead
//! to, whatever becomes of the program.

use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use tractor_bot::game::{Game, RuleSet, Seat, Turn, Viewer};
use tractor_bot::host::Hosted;
use tractor_bot::table::{Away, Motion, Occupant, StageView, Table, TableView};
use tractor_bot::tictactoe::{Ending, TicTacToe};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;
use tractor_bot::uno::view::PhaseView as UnoPhase;

/// Every so many entries the course of a journal is looked at.
const STRIDE: usize = 16;

/// A game whose facts can be told.
pub trait Told: Hosted {
    /// What everybody knows of it.
    fn told(view: &Self::View) -> Value;

    /// The cards that the viewer holds.
    fn hand(view: &Self::View) -> Vec<String>;
}

fn words<T: ToString>(cards: &[T]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn value(part: impl Serialize) -> Value {
    serde_json::to_value(part).expect("plain parts")
}

impl Told for Tractor {
    fn told(view: &Self::View) -> Value {
        let (phase, now) = match &view.phase {
            PhaseView::Ready { redeals, .. } => ("ready", json!({ "redeals": redeals })),
            PhaseView::Dealing { dealt, .. } => ("dealing", json!({ "dealt": dealt })),
            PhaseView::CallWindow { passed, .. } => {
                let passed: Vec<usize> = passed.iter().map(Seat::index).collect();
                ("call window", json!({ "passed": passed }))
            }
            PhaseView::Burying => ("burying", Value::Null),
            PhaseView::Overcalls { asked, .. } => ("overcalls", json!({ "asked": asked.index() })),
            PhaseView::Playing { trick, .. } => {
                let plays: Vec<_> = trick.plays.iter().map(|cards| words(cards)).collect();
                let thrown = trick.failed_throw.as_deref().map(words);
                let leader = trick.leader.index();
                (
                    "playing",
                    json!({ "leader": leader, "plays": plays, "thrown": thrown }),
                )
            }
            PhaseView::Over { winner } => ("over", value(winner)),
        };
        let round = |result: &tractor_bot::tractor::action::RoundResult| {
            json!({
                "dealer": result.dealer.index(),
                "trump": value(result.trump),
                "points": result.points,
                "winner": value(result.winner),
                "gained": result.gained,
                "levels": words(&result.levels),
                "kitty": words(&result.kitty),
                "secret": result.deal.secret,
            })
        };
        let calls = view
            .calls
            .iter()
            .map(|(seat, call)| (seat.index(), value(call)));
        json!({
            "phase": phase,
            "now": now,
            "round": view.round,
            "attempt": view.attempt,
            "levels": words(&view.levels),
            "level": view.level.to_string(),
            "progress": value(view.progress),
            "dealer": view.dealer.map(Seat::index),
            "trump": view.trump.map(value),
            "calls": calls.collect::<Vec<_>>(),
            "flipped": words(&view.flipped),
            "points": view.points,
            "captured": view.captured,
            "tricks": view.tricks.len(),
            "offers": view.surrender.iter().map(Seat::index).collect::<Vec<_>>(),
            "rounds": view.history.iter().map(round).collect::<Vec<_>>(),
        })
    }

    fn hand(view: &Self::View) -> Vec<String> {
        words(&view.hand)
    }
}

impl Told for Uno {
    fn told(view: &Self::View) -> Value {
        let indices = |seats: &[Seat]| seats.iter().map(|seat| seat.index()).collect::<Vec<_>>();
        let (phase, now) = match &view.phase {
            UnoPhase::Ready { contributed } => {
                let words: Vec<usize> = contributed.iter().map(Seat::index).collect();
                ("ready", json!({ "words": words }))
            }
            UnoPhase::Playing(round) => (
                "playing",
                json!({
                    "top": round.top.to_string(),
                    "color": value(round.color),
                    "direction": value(round.direction),
                    "turn": round.turn.index(),
                    "decision": value(round.decision),
                    "owed": round.owed,
                    "hands": round.hand_sizes,
                    "draw": round.draw_pile,
                    "discards": round.discards,
                    "exposed": round.exposed.map(Seat::index),
                    "out": indices(&round.out),
                }),
            ),
            UnoPhase::Over { places } => ("over", value(places)),
        };
        let round = |result: &tractor_bot::uno::score::RoundResult| {
            json!({
                "places": indices(&result.places),
                "gained": result.gained,
                "scores": result.scores,
                "secret": result.deal.secret,
            })
        };
        json!({
            "phase": phase,
            "now": now,
            "round": view.round,
            "order": indices(&view.order),
            "left": view.left.iter().map(Seat::index).collect::<Vec<_>>(),
            "scores": view.scores,
            "rounds": view.history.iter().map(round).collect::<Vec<_>>(),
        })
    }

    fn hand(view: &Self::View) -> Vec<String> {
        view.playing()
            .map_or_else(Vec::new, |round| words(&round.hand))
    }
}

impl Told for TicTacToe {
    fn told(view: &Self::View) -> Value {
        let mark = |square| match view.board.mark(square).map(Seat::index) {
            None => '.',
            Some(0) => 'X',
            Some(_) => 'O',
        };
        let ending = view.ending.as_ref().map(|ending| match ending {
            Ending::Won { seat, line } => {
                let line: Vec<usize> = line.iter().map(|square| square.index()).collect();
                json!({ "won": seat.index(), "line": line })
            }
            Ending::Drawn => json!("drawn"),
        });
        json!({
            "board": view.board.squares().map(mark).collect::<String>(),
            "in_row": view.board.in_row(),
            "first": view.first.index(),
            "turn": view.turn.map(Seat::index),
            "ending": ending,
        })
    }

    fn hand(_: &Self::View) -> Vec<String> {
        Vec::new()
    }
}

fn occupant(occupant: Occupant) -> String {
    match occupant {
        Occupant::Empty => "nobody".to_owned(),
        Occupant::Person(person) => person.0.to_string(),
        Occupant::Computer(skill) => skill.to_string(),
        Occupant::Substitute {
            skill,
            instead_of,
            away,
        } => {
            let why = match away {
                Away::Left => "left",
                Away::Gone => "gone",
                Away::Absent => "absent",
            };
            format!("{skill} for {}, {why}", instead_of.0)
        }
    }
}

fn rules(set: &impl RuleSet) -> Value {
    let entries = set.entries().into_iter();
    let map: Map<String, Value> = entries
        .map(|entry| (entry.name.to_owned(), entry.value.into()))
        .collect();
    map.into()
}

fn stage<G: Game>(view: &TableView<G>) -> &'static str {
    match view.stage {
        StageView::Lobby => "lobby",
        StageView::Playing(_) => "playing",
        StageView::Over(_) => "over",
        StageView::Closed => "closed",
    }
}

/// What is being played, and everybody's cards.
fn game<G: Told>(table: &Table<G>, view: &TableView<G>) -> Value {
    let closed = view
        .closing
        .as_ref()
        .and_then(|closing| closing.game.as_ref());
    let shown = view.stage.game().or(closed);
    let hands = table.occupants().map(|(seat, _)| {
        let view = table.view(Viewer::Seat(seat));
        view.stage.game().map(G::hand).unwrap_or_default().join(" ")
    });
    let turn = match table.turn() {
        Turn::Seats(seats) | Turn::Each(seats) => {
            value(seats.iter().map(Seat::index).collect::<Vec<_>>())
        }
        Turn::Clock => json!("the clock"),
        Turn::Over => json!("nobody"),
    };
    json!({
        "stage": stage(view),
        "match": view.number,
        "turn": turn,
        "waits": table.cue().map(value),
        "told": shown.map(G::told),
        "hands": hands.collect::<Vec<_>>(),
    })
}

/// All that is told of a table. Lists of rules may grow: see [`agrees`].
pub fn facts<G: Told>(table: &Table<G>) -> Value {
    let view = table.view(Viewer::Public);
    let seat = |place: &tractor_bot::table::SeatView| {
        json!([
            occupant(place.occupant),
            place.name,
            place.missed,
            place.won
        ])
    };
    let reset = view
        .votes
        .iter()
        .filter(|vote| vote.motion == Motion::Reset);
    json!({
        "game": game(table, &view),
        "host": view.host.0,
        "seats": view.seats.iter().map(seat).collect::<Vec<_>>(),
        "invited": view.invited.as_ref().map(|invited| invited.person.0),
        "played": view.series.played,
        "votes": reset.flat_map(|vote| &vote.supporters).map(|person| person.0).collect::<Vec<_>>(),
        "rules": rules(&view.rules),
        "limits": rules(&view.limits),
        "turn_started": table.turn_started().0,
        "round_started": table.round_started().0,
    })
}

/// Whether a table is as it was told: all that was told, and rules beside it that came later.
pub fn agrees(told: &Value, now: &Value) -> bool {
    let (Some(told), Some(now)) = (told.as_object(), now.as_object()) else {
        return false;
    };
    let same = |name: &String, was: &Value| match (name.as_str(), was, &now[name]) {
        ("rules" | "limits", Value::Object(was), Value::Object(now)) => {
            was.iter().all(|(rule, value)| now.get(rule) == Some(value))
        }
        (_, was, now) => was == now,
    };
    told.iter().all(|(name, was)| same(name, was))
}

/// A hash over what was played and who held which cards on the way.
#[derive(Default)]
pub struct Course {
    hash: Sha256,
    seen: usize,
}

impl Course {
    /// Looks at the table after an entry.
    pub fn look<G: Told>(&mut self, table: &Table<G>) {
        if self.seen.is_multiple_of(STRIDE) {
            let view = table.view(Viewer::Public);
            let text = game(table, &view).to_string();
            self.hash.update(text.as_bytes());
        }
        self.seen += 1;
    }

    /// What has been seen, as hexadecimal digits.
    pub fn sum(self) -> String {
        hex::encode(&self.hash.finalize()[..16])
    }
}
