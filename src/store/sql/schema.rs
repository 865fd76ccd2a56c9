//! The tables of the database: what their columns hold, for whoever goes through all of them.

/// What a column holds.
#[derive(Clone, Copy)]
pub enum ColumnKind {
    Number,
    /// A number from 0 that is not greater than this.
    UpTo(i64),
    Text,
    MaybeText,
    MaybeNumber,
    Bytes,
    Game,
}

use ColumnKind::{Bytes, Game, MaybeNumber, MaybeText, Number, Text, UpTo};

const SMALL: ColumnKind = UpTo(u32::MAX as i64);

/// The columns of a table of the database and what they hold; the key comes first.
pub struct TableShape {
    pub name: &'static str,
    pub keys: usize,
    pub columns: &'static [(&'static str, ColumnKind)],
}

/// What a copy holds, in an order in which no row comes before one that it refers to: all but
/// `totals`, which the database adds up itself.
pub const COPIED: [TableShape; 15] = [
    TABLES,
    ENTRIES,
    SNAPSHOTS,
    PACKS,
    FINISHED,
    RATED,
    COUNTERS,
    RATINGS,
    RATING_DAYS,
    MEETINGS,
    PEOPLE,
    SETTINGS,
    DAILY_SECRET,
    DAILY,
    FORGET_LATER,
];

/// Everything whose rows can be judged one by one.
pub const JUDGED: [TableShape; 12] = [
    FINISHED,
    RATED,
    COUNTERS,
    RATINGS,
    RATING_DAYS,
    MEETINGS,
    PEOPLE,
    SETTINGS,
    DAILY_SECRET,
    DAILY,
    FORGET_LATER,
    META,
];

impl TableShape {
    pub fn columns(&self) -> String {
        names(self.columns)
    }

    pub fn key_columns(&self) -> String {
        names(&self.columns[..self.keys])
    }

    /// Whether each row belongs to one of [`TABLES`], which its first column names.
    pub fn belongs_to_a_table(&self) -> bool {
        self.columns[0].0 == "table_id"
    }
}

fn names(columns: &[(&'static str, ColumnKind)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

pub const TABLES: TableShape = TableShape {
    name: "tables",
    keys: 1,
    columns: &[
        ("id", Number),
        ("channel", Number),
        ("opening", Number),
        ("guild", Number),
        ("bucket", Number),
        ("game", Text),
        ("header", Text),
        ("seal", Text),
        ("state", Text),
        ("opened_at", Number),
        ("ended_at", MaybeNumber),
        ("reason", MaybeText),
        ("forgotten", SMALL),
        ("later", UpTo(1)),
        ("packed", UpTo(2)),
        ("pruned", UpTo(1)),
    ],
};

/// The columns of entries and of snapshots.
const RECORD: &[(&str, ColumnKind)] = &[
    ("table_id", Number),
    ("position", Number),
    ("at", Number),
    ("body", Text),
];

const ENTRIES: TableShape = TableShape {
    name: "entries",
    keys: 2,
    columns: RECORD,
};

const SNAPSHOTS: TableShape = TableShape {
    name: "snapshots",
    keys: 1,
    columns: RECORD,
};

const PACKS: TableShape = TableShape {
    name: "packs",
    keys: 2,
    columns: &[
        ("table_id", Number),
        ("first", Number),
        ("last", Number),
        ("body", Bytes),
        ("seal", Text),
    ],
};

const FINISHED: TableShape = TableShape {
    name: "finished",
    keys: 3,
    columns: &[
        ("table_id", Number),
        ("match_number", SMALL),
        ("round_number", SMALL),
        ("channel", Number),
        ("guild", Number),
        ("game", Game),
        ("position", Number),
        ("at", Number),
        ("summary", Text),
    ],
};

const COUNTERS: TableShape = TableShape {
    name: "counters",
    keys: 5,
    columns: &[
        ("game", Game),
        ("guild", Number),
        ("person", Number),
        ("versus", Text),
        ("counter", Text),
        ("value", Number),
    ],
};

const RATED: TableShape = TableShape {
    name: "rated",
    keys: 3,
    columns: &[
        ("table_id", Number),
        ("match_number", SMALL),
        ("round_number", SMALL),
        ("number", UpTo(i64::MAX)),
        ("weight", UpTo(1_000)),
        ("before", Text),
    ],
};

const RATINGS: TableShape = TableShape {
    name: "ratings",
    keys: 3,
    columns: &[
        ("game", Game),
        ("guild", Number),
        ("person", Number),
        ("rating", Number),
        ("spread", UpTo(i64::MAX)),
        ("rounds", SMALL),
        ("last", UpTo(i64::MAX)),
    ],
};

const RATING_DAYS: TableShape = TableShape {
    name: "rating_days",
    keys: 3,
    columns: &[
        ("person", Number),
        ("game", Game),
        ("day", SMALL),
        ("rating", Number),
    ],
};

const MEETINGS: TableShape = TableShape {
    name: "meetings",
    keys: 1,
    columns: &[("lineup", Text), ("day", SMALL), ("rounds", SMALL)],
};

const PEOPLE: TableShape = TableShape {
    name: "people",
    keys: 1,
    columns: &[("person", Number), ("name", Text), ("seen", SMALL)],
};

const SETTINGS: TableShape = TableShape {
    name: "settings",
    keys: 3,
    columns: &[
        ("scope", Text),
        ("id", Number),
        ("name", Text),
        ("value", Text),
    ],
};

const FORGET_LATER: TableShape = TableShape {
    name: "forget_later",
    keys: 2,
    columns: &[("table_id", Number), ("person", Number)],
};

const DAILY_SECRET: TableShape = TableShape {
    name: "daily_secret",
    keys: 1,
    columns: &[("one", UpTo(1)), ("secret", Text), ("first", SMALL)],
};

const DAILY: TableShape = TableShape {
    name: "daily",
    keys: 2,
    columns: &[
        ("person", Number),
        ("day", SMALL),
        ("guild", Number),
        ("channel", Number),
        ("opening", Number),
        ("at", MaybeNumber),
        ("counts", UpTo(1)),
        ("levels", Number),
        ("points", SMALL),
        ("declares", UpTo(1)),
        ("trump", Text),
        ("course", Text),
    ],
};

const META: TableShape = TableShape {
    name: "meta",
    keys: 1,
    columns: &[("name", Text), ("value", Text)],
};
