//! Handles of a table: submit inputs, read views, listen.

use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep};

use super::finished::Laurels;
use super::presence::{LastLook, Look};
use crate::game::{Game, Viewer};
use crate::store::StoreError;
use crate::table::{
    Closer, Input, Moment, PersonId, Position, Refusal, Submission, Table, TableEvent, TableId,
    TableKey, TableNotice, TableView, UnixMillis, notice,
};

/// The most updates that are kept for a listener who does not come to hear them.
pub(super) const MOST_UPDATES: usize = 2_048;

/// An update: what one input, or one tick of the clock, changed at a table.
#[derive(Clone)]
pub struct Update<G: Game> {
    /// The state after it.
    pub moment: Moment,
    /// The person whose deed it was; `None` for computers and the clock.
    pub by: Option<PersonId>,
    events: Arc<[TableEvent<G>]>,
    /// The table after it: whoever is late tells what happened then, not how it stands by now.
    table: Arc<Table<G>>,
}

/// Prints nothing hidden.
impl<G: Game> fmt::Debug for Update<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update")
            .field("moment", &self.moment)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Update<G> {
    pub(super) fn new(
        table: &Arc<Table<G>>,
        by: Option<PersonId>,
        events: Vec<TableEvent<G>>,
    ) -> Self {
        Self {
            moment: table.moment(),
            by,
            events: events.into(),
            table: Arc::clone(table),
        }
    }

    /// The table after it.
    pub fn view(&self, viewer: Viewer) -> TableView<G> {
        self.table.view(viewer)
    }

    /// The viewer that this person was then: their seat, or the public.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.table.viewer(person)
    }

    /// Whether nothing happened that anybody is told, such as that somebody was advised.
    pub fn is_quiet(&self) -> bool {
        self.events.is_empty()
    }

    /// The notices that `viewer` may know, in order.
    pub fn notices(&self, viewer: Viewer) -> Vec<TableNotice<G>> {
        let events = self.events.iter();
        events
            .filter_map(|event| notice::<G>(event, viewer))
            .collect()
    }
}

/// Why an input had no effect.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SubmitError<G: Game> {
    #[error(transparent)]
    Refused(Refusal<G>),
    /// It could not be written to the journal; the table is unchanged.
    #[error(transparent)]
    NotSaved(StoreError),
    /// The table is closed, or the bot is about to stop.
    #[error("the table is gone")]
    Gone,
    /// The rules panicked; the table is unchanged.
    #[error("a defect of the game")]
    Defect,
}

/// The shown state: the one after the last accepted input or tick.
#[derive(Debug)]
pub(super) struct ShownState<G: Game> {
    pub(super) table: Arc<Table<G>>,
    pub(super) deadline: Option<UnixMillis>,
    /// When somebody last did something at the table.
    pub(super) last_deed: UnixMillis,
    /// Since when the present turn has lasted; `None` if it had begun when the table was brought back.
    pub(super) turn_since: Option<Instant>,
    pub(super) laurels: Arc<Laurels>,
}

/// What the actor is asked for.
#[derive(Debug)]
pub(super) enum Request<G: Game> {
    Input(
        Submission<G>,
        oneshot::Sender<Result<Update<G>, SubmitError<G>>>,
    ),
    /// To read what other processes wrote, as far as that is known of.
    CatchUp(oneshot::Sender<()>),
    /// To read the journal whatever is known of it.
    Doubt,
}

/// A handle of a table, open or closed: cheap to clone, never blocks the table.
#[derive(Clone)]
pub struct Handle<G: Game> {
    pub(super) id: TableId,
    pub(super) inbox: mpsc::Sender<Request<G>>,
    pub(super) shown: watch::Receiver<ShownState<G>>,
    pub(super) news: Weak<Listeners<G>>,
    /// Where its journal is known to end.
    pub(super) noted: Arc<watch::Sender<Position>>,
    /// Whether its clock and computer players are this process's.
    pub(super) serves: bool,
    /// Where looks of those who sit there are noted.
    pub(super) looks: LastLook,
    /// Held by who seats several and starts.
    pub(super) exclusive: Arc<tokio::sync::Mutex<()>>,
}

/// Prints nothing hidden.
impl<G: Game> fmt::Debug for Handle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("game", &G::KIND)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Handle<G> {
    pub const fn id(&self) -> TableId {
        self.id
    }

    pub const fn key(&self) -> TableKey {
        self.id.key
    }

    /// Submits a person's input. `Ok` means that it is durably in the journal.
    ///
    /// # Errors
    /// [`SubmitError`]; the table is then unchanged.
    pub async fn submit(&self, submission: Submission<G>) -> Result<Update<G>, SubmitError<G>> {
        if submission.input.person().is_none() {
            return Err(SubmitError::Refused(Refusal::Reserved));
        }
        self.hand_in(submission).await
    }

    /// Waits until nobody else carries out a request of several inputs that begins with this. Of two at once the
    /// second finds what the first has done, and none of its inputs between.
    pub async fn exclusive(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.exclusive.lock().await
    }

    /// Closes the table because the channel where it is shown is gone.
    ///
    /// # Errors
    /// [`SubmitError`]; the table is then unchanged.
    pub async fn desert(&self) -> Result<Update<G>, SubmitError<G>> {
        let by = Closer::Deserted;
        self.hand_in(Submission::typed(Input::Close { by })).await
    }

    /// Notes that this person looks at the table, which shows that they are there if they have a seat.
    /// Nothing is written down, and nobody is told.
    pub fn look(&self, person: PersonId) {
        if matches!(self.viewer(person), Viewer::Seat(_)) {
            self.looks.note(Look::Looked);
        }
    }

    /// The match is only watched, by somebody who has no seat: it is not paused because nobody is there, and waits
    /// for nobody who plays with computers alone.
    pub fn keep_going(&self) {
        self.looks.note(Look::Stays);
    }

    /// Has what is shown in small steps, such as a deal, at once, for who is alone with computers. Nothing is
    /// written down.
    pub fn rush(&self, person: PersonId) {
        match self.viewer(person) {
            Viewer::Seat(_) if self.serves => self.looks.note(Look::Rushes),
            Viewer::Seat(_) => self.looks.tell(Look::Rushes),
            _ => {}
        }
    }

    /// Whether its clock and computer players are this process's.
    pub const fn is_served(&self) -> bool {
        self.serves
    }

    /// The journal has an entry at this position; with `at_once` it is read by everybody who keeps the table.
    pub(super) fn note(&self, position: Position, at_once: bool) {
        self.noted.send_if_modified(|noted| {
            let news = *noted < position;
            *noted = position.max(*noted);
            news
        });
        if at_once && self.is_behind() {
            let (done, _) = oneshot::channel();
            // Where many wait, whoever is answered reads it.
            drop(self.inbox.try_send(Request::CatchUp(done)));
        }
    }

    /// The table may have been closed elsewhere: it is read.
    pub(super) fn doubt(&self) {
        drop(self.inbox.try_send(Request::Doubt));
    }

    fn is_behind(&self) -> bool {
        *self.noted.borrow() > self.shown.borrow().table.position()
    }

    /// Waits until the table here is where its journal was known to be.
    pub async fn catch_up(&self) {
        if !self.is_behind() {
            return;
        }
        let (done, caught_up) = oneshot::channel();
        if self.inbox.send(Request::CatchUp(done)).await.is_ok() {
            // An error means that the table is gone, which whoever asks it sees.
            caught_up.await.ok();
        }
    }

    async fn hand_in(&self, submission: Submission<G>) -> Result<Update<G>, SubmitError<G>> {
        let (reply, answer) = oneshot::channel();
        let request = Request::Input(submission, reply);
        let sent = self.inbox.send(request).await;
        sent.map_err(|_| SubmitError::Gone)?;
        answer.await.map_err(|_| SubmitError::Gone)?
    }

    pub fn view(&self, viewer: Viewer) -> TableView<G> {
        self.table().view(viewer)
    }

    /// The table as this person may see it: from their seat, or publicly.
    pub fn view_of(&self, person: PersonId) -> TableView<G> {
        let table = self.table();
        table.view(table.viewer(person))
    }

    /// The viewer for this person: their seat, or the public.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.shown.borrow().table.viewer(person)
    }

    pub fn is_playing(&self) -> bool {
        self.shown.borrow().table.is_playing()
    }

    pub fn awaits(&self, viewer: Viewer) -> bool {
        let awaited = self.shown.borrow().table.turn().awaited();
        matches!(viewer, Viewer::Seat(seat) if awaited.contains(seat))
    }

    pub fn moment(&self) -> Moment {
        self.shown.borrow().table.moment()
    }

    /// The position at which the current turn began: controls offered earlier are stale.
    pub fn turn_started(&self) -> Position {
        self.shown.borrow().table.turn_started()
    }

    /// For how long the controls of the present turn have been there, at least.
    pub fn turn_lasted(&self) -> Duration {
        let since = self.shown.borrow().turn_since;
        since.map_or(Duration::MAX, |since| since.elapsed())
    }

    /// Whether it has to be written down that this person is advised: they play, and were not advised too often for
    /// the round to bring them anything.
    pub fn counts_hints(&self, person: PersonId) -> bool {
        let table = self.table();
        let viewer = table.viewer(person);
        matches!(viewer, Viewer::Seat(seat) if table.is_playing() && table.round_log().counts_hints(seat))
    }

    /// Waits for so long; says whether the turn that began at `turn` is still there then.
    pub async fn lasts(&self, turn: Position, time: Duration) -> bool {
        sleep(time).await;
        self.turn_started() == turn
    }

    /// When the current turn or wait ends by itself, if it does.
    pub fn deadline(&self) -> Option<UnixMillis> {
        self.shown.borrow().deadline
    }

    /// When somebody last did something at the table, or when it was opened.
    pub fn last_deed(&self) -> UnixMillis {
        self.shown.borrow().last_deed
    }

    /// What the round that is over last brought, until the next one is.
    pub fn laurels(&self) -> Arc<Laurels> {
        Arc::clone(&self.shown.borrow().laurels)
    }

    /// Listens to updates from now on.
    pub fn listen(&self) -> Listener<G> {
        let (sender, news) = mpsc::channel(MOST_UPDATES);
        if let Some(listeners) = self.news.upgrade() {
            let mut listeners = listeners.0.lock();
            listeners.retain(|(sender, _)| !sender.is_closed());
            listeners.push((sender, false));
        }
        // From now on everything is followed.
        self.noted.send_if_modified(|_| true);
        Listener { news }
    }

    pub(super) fn table(&self) -> Arc<Table<G>> {
        Arc::clone(&self.shown.borrow().table)
    }
}

#[derive(Debug, Clone)]
pub enum TableNews<G: Game> {
    Update(Update<G>),
    /// Updates were dropped because the listener was too slow: read the view again.
    Missed,
}

/// All who listen to a table, and whether they have missed something.
#[derive(Debug)]
pub(super) struct Listeners<G: Game>(Mutex<Vec<(mpsc::Sender<TableNews<G>>, bool)>>);

impl<G: Game> Default for Listeners<G> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<G: Game> Listeners<G> {
    pub(super) fn is_heard(&self) -> bool {
        self.0.lock().iter().any(|(sender, _)| !sender.is_closed())
    }

    /// Tells everybody who still listens.
    pub(super) fn tell(&self, update: &Update<G>) {
        self.0.lock().retain_mut(|(sender, missed)| {
            if *missed && sender.try_send(TableNews::Missed).is_ok() {
                *missed = false;
            }
            if !*missed {
                let told = sender.try_send(TableNews::Update(update.clone()));
                *missed = told.is_err();
            }
            !sender.is_closed()
        });
    }
}

#[derive(Debug)]
pub struct Listener<G: Game> {
    news: mpsc::Receiver<TableNews<G>>,
}

impl<G: Game> Listener<G> {
    /// The next update; `None` once the table is gone. Cancel-safe.
    pub async fn next(&mut self) -> Option<TableNews<G>> {
        self.news.recv().await
    }
}
