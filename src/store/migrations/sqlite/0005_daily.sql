-- The deal of the day: what the days' seeds are derived from, and how people did.

-- One row. `first` is the day that is the bot's first one; days are counted from 1970-01-01 UTC.
CREATE TABLE daily_secret (
    one    INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    secret TEXT    NOT NULL,
    first  INTEGER NOT NULL
) WITHOUT ROWID;

-- One row for each person and day, from when they begin. `at` is when they were done; `counts` is 1 if
-- that was on the day itself.
CREATE TABLE daily (
    person   INTEGER NOT NULL,
    day      INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    opening  INTEGER NOT NULL,
    at       INTEGER,
    counts   INTEGER NOT NULL DEFAULT 0,
    levels   INTEGER NOT NULL DEFAULT 0,
    points   INTEGER NOT NULL DEFAULT 0,
    declares INTEGER NOT NULL DEFAULT 0,
    trump    TEXT    NOT NULL DEFAULT '',
    course   TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (person, day)
) WITHOUT ROWID;
CREATE INDEX daily_by_day ON daily (day) WHERE counts = 1;
