-- The components that matches began with, once for all of them. The same text for SQLite and PostgreSQL.
CREATE TABLE contents (
    game TEXT NOT NULL,
    -- As the header of a log names them.
    hash TEXT NOT NULL,
    -- JSON: names and texts of the files.
    files TEXT NOT NULL,
    PRIMARY KEY (game, hash)
);
