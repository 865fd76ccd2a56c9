//! From where a table's controls may be used: a code names any table, and clients can be made to send
//! any code.
//!
//! Decides by the place where a control was pressed, which Discord vouches for, and by who presses.
//! What they may do at the table then is for the table itself. Knows no code.

use std::borrow::Cow;

use super::places::{is_beside, is_room_number};
use super::{Desk, Place, Served, Who, at_any_table};
use crate::game::Viewer;
use crate::host::{AnyTable, Handle, off_thread};
use crate::table::{Archive, PersonId, TableId};

/// Whether this person has a seat, is away from theirs, or is invited to one.
fn belongs<G: Served>(handle: &Handle<G>, person: PersonId) -> bool {
    let view = handle.view(Viewer::Public);
    let invited = view
        .invited
        .as_ref()
        .is_some_and(|other| other.person == person);
    let mut seats = view.seats.iter().map(|seat| seat.occupant);
    invited || seats.any(|seat| seat.person() == Some(person) || seat.away() == Some(person))
}

impl Desk {
    /// Who presses a control of this table, with what they are there; `None` if the table is not played
    /// where they press. Its own channels (and servers) count, and for those who sit there also direct
    /// messages and, in a room, where they sat before: hands stay there.
    pub(super) async fn admitted<'a>(
        &self,
        who: &'a Who,
        place: &Place,
        table: &AnyTable,
    ) -> Option<Cow<'a, Who>> {
        let key = table.key();
        if (is_beside(key) || is_room_number(key)) && !self.places.is_elsewhere(key) {
            // Where it is shown could not be read when it was restored.
            self.places.recall(key).await;
        }
        if self.places.of(key).is_at(place) {
            return Some(Cow::Borrowed(who));
        }
        let follows = place.guild.is_none() || self.places.is_room(key);
        let theirs = follows && at_any_table!(table, handle => belongs(handle, who.person));
        // Who moderates another place has no say here.
        theirs.then(|| {
            Cow::Owned(Who {
                moderator: false,
                ..who.clone()
            })
        })
    }

    /// Whether what is over of a table may be looked at where somebody presses: where it was played, and
    /// by those who sit there or played that match, wherever they read it.
    pub(super) async fn may_look_back(
        &self,
        who: &Who,
        place: &Place,
        table: TableId,
        number: u32,
    ) -> bool {
        let key = table.key;
        if key.0 == place.channel {
            return true;
        }
        let open = self.host.get(key);
        if let Some(table) = &open
            && self.admitted(who, place, table).await.is_some()
        {
            return true;
        }
        // Nobody can guess the number of a table beside a channel's, and where it was is forgotten.
        if open.is_none() && is_beside(key) {
            return true;
        }
        // A number that leads nowhere is a guess at that of a room.
        let now = self.host.now();
        if self.guesses.wait(who.person, place.guild, now).is_some() {
            return false;
        }
        let played = self.took_part(who.person, table, number).await;
        if !played {
            self.guesses.count(who.person, place.guild, now);
        }
        played
    }

    /// Whether a person played a match, by what was kept of it.
    async fn took_part(&self, person: PersonId, table: TableId, number: u32) -> bool {
        let kept = self.settings.store().archive(table, number).await;
        let Some(text) = kept.ok().flatten() else {
            return false;
        };
        let played = move || {
            let archive = Archive::of_text(&text);
            let mut players = archive.iter().flat_map(Archive::players);
            players.any(|player| player.person == Some(person))
        };
        off_thread(played).await.unwrap_or_default()
    }
}
