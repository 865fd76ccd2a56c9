-- The deal of the day: what the days' seeds are derived from, and how people did.

-- One row. `first` is the day that is the bot's first one; days are counted from 1970-01-01 UTC.
CREATE TABLE daily_secret (
    one    BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    secret TEXT    NOT NULL,
    first  BIGINT NOT NULL
);

-- One row for each person and day, from when they begin. `at` is when they were done; `counts` is 1 if
-- that was on the day itself.
CREATE TABLE daily (
    person   BIGINT NOT NULL,
    day      BIGINT NOT NULL,
    guild    BIGINT NOT NULL,
    channel  BIGINT NOT NULL,
    opening  BIGINT NOT NULL,
    at       BIGINT,
    counts   BIGINT NOT NULL DEFAULT 0,
    levels   BIGINT NOT NULL DEFAULT 0,
    points   BIGINT NOT NULL DEFAULT 0,
    declares BIGINT NOT NULL DEFAULT 0,
    trump    TEXT    NOT NULL DEFAULT '',
    course   TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (person, day)
);
CREATE INDEX daily_by_day ON daily (day) WHERE counts = 1;
