-- What the next version adds.
ALTER TABLE tables ADD COLUMN later_note TEXT;
CREATE TABLE later_things (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO later_things (name, value) VALUES ('later', 'things');
