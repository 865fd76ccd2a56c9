-- What has to outlive updates, and processes that meet at one store.

-- The life of the process that holds a lease (128 random bits, in hexadecimal), and how it is named to people.
ALTER TABLE leases ADD COLUMN life TEXT;
ALTER TABLE leases ADD COLUMN holder TEXT;

-- What programs have to know of these data. `needs` is the number of the latest migration without
-- which a program must not write here.
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('needs', '2');

-- Set aside, and to be tried again at every start: a later version wrote it.
ALTER TABLE tables ADD COLUMN later INTEGER NOT NULL DEFAULT 0;
-- 1: its entries are in packs. 2: they are damaged, so they stay as they are.
ALTER TABLE tables ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;
-- 1: its journal, replays and archives have been removed.
ALTER TABLE tables ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_to_pack ON tables (id) WHERE state = 'closed' AND packed = 0 AND pruned = 0;
CREATE INDEX tables_to_prune ON tables (ended_at) WHERE state = 'closed' AND pruned = 0;
CREATE INDEX tables_aside ON tables (id) WHERE state = 'aside';

-- The latest snapshot of a table: only to begin there instead of at the header.
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    position INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    seal     TEXT    NOT NULL
);

-- The entries of a table that is over, from `first` to `last`, compressed.
CREATE TABLE packs (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    first    INTEGER NOT NULL,
    last     INTEGER NOT NULL,
    body     BLOB    NOT NULL,
    seal     TEXT    NOT NULL,
    PRIMARY KEY (table_id, first)
);

-- What a finished round looked like, compressed, until its match is in the archive.
CREATE TABLE replays (
    table_id     INTEGER NOT NULL REFERENCES tables (id),
    match_number INTEGER NOT NULL,
    round_number INTEGER NOT NULL,
    body         BLOB    NOT NULL,
    PRIMARY KEY (table_id, match_number, round_number)
);

-- A finished match in one text, compressed.
CREATE TABLE archives (
    table_id     INTEGER NOT NULL REFERENCES tables (id),
    match_number INTEGER NOT NULL,
    body         BLOB    NOT NULL,
    PRIMARY KEY (table_id, match_number)
);
CREATE INDEX finished_matches ON finished (table_id, match_number) WHERE round_number = 0;
