-- What processes that share these data know of one another. All of it may be lost or repeated: the journals are the
-- truth. So nothing of it is written to the log of the server, and none of it is in a backup.

-- The processes that live, by the id of their life; `load` is how many tables they have open.
CREATE UNLOGGED TABLE processes (
    life  TEXT PRIMARY KEY,
    owner TEXT   NOT NULL,
    seen  BIGINT NOT NULL,
    load  BIGINT NOT NULL
);

-- When the next connection to Discord may be opened in a bucket, for all processes.
CREATE UNLOGGED TABLE identifies (
    bucket BIGINT PRIMARY KEY,
    next   BIGINT NOT NULL
);

-- Where each open table is shown and who sits there, as the process that has it last told.
CREATE UNLOGGED TABLE directory (
    channel BIGINT PRIMARY KEY,
    opening BIGINT NOT NULL,
    life    TEXT   NOT NULL,
    facts   TEXT   NOT NULL
);

-- What one process heard and another is to answer; `taken` is the life that does.
CREATE UNLOGGED TABLE hand_overs (
    id    TEXT PRIMARY KEY,
    life  TEXT   NOT NULL,
    at    BIGINT NOT NULL,
    body  TEXT   NOT NULL,
    taken TEXT
);
CREATE INDEX hand_overs_waiting ON hand_overs (life) WHERE taken IS NULL;
