//! What callers hold of a table: hand in inputs, read views, listen.

use std::fmt;
use std::sync::Arc;

use tokio::sync::{broadcast, mpsc, oneshot, watch};

use crate::game::{Game, Viewer};
use crate::store::JournalError;
use crate::table::{
    Closer, Input, Limits, PersonId, Position, Refusal, Submission, Table, TableEvent, TableId,
    TableKey, TableNotice, TableView, UnixMillis, notice,
};

/// Something that happened at a table.
pub struct Update<G: Game> {
    /// Where the journal stands since then.
    pub position: Position,
    events: Arc<[TableEvent<G>]>,
}

/// Shows nothing hidden.
impl<G: Game> fmt::Debug for Update<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Clone for Update<G> {
    fn clone(&self) -> Self {
        Self {
            position: self.position,
            events: Arc::clone(&self.events),
        }
    }
}

impl<G: Game> Update<G> {
    pub(super) fn new(position: Position, events: Vec<TableEvent<G>>) -> Self {
        Self {
            position,
            events: events.into(),
        }
    }

    /// What happened, as `viewer` may know it, in order.
    pub fn notices(&self, viewer: Viewer) -> Vec<TableNotice<G>> {
        self.events
            .iter()
            .filter_map(|event| notice::<G>(event, viewer))
            .collect()
    }
}

/// Why an input had no effect.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SubmitError<G: Game> {
    /// The table refuses it.
    #[error(transparent)]
    Refused(Refusal<G>),
    /// It could not be written down; the table stays as it was.
    #[error(transparent)]
    NotSaved(JournalError),
    /// The table is closed, or the bot is about to stop.
    #[error("the table is gone")]
    Gone,
    /// The rules failed; the table stays as it was.
    #[error("a defect of the game")]
    Defect,
}

/// What is shown of a table: the state after the last accepted input.
#[derive(Debug)]
pub(super) struct Shown<G: Game> {
    pub(super) table: Arc<Table<G>>,
    pub(super) deadline: Option<UnixMillis>,
}

/// An input on its way to the task that owns the table.
#[derive(Debug)]
pub(super) struct Request<G: Game> {
    pub(super) submission: Submission<G>,
    pub(super) reply: oneshot::Sender<Result<Update<G>, SubmitError<G>>>,
}

/// A table that is open (or was): cheap to clone, never blocks the table.
pub struct Handle<G: Game> {
    pub(super) id: TableId,
    pub(super) inbox: mpsc::Sender<Request<G>>,
    pub(super) shown: watch::Receiver<Shown<G>>,
    pub(super) news: broadcast::WeakSender<Update<G>>,
}

/// Shows nothing hidden.
impl<G: Game> fmt::Debug for Handle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("game", &G::KIND)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Clone for Handle<G> {
    fn clone(&self) -> Self {
        Self {
            id: self.id,
            inbox: self.inbox.clone(),
            shown: self.shown.clone(),
            news: self.news.clone(),
        }
    }
}

impl<G: Game> Handle<G> {
    /// Which table it is.
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// What it is found by.
    pub const fn key(&self) -> TableKey {
        self.id.key
    }

    /// Hands in what a person asks for. When this ends well, the input is written down for good.
    ///
    /// # Errors
    /// [`SubmitError`]; the table is then as it was.
    pub async fn submit(&self, submission: Submission<G>) -> Result<Update<G>, SubmitError<G>> {
        if submission.input.person().is_none() {
            return Err(SubmitError::Refused(Refusal::Reserved));
        }
        self.hand_in(submission).await
    }

    /// Closes the table because the place where it is shown is gone.
    ///
    /// # Errors
    /// [`SubmitError`]; the table is then as it was.
    pub async fn desert(&self) -> Result<Update<G>, SubmitError<G>> {
        let by = Closer::Deserted;
        self.hand_in(Submission::typed(Input::Close { by })).await
    }

    async fn hand_in(&self, submission: Submission<G>) -> Result<Update<G>, SubmitError<G>> {
        let (reply, answer) = oneshot::channel();
        let request = Request { submission, reply };
        self.inbox
            .send(request)
            .await
            .map_err(|_| SubmitError::Gone)?;
        answer.await.map_err(|_| SubmitError::Gone)?
    }

    /// The table as `viewer` may know it.
    pub fn view(&self, viewer: Viewer) -> TableView<G> {
        self.table().view(viewer)
    }

    /// The table as this person may know it: from their seat, or as everybody does.
    pub fn view_of(&self, person: PersonId) -> TableView<G> {
        let table = self.table();
        table.view(table.viewer(person))
    }

    /// What this person may see: their own seat's view, or the public one.
    pub fn viewer(&self, person: PersonId) -> Viewer {
        self.shown.borrow().table.viewer(person)
    }

    /// Whether a match is being played.
    pub fn is_playing(&self) -> bool {
        self.shown.borrow().table.is_playing()
    }

    /// Whether this viewer has a seat that the game waits for.
    pub fn awaits(&self, viewer: Viewer) -> bool {
        let awaited = self.shown.borrow().table.turn().awaited();
        matches!(viewer, Viewer::Seat(seat) if awaited.contains(seat))
    }

    /// Where the journal stands.
    pub fn position(&self) -> Position {
        self.shown.borrow().table.position()
    }

    /// Where the present turn began: controls offered earlier are stale.
    pub fn turn_started(&self) -> Position {
        self.shown.borrow().table.turn_started()
    }

    /// How patient the table is.
    pub fn limits(&self) -> Limits {
        *self.shown.borrow().table.limits()
    }

    /// When the present turn or wait ends by itself, if it does.
    pub fn deadline(&self) -> Option<UnixMillis> {
        self.shown.borrow().deadline
    }

    /// Listens to what happens from now on.
    pub fn listen(&self) -> Listener<G> {
        let news = self.news.upgrade().map(|sender| sender.subscribe());
        Listener {
            news: news.unwrap_or_else(|| broadcast::channel(1).1),
        }
    }

    fn table(&self) -> Arc<Table<G>> {
        Arc::clone(&self.shown.borrow().table)
    }
}

/// What a listener hears.
#[derive(Debug, Clone)]
pub enum Heard<G: Game> {
    /// Something happened.
    Update(Update<G>),
    /// More happened than a slow listener was kept: read the view anew.
    Missed,
}

/// Hears what happens at a table.
#[derive(Debug)]
pub struct Listener<G: Game> {
    news: broadcast::Receiver<Update<G>>,
}

impl<G: Game> Listener<G> {
    /// The next that happens; `None` once the table is gone. Safe to cancel.
    pub async fn next(&mut self) -> Option<Heard<G>> {
        match self.news.recv().await {
            Ok(update) => Some(Heard::Update(update)),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Heard::Missed),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
