//! The digest of a table as the first format of journals has it.
//!
//! It is frozen: the fields below, in this order, under these names. What tables have learned since
//! is no part of it, so that every journal that was written with it is checked for ever.

use std::any::{Any, TypeId};

use serde::Serialize;

use super::people::{Invited, Occupant};
use super::{Limits, PersonId, Position, Table, TableStage};
use crate::game::{Digest, FirstForm, FirstFormat, Game, Seat};
use crate::tictactoe::TicTacToe;
use crate::tractor::Tractor;
use crate::uno::Uno;

/// The limits that there were.
const LIMITS: &[&str] = &[
    "turn_limit_s",
    "turn_warning_s",
    "absent_turns",
    "idle_limit_min",
    "open_end_min",
    "computer_delay_ms",
    "substitute",
    "ping",
];

#[derive(Serialize)]
#[serde(bound = "")]
struct FirstState<'a, G: Game> {
    started: [Position; 4],
    host: PersonId,
    seating: FirstSeating<'a>,
    rules: FirstForm<'a, G::Rules>,
    limits: FirstForm<'a, Limits>,
    stage: &'static str,
    game: Option<Digest>,
    number: u32,
    votes: &'a [PersonId],
    series: FirstSeries<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invited: Option<&'a Invited>,
}

#[derive(Serialize)]
struct FirstSeating<'a> {
    places: Vec<FirstPlace<'a>>,
    held: &'a [(PersonId, Seat)],
}

#[derive(Serialize)]
struct FirstPlace<'a> {
    occupant: Occupant,
    name: Option<&'a str>,
    missed: u8,
}

#[derive(Serialize)]
struct FirstSeries<'a> {
    played: u32,
    won: &'a [u32],
}

impl<G: Game> Table<G> {
    /// A summary of the whole state, hidden parts included, as the first format of journals has it.
    pub fn first_digest(&self) -> Digest {
        let places = self.seating.iter().map(|(_, place)| FirstPlace {
            occupant: place.occupant,
            name: place.name.as_deref(),
            missed: place.missed,
        });
        Digest::of(&FirstState::<G> {
            started: [
                self.position,
                self.stage_started,
                self.round_started,
                self.turn_started,
            ],
            host: self.host,
            seating: FirstSeating {
                places: places.collect(),
                held: self.seating.held(),
            },
            rules: FirstForm(&self.rules, first_rules::<G>()),
            limits: FirstForm(&self.limits, LIMITS),
            stage: self.stage_name(),
            game: match &self.stage {
                TableStage::Playing(game) | TableStage::Over(game) => digest_of(game),
                TableStage::Lobby | TableStage::Closed { .. } => None,
            },
            number: self.number,
            votes: self.votes.supporters(),
            series: FirstSeries {
                played: self.series.played,
                won: &self.series.won,
            },
            invited: self.invited.as_ref(),
        })
    }
}

/// The fields of the rules that a game had then; none for one that is newer.
pub(super) fn first_rules<G: Game>() -> &'static [&'static str] {
    fn of<F: FirstFormat>() -> (TypeId, &'static [&'static str]) {
        (TypeId::of::<F>(), F::FIRST_RULES)
    }
    let then = [of::<Tractor>(), of::<Uno>(), of::<TicTacToe>()];
    let found = then.iter().find(|(game, _)| *game == TypeId::of::<G>());
    found.map_or(&[], |(_, fields)| fields)
}

/// The digest of a match; none for a game that is newer.
fn digest_of(game: &dyn Any) -> Option<Digest> {
    fn of<F: FirstFormat>(game: &dyn Any) -> Option<Digest> {
        game.downcast_ref().map(F::first_digest)
    }
    of::<Tractor>(game)
        .or_else(|| of::<Uno>(game))
        .or_else(|| of::<TicTacToe>(game))
}
