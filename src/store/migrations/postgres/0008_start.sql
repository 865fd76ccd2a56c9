-- What is kept, in PostgreSQL. Identifiers of Discord are 64-bit numbers, times are milliseconds since 1970.

-- What programs have to know of these data. `needs` is the number of the latest migration without
-- which a program must not write here.
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta (name, value) VALUES ('needs', '8');

-- One row a table. Its journal begins at the position `opening`, so no two tables of a channel
-- have a position in common; bucket is guild >> 22, from which the shard follows.
CREATE TABLE tables (
    id        BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    channel   BIGINT NOT NULL,
    opening   BIGINT NOT NULL,
    guild     BIGINT NOT NULL,
    bucket    BIGINT NOT NULL,
    game      TEXT   NOT NULL,
    header    TEXT   NOT NULL,
    seal      TEXT   NOT NULL,
    state     TEXT   NOT NULL CHECK (state IN ('open', 'closed', 'aside')),
    opened_at BIGINT NOT NULL,
    ended_at  BIGINT,
    reason    TEXT,
    forgotten BIGINT NOT NULL DEFAULT 0,
    -- Set aside, and to be tried again at every start: a later version wrote it.
    later     BIGINT NOT NULL DEFAULT 0,
    -- 1: its entries are in packs. 2: they are damaged, so they stay as they are.
    packed    BIGINT NOT NULL DEFAULT 0,
    -- 1: its journal has been removed.
    pruned    BIGINT NOT NULL DEFAULT 0,
    UNIQUE (channel, opening)
);
CREATE UNIQUE INDEX one_open_table ON tables (channel) WHERE state = 'open';
CREATE INDEX open_buckets ON tables (bucket) WHERE state = 'open';
CREATE INDEX tables_to_pack ON tables (id) WHERE state = 'closed' AND packed = 0 AND pruned = 0;
CREATE INDEX tables_to_prune ON tables (ended_at) WHERE state = 'closed' AND pruned = 0;
CREATE INDEX tables_aside ON tables (id) WHERE state = 'aside';

-- The journal: accepted inputs at the positions after the opening. The statement that
-- appends looks the table up itself, so no foreign key has to do it again.
CREATE TABLE entries (
    table_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    body     TEXT   NOT NULL,
    PRIMARY KEY (table_id, position)
);

-- The latest snapshot of a table: only to begin there instead of at the header.
CREATE TABLE snapshots (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id),
    position BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    body     TEXT   NOT NULL
);

-- The entries of a table that is over, from `first` to `last`, compressed.
CREATE TABLE packs (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    first    BIGINT NOT NULL,
    last     BIGINT NOT NULL,
    body     BYTEA  NOT NULL,
    seal     TEXT   NOT NULL,
    PRIMARY KEY (table_id, first)
);

-- Finished rounds (round_number from 1) and matches (round_number 0): history, and the guard
-- against counting one twice.
CREATE TABLE finished (
    table_id     BIGINT NOT NULL REFERENCES tables (id),
    match_number BIGINT NOT NULL,
    round_number BIGINT NOT NULL,
    channel      BIGINT NOT NULL,
    guild        BIGINT NOT NULL,
    game         TEXT   NOT NULL,
    position     BIGINT NOT NULL,
    at           BIGINT NOT NULL,
    summary      TEXT   NOT NULL,
    PRIMARY KEY (table_id, match_number, round_number)
);
CREATE INDEX finished_in_channel ON finished (channel, at);

-- Statistics: sums per person, guild, game and opponent.
CREATE TABLE counters (
    game    TEXT   NOT NULL,
    guild   BIGINT NOT NULL,
    person  BIGINT NOT NULL,
    versus  TEXT   NOT NULL,
    counter TEXT   NOT NULL,
    value   BIGINT NOT NULL,
    PRIMARY KEY (game, guild, person, versus, counter)
);
CREATE INDEX counters_of_person_by_counter ON counters (person, counter);

-- The last known name of everybody who is in the statistics: it goes when nothing of them was counted for
-- long. `seen` is the day since 1970 on which something was last counted.
CREATE TABLE people (
    person BIGINT PRIMARY KEY,
    name   TEXT   NOT NULL,
    seen   BIGINT NOT NULL
);

CREATE TABLE settings (
    scope TEXT   NOT NULL CHECK (scope IN ('person', 'guild', 'channel')),
    id    BIGINT NOT NULL,
    name  TEXT   NOT NULL,
    value TEXT   NOT NULL,
    PRIMARY KEY (scope, id, name)
);

-- People who asked to be forgotten while they were in the journal of an open table.
CREATE TABLE forget_later (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    person   BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);

-- Sums over all guilds, for leaderboards. The database keeps them itself.

-- What of `counters` is in these sums: not the months, and nothing absurd.
CREATE VIEW counted AS
    SELECT game, person, counter,
        CASE WHEN value BETWEEN -1000000000000 AND 1000000000000 THEN value ELSE 0 END AS value
    FROM counters WHERE counter NOT LIKE '%@%';

-- One row for each person and game.
CREATE TABLE totals (
    rounds          BIGINT NOT NULL DEFAULT 0,
    games           BIGINT NOT NULL DEFAULT 0,
    wins            BIGINT NOT NULL DEFAULT 0,
    points          BIGINT NOT NULL DEFAULT 0,
    seconds         BIGINT NOT NULL DEFAULT 0,
    declarer_rounds BIGINT NOT NULL DEFAULT 0,
    declarer_wins   BIGINT NOT NULL DEFAULT 0,
    opponent_wins   BIGINT NOT NULL DEFAULT 0,
    levels          BIGINT NOT NULL DEFAULT 0,
    throws          BIGINT NOT NULL DEFAULT 0,
    throws_failed   BIGINT NOT NULL DEFAULT 0,
    matches         BIGINT NOT NULL DEFAULT 0,
    matches_won     BIGINT NOT NULL DEFAULT 0,
    draws           BIGINT NOT NULL DEFAULT 0,
    person          BIGINT NOT NULL,
    game            TEXT   NOT NULL,
    PRIMARY KEY (game, person)
);

-- What the rows have to be.
CREATE VIEW added_up AS
    SELECT
        COALESCE(SUM(value) FILTER (WHERE counter = 'rounds'), 0)::BIGINT AS rounds,
        COALESCE(SUM(value) FILTER (WHERE counter = 'games'), 0)::BIGINT AS games,
        COALESCE(SUM(value) FILTER (WHERE counter = 'wins'), 0)::BIGINT AS wins,
        COALESCE(SUM(value) FILTER (WHERE counter = 'points'), 0)::BIGINT AS points,
        COALESCE(SUM(value) FILTER (WHERE counter = 'seconds'), 0)::BIGINT AS seconds,
        COALESCE(SUM(value) FILTER (WHERE counter = 'declarer_rounds'), 0)::BIGINT AS declarer_rounds,
        COALESCE(SUM(value) FILTER (WHERE counter = 'declarer_wins'), 0)::BIGINT AS declarer_wins,
        COALESCE(SUM(value) FILTER (WHERE counter = 'opponent_wins'), 0)::BIGINT AS opponent_wins,
        COALESCE(SUM(value) FILTER (WHERE counter = 'levels'), 0)::BIGINT AS levels,
        COALESCE(SUM(value) FILTER (WHERE counter = 'throws'), 0)::BIGINT AS throws,
        COALESCE(SUM(value) FILTER (WHERE counter = 'throws_failed'), 0)::BIGINT AS throws_failed,
        COALESCE(SUM(value) FILTER (WHERE counter = 'matches'), 0)::BIGINT AS matches,
        COALESCE(SUM(value) FILTER (WHERE counter = 'matches_won'), 0)::BIGINT AS matches_won,
        COALESCE(SUM(value) FILTER (WHERE counter = 'draws'), 0)::BIGINT AS draws,
        person, game
    FROM counted GROUP BY game, person;

-- An index for each measure that ranks people. Ratios are asked of those who have played five times.
CREATE INDEX totals_by_rounds ON totals (game, rounds DESC, person) WHERE rounds >= 1;
CREATE INDEX totals_by_games ON totals (game, games DESC, person) WHERE games >= 1;
CREATE INDEX totals_by_wins ON totals (game, wins DESC, person) WHERE wins >= 1;
CREATE INDEX totals_by_points ON totals (game, points DESC, person) WHERE points >= 1;
CREATE INDEX totals_by_seconds ON totals (game, seconds DESC, person) WHERE seconds >= 1;
CREATE INDEX totals_by_declarer_wins ON totals (game, declarer_wins DESC, person) WHERE declarer_wins >= 1;
CREATE INDEX totals_by_opponent_wins ON totals (game, opponent_wins DESC, person) WHERE opponent_wins >= 1;
CREATE INDEX totals_by_levels ON totals (game, levels DESC, person) WHERE levels >= 1;
CREATE INDEX totals_by_throws ON totals (game, throws DESC, person) WHERE throws >= 1;
CREATE INDEX totals_by_matches ON totals (game, matches DESC, person) WHERE matches >= 1;
CREATE INDEX totals_by_matches_won ON totals (game, matches_won DESC, person) WHERE matches_won >= 1;
CREATE INDEX totals_by_draws ON totals (game, draws DESC, person) WHERE draws >= 1;
CREATE INDEX totals_by_wins_per_rounds ON totals
    (game, (CAST(wins AS DOUBLE PRECISION) / rounds) DESC, person) WHERE rounds >= 5;
CREATE INDEX totals_by_points_per_rounds ON totals
    (game, (CAST(points AS DOUBLE PRECISION) / rounds) DESC, person) WHERE rounds >= 5;
CREATE INDEX totals_by_throws_failed_per_throws ON totals
    (game, (CAST(throws_failed AS DOUBLE PRECISION) / throws) DESC, person) WHERE throws >= 5;
CREATE INDEX totals_by_wins_per_games ON totals
    (game, (CAST(wins AS DOUBLE PRECISION) / games) DESC, person) WHERE games >= 5;
CREATE INDEX totals_by_points_per_games ON totals
    (game, (CAST(points AS DOUBLE PRECISION) / games) DESC, person) WHERE games >= 5;

-- Of two transactions that change sums of the same people, the second waits for the first and adds
-- up what that one wrote; all lock people in the same order, so nobody waits in a circle.
CREATE FUNCTION add_up_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM changed) THEN
        RETURN NULL;
    END IF;
    PERFORM 1 FROM people WHERE person IN (SELECT person FROM changed) ORDER BY person FOR UPDATE;
    IF TG_OP = 'DELETE' THEN
        DELETE FROM totals USING changed
            WHERE totals.game = changed.game AND totals.person = changed.person
            AND changed.counter NOT LIKE '%@%';
    END IF;
    -- OFFSET 0 keeps them from being looked for in everybody's sums.
    INSERT INTO totals
        SELECT sums.*
        FROM (SELECT DISTINCT game, person FROM changed WHERE counter NOT LIKE '%@%'
            ORDER BY game, person) AS who
        CROSS JOIN LATERAL (SELECT * FROM added_up
            WHERE added_up.game = who.game AND added_up.person = who.person OFFSET 0) AS sums
    ON CONFLICT (game, person) DO UPDATE SET
        rounds = excluded.rounds,
        games = excluded.games,
        wins = excluded.wins,
        points = excluded.points,
        seconds = excluded.seconds,
        declarer_rounds = excluded.declarer_rounds,
        declarer_wins = excluded.declarer_wins,
        opponent_wins = excluded.opponent_wins,
        levels = excluded.levels,
        throws = excluded.throws,
        throws_failed = excluded.throws_failed,
        matches = excluded.matches,
        matches_won = excluded.matches_won,
        draws = excluded.draws;
    RETURN NULL;
END $$;
CREATE TRIGGER totals_insert AFTER INSERT ON counters REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION add_up_totals();
CREATE TRIGGER totals_update AFTER UPDATE ON counters REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION add_up_totals();
CREATE TRIGGER totals_delete AFTER DELETE ON counters REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION add_up_totals();

-- The deal of the day: what the days' seeds are derived from, and how people did.

-- One row. `first` is the day that is the bot's first one; days are counted from 1970-01-01 UTC.
CREATE TABLE daily_secret (
    one    BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    secret TEXT   NOT NULL,
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
    trump    TEXT   NOT NULL DEFAULT '',
    course   TEXT   NOT NULL DEFAULT '',
    PRIMARY KEY (person, day)
);
CREATE INDEX daily_by_day ON daily (day) WHERE counts = 1;

-- Ratings: where people stand, which rounds led there, and from where.

-- Numbers in thousandths of a point. Guild 0 is everywhere.
CREATE TABLE ratings (
    game        TEXT   NOT NULL,
    guild       BIGINT NOT NULL,
    person      BIGINT NOT NULL,
    rating      BIGINT NOT NULL,
    spread      BIGINT NOT NULL,
    rounds      BIGINT NOT NULL,
    -- The number of the last round that moved it.
    last        BIGINT NOT NULL,
    PRIMARY KEY (game, guild, person)
);
CREATE INDEX ratings_of_person ON ratings (person);

-- The number everywhere after the last round of each day since 1970.
CREATE TABLE rating_days (
    person      BIGINT NOT NULL,
    game        TEXT   NOT NULL,
    day         BIGINT NOT NULL,
    rating      BIGINT NOT NULL,
    PRIMARY KEY (person, game, day)
);

-- The rounds that counted. Of two with a person in common, the later one has the greater number.
CREATE TABLE rated (
    table_id      BIGINT NOT NULL,
    match_number  BIGINT NOT NULL,
    round_number  BIGINT NOT NULL,
    number        BIGINT NOT NULL,
    -- In thousandths.
    weight        BIGINT NOT NULL,
    -- The numbers of its people before it, without their names: everywhere, and in the guild.
    before        TEXT   NOT NULL,
    PRIMARY KEY (table_id, match_number, round_number)
);
CREATE INDEX rated_in_order ON rated (number, table_id, match_number, round_number);

-- Who last met whom on which day, and in how many rounds of that day.
CREATE TABLE meetings (
    lineup      TEXT   NOT NULL PRIMARY KEY,
    day         BIGINT NOT NULL,
    rounds      BIGINT NOT NULL
);
