-- A match that the rules of today do not lead to is shown from what was stored. The same text for SQLite and PostgreSQL.

-- The hash of the table that a step was taken at: what all steps before it led to.
ALTER TABLE steps ADD COLUMN hash BIGINT;

-- What each viewer was told, piece by piece. A piece goes on where it says, and is only ever added.
CREATE TABLE told (
    match_id TEXT NOT NULL REFERENCES matches (id),
    -- How many steps had been taken.
    step BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, step)
);

-- The table of a match as everybody saw it last, and its position: made of the match, and overwritten by the next one.
CREATE TABLE pictures (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    step BIGINT NOT NULL,
    -- Of the table then.
    hash BIGINT NOT NULL,
    body TEXT NOT NULL
);
