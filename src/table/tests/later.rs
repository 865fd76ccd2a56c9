//! A made-up later version of a game: one house rule more (off by default), one fact, one action and
//! one phase. What it does not use changes nothing; what it uses is not known to the version before.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::limits::{Entry as EntryRule, ResetVotes};
use super::journals::saved;
use super::*;
use crate::game::{Choices, Digest, Facts, FirstForm, GameKind, Rule, RuleValue, SeatSet, rules};
use crate::table::countdown::{No, View};

rules! {
    /// The rules of a countdown, and what is at stake.
    struct LaterRules {
        /// As before.
        least: u32 = 2 => Choices::number(0..=100, &["2"]),
        /// New, and not even at the end.
        stake: u32 = 0 => Choices::number(0..=9, &["0"]),
        /// As before.
        seats: u32 = 4 => Choices::number(0..=100, &["4"]),
        /// As before.
        from: u32 = 0 => Choices::number(0..=100, &["0"]),
        /// As before.
        rounds: u32 = 1 => Choices::number(0..=100, &["1"]),
        /// As before.
        turns: u32 = 4 => Choices::number(0..=100, &["4"]),
        /// As before.
        out: u32 = 0 => Choices::number(0..=100, &["0"]),
        /// As before.
        each: u32 = 0 => Choices::number(0..=100, &["0"]),
        /// As before.
        joins: u32 = 0 => Choices::number(0..=100, &["0"]),
    }
}

impl RuleSet for LaterRules {
    const RULES: &'static [Rule<Self>] = Self::DECLARED;

    const ABSENT: Self = Self::STANDARD;
}

impl LaterRules {
    fn before(&self) -> Rules {
        Rules {
            least: self.least,
            seats: self.seats,
            from: self.from,
            rounds: self.rounds,
            turns: self.turns,
            out: self.out,
            each: self.each,
            joins: self.joins,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum LaterAction {
    Step,
    Shout,
    Cheat,
    Crash,
    /// New: before anything else in the new phase.
    #[serde(rename = "bid")]
    Bid,
}

/// A countdown that may begin with a bid.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct LaterGame {
    game: Countdown,
    stake: u32,
    /// The new phase: somebody has to bid.
    bidding: bool,
}

impl Game for LaterGame {
    type Rules = LaterRules;
    type Action = LaterAction;
    type Cue = Tick;
    type Event = Event;
    type Notice = Event;
    type View = View;
    type Rejection = No;

    const KIND: GameKind = Countdown::KIND;
    const IS_SHORT: bool = false;
    const REVISION: u32 = 1;

    fn seats(rules: &LaterRules) -> RangeInclusive<u8> {
        Countdown::seats(&rules.before())
    }

    fn start(rules: &LaterRules, seats: u8, seed: Seed) -> (Self, Vec<Event>) {
        let (game, told) = Countdown::start(&rules.before(), seats, seed);
        let (stake, bidding) = (rules.stake, rules.stake > 0);
        let game = Self {
            game,
            stake,
            bidding,
        };
        (game, told)
    }

    fn act(&mut self, seat: Seat, action: LaterAction) -> Result<Vec<Event>, No> {
        let action = match action {
            LaterAction::Bid if self.bidding => {
                self.bidding = false;
                return Ok(Vec::new());
            }
            LaterAction::Step if !self.bidding => Action::Step,
            LaterAction::Shout => Action::Shout,
            LaterAction::Crash => Action::Crash,
            LaterAction::Step | LaterAction::Cheat | LaterAction::Bid => return Err(No),
        };
        self.game.act(seat, action)
    }

    fn elapse(&mut self, cue: Tick) -> Vec<Event> {
        self.game.elapse(cue)
    }

    fn cue(&self) -> Option<Tick> {
        self.game.cue().filter(|_| !self.bidding)
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.game.view(viewer)
    }

    fn notice(event: &Event, viewer: Viewer) -> Option<Event> {
        Countdown::notice(event, viewer)
    }

    fn withdraw(&mut self, seat: Seat) -> Option<Vec<Event>> {
        self.game.withdraw(seat)
    }

    fn vacancies(&self) -> Option<u8> {
        self.game.vacancies()
    }

    fn admit(&mut self) -> Option<Seat> {
        self.game.admit()
    }

    fn round(&self) -> u32 {
        self.game.round()
    }

    fn turn_number(&self) -> u32 {
        self.game.turn_number()
    }

    fn is_stalled(&self) -> bool {
        self.game.is_stalled()
    }

    fn winners(&self) -> SeatSet {
        self.game.winners()
    }

    fn is_tick(cue: Tick) -> bool {
        Countdown::is_tick(cue)
    }

    fn facts(&self, facts: &mut Facts) {
        self.game.facts(facts);
        facts.add("stake", &self.stake, &0);
        facts.add("bidding", &self.bidding, &false);
    }

    fn snapshot(&self) -> Option<Value> {
        self.game.snapshot()?;
        serde_json::to_value(self).ok()
    }

    fn of_snapshot(_: Seed, kept: &Value) -> Option<Self> {
        Self::deserialize(kept).ok()
    }

    fn deal_again(&mut self, number: u64) -> Option<Vec<Event>> {
        self.game.deal_again(number)
    }

    fn reseed(&mut self, seed: Seed) {
        self.game.reseed(seed);
    }

    type Replay = ();

    fn recording(&self, (): &mut ()) -> Option<u32> {
        None
    }
}

const SCRIPT: &str = "1 sits; 2 sits; 1 sets rounds 3; 1 sets turns 2; 1 sets idle_limit off; 1 starts; \
    1 shouts; 1 steps; 2 steps; 1 steps";

fn rules_before() -> Rules {
    Rules {
        out: 1,
        ..Rules::STANDARD
    }
}

fn later_header(rules: LaterRules) -> Header<LaterGame> {
    let before = header(rules_before());
    Header::new(
        rules,
        before.limits,
        before.secret,
        before.opened_by,
        before.opening,
    )
}

fn views<G: Game>(table: &Table<G>) -> Vec<Value> {
    let seats = Seat::first(4).map(Viewer::Seat);
    let shown = seats.map(|viewer| {
        let mut view = serde_json::to_value(table.view(viewer)).expect("a view");
        view["rules"] = Value::Null;
        view
    });
    shown.collect()
}

#[test]
fn journals_of_the_version_before_are_continued() {
    let (table, entries) = play(rules_before(), SCRIPT);
    let mut first = entries.clone();
    let mut on_the_way = Table::new(header(rules_before()));
    for entry in &mut first {
        on_the_way.fold(entry).expect("its own journal");
        entry.facts = None;
        entry.digest = Some(on_the_way.first_digest());
    }
    for entries in [entries, first] {
        let kept = saved(header(rules_before()), &entries);
        let back = restore_strictly::<LaterGame>(&kept).expect("nothing of it is used");
        assert_eq!(back.table.digest(), table.digest());
        assert_eq!(back.table.first_digest(), table.first_digest());
        assert_eq!(views(&back.table), views(&table));
    }
}

#[test]
fn what_the_later_version_did_not_use_the_one_before_goes_on_with() {
    let rules = LaterRules {
        out: 1,
        ..LaterRules::STANDARD
    };
    let header = later_header(rules);
    let mut table = Table::new(header.clone());
    let mut entries = Vec::new();
    let (_, before) = play(rules_before(), SCRIPT);
    for entry in &before {
        // The words are the same: they are read as the later version's.
        let line = serde_json::to_string(&entry.input).expect("an input");
        let input = serde_json::from_str(&line).expect("an input");
        let proposal = table.propose(&Submission::typed(input)).expect("allowed");
        table = proposal.table;
        entries.push(proposal.entry);
    }
    let back = restore_strictly::<Countdown>(&saved(header, &entries)).expect("it knows all");
    assert_eq!(back.table.digest(), table.digest());
}

/// The version before has to say that this was written by a later one.
#[track_caller]
fn check_later(kept: &Saved, what: &str) {
    match restore::<Countdown>(kept) {
        Err(ReplayError::Later { what: told }) => assert_eq!(told, what),
        Err(other) => panic!("{what}: {other}"),
        Ok(_) => panic!("{what} was overlooked"),
    }
    assert!(mend::<Countdown>(kept).is_none(), "{what}: it is sound");
}

#[test]
fn what_the_later_version_used_is_told_from_damage() {
    let staked = LaterRules {
        stake: 3,
        ..LaterRules::STANDARD
    };
    check_later(
        &saved(later_header(staked), &[]),
        "stake among the house rules",
    );
    let (_, entries) = play(rules_before(), "1 sits; 2 sits; 1 starts; 1 steps");
    let sound = saved(header(rules_before()), &entries);
    let last = entries.len() - 1;
    let line = |from: &str, to: &str| {
        let mut kept = sound.clone();
        let line = &mut kept.entries[last].line;
        *line = line.replacen(from, to, 1);
        assert_ne!(*line, sound.entries[last].line, "{from}");
        kept
    };
    check_later(&line("\"Step\"", "\"bid\""), "bid");
    check_later(&line("{\"act\":", "{\"resign\":"), "resign");
    check_later(&line("\"input\"", "\"scene\":4,\"input\""), "scene");
    check_later(
        &line("\"input\"", "\"revision\":2,\"input\""),
        "revision 2 of the rules",
    );
    let set = |name: &str, value: &str| {
        let mut kept = sound.clone();
        let set = Input::<Countdown>::SetRule {
            by: PersonId(1),
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let entry = Entry {
            input: set,
            ..entries[1].clone()
        };
        kept.entries[1] = Record::of_entry(&entry, UnixMillis(0));
        kept
    };
    check_later(&set("stake", "3"), "the house rule stake");
    check_later(
        &set("rounds", "many"),
        "another value of the house rule rounds",
    );
    let head = |from: &str, to: &str| {
        let mut kept = sound.clone();
        kept.header.line = kept.header.line.replacen(from, to, 1);
        assert_ne!(kept.header.line, sound.header.line, "{from}");
        kept
    };
    check_later(
        &head("\"format\":2", "\"format\":3,\"shape\":[]"),
        "format 3",
    );
    check_later(
        &head("\"format\":2", "\"format\":2,\"revision\":2"),
        "revision 2 of the rules",
    );
    check_later(
        &head("\"limits\":{", "\"limits\":{\"overtime\":5,"),
        "overtime among the limits",
    );
    check_later(&head("\"uno\"", "\"pebbles\""), "pebbles");
    check_later(&head("\"secret\"", "\"club\":7,\"secret\""), "club");
    let damaged = head("\"secret\"", "\"secret");
    assert!(matches!(
        restore::<Countdown>(&damaged),
        Err(ReplayError::Unreadable { .. })
    ));
}

rules! {
    /// The limits of a table, and one more.
    struct LaterLimits {
        /// As before.
        turn_limit_s ("turn_limit"): Option<u32> = Some(90)
            => Choices::number(5..=86_400, &["30", "60", "90", "180", "600", "off"]),
        /// As before.
        turn_warning_s ("turn_warning"): Option<u32> = Some(20)
            => Choices::number(1..=3_600, &["10", "20", "30", "off"]),
        /// As before.
        absent_turns: Option<u32> = Some(2) => Choices::number(1..=20, &["1", "2", "3", "off"]),
        /// New.
        overtime_s ("overtime"): u32 = 0 => Choices::number(0..=60, &["0"]),
        /// As before.
        idle_limit_min ("idle_limit"): Option<u32> = Some(30)
            => Choices::number(1..=10_080, &["10", "30", "60", "240", "off"]),
        /// As before.
        #[serde(skip_serializing_if = "Option::is_none")]
        open_end_min ("open_end"): Option<u32> = None
            => Choices::number(1..=1_440, &["off", "3", "10", "30"]),
        /// As before.
        seat_kept_min ("seat_kept"): Option<u32> = Some(10)
            => Choices::number(1..=1_440, &["10", "3", "30", "off"]),
        /// As before.
        consent: Consent = Consent::On => Choices::Words(Consent::WORDS),
        /// As before.
        entry: EntryRule = EntryRule::Open => Choices::Words(EntryRule::WORDS),
        /// As before.
        #[serde(skip_serializing_if = "Option::is_none")]
        bank_min ("bank"): Option<u32> = None => Choices::number(1..=240, &["off", "5"]),
        /// As before.
        computer_delay_ms ("computer_delay"): u32 = 1_000
            => Choices::number(0..=10_000, &["0"]),
        /// As before.
        substitute: Skill = Skill::Heuristic => Choices::Words(&["heuristic", "greedy"]),
        /// As before.
        ping: Ping = Ping::On => Choices::Words(Ping::WORDS),
        /// As before.
        reset_votes: ResetVotes = ResetVotes::Most => Choices::Words(ResetVotes::WORDS),
    }
}

impl RuleSet for LaterLimits {
    const RULES: &'static [Rule<Self>] = Self::DECLARED;

    const ABSENT: Self = Self {
        seat_kept_min: None,
        consent: Consent::Off,
        reset_votes: ResetVotes::Three,
        ..Self::STANDARD
    };
}

#[test]
fn a_limit_that_was_added_changes_no_digest_while_it_is_off() {
    let fields = &[
        "turn_limit_s",
        "turn_warning_s",
        "absent_turns",
        "idle_limit_min",
    ];
    let now = |limits: &Limits| {
        let mut facts = Facts::default();
        facts.rules("limits", limits);
        (facts.digest(), Digest::of(&FirstForm(limits, fields)))
    };
    let later = |limits: &LaterLimits| {
        let mut facts = Facts::default();
        facts.rules("limits", limits);
        (facts.digest(), Digest::of(&FirstForm(limits, fields)))
    };
    let mut limits = Limits::default();
    for (name, value) in [("turn_limit", "off"), ("idle_limit", "60"), ("ping", "off")] {
        limits.set(name, value).expect("a limit");
        let json = serde_json::to_string(&limits).expect("plain fields");
        let mut read: LaterLimits = serde_json::from_str(&json).expect("it knows all");
        assert_eq!(now(&limits), later(&read), "{name}");
        assert!(Skill::read("greedy", Choices::Words(&["greedy"])).is_some());
        read.set("overtime", "9").expect("its own");
        assert_ne!(now(&limits).0, later(&read).0);
        let json = serde_json::to_string(&read).expect("plain fields");
        let refused = serde_json::from_str::<Limits>(&json).expect_err("not known");
        assert!(refused.to_string().contains("unknown field `overtime_s`"));
    }
}
