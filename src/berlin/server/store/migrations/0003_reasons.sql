-- Whether the host allows hints. At the tables that stand already: where no second person sits.
ALTER TABLE game_table ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
UPDATE game_table SET hints = 1
WHERE (SELECT count(*) FROM seat WHERE table_id = id AND player = 'human') < 2;

DROP VIEW arrival;
DROP TRIGGER entry_leaves_no_gap;
DROP TRIGGER entry_stays;
DROP TRIGGER entry_is_kept;

-- That somebody asked for a hint is an entry too: the others may know it.
ALTER TABLE entry RENAME TO entry_before;
CREATE TABLE entry (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    seq      INTEGER NOT NULL CHECK (seq > 0),
    kind     TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'hint')),
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

-- Why a machine did what it did. It is made from the machine's own view, so nobody may read it until the game is over.
CREATE TABLE reason (
    table_id TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    FOREIGN KEY (table_id, seq) REFERENCES entry (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER reason_stays AFTER UPDATE ON reason
BEGIN
    SELECT raise(ABORT, 'a reason is never changed');
END;

CREATE TRIGGER reason_is_kept BEFORE DELETE ON reason
BEGIN
    SELECT raise(ABORT, 'a reason is never taken out');
END;

-- An action as it comes in, as before: these hung on the table of entries.
CREATE VIEW arrival AS
SELECT e.table_id, e.seq, e.kind, e.seat, e.body, e.at, s.deciders, s.result
FROM entry e JOIN standing s ON s.table_id = e.table_id AND s.seq = e.seq;

CREATE TRIGGER arrival_is_kept INSTEAD OF INSERT ON arrival
BEGIN
    INSERT INTO entry VALUES (NEW.table_id, NEW.seq, NEW.kind, NEW.seat, NEW.body, NEW.at);
    UPDATE standing SET seq = NEW.seq, deciders = NEW.deciders, result = NEW.result, updated = NEW.at
    WHERE table_id = NEW.table_id;
END;
