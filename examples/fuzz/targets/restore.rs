//! What a store gives back, damaged or forged: journals with their snapshots, packed entries, texts of
//! archives.

use tractor_bot::game::{GameKind, at_game};
use tractor_bot::host::Host;
use tractor_bot::store::packed;
use tractor_bot::table::{
    MatchRecord, PersonId, Position, Record, Saved, TableId, TableKey, UnixMillis, decisions_of,
    mend, restore, restore_strictly,
};

use crate::inputs::{Kit, list};
use crate::kept;

/// Longer journals take longer to read, and show nothing else.
const LONGEST: usize = 24_000;

pub fn kit() -> Kit {
    let mut corpus = kept::journals(LONGEST);
    corpus.extend(
        kept::scene_journals()
            .into_iter()
            .filter(|text| text.len() <= LONGEST),
    );
    let words = "position ticks input nonce revision digest facts act by person computer clock clock_on action \
        elapse again to sit name seat leave kick add_computer skill remove_computer set_rule value start \
        vote motion support close idle deserted anybody quiet_s deal redeal_limit deal_interval \
        call_window play bury call pass move draw warn time_up step round stage seating host game format \
        secret opening rules limits";
    Kit {
        head: 1,
        corpus,
        words: list(words),
        longest: LONGEST,
    }
}

pub fn run(input: &[u8]) -> bool {
    let Some((way, text)) = input.split_first() else {
        return false;
    };
    if way % 16 == 0 {
        return packed::unpack(Position(1), text).is_some() | packed::expand(text).is_some();
    }
    if way % 16 == 15 {
        // What only looks like records, soundly compressed.
        let squeezed = zstd::bulk::compress(text, 1).expect("a buffer in memory takes everything");
        return packed::unpack(Position(u64::from(way >> 4) << 60), &squeezed).is_some();
    }
    let Some(saved) = saved(&String::from_utf8_lossy(text)) else {
        return false;
    };
    if way % 16 == 1 {
        let packed = packed::pack(&saved.entries);
        let unpacked = packed::unpack(Position(1), &packed).expect("what was packed is unpacked");
        return unpacked.len() == saved.entries.len();
    }
    at_game!(saved.game, G => match way % 16 {
        2 | 3 => restore_strictly::<G>(&saved).is_ok(),
        4 => mend::<G>(&saved).is_some(),
        5 => MatchRecord::<G>::of(&saved, u32::from(way >> 4) % 3).is_ok(),
        6 => decisions_of::<G>(&saved, (1, 1), PersonId(u64::from(way >> 4))).is_ok(),
        7 => Host::check(&saved).is_ok(),
        _ => match restore::<G>(&saved) {
            Ok(restored) => restored.table.digest() == restored.table.digest(),
            Err(error) => error.to_string().is_empty(),
        },
    })
}

/// A journal from its text; lines that are none are left out, and numbers that are none are the next
/// ones.
fn saved(text: &str) -> Option<Saved> {
    let mut lines = text.lines();
    let about = lines.next()?;
    let game = GameKind::ALL
        .into_iter()
        .find(|game| about.contains(&format!("\"{}\"", game.name())))?;
    let (mut records, mut snapshot) = (Vec::new(), None);
    for line in lines {
        let (line, is_snapshot) = line
            .strip_prefix('s')
            .map_or((line, false), |line| (line, true));
        let mut parts = line.splitn(3, '\t');
        let mut number = || parts.next()?.parse().ok();
        let (position, at) = (number(), number());
        let Some(line) = parts.next() else {
            continue;
        };
        let record = Record {
            position: Position(position.unwrap_or(records.len() as u64)),
            at: UnixMillis(at.unwrap_or(0)),
            line: line.to_owned(),
        };
        match is_snapshot {
            true => snapshot = Some(record),
            false => records.push(record),
        }
    }
    let header = (!records.is_empty()).then(|| records.remove(0))?;
    let table = TableId {
        key: TableKey(7),
        opening: header.position,
    };
    Some(Saved {
        table,
        game,
        header,
        snapshot,
        entries: records,
        altered: about.contains("\"altered\":true"),
    })
}
