//! The facts of a match that digests cover, hidden cards included.
//!
//! One list serves both formats of journals: [`FirstFormat::first_digest`] is the JSON of all of them in this
//! order, and frozen; [`Tractor::list`] names them one by one and leaves out what is absent. A fact
//! that is added later belongs in the latter alone, at its end.

use serde::Serialize;

use super::judge::listed;
use super::record::{RoundRecord, shown};
use super::{Phase, Tractor};
use crate::game::{Digest, Facts, FirstFormat, RuleSet, Seat, SeatSet};
use crate::tractor::action::{Call, Progress};
use crate::tractor::card::{Card, Rank};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::trump::Trump;

/// The house rules that the first format knows, in its order, with what they were by default.
const USUAL: [(&str, &str); 17] = [
    ("deal_interval", "0.5"),
    ("call_window", "15"),
    ("redeal_limit", "3"),
    ("no_trump_calls", "on"),
    ("first_dealer", "first_call"),
    ("no_call", "flip"),
    ("throw_checked_against", "all"),
    ("throw_penalty", "none"),
    ("follow_tractor", "tractors_first"),
    ("follow_throw", "units"),
    ("throw_winner", "top_unit"),
    ("kitty_multiplier", "double"),
    ("level_cap", "three"),
    ("gates", "ace"),
    ("after_ace", "win"),
    ("start_level", "2"),
    ("match_to", "A"),
];

/// All facts of a match; those of a round are absent where they have no meaning. Its JSON is frozen.
#[derive(Serialize)]
struct MatchFacts<'a> {
    rules: Vec<(&'static str, String)>,
    levels: [Rank; 2],
    progress: [Progress; 2],
    rounds_over: usize,
    round: u32,
    attempt: u32,
    dealer: Option<Seat>,
    /// Stands for the secret, of this deal and all before.
    commitment: String,
    contributed: Vec<&'a str>,
    offers: SeatSet,
    phase: &'static str,
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

impl FirstFormat for Tractor {
    const FIRST_RULES: &'static [&'static str] = &[
        "deal_interval_ms",
        "call_window_s",
        "no_trump_calls",
        "first_dealer",
        "no_call",
        "redeal_limit",
        "throw_checked_against",
        "throw_penalty",
        "follow_tractor",
        "follow_throw",
        "throw_winner",
        "kitty_multiplier",
        "level_cap",
        "gates",
        "after_ace",
        "start_level",
        "match_to",
    ];

    fn first_digest(&self) -> Digest {
        let mut known = self.known();
        let entries = self.rules.entries();
        // Dealing again without end was the standard game once.
        let older = |name: &str| name == "redeal_limit" && self.rules.redeal_limit == 0;
        let changed = USUAL.iter().filter_map(|(name, default)| {
            let entry = entries.iter().find(|entry| entry.name == *name)?;
            let differs = entry.value != *default && !older(name);
            differs.then(|| (*name, entry.value.clone()))
        });
        known.rules = changed.collect();
        Digest::of(&known)
    }
}

impl Tractor {
    /// The facts of this match.
    pub(super) fn list(&self, facts: &mut Facts) {
        let known = self.known();
        let no_cards: [Vec<Card>; PLAYERS] = [const { Vec::new() }; PLAYERS];
        facts.rules("rules", &self.rules);
        facts.always("levels", &known.levels);
        facts.add("progress", &known.progress, &[Progress::Climbing; 2]);
        facts.add("rounds", &known.rounds_over, &0);
        facts.always("round", &known.round);
        facts.add("attempt", &known.attempt, &0);
        facts.add("dealer", &known.dealer, &None);
        facts.always("commitment", &known.commitment);
        facts.add("contributed", &known.contributed[..], &[""; PLAYERS]);
        facts.add("offers", &known.offers, &SeatSet::EMPTY);
        facts.always("phase", known.phase);
        facts.add("trump", &known.trump, &None);
        facts.add("calls", &known.calls[..], &[]);
        facts.add("passed", &known.passed, &SeatSet::EMPTY);
        facts.add("hands", &known.hands, &no_cards);
        facts.add("rest", &known.rest[..], &[]);
        facts.add("shown", &known.known, &no_cards);
        facts.add("table", &known.table[..], &[]);
        facts.add("leader", &known.leader, &None);
        facts.add("tricks", &known.tricks, &0);
        facts.add("captured", &known.captured, &[0; PLAYERS]);
        facts.add("penalties", &known.penalties, &0);
        facts.add("throws", &known.throws, &[(0, 0); PLAYERS]);
        facts.add("again", &self.again, &0);
        facts.add("calls_back", &self.calls_back(), &[None; PLAYERS]);
        facts.add("may_take_back", &self.last_player(), &None);
        facts.add("uncalled", &self.uncalled(), &None);
        facts.add("taken_over", &self.taken_over(), &None);
    }

    /// The calls taken back in this deal, by seat, as long as others can follow.
    fn calls_back(&self) -> [Option<Call>; PLAYERS] {
        match &self.phase {
            Phase::Dealing(dealing) => *dealing.all_taken_back(),
            Phase::CallWindow(window) => *window.all_taken_back(),
            Phase::Ready
            | Phase::Burying(..)
            | Phase::Overcalls(..)
            | Phase::Playing(..)
            | Phase::Over(_) => [None; PLAYERS],
        }
    }

    /// Whose last play could be taken back.
    pub(super) fn last_player(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Playing(_, record) => record.last.map(|last| last.before.seat()),
            Phase::Ready
            | Phase::Dealing(_)
            | Phase::CallWindow(_)
            | Phase::Burying(..)
            | Phase::Overcalls(..)
            | Phase::Over(_) => None,
        }
    }

    /// Who has taken the kitty of the round over.
    fn taken_over(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Burying(_, record) | Phase::Overcalls(_, record) | Phase::Playing(_, record) => {
                record.taken_over
            }
            Phase::Ready | Phase::Dealing(_) | Phase::CallWindow(_) | Phase::Over(_) => None,
        }
    }

    fn known(&self) -> MatchFacts<'_> {
        let mut facts = self.frame_facts();
        match &self.phase {
            Phase::Ready => {}
            Phase::Over(winner) => {
                facts.phase = match winner {
                    Team::NorthSouth => "Over NorthSouth",
                    Team::WestEast => "Over WestEast",
                };
            }
            Phase::Dealing(dealing) => {
                let layout = dealing.layout();
                facts.dealer = dealing.dealer();
                facts.calls = dealing.calls().iter().collect();
                facts.hands = all_listed(layout, dealing.hands());
                facts.rest = dealing.deck().cards()[usize::from(dealing.dealt())..].to_vec();
                facts.known = all_listed(layout, &shown(dealing.shown(), layout));
            }
            Phase::CallWindow(window) => {
                let layout = window.layout();
                facts.dealer = window.dealer();
                facts.calls = window.calls().iter().collect();
                facts.passed = window.passed();
                facts.hands = all_listed(layout, window.hands());
                facts.rest = window.kitty().to_vec();
                facts.known = all_listed(layout, &shown(window.shown(), layout));
            }
            Phase::Burying(burying, record) => {
                facts.hands = all_listed(burying.layout(), burying.hands());
                record_facts(&mut facts, burying.layout(), record);
            }
            Phase::Overcalls(overcalls, record) => {
                let playing = overcalls.playing();
                facts.hands = all_listed(playing.layout(), playing.hands());
                facts.rest = listed(playing.layout(), playing.kitty());
                facts.leader = Some(overcalls.asked());
                record_facts(&mut facts, playing.layout(), record);
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

    fn frame_facts(&self) -> MatchFacts<'_> {
        MatchFacts {
            rules: Vec::new(),
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
            phase: self.phase_word(),
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

    /// A word for what is going on; both formats have it.
    fn phase_word(&self) -> &'static str {
        match &self.phase {
            Phase::Ready => "Ready",
            Phase::Dealing(_) => "Dealing",
            Phase::CallWindow(_) => "CallWindow",
            Phase::Burying(..) => "Burying",
            Phase::Overcalls(..) => "Overcalls",
            Phase::Playing(..) => "Playing",
            Phase::Over(_) => "Over",
        }
    }
}

fn record_facts(facts: &mut MatchFacts<'_>, layout: &Layout, record: &RoundRecord) {
    facts.trump = Some(layout.trump());
    facts.calls = record.calls.iter().collect();
    facts.known = all_listed(layout, &record.known);
    facts.tricks = record.tricks.len();
    facts.throws = record.throws;
}

fn all_listed(layout: &Layout, hands: &[Hand; PLAYERS]) -> [Vec<Card>; PLAYERS] {
    hands.map(|hand| listed(layout, hand))
}
