-- Where a table stands for a watcher, who notices nothing of what is done in secret; and since when it stands there.
ALTER TABLE standing ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
UPDATE standing SET shown = seq;

DROP VIEW arrival;

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
