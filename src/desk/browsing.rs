//! From here to a browser and back: the links to tables, who sees which there, and one's sessions.

use std::sync::Arc;

use super::addresses::Addresses;
use super::answer::{Done, Request, refuse};
use super::at::At;
use super::browsers::{Browsers, LINK_MINUTES, Visitor};
use super::meant::belongs;
use super::{Announcement, Answer, AskedFrom, Desk, Served, Who, at_any_table};
use crate::command::{AtTable, Name};
use crate::host::AnyTable;
use crate::table::{PersonId, TableId, TableKey};
use crate::text::context::{RenderContext, Surface};
use crate::text::faces::PublishedFaces;
use crate::text::page::{Page, PageLink};
use crate::text::words::means;

/// A face beside which another one serves the same tables: what that has it do.
pub trait Neighbour: Send + Sync {
    /// This person uses the bot now.
    fn is_used_by(&self, person: PersonId);

    /// Posts what is said in other channels.
    fn post(&self, said: Vec<Announcement>);

    /// The server of a channel, as far as it is known.
    fn guild_of(&self, channel: u64) -> Option<u64>;
}

impl Desk {
    /// The same desk, which tables can be opened from in a browser.
    pub fn with_addresses(mut self, addresses: Addresses) -> Self {
        self.addresses = Some(Arc::new(addresses));
        self
    }

    /// A desk over the same tables for people who come from a browser.
    pub fn for_browsers(&self) -> Self {
        Self {
            face: Surface::Browser,
            forms: Arc::default(),
            faces: PublishedFaces::default(),
            ..self.clone()
        }
    }

    /// The sessions of people in browsers.
    pub fn browsers(&self) -> &Browsers {
        &self.browsers
    }

    /// A link by which who asks has this table in a browser, for them alone.
    pub(super) async fn open_in_browser<G: Served>(&self, at: &At<'_, G>) -> Done {
        let (cx, who) = (&at.cx, at.who);
        let Some(addresses) = &self.addresses else {
            return refuse(say!(cx, "browser-none"));
        };
        at.require(Name::AtTable(AtTable::Hand))?;
        let key = at.handle.key();
        let visitor = Visitor {
            person: who.person,
            name: Some(who.name.clone()),
        };
        let token = at.written(self.browsers.offer(visitor, key, self.host.now()).await)?;
        let mut page = Page::line(say!(cx, "browser-link", minutes = LINK_MINUTES));
        page.link = Some(PageLink {
            label: say!(cx, "button-browser"),
            url: addresses.of_table(key, &token),
        });
        Ok(Answer::shown(page).for_them_alone())
    }

    /// Where everybody who reads the public page of a table there can watch it in a browser, if the server
    /// lets them.
    pub(super) async fn link_for_watching(
        &self,
        table: TableId,
        place: &AskedFrom,
        cx: &RenderContext,
    ) -> Option<PageLink> {
        let (addresses, guild) = (self.addresses.as_ref()?, place.guild?);
        let lets = self.lets_watch(guild).await && self.host.get(table.key).is_some();
        lets.then(|| PageLink {
            label: say!(cx, "button-watch"),
            url: addresses.for_watching(table, guild),
        })
    }

    /// The table that a link for watching leads to, and the server that lets it be watched.
    pub async fn watched(&self, link: &str) -> Option<(TableId, u64)> {
        let open = |key| {
            let table: AnyTable = self.host.get(key)?;
            Some(at_any_table!(&table, handle => handle.id()))
        };
        let (table, guild) = self.addresses.as_ref()?.watched(link, open)?;
        self.lets_watch(guild).await.then_some((table, guild))
    }

    /// Whether tables of a server can be watched by whoever has the link.
    pub async fn lets_watch(&self, guild: u64) -> bool {
        let chosen = self.settings.guild(Some(guild)).await;
        chosen.is_on("watching")
    }

    /// Whether somebody has a seat at this table, is away from theirs, or is invited to one.
    pub fn is_of(&self, person: PersonId, key: TableKey) -> bool {
        let table = self.host.get(key);
        table.is_some_and(|table| at_any_table!(&table, handle => belongs(handle, person)))
    }

    /// Where a table is played for who looks at it from a browser: in the channel from which they sit there.
    pub fn seat_place(&self, person: PersonId, key: TableKey) -> AskedFrom {
        let shown = self.places.of(key);
        let theirs = shown.places.iter().find(|one| one.people.contains(&person));
        let place = theirs.or(shown.places.first());
        place.map_or_else(
            || AskedFrom::new(key.0, None),
            |place| AskedFrom::new(place.channel, place.guild),
        )
    }

    /// Whether these are words about one's sessions in browsers, where there are any.
    pub(super) fn is_about_browsers(&self, word: &str) -> bool {
        self.addresses.is_some() && means(word, "word-browser")
    }

    /// Says in how many browsers who asks is, or ends that.
    pub(super) async fn browser_settings(&self, asked: &Request<'_>, word: Option<&str>) -> Done {
        let Request { who, cx, .. } = asked;
        let n = asked.read(self.browsers.count(who.person, self.host.now()).await)?;
        let line = match word {
            None => say!(cx, "browser-sessions", n),
            Some(off) if means(off, "word-off") => {
                let ended = self.browsers.end_all(who.person).await;
                self.settings.signed_out(who.person);
                asked.written(ended)?;
                say!(cx, "browser-ended", n)
            }
            Some(_) => {
                let (name, example) = ("browser", cx.command("settings browser off"));
                let told = say!(cx, "settings-bad-value", name, example);
                return Ok(Answer::refused(told).for_them_alone());
            }
        };
        Ok(Answer::shown(line).for_them_alone())
    }

    /// The line of one's settings about browsers, for who is in one.
    pub(super) async fn browser_line(&self, who: &Who, cx: &RenderContext) -> Option<String> {
        self.addresses.as_ref()?;
        let n = self.browsers.count(who.person, self.host.now()).await;
        let n = n.ok().filter(|n| *n > 0)?;
        Some(say!(cx, "browser-sessions", n))
    }
}
