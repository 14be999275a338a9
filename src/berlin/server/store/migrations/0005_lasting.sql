-- Written and read again when somebody asks how the server is: one row, and never a second one.
CREATE TABLE pulse (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at   REAL NOT NULL
) STRICT;
INSERT INTO pulse VALUES (1, 0);

-- That the rules have changed is an entry too: with the position from which the game goes on by the new ones.
DROP VIEW arrival;
CREATE TEMP TABLE reason_before AS SELECT * FROM reason;
DROP TABLE reason;
DROP TRIGGER entry_leaves_no_gap;
DROP TRIGGER entry_stays;
DROP TRIGGER entry_is_kept;
ALTER TABLE entry RENAME TO entry_before;
CREATE TABLE entry (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    kind     TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'hint', 'rules')),
    seat     INTEGER NOT NULL,
    body     TEXT NOT NULL,
    at       REAL NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO entry SELECT * FROM entry_before ORDER BY table_id, seq;
DROP TABLE entry_before;

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

-- The machines' reasons, as before: these hung on the table of entries.
CREATE TABLE reason (
    table_id TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    FOREIGN KEY (table_id, seq) REFERENCES entry (table_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO reason SELECT * FROM reason_before;
DROP TABLE reason_before;

CREATE TRIGGER reason_stays AFTER UPDATE ON reason
BEGIN
    SELECT raise(ABORT, 'a reason is never changed');
END;

CREATE TRIGGER reason_is_kept BEFORE DELETE ON reason
BEGIN
    SELECT raise(ABORT, 'a reason is never taken out');
END;

-- An action as it comes in, as before.
CREATE VIEW arrival AS
SELECT e.table_id, e.seq, e.kind, e.seat, e.body, e.at, s.deciders, s.result, s.shown
FROM entry e JOIN standing s ON s.table_id = e.table_id AND s.seq = e.seq;

CREATE TRIGGER arrival_is_kept INSTEAD OF INSERT ON arrival
BEGIN
    INSERT INTO entry VALUES (NEW.table_id, NEW.seq, NEW.kind, NEW.seat, NEW.body, NEW.at);
    UPDATE standing SET seq = NEW.seq, deciders = NEW.deciders, result = NEW.result, shown = NEW.shown,
        updated = CASE shown WHEN NEW.shown THEN updated ELSE NEW.at END
    WHERE table_id = NEW.table_id;
END;

-- Where a table stands after the entry `seq`, by this version of its rules: as a situation, in words, and as the state
-- itself, both deflated. When the rules change, the program that could play all entries again is gone.
CREATE TABLE position (
    table_id  TEXT PRIMARY KEY REFERENCES game_table (id),
    seq       INTEGER NOT NULL,
    rules     INTEGER NOT NULL,
    situation BLOB NOT NULL,
    state     BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What was told of an entry, whole and with its secrets, and to whom it was told that there was something.
CREATE TABLE telling (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    seq      INTEGER NOT NULL,
    body     BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
