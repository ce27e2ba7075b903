-- A match whose rules have changed since is still shown from what was stored. The same text for all databases.

-- What each viewer was told before the first step.
ALTER TABLE matches ADD COLUMN told TEXT;

-- The state that a step led to, and what each viewer was told of it.
ALTER TABLE steps ADD COLUMN hash BIGINT;
ALTER TABLE steps ADD COLUMN told TEXT;

-- The components that matches began with, once for all of them.
CREATE TABLE contents (
    game TEXT NOT NULL,
    -- As the header of a log names them.
    hash TEXT NOT NULL,
    -- JSON: names and texts of the files.
    files TEXT NOT NULL,
    PRIMARY KEY (game, hash)
);

-- The table of a match as everybody saw it last, and its position: made of the match, and overwritten by the next one.
CREATE TABLE pictures (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    -- How many steps had been taken.
    step BIGINT NOT NULL,
    body TEXT NOT NULL
);
