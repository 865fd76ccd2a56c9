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
