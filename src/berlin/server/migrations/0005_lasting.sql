-- Written and read again when somebody asks how the server is: one row, and never a second one.
CREATE TABLE pulse (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at   REAL NOT NULL
) STRICT;
INSERT INTO pulse VALUES (1, 0);
