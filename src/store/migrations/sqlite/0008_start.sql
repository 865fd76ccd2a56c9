-- What is kept, in SQLite. Identifiers of Discord are 64-bit numbers, times are milliseconds since 1970.

-- What programs have to know of these data. `needs` is the number of the latest migration without
-- which a program must not write here.
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('needs', '8');

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
    -- Set aside, and to be tried again at every start: a later version wrote it.
    later     INTEGER NOT NULL DEFAULT 0,
    -- 1: its entries are in packs. 2: they are damaged, so they stay as they are.
    packed    INTEGER NOT NULL DEFAULT 0,
    -- 1: its journal has been removed.
    pruned    INTEGER NOT NULL DEFAULT 0,
    UNIQUE (channel, opening)
);
-- No index here is partial: SQLite's own check of a file counts the entries of the others alone.
CREATE UNIQUE INDEX one_open_table ON tables (CASE state WHEN 'open' THEN channel END);
CREATE INDEX tables_by_bucket ON tables (state, bucket);
CREATE INDEX tables_to_pack ON tables (state, packed, pruned);
CREATE INDEX tables_to_prune ON tables (state, pruned, ended_at);

-- The journal: accepted inputs at the positions after the opening. The statement that
-- appends looks the table up itself, so no foreign key has to do it again.
CREATE TABLE entries (
    table_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (table_id, position)
) WITHOUT ROWID;

-- The latest snapshot of a table: only to begin there instead of at the header.
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    position INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT    NOT NULL
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
CREATE INDEX counters_of_person_by_counter ON counters (person, counter);

-- The last known name of everybody who is in the statistics: it goes when nothing of them was counted for
-- long. `seen` is the day since 1970 on which something was last counted.
CREATE TABLE people (
    person INTEGER PRIMARY KEY,
    name   TEXT    NOT NULL,
    seen   INTEGER NOT NULL
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

-- Sums over all guilds, for leaderboards. The database keeps them itself.

-- What of `counters` is in these sums: not the months, and nothing absurd.
CREATE VIEW counted AS
    SELECT game, person, counter, CASE WHEN typeof(value) = 'integer'
        AND value BETWEEN -1000000000000 AND 1000000000000 THEN value ELSE 0 END AS value
    FROM counters WHERE instr(counter, '@') = 0;

-- One row for each person and game, without an index for each measure: a round writes four rows, and
-- everybody's are read in milliseconds.
CREATE TABLE totals (
    game            TEXT    NOT NULL,
    person          INTEGER NOT NULL,
    rounds          INTEGER NOT NULL DEFAULT 0,
    games           INTEGER NOT NULL DEFAULT 0,
    wins            INTEGER NOT NULL DEFAULT 0,
    points          INTEGER NOT NULL DEFAULT 0,
    seconds         INTEGER NOT NULL DEFAULT 0,
    declarer_rounds INTEGER NOT NULL DEFAULT 0,
    declarer_wins   INTEGER NOT NULL DEFAULT 0,
    opponent_wins   INTEGER NOT NULL DEFAULT 0,
    levels          INTEGER NOT NULL DEFAULT 0,
    throws          INTEGER NOT NULL DEFAULT 0,
    throws_failed   INTEGER NOT NULL DEFAULT 0,
    matches         INTEGER NOT NULL DEFAULT 0,
    matches_won     INTEGER NOT NULL DEFAULT 0,
    draws           INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, person)
) WITHOUT ROWID;

-- What the rows have to be.
CREATE VIEW added_up AS
    SELECT game, person,
        SUM(CASE counter WHEN 'rounds' THEN value ELSE 0 END) AS rounds,
        SUM(CASE counter WHEN 'games' THEN value ELSE 0 END) AS games,
        SUM(CASE counter WHEN 'wins' THEN value ELSE 0 END) AS wins,
        SUM(CASE counter WHEN 'points' THEN value ELSE 0 END) AS points,
        SUM(CASE counter WHEN 'seconds' THEN value ELSE 0 END) AS seconds,
        SUM(CASE counter WHEN 'declarer_rounds' THEN value ELSE 0 END) AS declarer_rounds,
        SUM(CASE counter WHEN 'declarer_wins' THEN value ELSE 0 END) AS declarer_wins,
        SUM(CASE counter WHEN 'opponent_wins' THEN value ELSE 0 END) AS opponent_wins,
        SUM(CASE counter WHEN 'levels' THEN value ELSE 0 END) AS levels,
        SUM(CASE counter WHEN 'throws' THEN value ELSE 0 END) AS throws,
        SUM(CASE counter WHEN 'throws_failed' THEN value ELSE 0 END) AS throws_failed,
        SUM(CASE counter WHEN 'matches' THEN value ELSE 0 END) AS matches,
        SUM(CASE counter WHEN 'matches_won' THEN value ELSE 0 END) AS matches_won,
        SUM(CASE counter WHEN 'draws' THEN value ELSE 0 END) AS draws
    FROM counted GROUP BY game, person;

-- The plus signs keep to that index: the key would find everything of a game.
CREATE TRIGGER totals_insert AFTER INSERT ON counters WHEN instr(NEW.counter, '@') = 0 BEGIN
    INSERT OR REPLACE INTO totals
        SELECT * FROM added_up WHERE person = NEW.person AND +game = NEW.game;
END;
CREATE TRIGGER totals_delete AFTER DELETE ON counters WHEN instr(OLD.counter, '@') = 0 BEGIN
    DELETE FROM totals WHERE game = OLD.game AND person = OLD.person;
    INSERT INTO totals SELECT * FROM added_up WHERE person = OLD.person AND +game = OLD.game;
END;

-- The usual change: only the sum of this counter is added up anew, of few parts; everything, if the
-- row has been lost.
CREATE TRIGGER totals_update AFTER UPDATE OF value ON counters WHEN instr(NEW.counter, '@') = 0 BEGIN
    UPDATE totals SET
        rounds = CASE NEW.counter WHEN 'rounds' THEN total.value ELSE rounds END,
        games = CASE NEW.counter WHEN 'games' THEN total.value ELSE games END,
        wins = CASE NEW.counter WHEN 'wins' THEN total.value ELSE wins END,
        points = CASE NEW.counter WHEN 'points' THEN total.value ELSE points END,
        seconds = CASE NEW.counter WHEN 'seconds' THEN total.value ELSE seconds END,
        declarer_rounds = CASE NEW.counter WHEN 'declarer_rounds' THEN total.value ELSE declarer_rounds END,
        declarer_wins = CASE NEW.counter WHEN 'declarer_wins' THEN total.value ELSE declarer_wins END,
        opponent_wins = CASE NEW.counter WHEN 'opponent_wins' THEN total.value ELSE opponent_wins END,
        levels = CASE NEW.counter WHEN 'levels' THEN total.value ELSE levels END,
        throws = CASE NEW.counter WHEN 'throws' THEN total.value ELSE throws END,
        throws_failed = CASE NEW.counter WHEN 'throws_failed' THEN total.value ELSE throws_failed END,
        matches = CASE NEW.counter WHEN 'matches' THEN total.value ELSE matches END,
        matches_won = CASE NEW.counter WHEN 'matches_won' THEN total.value ELSE matches_won END,
        draws = CASE NEW.counter WHEN 'draws' THEN total.value ELSE draws END
    FROM (SELECT SUM(value) AS value FROM counted WHERE person = NEW.person
        AND counter = NEW.counter AND +game = NEW.game) AS total
    WHERE game = NEW.game AND person = NEW.person;
END;
CREATE TRIGGER totals_lost AFTER UPDATE OF value ON counters WHEN instr(NEW.counter, '@') = 0
    AND NOT EXISTS (SELECT 1 FROM totals WHERE game = NEW.game AND person = NEW.person) BEGIN
    INSERT INTO totals SELECT * FROM added_up WHERE person = NEW.person AND +game = NEW.game;
END;

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
CREATE INDEX daily_by_day ON daily (counts, day);

-- Ratings: where people stand, which rounds led there, and from where.

-- Numbers in thousandths of a point. Guild 0 is everywhere.
CREATE TABLE ratings (
    game        TEXT    NOT NULL,
    guild       INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    rating      INTEGER NOT NULL,
    spread      INTEGER NOT NULL,
    rounds      INTEGER NOT NULL,
    -- The number of the last round that moved it.
    last        INTEGER NOT NULL,
    PRIMARY KEY (game, guild, person)
) WITHOUT ROWID;
CREATE INDEX ratings_of_person ON ratings (person);

-- The number everywhere after the last round of each day since 1970.
CREATE TABLE rating_days (
    person      INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    day         INTEGER NOT NULL,
    rating      INTEGER NOT NULL,
    PRIMARY KEY (person, game, day)
) WITHOUT ROWID;

-- The rounds that counted. Of two with a person in common, the later one has the greater number.
CREATE TABLE rated (
    table_id      INTEGER NOT NULL,
    match_number  INTEGER NOT NULL,
    round_number  INTEGER NOT NULL,
    number        INTEGER NOT NULL,
    -- In thousandths.
    weight        INTEGER NOT NULL,
    -- The numbers of its people before it, without their names: everywhere, and in the guild.
    before        TEXT    NOT NULL,
    PRIMARY KEY (table_id, match_number, round_number)
) WITHOUT ROWID;
CREATE INDEX rated_in_order ON rated (number, table_id, match_number, round_number);

-- Who last met whom on which day, and in how many rounds of that day.
CREATE TABLE meetings (
    lineup      TEXT    NOT NULL PRIMARY KEY,
    day         INTEGER NOT NULL,
    rounds      INTEGER NOT NULL
) WITHOUT ROWID;
