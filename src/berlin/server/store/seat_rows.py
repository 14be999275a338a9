"""The rows of who may sit where: invitations and the secrets of seats, of which only hashes are kept.

Each change holds only if what it changes is still as it was: of two who claim a seat one finds it taken.
"""

import sqlite3

from berlin.kernel.contract.ids import Seat
from berlin.server.store.store import Header, Invitation


def insert_invitations(connection: sqlite3.Connection, header: Header) -> None:
    for one in header.invitations:
        row = (header.id, one.seat, one.hash, one.host_hash, one.claimed)
        connection.execute("INSERT INTO invitation VALUES (?, ?, ?, ?, ?)", row)


def invitations(connection: sqlite3.Connection, table: str) -> tuple[Invitation, ...]:
    """Those of a table, by seat."""
    rows = connection.execute(
        "SELECT seat, hash, host_hash, claimed FROM invitation WHERE table_id = ? ORDER BY seat", (table,)
    )
    return tuple(Invitation(seat, told, host, bool(claimed)) for seat, told, host, claimed in rows)


def claim(connection: sqlite3.Connection, table: str, invitation: Invitation, token_hash: str) -> None:
    """The seat of this invitation has this secret from now on. Raises IntegrityError if it is claimed."""
    _change(
        connection,
        "UPDATE invitation SET claimed = 1 WHERE table_id = ? AND seat = ? AND hash = ? AND claimed = 0",
        (table, invitation.seat, invitation.hash),
    )
    renew(connection, table, invitation.seat, "", token_hash)


def renew(connection: sqlite3.Connection, table: str, seat: Seat, old: str, new: str) -> None:
    """Another secret in the place of this one. Raises IntegrityError if it is not the seat's."""
    change = "UPDATE seat SET token_hash = ? WHERE table_id = ? AND seat = ? AND token_hash = ?"
    _change(connection, change, (new, table, seat, old))


def invite(connection: sqlite3.Connection, table: str, seat: Seat, told: str) -> None:
    """Another invitation in the place of the one that there was. Raises IntegrityError if it is claimed."""
    change = "UPDATE invitation SET hash = ? WHERE table_id = ? AND seat = ? AND claimed = 0"
    _change(connection, change, (told, table, seat))


def _change(connection: sqlite3.Connection, change: str, values: tuple[str | int, ...]) -> None:
    if connection.execute(change, values).rowcount != 1:
        raise sqlite3.IntegrityError("it is not as it was")
