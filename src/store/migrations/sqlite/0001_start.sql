-- What is kept, in SQLite. Identifiers of Discord are 64-bit numbers, times are milliseconds since 1970.

-- Who may write the tables of a shard. The fencing number grows with every change of hands.
CREATE TABLE leases (
    shard   INTEGER PRIMARY KEY,
    total   INTEGER NOT NULL,
    owner   TEXT    NOT NULL,
    fence   INTEGER NOT NULL,
    expires INTEGER NOT NULL
);
CREATE TABLE fences (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    last INTEGER NOT NULL
);
INSERT INTO fences (one, last) VALUES (1, 0);

-- One row a table. Its journal begins at the position `opening`, so no two tables of a channel
-- have a position in common; bucket is guild >> 22, from which the shard follows.
CREATE TABLE tables (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    channel   INTEGER NOT NULL,
    opening   INTEGER NOT NULL,
    guild     INTEGER NOT NULL,
    bucket    INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    header    TEXT    NOT NULL,
    seal      TEXT    NOT NULL,
    state     TEXT    NOT NULL CHECK (state IN ('open', 'closed', 'aside')),
    opened_at INTEGER NOT NULL,
    ended_at  INTEGER,
    reason    TEXT,
    forgotten INTEGER NOT NULL DEFAULT 0,
    UNIQUE (channel, opening)
);
CREATE UNIQUE INDEX one_open_table ON tables (channel) WHERE state = 'open';
CREATE INDEX open_buckets ON tables (bucket) WHERE state = 'open';

-- The journal: accepted inputs at the positions after the opening. The statement that
-- appends looks the table up itself, so no foreign key has to do it again.
CREATE TABLE entries (
    table_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    seal     TEXT    NOT NULL,
    PRIMARY KEY (table_id, position)
) WITHOUT ROWID;

-- Finished rounds (round_number from 1) and matches (round_number 0): history, and the guard
-- against counting one twice.
CREATE TABLE finished (
    table_id     INTEGER NOT NULL REFERENCES tables (id),
    match_number INTEGER NOT NULL,
    round_number INTEGER NOT NULL,
    channel      INTEGER NOT NULL,
    guild        INTEGER NOT NULL,
    game         TEXT    NOT NULL,
    position     INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    summary      TEXT    NOT NULL,
    PRIMARY KEY (table_id, match_number, round_number)
) WITHOUT ROWID;
CREATE INDEX finished_in_channel ON finished (channel, at);

-- Statistics: sums per person, guild, game and opponent.
CREATE TABLE counters (
    game    TEXT    NOT NULL,
    guild   INTEGER NOT NULL,
    person  INTEGER NOT NULL,
    versus  TEXT    NOT NULL,
    counter TEXT    NOT NULL,
    value   INTEGER NOT NULL,
    PRIMARY KEY (game, guild, person, versus, counter)
) WITHOUT ROWID;
CREATE INDEX counters_of_person ON counters (person);

-- The last known name of everybody who is in the statistics.
CREATE TABLE people (
    person INTEGER PRIMARY KEY,
    name   TEXT NOT NULL
);

CREATE TABLE settings (
    scope TEXT    NOT NULL CHECK (scope IN ('person', 'guild', 'channel')),
    id    INTEGER NOT NULL,
    name  TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (scope, id, name)
) WITHOUT ROWID;

-- People who asked to be forgotten while they were in the journal of an open table.
CREATE TABLE forget_later (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person   INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) WITHOUT ROWID;
