-- Sums over all guilds, for leaderboards. The database keeps them itself, so that a version that
-- does not know of them counts on all the same.

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

INSERT INTO totals SELECT * FROM added_up;
CREATE INDEX counters_of_person_by_counter ON counters (person, counter);
DROP INDEX counters_of_person;

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
