-- A table at which a game is played. `record` is the head of its record, with the key of its dice:
-- the key is in no other place until the game is over.
CREATE TABLE game_table (
    id       TEXT PRIMARY KEY,
    game     TEXT NOT NULL,
    title    TEXT NOT NULL,
    record   TEXT NOT NULL,
    foretold INTEGER NOT NULL,
    opened   REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Who sits where. Of a seat's secret only the hash is kept; a machine has none.
CREATE TABLE seat (
    table_id   TEXT NOT NULL REFERENCES game_table (id),
    seat       INTEGER NOT NULL,
    player     TEXT NOT NULL,
    name       TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- What was done, in order. An undo is an entry too: nothing is ever changed or taken out.
CREATE TABLE entry (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    kind     TEXT NOT NULL CHECK (kind IN ('act', 'undo')),
    seat     INTEGER NOT NULL,
    body     TEXT NOT NULL,
    at       REAL NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entry_leaves_no_gap BEFORE INSERT ON entry
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM entry WHERE table_id = NEW.table_id)
BEGIN
    SELECT raise(ABORT, 'entries follow one another');
END;

CREATE TRIGGER entry_stays AFTER UPDATE ON entry
BEGIN
    SELECT raise(ABORT, 'an entry is never changed');
END;

CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
BEGIN
    SELECT raise(ABORT, 'an entry is never taken out');
END;

-- How each table stands after its last entry, for the list of tables: what a watcher may know.
CREATE TABLE standing (
    table_id TEXT PRIMARY KEY REFERENCES game_table (id),
    seq      INTEGER NOT NULL,
    deciders TEXT NOT NULL,
    caption  TEXT NOT NULL,
    result   TEXT NOT NULL,
    updated  REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_newest ON standing (updated DESC);
