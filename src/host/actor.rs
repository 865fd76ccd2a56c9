//! The actor: the task that owns one table. It takes one input at a time from people, computer
//! players and the clock.
//!
//! Decides the order: judge, write to the journal, take over, show, answer. Nothing is shown before
//! it is in the journal. What the clock does is in `time`, what computer players do in `asking`. Clock and computer players are those of the process that serves the table's server.
//!
//! What other processes write into the journal of a table: read on from where the table stands here, and told like what
//! happens here.
//!
//! Decides when that is done: at once where the table is served or somebody watches it; otherwise when somebody asks. A
//! card that the clock has drawn since the last entry stands in no journal: whoever wrote the next one says how
//! many there were, and what was shown here beyond that is drawn again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tracing::{error, info, warn};

use super::alarms::{Age, Alarms};
use super::computers::Bench;
use super::finished::{Finishing, Laurels};
use super::games::Paced;
use super::handle::{Handle, Listeners, Request, ShownState, SubmitError, Update};
use super::measured;
use super::presence::{KeptSeats, LastLook, Presence};
use super::shared::Shared;
use super::tables::Listing;
use crate::chance::Seed;
use crate::club::honour::{Earned, earned};
use crate::store::{Finish, FinishedPlace, NewEntry, StoreError, TableState};
use crate::table::{
    Closer, GuildId, Happening, Input, News, PersonId, Position, Proposal, Record, Refusal,
    Submission, Table, TableEvent, TableId, UnixMillis,
};

mod asking;
mod time;

/// Inputs that can be queued before callers have to wait.
const INBOX: usize = 64;

/// How often an input is judged anew because others wrote at its position.
const MOST_CONFLICTS: u32 = 16;

/// The owner of one table in this process.
pub(super) struct Actor<G: Paced> {
    pub(super) id: TableId,
    /// Its entry in the list of tables; set before it runs.
    pub(super) listing: Option<Listing>,
    /// The table as it is shown: the last entry, and what the clock did since.
    table: Arc<Table<G>>,
    /// The table after the last entry.
    base: Arc<Table<G>>,
    shared: Arc<Shared>,
    stop: watch::Receiver<bool>,
    /// Whether clock and computer players are this process's.
    serves: bool,
    /// Where the journal is known to end.
    noted: watch::Receiver<Position>,
    /// Whether it is not known what the journal has: an entry may have been written.
    doubtful: bool,
    /// Whether this process cannot go on with the table.
    lost: bool,
    inbox: mpsc::Receiver<Request<G>>,
    shown: watch::Sender<ShownState<G>>,
    news: Arc<Listeners<G>>,
    alarms: Alarms<G>,
    bench: Bench<G>,
    /// The deadline that people see counting down, on both clocks.
    deadline: Option<(Instant, UnixMillis)>,
    /// What the round that is over last brought.
    laurels: Arc<Laurels>,
    pub(super) round_began: UnixMillis,
    /// When a person last did something at the table, on both clocks.
    quiet_since: Instant,
    pub(super) last_deed: UnixMillis,
    kept_seats: KeptSeats,
    /// Whether anybody is there.
    pub(super) presence: Presence,
    /// What is mixed into its chance before anything else happens.
    pub(super) salt: Option<Seed>,
}

impl<G: Paced> Actor<G> {
    pub(super) fn new(
        (id, guild): (TableId, GuildId),
        [base, table]: [Arc<Table<G>>; 2],
        age: Age,
        shared: &Arc<Shared>,
    ) -> (Handle<G>, Self) {
        let shared = Arc::clone(shared);
        let round_began = shared.clock.now();
        let quiet_since = age.quiet_since(Instant::now());
        let bench = Bench::new(table.turn_started(), Instant::now());
        let (sender, inbox) = mpsc::channel(INBOX);
        let shown = watch::Sender::new(ShownState {
            table: Arc::clone(&table),
            deadline: None,
            last_deed: UnixMillis(round_began.0.saturating_sub(age.quiet_ms())),
            turn_since: None,
            laurels: Arc::default(),
        });
        let news = Arc::new(Listeners::default());
        let (noting, noted) = watch::channel(base.position());
        let serves = shared.serves(guild);
        let tells = shared.notices.clone().filter(|_| !serves);
        let looks = LastLook::of(id, tells);
        let handle = Handle {
            id,
            inbox: sender,
            shown: shown.subscribe(),
            news: Arc::downgrade(&news),
            noted: Arc::new(noting),
            serves,
            looks: looks.clone(),
            exclusive: Arc::default(),
        };
        let actor = Self {
            id,
            listing: None,
            table,
            base,
            stop: shared.stop.subscribe(),
            serves,
            noted,
            doubtful: false,
            lost: false,
            shared,
            inbox,
            shown,
            news,
            alarms: Alarms::new(age, looks.clone()),
            bench,
            deadline: None,
            laurels: Arc::default(),
            round_began,
            quiet_since,
            last_deed: round_began,
            kept_seats: KeptSeats::default(),
            presence: Presence::of(looks),
            salt: None,
        };
        (handle, actor)
    }

    /// Runs until the table is closed or the bot stops.
    pub(super) async fn run(mut self) {
        self.refresh();
        while !self.is_over() {
            if let Some(salt) = self.salt.filter(|_| self.serves) {
                let reseeded = self.accept(Submission::typed(Input::Reseed { salt })).await;
                // Without it nothing else can be written down either: it is tried again with the next.
                self.salt = match reseeded {
                    Err(SubmitError::NotSaved(_)) => Some(salt),
                    Ok(_) | Err(_) => None,
                };
            }
            // First, so that nobody is asked about what is over.
            let mut busy = self.is_behind() && self.follows();
            if busy {
                self.catch_up().await;
            }
            // Alternates between the clock and people, so that neither starves the other.
            busy |= self.tick().await;
            if let Ok(request) = self.inbox.try_recv() {
                self.answer(request).await;
                busy = true;
            }
            if *self.stop.borrow() {
                break;
            }
            if busy {
                tokio::task::yield_now().await;
                continue;
            }
            let due = self.next_due().map(|(at, _)| at);
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
                _ = self.stop.changed() => break,
                // An error means that no handle is left, which the inbox tells too.
                Ok(()) = self.noted.changed() => {}
                answered = thought => self.thought(answered).await,
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
                request = self.inbox.recv() => match request {
                    Some(request) => self.answer(request).await,
                    None => break,
                },
            }
        }
        if self.table.is_closed()
            && let Err(problem) = self.shared.close(self.id).await
        {
            warn!(table = %self.id, %problem, "the journal of a closed table stays open");
        }
    }

    async fn answer(&mut self, request: Request<G>) {
        let (submission, reply) = match request {
            Request::Input(submission, reply) => (submission, reply),
            Request::Doubt => return self.catch_up().await,
            Request::CatchUp(done) => {
                if self.is_behind() {
                    self.catch_up().await;
                }
                // The caller may be gone.
                done.send(()).ok();
                return;
            }
        };
        let mut answer = self.accept(submission).await;
        if let Err(SubmitError::Refused(Refusal::SeatKept { seat, left_s })) = &mut answer {
            let still = self.kept_seats.left_s(&self.table, *seat, Instant::now());
            *left_s = still.unwrap_or(*left_s);
        }
        // The caller may be gone.
        let _ = reply.send(answer);
    }

    /// Judges an input, writes it to the journal, takes it over and shows it. Where others were faster it is judged anew
    /// after what they wrote, and so is what is refused: the state here may be an old one.
    async fn accept(&mut self, submission: Submission<G>) -> Result<Update<G>, SubmitError<G>> {
        let mut read = self.shared.notices.is_none();
        for _ in 0..MOST_CONFLICTS {
            if self.is_behind() {
                let on = self.read_on().await;
                on.map_err(|problem| {
                    self.alarms.hold(Instant::now());
                    SubmitError::NotSaved(problem)
                })?;
                read = true;
            }
            if self.is_over() {
                return Err(SubmitError::Gone);
            }
            match self.try_to_accept(submission.clone()).await {
                Err(SubmitError::NotSaved(StoreError::Conflict { .. })) => self.doubtful = true,
                Err(SubmitError::Refused(refusal)) => {
                    if !read && matches!(self.read_on().await, Ok(true)) {
                        continue;
                    }
                    measured::not_accepted::<G>(measured::reason(&refusal));
                    return Err(SubmitError::Refused(refusal));
                }
                done => return done,
            }
        }
        self.alarms.hold(Instant::now());
        let (table, position) = (self.id, self.base.position());
        Err(SubmitError::NotSaved(StoreError::Conflict {
            table,
            position,
        }))
    }

    async fn try_to_accept(
        &mut self,
        mut submission: Submission<G>,
    ) -> Result<Update<G>, SubmitError<G>> {
        if let Input::Close {
            by: Closer::Anybody { quiet_s, .. },
        } = &mut submission.input
        {
            let quiet = self.quiet_since.elapsed().as_secs();
            *quiet_s = u32::try_from(quiet).unwrap_or(u32::MAX);
        }
        let table = Arc::clone(&self.table);
        let spender = table.seat_acting(&submission.input);
        let spender = spender.filter(|seat| table.bank_left_s(*seat).is_some());
        submission.spent_s = spender.map_or(0, |seat| self.alarms.to_spend_s(seat, Instant::now()));
        // A proposal changes nothing, so a panic here leaves nothing half done.
        let (at, round_began) = (self.shared.clock.now(), self.round_began);
        let last_deed = match submission.input.person() {
            Some(_) => at,
            None => self.last_deed,
        };
        let judge = || {
            let proposal = table.propose(&submission)?;
            let finishing = Finishing {
                table: &table,
                proposal: &proposal,
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
            self.shared.defects.lock().panics += 1;
            measured::not_accepted::<G>("defect");
            error!(table = %self.id, "the rules panicked; the input had no effect");
            SubmitError::Defect
        })?;
        let (proposal, entry) = judged.map_err(SubmitError::Refused)?;
        let ended = ended(self.id, &entry.finished);
        if let Err(problem) = self.shared.append(self.id, entry).await {
            if !matches!(problem, StoreError::Conflict { .. }) {
                measured::not_accepted::<G>("not_saved");
                warn!(table = %self.id, %problem, "an input was refused: it could not be written down");
                // It may have been, all the same.
                self.doubtful = true;
                self.alarms.hold(Instant::now());
            }
            return Err(SubmitError::NotSaved(problem));
        }
        measured::accepted(&submission.input);
        self.tell_others(&proposal);
        Ok(self.taken(proposal, (at, Duration::ZERO), ended).await)
    }

    /// Takes over what stands in the journal since then, so long ago.
    async fn taken(
        &mut self,
        proposal: Proposal<G>,
        (at, ago): (UnixMillis, Duration),
        ended: Option<Ended>,
    ) -> Update<G> {
        let Proposal {
            table,
            events,
            entry,
        } = proposal;
        let begins = |news: &TableEvent<G>| matches!(news, News::Table(Happening::Started { .. }));
        if let Some((place, honours)) = ended {
            let ratings = self.shared.journal.round_ratings(place).await;
            let ratings = ratings.unwrap_or_else(|problem| {
                warn!(table = %self.id, %problem, "the ratings of a round cannot be read");
                Vec::new()
            });
            self.laurels = Arc::new(Laurels { ratings, honours });
        } else if events.iter().any(begins) {
            self.laurels = Arc::default();
        }
        if let Some(seat) = self.table.seat_acting(&entry.input) {
            self.alarms.spend(seat, entry.spent_s);
        }
        if table.round_started() != self.table.round_started() {
            self.round_began = at;
        }
        let by = entry.input.person();
        if by.is_some() {
            let now = Instant::now();
            (self.quiet_since, self.last_deed) = (now.checked_sub(ago).unwrap_or(now), at);
        }
        self.presence.note(&self.table, Some(&entry.input), &table);
        self.alarms.began(ago);
        let table = Arc::new(table);
        self.base = Arc::clone(&table);
        self.take_over(table, events, by)
    }

    /// Shows the table's next state, and tells what happened.
    fn take_over(
        &mut self,
        table: Arc<Table<G>>,
        events: Vec<TableEvent<G>>,
        by: Option<PersonId>,
    ) -> Update<G> {
        self.table = table;
        self.refresh();
        let update = Update::new(&self.table, by, events);
        self.news.tell(&update);
        update
    }

    /// Sets alarms and computer players for the table's current state, and shows it.
    fn refresh(&mut self) {
        let now = Instant::now();
        let watched = self.presence.is_watched();
        self.alarms.refresh(&self.table, watched, now);
        self.kept_seats.follow(&self.table, self.quiet_since);
        self.bench.refresh(&self.table, now);
        let deadline = self.alarms.deadline();
        if self.deadline.map(|(at, _)| at) != deadline {
            self.deadline = deadline.map(|at| (at, self.time_of_day(at, now)));
        }
        let deadline = self.deadline.map(|(_, time)| time);
        self.shown.send_if_modified(|shown| {
            let news = !Arc::ptr_eq(&shown.table, &self.table) || shown.deadline != deadline;
            if news {
                *shown = ShownState {
                    table: Arc::clone(&self.table),
                    deadline,
                    last_deed: self.last_deed,
                    turn_since: self.bench.turn_since(),
                    laurels: Arc::clone(&self.laurels),
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

    /// Whether nothing happens here any more.
    pub(super) fn is_over(&self) -> bool {
        self.lost || self.table.is_closed()
    }

    /// Whether the journal has, or may have, more than is known here.
    pub(super) fn is_behind(&self) -> bool {
        self.doubtful || *self.noted.borrow() > self.base.position()
    }

    /// Whether what others write is read at once.
    pub(super) fn follows(&self) -> bool {
        self.serves || self.news.is_heard()
    }

    /// Tells other processes that there is another entry.
    pub(super) fn tell_others(&self, proposal: &Proposal<G>) {
        // Who comes and goes decides which table somebody means.
        let is_play = matches!(proposal.entry.input, Input::Act { .. } | Input::Elapse(_));
        let at_once = !is_play || proposal.table.is_playing() != self.table.is_playing();
        let position = proposal.entry.position;
        self.shared.tell_of(self.id, position, at_once);
    }

    /// Reads on; where that fails it is tried again a moment later.
    pub(super) async fn catch_up(&mut self) {
        if let Err(problem) = self.read_on().await {
            warn!(table = %self.id, %problem, "what others wrote cannot be read now");
            self.alarms.hold(Instant::now());
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Takes over what the journal has behind the last entry that is known here; `true` if there was something.
    pub(super) async fn read_on(&mut self) -> Result<bool, StoreError> {
        let after = self.base.position();
        let (state, records) = self.shared.journal.read_on(self.id, after).await?;
        self.doubtful = false;
        for record in &records {
            self.follow(record).await;
            if self.is_over() {
                break;
            }
        }
        if state != TableState::Open && !self.is_over() {
            info!(table = %self.id, "a table goes on nowhere");
            self.lost = true;
        }
        Ok(!records.is_empty())
    }

    async fn follow(&mut self, record: &Record) {
        let seen = self.table.moment().ticks;
        let Ok(proposal) = self.base.follow(record, seen) else {
            let Position(at) = record.position;
            error!(table = %self.id, at, "what another process wrote cannot be followed; it is read anew");
            self.lost = true;
            return;
        };
        let now = self.shared.clock.now();
        let ago = Duration::from_millis(now.0.saturating_sub(record.at.0));
        let finishing = Finishing {
            table: &self.base,
            proposal: &proposal,
            at: record.at,
            round_began: self.round_began,
        };
        let ended = ended(self.id, &finishing.finishes());
        // What was shown beyond the entry did not happen.
        self.table = Arc::clone(&self.base);
        self.taken(proposal, (record.at, ago), ended).await;
    }
}

/// A round or match that is over, and what was earned there.
type Ended = (FinishedPlace, Vec<Earned>);

/// The first that an entry finishes.
fn ended(table: TableId, finished: &[Finish]) -> Option<Ended> {
    let ended = finished.first()?;
    let place = (table, ended.match_number, ended.round);
    Some((place, earned(&ended.summary)))
}

/// The pause before what could not be read is read again.
const AGAIN: Duration = Duration::from_secs(1);
