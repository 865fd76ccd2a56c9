//! In which language, form and looks somebody is answered, and what a page depends on besides the view.
//!
//! Commands are named to each person as they gave their last one, and never in a form that is not heard
//! where they read; that is kept in memory alone. Without slash commands, as in the terminal, all is typed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::AskedFrom;
use crate::table::PersonId;
use crate::text::form::{Form, SlashForm};

/// From this count on the ways of all people are forgotten.
const MOST_PEOPLE: usize = 50_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormRoute {
    Typed,
    Slash,
}

/// The forms in which commands are named.
#[derive(Default)]
pub struct Forms {
    /// Whether typed commands are not heard on servers.
    deaf: AtomicBool,
    slash: Mutex<Option<Arc<SlashForm>>>,
    last: Mutex<HashMap<PersonId, FormRoute>>,
}

impl Forms {
    /// These slash commands can be used.
    pub fn register(&self, slash: SlashForm) {
        *self.slash.lock() = Some(Arc::new(slash));
    }

    /// Whether typed commands are heard on servers; in direct messages they always are.
    pub fn hear_typed(&self, heard: bool) {
        self.deaf.store(!heard, Ordering::Relaxed);
    }

    /// This person gives a command in this way.
    pub fn note(&self, person: PersonId, way: FormRoute) {
        let mut last = self.last.lock();
        if last.len() >= MOST_PEOPLE {
            last.clear();
        }
        last.insert(person, way);
    }

    pub(super) fn of(&self, person: PersonId, place: &AskedFrom) -> Form {
        let way = self.last.lock().get(&person).copied();
        self.form(way == Some(FormRoute::Slash) || self.is_deaf(place))
    }

    pub(super) fn of_place(&self, place: &AskedFrom) -> Form {
        self.form(self.is_deaf(place))
    }

    fn is_deaf(&self, place: &AskedFrom) -> bool {
        place.as_guest || (place.guild.is_some() && self.deaf.load(Ordering::Relaxed))
    }

    fn form(&self, slash: bool) -> Form {
        let known = self.slash.lock().clone().filter(|_| slash);
        known.map_or(Form::Typed, Form::Slash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_way_counts_where_it_is_heard() {
        let place = |guild| AskedFrom {
            channel: 1,
            guild,
            locale: None,
            channels: Vec::new(),
            as_guest: false,
            no_threads: None,
            table: None,
            client: None,
        };
        let (server, direct) = (place(Some(3)), place(None));
        let (ana, bo) = (PersonId(1), PersonId(2));
        let forms = Forms::default();
        forms.note(ana, FormRoute::Slash);
        assert!(!forms.of(ana, &server).is_slash(), "there are none");
        forms.register(SlashForm::default());
        assert!(forms.of(ana, &server).is_slash() && forms.of(ana, &direct).is_slash());
        assert!(!forms.of(bo, &server).is_slash() && !forms.of_place(&server).is_slash());
        forms.note(ana, FormRoute::Typed);
        assert!(!forms.of(ana, &server).is_slash());
        forms.hear_typed(false);
        assert!(forms.of(ana, &server).is_slash() && forms.of_place(&server).is_slash());
        assert!(!forms.of(ana, &direct).is_slash() && !forms.of_place(&direct).is_slash());
    }
}
