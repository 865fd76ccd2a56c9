//! From here to a browser and back: the addresses of tables there, the links from elsewhere, and one's sessions.
//!
//! Each has the key of its table, and a seal of 128 bits that is made of the key and of a secret: nothing is kept
//! of an address, and nobody finds a table who was not given its address. A link for watching shows what everybody
//! may see of one table as long as that is open.
//!
//! Windows that another face opens in its channels, with tables in them: who comes in, and what they find there.

use std::pin::Pin;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::answer::{Done, Request, refuse};
use super::at::At;
use super::browsers::{LINK_MINUTES, Visitor};
use super::{Announcement, Answer, AskedFrom, People, Served, Tables, Who};
use crate::command::{AtTable, Name};
use crate::table::{PersonId, TableId, TableKey};
use crate::text::context::RenderContext;
use crate::text::page::{Page, PageLink};
use crate::text::table::window_button;
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

impl Tables {
    /// A link by which who asks has this table in a browser, for them alone.
    pub(super) async fn open_in_browser<G: Served>(&self, at: &At<'_, G>) -> Done {
        let (cx, who) = (&at.cx, at.who);
        let Some(addresses) = &self.front.addresses else {
            return refuse(say!(cx, "browser-none"));
        };
        at.require(Name::AtTable(AtTable::Hand))?;
        let key = at.handle.key();
        let visitor = Visitor {
            person: who.person,
            name: Some(who.name.clone()),
        };
        let token = at.written(
            self.people
                .browsers
                .offer(visitor, key, self.front.host.now())
                .await,
        )?;
        let mut page = Page::line(say!(cx, "browser-link", minutes = LINK_MINUTES));
        page.link = Some(PageLink {
            label: say!(cx, "button-browser"),
            url: addresses.of_table(key, &token),
        });
        Ok(Answer::shown(page).for_them_alone())
    }
}

impl People {
    /// Says in how many browsers who asks is, or ends that.
    pub(super) async fn browser_settings(&self, asked: &Request<'_>, word: Option<&str>) -> Done {
        let Request { who, cx, .. } = asked;
        let n = asked.read(self.browsers.count(who.person, self.front.host.now()).await)?;
        let line = match word {
            None => say!(cx, "browser-sessions", n),
            Some(off) if means(off, "word-off") => {
                let ended = self.browsers.end_all(who.person).await;
                self.front.settings.signed_out(who.person);
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
        self.front.addresses.as_ref()?;
        let n = self.browsers.count(who.person, self.front.host.now()).await;
        let n = n.ok().filter(|n| *n > 0)?;
        Some(say!(cx, "browser-sessions", n))
    }
}

/// How the channel's table is opened in a window, with the button that does.
pub(super) fn about_window(cx: &RenderContext) -> Done {
    if !cx.opens_activity {
        return refuse(say!(cx, "activity-none"));
    }
    let mut page = Page::line(say!(cx, "activity-opens"));
    page.row(vec![window_button(cx)]);
    Ok(Answer::shown(page).for_everybody())
}

/// What nobody can guess who was not given it.
#[derive(Clone)]
pub struct Seals([u8; 32]);

impl Seals {
    /// Seals that are made with this secret, which has to be the same after a restart.
    pub fn new(secret: &str) -> Self {
        Self(Sha256::digest(format!("links for watching\n{secret}")).into())
    }

    /// A table as it stands in the address of its page.
    pub fn address(&self, key: TableKey) -> String {
        format!("{:x}.{}", key.0, self.seal([key.0]))
    }

    /// The table of an address; `None` if somebody made that up.
    pub fn read(&self, address: &str) -> Option<TableKey> {
        let (key, seal) = address.split_once('.')?;
        let key = u64::from_str_radix(key, 16).ok()?;
        (self.seal([key]) == seal).then_some(TableKey(key))
    }

    fn seal<const N: usize>(&self, numbers: [u64; N]) -> String {
        let numbers = numbers.map(u64::to_be_bytes).concat();
        let inner = Sha256::digest([&self.0[..], &numbers].concat());
        let outer = Sha256::digest([&self.0[..], &inner].concat());
        hex::encode(&outer[..16])
    }
}

/// Where browsers reach the tables from outside.
pub struct Addresses {
    /// What every address begins with, without a slash at its end.
    url: String,
    seals: Seals,
}

impl Addresses {
    /// Addresses that begin with this one.
    pub fn new(url: impl Into<String>, seals: Seals) -> Self {
        let url = url.into();
        Self { url, seals }
    }

    /// The address of a table for whoever has this token. What stands
    /// behind the `#` is sent to no server: the page takes it from there, so that whoever only looks at the
    /// address uses nothing up.
    pub(super) fn of_table(&self, key: TableKey, token: &str) -> String {
        let url = &self.url;
        format!("{url}/t/{}#{token}", self.seals.address(key))
    }

    /// The address at which everybody can watch a table that is shown on this server.
    pub(super) fn for_watching(&self, table: TableId, guild: u64) -> String {
        let (key, seal) = (table.key.0, self.seal(table, guild));
        format!("{}/w/{key:x}.{guild:x}.{seal}", self.url)
    }

    /// The table and the server of an address for watching, if it leads to what is `open` under that key.
    pub(super) fn watched(
        &self,
        link: &str,
        open: impl FnOnce(TableKey) -> Option<TableId>,
    ) -> Option<(TableId, u64)> {
        let (key, rest) = link.split_once('.')?;
        let (guild, seal) = rest.split_once('.')?;
        let guild = u64::from_str_radix(guild, 16).ok()?;
        let table = open(TableKey(u64::from_str_radix(key, 16).ok()?))?;
        (self.seal(table, guild) == seal).then_some((table, guild))
    }

    fn seal(&self, table: TableId, guild: u64) -> String {
        self.seals.seal([table.key.0, table.opening.0, guild])
    }
}

/// A face that opens windows in its channels: it knows who is there.
pub trait Doorkeeper: Send + Sync {
    /// Who came with this code into this window, and in which channel that is.
    fn admit<'a>(&'a self, code: &'a str, window: &'a str) -> Admitting<'a>;
}

/// What comes of asking who somebody is.
pub type Admitting<'a> =
    Pin<Box<dyn Future<Output = Result<(Who, AskedFrom), Unknown>> + Send + 'a>>;

/// Why nobody is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unknown {
    /// The code is nobody's, or was used before.
    Code,
    /// There is no such window.
    Window,
    /// They are not in that window.
    Absent,
    /// It cannot be found out now.
    Unreachable,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Position;

    #[test]
    fn the_address_of_a_table_is_not_made_of_its_number() {
        let seals = Seals::new("token");
        let address = seals.address(TableKey(0x4d));
        let (key, seal) = address.split_once('.').expect("a seal");
        assert_eq!((key, seal.len() * 4), ("4d", 128));
        assert_eq!(seals.read(&address), Some(TableKey(0x4d)));
        let others = Seals::new("another token").address(TableKey(0x4d));
        let cut = &address[..address.len() - 1];
        let moved = address.replacen("4d", "4e", 1);
        for forged in ["", "4d", "1", "4d.", cut, &moved, &others] {
            assert_eq!(seals.read(forged), None, "{forged}");
        }
    }

    #[test]
    fn an_address_for_watching_leads_to_one_table_as_long_as_it_is_open() {
        let addresses = Addresses::new("https://cards.example.org", Seals::new("token"));
        let table = |key, opening| TableId {
            key: TableKey(key),
            opening: Position(opening),
        };
        let address = addresses.for_watching(table(77, 3), 9);
        let link = address.strip_prefix("https://cards.example.org/w/");
        let link = link.expect("an address");
        let check = |addresses: &Addresses, link: &str, open| addresses.watched(link, |_| open);
        let open = Some(table(77, 3));
        assert_eq!(check(&addresses, link, open), Some((table(77, 3), 9)));
        assert_eq!(check(&addresses, link, None), None);
        assert_eq!(
            check(&addresses, link, Some(table(77, 4))),
            None,
            "a later one"
        );
        let other = Addresses::new("https://cards.example.org", Seals::new("another token"));
        assert_eq!(check(&other, link, open), None);
        for forged in [
            "",
            "4d",
            "4d.9",
            "4d.9.",
            &link.replacen("4d.9", "4d.8", 1),
            &link[..link.len() - 1],
        ] {
            assert_eq!(check(&addresses, forged, open), None, "{forged}");
        }
    }
}
