//! Which table of another process a request means, and what others have to know of the tables here.
//!
//! A table here is meant before one elsewhere, unless only the latter is played by whoever asks.

use super::directory::{Directory, RemoteTable, TableFacts};
use super::rooms::{RoomRequest, number, wish};
use super::{AskedFrom, Command, Desk, Served, Who, at_any_table};
use crate::command::{Anywhere, Name};
use crate::game::{GameKind, Viewer};
use crate::host::{AnyTable, Handle};
use crate::table::{PersonId, StageView, TableKey};
use crate::text::context::RenderContext;
use crate::text::locale::Locale;
use crate::text::rooms;
use crate::text::table;
use crate::text::trouble::{ListedStage, ListedTable};

/// A request, as far as it says which table is meant.
#[derive(Debug, Clone, Copy)]
pub enum TableRequest<'a> {
    Command(&'a Command),
    /// A line without a command.
    Line,
    Control(TableKey),
}

impl Desk {
    /// What is known of tables that other processes have.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The table of another process that a request means, if it means one.
    pub fn meant_elsewhere(
        &self,
        who: &Who,
        place: &AskedFrom,
        asked: TableRequest<'_>,
    ) -> Option<RemoteTable> {
        let known = match asked {
            TableRequest::Control(key) => self.directory.get(key),
            TableRequest::Line => self.nearest_elsewhere(who.person, place, None, false),
            TableRequest::Command(Command { name, words, .. }) => match name {
                Name::Anywhere(Anywhere::Room) => match wish(words)? {
                    RoomRequest::Join(word) => self.numbered_elsewhere(who, place, number(word)?),
                    RoomRequest::Tell | RoomRequest::Leave(_) => self.directory.room_of(who.person),
                    RoomRequest::New(_) | RoomRequest::NewOfLast => None,
                },
                // A report goes with what was said in the room.
                Name::Anywhere(Anywhere::Chat | Anywhere::Report) => {
                    self.directory.room_of(who.person)
                }
                Name::Anywhere(_) => None,
                Name::Open(game) => match number(words) {
                    Some(room) => self.numbered_elsewhere(who, place, room),
                    None => self.nearest_elsewhere(who.person, place, Some(*game), true),
                },
                Name::AtTable(_) | Name::Move(_) => {
                    self.nearest_elsewhere(who.person, place, None, false)
                }
            },
        };
        known.filter(|known| self.host.get(known.table.key).is_none())
    }

    /// The room of another process with this number, unless too many were tried that are none: then
    /// nobody is told here which it is.
    fn numbered_elsewhere(
        &self,
        who: &Who,
        place: &AskedFrom,
        key: TableKey,
    ) -> Option<RemoteTable> {
        let now = self.host.now();
        let waits = self.guesses.wait(who.person, place.guild, now).is_some();
        self.directory.get(key).filter(|_| !waits)
    }

    /// Whether a request that needs a table means one here.
    pub fn means_here(&self, who: &Who, place: &AskedFrom, asked: TableRequest<'_>) -> bool {
        let room = match asked {
            TableRequest::Control(key) => return self.host.get(key).is_some(),
            TableRequest::Command(Command { name, words, .. }) => {
                let opens = matches!(name, Name::Open(_));
                number(words).filter(|_| opens)
            }
            TableRequest::Line => None,
        };
        match room {
            Some(room) => self.host.get(room).is_some(),
            None => self.table_at(who.person, place).is_some(),
        }
    }

    /// The likeliest of the tables elsewhere that are shown here or, in direct messages, where the
    /// person sits; `None` if a table here is likelier. `joins` for a command that opens a table
    /// where there is none.
    fn nearest_elsewhere(
        &self,
        person: PersonId,
        place: &AskedFrom,
        game: Option<GameKind>,
        joins: bool,
    ) -> Option<RemoteTable> {
        let direct = place.is_direct();
        let game = game.filter(|game| *game != GameKind::USUAL);
        let found = self.directory.all(|one| {
            let here = one.facts.shown.at(place.channel).is_some();
            let theirs = direct && one.facts.people.contains(&person);
            (here || theirs)
                && game.is_none_or(|game| one.facts.game == game)
                && self.host.get(one.table.key).is_none()
        });
        let nearest = found.into_iter().max_by_key(|one| {
            let sits = one.facts.people.contains(&person);
            (one.is_played_by(person), sits, one.table.opening)
        })?;
        let played = |table: &AnyTable| at_any_table!(table, handle => plays(handle, person));
        match self.table_at(person, place) {
            None => Some(nearest),
            Some(_) if joins => None,
            Some(here) => (nearest.is_played_by(person) && !played(&here)).then_some(nearest),
        }
    }

    /// What other processes have to know of a table here. `before` is what they know; the lines of
    /// it are taken over while nobody came or went.
    pub fn facts_of(&self, table: &AnyTable, before: Option<&TableFacts>) -> TableFacts {
        let shown = self.places.of(table.key());
        let web = self.addresses.as_ref().map(|own| own.url().to_owned());
        let facts = at_any_table!(table, handle => facts_of(handle, shown));
        let facts = TableFacts { web, ..facts };
        match before {
            Some(before)
                if before.people == facts.people
                    && before.seated == facts.seated
                    && before.stage == facts.stage =>
            {
                let lines = before.lines.clone();
                TableFacts { lines, ..facts }
            }
            Some(_) | None => {
                let lines = Locale::all().map(|locale| {
                    let prefix = String::new();
                    let cx = RenderContext::new(locale, self.face, prefix);
                    let line = at_any_table!(table, handle => {
                        let view = handle.view(Viewer::Public);
                        table::seat_lines(&view, &self.at_table(cx.clone(), handle)).join(" · ")
                    });
                    (locale.tag().to_owned(), line)
                });
                let lines = lines.collect();
                TableFacts { lines, ..facts }
            }
        }
    }

    /// The rooms of other processes that are shown in the requester's channels or where they sit, for a
    /// list.
    pub(super) fn listed_elsewhere(
        &self,
        who: &Who,
        place: &AskedFrom,
        cx: &RenderContext,
    ) -> Vec<ListedTable> {
        let near = |one: &RemoteTable| {
            let mut places = one.facts.shown.places.iter();
            places.any(|showing| place.channels.contains(&showing.channel))
        };
        let mut rooms = self.directory.all(|one| {
            let theirs = one.facts.people.contains(&who.person);
            let away = self.host.get(one.table.key).is_none();
            one.facts.shown.room && away && (theirs || near(one))
        });
        rooms.sort_by_key(|one| one.table.key);
        let listed = rooms.into_iter().map(|one| {
            let TableFacts {
                game,
                seated,
                seats,
                stage,
                mut lines,
                ..
            } = one.facts;
            ListedTable {
                place: rooms::called(one.table.key, cx),
                game,
                seated,
                seats,
                stage,
                people: lines.remove(cx.locale.tag()).unwrap_or_default(),
            }
        });
        listed.collect()
    }
}

fn plays<G: Served>(handle: &Handle<G>, person: PersonId) -> bool {
    let view = handle.view(Viewer::Public);
    matches!(view.stage, StageView::Playing(_)) && view.seat_of(person).is_some()
}

/// The facts of a table without its lines.
fn facts_of<G: Served>(handle: &Handle<G>, shown: super::places::ShownPlaces) -> TableFacts {
    let view = handle.view(Viewer::Public);
    let people = view.seats.iter().filter_map(|seat| {
        let occupant = seat.occupant;
        occupant.person().or_else(|| occupant.away())
    });
    TableFacts {
        game: G::KIND,
        shown,
        people: people.collect(),
        seated: view.seated(),
        seats: view.seats.len(),
        stage: ListedStage::of(&view.stage),
        lines: Default::default(),
        web: None,
    }
}
