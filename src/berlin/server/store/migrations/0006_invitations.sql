-- The invitation to a seat that whoever opened the table leaves to somebody else. Of its secret, and of the host's, who
-- may exchange it until it is claimed, only hashes are kept; an empty hash is of one that was withdrawn.
CREATE TABLE invitation (
    table_id  TEXT NOT NULL,
    seat      INTEGER NOT NULL,
    hash      TEXT NOT NULL,
    host_hash TEXT NOT NULL,
    claimed   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY (table_id, seat) REFERENCES seat (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER invitation_is_claimed_once BEFORE UPDATE ON invitation WHEN OLD.claimed
BEGIN
    SELECT raise(ABORT, 'this invitation was claimed');
END;
