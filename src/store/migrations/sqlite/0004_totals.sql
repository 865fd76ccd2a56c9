-- Sums over all guilds. The database keeps them itself, so that a version that does not know of
-- them counts on all the same.

-- What of `counters` is in these sums: not the months, and nothing absurd.
CREATE VIEW counted AS
    SELECT game, person, counter, CASE WHEN typeof(value) = 'integer'
        AND value BETWEEN -1000000000000 AND 1000000000000 THEN value ELSE 0 END AS value
    FROM counters WHERE instr(counter, '@') = 0;

-- A sum is added up anew whenever one of its parts changes: these are few, and found at once.
CREATE TABLE totals (
    game    TEXT    NOT NULL,
    person  INTEGER NOT NULL,
    counter TEXT    NOT NULL,
    value   INTEGER NOT NULL,
    PRIMARY KEY (game, person, counter)
) WITHOUT ROWID;
INSERT INTO totals (game, person, counter, value)
    SELECT game, person, counter, SUM(value) FROM counted GROUP BY game, person, counter;
CREATE INDEX totals_by_value ON totals (game, counter, value DESC, person);
CREATE INDEX counters_of_person_by_counter ON counters (person, counter);
DROP INDEX counters_of_person;

-- The plus signs keep to that index: the key would find everything of a game.
CREATE TRIGGER totals_insert AFTER INSERT ON counters WHEN instr(NEW.counter, '@') = 0 BEGIN
    DELETE FROM totals
        WHERE game = NEW.game AND person = NEW.person AND counter = NEW.counter;
    INSERT INTO totals (game, person, counter, value)
        SELECT NEW.game, NEW.person, NEW.counter, SUM(value) FROM counted
        WHERE person = NEW.person AND counter = NEW.counter AND +game = NEW.game;
END;
CREATE TRIGGER totals_update AFTER UPDATE OF value ON counters WHEN instr(NEW.counter, '@') = 0 BEGIN
    DELETE FROM totals
        WHERE game = NEW.game AND person = NEW.person AND counter = NEW.counter;
    INSERT INTO totals (game, person, counter, value)
        SELECT NEW.game, NEW.person, NEW.counter, SUM(value) FROM counted
        WHERE person = NEW.person AND counter = NEW.counter AND +game = NEW.game;
END;
CREATE TRIGGER totals_delete AFTER DELETE ON counters WHEN instr(OLD.counter, '@') = 0 BEGIN
    DELETE FROM totals
        WHERE game = OLD.game AND person = OLD.person AND counter = OLD.counter;
    INSERT INTO totals (game, person, counter, value)
        SELECT game, person, counter, SUM(value) FROM counted
        WHERE person = OLD.person AND counter = OLD.counter AND +game = OLD.game
        GROUP BY game, person, counter;
END;
