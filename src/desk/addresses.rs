//! The addresses of tables in a browser: their keys as they stand in them, and the links from elsewhere.
//!
//! A link for watching shows what everybody may see of one table as long as that is open. It is made of
//! what stands in it and of a secret of the bot, so that nothing is kept of it and nobody can guess one.

use sha2::{Digest as _, Sha256};

use crate::table::{TableId, TableKey};

/// The key of a table from the address of its page.
pub fn read_key(text: &str) -> Option<TableKey> {
    let short = text.len() <= 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let key = u64::from_str_radix(text, 16).ok().filter(|_| short)?;
    Some(TableKey(key))
}

/// The key of a table as it stands in the address of its page.
pub fn written_key(key: TableKey) -> String {
    format!("{:x}", key.0)
}

/// The address of a table for whoever has this token. What stands behind the `#` is sent to no server:
/// the page takes it from there, so that whoever only looks at the address uses nothing up.
pub(super) fn address_of(url: &str, key: TableKey, token: &str) -> String {
    format!("{url}/t/{}#{token}", written_key(key))
}

/// Where browsers reach the tables of this process from outside.
pub struct Addresses {
    /// What every address begins with, without a slash at its end.
    url: String,
    secret: [u8; 32],
}

impl Addresses {
    /// Addresses that begin with this one, with a secret of the bot that is the same after a restart.
    pub fn new(url: impl Into<String>, secret: &str) -> Self {
        Self {
            url: url.into(),
            secret: Sha256::digest(format!("links for watching\n{secret}")).into(),
        }
    }

    /// What every address begins with.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn of_table(&self, key: TableKey, token: &str) -> String {
        address_of(&self.url, key, token)
    }

    /// The address at which everybody can watch a table that is shown on this server.
    pub(super) fn for_watching(&self, table: TableId, guild: u64) -> String {
        let key = written_key(table.key);
        let seal = self.seal(table, guild);
        format!("{}/w/{key}.{guild:x}.{seal}", self.url)
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
        let table = open(read_key(key)?)?;
        (self.seal(table, guild) == seal).then_some((table, guild))
    }

    fn seal(&self, table: TableId, guild: u64) -> String {
        let (key, opening) = (table.key.0, table.opening.0);
        let numbers = [key, opening, guild].map(u64::to_be_bytes).concat();
        let inner = Sha256::new()
            .chain_update(self.secret)
            .chain_update(numbers)
            .finalize();
        let outer = Sha256::new()
            .chain_update(self.secret)
            .chain_update(inner)
            .finalize();
        hex::encode(&outer[..16])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Position;

    #[test]
    fn an_address_for_watching_leads_to_one_table_as_long_as_it_is_open() {
        let addresses = Addresses::new("https://cards.example.org", "token");
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
        let other = Addresses::new("https://cards.example.org", "another token");
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
