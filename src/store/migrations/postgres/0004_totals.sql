-- Sums over all guilds. The database keeps them itself, so that a version that does not know of
-- them counts on all the same.

-- What of `counters` is in these sums: not the months, and nothing absurd.
CREATE VIEW counted AS
    SELECT game, person, counter,
        CASE WHEN value BETWEEN -1000000000000 AND 1000000000000 THEN value ELSE 0 END AS value
    FROM counters WHERE counter NOT LIKE '%@%';

-- A sum is added up anew whenever one of its parts changes: these are few, and found at once.
CREATE TABLE totals (
    game    TEXT   NOT NULL,
    person  BIGINT NOT NULL,
    counter TEXT   NOT NULL,
    value   BIGINT NOT NULL,
    PRIMARY KEY (game, person, counter)
);
INSERT INTO totals (game, person, counter, value)
    SELECT game, person, counter, SUM(value)::BIGINT FROM counted GROUP BY game, person, counter;
CREATE INDEX totals_by_value ON totals (game, counter, value DESC, person);
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
            AND totals.counter = changed.counter;
    END IF;
    INSERT INTO totals (game, person, counter, value)
        SELECT game, person, counter, value FROM (
            SELECT sums.game, sums.person, sums.counter, (
                SELECT SUM(value)::BIGINT FROM counted WHERE counted.person = sums.person
                AND counted.game = sums.game AND counted.counter = sums.counter) AS value
            FROM (SELECT DISTINCT game, person, counter FROM changed
                WHERE counter NOT LIKE '%@%') AS sums) AS new
        WHERE value IS NOT NULL
        ON CONFLICT (game, person, counter) DO UPDATE SET value = excluded.value;
    RETURN NULL;
END $$;
CREATE TRIGGER totals_insert AFTER INSERT ON counters REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION add_up_totals();
CREATE TRIGGER totals_update AFTER UPDATE ON counters REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION add_up_totals();
CREATE TRIGGER totals_delete AFTER DELETE ON counters REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION add_up_totals();
