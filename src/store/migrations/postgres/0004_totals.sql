-- Sums over all guilds, for leaderboards. The database keeps them itself, so that a version that
-- does not know of them counts on all the same.

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

INSERT INTO totals SELECT * FROM added_up;

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

CREATE INDEX counters_of_person_by_counter ON counters (person, counter);
DROP INDEX counters_of_person;

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
