//! The addresses of tables in a browser, and the links from elsewhere.
//!
//! Each has the key of its table, and a seal of 128 bits that is made of the key and of a secret: nothing is kept
//! of an address, and nobody finds a table who was not given its address. A link for watching shows what everybody
//! may see of one table as long as that is open.

use sha2::{Digest as _, Sha256};

use crate::table::{TableId, TableKey};

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
        let inner = Sha256::new()
            .chain_update(self.0)
            .chain_update(numbers.map(u64::to_be_bytes).concat())
            .finalize();
        let outer = Sha256::new()
            .chain_update(self.0)
            .chain_update(inner)
            .finalize();
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
