//! Tables that other processes have: enough is known of them to find and to list them.
//!
//! Filled by the face from what the processes tell each other; empty for a process that serves alone.
//! A table here is meant before one elsewhere, unless only the latter is played by whoever asks.

use std::collections::{BTreeMap, HashMap};

use parking_lot::RwLock;
use serde::{Deserialize, Serialize};

use super::places::Shown;
use super::rooms::{Wish, number, wish};
use super::{Command, Desk, Place, Served, Who, at_any_table};
use crate::command::{Anywhere, Name};
use crate::game::{GameKind, Viewer};
use crate::host::{AnyTable, Handle};
use crate::table::{PersonId, StageView, TableId, TableKey};
use crate::text::context::RenderContext;
use crate::text::locale::Locale;
use crate::text::trouble::{Listed, ListedStage};
use crate::text::{rooms, table};

/// What other processes know of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub game: GameKind,
    pub shown: Shown,
    /// Who sits there, or can come back to their seat.
    pub people: Vec<PersonId>,
    pub seated: usize,
    pub seats: usize,
    pub stage: ListedStage,
    /// Who sits where, in a line for each language, by its tag.
    pub lines: BTreeMap<String, String>,
}

/// A table of another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    pub table: TableId,
    /// The life of the process that has it, or had it last.
    pub life: String,
    pub facts: Facts,
}

impl Elsewhere {
    pub fn is_played_by(&self, person: PersonId) -> bool {
        self.facts.stage == ListedStage::Playing && self.facts.people.contains(&person)
    }
}

/// The tables of other processes.
#[derive(Default)]
pub struct Directory {
    known: RwLock<HashMap<TableKey, Elsewhere>>,
}

impl Directory {
    pub fn is_empty(&self) -> bool {
        self.known.read().is_empty()
    }

    /// Takes over everything that is known.
    pub fn replace(&self, all: impl IntoIterator<Item = Elsewhere>) {
        let all = all.into_iter().map(|one| (one.table.key, one));
        *self.known.write() = all.collect();
    }

    /// Takes over what is known of one table.
    pub fn learn(&self, one: Elsewhere) {
        self.known.write().insert(one.table.key, one);
    }

    pub fn forget(&self, table: TableId) {
        let mut known = self.known.write();
        if known.get(&table.key).is_some_and(|one| one.table == table) {
            known.remove(&table.key);
        }
    }

    pub fn get(&self, key: TableKey) -> Option<Elsewhere> {
        self.known.read().get(&key).cloned()
    }

    pub fn room_of(&self, person: PersonId) -> Option<Elsewhere> {
        let known = self.known.read();
        let mut rooms = known.values().filter(|one| one.facts.shown.room);
        rooms
            .find(|one| one.facts.people.contains(&person))
            .cloned()
    }

    pub fn all(&self, which: impl Fn(&Elsewhere) -> bool) -> Vec<Elsewhere> {
        let known = self.known.read();
        known.values().filter(|one| which(one)).cloned().collect()
    }
}

/// A request, as far as it says which table is meant.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
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
    pub fn meant_elsewhere(&self, who: &Who, place: &Place, asked: Asked<'_>) -> Option<Elsewhere> {
        let known = match asked {
            Asked::Control(key) => self.directory.get(key),
            Asked::Line => self.nearest_elsewhere(who.person, place, None, false),
            Asked::Command(Command { name, words, .. }) => match name {
                Name::Anywhere(Anywhere::Room) => match wish(words)? {
                    Wish::Join(word) => self.numbered_elsewhere(who, place, number(word)?),
                    Wish::Tell | Wish::Leave(_) => self.directory.room_of(who.person),
                    Wish::New(_) => None,
                },
                Name::Anywhere(Anywhere::Chat) => self.directory.room_of(who.person),
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
    fn numbered_elsewhere(&self, who: &Who, place: &Place, key: TableKey) -> Option<Elsewhere> {
        let now = self.host.now();
        let waits = self.guesses.wait(who.person, place.guild, now).is_some();
        self.directory.get(key).filter(|_| !waits)
    }

    /// Whether a request that needs a table means one here.
    pub fn means_here(&self, who: &Who, place: &Place, asked: Asked<'_>) -> bool {
        let room = match asked {
            Asked::Control(key) => return self.host.get(key).is_some(),
            Asked::Command(Command { name, words, .. }) => {
                let opens = matches!(name, Name::Open(_));
                number(words).filter(|_| opens)
            }
            Asked::Line => None,
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
        place: &Place,
        game: Option<GameKind>,
        joins: bool,
    ) -> Option<Elsewhere> {
        let direct = place.guild.is_none();
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
    pub fn facts_of(&self, table: &AnyTable, before: Option<&Facts>) -> Facts {
        let shown = self.places.of(table.key());
        let facts = at_any_table!(table, handle => facts_of(handle, shown));
        match before {
            Some(before)
                if before.people == facts.people
                    && before.seated == facts.seated
                    && before.stage == facts.stage =>
            {
                let lines = before.lines.clone();
                Facts { lines, ..facts }
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
                Facts { lines, ..facts }
            }
        }
    }

    /// The rooms of other processes that are shown in the asker's channels or where they sit, for a
    /// list.
    pub(super) fn listed_elsewhere(
        &self,
        who: &Who,
        place: &Place,
        cx: &RenderContext,
    ) -> Vec<Listed> {
        let near = |one: &Elsewhere| {
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
            let Facts {
                game,
                seated,
                seats,
                stage,
                mut lines,
                ..
            } = one.facts;
            Listed {
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
fn facts_of<G: Served>(handle: &Handle<G>, shown: super::places::Shown) -> Facts {
    let view = handle.view(Viewer::Public);
    let people = view.seats.iter().filter_map(|seat| {
        let occupant = seat.occupant;
        occupant.person().or_else(|| occupant.away())
    });
    Facts {
        game: G::KIND,
        shown,
        people: people.collect(),
        seated: view.seated(),
        seats: view.seats.len(),
        stage: ListedStage::of(&view.stage),
        lines: Default::default(),
    }
}
