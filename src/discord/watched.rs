//! A table as its messages see it, whatever its game: what everybody may know of it, its pages, and what each
//! update is to a message.
//!
//! Decides which updates are urgent, which begin a new message, which may free a seat, and who has to know of
//! one. Boards and hands know no more of a game than this.

use std::pin::Pin;

use super::outbox::queue::Urgency;
use crate::desk::{AskedFrom, Desk, Served, Who, at_any_table};
use crate::game::Viewer;
use crate::host::{AnyTable, Handle, Listener, TableNews, Update};
use crate::table::{
    Away, Happening, Invited, Limits, Moment, News, PersonId, Position, SeatView, StageView,
    TableId, TableKey, Wish,
};
use crate::text::page::Page;
use crate::text::table::awaited;

/// A table that messages show.
#[derive(Clone)]
pub struct Watched(pub AnyTable);

/// How the messages of a game's tables behave.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// A match, and each of its rounds, has a message of its own.
    pub posted_anew: bool,
    pub starts_when_full: bool,
    pub has_hands: bool,
    /// Its hands have a button for every card, where there is room for them.
    pub deals_buttons: bool,
    pub is_short: bool,
}

/// What everybody may know of a table.
pub struct PublicState {
    pub seats: Vec<SeatView>,
    pub stage: StageView<()>,
    pub turn_started: Position,
    pub limits: Limits,
    pub invited: Option<Invited>,
    pub barred: Vec<PersonId>,
    /// The people for whom the game waits.
    pub awaited: Vec<PersonId>,
    /// Whether its message goes, now that it is closed.
    pub is_erased: bool,
}

impl PublicState {
    fn of<G: Served>(handle: &Handle<G>) -> Self {
        let view = handle.view(Viewer::Public);
        Self {
            awaited: awaited(&view),
            is_erased: G::is_erased(&view),
            stage: match view.stage {
                StageView::Lobby => StageView::Lobby,
                StageView::Playing(_) => StageView::Playing(()),
                StageView::Over(_) => StageView::Over(()),
                StageView::Closed => StageView::Closed,
            },
            seats: view.seats,
            turn_started: view.turn_started,
            limits: view.limits,
            invited: view.invited,
            barred: view.barred,
        }
    }

    /// The people who have a seat.
    pub fn people(&self) -> impl Iterator<Item = PersonId> {
        self.seats.iter().filter_map(|seat| seat.occupant.person())
    }

    /// Whether every seat is taken before a match.
    pub fn is_full_lobby(&self) -> bool {
        let taken = self.seats.iter().all(|seat| !seat.occupant.is_empty());
        self.stage == StageView::Lobby && taken
    }
}

impl Watched {
    pub fn id(&self) -> TableId {
        self.0.id()
    }

    pub fn key(&self) -> TableKey {
        self.0.key()
    }

    pub const fn manner(&self) -> Manner {
        const fn of<G: Served>(_: &Handle<G>) -> Manner {
            Manner {
                posted_anew: G::HAS_ROUNDS,
                starts_when_full: G::STARTS_WHEN_FULL,
                has_hands: G::HAS_HANDS,
                deals_buttons: G::DEALS_BUTTONS,
                is_short: G::IS_SHORT,
            }
        }
        at_any_table!(&self.0, handle => of(handle))
    }

    pub fn seen(&self) -> PublicState {
        at_any_table!(&self.0, handle => PublicState::of(handle))
    }

    pub fn moment(&self) -> Moment {
        at_any_table!(&self.0, handle => handle.moment())
    }

    pub fn is_playing(&self) -> bool {
        at_any_table!(&self.0, handle => handle.is_playing())
    }

    /// Whether this person has a seat.
    pub fn seats(&self, person: PersonId) -> bool {
        let viewer = at_any_table!(&self.0, handle => handle.viewer(person));
        matches!(viewer, Viewer::Seat(_))
    }

    /// Whether the game waits for this person.
    pub fn awaits(&self, person: PersonId) -> bool {
        at_any_table!(&self.0, handle => handle.awaits(handle.viewer(person)))
    }

    /// The public page; without the countdown of the turn for while no clock runs.
    pub async fn public_page(&self, desk: &Desk, place: &AskedFrom, at_rest: bool) -> Page {
        at_any_table!(&self.0, handle => match at_rest {
            true => desk.front.page_at_rest(handle, place).await,
            false => desk.front.public_page(handle, place).await,
        })
    }

    pub async fn hand_page(&self, desk: &Desk, who: &Who, place: &AskedFrom) -> Page {
        at_any_table!(&self.0, handle => desk.front.hand_page(handle, who, place).await)
    }

    /// Ends the showing of the table where nobody of those sits who it was shown to.
    pub async fn leave_places(&self, desk: &Desk) {
        at_any_table!(&self.0, handle => desk.places().drop_left(handle).await);
    }

    /// Those who are to be told that there is a seat for them, and whether by a mention in the channel.
    pub async fn whom_to_tell(&self, desk: &Desk, channel: u64) -> Vec<(PersonId, bool)> {
        let waiting =
            at_any_table!(&self.0, handle => desk.club.whom_to_tell(handle, channel).await);
        waiting.iter().map(|one| (one.person, one.here)).collect()
    }

    /// Listens to updates from now on, as this person sees them, or everybody.
    pub fn listen(&self, person: Option<PersonId>) -> Box<dyn Updates> {
        at_any_table!(self.0.clone(), handle => {
            let listener = handle.listen();
            Box::new(Ear { handle, listener, person })
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    Nothing,
    /// A match; its first round is not dealt yet.
    Match,
    /// A round: hands exist now.
    Round,
}

/// An update of a table, as far as it concerns a message.
pub struct TableUpdate {
    /// The table's position after it.
    pub position: Position,
    /// How urgent it is to show it on the board.
    pub urgency: Urgency,
    pub beginning: Beginning,
    /// Whether it is only the progress of a deal.
    pub is_progress: bool,
    /// Whether somebody may be able to sit down since who was not before.
    pub may_free: bool,
    pub calls: Vec<MentionKind>,
}

/// What somebody has to know of an update.
pub enum MentionKind {
    /// Those who play: a match has begun.
    Started,
    /// They are back on their seat.
    Returned(PersonId),
    /// The clock acts for them in so many seconds.
    Warned(PersonId, u32),
    /// A computer plays for them, as they were absent.
    Replaced(PersonId),
    /// Somebody asks for a seat.
    SeatAsked {
        by: PersonId,
        name: String,
        /// Whose yes it needs.
        of: Vec<PersonId>,
    },
}

impl TableUpdate {
    fn of<G: Served>(heard: &TableNews<G>, handle: &Handle<G>, person: Option<PersonId>) -> Self {
        let TableNews::Update(update) = heard else {
            return Self {
                position: handle.moment().position,
                urgency: Urgency::Played,
                beginning: Beginning::Nothing,
                is_progress: false,
                may_free: true,
                calls: Vec::new(),
            };
        };
        let viewer = person.map_or(Viewer::Public, |person| update.viewer(person));
        let notices = update.notices(viewer);
        let is = |test: fn(&G::Notice) -> bool| move |news: &News<G::Notice>| matches!(news, News::Game(notice) if test(notice));
        let started =
            |news: &News<G::Notice>| matches!(news, News::Table(Happening::Started { .. }));
        Self {
            position: update.moment.position,
            urgency: match update.by {
                Some(_) => Urgency::Played,
                None => Urgency::Automatic,
            },
            beginning: match notices.iter().any(is(G::begins_round)) {
                true => Beginning::Round,
                false if notices.iter().any(started) => Beginning::Match,
                false => Beginning::Nothing,
            },
            is_progress: !notices.is_empty() && notices.iter().all(is(G::is_step)),
            may_free: notices.iter().any(may_free),
            calls: notices
                .iter()
                .filter_map(|news| call(news, update))
                .collect(),
        }
    }
}

const fn may_free<E>(news: &News<E>) -> bool {
    let News::Table(news) = news else {
        return false;
    };
    matches!(
        news,
        // Who opens a table sits down first.
        Happening::Sat { .. }
            | Happening::Left { .. }
            | Happening::Kicked { .. }
            | Happening::ComputerRemoved { .. }
            | Happening::Substituted { .. }
            | Happening::MatchOver { .. }
            | Happening::Reset
    )
}

fn call<G: Served>(news: &News<G::Notice>, update: &Update<G>) -> Option<MentionKind> {
    let News::Table(news) = news else {
        return None;
    };
    Some(match news {
        Happening::Started { .. } => MentionKind::Started,
        Happening::Returned { person, .. } => MentionKind::Returned(*person),
        Happening::Warned { seat, seconds, .. } => {
            let view = update.view(Viewer::Public);
            MentionKind::Warned(view.place(*seat)?.occupant.person()?, *seconds)
        }
        Happening::Substituted {
            person,
            away: Away::Absent,
            ..
        } => MentionKind::Replaced(*person),
        Happening::Asked {
            by,
            wish: Wish::Sit { name, .. },
        } => {
            let view = update.view(Viewer::Public);
            let mut petitions = view.petitions.into_iter();
            let petition =
                petitions.find(|one| one.by == *by && matches!(one.wish, Wish::Sit { .. }));
            MentionKind::SeatAsked {
                by: *by,
                name: name.clone(),
                of: petition?.awaited,
            }
        }
        _ => return None,
    })
}

/// The updates of a table.
pub trait Updates: Send {
    /// The next one; `None` once the table is gone. Cancel-safe.
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Option<TableUpdate>> + Send + '_>>;
}

struct Ear<G: Served> {
    handle: Handle<G>,
    listener: Listener<G>,
    person: Option<PersonId>,
}

impl<G: Served> Updates for Ear<G> {
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Option<TableUpdate>> + Send + '_>> {
        Box::pin(async {
            let heard = self.listener.next().await?;
            Some(TableUpdate::of(&heard, &self.handle, self.person))
        })
    }
}
