//! The face of a simulated process, which sees what is shown, and the eye that is kept on its tables.
//!
//! Decides what counts as stuck, and what may still be there when nobody has come for hours.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::runtime::RuntimeMetrics;
use tokio::sync::Notify;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;
use tractor_bot::desk::{AskedFrom, Served, Who, at_any_table};
use tractor_bot::game::{Turn, Viewer};
use tractor_bot::host::{AnyTable, Handle, TableNews};
use tractor_bot::table::{Happening, Moment, News, PersonId, StageView, TableId, TableView};
use tractor_bot::text::press::Press;

use super::life::Life;
use super::store::guild_of;
use super::world::{MINUTE, SECOND};

/// What the store may take away from any deadline.
const SLACK: u64 = 10 * MINUTE;

/// Tasks of a process beside those of tables, boards and people.
const OTHER_TASKS: usize = 16;

/// What is watched, and what was found to be wrong.
#[derive(Default)]
pub struct Watching {
    boards: Mutex<BTreeSet<TableId>>,
    wrong: Mutex<Option<String>>,
    told: Notify,
}

impl Watching {
    fn complain(&self, what: String) {
        self.wrong.lock().get_or_insert(what);
        self.told.notify_one();
    }

    /// Waits until something is wrong.
    pub async fn wrong(&self) -> String {
        loop {
            let told = self.told.notified();
            if let Some(wrong) = self.wrong.lock().clone() {
                return wrong;
            }
            told.await;
        }
    }
}

/// Keeps a board for every table, as the real face does.
pub async fn keep_all(life: Arc<Life>) {
    let host = life.desk.host();
    let mut openings = host.openings();
    let all = || {
        for table in host.list() {
            begin(&life, table);
        }
    };
    all();
    loop {
        match openings.recv().await {
            Ok(key) => {
                if let Some((_, fate)) = host.take_fate(key) {
                    life.watching.complain(format!("{key:?}: {fate:?}"));
                }
                if let Some(table) = host.get(key) {
                    begin(&life, table);
                }
            }
            Err(RecvError::Lagged(_)) => all(),
            Err(RecvError::Closed) => return,
        }
    }
}

/// Notes by which handle a table is shown, whatever the store does meanwhile, and shows it from then on.
fn begin(life: &Arc<Life>, table: AnyTable) {
    life.world.books.lock().shows(table.clone());
    if life.watching.boards.lock().insert(table.id()) {
        let life = Arc::clone(life);
        at_any_table!(table, handle => {
            tokio::spawn(async move {
                life.desk.places().recall(handle.key()).await;
                board(life, handle).await;
            });
        });
    }
}

/// Hears everything that a table shows: it never goes back.
async fn board<G: Served>(life: Arc<Life>, handle: Handle<G>) {
    let mut listener = handle.listen();
    let mut last = handle.moment();
    while let Some(heard) = listener.next().await {
        let moment = match &heard {
            TableNews::Update(update) => update.moment,
            TableNews::Missed => handle.moment(),
        };
        if moment < last || handle.moment() < moment {
            life.watching.complain(format!(
                "{} went back from {last:?} to {moment:?}",
                handle.id()
            ));
        }
        last = moment;
        if let TableNews::Update(update) = heard {
            let notices = update.notices(Viewer::Public);
            life.world
                .says(&format!("{} {moment:?} {notices:?}", handle.id()));
            if notices
                .iter()
                .any(|notice| matches!(notice, News::Table(Happening::Started { .. })))
            {
                life.desk.places().drop_left(&handle).await;
            }
        }
    }
    let closed = matches!(handle.view(Viewer::Public).stage, StageView::Closed);
    // A channel's own table has no places to forget.
    if closed && life.desk.places().is_elsewhere(handle.key()) {
        life.desk.places().forget(handle.key()).await;
    }
    life.watching.boards.lock().remove(&handle.id());
}

/// Looks around every minute: is any table stuck, and are there tasks too many?
pub async fn look_around(life: Arc<Life>, metrics: RuntimeMetrics) {
    let mut since: BTreeMap<TableId, (Moment, u64)> = BTreeMap::new();
    loop {
        sleep(Duration::from_secs(60)).await;
        let now = life.day();
        let tables = life.desk.host().list();
        since.retain(|id, _| tables.iter().any(|table| table.id() == *id));
        for table in &tables {
            let stuck = at_any_table!(table, handle => {
                let at = since.entry(handle.id()).or_insert((handle.moment(), now));
                if at.0 != handle.moment() {
                    *at = (handle.moment(), now);
                }
                let view = handle.view(Viewer::Public);
                let patience = patience(&view).map(|patience| patience + SLACK);
                patience.is_some_and(|patience| now - at.1 > patience).then(|| sum_up(&view))
            });
            if let Some(stuck) = stuck {
                life.watching
                    .complain(format!("{} is stuck: {stuck}", table.id()));
            }
        }
        let (tasks, boards) = (metrics.num_alive_tasks(), life.watching.boards.lock().len());
        let expected = tables.len() + boards + life.world.people.len() + OTHER_TASKS;
        if tasks > expected {
            let what = format!(
                "{tasks} tasks with {} tables and {boards} boards",
                tables.len()
            );
            life.watching.complain(what);
        }
    }
}

fn sum_up<G: Served>(view: &TableView<G>) -> String {
    let stage = match view.stage {
        StageView::Lobby => "lobby",
        StageView::Playing(_) => "playing",
        StageView::Over(_) => "over",
        StageView::Closed => "closed",
    };
    let (turn, seats) = (view.turn, &view.seats);
    format!(
        "{:?} {stage} {turn:?} {seats:?} {:?} {:?}",
        G::KIND,
        view.limits,
        view.rules
    )
}

/// How long a table may show the same state, in milliseconds; `None` where its limits allow any time.
fn patience<G: Served>(view: &TableView<G>) -> Option<u64> {
    let idle = view
        .limits
        .idle_limit_min
        .map(|minutes| u64::from(minutes) * MINUTE);
    let turn = view
        .limits
        .turn_limit_s
        .map(|seconds| u64::from(seconds) * SECOND);
    match view.stage {
        StageView::Lobby | StageView::Over(_) => idle,
        StageView::Closed => Some(0),
        StageView::Playing(_) => {
            let is_person = |seat| {
                let place = view.place(seat);
                place.is_some_and(|place| place.occupant.person().is_some())
            };
            let people = view.seats.iter().any(|place| is_person(place.seat));
            let waits = match view.turn {
                Turn::Seats(seats) if seats.is_empty() => people,
                turn => turn.awaited().iter().any(is_person),
            };
            match waits {
                // A match may also be paused, or wait until somebody wants it to go on.
                true => idle.map(|idle| turn.map_or(idle, |turn| turn.max(idle))),
                false => idle,
            }
        }
    }
}

/// Whether a table may be there when nobody has come for hours: only if its limits say that it never closes.
fn may_rest<G: Served>(view: &TableView<G>) -> bool {
    view.limits.idle_limit_min.is_none()
}

/// At the end of the day: whatever is still there has to be allowed to be, and does what it is told.
pub async fn end_of_day(life: &Arc<Life>) -> Result<(), String> {
    for table in life.desk.host().list() {
        at_any_table!(&table, handle => {
            let view = handle.view(Viewer::Public);
            if !may_rest(&view) {
                return Err(format!("{} is there with nobody: {}", handle.id(), sum_up(&view)));
            }
        });
    }
    for attempt in 0..100 {
        for table in life.desk.host().list() {
            end(life, &table, attempt).await;
        }
        sleep(Duration::from_secs(20)).await;
        if life.desk.host().list().is_empty() {
            return Ok(());
        }
    }
    let left = life.desk.host().list().into_iter().next();
    let left =
        left.map(|table| at_any_table!(&table, handle => sum_up(&handle.view(Viewer::Public))));
    Err(format!("tables cannot be ended: {left:?}"))
}

/// A moderator ends a table.
async fn end(life: &Arc<Life>, table: &AnyTable, attempt: u64) {
    let key = table.key();
    let shown = life.desk.places().of(key);
    let channel = shown.places.first().map_or(key.0, |place| place.channel);
    let who = Who {
        moderator: true,
        nonce: Some(key.0 % (1 << 40) * 128 + attempt),
        ..Who::new(PersonId(7_000_000_000), "Mo")
    };
    let place = AskedFrom::new(channel, Some(guild_of(channel).0));
    let press = Press {
        table: key,
        at: at_any_table!(table, handle => handle.moment().position),
        line: "end yes".into(),
    };
    let nonce = who.nonce.unwrap_or_default();
    let answer = life.desk.press(&who, &place, &press, &[]).await;
    life.world.answers(nonce, &answer);
}
