-- SQLite kept each step in three trees: the rows, the index of their numbers, the index of the clients' ids. Every order
-- dirtied a page of each. Now a step lies in the tree of its number alone. That an order is done once is decided by the
-- match, which reads all its steps before it takes another one; a second writer fails at the number.
CREATE TABLE steps_by_number (
    match_id TEXT NOT NULL REFERENCES matches (id),
    n BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat BIGINT NOT NULL,
    payload TEXT NOT NULL,
    client_id TEXT,
    clocks TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, n)
) WITHOUT ROWID;

INSERT INTO steps_by_number (match_id, n, kind, seat, payload, client_id, clocks, at)
SELECT match_id, n, kind, seat, payload, client_id, clocks, at FROM steps ORDER BY match_id, n;

DROP TABLE steps;

ALTER TABLE steps_by_number RENAME TO steps;
