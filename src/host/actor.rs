//! The actor: the task that owns one table. It takes one input at a time from people, computer
//! players and the clock.
//!
//! Decides the order: judge, write to the journal, take over, show, answer. Nothing is shown before
//! it is in the journal.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};

use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tracing::{error, warn};

use super::alarms::{Age, Alarm, Alarms};
use super::attendance::Attendance;
use super::computers::{Answered, Bench, THINK_LIMIT, Thinking, ask, count};
use super::finished::Finishing;
use super::handle::{Handle, Request, Shown, SubmitError, Update};
use super::measured;
use super::off_thread::begin_off_thread;
use super::pace::Paced;
use super::shared::Shared;
use super::tables::Listing;
use crate::game::Seat;
use crate::store::{JournalError, NewEntry};
use crate::table::{
    By, Closer, Filming, Input, News, PersonId, Record, Skill, Submission, Table, TableEvent,
    TableId, UnixMillis,
};

/// Inputs that can be queued before callers have to wait.
const INBOX: usize = 64;

/// Updates buffered for a slow listener.
const MOST_UPDATES: usize = 256;

/// The most actions with which the clock plays a turn to its end.
const MOST_STEPS: usize = 200;

/// The owner of one table.
pub(super) struct Actor<G: Paced> {
    pub(super) id: TableId,
    /// Its entry in the list of tables; set before it runs.
    pub(super) listing: Option<Listing>,
    table: Arc<Table<G>>,
    shared: Arc<Shared>,
    stop: watch::Receiver<bool>,
    /// Another process is to go on with the table: nothing may be accepted here any more.
    let_go: watch::Receiver<bool>,
    /// To tell all who have a handle, where the actor is the first to know.
    letting_go: Weak<watch::Sender<bool>>,
    inbox: mpsc::Receiver<Request<G>>,
    shown: watch::Sender<Shown<G>>,
    news: broadcast::Sender<Update<G>>,
    alarms: Alarms<G>,
    bench: Bench<G>,
    /// The deadline that people see counting down, on both clocks.
    deadline: Option<(Instant, UnixMillis)>,
    /// When the current round began.
    pub(super) round_began: UnixMillis,
    /// When a person last did something at the table, on both clocks.
    quiet_since: Instant,
    pub(super) last_deed: UnixMillis,
    /// Whether anybody is there.
    pub(super) attendance: Attendance,
    /// What was seen of the current round.
    pub(super) filming: Filming<G>,
}

/// What wakes the actor.
enum Wake<G: Paced> {
    Stop,
    Request(Option<Request<G>>),
    Answer(Answered<G>),
    Time,
}

impl<G: Paced> Actor<G> {
    pub(super) fn new(
        id: TableId,
        table: Table<G>,
        age: Age,
        shared: Arc<Shared>,
    ) -> (Handle<G>, Self) {
        let table = Arc::new(table);
        let round_began = shared.clock.now();
        let quiet_since = age.quiet_since(Instant::now());
        let (sender, inbox) = mpsc::channel(INBOX);
        let shown = watch::Sender::new(Shown {
            table: Arc::clone(&table),
            deadline: None,
        });
        let news = broadcast::Sender::new(MOST_UPDATES);
        let (let_go, told) = watch::channel(false);
        let let_go = Arc::new(let_go);
        let letting_go = Arc::downgrade(&let_go);
        let handle = Handle {
            id,
            inbox: sender,
            shown: shown.subscribe(),
            news: news.downgrade(),
            let_go,
        };
        let actor = Self {
            id,
            listing: None,
            table,
            stop: shared.stop.subscribe(),
            let_go: told,
            letting_go,
            shared,
            inbox,
            shown,
            news,
            alarms: Alarms::new(age),
            bench: Bench::new(Instant::now()),
            deadline: None,
            round_began,
            quiet_since,
            last_deed: round_began,
            attendance: Attendance::default(),
            filming: Filming::default(),
        };
        (handle, actor)
    }

    /// Runs until the table is closed or the bot stops.
    pub(super) async fn run(mut self) {
        self.refresh();
        while !self.table.is_closed() && !*self.let_go.borrow() {
            // Alternates between the clock and people, so that neither starves the other.
            let mut busy = self.tick().await;
            if let Ok(request) = self.inbox.try_recv() {
                self.answer(request).await;
                busy = true;
            }
            if *self.stop.borrow() || *self.let_go.borrow() {
                break;
            }
            if busy {
                tokio::task::yield_now().await;
                continue;
            }
            match self.wait().await {
                Wake::Stop | Wake::Request(None) => break,
                Wake::Request(Some(request)) => self.answer(request).await,
                Wake::Answer(answered) => self.thought(answered).await,
                Wake::Time => {}
            }
        }
        if self.table.is_closed()
            && let Err(problem) = self
                .shared
                .journal
                .close(self.id, self.shared.clock.now())
                .await
        {
            warn!(table = %self.id, %problem, "the journal of a closed table stays open");
        }
    }

    /// Waits until there is something to do.
    async fn wait(&mut self) -> Wake<G> {
        let due = self.due();
        let time = async {
            match due {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let thinking = self.bench.thinking.as_mut();
        let thought = async {
            match thinking {
                // The task of a player is only gone if the player panicked.
                Some(thinking) => (&mut thinking.task).await.unwrap_or(None),
                None => std::future::pending().await,
            }
        };
        // In this order, so that the same day can be simulated again; nothing starves, as each pass of
        // the loop takes one of each.
        tokio::select! {
            biased;
            _ = self.stop.changed() => Wake::Stop,
            // An error means that no handle is left, which the inbox tells too.
            Ok(()) = self.let_go.changed() => Wake::Stop,
            answered = thought => Wake::Answer(answered),
            () = time => Wake::Time,
            request = self.inbox.recv() => Wake::Request(request),
        }
    }

    /// When an alarm or a computer player is due next.
    fn due(&self) -> Option<Instant> {
        let alarm = self.next_alarm().map(|(at, _)| at);
        let player = self.bench.next().map(|at| self.alarms.held(at));
        let pause = self.attendance.is_deserted().then(Instant::now);
        let pause = pause.map(|at| self.alarms.held(at));
        [alarm, player, pause].into_iter().flatten().min()
    }

    /// The next alarm. The end of a deal waits for the answer of a player who speaks out of turn.
    fn next_alarm(&self) -> Option<(Instant, Alarm<G::Cue>)> {
        let waits = |alarm: Alarm<G::Cue>| match alarm {
            Alarm::Cue(cue) => !G::is_tick(cue) && self.bench.is_heard_out(),
            Alarm::Warn { .. } | Alarm::TimeUp(_) | Alarm::Nudge | Alarm::Idle => false,
        };
        self.alarms.next().filter(|(_, alarm)| !waits(*alarm))
    }

    /// Handles the first alarm or player that is due; `false` if there is none.
    async fn tick(&mut self) -> bool {
        let now = Instant::now();
        if self.attendance.is_deserted() && self.alarms.held(now) <= now {
            self.pause().await;
            return true;
        }
        let alarm = self.next_alarm().filter(|(at, _)| *at <= now);
        let player = self
            .bench
            .next()
            .map(|at| self.alarms.held(at))
            .filter(|at| *at <= now);
        // However short a cue is, each computer player has its say before it.
        let precedes = self.bench.precedes();
        let yields = |alarm| matches!(alarm, Alarm::Cue(_)) && precedes;
        match (alarm, player) {
            (Some((at, alarm)), player)
                if player.is_none_or(|player| at <= player && !yields(alarm)) =>
            {
                self.alarms.serve(at);
                self.ring(alarm).await;
            }
            (_, Some(_)) => self.ask_next().await,
            (_, None) => return false,
        }
        self.refresh();
        true
    }

    /// Pauses the match, since nobody is there.
    async fn pause(&mut self) {
        match self.accept(Submission::typed(Input::Pause)).await {
            Ok(_) | Err(SubmitError::NotSaved(_) | SubmitError::Gone) => {}
            Err(SubmitError::Refused(_) | SubmitError::Defect) => self.attendance.forget(),
        }
    }

    async fn answer(&mut self, request: Request<G>) {
        let answer = self.accept(request.submission).await;
        // The caller may be gone.
        let _ = request.reply.send(answer);
    }

    /// Judges an input, writes it to the journal, takes it over and shows it.
    async fn accept(&mut self, mut submission: Submission<G>) -> Result<Update<G>, SubmitError<G>> {
        if let Input::Close {
            by: Closer::Anybody { quiet_s, .. },
        } = &mut submission.input
        {
            let quiet = self.quiet_since.elapsed().as_secs();
            *quiet_s = u32::try_from(quiet).unwrap_or(u32::MAX);
        }
        let table = Arc::clone(&self.table);
        // A proposal changes nothing, so a panic here leaves nothing half done.
        let (at, round_began) = (self.shared.clock.now(), self.round_began);
        let last_deed = match submission.input.person() {
            Some(_) => at,
            None => self.last_deed,
        };
        let filming = &self.filming;
        let judge = || {
            let proposal = table.propose(&submission)?;
            let finishing = Finishing {
                table: &table,
                proposal: &proposal,
                filming,
                at,
                round_began,
            };
            let entry = NewEntry {
                record: Record::of_entry(&proposal.entry, at),
                finished: finishing.finishes(),
                snapshot: proposal.table.snapshot(last_deed),
            };
            Ok((proposal, entry))
        };
        let judged = catch_unwind(AssertUnwindSafe(judge));
        let judged = judged.map_err(|_| {
            count(&self.shared.defects.panics);
            measured::not_accepted::<G>("defect");
            error!(table = %self.id, "the rules panicked; the input had no effect");
            SubmitError::Defect
        })?;
        let (proposal, entry) = judged.map_err(|refusal| {
            measured::not_accepted::<G>(measured::reason(&refusal));
            SubmitError::Refused(refusal)
        })?;
        if let Err(problem) = self.shared.journal.append(self.id, entry).await {
            measured::not_accepted::<G>("not_saved");
            warn!(table = %self.id, %problem, "an input was refused: it could not be written down");
            if matches!(problem, JournalError::NotOwner)
                && let Some(letting_go) = self.letting_go.upgrade()
            {
                letting_go.send_replace(true);
            }
            self.alarms.hold(Instant::now());
            return Err(SubmitError::NotSaved(problem));
        }
        measured::accepted(&submission.input);
        if proposal.table.round_started() != self.table.round_started() {
            self.round_began = at;
        }
        if submission.input.person().is_some() {
            (self.quiet_since, self.last_deed) = (Instant::now(), at);
        }
        let by = submission.input.person();
        self.attendance
            .note(&self.table, Some(&submission.input), &proposal.table);
        Ok(self.take_over(proposal.table, proposal.events, by))
    }

    /// A tick of the clock, which is not written down: after a restart it comes again.
    fn tick_on(&mut self) {
        let table = Arc::clone(&self.table);
        let ticked = catch_unwind(AssertUnwindSafe(|| table.tick()));
        match ticked {
            Ok(Some((after, events))) => {
                self.attendance.note(&self.table, None, &after);
                drop(self.take_over(after, events, None));
            }
            Ok(None) => self.alarms.hold(Instant::now()),
            Err(_) => {
                count(&self.shared.defects.panics);
                error!(table = %self.id, "the rules panicked; the tick had no effect");
                self.alarms.hold(Instant::now());
            }
        }
    }

    /// Shows the table's next state, and tells what happened.
    fn take_over(
        &mut self,
        table: Table<G>,
        events: Vec<TableEvent<G>>,
        by: Option<PersonId>,
    ) -> Update<G> {
        self.table = Arc::new(table);
        let (table, mut filming) = (&self.table, std::mem::take(&mut self.filming));
        // What ended was kept along with the input; without its film a round is shown from its journal.
        let filmed = catch_unwind(AssertUnwindSafe(|| {
            drop(filming.follow(table));
            filming
        }));
        self.filming = filmed.unwrap_or_default();
        self.refresh();
        let update = Update::new(self.table.moment(), by, events);
        // An error means that nobody listens.
        let _ = self.news.send(update.clone());
        update
    }

    /// Sets alarms and computer players for the table's current state, and shows it.
    fn refresh(&mut self) {
        let now = Instant::now();
        self.alarms.refresh(&self.table, now);
        self.bench.refresh(&self.table, now);
        let deadline = self.alarms.deadline();
        if self.deadline.map(|(at, _)| at) != deadline {
            self.deadline = deadline.map(|at| (at, self.time_of_day(at, now)));
        }
        let deadline = self.deadline.map(|(_, time)| time);
        self.shown.send_if_modified(|shown| {
            let news = !Arc::ptr_eq(&shown.table, &self.table) || shown.deadline != deadline;
            if news {
                *shown = Shown {
                    table: Arc::clone(&self.table),
                    deadline,
                };
            }
            news
        });
    }

    fn time_of_day(&self, at: Instant, now: Instant) -> UnixMillis {
        let left = at.saturating_duration_since(now).as_millis();
        let left = u64::try_from(left).unwrap_or(u64::MAX);
        UnixMillis(self.shared.clock.now().0.saturating_add(left))
    }

    /// Handles an alarm.
    async fn ring(&mut self, alarm: Alarm<G::Cue>) {
        let input = match alarm {
            Alarm::Warn { seat, seconds } => {
                self.alarms.warned(seat);
                let warning = vec![News::Warned { seat, seconds }];
                let _ = self
                    .news
                    .send(Update::new(self.table.moment(), None, warning));
                return;
            }
            Alarm::Cue(cue) if G::is_tick(cue) => return self.tick_on(),
            Alarm::Cue(cue) => Input::Elapse(cue),
            Alarm::Idle => Input::Close { by: Closer::Idle },
            Alarm::TimeUp(seat) => match self.lowest(seat) {
                Some(action) => Input::Act {
                    by: By::Clock(seat),
                    action,
                },
                None => {
                    self.helpless(seat);
                    return self.alarms.set_anew(alarm, Instant::now());
                }
            },
            Alarm::Nudge => match self.nudge() {
                Some((seat, action)) => Input::Act {
                    by: By::Clock(seat),
                    action,
                },
                None => return self.alarms.set_anew(alarm, Instant::now()),
            },
        };
        match self.accept(Submission::typed(input)).await {
            Ok(_) => {
                // A game that still waits for this cue would be due again at once.
                if let Alarm::Cue(cue) = alarm
                    && self.table.cue() == Some(cue)
                {
                    self.alarms.set_anew(alarm, Instant::now());
                }
                if let Alarm::TimeUp(seat) = alarm {
                    self.play_on(seat).await;
                }
            }
            Err(SubmitError::NotSaved(_) | SubmitError::Gone) => {}
            Err(SubmitError::Refused(_) | SubmitError::Defect) => {
                if let Alarm::TimeUp(seat) = alarm {
                    self.helpless(seat);
                }
                self.alarms.set_anew(alarm, Instant::now());
            }
        }
    }

    /// Plays a turn to its end for somebody whose time is up.
    async fn play_on(&mut self, seat: Seat) {
        for _ in 0..MOST_STEPS {
            let view = self.table.game_view(seat);
            let action = match view.is_some_and(|view| G::goes_on(&view)) {
                true => self.lowest(seat),
                false => None,
            };
            let Some(action) = action else { return };
            let by = By::ClockOn(seat);
            let played = self.accept(Submission::typed(Input::Act { by, action }));
            if played.await.is_err() {
                // A computer plays there by now, or the turn limit that starts again handles it.
                return;
            }
        }
    }

    /// Asks the player who is due; an answer still missing from an earlier one is counted as late.
    async fn ask_next(&mut self) {
        if let Some(thinking) = self.bench.thinking.take() {
            count(&self.shared.defects.late);
            warn!(table = %self.id, seat = thinking.seat.index(), "a computer player is late");
            return match thinking.must {
                true => self.fall_back(thinking.seat).await,
                false => self.bench.note_asked(thinking.seat),
            };
        }
        let Some(seat) = self.bench.speaker() else {
            return;
        };
        self.bench.note_heard(seat);
        let occupant = self.table.occupants().find(|(other, _)| *other == seat);
        let skill = occupant.and_then(|(_, occupant)| occupant.computer());
        let (Some(skill), Some(view)) = (skill, self.table.game_view(seat)) else {
            return self.bench.note_asked(seat);
        };
        let seed = self.table.player_seed(seat);
        let make = || self.shared.computer::<G>(skill, seed);
        let player = self.bench.take(seat, skill, make);
        let must = self.bench.must_answer(&self.table, seat);
        // A program can take its time over anything that it is asked.
        let is_program = matches!(skill, Skill::Program(_));
        if is_program || (G::is_slow(skill) && must) {
            self.bench.thinking = Some(Thinking {
                seat,
                turn: self.table.turn_started(),
                late_at: Instant::now() + THINK_LIMIT,
                must,
                asked_at: self.table.moment(),
                task: begin_off_thread(move || ask(player, &view)),
            });
            return;
        }
        let action = self.put_back(seat, ask(player, &view));
        self.said(seat, action).await;
    }

    /// Handles the answer of a slow player.
    async fn thought(&mut self, answered: Answered<G>) {
        let Some(thinking) = self.bench.thinking.take() else {
            return;
        };
        let asked_at = thinking.late_at - THINK_LIMIT;
        measured::thought::<G>(asked_at.elapsed());
        let action = self.put_back(thinking.seat, answered);
        if thinking.must || thinking.asked_at == self.table.moment() {
            self.said(thinking.seat, action).await;
        } else if let Some(action) = action {
            // The table has gone on meanwhile: what is refused now need not have been wrong, and it is
            // asked again.
            let _ = self.play_for(thinking.seat, action).await;
        }
        self.refresh();
    }

    /// Puts a player back on the bench and gives its answer.
    fn put_back(&mut self, seat: Seat, answered: Answered<G>) -> Option<G::Action> {
        match answered {
            Some((player, action)) => {
                self.bench.put(seat, player);
                action
            }
            None => {
                count(&self.shared.defects.panics);
                error!(table = %self.id, seat = seat.index(), "a computer player panicked");
                None
            }
        }
    }

    /// Submits a player's answer; if it owed a legal one and gave none, the lowest action.
    async fn said(&mut self, seat: Seat, action: Option<G::Action>) {
        let must = self.bench.must_answer(&self.table, seat);
        let fault = match action {
            None if must => &self.shared.defects.silent,
            None => return self.bench.note_asked(seat),
            Some(action) => match self.play_for(seat, action).await {
                Err(SubmitError::Refused(_) | SubmitError::Defect) => &self.shared.defects.illegal,
                // If the journal failed, the player is asked again later.
                Ok(_) | Err(SubmitError::NotSaved(_) | SubmitError::Gone) => return,
            },
        };
        count(fault);
        warn!(table = %self.id, seat = seat.index(), "a computer player has no legal answer");
        if must {
            self.fall_back(seat).await;
        } else {
            self.bench.note_asked(seat);
        }
    }

    /// Submits the lowest action for a player that failed.
    async fn fall_back(&mut self, seat: Seat) {
        self.bench.note_asked(seat);
        let played = match self.lowest(seat) {
            Some(action) => self.play_for(seat, action).await,
            None => Err(SubmitError::Defect),
        };
        if let Err(SubmitError::Refused(_) | SubmitError::Defect) = played {
            self.helpless(seat);
        }
    }

    async fn play_for(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<Update<G>, SubmitError<G>> {
        let by = By::Computer(seat);
        self.accept(Submission::typed(Input::Act { by, action }))
            .await
    }

    /// The lowest legal action of this seat.
    fn lowest(&self, seat: Seat) -> Option<G::Action> {
        let view = self.table.game_view(seat)?;
        let player = (Skill::Lowest, G::absent(self.table.player_seed(seat)));
        ask::<G>(player, &view).and_then(|(_, action)| action)
    }

    /// The action that gets the game going when it waits for nobody in particular, with the first
    /// taken seat that may take it.
    fn nudge(&self) -> Option<(Seat, G::Action)> {
        let taken = self.table.occupants().filter(|(_, who)| !who.is_empty());
        let mut nudges = taken.filter_map(|(seat, _)| {
            let view = self.table.game_view(seat)?;
            G::nudge(&view).map(|action| (seat, action))
        });
        nudges.next()
    }

    fn helpless(&self, seat: Seat) {
        count(&self.shared.defects.helpless);
        error!(table = %self.id, seat = seat.index(), "nothing legal is known for a seat");
    }
}
