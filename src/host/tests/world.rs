//! Shared by the tests of tables: a host whose clock pauses with tokio's, a journal that can fail,
//! and the countdown as a hosted game.

use std::sync::atomic::{AtomicU8, Ordering};
pub(super) use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tokio::sync::Notify;
use tokio::time::Instant;

pub(super) use super::super::*;
use crate::club::{Honour, RatingChange};
pub(super) use crate::game::GameKind;
pub(super) use crate::game::{RuleSet, Seat, Viewer, at_game};
pub(super) use crate::players::Player;
pub(super) use crate::players::program::Programs;
pub(super) use crate::store::{
    Fault, FinishedPlace, Measure, NewEntry, Pending, ReadOn, StoreError,
};
pub(super) use crate::table::countdown::{Action, Countdown, Event, Rules, Tick, View};
pub(super) use crate::table::{By, Happening, Input, News, Skill, StageView, Submission};
pub(super) use crate::table::{Saved, TableNotice, TableView, restore};
pub(super) use crate::tictactoe::TicTacToe;
pub(super) use crate::tractor::Tractor;

pub(super) const ANA: PersonId = PersonId(1);
pub(super) const BO: PersonId = PersonId(2);

/// Noon of some day, plus the time elapsed on tokio's clock.
pub(super) struct PausedClock(Instant);

pub(super) const NOON: u64 = 1_700_000_000_000;

impl Clock for PausedClock {
    fn now(&self) -> UnixMillis {
        UnixMillis(NOON + u64::try_from(self.0.elapsed().as_millis()).expect("a short test"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Failing {
    Not,
    DiskFull,
    /// It works once it is released.
    Waiting,
    /// It works, with a delay of twenty milliseconds.
    Slow,
    /// What is written is told as lost, and nothing can be read.
    Lying,
}

/// A journal in memory that can fail.
pub(super) struct FailingJournal {
    pub(super) memory: MemoryJournal,
    failing: AtomicU8,
    go: Notify,
}

impl FailingJournal {
    pub(super) fn set(&self, failing: Failing) {
        self.failing.store(failing as u8, Ordering::SeqCst);
        if failing == Failing::Not {
            self.go.notify_waiters();
        }
    }

    async fn check(&self) -> Result<(), StoreError> {
        let failing = self.failing.load(Ordering::SeqCst);
        if [Failing::DiskFull as u8, Failing::Lying as u8].contains(&failing) {
            return Err(StoreError::Failed {
                doing: "write",
                fault: Fault::DiskFull,
                detail: "no space left".to_owned(),
            });
        }
        if failing == Failing::Waiting as u8 {
            self.go.notified().await;
        }
        if failing == Failing::Slow as u8 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}

impl Journal for FailingJournal {
    fn open(&self, new: NewTable) -> Pending<'_, ()> {
        Box::pin(async move {
            self.check().await?;
            self.memory.open(new).await
        })
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, ()> {
        Box::pin(async move {
            if self.failing.load(Ordering::SeqCst) == Failing::Lying as u8 {
                self.memory.append(table, entry.clone()).await?;
            }
            self.check().await?;
            self.memory.append(table, entry).await
        })
    }

    fn read_on(&self, table: TableId, after: Position) -> Pending<'_, ReadOn> {
        Box::pin(async move {
            if self.failing.load(Ordering::SeqCst) == Failing::Lying as u8 {
                self.check().await?;
            }
            self.memory.read_on(table, after).await
        })
    }

    fn round_ratings(&self, of: FinishedPlace) -> Pending<'_, Vec<RatingChange>> {
        self.memory.round_ratings(of)
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, ()> {
        self.memory.close(table, at)
    }
}

pub(super) struct World {
    pub(super) host: Host,
    pub(super) journal: Arc<FailingJournal>,
    clock: Arc<PausedClock>,
}

impl World {
    pub(super) fn new() -> Self {
        let journal = Arc::new(FailingJournal {
            memory: MemoryJournal::default(),
            failing: AtomicU8::new(0),
            go: Notify::new(),
        });
        let clock = Arc::new(PausedClock(Instant::now()));
        let host = Host::with_clock(Arc::clone(&journal) as _, Arc::clone(&clock) as _);
        Self {
            host,
            journal,
            clock,
        }
    }

    /// The same journal and clock in a newly started process.
    pub(super) fn restarted(&self) -> Self {
        let (journal, clock) = (Arc::clone(&self.journal), Arc::clone(&self.clock));
        let host = Host::with_clock(Arc::clone(&journal) as _, Arc::clone(&clock) as _);
        Self {
            host,
            journal,
            clock,
        }
    }

    /// The process ends, and the next one brings the table back.
    pub(super) async fn restart(self, table: &Handle<Countdown>) -> (Self, Handle<Countdown>) {
        self.host.shutdown().await;
        let saved = self.journal.memory.saved(table.id()).expect("kept");
        let world = self.restarted();
        let table = world.bring_back(&saved);
        (world, table)
    }

    pub(super) fn now(&self) -> u64 {
        self.clock.now().0
    }

    pub(super) async fn tictactoe(&self, key: u64) -> Result<Handle<TicTacToe>, OpenError> {
        let (rules, limits) = Default::default();
        self.host
            .open(TableKey(key), rules, limits, Seed::from_number(key), ANA)
            .await
    }

    /// A table of the countdown, with these limits changed. It is not listed.
    pub(super) async fn countdown(
        &self,
        rules: Rules,
        limits: &[(&str, &str)],
    ) -> Handle<Countdown> {
        let set = Limits::default().with(limits);
        let opening = self.host.next_opening(0);
        let header = Header::new(rules, set, Seed::from_number(3), ANA, opening);
        let id = TableId {
            key: TableKey(99),
            opening,
        };
        let new = NewTable {
            table: id,
            guild: GuildId::default(),
            game: GameKind::Uno,
            header: Record::of_header(&header, self.clock.now()),
        };
        self.journal.memory.open(new).await.expect("memory");
        self.run(id, Table::new(header), Age::default())
    }

    /// Restores a countdown from its journal.
    pub(super) fn bring_back(&self, saved: &Saved) -> Handle<Countdown> {
        let back = restore::<Countdown>(saved).expect("its own journal");
        let age = Age::of(&back, self.clock.now());
        self.run(saved.table, back.table, age)
    }

    fn run(&self, id: TableId, table: Table<Countdown>, age: Age) -> Handle<Countdown> {
        let table = Arc::new(table);
        let tables = [Arc::clone(&table), table];
        let (handle, actor) = Actor::new((id, GuildId(0)), tables, age, &self.host.shared);
        tokio::spawn(actor.run());
        handle
    }
}

pub(super) fn rules(from: u32, rounds: u32, turns: u32) -> Rules {
    Rules {
        from,
        rounds,
        turns,
        ..Rules::default()
    }
}

pub(super) fn sit<G: crate::game::Game>(person: PersonId) -> Input<G> {
    Input::Sit {
        person,
        name: format!("person {}", person.0),
        seat: None,
    }
}

pub(super) fn act(by: By, action: Action) -> Input<Countdown> {
    Input::Act { by, action }
}

pub(super) async fn submit<G: Paced>(table: &Handle<G>, input: Input<G>) {
    let accepted = table.submit(Submission::typed(input)).await;
    accepted.unwrap_or_else(|no| panic!("it is allowed: {no}"));
}

pub(super) async fn add_computer<G: Paced>(table: &Handle<G>, skill: Skill) {
    let (by, seat) = (ANA, None);
    submit(table, Input::AddComputer { by, seat, skill }).await;
}

pub(super) async fn seat_and_start<G: Paced>(table: &Handle<G>, people: &[PersonId]) {
    for person in people {
        submit(table, sit(*person)).await;
    }
    submit(table, Input::Start { by: ANA }).await;
}

/// Lets every task run as far as it can without time passing.
pub(super) async fn settle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

pub(super) fn game(table: &Handle<Countdown>) -> View {
    let stage = table.view(Viewer::Public).stage;
    stage.game().expect("started").clone()
}

pub(super) fn shouts(table: &Handle<Countdown>) -> u32 {
    game(table).shouts
}

/// The views of everybody, as bytes.
pub(super) fn views(table: &Handle<Countdown>) -> Vec<String> {
    let viewers = Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]);
    viewers
        .map(|viewer| serde_json::to_string(&table.view(viewer)).expect("a view"))
        .collect()
}

/// The public notices of the next update.
pub(super) async fn heard<G: Paced>(listener: &mut Listener<G>) -> Vec<TableNotice<G>> {
    match listener.next().await {
        Some(TableNews::Update(update)) => update.notices(Viewer::Public),
        other => panic!("{other:?}"),
    }
}

/// Holds the slow player until released.
pub(super) static GATE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

/// A player of the countdown, correct or faulty by its skill.
struct CountingPlayer(Skill);

impl Player<Countdown> for CountingPlayer {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let awaited = |seat| view.next == seat;
        let turn = view.left == 0 && matches!(view.viewer, Viewer::Seat(seat) if awaited(seat));
        match self.0 {
            Skill::Level(0) => Some(Action::Cheat).filter(|_| turn),
            Skill::Level(1) => None,
            Skill::Level(2) if turn => panic!("a test of what happens then"),
            Skill::Level(3) if !turn => Some(Action::Shout).filter(|_| view.shouts == 0),
            Skill::Search if turn => {
                GATE.1.wait_while(&mut GATE.0.lock(), |open| !*open);
                Some(Action::Step)
            }
            _ => Some(Action::Step).filter(|_| turn),
        }
    }
}

impl Paced for Countdown {
    const MEASURES: &'static [Measure] = &[];
    const USUAL_SKILL: Skill = Skill::Lowest;
    // It speaks beside the turn.
    const PROGRAM: Option<ProgramMaker<Self>> = Some(|_| Box::new(CountingPlayer(Skill::Level(3))));
    const HAS_ROUNDS: bool = true;

    fn pace(_: &Rules, _: Tick) -> Duration {
        Duration::from_millis(500)
    }

    fn hurries(_: &View, _: Tick) -> bool {
        false
    }

    fn computer(skill: Skill, _: Seed) -> Box<dyn Player<Self>> {
        Box::new(CountingPlayer(skill))
    }

    fn is_slow(skill: Skill) -> bool {
        skill == Skill::Search
    }

    fn second_thoughts(_: &View) -> Duration {
        Duration::ZERO
    }

    fn counted(_: &Event, _: &FinishedRound<'_, Rules>) -> Option<Counted> {
        None
    }

    fn daily(_: &Self::View, _: &Self::View, _: Seat) -> Option<crate::store::DailyScore> {
        None
    }

    fn rated(_: &Event, _: &Rules) -> Option<RatedSeats> {
        None
    }

    fn honours(_: &Self::View, _: &Self::View) -> Vec<(Seat, Honour)> {
        Vec::new()
    }

    fn is_step(_: &Event) -> bool {
        false
    }

    fn begins_round(_: &Event) -> bool {
        false
    }

    fn is_erased(_: &TableView<Self>) -> bool {
        false
    }
}
