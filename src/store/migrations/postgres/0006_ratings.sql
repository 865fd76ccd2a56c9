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
