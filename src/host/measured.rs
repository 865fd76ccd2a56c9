//! What is measured of tables: inputs and refusals, how long computer players think, and what came back
//! after a start.
//!
//! Only names, counts and durations, none by person or table; decides nothing.

use std::collections::HashMap;
use std::time::Duration;

use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};

use super::{Host, at_any_table};
use crate::game::{Game, GameKind};
use crate::players::tractor::search;
use crate::table::{By, Input, Occupant, Refusal, Table};

const INPUTS: &str = "tractor_bot_inputs_total";
const REFUSED: &str = "tractor_bot_inputs_refused_total";
const THINKING: &str = "tractor_bot_thinking_seconds";
const SEARCHES: &str = "tractor_bot_searches";
const CORES: &str = "tractor_bot_cores";
const RESTORED: &str = "tractor_bot_tables_restored_total";
const MISFITS: &str = "tractor_bot_snapshot_misfits_total";
const DEFECTS: &str = "tractor_bot_defects_total";
const TABLES: &str = "tractor_bot_tables";
const SEATS: &str = "tractor_bot_seats";

/// Who hands in an input.
const WHO: [&str; 3] = ["person", "computer", "clock"];
/// Why one is refused.
const REASONS: [&str; 10] = [
    "rules",
    "turn",
    "stale",
    "seat",
    "host",
    "phase",
    "vote",
    "setting",
    "not_saved",
    "defect",
];
/// What a table is at.
const STAGES: [&str; 3] = ["lobby", "playing", "over"];
/// Who sits on a seat.
const OCCUPANTS: [&str; 3] = ["person", "computer", "substitute"];
/// What became of a table that was to be brought back.
const BACK: [&str; 3] = ["restored", "mended", "aside"];

/// Tells what is measured here, and begins to count.
pub fn describe() {
    describe_counter!(INPUTS, "Inputs that tables accepted.");
    describe_counter!(
        REFUSED,
        "Inputs that tables refused, by the kind of reason."
    );
    let thinking = "How long computer players thought that take their time, and programs.";
    describe_histogram!(THINKING, Unit::Seconds, thinking);
    describe_gauge!(
        SEARCHES,
        "Computer players of tractor that think now; they share the cores."
    );
    describe_gauge!(CORES, "Cores of the machine.");
    describe_counter!(RESTORED, "Tables that were brought back, or set aside.");
    describe_counter!(
        MISFITS,
        "Snapshots that did not fit, so that whole journals were replayed."
    );
    describe_counter!(
        DEFECTS,
        "What should not happen: each is a defect of the program."
    );
    describe_gauge!(TABLES, "Open tables.");
    describe_gauge!(SEATS, "Taken seats at open tables.");
    for game in GameKind::ALL.map(GameKind::name) {
        drop(histogram!(THINKING, "game" => game));
        for by in WHO {
            counter!(INPUTS, "game" => game, "by" => by).absolute(0);
        }
        for reason in REASONS {
            counter!(REFUSED, "game" => game, "reason" => reason).absolute(0);
        }
    }
    for back in BACK {
        counter!(RESTORED, "outcome" => back).absolute(0);
    }
    counter!(MISFITS).absolute(0);
}

pub(super) fn accepted<G: Game>(input: &Input<G>) {
    let by = match input {
        Input::Act {
            by: By::Computer(_),
            ..
        } => "computer",
        input if input.person().is_some() => "person",
        _ => "clock",
    };
    counter!(INPUTS, "game" => G::KIND.name(), "by" => by).increment(1);
}

pub(super) fn not_accepted<G: Game>(reason: &'static str) {
    debug_assert!(REASONS.contains(&reason), "{reason} is one of them");
    counter!(REFUSED, "game" => G::KIND.name(), "reason" => reason).increment(1);
}

/// The kind of a refusal.
pub(super) const fn reason<G: Game>(refusal: &Refusal<G>) -> &'static str {
    match refusal {
        Refusal::Game(_) => "rules",
        Refusal::NotAwaited { .. } => "turn",
        Refusal::Stale | Refusal::Duplicate => "stale",
        Refusal::NotSeated
        | Refusal::AlreadySeated { .. }
        | Refusal::NoSuchSeat { .. }
        | Refusal::SeatTaken { .. }
        | Refusal::SeatKept { .. }
        | Refusal::Kept { .. }
        | Refusal::Full
        | Refusal::ComesIn { .. }
        | Refusal::NotLetIn { .. }
        | Refusal::Barred
        | Refusal::NotThere
        | Refusal::OwnSeat
        | Refusal::HeldAnotherHand { .. }
        | Refusal::NoComputer { .. } => "seat",
        Refusal::NotHost { .. } | Refusal::NotQuiet { .. } | Refusal::Reserved => "host",
        Refusal::NotInLobby
        | Refusal::NotPlaying
        | Refusal::NotNow
        | Refusal::TooFew { .. }
        | Refusal::TooMany { .. }
        | Refusal::Daily
        | Refusal::Closed => "phase",
        Refusal::VoteStands { .. }
        | Refusal::AnswerStands { .. }
        | Refusal::AskedAlready
        | Refusal::NotAsked => "vote",
        Refusal::Rule(_) => "setting",
    }
}

/// A computer player that takes its time has answered.
pub(super) fn thought<G: Game>(time: Duration) {
    histogram!(THINKING, "game" => G::KIND.name()).record(time);
}

/// So many tables were brought back as they were, dealt again, and set aside.
pub(super) fn brought_back(tables: [usize; BACK.len()]) {
    for (back, tables) in BACK.into_iter().zip(tables) {
        counter!(RESTORED, "outcome" => back).increment(tables as u64);
    }
}

pub(super) fn snapshot_misfits() {
    counter!(MISFITS).increment(1);
}

impl Host {
    /// Sets the figures of all tables as they are now.
    pub fn sample(&self) {
        let mut census = Census::new();
        for table in self.list() {
            at_any_table!(table, handle => count(&mut census, &handle.table()));
        }
        let counted = |game, kind| census.get(&(game, kind)).copied().unwrap_or(0);
        for game in GameKind::ALL.map(GameKind::name) {
            for stage in STAGES {
                gauge!(TABLES, "game" => game, "stage" => stage).set(counted(game, stage));
            }
            for occupant in OCCUPANTS {
                gauge!(SEATS, "game" => game, "occupant" => occupant).set(counted(game, occupant));
            }
        }
        let defects = self.defects();
        for (kind, count) in [
            ("late", defects.late),
            ("silent", defects.silent),
            ("illegal", defects.illegal),
            ("helpless", defects.helpless),
            ("panic", defects.panics),
        ] {
            counter!(DEFECTS, "kind" => kind).absolute(count);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        gauge!(SEARCHES).set(search::under_way() as f64);
        gauge!(CORES).set(cores as f64);
    }
}

/// How many tables and seats there are, by game and kind.
type Census = HashMap<(&'static str, &'static str), u32>;

fn count<G: Game>(census: &mut Census, table: &Table<G>) {
    let mut add = |kind| *census.entry((G::KIND.name(), kind)).or_default() += 1;
    add(table.stage_name());
    for (_, occupant) in table.occupants() {
        match occupant {
            Occupant::Empty => {}
            Occupant::Person(_) => add("person"),
            Occupant::Computer(_) => add("computer"),
            Occupant::Substitute { .. } => add("substitute"),
        }
    }
}
