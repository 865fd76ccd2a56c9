//! The summary of a match that replays are checked with.
//!
//! It is the [`Digest`] of the facts below: a list of what is true, in this order, as JSON, with
//! cards and levels in the usual notation. Facts are only ever added at the end, and house rules
//! count where they differ from the standard game, so that old journals keep their summaries.

use serde::Serialize;

use super::judge::listed;
use super::record::{Record, shown};
use super::{Phase, Tractor};
use crate::game::{Digest, RuleSet, Seat, SeatSet};
use crate::tractor::action::Call;
use crate::tractor::card::{Card, Rank};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::PLAYERS;
use crate::tractor::trump::Trump;

/// All facts of a match; those of a round are absent where they have no meaning.
#[derive(Serialize)]
struct Facts<'a> {
    rules: Vec<(&'static str, String)>,
    levels: [Rank; 2],
    progress: [super::super::action::Progress; 2],
    rounds_over: usize,
    round: u32,
    attempt: u32,
    dealer: Option<Seat>,
    /// Stands for the secret, of this deal and all before.
    commitment: String,
    contributed: Vec<&'a str>,
    offers: SeatSet,
    phase: String,
    trump: Option<Trump>,
    calls: Vec<(Seat, Call)>,
    passed: SeatSet,
    hands: [Vec<Card>; PLAYERS],
    /// Cards that are not dealt yet, the kitty last; or the kitty as it was buried.
    rest: Vec<Card>,
    known: [Vec<Card>; PLAYERS],
    table: Vec<Vec<Card>>,
    leader: Option<Seat>,
    tricks: usize,
    captured: [u16; PLAYERS],
    penalties: i16,
    throws: [(u8, u8); PLAYERS],
}

impl Tractor {
    pub(super) fn facts_digest(&self) -> Digest {
        Digest::of(&self.facts())
    }

    fn facts(&self) -> Facts<'_> {
        let mut facts = self.frame_facts();
        match &self.phase {
            Phase::Ready => {}
            Phase::Over(winner) => facts.phase = format!("Over {winner:?}"),
            Phase::Dealing(dealing) => {
                let layout = dealing.layout();
                facts.dealer = dealing.dealer();
                facts.calls = dealing.calls().iter().collect();
                facts.hands = all_listed(layout, dealing.hands());
                facts.rest = dealing.deck().cards()[usize::from(dealing.dealt())..].to_vec();
                facts.known = all_listed(layout, &shown(dealing.calls(), layout));
            }
            Phase::CallWindow(window) => {
                let layout = window.layout();
                facts.dealer = window.dealer();
                facts.calls = window.calls().iter().collect();
                facts.passed = window.passed();
                facts.hands = all_listed(layout, window.hands());
                facts.rest = window.kitty().to_vec();
                facts.known = all_listed(layout, &shown(window.calls(), layout));
            }
            Phase::Burying(burying, record) => {
                facts.hands = all_listed(burying.layout(), burying.hands());
                record_facts(&mut facts, burying.layout(), record);
            }
            Phase::Playing(playing, record) => {
                let layout = playing.layout();
                facts.hands = all_listed(layout, playing.hands());
                facts.rest = listed(layout, playing.kitty());
                let plays = playing.trick().plays().iter();
                facts.table = plays.map(|play| listed(layout, *play)).collect();
                facts.leader = Some(playing.trick().leader());
                facts.captured = *playing.captured();
                facts.penalties = playing.penalties();
                record_facts(&mut facts, layout, record);
            }
        }
        facts
    }

    fn frame_facts(&self) -> Facts<'_> {
        let changed = self.rules.entries().into_iter();
        // Dealing again without end was the standard game once.
        let older = |name: &str| name == "redeal_limit" && self.rules.redeal_limit == 0;
        let changed = changed.filter(|entry| entry.value != entry.default && !older(entry.name));
        Facts {
            rules: changed.map(|entry| (entry.name, entry.value)).collect(),
            levels: self.standing.levels,
            progress: self.standing.progress,
            rounds_over: self.history.len(),
            round: self.round,
            attempt: self.attempt,
            dealer: self.dealer,
            commitment: self.commitment().to_string(),
            contributed: self
                .contributions
                .iter()
                .map(Option::unwrap_or_default)
                .collect(),
            offers: self.offers,
            phase: format!("{:?}", self.phase.name()),
            trump: None,
            calls: Vec::new(),
            passed: SeatSet::EMPTY,
            hands: [const { Vec::new() }; PLAYERS],
            rest: Vec::new(),
            known: [const { Vec::new() }; PLAYERS],
            table: Vec::new(),
            leader: None,
            tricks: 0,
            captured: [0; PLAYERS],
            penalties: 0,
            throws: [(0, 0); PLAYERS],
        }
    }
}

fn record_facts(facts: &mut Facts<'_>, layout: &Layout, record: &Record) {
    facts.trump = Some(layout.trump());
    facts.calls = record.calls.iter().collect();
    facts.known = all_listed(layout, &record.known);
    facts.tricks = record.tricks.len();
    facts.throws = record.throws;
}

fn all_listed(layout: &Layout, hands: &[Hand; PLAYERS]) -> [Vec<Card>; PLAYERS] {
    hands.map(|hand| listed(layout, hand))
}
