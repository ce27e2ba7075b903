-- The same text for SQLite and PostgreSQL. A match is its base (a log's header, and orders if it began from a log)
-- and its steps in order; nothing is ever changed, only appended.

CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    title TEXT NOT NULL,
    base TEXT NOT NULL,
    -- Who sits where, the hashes of their keys, the clock.
    seats TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE steps (
    match_id TEXT NOT NULL REFERENCES matches (id),
    n BIGINT NOT NULL,
    -- order, undo, rewind, resign, draw, time, start, name, hand_over
    kind TEXT NOT NULL,
    seat BIGINT NOT NULL,
    payload TEXT NOT NULL,
    -- Made by the client: an order that is sent twice is done once.
    client_id TEXT,
    -- The time left of each seat in milliseconds, where there is a clock.
    clocks TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, n)
);

CREATE UNIQUE INDEX steps_client ON steps (match_id, seat, client_id);

CREATE TABLE chat (
    match_id TEXT NOT NULL REFERENCES matches (id),
    n BIGINT NOT NULL,
    seat BIGINT,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, n)
);

CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name in lower case: two people must not differ by case alone.
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE sessions (
    token TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    expires BIGINT NOT NULL
);

CREATE TABLE account_matches (
    account TEXT NOT NULL REFERENCES accounts (id),
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, match_id, seat)
);
