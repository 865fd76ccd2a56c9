-- What has to outlive updates, and processes that meet at one store.

-- The life of the process that holds a lease (128 random bits, in hexadecimal), and how it is named to people.
ALTER TABLE leases ADD COLUMN life TEXT;
ALTER TABLE leases ADD COLUMN holder TEXT;

-- What programs have to know of these data. `needs` is the number of the latest migration without
-- which a program must not write here.
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta (name, value) VALUES ('needs', '2');

-- Set aside, and to be tried again at every start: a later version wrote it.
ALTER TABLE tables ADD COLUMN later BIGINT NOT NULL DEFAULT 0;
-- 1: its entries are in packs. 2: they are damaged, so they stay as they are.
ALTER TABLE tables ADD COLUMN packed BIGINT NOT NULL DEFAULT 0;
-- 1: its journal, replays and archives have been removed.
ALTER TABLE tables ADD COLUMN pruned BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_to_pack ON tables (id) WHERE state = 'closed' AND packed = 0 AND pruned = 0;
CREATE INDEX tables_to_prune ON tables (ended_at) WHERE state = 'closed' AND pruned = 0;
CREATE INDEX tables_aside ON tables (id) WHERE state = 'aside';

-- The latest snapshot of a table: only to begin there instead of at the header.
CREATE TABLE snapshots (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    position BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    body     TEXT    NOT NULL,
    seal     TEXT    NOT NULL
);

-- The entries of a table that is over, from `first` to `last`, compressed.
CREATE TABLE packs (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    first    BIGINT NOT NULL,
    last     BIGINT NOT NULL,
    body     BYTEA    NOT NULL,
    seal     TEXT    NOT NULL,
    PRIMARY KEY (table_id, first)
);

-- What a finished round looked like, compressed, until its match is in the archive.
CREATE TABLE replays (
    table_id     BIGINT NOT NULL REFERENCES tables (id),
    match_number BIGINT NOT NULL,
    round_number BIGINT NOT NULL,
    body         BYTEA    NOT NULL,
    PRIMARY KEY (table_id, match_number, round_number)
);

-- A finished match in one text, compressed.
CREATE TABLE archives (
    table_id     BIGINT NOT NULL REFERENCES tables (id),
    match_number BIGINT NOT NULL,
    body         BYTEA    NOT NULL,
    PRIMARY KEY (table_id, match_number)
);
CREATE INDEX finished_matches ON finished (table_id, match_number) WHERE round_number = 0;
