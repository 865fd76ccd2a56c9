//! Compressed entries: what is kept of tables that are over.
//!
//! They are one zstd frame of records in order, each a time (8 bytes), a length (4 bytes, both with
//! the lowest byte first) and so many bytes of text; their positions follow one another. Knows no
//! database and no seals.

use std::io::Read as _;

use crate::table::{Position, Record, UnixMillis};

/// The level of compression: what is kept for years is written once.
const LEVEL: i32 = 9;

/// The most bytes that anything may unpack to; a damaged row must not fill the memory.
const LARGEST: u64 = 256 << 20;

/// Entries that follow one another, compressed.
pub fn pack(entries: &[Record]) -> Vec<u8> {
    let length: usize = entries.iter().map(|entry| entry.line.len() + 12).sum();
    let mut bytes = Vec::with_capacity(length);
    for entry in entries {
        bytes.extend(entry.at.0.to_le_bytes());
        // A stored text is far shorter than 4 GiB.
        bytes.extend((entry.line.len() as u32).to_le_bytes());
        bytes.extend(entry.line.as_bytes());
    }
    compress(&bytes)
}

/// The packed entries from this position on; `None` if the bytes are damaged.
pub fn unpack(first: Position, bytes: &[u8]) -> Option<Vec<Record>> {
    let bytes = decompress(bytes)?;
    let mut rest = bytes.as_slice();
    let mut entries = Vec::new();
    let mut position = first;
    while !rest.is_empty() {
        let (at, after) = rest.split_first_chunk::<8>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (line, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        entries.push(Record {
            position,
            at: UnixMillis(u64::from_le_bytes(*at)),
            line: std::str::from_utf8(line).ok()?.to_owned(),
        });
        position = Position(position.0.checked_add(1)?);
        rest = after;
    }
    Some(entries)
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, LEVEL).expect("a buffer in memory takes everything")
}

fn decompress(bytes: &[u8]) -> Option<Vec<u8>> {
    let decoder = zstd::stream::read::Decoder::with_buffer(bytes).ok()?;
    let mut out = Vec::new();
    let read = decoder.take(LARGEST + 1).read_to_end(&mut out).ok()?;
    (read as u64 <= LARGEST).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(number: u64) -> Vec<Record> {
        let entry = |index: u64| Record {
            position: Position(1_000 + index),
            at: UnixMillis(5_000 + index * 7),
            line: format!("{{\"升\":{index}}}\n").repeat((index % 3) as usize),
        };
        (1..=number).map(entry).collect()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for number in [0, 1, 500] {
            let entries = entries(number);
            let packed = pack(&entries);
            assert_eq!(unpack(Position(1_001), &packed), Some(entries));
        }
    }

    #[test]
    fn damage_is_told_and_never_panics() {
        let packed = pack(&entries(50));
        for at in 0..packed.len() {
            assert_eq!(unpack(Position(1), &packed[..at]), None, "cut off at {at}");
            let mut wrong = packed.clone();
            wrong[at] ^= 0x55;
            let _ = unpack(Position(1), &wrong);
        }
        let no_text = [&[0; 8][..], &2_u32.to_le_bytes(), b"\xff\xfe"].concat();
        assert_eq!(unpack(Position(1), &compress(&no_text)), None);
        assert_eq!(unpack(Position(u64::MAX), &packed), None);
    }
}
