//! The addresses of tables: their keys, as they stand in them.

use crate::table::TableKey;

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
