-- An action as it comes in: its entry, and how the table stands after it. Both are kept by one statement, which is
-- a transaction of its own: however many actions come in at once, they are one call of the database.
CREATE VIEW arrival AS
SELECT e.table_id, e.seq, e.kind, e.seat, e.body, e.at, s.deciders, s.result
FROM entry e JOIN standing s ON s.table_id = e.table_id AND s.seq = e.seq;

CREATE TRIGGER arrival_is_kept INSTEAD OF INSERT ON arrival
BEGIN
    INSERT INTO entry VALUES (NEW.table_id, NEW.seq, NEW.kind, NEW.seat, NEW.body, NEW.at);
    UPDATE standing SET seq = NEW.seq, deciders = NEW.deciders, result = NEW.result, updated = NEW.at
    WHERE table_id = NEW.table_id;
END;
