-- What the health check and a new connection write and read back. The one table whose row is overwritten.
CREATE TABLE pulse (
    name TEXT NOT NULL PRIMARY KEY,
    beat BIGINT NOT NULL
);
