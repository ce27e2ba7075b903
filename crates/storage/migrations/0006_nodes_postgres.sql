-- Many programs at one database. A node says again and again that it is there; `until` is this database's time, never a
-- machine's. A match belongs to the node that holds its lease; a node that is gone takes its leases with it, and what it
-- writes afterwards is refused, since its row is not there to be held.
CREATE TABLE nodes (
    id TEXT NOT NULL PRIMARY KEY,
    -- Where the other nodes reach it: HOST:PORT. Without it nobody is passed on to this node.
    address TEXT,
    until TIMESTAMPTZ NOT NULL,
    -- Matches that it has in memory.
    matches BIGINT NOT NULL
);

-- Only ever grows: each opening of a match has a number of its own.
CREATE SEQUENCE fences;

CREATE TABLE leases (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    node TEXT NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
    fence BIGINT NOT NULL UNIQUE DEFAULT nextval('fences')
);

CREATE INDEX leases_node ON leases (node);

-- What nodes show each other: one row.
CREATE TABLE node_secret (
    one BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (one),
    secret TEXT NOT NULL
);
