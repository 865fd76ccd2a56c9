-- What is kept, in PostgreSQL. Identifiers of Discord are 64-bit numbers, times are milliseconds since 1970.

-- Who may write the tables of a shard. The fencing number grows with every change of hands.
CREATE TABLE leases (
    shard   BIGINT PRIMARY KEY,
    total   BIGINT NOT NULL,
    owner   TEXT    NOT NULL,
    fence   BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE TABLE fences (
    one  BIGINT PRIMARY KEY CHECK (one = 1),
    last BIGINT NOT NULL
);
INSERT INTO fences (one, last) VALUES (1, 0);

-- One row a table. Its journal begins at the position `opening`, so no two tables of a channel
-- have a position in common; bucket is guild >> 22, from which the shard follows.
CREATE TABLE tables (
    id        BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    channel   BIGINT NOT NULL,
    opening   BIGINT NOT NULL,
    guild     BIGINT NOT NULL,
    bucket    BIGINT NOT NULL,
    game      TEXT    NOT NULL,
    header    TEXT    NOT NULL,
    seal      TEXT    NOT NULL,
    state     TEXT    NOT NULL CHECK (state IN ('open', 'closed', 'aside')),
    opened_at BIGINT NOT NULL,
    ended_at  BIGINT,
    reason    TEXT,
    forgotten BIGINT NOT NULL DEFAULT 0,
    UNIQUE (channel, opening)
);
CREATE UNIQUE INDEX one_open_table ON tables (channel) WHERE state = 'open';
CREATE INDEX open_buckets ON tables (bucket) WHERE state = 'open';

-- The journal: accepted inputs at the positions after the opening. The statement that
-- appends looks the table up itself, so no foreign key has to do it again.
CREATE TABLE entries (
    table_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    body     TEXT    NOT NULL,
    seal     TEXT    NOT NULL,
    PRIMARY KEY (table_id, position)
);

-- Finished rounds (round_number from 1) and matches (round_number 0): history, and the guard
-- against counting one twice.
CREATE TABLE finished (
    table_id     BIGINT NOT NULL REFERENCES tables (id),
    match_number BIGINT NOT NULL,
    round_number BIGINT NOT NULL,
    channel      BIGINT NOT NULL,
    guild        BIGINT NOT NULL,
    game         TEXT    NOT NULL,
    position     BIGINT NOT NULL,
    at           BIGINT NOT NULL,
    summary      TEXT    NOT NULL,
    PRIMARY KEY (table_id, match_number, round_number)
);
CREATE INDEX finished_in_channel ON finished (channel, at);

-- Statistics: sums per person, guild, game and opponent.
CREATE TABLE counters (
    game    TEXT    NOT NULL,
    guild   BIGINT NOT NULL,
    person  BIGINT NOT NULL,
    versus  TEXT    NOT NULL,
    counter TEXT    NOT NULL,
    value   BIGINT NOT NULL,
    PRIMARY KEY (game, guild, person, versus, counter)
);
CREATE INDEX counters_of_person ON counters (person);

-- The last known name of everybody who is in the statistics.
CREATE TABLE people (
    person BIGINT PRIMARY KEY,
    name   TEXT NOT NULL
);

CREATE TABLE settings (
    scope TEXT    NOT NULL CHECK (scope IN ('person', 'guild', 'channel')),
    id    BIGINT NOT NULL,
    name  TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (scope, id, name)
);

-- People who asked to be forgotten while they were in the journal of an open table.
CREATE TABLE forget_later (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    person   BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);
