//! Whom the operator has shut out: a person, or a server with everybody who asks from there.
//!
//! Decides what that means: nothing is done for them any more, and tables go on without them. Who is shut out is
//! looked up again and again, as the operator says it to the store and to no process.

use std::collections::BTreeSet;

use super::answer::{Done, Request, refuse};
use super::{Desk, Served, at_any_table};
use crate::game::Viewer;
use crate::host::Handle;
use crate::store::{Ban, Banned, GuildId};
use crate::table::{Input, PersonId, Submission};

impl Desk {
    /// Reads anew whom the operator has shut out, and has them leave the tables of this process: a person gives up
    /// their seat, and a table leaves a server's channels, of which `guild_of` knows whose they are. If the store
    /// fails, those who were shut out stay so.
    pub async fn heed_bans(&self, guild_of: impl Fn(u64) -> Option<u64>) {
        let store = self.settings.store();
        let kept = match store.all_stored::<Ban>(Some(Ban::SCOPE)).await {
            Ok(kept) => kept,
            Err(error) => {
                tracing::warn!(%error, "who is shut out could not be read");
                return;
            }
        };
        let bans: BTreeSet<Banned> = kept.into_iter().map(|ban| ban.key).collect();
        if *self.bans.lock() != bans {
            self.bans.lock().clone_from(&bans);
            self.settings.look_again();
        }
        let people = bans.iter().filter_map(|banned| match banned {
            Banned::Person(person) => Some(*person),
            Banned::Guild(_) => None,
        });
        let people: Vec<PersonId> = people.collect();
        for table in self.host.list() {
            at_any_table!(&table, handle => self.send_away(handle, &people).await);
            for place in self.places.of(table.key()).places {
                let guild = place.guild.or_else(|| guild_of(place.channel));
                if guild.is_some_and(|guild| bans.contains(&Banned::Guild(GuildId(guild)))) {
                    self.desert(place.channel).await;
                }
            }
        }
    }

    /// Has people leave a table where they sit or wait for a seat.
    async fn send_away<G: Served>(&self, handle: &Handle<G>, people: &[PersonId]) {
        let view = handle.view(Viewer::Public);
        for person in people
            .iter()
            .copied()
            .filter(|person| view.expects(*person))
        {
            let left = handle
                .submit(Submission::typed(Input::Leave { person }))
                .await;
            match left {
                Ok(_) => self.leave_places(handle).await,
                Err(error) => {
                    tracing::warn!(table = %handle.id(), %error, "somebody who is shut out still sits there");
                }
            }
        }
    }

    /// Whether somebody, or the server from which they look, is shut out: they see no table of others either.
    pub fn shuts_out(&self, person: PersonId, guild: Option<u64>) -> bool {
        let bans = self.bans.lock();
        let guild = guild.map(|guild| Banned::Guild(GuildId(guild)));
        bans.contains(&Banned::Person(person)) || guild.is_some_and(|guild| bans.contains(&guild))
    }

    /// Refuses everything that is asked by somebody, or from a server, that is shut out.
    pub(super) fn shut_out(&self, asked: &Request) -> Done<()> {
        let Request { who, place, cx } = asked;
        let bans = self.bans.lock();
        let guild = place.guild.map(|guild| Banned::Guild(GuildId(guild)));
        if bans.contains(&Banned::Person(who.person)) {
            return refuse(say!(cx, "banned-person"));
        }
        if guild.is_some_and(|guild| bans.contains(&guild)) {
            return refuse(say!(cx, "banned-server"));
        }
        Ok(())
    }
}
