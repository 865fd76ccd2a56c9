//! In which language, form and looks somebody is answered, and what a page depends on besides the view.
//!
//! Commands are named to each person as they gave their last one, and never in a form that is not heard
//! where they read; that is kept in memory alone. Without slash commands, as in the terminal, all is typed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::{At, Desk, Place, Served, Who};
use crate::game::Viewer;
use crate::host::Handle;
use crate::table::{PersonId, TableView};
use crate::text::context::{Deadline, Face, RenderContext};
use crate::text::form::{Form, Slash};
use crate::text::locale::Locale;
use crate::text::settings::Signs;

/// From this count on the ways of all people are forgotten.
const MOST_PEOPLE: usize = 50_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Typed,
    Slash,
}

/// The forms in which commands are named.
#[derive(Default)]
pub struct Forms {
    /// Whether typed commands are not heard on servers.
    deaf: AtomicBool,
    slash: Mutex<Option<Arc<Slash>>>,
    last: Mutex<HashMap<PersonId, Way>>,
}

impl Forms {
    /// These slash commands can be used.
    pub fn register(&self, slash: Slash) {
        *self.slash.lock() = Some(Arc::new(slash));
    }

    /// Whether typed commands are heard on servers; in direct messages they always are.
    pub fn hear_typed(&self, heard: bool) {
        self.deaf.store(!heard, Ordering::Relaxed);
    }

    /// This person gives a command in this way.
    pub fn note(&self, person: PersonId, way: Way) {
        let mut last = self.last.lock();
        if last.len() >= MOST_PEOPLE {
            last.clear();
        }
        last.insert(person, way);
    }

    pub(super) fn of(&self, person: PersonId, place: &Place) -> Form {
        let way = self.last.lock().get(&person).copied();
        self.form(way == Some(Way::Slash) || self.is_deaf(place))
    }

    pub(super) fn of_place(&self, place: &Place) -> Form {
        self.form(self.is_deaf(place))
    }

    fn is_deaf(&self, place: &Place) -> bool {
        place.guild.is_some() && self.deaf.load(Ordering::Relaxed)
    }

    fn form(&self, slash: bool) -> Form {
        let known = self.slash.lock().clone().filter(|_| slash);
        known.map_or(Form::Typed, Form::Slash)
    }
}

impl Desk {
    /// In which language, with which prefix and in which looks somebody is answered: their own
    /// choice, then what their client speaks, then the server's choice, then what the server speaks.
    pub async fn context(&self, who: &Who, place: &Place) -> RenderContext {
        let chosen = self.settings.person(who.person).await;
        let guild = self.settings.guild(place.guild).await;
        let locale = chosen.language.or(who.locale);
        let locale = locale.or(guild.language).or(place.locale);
        let locale = locale.unwrap_or_else(|| self.settings.standard_language());
        let public = guild.looks();
        let own = chosen.looks(public);
        let mut cx = RenderContext::new(locale, self.face, guild.prefix);
        cx.form = self.forms.of(who.person, place);
        cx.faces = self.faces.now();
        cx.looks = own;
        cx.pictures = self.face == Face::Discord && guild.pictures;
        // In direct messages and at the terminal nobody else reads along.
        cx.public_looks = place.guild.map_or(own, |_| public);
        cx
    }

    /// In which language, with which prefix and in which looks everybody at a place is spoken to.
    pub async fn public_context(&self, place: &Place) -> RenderContext {
        let guild = self.settings.guild(place.guild).await;
        let locale: Option<Locale> = guild.language.or(place.locale);
        let locale = locale.unwrap_or_else(|| self.settings.standard_language());
        let looks = guild.looks();
        let mut cx = RenderContext::new(locale, self.face, guild.prefix);
        cx.form = self.forms.of_place(place);
        cx.faces = self.faces.now();
        (cx.looks, cx.public_looks) = (looks, looks);
        cx.pictures = self.face == Face::Discord && guild.pictures;
        cx
    }

    /// The context of what everybody at a place sees of a table.
    pub(super) async fn context_of_all<G: Served>(
        &self,
        handle: &Handle<G>,
        place: &Place,
    ) -> RenderContext {
        let cx = self.public_context(place).await;
        if G::SIGNS.is_some() {
            for seat in &handle.view(Viewer::Public).seats {
                if let Some(person) = seat.occupant.holder() {
                    self.settings.person(person).await;
                }
            }
        }
        self.at_table(cx, handle)
    }

    /// The context of a table: its key for controls, its deadline, and the signs of its players.
    pub fn at_table<G: Served>(&self, mut cx: RenderContext, handle: &Handle<G>) -> RenderContext {
        cx.table = handle.key();
        cx.programs = self.host.programs::<G>();
        if let Some(signs) = G::SIGNS {
            cx.signs = self.signs(signs, &handle.view(Viewer::Public));
        }
        cx.deadline = handle.deadline().map(|deadline| Deadline {
            unix: deadline.0 / 1_000,
            left: self.host.seconds_until(deadline),
        });
        cx
    }

    /// What players are shown as, as far as it was read what they chose.
    fn signs<G: Served>(&self, signs: &Signs, view: &TableView<G>) -> Vec<String> {
        let chosen = view.seats.iter().map(|seat| {
            let mut person = self.settings.person_as_known(seat.occupant.holder()?);
            person.signs.remove(signs.setting)
        });
        (signs.share)(&chosen.collect::<Vec<_>>())
    }

    /// The context with the draft and the deadline as they are now.
    pub(super) fn with_draft<G: Served>(&self, at: &At<'_, G>) -> RenderContext {
        let mut cx = self.at_table(at.cx.clone(), at.handle);
        let turn = at.handle.turn_started();
        cx.draft = self.drafts.of(at.handle.key(), at.who.person, turn);
        cx
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_way_counts_where_it_is_heard() {
        let place = |guild| Place {
            channel: 1,
            guild,
            locale: None,
            channels: Vec::new(),
        };
        let (server, direct) = (place(Some(3)), place(None));
        let (ana, bo) = (PersonId(1), PersonId(2));
        let forms = Forms::default();
        forms.note(ana, Way::Slash);
        assert!(!forms.of(ana, &server).is_slash(), "there are none");
        forms.register(Slash::default());
        assert!(forms.of(ana, &server).is_slash() && forms.of(ana, &direct).is_slash());
        assert!(!forms.of(bo, &server).is_slash() && !forms.of_place(&server).is_slash());
        forms.note(ana, Way::Typed);
        assert!(!forms.of(ana, &server).is_slash());
        forms.hear_typed(false);
        assert!(forms.of(ana, &server).is_slash() && forms.of_place(&server).is_slash());
        assert!(!forms.of(ana, &direct).is_slash() && !forms.of_place(&direct).is_slash());
    }
}
